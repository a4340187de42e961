"""Col and Snort: colouring the vertices of a graph, under a rule about neighbours.

Left colours an open vertex ``x`` and Right ``o``. In *Col* neighbours must not have the same
colour, in *Snort* they must not have different colours. A player who cannot move loses.

A vertex is open to both players ``.``, open to Left only ``l`` or to Right only ``r``, coloured by
Left ``x`` or by Right ``o``, or closed ``#``. A colour affects only its neighbours, so a coloured
vertex may as well be closed once its neighbours are marked: what remains is a graph of open
vertices, and its connected parts are the components.

On a board the neighbours of a cell are those above, below, left and right of it. A graph is
a list of marks and pairs of vertices, as in ``.x.; 0-1,1-2``, or a word and a size: ``path 7``,
``cycle 5``, ``clique 4``, ``star 3``.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 8.
.. [2] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapters 2 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Self, TypeAlias

from farstar._arguments import as_index, integer, shown
from farstar._outcome import Player
from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import MOST_CELLS, Board
from farstar.games._grid import BOARD, GridPosition, GridRules
from farstar.rules import Path, Position, Ruleset, Step, TextPart
from farstar.rules.diagrams import BLOCKED, EMPTY, Look
from farstar.rules.diagrams import Graph as GraphDiagram

__all__ = ["Col", "GraphCol", "GraphSnort", "Snort"]

ALPHABET = {
    ".": "open",
    "x": "coloured by Left",
    "o": "coloured by Right",
    "l": "open to Left only",
    "r": "open to Right only",
    "#": "closed",
}
_OPEN_TO = {"x": ".l", "o": ".r"}
_CLOSING = {("l", "x"): "#", (".", "x"): "r", ("r", "o"): "#", (".", "o"): "l"}
"""Maps a mark, and a colour that it may no longer take, to the new mark."""

Edge: TypeAlias = tuple[int, int]
Graph: TypeAlias = tuple[str, tuple[Edge, ...]]
"""The marks of the vertices, and the edges, each as a pair with the smaller vertex first."""

MOST_EDGES = 100_000
_GRAPH_WORDS = ("path", "cycle", "clique", "star")
_NAMED = re.compile(r"(path|cycle|clique|star)\s*\(?\s*([0-9]{1,6})\s*\)?")
_PAIR = re.compile(r"([0-9]{1,6})\s*-\s*([0-9]{1,6})")


def settled(marks: str, near: Sequence[Sequence[int]], *, like: bool) -> str:
    """Return the marks after colours have been replaced by marks of their neighbours.

    Parameters
    ----------
    like : bool
        Whether neighbours must have equal colours (Snort), not different ones (Col).
    """
    settled_marks = list(marks)
    for i, mark in enumerate(marks):
        if mark in "xo":
            forbidden = mark if not like else ("o" if mark == "x" else "x")
            settled_marks[i] = "#"
            for j in near[i]:
                settled_marks[j] = _CLOSING.get((settled_marks[j], forbidden), settled_marks[j])
    # A coloured vertex may have been marked by another one after it was closed: it stays closed.
    return "".join("#" if mark in "xo" else settled_marks[i] for i, mark in enumerate(marks))


def colourings(
    marks: str, near: Sequence[Sequence[int]], colour: str, *, like: bool
) -> Iterator[tuple[int, str]]:
    """Yield each vertex that may get the colour, and the marks after that."""
    banned = colour if not like else ("o" if colour == "x" else "x")
    allowed = _OPEN_TO[colour]
    for i, mark in enumerate(marks):
        if mark in allowed and all(marks[j] != banned for j in near[i]):
            yield i, marks[:i] + colour + marks[i + 1 :]


def _is_graph(text: str) -> bool:
    return ";" in text or text.strip().lower().startswith(_GRAPH_WORDS)


def _read(name: str, text: str) -> Position:
    """Return a position on a board; a semicolon or a word such as path makes it a graph."""
    part = TextPart(text)
    rules: Ruleset = (_ON_GRAPHS if _is_graph(part.text) else _ON_BOARDS)[name]()
    return part.placed(lambda: rules(part.text))


class BoardColouring(GridRules):
    """Col or Snort on a board."""

    misere_universe: ClassVar[str] = "dead-ending"

    alphabet: ClassVar[Mapping[str, str]] = ALPHABET
    form: ClassVar[str] = f"{BOARD}; or a graph such as path 4"
    like: ClassVar[bool] = False

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position on a board, or on a graph."""
        return _read(cls.name, text)

    def left(self, position: Board) -> Iterator[Step]:
        """Return the cells that Left may colour."""
        return self._coloured(position, "x")

    def right(self, position: Board) -> Iterator[Step]:
        """Return the cells that Right may colour."""
        return self._coloured(position, "o")

    def _coloured(self, position: Board, colour: str) -> Iterator[Step]:
        cells, near = boards.cells(position), board_neighbours(position)
        for place, after in colourings(position, near, colour, like=self.like):
            yield Step(after, (cells[place],))

    def components(self, position: Board) -> list[Board]:
        """Return the connected regions of open cells, marked instead of coloured."""
        marked = settled(position, board_neighbours(position), like=self.like)
        return list(boards.regions(marked, ".lr", "#"))

    def key(self, position: Board) -> Board:
        """Return the least of the eight symmetric boards."""
        return boards.least_image(position, transpose=True)


