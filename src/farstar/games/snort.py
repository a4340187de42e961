"""Snort: colour a map so that neighbours never have different colours.

Left colours an open cell ``x`` and Right ``o``, never next to a cell of the other colour. A player
who cannot move loses.

Snort is played on boards, where neighbours are above, below, left and right of each other, and on
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

__all__ = ["GraphSnort", "Snort"]


class SnortRules(BoardColouring):
    """The rules of Snort on a board."""

    name: ClassVar[str] = "Snort"
    like: ClassVar[bool] = True

    def wrap(self, state: Board) -> Position:
        """Return the position as a `Snort`."""
        return Snort._of(self, state)


class GraphSnortRules(GraphColouring):
    """The rules of Snort on a graph."""

    name: ClassVar[str] = "GraphSnort"
    like: ClassVar[bool] = True

    def wrap(self, state: Graph) -> Position:
        """Return the position as a `GraphSnort`."""
        return GraphSnort._of(self, state)


class Snort(GridPosition):
    """A board of Snort: neighbours must not have different colours.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top with bars between them: ``.`` open, ``x`` Left's, ``o`` Right's,
        ``l`` and ``r`` open to one player, ``#`` closed; or a size such as ``"3x4"``.

    Examples
    --------
    >>> import farstar as fs
    >>> fs.Snort("..").value, fs.Snort("x..").value, fs.Snort("...|...").value
    (Value('+-1'), Value('{1|0}'), Value('+-{4||1|0}'))
    """

    __slots__ = ()
    _rules = SnortRules()


class GraphSnort(ColouringGraph):
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
    >>> import farstar as fs
    >>> fs.GraphSnort("cycle 5").value, fs.GraphSnort(".x.", [(0, 1), (1, 2)]).value
    (Value('*'), Value('2'))
    """

    __slots__ = ()
    _rules = GraphSnortRules()
