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

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self

from farstar._arguments import as_index, integer
from farstar._outcome import Player
from farstar.engine import Handle, rulesets
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games._marked_graphs import (
    Edge,
    Graph,
    MarkedGraphRules,
    connected_parts,
    graph_neighbours,
    is_graph,
)
from farstar.games.grids import BOARD, GridPosition, SidedRules, StoneRules, TwinnedRules
from farstar.rules import Path, Position, Ruleset, Step, TextPart

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


def settled(marks: str, near: Sequence[Sequence[int]], *, like: bool) -> str:
    """Return the marks after colours have been replaced by marks of their neighbours.

    With `like`, neighbours must have equal colours (Snort), not different ones (Col).
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
    marks: str, near: Sequence[Sequence[int]], colour: str, banned: str
) -> Iterator[tuple[int, str]]:
    """Yield each vertex that may get the colour, without banned neighbours, and the marks then."""
    allowed = _OPEN_TO[colour]
    for i, mark in enumerate(marks):
        if mark in allowed and all(marks[j] != banned for j in near[i]):
            yield i, marks[:i] + colour + marks[i + 1 :]


def _read(name: str, text: str) -> Position:
    """Return a position on a board; a semicolon or a word such as path makes it a graph."""
    part = TextPart(text)
    rules: Ruleset = (_ON_GRAPHS if is_graph(part.text) else _ON_BOARDS)[name]()
    return part.placed(lambda: rules(part.text))


class BoardColouring(TwinnedRules, StoneRules):
    """Col or Snort on a board."""

    misere_universe = "dead-ending"

    alphabet = ALPHABET
    start = "."
    form = f"{BOARD}; or a graph such as path 4"
    like: ClassVar[bool] = False

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position on a board, or on a graph."""
        return _read(cls.name, text)

    def moves_of(self, position: Board, mine: str, yours: str) -> Iterator[Step]:
        """Return the cells that a player may colour."""
        cells, near = boards.cells(position), board_neighbours(position)
        for place, after in colourings(position, near, mine, yours if self.like else mine):
            yield Step(after, (cells[place],))

    def components(self, position: Board) -> list[Board]:
        """Return the connected regions of open cells, marked instead of coloured."""
        return list(boards.regions(self.marked(position), ".lr", "#"))

    def marked(self, position: Board) -> Board:
        """Return the board with marks of open cells instead of colours."""
        return settled(position, board_neighbours(position), like=self.like)

    def native(self, positions: Sequence[Board]) -> Sequence[Handle | None]:
        """Return the values by the native twin, which knows no colours."""
        return super().native([self.marked(position) for position in positions])

    def native_board(self, position: Board) -> rulesets.NativeBoard | None:
        """Return the board for the native search of who wins."""
        return super().native_board(self.marked(position))


def board_neighbours(board: Board) -> list[list[int]]:
    """Return the indices of the cells next to each cell."""
    width, size = boards.stride(board), len(board)
    return [
        [j for j in (i - width, i - 1, i + 1, i + width) if 0 <= j < size and board[j] != "|"]
        for i in range(size)
    ]


class GraphColouring(SidedRules, MarkedGraphRules):
    """Col or Snort on a graph."""

    misere_universe = "dead-ending"
    alphabet = ALPHABET
    like: ClassVar[bool] = False

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position on a graph, or on a board."""
        return _read(cls.name, text)

    def moves_of(self, position: Graph, mine: str, yours: str) -> Iterator[Step]:
        """Return the vertices that a player may colour."""
        marks, edges = position
        near = graph_neighbours(marks, edges)
        for place, after in colourings(marks, near, mine, yours if self.like else mine):
            yield Step((after, edges), ((place,),))

    def components(self, position: Graph) -> list[Graph]:
        """Return the connected parts of the open vertices, marked instead of coloured."""
        marks, edges = position
        near = graph_neighbours(marks, edges)
        return list(connected_parts(settled(marks, near, like=self.like), near, ".lr"))

    def label(self, player: Player, before: Graph, after: Graph, path: Path = ()) -> str:
        """Return the vertex that is coloured."""
        return f"vertex {path[0][0]}"


class ColouringGraph(Position):
    """A graph for Col or Snort."""

    __slots__ = ()
    _state: Graph

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
        return self._state[0]

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The pairs of neighbours, the smaller vertex first."""
        return self._state[1]


_COL = "Players colour cells or vertices; adjacent ones must not have the same colour."
_SNORT = "Players colour cells or vertices; adjacent ones must not have different colours."
_LOSES = " Left's colour is blue, Right's is orange. A player who cannot move loses."
_COL_THEORY = "Every position of Col is a number, or a number plus star (Conway)."
_SNORT_THEORY = "Positions are hot; only paths and a few other families have known values."


class ColRules(BoardColouring):
    """The rules of Col on a board."""

    name = "Col"
    how_to_play = _COL + _LOSES
    patterns = "cells x/o l/r . #\nleft [.l] -> x unless near x\nright = swap of left"
    starts = {"Col(..#|...)": "N", "Col(..x|...|.o.)": "L", "Col(3x4)": "P"}
    theory = _COL_THEORY


class GraphColRules(GraphColouring):
    """The rules of Col on a graph."""

    name = "Col"
    title = "Col on a graph"
    how_to_play = _COL + _LOSES
    starts = {"Col(star 5)": "N", "Col(cycle 6)": "P"}
    theory = _COL_THEORY


class SnortRules(BoardColouring):
    """The rules of Snort on a board."""

    name = "Snort"
    like = True
    how_to_play = _SNORT + _LOSES
    patterns = "cells x/o l/r . #\nleft [.l] -> x unless near o\nright = swap of left"
    starts = {"Snort(3x3)": "N", "Snort(3x4)": "N", "Snort(x..|...|..o)": "N"}
    theory = _SNORT_THEORY


class GraphSnortRules(GraphColouring):
    """The rules of Snort on a graph."""

    name = "Snort"
    title = "Snort on a graph"
    like = True
    how_to_play = _SNORT + _LOSES
    starts = {"Snort(cycle 7)": "N", "Snort(path 8)": "N"}
    theory = _SNORT_THEORY


_ON_BOARDS = {"Col": ColRules, "Snort": SnortRules}
_ON_GRAPHS = {"Col": GraphColRules, "Snort": GraphSnortRules}


class _BoardOrGraph(GridPosition):
    """A board of Col or Snort; what describes a graph makes a position on that graph."""

    __slots__ = ()

    def __new__(cls, board: Any, *rest: Any) -> Self:
        """Return the position on a board or, for text such as ``"path 4"``, on a graph."""
        if isinstance(board, str) and (is_graph(board) or (rest and as_index(rest[0]) is None)):
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

    The board is written as for `Col`.

    Examples
    --------
    >>> fs.Snort("..").value, fs.Snort("x..").value, fs.Snort("...|...").value
    (Value('+-1'), Value('{1|0}'), Value('+-{4||1|0}'))
    """

    __slots__ = ()


class GraphSnort(ColouringGraph, rules=GraphSnortRules):
    """A graph for Snort: neighbours must not have different colours.

    The graph is given as for `GraphCol`.

    Examples
    --------
    >>> fs.GraphSnort("cycle 5").value, fs.GraphSnort(".x.", [(0, 1), (1, 2)]).value
    (Value('*'), Value('2'))
    """

    __slots__ = ()