def board_neighbours(board: Board) -> list[list[int]]:
    """Return the indices of the cells next to each cell."""
    width, size = boards.stride(board), len(board)
    return [
        [j for j in (i - width, i - 1, i + 1, i + width) if 0 <= j < size and board[j] != "|"]
        for i in range(size)
    ]


class GraphColouring(Ruleset):
    """Col or Snort on a graph; a state is the marks and the edges."""

    misere_universe: ClassVar[str] = "dead-ending"

    form: ClassVar[str] = "a graph such as path 4 or .x.; 0-1,1-2"
    like: ClassVar[bool] = False

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position on a graph, or on a board."""
        return _read(cls.name, text)

    def check(self, position: Any) -> Graph:
        """Return the graph in normal form."""
        if isinstance(position, str):
            return read_graph(position)
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(f"expected marks and edges, got {shown(position)}")
        return graph(*position)

    def left(self, position: Graph) -> Iterator[Step]:
        """Return the vertices that Left may colour."""
        return self._coloured(position, "x")

    def right(self, position: Graph) -> Iterator[Step]:
        """Return the vertices that Right may colour."""
        return self._coloured(position, "o")

    def _coloured(self, position: Graph, colour: str) -> Iterator[Step]:
        marks, edges = position
        near = graph_neighbours(marks, edges)
        for place, after in colourings(marks, near, colour, like=self.like):
            yield Step((after, edges), ((place,),))

    def components(self, position: Graph) -> list[Graph]:
        """Return the connected parts of the open vertices, marked instead of coloured."""
        marks, edges = position
        near = graph_neighbours(marks, edges)
        return list(_parts(settled(marks, near, like=self.like), near))

    def text(self, position: Graph) -> str:
        """Return the marks and the edges."""
        marks, edges = position
        return f"{marks}; {','.join(f'{i}-{j}' for i, j in edges)}"

    def label(self, player: Player, before: Graph, after: Graph, path: Path = ()) -> str:
        """Return the vertex that is coloured."""
        return f"vertex {path[0][0]}"

    def diagram(self, position: Graph) -> GraphDiagram:
        """Return the graph."""
        marks, edges = position
        labels = tuple(map(str, range(len(marks))))
        return GraphDiagram(labels, tuple(_LOOKS[mark] for mark in marks), edges)


_LOOKS = {
    ".": EMPTY._replace(words="open"),
    "x": Look("stone", "coloured by Left", "left", "x"),
    "o": Look("stone", "coloured by Right", "right", "o"),
    "l": Look("letter", "open to Left only", "left", "l"),
    "r": Look("letter", "open to Right only", "right", "r"),
    "#": BLOCKED._replace(words="closed"),
}


def graph(
    marks: object, edges: Iterable[Sequence[int]], alphabet: Mapping[str, str] = ALPHABET
) -> Graph:
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


def read_graph(text: str, alphabet: Mapping[str, str] = ALPHABET, start: str = ".") -> Graph:
    """Read ``path 7`` or ``.x.; 0-1,1-2``; the marks of `start` fill a graph in turn.

    Examples
    --------
    >>> read_graph("cycle 3")
    ('...', ((0, 1), (0, 2), (1, 2)))
    >>> read_graph(".x; 0-1")
    ('.x', ((0, 1),))
    """
    if (match := _NAMED.fullmatch(text.strip().lower())) is not None:
        marks, edges = _named(match[1], int(match[2]))
        filled = (start * len(marks))[: len(marks)]
        return graph(filled, edges, alphabet)
    marks, _, rest = text.partition(";")
    pairs = [_PAIR.fullmatch(pair.strip()) for pair in rest.split(",") if rest.strip()]
    if not all(pairs):
        raise IllegalPositionError(
            f"expected a graph such as path 7 or ...; 0-1,1-2, got {shown(text)}"
        )
    return graph(marks.strip(), [(int(p[1]), int(p[2])) for p in pairs if p], alphabet)


def _named(kind: str, size: int) -> Graph:
    if kind == "star":
        return graph("." * (size + 1), [(0, i) for i in range(1, size + 1)])
    if kind == "clique" and size <= MOST_CELLS:
        return graph("." * size, combinations(range(size), 2))
    path = [(i, i + 1) for i in range(min(size, MOST_CELLS + 1) - 1)]
    return graph("." * size, [*path, (0, size - 1)] if kind == "cycle" and size > 2 else path)


def graph_neighbours(marks: str, edges: Iterable[Edge]) -> list[list[int]]:
    """Return the neighbours of each vertex."""
    near: list[list[int]] = [[] for _ in marks]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    return near


def _parts(marks: str, near: Sequence[Sequence[int]]) -> Iterator[Graph]:
    waiting = {i for i, mark in enumerate(marks) if mark in ".lr"}
    while waiting:
        queue = [min(waiting)]
        waiting.discard(queue[0])
        part = []
        while queue:
            part.append(vertex := queue.pop())
            fresh = [j for j in near[vertex] if j in waiting]
            waiting.difference_update(fresh)
            queue += fresh
        part.sort()
        place = {vertex: i for i, vertex in enumerate(part)}
        edges = {(place[i], place[j]) for i in part for j in near[i] if i < j and j in place}
        yield "".join(marks[i] for i in part), tuple(sorted(edges))


class ColouringGraph(Position):
    """A graph for Col or Snort.

    Parameters
    ----------
    marks : str
        The marks of the vertices 0, 1, 2, ...; or a graph such as ``"path 7"``.
    edges : iterable of pairs
        The vertices that are neighbours.
    """

    __slots__ = ()

    def __init__(self, marks: str, edges: Iterable[Sequence[int]] | None = None) -> None:
        given = marks if edges is None else (marks, tuple(map(tuple, edges)))
        super().__init__(self.rules(), given)

    def __repr__(self) -> str:
        # The game is called Col or Snort on whatever it is played; `Col` and `Snort` read this.
        marks, edges = self._state
        return f"{self.rules.name}({marks!r}, {edges!r})"

    @classmethod
    def path(cls, vertices: int) -> Self:
        """Return a path of open vertices."""
        return cls(f"path {integer(vertices, 1, 'the number of vertices')}")

    @property
    def marks(self) -> str:
        """The marks of the vertices."""
        return str(self._state[0])

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The pairs of neighbours, the smaller vertex first."""
        edges: tuple[Edge, ...] = self._state[1]
        return edges


