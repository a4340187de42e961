"""Canonical forms of stoppers.

Reversible options are bypassed and dominated ones dropped until there are none; only then are equal
positions fused. To fuse them earlier can create alternating cycles and change the value, as in
``on - 1``. The order is found once, on the whole product: no step changes the value of a position.
"""

from __future__ import annotations

from collections.abc import Sequence

from farstar.loopy._graph import Graph, Row, labelled, quotient, trimmed
from farstar.loopy._order import order
from farstar.loopy._work import charge


def canonical(graph: Graph, starts: Sequence[int] = (0,)) -> list[Graph]:
    """Return the canonical forms of some positions of a stopper, each numbered by its shape."""
    ordered = order(graph, graph, "stoppers")
    rows = simplified(graph, ordered)
    assert rows is not None, f"no end to the simplification of a stopper: {graph}"
    fused, where = quotient(rows, equal_classes(len(graph), ordered))
    return [labelled(trimmed(fused, where[v])) for v in starts]


def simplified(
    graph: Graph, ordered: bytes, *, bypassing: tuple[bool, bool] = (True, True)
) -> list[Row] | None:
    """Return the rows without reversible and dominated options, by a given order.

    For a stopper this ends and changes no value. Elsewhere it is a guess, and None if it does not
    seem to end.

    Parameters
    ----------
    graph, ordered
        The graph, and whether vertex a >= vertex b, at ``a * len(graph) + b``.
    bypassing : tuple
        Whether reversible options of Left, and of Right, are bypassed.
    """
    size = len(graph)
    sides = tuple([list(row[side]) for row in graph] for side in (0, 1))
    for _ in range(8 * size + 8):
        charge(size)
        changed = False
        for v in range(size):
            for side in (0, 1):
                better = _Better(ordered, size, side)
                if bypassing[side] and _bypass(v, sides[side], sides[1 - side], better):
                    changed = True
                if _drop_dominated(v, sides[side], better):
                    changed = True
        if not changed:
            return [(tuple(left), tuple(right)) for left, right in zip(*sides, strict=True)]
    return None


class _Better:
    """Whether a player is at least as well off at one position as at another."""

    __slots__ = ("_ordered", "_size", "_turned")

    def __init__(self, ordered: bytes, size: int, side: int) -> None:
        self._ordered = ordered
        self._size = size
        self._turned = side == 1

    def __call__(self, a: int, b: int) -> bool:
        if self._turned:
            a, b = b, a
        return self._ordered[a * self._size + b] != 0


def _bypass(v: int, mine: list[list[int]], others: list[list[int]], better: _Better) -> bool:
    """Replace one reversible option by the options after the reply; tell whether there was one."""
    for option in mine[v]:
        for reply in others[option]:
            if reply == v or better(v, reply):
                rest = [w for w in mine[v] if w != option]
                after = [] if reply == v else mine[reply]
                replaced = list(dict.fromkeys([*rest, *after]))
                if set(replaced) != set(mine[v]):
                    mine[v] = replaced
                    return True
    return False


def _drop_dominated(v: int, mine: list[list[int]], better: _Better) -> bool:
    """Keep the best options, of equal ones the first; tell whether any was dropped."""
    options = mine[v]
    if len(options) < 2:
        return False
    kept: list[int] = []
    for option in options:
        if not any(better(other, option) for other in kept):
            kept = [w for w in kept if not better(option, w)]
            kept.append(option)
    mine[v] = kept
    return len(kept) != len(options)


def equal_classes(size: int, ordered: bytes) -> list[bytes]:
    """Return what tells vertices apart that are not equal: which ones they are at least."""
    return [ordered[v * size : (v + 1) * size] for v in range(size)]
