"""The common base of the games on graphs whose vertices have marks.

A graph is a list of marks and pairs of vertices, as in ``.x.; 0-1,1-2``, or a word and a size:
``path 7``, ``cycle 5``, ``clique 4``, ``star 3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from farstar._arguments import integer, shown
from farstar.errors import IllegalPositionError
from farstar.games._boards import MOST_CELLS
from farstar.games.grids import MarkedRules
from farstar.rules import diagrams

Edge: TypeAlias = tuple[int, int]
Graph: TypeAlias = tuple[str, tuple[Edge, ...]]
"""The marks of the vertices, and the edges, each as a pair with the smaller vertex first."""

MOST_EDGES = 100_000
_GRAPH_WORDS = ("path", "cycle", "clique", "star")
_NAMED = re.compile(r"(path|cycle|clique|star)\s*\(?\s*([0-9]{1,6})\s*\)?")
_PAIR = re.compile(r"([0-9]{1,6})\s*-\s*([0-9]{1,6})")


def is_graph(text: str) -> bool:
    """Return whether a text describes a graph, by a semicolon or a word such as path."""
    return ";" in text or text.strip().lower().startswith(_GRAPH_WORDS)


class MarkedGraphRules(MarkedRules):
    """The rules of a game on a graph; a state is the marks and the edges."""

    form = "a graph such as path 4 or .x.; 0-1,1-2"

    def check(self, position: Any) -> Graph:
        """Return the graph in normal form."""
        if isinstance(position, str):
            return read_graph(position, self.alphabet, self.start)
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(f"expected marks and edges, got {shown(position)}")
        return graph(*position, self.alphabet)

    def text(self, position: Graph) -> str:
        """Return the marks and the edges."""
        marks, edges = position
        return f"{marks}; {','.join(f'{i}-{j}' for i, j in edges)}"

    def diagram(self, position: Graph) -> diagrams.Graph:
        """Return the graph."""
        marks, edges = position
        return diagrams.Graph(
            tuple(map(str, range(len(marks)))), tuple(map(self.look, marks)), edges
        )


def graph(marks: object, edges: Iterable[Sequence[int]], alphabet: Mapping[str, str]) -> Graph:
    """Return a graph in normal form, or raise an error that says what is wrong."""
    if not isinstance(marks, str) or not set(marks) <= set(alphabet):
        wanted = ", ".join(f"{mark} ({meaning})" for mark, meaning in alphabet.items())
        raise IllegalPositionError(f"expected vertices made of {wanted}, got {shown(marks)}")
    if not 1 <= len(marks) <= MOST_CELLS:
        raise IllegalPositionError(f"expected 1 to {MOST_CELLS} vertices, got {len(marks)}")
    checked = set()
    for edge in edges:
        if len(edge) != 2 or edge[0] == edge[1]:
            raise IllegalPositionError(f"expected edges of two vertices, got {shown(edge)}")
        ends = sorted(integer(end, 0, "each vertex") for end in edge)
        if ends[1] >= len(marks):
            raise IllegalPositionError(f"expected vertices below {len(marks)}, got {ends[1]}")
        checked.add((ends[0], ends[1]))
        if len(checked) > MOST_EDGES:
            raise IllegalPositionError(f"expected at most {MOST_EDGES} edges, got more")
    return marks, tuple(sorted(checked))


def read_graph(text: str, alphabet: Mapping[str, str], start: str) -> Graph:
    """Read ``path 7`` or ``.x.; 0-1,1-2``; the marks of `start` fill a graph in turn.

    Examples
    --------
    >>> alphabet = {".": "open", "x": "coloured"}
    >>> read_graph("cycle 3", alphabet, ".")
    ('...', ((0, 1), (0, 2), (1, 2)))
    >>> read_graph(".x; 0-1", alphabet, ".")
    ('.x', ((0, 1),))
    """
    if (match := _NAMED.fullmatch(text.strip().lower())) is not None:
        vertices, edges = _named(match[1], int(match[2]))
        return graph((start * vertices)[:vertices], edges, alphabet)
    marks, _, rest = text.partition(";")
    pairs = [_PAIR.fullmatch(pair.strip()) for pair in rest.split(",") if rest.strip()]
    if not all(pairs):
        raise IllegalPositionError(
            f"expected a graph such as path 7 or ...; 0-1,1-2, got {shown(text)}"
        )
    return graph(marks.strip(), [(int(p[1]), int(p[2])) for p in pairs if p], alphabet)


def _named(kind: str, size: int) -> tuple[int, Iterable[Edge]]:
    """Return the number of vertices and the edges of a well-known graph."""
    if kind == "star":
        return size + 1, ((0, i) for i in range(1, size + 1))
    if kind == "clique" and size <= MOST_CELLS:
        return size, combinations(range(size), 2)
    path = [(i, i + 1) for i in range(min(size, MOST_CELLS + 1) - 1)]
    return size, [*path, (0, size - 1)] if kind == "cycle" and size > 2 else path


def graph_neighbours(marks: str, edges: Iterable[Edge]) -> list[list[int]]:
    """Return the neighbours of each vertex."""
    near: list[list[int]] = [[] for _ in marks]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    return near


def connected_places(marks: str, near: Sequence[Sequence[int]], kept: str) -> Iterator[list[int]]:
    """Yield the vertices with one of the marks `kept` of each connected part, in order."""
    waiting = {i for i, mark in enumerate(marks) if mark in kept}
    while waiting:
        queue = [min(waiting)]
        waiting.discard(queue[0])
        part = []
        while queue:
            part.append(vertex := queue.pop())
            fresh = [j for j in near[vertex] if j in waiting]
            waiting.difference_update(fresh)
            queue += fresh
        yield sorted(part)


def connected_parts(marks: str, near: Sequence[Sequence[int]], kept: str) -> Iterator[Graph]:
    """Yield the connected parts of the vertices with one of the marks `kept`."""
    for part in connected_places(marks, near, kept):
        place = {vertex: i for i, vertex in enumerate(part)}
        edges = {(place[i], place[j]) for i in part for j in near[i] if i < j and j in place}
        yield "".join(marks[i] for i in part), tuple(sorted(edges))