_COL = "Players colour cells or vertices; adjacent ones must not have the same colour."
_SNORT = "Players colour cells or vertices; adjacent ones must not have different colours."
_LOSES = " Left's colour is blue, Right's is orange. A player who cannot move loses."
_COL_THEORY = "Every position of Col is a number, or a number plus star (Conway)."
_SNORT_THEORY = "Positions are hot; only paths and a few other families have known values."


class ColRules(BoardColouring):
    """The rules of Col on a board."""

    name: ClassVar[str] = "Col"
    how_to_play: ClassVar[str] = _COL + _LOSES
    patterns: ClassVar[str] = (
        "cells x/o l/r . #\nleft [.l] -> x unless near x\nright = swap of left"
    )
    starts: ClassVar[Mapping[str, str]] = {
        "Col(..#|...)": "N",
        "Col(..x|...|.o.)": "L",
        "Col(3x4)": "P",
    }
    theory: ClassVar[str] = _COL_THEORY


class GraphColRules(GraphColouring):
    """The rules of Col on a graph."""

    name: ClassVar[str] = "Col"
    title: ClassVar[str] = "Col on a graph"
    how_to_play: ClassVar[str] = _COL + _LOSES
    starts: ClassVar[Mapping[str, str]] = {"Col(star 5)": "N", "Col(cycle 6)": "P"}
    theory: ClassVar[str] = _COL_THEORY


