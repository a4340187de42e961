"""Finite digraphs as bit sets, read from the usual representations of graphs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from farstar._arguments import shown
from farstar._walk import bits
from farstar.errors import IllegalPositionError

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
        given, arcs = _listed(graph)
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


def _listed(graph: GraphLike) -> tuple[list[Hashable], list[Arc]]:
    """Return the vertices that are listed separately, and the arcs."""
    if hasattr(graph, "adj") and hasattr(graph, "nodes"):
        graph = {vertex: list(graph.adj[vertex]) for vertex in graph.nodes}
    if isinstance(graph, Mapping):
        vertices = [_vertex(vertex) for vertex in graph]
        rows = [(tail, many(heads, "the successors of a vertex")) for tail, heads in graph.items()]
        return vertices, [(tail, _vertex(head)) for tail, heads in rows for head in heads]
    return [], [_pair(arc) for arc in many(graph, "a graph as a mapping or a list of arcs")]


def many(items: object, what: str) -> Iterable[object]:
    """Return several things, or say what was expected."""
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
