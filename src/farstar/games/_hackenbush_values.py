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

from farstar.games._hackenbush_text import Picture, ends
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
    order = _tree_order(edges)
    if order is not None:
        return _of_forest(order)
    if all(colour == "e" for _, _, colour in edges):
        return Value(f"*{green_grundy(edges)}")
    return None


def _tree_order(edges: Picture) -> list[tuple[int, int, str]] | None:
    """Return (parent, child, colour) from the ground upwards, or None if there is a cycle."""
    at = ends(edges)
    order: list[tuple[int, int, str]] = []
    parent_edge = {0: -1}
    queue = [0]
    while queue:
        vertex = queue.pop()
        for index in at[vertex]:
            if index == parent_edge[vertex]:
                continue
            u, v, colour = edges[index]
            other = v if vertex == u else u
            if other in parent_edge:
                return None
            parent_edge[other] = index
            order.append((vertex, other, colour))
            queue.append(other)
    return order


def _of_forest(order: list[tuple[int, int, str]]) -> Value:
    tops: dict[int, _Part] = defaultdict(_Part)
    for parent, child, colour in reversed(order):
        tops[parent] = tops[parent] + _on_edge(colour, tops.pop(child, _Part()))
    return tops[0].value()


def green_grundy(edges: Picture) -> int:
    """Return the Grundy value of a graph of green edges."""
    order, low, parents = _lowpoints(edges)
    number = {vertex: place for place, vertex in enumerate(order)}
    values: dict[int, int] = defaultdict(int)
    tree = {(min(v, p), max(v, p)) for v, p in parents.items()}
    for u, v, _ in edges:
        pair = (min(u, v), max(u, v))
        if pair in tree:
            tree.discard(pair)
        else:
            # It closes a cycle and becomes a loop, at the vertex that both ends are fused into.
            values[max(u, v, key=number.__getitem__)] ^= 1
    for vertex in reversed(order[1:]):
        above = values.pop(vertex, 0)
        # The edge to the parent is a bridge, or belongs to a cycle and becomes a loop.
        is_bridge = low[vertex] == number[vertex]
        values[parents[vertex]] ^= above + 1 if is_bridge else above ^ 1
    return values[0]


def _lowpoints(edges: Picture) -> tuple[list[int], dict[int, int], dict[int, int]]:
    """Return the vertices in depth-first order, the first that each can reach, and the parents."""
    at = ends(edges)
    order, low = [0], {0: 0}
    number = {0: 0}
    parents: dict[int, int] = {}
    used: set[int] = set()
    stack = [(0, iter(at[0]))]
    while stack:
        vertex, waiting = stack[-1]
        index = next((i for i in waiting if i not in used), None)
        if index is None:
            stack.pop()
            if stack:
                low[stack[-1][0]] = min(low[stack[-1][0]], low[vertex])
            continue
        used.add(index)
        u, v, _ = edges[index]
        other = v if vertex == u else u
        if other in number:
            low[vertex] = min(low[vertex], number[other])
        else:
            number[other] = low[other] = len(order)
            order.append(other)
            parents[other] = vertex
            stack.append((other, iter(at[other])))
    return order, low, parents
