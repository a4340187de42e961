"""Graphs of CGScript: undirected or directed, with labels at vertices and edges.

In a text ``.`` is a vertex and ``-`` an edge; vertices between edges may be left out. Branches
stand in parentheses with semicolons between them, ``:A`` names a vertex, and labels of more than
one character stand in braces. ``>`` and ``<`` are edges of one direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from farstar.errors import NotationError
from farstar.interop._cgscript_collections import written

_MOST_VERTICES = 2_000


@dataclass(frozen=True)
class Edge:
    """An edge from one vertex to another, both counted from 1."""

    start: int
    end: int
    label: Any = None

    def ask(self, name: str) -> Any:
        """Return a property."""
        known = {
            "FromVertex": self.start,
            "Label": self.label,
            "OutVertex": self.end,
            "Tag": self.label,
            "ToVertex": self.end,
        }
        return _known(known, name, "an edge")

    def __str__(self) -> str:
        return f"Edge({written(self.label)}, {self.start}, {self.end})"


@dataclass(frozen=True)
class Vertex:
    """A vertex with the edges that leave it."""

    label: Any
    edges: tuple[Edge, ...]

    def ask(self, name: str) -> Any:
        """Return a property."""
        ends = [edge.end for edge in self.edges]
        known = {
            "EdgeCount": len(ends),
            "Edges": list(self.edges),
            "Label": self.label,
            "OutVertices": ends,
            "Tag": self.label,
            "ToVertices": ends,
        }
        return _known(known, name, "a vertex")

    def __getitem__(self, place: int) -> Edge:
        return _at(self.edges, place, "edges of the vertex")

    def __str__(self) -> str:
        return f"Vertex({written(self.label)}, {written([edge.end for edge in self.edges])})"


def _known(known: Mapping[str, Any], name: str, what: str) -> Any:
    if name not in known:
        raise NotationError(f"expected a property of {what} that is supported, got .{name}")
    return known[name]


T = TypeVar("T")


def _at(items: tuple[T, ...], place: Any, what: str) -> T:
    if not isinstance(place, int) or not 1 <= place <= len(items):
        raise NotationError(f"expected a number from 1 to {len(items)}, the {what}, got {place}")
    return items[place - 1]


@dataclass(frozen=True)
class ScriptGraph:
    """Labels of vertices, and edges; an undirected edge is stored once."""

    labels: tuple[Any, ...]
    edges: tuple[Edge, ...] = ()
    directed: bool = False

    def leaving(self, vertex: int) -> tuple[Edge, ...]:
        """Return the edges that leave a vertex, sorted by the other end."""
        out = [edge for edge in self.edges if edge.start == vertex]
        if not self.directed:
            back = [e for e in self.edges if e.end == vertex != e.start]
            out += [Edge(edge.end, edge.start, edge.label) for edge in back]
        return tuple(sorted(out, key=lambda edge: edge.end))

    def neighbours(self, vertex: int) -> set[int]:
        """Return the vertices joined to one, in either direction."""
        ends = {edge.end for edge in self.edges if edge.start == vertex}
        return ends | {edge.start for edge in self.edges if edge.end == vertex}

    def vertex(self, place: Any) -> Vertex:
        """Return a vertex."""
        label = _at(self.labels, place, "vertices")
        return Vertex(label, self.leaving(place))

    __getitem__ = vertex

    def retain(self, kept: Iterable[int]) -> ScriptGraph:
        """Return the graph on some vertices, with the edges between them."""
        order = sorted(set(kept))
        for vertex in order:
            self.vertex(vertex)
        names = {old: new for new, old in enumerate(order, 1)}
        edges = (
            Edge(names[e.start], names[e.end], e.label)
            for e in self.edges
            if e.start in names and e.end in names
        )
        return ScriptGraph(tuple(self.labels[v - 1] for v in order), tuple(edges), self.directed)

    def delete(self, gone: Iterable[int]) -> ScriptGraph:
        """Return the graph without some vertices."""
        away = set(gone)
        for vertex in away:
            self.vertex(vertex)
        return self.retain(v for v in range(1, len(self.labels) + 1) if v not in away)

    def without(self, edge: Edge) -> ScriptGraph:
        """Return the graph without one edge."""
        ends = {(edge.start, edge.end)}
        if not self.directed:
            ends.add((edge.end, edge.start))
        for place, other in enumerate(self.edges):
            if (other.start, other.end) in ends and other.label == edge.label:
                rest = (*self.edges[:place], *self.edges[place + 1 :])
                return ScriptGraph(self.labels, rest, self.directed)
        raise NotationError(f"expected an edge of the graph, got {edge}")

    def components(self) -> list[list[int]]:
        """Return the vertices of the connected parts."""
        waiting = set(range(1, len(self.labels) + 1))
        parts = []
        while waiting:
            queue = [min(waiting)]
            waiting.discard(queue[0])
            part = []
            while queue:
                part.append(here := queue.pop())
                fresh = self.neighbours(here) & waiting
                waiting -= fresh
                queue += sorted(fresh)
            parts.append(sorted(part))
        return parts

    def component(self, vertex: int) -> ScriptGraph:
        """Return the connected part with a vertex."""
        self.vertex(vertex)
        return next(self.retain(part) for part in self.components() if vertex in part)

    def decomposition(self, boundary: Any) -> list[ScriptGraph]:
        """Return the connected parts of the vertices that do not have a label."""
        vertices = range(1, len(self.labels) + 1)
        inner = self.retain(v for v in vertices if self.labels[v - 1] != boundary)
        return [inner.retain(part) for part in inner.components()]

    def relabelled(self, changes: Mapping[int, Any]) -> ScriptGraph:
        """Return the graph with other labels at some vertices."""
        for vertex in changes:
            self.vertex(vertex)
        labels = (changes.get(v, label) for v, label in enumerate(self.labels, 1))
        return ScriptGraph(tuple(labels), self.edges, self.directed)

    def ask(self, name: str, *given: Any, **named: Any) -> Any:
        """Return a property, or the value of a method."""
        if name not in _METHODS:
            raise NotationError(f"expected a member of Graph that is supported, got .{name}")
        return _METHODS[name](self, *given, **named)

    def text(self, vertex_text: Callable[[Any], str] | None = None) -> str:
        """Return the graph as text."""
        return _Writer(self, vertex_text or _braced).text()

    def __str__(self) -> str:
        kind = "DirectedGraph" if self.directed else "Graph"
        return f'{kind}("{self.text()}")'


def _braced(label: Any) -> str:
    return "" if label is None else f"{{{written(label)}}}"


def _all_edges(graph: ScriptGraph) -> list[Edge]:
    if graph.directed:
        return sorted(graph.edges, key=lambda e: (e.start, e.end))
    flipped = (Edge(min(e.start, e.end), max(e.start, e.end), e.label) for e in graph.edges)
    return sorted(flipped, key=lambda e: (e.start, e.end))


def _is_simple(graph: ScriptGraph) -> bool:
    ends = [(e.start, e.end) for e in _all_edges(graph)]
    return len(set(ends)) == len(ends) and all(start != end for start, end in ends)


def _labelled_text(graph: ScriptGraph, **named: Any) -> str:
    labels = named.get("vertexLabels") or {}
    texts = {value: key for key, value in labels.items()}
    return graph.text(lambda label: texts.get(label, _braced(label)))


_METHODS: Mapping[str, Callable[..., Any]] = {
    "AdjacencyList": lambda g: [
        [edge.end for edge in g.leaving(v)] for v in range(1, len(g.labels) + 1)
    ],
    "ConnectedComponent": ScriptGraph.component,
    "ConnectedComponents": lambda g: [g.retain(part) for part in g.components()],
    "Decomposition": ScriptGraph.decomposition,
    "DeleteEdge": ScriptGraph.without,
    "DeleteEdgeByIndex": lambda g, vertex, edge: g.without(g.vertex(vertex)[edge]),
    "DeleteVertex": lambda g, vertex: g.delete([vertex]),
    "DeleteVertices": ScriptGraph.delete,
    "EdgeCount": lambda g: len(g.edges),
    "Edges": _all_edges,
    "IsConnected": lambda g: len(g.components()) < 2,
    "IsEmpty": lambda g: not g.labels,
    "IsSimple": _is_simple,
    "RetainVertices": ScriptGraph.retain,
    "ToString": _labelled_text,
    "UpdatedVertexLabels": ScriptGraph.relabelled,
    "UpdatedVertexTags": ScriptGraph.relabelled,
    "VertexCount": lambda g: len(g.labels),
    "Vertices": lambda g: [g.vertex(v) for v in range(1, len(g.labels) + 1)],
}


class _Writer:
    """Writes a graph as text, part by part and in depth first order."""

    def __init__(self, graph: ScriptGraph, vertex_text: Callable[[Any], str]) -> None:
        self.graph = graph
        self.vertex_text = vertex_text
        self.seen: list[int] = []
        self.named: set[int] = set()
        self.used: set[int] = set()

    def text(self) -> str:
        """Return the text of all parts."""
        trees = []
        for part in self.graph.components():
            self.seen.append(part[0])
            trees.append((part[0], self._branches(part[0])))
        names = {v: f":{_name(i)}" for i, v in enumerate(v for v in self.seen if v in self.named)}
        return ";".join(self._written(tree, names) or "." for tree in trees)

    def _branches(self, vertex: int) -> list[Any]:
        """Return the edges that go on from a vertex, each with the tree behind it."""
        branches: list[Any] = []
        for place, sign, end, label in self._leaving(vertex):
            if place in self.used:
                continue
            self.used.add(place)
            if end in self.seen:
                self.named.add(end)
                branches.append((sign, label, end, None))
            else:
                self.seen.append(end)
                branches.append((sign, label, end, self._branches(end)))
        return branches

    def _leaving(self, vertex: int) -> list[tuple[int, str, int, Any]]:
        found = []
        for place, edge in enumerate(self.graph.edges):
            forward, back = (">", "<") if self.graph.directed else ("-", "-")
            if edge.start == vertex:
                found.append((place, forward, edge.end, edge.label))
            elif edge.end == vertex:
                found.append((place, back, edge.start, edge.label))
        return sorted(found, key=lambda way: way[2])

    def _written(self, tree: tuple[int, list[Any] | None], names: Mapping[int, str]) -> str:
        vertex, branches = tree
        text = self.vertex_text(self.graph.labels[vertex - 1]) + names.get(vertex, "")
        listed = [
            _edge_text(sign, label) + self._written((end, inner), names)
            for sign, label, end, inner in branches or ()
        ]
        return text + (listed[0] if len(listed) == 1 else f"({';'.join(listed)})" if listed else "")


def _edge_text(sign: str, label: Any) -> str:
    if label is None:
        return sign
    return _braced(label) + ("" if sign == "-" else sign)


def _name(place: int) -> str:
    return chr(ord("A") + place) if place < 26 else f"{{{place + 1}}}"


# Reading.


def parse_graph(text: str, *, directed: bool = False, **labels: Any) -> ScriptGraph:
    """Read a graph; `vertexLabels` and `edgeLabels` are maps, or functions of the texts."""
    unknown = next((name for name in labels if name not in ("vertexLabels", "edgeLabels")), None)
    if unknown is not None:
        raise NotationError(f"expected vertexLabels or edgeLabels, got {unknown}")
    both = (labels.get("vertexLabels"), labels.get("edgeLabels"))
    return _Reader(text, *both, directed).graph()


class _Reader:
    """Reads a graph from its text."""

    def __init__(self, text: str, vertex_labels: Any, edge_labels: Any, directed: bool) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0
        self.vertex_labels = vertex_labels
        self.edge_labels = edge_labels
        self.directed = directed
        self.labels: list[Any] = []
        self.edges: list[Edge] = []
        self.names: dict[str, int] = {}

    def graph(self) -> ScriptGraph:
        """Return the whole graph."""
        while self.at < len(self.tokens):
            self.tree(None)
            if self.at < len(self.tokens) and not self.accept(";"):
                raise self.fault()
        return ScriptGraph(tuple(self.labels), tuple(self.edges), self.directed)

    def fault(self) -> NotationError:
        """Return the error for what comes next."""
        got = self.tokens[self.at] if self.at < len(self.tokens) else "the end"
        return NotationError(f"expected a graph such as .-.-.(-;--), got {got!r} in {self.text!r}")

    def accept(self, sign: str) -> bool:
        """Read a sign if it comes next."""
        if self.at < len(self.tokens) and self.tokens[self.at] == sign:
            self.at += 1
            return True
        return False

    def tree(self, before: int | None) -> None:
        """Read a path with its branches, from a new vertex or from one that is there."""
        here = self.vertex() if before is None else before
        while self.at < len(self.tokens) and self.tokens[self.at] not in (";", ")"):
            if self.accept("("):
                self.tree(here)
                while self.accept(";"):
                    self.tree(here)
                if not self.accept(")"):
                    raise self.fault()
                continue
            here = self.edge(here)

    def edge(self, here: int) -> int:
        """Read an edge and the vertex behind it; return that vertex."""
        token = self.tokens[self.at]
        label = None
        if token not in ("-", ">", "<"):
            label = self.label(token, self.edge_labels)
            if label is _UNKNOWN:
                raise self.fault()
            self.at += 1
            token = self.tokens[self.at] if self.at < len(self.tokens) else ""
            if token not in (">", "<"):
                self.at -= 1
                token = "-"
        self.at += 1
        there = self.vertex()
        if token != "<":
            self.edges.append(Edge(here, there, label))
        if token == "<" or (token == "-" and self.directed):
            self.edges.append(Edge(there, here, label))
        return there

    def vertex(self) -> int:
        """Read a vertex, which may be left out, with its label and its name."""
        label = None
        if self.at < len(self.tokens) and not self.accept("."):
            token = self.tokens[self.at]
            if token not in ("-", ">", "<", "(", ")", ";", ":") and not self.is_edge(token):
                label = self.label(token, self.vertex_labels)
                if label is _UNKNOWN:
                    raise self.fault()
                self.at += 1
        if self.accept(":"):
            if self.at >= len(self.tokens):
                raise self.fault()
            name = self.tokens[self.at]
            self.at += 1
            if name in self.names:
                return self.names[name]
            self.names[name] = len(self.labels) + 1
        if len(self.labels) >= _MOST_VERTICES:
            raise NotationError(f"expected at most {_MOST_VERTICES} vertices")
        self.labels.append(label)
        return len(self.labels)

    def is_edge(self, token: str) -> bool:
        """Return whether a token is the label of an edge."""
        return isinstance(self.edge_labels, dict) and token in self.edge_labels

    def label(self, token: str, labels: Any) -> Any:
        """Return the label that a token means."""
        if isinstance(labels, dict):
            return labels.get(token, _UNKNOWN)
        return labels(token) if callable(labels) else _UNKNOWN


_UNKNOWN = object()


def _tokens(text: str) -> list[str]:
    """Return single characters, and what stands in braces."""
    found, at = [], 0
    while at < len(text):
        if text[at] == "{":
            end = text.find("}", at)
            if end < 0:
                raise NotationError(f"expected a closing brace in {text!r}")
            found.append(text[at + 1 : end])
            at = end + 1
        else:
            if not text[at].isspace():
                found.append(text[at])
            at += 1
    return found


# Well-known graphs.


def _plain(vertices: Any, edges: Iterable[tuple[int, int]]) -> ScriptGraph:
    if not isinstance(vertices, int) or not 0 <= vertices <= _MOST_VERTICES:
        raise NotationError(f"expected 0 to {_MOST_VERTICES} vertices, got {vertices}")
    return ScriptGraph((None,) * vertices, tuple(Edge(u, v) for u, v in edges))


def _path(n: int) -> ScriptGraph:
    return _plain(n, ((v, v + 1) for v in range(1, n)))


def _cycle(n: int) -> ScriptGraph:
    return _plain(n, [*((v, v + 1) for v in range(1, n)), (1, n)] if n else [])


def _clique(n: int) -> ScriptGraph:
    return _plain(n, ((u, v) for u in range(1, n + 1) for v in range(u + 1, n + 1)))


def _star(n: int) -> ScriptGraph:
    return _plain(n, ((1, v) for v in range(2, n + 1)))


def _from_adjacency(rows: list[list[int]]) -> ScriptGraph:
    counted: dict[tuple[int, int], int] = {}
    for u, row in enumerate(rows, 1):
        for v in row:
            if not 1 <= v <= len(rows):
                raise NotationError(f"expected vertices from 1 to {len(rows)}, got {v}")
            counted[u, v] = counted.get((u, v), 0) + 1
    if any(counted.get((v, u)) != times for (u, v), times in counted.items()):
        raise NotationError("expected each edge in the rows of both its ends")
    edges = [(u, v) for (u, v), times in counted.items() if u <= v for _ in range(times)]
    return _plain(len(rows), edges)


GRAPH_MAKERS: Mapping[str, Any] = {
    "Clique": _clique,
    "Cycle": _cycle,
    "Empty": ScriptGraph(()),
    "FromAdjacencyList": _from_adjacency,
    "Parse": parse_graph,
    "Path": _path,
    "Singleton": lambda label=None: ScriptGraph((label,)),
    "Star": _star,
}
