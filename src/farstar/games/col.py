"""Col: colour a map so that no two neighbours have the same colour.

Left colours an open cell ``x`` and Right ``o``, never next to a cell of the same colour. A player
who cannot move loses. Every position is a number, or a number plus star.

Col is played on boards, where neighbours are above, below, left and right of each other, and on
graphs. Marks are ``.`` open to both players, ``l`` or ``r`` open to one of them, ``#`` closed.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 8.
.. [2] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 2.
"""

from __future__ import annotations

from typing import ClassVar

from farstar.games._boards import Board
from farstar.games._colouring import (
    BoardColouring,
    ColouringGraph,
    Graph,
    GraphColouring,
)
from farstar.games._grid import GridPosition
from farstar.rules import Position

__all__ = ["Col", "GraphCol"]


class ColRules(BoardColouring):
    """The rules of Col on a board."""

    name: ClassVar[str] = "Col"

    def wrap(self, state: Board) -> Position:
        """Return the position as a `Col`."""
        return Col._of(self, state)


class GraphColRules(GraphColouring):
    """The rules of Col on a graph."""

    name: ClassVar[str] = "GraphCol"

    def wrap(self, state: Graph) -> Position:
        """Return the position as a `GraphCol`."""
        return GraphCol._of(self, state)


class Col(GridPosition):
    """A board of Col: neighbours must not have the same colour.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top with bars between them: ``.`` open, ``x`` Left's, ``o`` Right's,
        ``l`` and ``r`` open to one player, ``#`` closed; or a size such as ``"3x4"``.

    Examples
    --------
    >>> import farstar as fs
    >>> fs.Col("..").value, fs.Col("x..").value, fs.Col("...|...").value
    (Value('0'), Value('-1/2'), Value('0'))
    """

    __slots__ = ()
    _rules = ColRules()


class GraphCol(ColouringGraph):
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
    >>> import farstar as fs
    >>> fs.GraphCol("cycle 5").value, fs.GraphCol(".x.", [(0, 1), (1, 2)]).value
    (Value('0'), Value('-2'))
    """

    __slots__ = ()
    _rules = GraphColRules()
