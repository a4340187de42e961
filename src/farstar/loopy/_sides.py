"""The sides of a loopy game, a guess at a stopper and a proof that it is right; canonical forms.

The onside of G is G with infinite play won by Left. Whether a stopper equals it is decided by the
order; how the stopper was found does not matter then. The guesses, in this order:

1. Drop dominated and bypass reversible options, in the order of onsides.
2. Cut edges by which alternating play goes on for ever, Right's first, as long as the onside stays
   the same.
3. Unravel such edges: let them lead into a copy of the graph in which they end after a few
   passages.

If all fail, the side has no known stopper: Bach's carousel is such a game.

In a stopper, reversible options are bypassed and dominated ones dropped until there are none; only
then are equal positions fused. To fuse them earlier can create alternating cycles and change the
value, as in ``on - 1``. The order is found once, on the whole product: no step changes the value of
a position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from farstar.loopy import _graph
from farstar.loopy.order import are_equal, at_least, order

_Edge: TypeAlias = tuple[int, int, int]
"""0 for Left or 1 for Right, from, to."""

MOST_PASSAGES = 3
"""How often an edge is passed before it is cut, at most."""

MOST_TESTED = 400
"""Edges that are tested for one side; games of people have a handful."""


MOST_COMPARED = 2_000_000
"""Pairs of positions that these tests may compare before a large graph is abandoned."""


def onsides(graph: _graph.Graph, starts: Sequence[int] = (0,)) -> list[_graph.Graph]:
    """Return a stopper that equals the onside of each of some positions, in canonical form.

    Where none is known, a smaller graph with the same onside takes its place; it is not a stopper.
    """
    small, where = _graph.quotient(graph, _graph.colours(graph))
    starts = [where[v] for v in starts]
    if _graph.is_stopper(small):
        return canonical(small, starts)
    search = _Search(small, starts)
    while search.guess():
        search.cut_one()
    return [search.results[v] for v in starts]


class _Search:
    """The search for the onsides of some positions of a graph.

    A stopper that was found joins the graph, so that the positions that lead to it become simpler.
    """

    def __init__(self, graph: _graph.Graph, starts: Sequence[int]) -> None:
        self.graph = graph
        self.results: dict[int, _graph.Graph] = {}
        self.missing = list(dict.fromkeys(starts))
        self.smaller: dict[int, _graph.Graph] = {}

    def guess(self) -> bool:
        """Record the stoppers that dropping and bypassing make; return whether anything is left."""
        graph = self.graph
        ordered = order(graph, graph, "on")
        classes = equal_classes(len(graph), ordered)
        # Equal positions have one side, and one of them may be a stopper already.
        clean = _graph.stopper_vertices(graph)
        known = {classes[v]: v for v in clean}
        self._settle(graph, {v: known[classes[v]] for v in self.missing if classes[v] in known})
        for bypassing in ((False, True), (True, True), (False, False)):
            rows = simplified(graph, ordered, bypassing=bypassing) if self.missing else None
            if rows is not None:
                fused, place = _graph.quotient(rows, classes, clean)
                self._prove(fused, place)
        return bool(self.missing)

    def _prove(self, guess: _graph.Graph, place: Sequence[int]) -> None:
        """Record what a guess says about the positions whose onsides it keeps."""
        above, below = order(guess, self.graph, "on"), order(self.graph, guess, "on")
        width, size = len(self.graph), len(guess)
        equal = [
            v for v in self.missing if above[place[v] * width + v] and below[v * size + place[v]]
        ]
        stoppers = set(_graph.stopper_vertices(guess))
        for v in equal:
            if place[v] not in stoppers and v not in self.smaller:
                self.smaller[v] = _graph.trimmed(guess, place[v])
        self._settle(guess, {v: place[v] for v in equal if place[v] in stoppers})

    def _settle(self, graph: _graph.Graph, places: Mapping[int, int]) -> None:
        """Note the canonical forms of stoppers."""
        if places:
            forms = canonical(*_graph.trimmed_to(graph, list(places.values())))
            self.results.update(zip(places, forms, strict=True))
            self.missing = [v for v in self.missing if v not in places]

    def cut_one(self) -> None:
        """Find one onside by cutting edges, the one with the smallest graph."""
        for v in self.missing:
            if v not in self.smaller:
                self.smaller[v] = _graph.trimmed(self.graph, v)
        v = min(self.missing, key=lambda v: len(self.smaller[v]))
        self.missing.remove(v)
        self.results[v] = side = _cut(self.smaller[v])
        if _graph.is_stopper(side) and self.missing:
            rows = list(self.graph)
            _graph.append(rows, side)
            self.graph = tuple(rows)


def offsides(graph: _graph.Graph, starts: Sequence[int] = (0,)) -> list[_graph.Graph]:
    """Return a stopper that equals the offside of each of some positions, in canonical form."""
    turned = [_graph.negative(side) for side in onsides(_graph.negative(graph), starts)]
    # The mirror image of a canonical form is canonical, but for the numbers of its vertices.
    return [_graph.labelled(side) if _graph.is_stopper(side) else side for side in turned]


def _cut(graph: _graph.Graph) -> _graph.Graph:
    """Return a stopper with the same onside, by cutting and unravelling; or the graph, if none."""
    pruned = _pruned(graph)
    if _graph.is_stopper(pruned):
        return canonical(pruned)[0]
    for passages in range(1, MOST_PASSAGES + 1):
        stopper = _unravelled_stopper(pruned, passages)
        if stopper is not None:
            return stopper
    return _reduced(pruned)


def _pruned(graph: _graph.Graph) -> _graph.Graph:
    """Cut edges on alternating cycles as long as the onside stays the same.

    Mostly many can go, so several are tried at once, more after a success and fewer after a
    failure.
    """
    current, width, tests = graph, 4, 0
    edges = _graph.alternating_edges(graph)
    needed = set[_Edge]()
    while edges and not _is_enough(tests, graph):
        tests += 1
        batch = set(edges[:width])
        shorter = _without(current, batch)
        if _keeps_onside(_graph.trimmed(shorter), graph, batch):
            # Vertices that can no longer be reached have no edges to cut.
            reached = set(_graph.explored(0, shorter.__getitem__)[1])
            current = tuple(row if v in reached else ((), ()) for v, row in enumerate(shorter))
            edges = [edge for edge in _graph.alternating_edges(current) if edge not in needed]
            width *= 2
        elif len(batch) > 1:
            width = max(1, len(batch) // 2)
        else:
            needed |= batch
            edges = edges[1:]
    return _graph.trimmed(current)


def _reduced(graph: _graph.Graph) -> _graph.Graph:
    """Drop options one by one, each if the onside stays the same.

    In a graph that is not a stopper an option that is dominated may be needed once others are gone.
    """
    current = graph
    edges = [(side, v, w) for side in (0, 1) for v, row in enumerate(graph) for w in row[side]]
    for tests, edge in enumerate(edges):
        if _is_enough(tests, graph):
            break
        shorter = _without(current, {edge})
        if _keeps_onside(_graph.trimmed(shorter), graph, {edge}):
            current = shorter
    return _graph.trimmed(current)


def _keeps_onside(shorter: _graph.Graph, graph: _graph.Graph, cut: set[_Edge]) -> bool:
    """Return whether a graph has the same onside after some edges were cut.

    A player who loses options is not better off, so that mostly one comparison will do.
    """
    sides = {side for side, _, _ in cut}
    return (0 not in sides or at_least(shorter, graph, "on")) and (
        1 not in sides or at_least(graph, shorter, "on")
    )


def _without(graph: _graph.Graph, edges: set[_Edge]) -> _graph.Graph:
    """Return the graph without some edges."""
    return tuple(
        (
            tuple(w for w in left if (0, v, w) not in edges),
            tuple(w for w in right if (1, v, w) not in edges),
        )
        for v, (left, right) in enumerate(graph)
    )


def _unravelled_stopper(graph: _graph.Graph, passages: int) -> _graph.Graph | None:
    """Let edges end after some passages, each if the onside stays the same; None if that fails."""
    current, tests = graph, 0
    while edges := _graph.alternating_edges(current):
        for edge in edges:
            if _is_enough(tests, current):
                return None
            tests += 1
            longer = _graph.trimmed(_unravelled(current, edge, passages))
            if are_equal(longer, graph, "on"):
                small, where = _graph.quotient(longer, _graph.colours(longer))
                current = _graph.trimmed(small, where[0])
                break
        else:
            return None
    return canonical(current)[0]


def _is_enough(tests: int, graph: _graph.Graph) -> bool:
    """Return whether too many edges have been tested to go on."""
    return tests >= MOST_TESTED or tests * len(graph) ** 2 > MOST_COMPARED


def _unravelled(graph: _graph.Graph, edge: _Edge, passages: int) -> list[_graph.Row]:
    """Return copies of the graph, one for each passage of an edge; in the last there is no edge."""
    side, v, w = edge
    size = len(graph)
    rows: list[_graph.Row] = []
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


def canonical(graph: _graph.Graph, starts: Sequence[int] = (0,)) -> list[_graph.Graph]:
    """Return the canonical forms of some positions of a stopper, each numbered by its shape."""
    ordered = order(graph, graph, "stoppers")
    rows = simplified(graph, ordered)
    assert rows is not None, f"no end to the simplification of a stopper: {graph}"
    fused, where = _graph.quotient(rows, equal_classes(len(graph), ordered))
    return [_graph.labelled(_graph.trimmed(fused, where[v])) for v in starts]


def simplified(
    graph: _graph.Graph, ordered: bytes, *, bypassing: tuple[bool, bool] = (True, True)
) -> list[_graph.Row] | None:
    """Return the rows without reversible and dominated options, by a given order.

    Whether vertex a >= vertex b is at ``a * len(graph) + b`` of the order. For a stopper this ends
    and changes no value. Elsewhere it is a guess, and None if it does not seem to end.
    """
    size = len(graph)
    sides = tuple([list(row[side]) for row in graph] for side in (0, 1))
    for _ in range(8 * size + 8):
        _graph.charge(size)
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
    """Replace one reversible option by those after the reply; return whether there was one."""
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
    """Keep the best options, and the first of equal ones; return whether any was dropped."""
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
    """Return marks that distinguish unequal vertices: the set of vertices that each is >=."""
    return [ordered[v * size : (v + 1) * size] for v in range(size)]
