"""The sides of a loopy game: a guess at a stopper, and a proof that it is right.

The onside of G is G with infinite play won by Left. Whether a stopper equals it is decided by the
order; how the stopper was found does not matter then. The guesses, in this order:

1. Drop dominated and bypass reversible options, in the order of onsides.
2. Cut edges by which alternating play goes on for ever, Right's first, as long as the onside stays
   the same.
3. Unravel such edges: let them lead into a copy of the graph in which they end after a few
   passages.

If all fail, the side has no known stopper: Bach's carousel is such a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from farstar.loopy._canonical import canonical, equal_classes, simplified
from farstar.loopy._graph import (
    Graph,
    Row,
    alternating_edges,
    colours,
    is_stopper,
    negative,
    quotient,
    trimmed,
)
from farstar.loopy._order import are_equal, order

MOST_PASSAGES = 3
"""How often an edge is passed before it is cut, at most."""

MOST_TESTED = 400
"""Edges that are tested for one side; games of people have a handful."""


def onsides(graph: Graph, starts: Sequence[int] = (0,)) -> list[Graph]:
    """Return a stopper that equals the onside of each of some positions, in canonical form.

    Where none is known, a smaller graph with the same onside takes its place; it is no stopper.
    """
    small, where = quotient(graph, colours(graph))
    starts = [where[v] for v in starts]
    if is_stopper(small):
        return canonical(small, starts)
    results: dict[int, Graph] = {}
    smallest = {v: trimmed(small, v) for v in starts}
    ordered = order(small, small, "on")
    for bypassing in ((False, True), (True, True), (False, False)):
        missing = [v for v in dict.fromkeys(starts) if v not in results]
        rows = simplified(small, ordered, bypassing=bypassing) if missing else None
        if rows is not None:
            fused, place = quotient(rows, equal_classes(len(small), ordered))
            for v, guess in zip(
                missing, _stoppers(fused, [place[v] for v in missing]), strict=True
            ):
                if not are_equal(guess, smallest[v], "on"):
                    continue
                if is_stopper(guess):
                    results[v] = guess
                elif len(guess) < len(smallest[v]):
                    smallest[v] = guess
    for v in dict.fromkeys(starts):
        if v not in results:
            results[v] = _cut(smallest[v])
    return [results[v] for v in starts]


def offsides(graph: Graph, starts: Sequence[int] = (0,)) -> list[Graph]:
    """Return a stopper that equals the offside of each of some positions, in canonical form."""
    turned = [negative(side) for side in onsides(negative(graph), starts)]
    return [canonical(side)[0] if is_stopper(side) else side for side in turned]


def _stoppers(graph: Graph, starts: Sequence[int]) -> list[Graph]:
    """Return each of some positions, in canonical form where it is a stopper."""
    if is_stopper(graph):
        return canonical(graph, starts)
    alone = [trimmed(graph, v) for v in starts]
    return [canonical(g)[0] if is_stopper(g) else g for g in alone]


def _cut(graph: Graph) -> Graph:
    """Return a stopper with the same onside, by cutting and unravelling; or the graph, if none."""
    for passages in range(MOST_PASSAGES + 1):
        stopper = _without_cycles(graph, passages)
        if stopper is not None:
            return stopper
    return graph


def _without_cycles(graph: Graph, passages: int) -> Graph | None:
    """Cut edges after some passages, each if the onside stays the same."""
    current = graph
    tested: set[tuple[Graph, tuple[int, int, int]]] = set()
    while edges := alternating_edges(current):
        for edge in edges:
            if (current, edge) in tested:
                continue
            if len(tested) >= MOST_TESTED:
                return None
            tested.add((current, edge))
            shorter = trimmed(_unravelled(current, edge, passages))
            if are_equal(shorter, graph, "on"):
                small, where = quotient(shorter, colours(shorter))
                current = trimmed(small, where[0])
                break
        else:
            return None
    stopper = canonical(current)[0]
    return stopper if are_equal(stopper, graph, "on") else None


def _unravelled(graph: Graph, edge: tuple[int, int, int], passages: int) -> list[Row]:
    """Return copies of the graph, one for each passage of an edge; in the last there is no edge."""
    side, v, w = edge
    size = len(graph)
    rows: list[Row] = []
    for copy in range(passages + 1):
        shift = copy * size
        for u, row in enumerate(graph):
            sides = [tuple(x + shift for x in targets) for targets in row]
            if u == v:
                rest = tuple(x + shift for x in row[side] if x != w)
                onward = () if copy == passages else (w + shift + size,)
                sides[side] = rest + onward
            rows.append((sides[0], sides[1]))
    return rows
