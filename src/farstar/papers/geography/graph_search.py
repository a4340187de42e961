"""Finite digraphs, and exhaustive search of Geography on them.

Sets of vertices are bit sets. A position is the vertex of the token and the set of vertices still
open. Only the open vertices that the token can still reach matter, so the search identifies
positions that agree on those. It stores its results and does not recurse.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from farstar._arguments import shown
from farstar._walk import bits, settle
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.grundy import mex
from farstar.rules import meter

GraphLike: TypeAlias = Any
"""A mapping from vertices to their successors, an iterable of pairs, or a networkx graph."""

Arc: TypeAlias = tuple[Hashable, Hashable]


class Digraph:
    """An immutable digraph: its vertices, each once, and for each the bit set of its successors."""

    __slots__ = ("_hash", "numbers", "successors", "vertices")

    def __init__(self, vertices: tuple[Hashable, ...], successors: tuple[int, ...]) -> None:
        self.vertices = vertices
        self.successors = successors
        self.numbers = {vertex: i for i, vertex in enumerate(vertices)}
        self._hash = hash((vertices, successors))

    @classmethod
    def read(cls, graph: GraphLike, also: Iterable[Hashable] = ()) -> Digraph:
        """Return `graph` as a digraph, with the vertices `also` added if they are missing.

        The vertices are sorted, so that the same arcs give the same digraph in whatever order
        they were listed.
        """
        given, arcs = _vertices_and_arcs(graph)
        vertices = _ordered({*given, *also, *(vertex for arc in arcs for vertex in arc)})
        numbers = {vertex: i for i, vertex in enumerate(vertices)}
        successors = [0] * len(vertices)
        for tail, head in arcs:
            successors[numbers[tail]] |= 1 << numbers[head]
        return cls(vertices, tuple(successors))

    def on(self, vertices: tuple[Hashable, ...]) -> Digraph:
        """Return the same arcs on more vertices, numbered in the order given."""
        places = {vertex: i for i, vertex in enumerate(vertices)}
        successors = [0] * len(vertices)
        for vertex, after in zip(self.vertices, self.successors, strict=True):
            successors[places[vertex]] = sum(1 << places[head] for head in self.members(after))
        return Digraph(vertices, tuple(successors))

    @property
    def everything(self) -> int:
        """The set of all vertices."""
        return (1 << len(self.vertices)) - 1

    def number(self, vertex: object, what: str) -> int:
        """Return the number of a vertex; `what` says in the error which one is missing."""
        checked = _vertex(vertex)
        if checked not in self.numbers:
            raise IllegalPositionError(
                f"expected {what} among the vertices of the graph, got {shown(vertex)}"
            )
        return self.numbers[checked]

    def members(self, mask: int) -> Iterator[Hashable]:
        """Yield the vertices of a bit set in the order of their numbers."""
        return (self.vertices[i] for i in bits(mask))

    def text(self) -> str:
        """Return the digraph as a mapping that can be read back."""
        rows = (
            f"{vertex!r}: [{', '.join(map(repr, self.members(after)))}]"
            for vertex, after in zip(self.vertices, self.successors, strict=True)
        )
        return "{" + ", ".join(rows) + "}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Digraph):
            return NotImplemented
        return self is other or (self.vertices, self.successors) == (
            other.vertices,
            other.successors,
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # Hashes of text differ from process to process, so they are not pickled.
        return Digraph, (self.vertices, self.successors)

    def __repr__(self) -> str:
        return f"Digraph.read({self.text()})"


def _ordered(vertices: set[Hashable]) -> tuple[Hashable, ...]:
    """Return the vertices in their own order if they have one, else by type and text."""
    try:
        return tuple(sorted(vertices))  # type: ignore[type-var]
    except TypeError:
        return tuple(sorted(vertices, key=lambda v: (type(v).__qualname__, repr(v))))


def _vertices_and_arcs(graph: GraphLike) -> tuple[list[Hashable], list[Arc]]:
    """Return the vertices that are listed separately, and the arcs."""
    if hasattr(graph, "adj") and hasattr(graph, "nodes"):
        graph = {vertex: list(graph.adj[vertex]) for vertex in graph.nodes}
    if isinstance(graph, Mapping):
        vertices = [_vertex(vertex) for vertex in graph]
        rows = [
            (tail, each_of(heads, "the successors of a vertex")) for tail, heads in graph.items()
        ]
        return vertices, [(tail, _vertex(head)) for tail, heads in rows for head in heads]
    return [], [_pair(arc) for arc in each_of(graph, "a graph as a mapping or a list of arcs")]


def each_of(items: object, what: str) -> Iterable[object]:
    """Return `items` to iterate over; the error says what was expected."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise IllegalPositionError(f"expected {what}, got {shown(items)}")
    return items