class SnortRules(BoardColouring):
    """The rules of Snort on a board."""

    name: ClassVar[str] = "Snort"
    like: ClassVar[bool] = True
    how_to_play: ClassVar[str] = _SNORT + _LOSES
    patterns: ClassVar[str] = (
        "cells x/o l/r . #\nleft [.l] -> x unless near o\nright = swap of left"
    )
    starts: ClassVar[Mapping[str, str]] = {
        "Snort(3x3)": "N",
        "Snort(3x4)": "N",
        "Snort(x..|...|..o)": "N",
    }
    theory: ClassVar[str] = _SNORT_THEORY


class GraphSnortRules(GraphColouring):
    """The rules of Snort on a graph."""

    name: ClassVar[str] = "Snort"
    title: ClassVar[str] = "Snort on a graph"
    like: ClassVar[bool] = True
    how_to_play: ClassVar[str] = _SNORT + _LOSES
    starts: ClassVar[Mapping[str, str]] = {"Snort(cycle 7)": "N", "Snort(path 8)": "N"}
    theory: ClassVar[str] = _SNORT_THEORY


_ON_BOARDS = {"Col": ColRules, "Snort": SnortRules}
_ON_GRAPHS = {"Col": GraphColRules, "Snort": GraphSnortRules}


class _BoardOrGraph(GridPosition):
    """A board of Col or Snort; what describes a graph makes a position on that graph."""

    __slots__ = ()

    def __new__(cls, board: Any, *rest: Any) -> Self:
        """Return the position on a board or, for text such as ``"path 4"``, on a graph."""
        if isinstance(board, str) and (_is_graph(board) or (rest and as_index(rest[0]) is None)):
            on_graph: Any = _ON_GRAPHS[cls.rules.name].position_class
            position: Self = on_graph(board, *rest)
            return position
        return super().__new__(cls)


class Col(_BoardOrGraph, rules=ColRules):
    """A board of Col: neighbours must not have the same colour.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top, separated by bars: ``.`` open, ``x`` Left's, ``o`` Right's,
        ``l`` and ``r`` open to one player, ``#`` closed; or a size such as ``"3x4"``.

    Examples
    --------
    >>> fs.Col("..").value, fs.Col("x..").value, fs.Col("...|...").value
    (Value('0'), Value('-1/2'), Value('0'))
    """

    __slots__ = ()


class GraphCol(ColouringGraph, rules=GraphColRules):
    """A graph for Col: neighbours must not have the same colour.

    Parameters
    ----------
    marks : str
        The marks of the vertices 0, 1, 2, ...; or a graph such as ``"path 7"``, ``"cycle 5"``,
        ``"clique 4"`` or ``"star 3"``.
    edges : iterable of pairs, optional
        The vertices that are neighbours.

    Examples
    --------
    >>> fs.GraphCol("cycle 5").value, fs.GraphCol(".x.", [(0, 1), (1, 2)]).value
    (Value('0'), Value('-2'))
    """

    __slots__ = ()


class Snort(_BoardOrGraph, rules=SnortRules):
    """A board of Snort: neighbours must not have different colours.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top, separated by bars: ``.`` open, ``x`` Left's, ``o`` Right's,
        ``l`` and ``r`` open to one player, ``#`` closed; or a size such as ``"3x4"``.

    Examples
    --------
    >>> fs.Snort("..").value, fs.Snort("x..").value, fs.Snort("...|...").value
    (Value('+-1'), Value('{1|0}'), Value('+-{4||1|0}'))
    """

    __slots__ = ()


class GraphSnort(ColouringGraph, rules=GraphSnortRules):
    """A graph for Snort: neighbours must not have different colours.

    Parameters
    ----------
    marks : str
        The marks of the vertices 0, 1, 2, ...; or a graph such as ``"path 7"``, ``"cycle 5"``,
        ``"clique 4"`` or ``"star 3"``.
    edges : iterable of pairs, optional
        The vertices that are neighbours.

    Examples
    --------
    >>> fs.GraphSnort("cycle 5").value, fs.GraphSnort(".x.", [(0, 1), (1, 2)]).value
    (Value('*'), Value('2'))
    """

    __slots__ = ()
