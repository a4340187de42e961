"""Kayles on graphs: Node Kayles, Arc Kayles, weighted and partizan.

In *Node Kayles* a move takes a vertex, and its neighbours go with it. In *Arc Kayles* a move takes
an edge with its two ends, and every edge at these ends is gone. If vertices have weights, a move
along an edge lowers the weights of both ends by one, and a vertex of weight 0 is gone; without
weights each is 1. In *Partizan Arc Kayles* edges are blue ``l`` (Left's), red ``r`` (Right's) or
green ``e`` (either player's). A player who cannot move loses. Connected parts are components.

A graph is a list of marks and pairs of vertices, as in ``...; 0-1,1-2``, or a word and a size:
``path 7``, ``cycle 5``, ``clique 4``, ``star 3``. A mark is ``.`` for a vertex, ``x`` for one that
is gone, and in Arc Kayles a digit for its weight. Coloured edges are written ``0l1,1r2``.

Node Kayles on a path is Dawson's Kayles with one more pin, Arc Kayles on a path is Dawson's Kayles.

References
----------
.. [1] T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput.
   System Sci. 16 (1978) 185-225.
.. [2] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from farstar._arguments import integer, shown
from farstar._outcome import Player
from farstar.errors import IllegalPositionError
from farstar.games._marked_graphs import (
    Edge,
    Graph,
    MarkedGraphRules,
    connected_parts,
    connected_places,
    graph,
    graph_neighbours,
)
from farstar.games.grids import MarkedRules, SidedRules
from farstar.rules import ImpartialRuleset, Path, Position, Step, diagrams
from farstar.rules.diagrams import BLOCKED, EMPTY, Look

__all__ = ["ArcKayles", "NodeKayles", "PartizanArcKayles"]

_OPEN = EMPTY._replace(words="a vertex")
_WEIGHT = Look("letter", "a vertex", "both")
_GONE = BLOCKED._replace(words="gone")


class NodeKaylesRules(MarkedGraphRules, ImpartialRuleset):
    """The rules of Node Kayles."""

    name = "NodeKayles"
    title = "Node Kayles"
    how_to_play = (
        "A player takes a vertex; its neighbours go with it. A player who cannot move loses."
    )
    alphabet = {".": "a vertex", "x": "gone"}
    looks = {".": _OPEN, "x": _GONE}
    starts = {"NodeKayles(path 6)": "N", "NodeKayles(cycle 7)": "N", "NodeKayles(star 4)": "N"}
    theory = "Deciding who wins is PSPACE-complete; on paths it is Dawson's Kayles."

    def moves(self, position: Graph) -> Iterator[Step]:
        """Return the graphs after a vertex and its neighbours are gone."""
        marks, edges = position
        near = graph_neighbours(marks, edges)
        for vertex, mark in enumerate(marks):
            if mark == ".":
                gone = {vertex, *near[vertex]}
                after = "".join("x" if i in gone else m for i, m in enumerate(marks))
                yield Step((after, edges), ((vertex,),))

    def components(self, position: Graph) -> list[Graph]:
        """Return the connected parts of what is left."""
        marks, edges = position
        return list(connected_parts(marks, graph_neighbours(marks, edges), "."))

    def label(self, player: Player, before: Any, after: Any, path: Path = ()) -> str:
        """Return the vertex that is taken."""
        return f"vertex {path[0][0]}"


class ArcKaylesRules(MarkedGraphRules, ImpartialRuleset):
    """The rules of Arc Kayles, with or without weights."""

    name = "ArcKayles"
    title = "Arc Kayles"
    how_to_play = (
        "A player takes an edge with its two ends, or lowers the weights of the ends by one. A "
        "player who cannot move loses."
    )
    alphabet = {
        ".": "a vertex",
        "x": "gone",
        **{str(weight): f"a vertex of weight {weight}" for weight in range(2, 10)},
    }
    looks = {
        ".": _OPEN,
        "x": _GONE,
        **{str(weight): _WEIGHT._replace(letter=str(weight)) for weight in range(2, 10)},
    }
    starts = {"ArcKayles(path 7)": "N", "ArcKayles(clique 4)": "P", "ArcKayles(2.3; 0-1,1-2)": "N"}
    theory = "On paths it is Dawson's Kayles; Cram is Arc Kayles on a grid."

    def moves(self, position: Graph) -> Iterator[Step]:
        """Return the graphs after a move along an edge."""
        marks, edges = position
        for u, v in edges:
            if marks[u] != "x" and marks[v] != "x":
                after = "".join(_lowered(m) if i in (u, v) else m for i, m in enumerate(marks))
                yield Step((after, edges), ((u,), (v,)))

    def components(self, position: Graph) -> list[Graph]:
        """Return the connected parts of what is left."""
        marks, edges = position
        return list(connected_parts(marks, graph_neighbours(marks, edges), ".23456789"))

    def label(self, player: Player, before: Any, after: Any, path: Path = ()) -> str:
        """Return the edge that is taken."""
        return f"edge {path[0][0]}-{path[1][0]}"


def _lowered(mark: str) -> str:
    return "x" if mark == "." else "." if mark == "2" else str(int(mark) - 1)


ColouredEdge: TypeAlias = tuple[int, int, str]
ColouredGraph: TypeAlias = tuple[str, tuple[ColouredEdge, ...]]
_COLOURED = re.compile(r"([0-9]{1,6})\s*([lre])\s*([0-9]{1,6})")


class PartizanArcKaylesRules(SidedRules, MarkedRules):
    """The rules of Partizan Arc Kayles; a state is the marks and the coloured edges."""

    misere_universe = "dead-ending"
    name = "PartizanArcKayles"
    title = "Partizan Arc Kayles"
    how_to_play = (
        "Left takes a blue or green edge with its two ends, Right a red or green one. A player who "
        "cannot move loses."
    )
    form = "marks and coloured edges such as ....; 0l1,1r2,2e3"
    alphabet = {".": "a vertex", "x": "gone"}
    sides = ("le", "re")
    starts = {
        "PartizanArcKayles(......; 0l1,1l2,2r3,3r4,4e5)": "L",
        "PartizanArcKayles(....; 0l1,1r2,2l3)": "N",
    }
    theory = "Domineering is Partizan Arc Kayles on a grid."

    def check(self, position: Any) -> ColouredGraph:
        """Return the graph in normal form."""
        if isinstance(position, str):
            marks, _, rest = position.partition(";")
            found = [_COLOURED.fullmatch(part.strip()) for part in rest.split(",") if rest.strip()]
            if not all(found):
                raise IllegalPositionError(f"expected a {self.form}, got {shown(position)}")
            return self.check((marks.strip(), [(int(m[1]), int(m[3]), m[2]) for m in found if m]))
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(f"expected marks and edges, got {shown(position)}")
        marks, edges = position
        coloured = set()
        for edge in edges:
            if len(edge) != 3 or edge[2] not in ("l", "r", "e"):
                raise IllegalPositionError(f"expected edges such as (0, 1, 'l'), got {shown(edge)}")
            coloured.add((*sorted(integer(end, 0, "each vertex") for end in edge[:2]), edge[2]))
        checked, _ = graph(marks, [edge[:2] for edge in coloured], self.alphabet)
        return checked, tuple(sorted(coloured))

    def moves_of(self, position: ColouredGraph, mine: str, yours: str) -> Iterator[Step]:
        """Return the graphs after an edge of these colours is taken with its ends."""
        marks, edges = position
        for u, v, colour in edges:
            if colour in mine and marks[u] == marks[v] == ".":
                after = "".join("x" if i in (u, v) else m for i, m in enumerate(marks))
                yield Step((after, edges), ((u,), (v,)))

    def components(self, position: ColouredGraph) -> list[ColouredGraph]:
        """Return the connected parts of what is left."""
        marks, edges = position
        near = graph_neighbours(marks, [(u, v) for u, v, _ in edges])
        return [
            ("." * len(places), _restricted(edges, places))
            for places in connected_places(marks, near, ".")
        ]

    def text(self, position: ColouredGraph) -> str:
        """Return the marks and the edges."""
        marks, edges = position
        return f"{marks}; {','.join(f'{u}{colour}{v}' for u, v, colour in edges)}"

    def label(self, player: Player, before: Any, after: Any, path: Path = ()) -> str:
        """Return the edge that is taken."""
        return f"edge {path[0][0]}-{path[1][0]}"

    def diagram(self, position: ColouredGraph) -> diagrams.Graph:
        """Return the graph with the owners of its edges."""
        marks, edges = position
        owners: dict[str, diagrams.Owner] = {"l": "left", "r": "right", "e": "both"}
        return diagrams.Graph(
            tuple(map(str, range(len(marks)))),
            tuple({".": _OPEN, "x": _GONE}[mark] for mark in marks),
            tuple((u, v) for u, v, _ in edges),
            owners=tuple(owners[colour] for _, _, colour in edges),
        )


def _restricted(edges: Iterable[ColouredEdge], places: Sequence[int]) -> tuple[ColouredEdge, ...]:
    names = {vertex: i for i, vertex in enumerate(places)}
    return tuple(sorted((names[u], names[v], c) for u, v, c in edges if u in names and v in names))


class _GraphPosition(Position):
    """A graph with marks."""

    __slots__ = ()
    _state: Any
    rules: ClassVar[type[Any]]

    def __init__(self, marks: str, edges: Iterable[Sequence[Any]] | None = None) -> None:
        given = marks if edges is None else (marks, tuple(map(tuple, edges)))
        super().__init__(self.rules(), given)

    def __repr__(self) -> str:
        marks, edges = self._state
        return f"{type(self).__name__}({marks!r}, {edges!r})"

    @classmethod
    def path(cls, vertices: int) -> Self:
        """Return a path."""
        return cls(f"path {integer(vertices, 1, 'the number of vertices')}")

    @property
    def marks(self) -> str:
        """The marks of the vertices."""
        return str(self._state[0])

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges, the smaller vertex first."""
        edges: tuple[Edge, ...] = self._state[1]
        return edges


