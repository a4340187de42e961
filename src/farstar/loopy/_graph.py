"""Finite graphs with edges for Left and for Right: what a loopy game is before it is simplified.

A graph is a tuple of rows, one for each vertex: the vertices that Left can move to, and those that
Right can. Play begins at vertex 0. All work is kept within the budget of the thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias

from farstar._walk import reached
from farstar.engine import Handle, bounds, is_out_of_time, state
from farstar.errors import BudgetExceeded
from farstar.values import Value, wrap

Row: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Where Left and where Right can move to."""

Graph: TypeAlias = tuple[Row, ...]
"""Rows; play begins at vertex 0."""


def explored(
    start: Hashable, options: Callable[[Any], tuple[Iterable[Any], Iterable[Any]]]
) -> tuple[Graph, list[Any]]:
    """Return the graph of everything that can be reached, and what its vertices stand for."""
    place = {start: 0}
    met = [start]
    rows: list[Row] = []
    while len(rows) < len(met):
        if not len(rows) % 256:
            charge(256)
        sides = []
        for side in options(met[len(rows)]):
            targets = []
            for target in side:
                if target not in place:
                    refuse_size(len(met) + 1)
                    place[target] = len(met)
                    met.append(target)
                targets.append(place[target])
            sides.append(tuple(dict.fromkeys(targets)))
        rows.append((sides[0], sides[1]))
    return tuple(rows), met


def trimmed(rows: Sequence[Row], start: int = 0) -> Graph:
    """Return what can be reached from `start`, which becomes vertex 0."""
    return explored(start, lambda v: rows[v])[0]


def trimmed_to(rows: Sequence[Row], starts: Sequence[int]) -> tuple[Graph, list[int]]:
    """Return what can be reached from any of some vertices, and their places in it."""
    extended = [*rows, (tuple(starts), ())]
    graph, met = explored(len(rows), extended.__getitem__)
    place = {v: i - 1 for i, v in enumerate(met)}
    shifted = tuple(
        (tuple(w - 1 for w in left), tuple(w - 1 for w in right)) for left, right in graph[1:]
    )
    return shifted, [place[v] for v in starts]


def negative(graph: Graph) -> Graph:
    """Return the graph with the players exchanged."""
    return tuple((right, left) for left, right in graph)


def total(g: Graph, h: Graph) -> Graph:
    """Return the disjunctive sum: in each move one of the two is changed."""

    def options(pair: tuple[int, int]) -> tuple[list[Any], list[Any]]:
        a, b = pair
        left, right = (
            [*((x, b) for x in g[a][side]), *((a, y) for y in h[b][side])] for side in (0, 1)
        )
        return left, right

    return explored((0, 0), options)[0]


def of_handle(game: Handle) -> Graph:
    """Return the graph of a short game in canonical form."""
    return explored(game, state.engine.options)[0]


def with_options(left: Sequence[Graph], right: Sequence[Graph]) -> Graph:
    """Return the game whose options are these graphs."""
    rows: list[Row] = [((), ())]
    starts: dict[Graph, int] = {}
    for graph in (*left, *right):
        if graph not in starts:
            starts[graph] = append(rows, graph)
    rows[0] = (tuple(starts[g] for g in left), tuple(starts[g] for g in right))
    return trimmed(rows)


def append(rows: list[Row], graph: Graph) -> int:
    """Add the vertices of a graph at the end of `rows`; return the place of its start."""
    shift = len(rows)
    refuse_size(shift + len(graph))
    rows.extend(
        (tuple(v + shift for v in left), tuple(v + shift for v in right)) for left, right in graph
    )
    return shift


def components(edges: Sequence[Sequence[int]]) -> list[int]:
    """Return the number of the strongly connected part of each vertex.

    Numbers grow against the edges: an edge leads to the same part or to one with a smaller number.
    (Tarjan's algorithm, on a stack of its own.)
    """
    size = len(edges)
    index, low, part = [-1] * size, [0] * size, [-1] * size
    waiting: list[int] = []
    count = parts = 0
    for root in range(size):
        if index[root] >= 0:
            continue
        walk = [(root, iter(edges[root]))]
        index[root] = low[root] = count
        count += 1
        waiting.append(root)
        while walk:
            v, targets = walk[-1]
            for w in targets:
                if index[w] < 0:
                    index[w] = low[w] = count
                    count += 1
                    waiting.append(w)
                    walk.append((w, iter(edges[w])))
                    break
                if part[w] < 0:
                    low[v] = min(low[v], index[w])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[v])
                if low[v] == index[v]:
                    while part[v] < 0:
                        part[waiting.pop()] = parts
                    parts += 1
    return part