def _pair(arc: object) -> Arc:
    if not isinstance(arc, tuple | list) or len(arc) != 2:
        raise IllegalPositionError(f"expected each arc to be a pair of vertices, got {shown(arc)}")
    return _vertex(arc[0]), _vertex(arc[1])


def _vertex(vertex: object) -> Hashable:
    """Return `vertex` if it can be distinguished from all others, else refuse it."""
    try:
        # True would be taken for the vertex 1, and NaN is not even equal to itself.
        good = not isinstance(vertex, bool) and hash(vertex) is not None and vertex == vertex
    except TypeError:
        good = False
    if not good:
        raise IllegalPositionError(
            f"expected vertices that are hashable and neither bool nor NaN, got {shown(vertex)}"
        )
    return vertex


Table: TypeAlias = tuple[int, ...]
"""For each vertex the set of vertices that a player may move the token to."""

SearchState: TypeAlias = tuple[int, int, int]
"""Whose turn it is, where the token is, and what it can still reach."""

_MOST_POSITIONS = 8_000_000


def union(tables: tuple[Table, ...]) -> Table:
    """Return the table of all arcs, whoever they belong to."""
    if len(tables) == 1:
        return tables[0]
    return tuple(a | b for a, b in zip(*tables, strict=True))


def reachable(arcs: Table, token: int, unvisited: int) -> int:
    """Return the unvisited vertices that the token can reach."""
    seen = 0
    frontier = arcs[token] & unvisited
    while frontier:
        seen |= frontier
        after = 0
        while frontier:
            low = frontier & -frontier
            after |= arcs[low.bit_length() - 1]
            frontier ^= low
        frontier = after & unvisited & ~seen
    return seen


class BitSearch:
    """Outcomes and Grundy values of all positions of one digraph, with a cache."""

    def __init__(self, tables: tuple[Table, ...], *, misere: bool = False) -> None:
        self._tables = tables
        self._arcs = union(tables)
        self._misere = misere
        self._won: dict[SearchState, bool] = {}
        self._grundy: dict[tuple[int, int], int] = {}

    @property
    def is_full(self) -> bool:
        """Whether the cache is full."""
        return len(self._won) + len(self._grundy) >= _MOST_POSITIONS

    def wins(self, player: int, token: int, unvisited: int) -> bool:
        """Return whether `player`, whose turn it is, wins."""
        known = self._won
        start = (player, token, reachable(self._arcs, token, unvisited))
        # Beside each state of the stack are the moves still to be tried.
        stack, moves = [start], [self._moves(start)]
        while stack:
            state = stack[-1]
            is_won, moves[-1], pending = self._try(state, moves[-1])
            if pending is not None:
                stack.append(pending)
                moves.append(self._moves(pending))
                continue
            self._count()
            known[state] = is_won
            stack.pop()
            moves.pop()
        return known[start]

    def _moves(self, state: SearchState) -> int:
        player, token, unvisited = state
        return self._tables[player][token] & unvisited

    def _try(self, state: SearchState, moves: int) -> tuple[bool, int, SearchState | None]:
        """Return whether the player to move wins, the moves not tried, and what to solve first."""
        player, _, unvisited = state
        other = (player + 1) % len(self._tables)
        while moves:
            low = moves & -moves
            vertex = low.bit_length() - 1
            after = (other, vertex, reachable(self._arcs, vertex, unvisited ^ low))
            won = self._won.get(after)
            if won is None:
                return False, moves, after
            if not won:
                return True, 0, None
            moves ^= low
        return self._misere and not self._moves(state), 0, None

    def grundy(self, token: int, unvisited: int) -> int:
        """Return the Grundy value of the impartial game."""
        known, arcs = self._grundy, self._arcs

        def options(state: tuple[int, int]) -> list[tuple[int, int]]:
            return [
                (after, reachable(arcs, after, state[1] & ~(1 << after)))
                for after in bits(arcs[state[0]] & state[1])
            ]

        def excluded(_: object, after: Sequence[tuple[int, int]]) -> int:
            self._count()
            return mex([known[option] for option in after])

        return settle((token, reachable(arcs, token, unvisited)), known, options, excluded)

    def _count(self) -> None:
        # The search is shared by threads, and each of them has a meter and a budget of its own.
        meter().tick()
        if self.is_full:
            raise BudgetExceeded(
                f"expected a search of at most {_MOST_POSITIONS} positions on a graph of "
                f"{len(self._arcs)} vertices, got more"
            )