class NodeKayles(_GraphPosition, rules=NodeKaylesRules):
    """A graph: a move takes a vertex, and its neighbours go with it.

    Parameters
    ----------
    marks : str
        The marks of the vertices, ``.`` or ``x``; or a graph such as ``"path 7"``.
    edges : iterable of pairs, optional
        The vertices that are neighbours.

    Examples
    --------
    >>> [fs.NodeKayles.path(n).grundy for n in range(1, 9)]
    [1, 1, 2, 0, 3, 1, 1, 0]
    >>> fs.NodeKayles("....", [(0, 1), (1, 2), (1, 3)]).grundy
    1
    """

    __slots__ = ()


class ArcKayles(_GraphPosition, rules=ArcKaylesRules):
    """A graph: a move takes an edge with its ends, or lowers their weights by one.

    Parameters
    ----------
    marks : str
        The marks of the vertices, ``.`` or ``x`` or a weight from 2 to 9; or a graph such as
        ``"path 7"``.
    edges : iterable of pairs, optional
        The vertices that are joined.

    Examples
    --------
    >>> [fs.ArcKayles.path(n).grundy for n in range(2, 10)]
    [1, 1, 2, 0, 3, 1, 1, 0]
    >>> fs.ArcKayles("2.3", [(0, 1), (1, 2)]).grundy
    1
    """

    __slots__ = ()


class PartizanArcKayles(_GraphPosition, rules=PartizanArcKaylesRules):
    """A graph with coloured edges: a move takes an edge of the player with its ends.

    Parameters
    ----------
    marks : str
        The marks of the vertices, ``.`` or ``x``; or the whole graph as in ``"...; 0l1,1r2"``.
    edges : iterable of (int, int, str), optional
        The edges with their colours ``l``, ``r`` or ``e``.

    Examples
    --------
    >>> fs.PartizanArcKayles("...", [(0, 1, "l"), (1, 2, "r")]).value
    Value('*')
    >>> fs.PartizanArcKayles("....; 0l1,1r2,2l3").value
    Value('{1|0}')
    """

    __slots__ = ()