def alternating_edges(graph: Graph) -> list[tuple[int, int, int]]:
    """Return the edges on which alternating play can go on for ever, those of Right first.

    An edge is (0 for Left or 1 for Right, from, to). A stopper has none.
    """
    # State 2v is v with Left to move, state 2v + 1 is v with Right to move.
    moves = [
        tuple(2 * w + 1 - side for w in graph[v][side])
        for v in range(len(graph))
        for side in (0, 1)
    ]
    part = components(moves)
    return [
        (side, v, w)
        for side in (1, 0)
        for v in range(len(graph))
        for w in graph[v][side]
        if part[2 * v + side] == part[2 * w + 1 - side]
    ]


def stopper_vertices(graph: Graph) -> list[int]:
    """Return the vertices from which alternating play always ends."""
    back: list[list[int]] = [[] for _ in graph]
    for v, (left, right) in enumerate(graph):
        for w in left + right:
            back[w].append(v)
    loopy = set(reached((v for _, v, _ in alternating_edges(graph)), back.__getitem__))
    return [v for v in range(len(graph)) if v not in loopy]


def is_stopper(graph: Graph) -> bool:
    """Return whether alternating play always ends."""
    return not alternating_edges(graph)


def quotient(
    rows: Sequence[Row], classes: Sequence[Hashable], preferred: Iterable[int] = ()
) -> tuple[Graph, list[int]]:
    """Return the graph of classes, and the place of each vertex in it.

    A preferred vertex of a class, or else the first, gives its row.
    """
    first: dict[Hashable, int] = {}
    for v in (*preferred, *range(len(rows))):
        first.setdefault(classes[v], v)
    place = {colour: i for i, colour in enumerate(first)}
    where = [place[colour] for colour in classes]
    graph = tuple(
        (
            tuple(dict.fromkeys(where[w] for w in rows[v][0])),
            tuple(dict.fromkeys(where[w] for w in rows[v][1])),
        )
        for v in first.values()
    )
    return graph, where


def colours(graph: Sequence[Row]) -> list[int]:
    """Return the coarsest colouring by which vertices of one colour have options of like colours.

    It does not depend on how the vertices are numbered. Such vertices are equal in every reading.
    """
    colour = [0] * len(graph)
    count = 1
    while True:
        charge(len(graph))
        signatures = [
            (
                colour[v],
                tuple(sorted({colour[w] for w in left})),
                tuple(sorted({colour[w] for w in right})),
            )
            for v, (left, right) in enumerate(graph)
        ]
        rank = {signature: i for i, signature in enumerate(sorted(set(signatures)))}
        colour = [rank[signature] for signature in signatures]
        if len(rank) == count:
            return colour
        count = len(rank)


def labelled(graph: Graph) -> Graph:
    """Return the graph, numbered in a way that only depends on its shape.

    All its vertices must have different colours, as in a canonical form.
    """
    colour = colours(graph)

    def options(v: int) -> tuple[list[int], list[int]]:
        left, right = graph[v]
        return sorted(left, key=colour.__getitem__), sorted(right, key=colour.__getitem__)

    return explored(0, options)[0]


MAX_VERTICES = 20_000
"""The largest graph that is built."""

_STATES_IN_A_NODE = 64

_local = threading.local()


def charge(states: int) -> None:
    """Count states of graphs against `farstar.engine.budget`; 64 of them are one node."""
    current = bounds()
    if getattr(_local, "bounds", None) is not current:
        _local.bounds, _local.spent = current, 0
    _local.spent += states
    nodes = current[1]
    if nodes is not None and _local.spent > nodes * _STATES_IN_A_NODE:
        raise BudgetExceeded(f"the work on a loopy game passed its budget of {nodes} nodes")
    if is_out_of_time():
        raise BudgetExceeded("the work on a loopy game ran out of time")


def refuse_size(vertices: int) -> None:
    """Raise `BudgetExceeded` for a graph with too many vertices."""
    if vertices > MAX_VERTICES:
        raise BudgetExceeded(f"expected a loopy game of at most {MAX_VERTICES} positions, got more")


def short_values(graph: Graph) -> dict[int, Value]:
    """Return the values of all vertices from which no loop can be reached."""
    edges = [left + right for left, right in graph]
    part = components(edges)
    handles: dict[int, Handle] = {}
    engine = state.engine
    for v in sorted(range(len(graph)), key=part.__getitem__):
        if v not in edges[v] and all(w in handles for w in edges[v]):
            left, right = graph[v]
            handles[v] = engine.construct([handles[w] for w in left], [handles[w] for w in right])
    return {v: wrap(handle) for v, handle in handles.items()}
