"""Hackenbush by theory: trees by the colon principle, green graphs by the fusion principle.

An edge with something on top is the ordinal sum of the edge and what is on it, and only the value
of that matters: so a tree is evaluated from its leaves. For numbers the ordinal sum has a
formula, 1:x = (x + n) / 2^(n-1) with the least n >= 1 for which x + n > 1. For a green graph all
vertices of a cycle may be fused into one, which leaves a tree with loops.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from farstar.games._hackenbush_text import Picture, depth_first
from farstar.values import Value

_BASES: dict[str, int | str] = {"l": 1, "r": -1, "e": "*"}


@dataclass(frozen=True, slots=True)
class _Part:
    """A sum of a number, a nimber and a rest."""

    number: Fraction = Fraction(0)
    nimber: int = 0
    rest: Value | None = None

    def __add__(self, other: _Part) -> _Part:
        rest = self.rest if other.rest is None else other.rest
        if self.rest is not None and other.rest is not None:
            rest = self.rest + other.rest
        return _Part(self.number + other.number, self.nimber ^ other.nimber, rest)

    def value(self) -> Value:
        total = Value(self.number)
        if self.nimber:
            total += Value(f"*{self.nimber}")
        return total if self.rest is None else total + self.rest


def number_on_edge(colour: str, top: Fraction) -> Fraction:
    """Return the ordinal sum of an edge of one player and a number."""
    if colour == "r":
        return -number_on_edge("l", -top)
    n = max(1, 2 - ceil(top))
    return (top + n) / (1 << (n - 1))


def _on_edge(colour: str, top: _Part) -> _Part:
    if top.rest is None and not top.nimber and colour != "e":
        return _Part(number=number_on_edge(colour, top.number))
    if top.rest is None and not top.number and colour == "e":
        return _Part(nimber=top.nimber + 1)
    return _Part(rest=Value(_BASES[colour]).ordinal_sum(top.value()))


def closed_value(edges: Picture) -> Value | None:
    """Return the value of a forest, or of a green graph; None for other pictures."""
    met = list(depth_first(edges))
    if all(is_new for *_, is_new in met):
        return _of_forest([(vertex, other, edges[index][2]) for index, vertex, other, _ in met])
    if all(colour == "e" for _, _, colour in edges):
        return Value(f"*{green_grundy(edges)}")
    return None


def _of_forest(order: list[tuple[int, int, str]]) -> Value:
    """Return the value of trees from their edges, (parent, child, colour) from the ground up."""
    tops: dict[int, _Part] = defaultdict(_Part)
    for parent, child, colour in reversed(order):
        tops[parent] = tops[parent] + _on_edge(colour, tops.pop(child, _Part()))
    return tops[0].value()


def green_grundy(edges: Picture) -> int:
    """Return the Grundy value of a graph of green edges."""
    number, low, parents = {0: 0}, [0], [0]
    values = [0]
    for _, vertex, other, is_new in depth_first(edges):
        start = number[vertex]
        if is_new:
            number[other] = len(low)
            low.append(len(low))
            parents.append(start)
            values.append(0)
        else:
            # It closes a cycle and becomes a loop, at the vertex that both ends are fused into.
            values[max(start, number[other])] ^= 1
            low[start] = min(low[start], number[other])
    for place in range(len(low) - 1, 0, -1):
        parent = parents[place]
        # The edge to the parent is a bridge, or belongs to a cycle and becomes a loop.
        values[parent] ^= values[place] + 1 if low[place] == place else values[place] ^ 1
        low[parent] = min(low[parent], low[place])
    return values[0]
