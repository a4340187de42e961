"""Toppling Dominoes: a row of dominoes on edge; topple one, and all on one side of it fall.

A domino is ``l`` (Left's, blue), ``r`` (Right's, red) or ``e`` (either player's, green); ``.`` is a
gap. A move topples a domino of one's own or a green one to the left or to the right; with it fall
all dominoes on that side up to the next gap. A player who cannot move loses. Rows on the two sides
of a gap, and those on several lines, are a sum.

References
----------
.. [1] M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2nd ed., CRC Press (2019).
.. [2] A. Fink, R. J. Nowakowski, A. N. Siegel, D. Wolfe, Toppling conjectures, in: Games of No
   Chance 4, Cambridge (2015) 65-76.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import ClassVar

from farstar._outcome import Player
from farstar.games._boards import Board
from farstar.games._grid import GridPosition, GridRules, changes
from farstar.rules import Position

__all__ = ["TopplingDominoes"]


def _toppled(row: Board, mine: str) -> Iterator[Board]:
    gaps = [-1, *(i for i, mark in enumerate(row) if mark in ".|"), len(row)]
    for before, after in pairwise(gaps):
        for i in range(before + 1, after):
            if row[i] in mine:
                yield row[: before + 1] + "." * (i - before) + row[i + 1 :]
                yield row[:i] + "." * (after - i) + row[after:]


class TopplingDominoesRules(GridRules):
    """The rules of Toppling Dominoes."""

    name: ClassVar[str] = "TopplingDominoes"
    alphabet: ClassVar[Mapping[str, str]] = {
        ".": "gap",
        "l": "Left's domino",
        "r": "Right's domino",
        "e": "either player's domino",
    }
    start: ClassVar[str] = "lr"

    def left(self, position: Board) -> Iterator[Board]:
        """Return the rows after Left toppled an l or an e, first to the left, then to the right."""
        return _toppled(position, "le")

    def right(self, position: Board) -> Iterator[Board]:
        """Return the rows after Right toppled an r or an e."""
        return _toppled(position, "re")

    def components(self, position: Board) -> list[Board]:
        """Return the rows between the gaps."""
        return position.replace("|", ".").replace(".", " ").split()

    def key(self, position: Board) -> Board:
        """Return the lesser of a row and its mirror image."""
        return min(position, position[::-1])

    def label(self, player: Player, before: Board, after: Board) -> str:
        """Return which dominoes fall; which of them was touched does not matter."""
        fallen = [change.cell for change in changes(before, after)]
        names = [str(cell) if "|" in before else str(cell.column + 1) for cell in fallen]
        return f"{names[0]} falls" if len(names) == 1 else f"{names[0]} to {names[-1]} fall"

    def wrap(self, state: Board) -> Position:
        """Return the position as a `TopplingDominoes`."""
        return TopplingDominoes._of(self, state)


class TopplingDominoes(GridPosition):
    """A row of dominoes: ``l`` for Left, ``r`` for Right, ``e`` for either player.

    Parameters
    ----------
    board : str or sequence of str
        The dominoes from left to right; gaps ``.`` and bars part rows that do not touch.

    Examples
    --------
    >>> import farstar as fs
    >>> fs.TopplingDominoes("lr").value, fs.TopplingDominoes("lrl").value
    (Value('*'), Value('1/2'))
    >>> [fs.TopplingDominoes(row).value for row in ("eee", "lle", "llre")]
    [Value('*3'), Value('{2|0}'), Value('{1,{1|0}|0,*}')]
    """

    __slots__ = ()
    _rules = TopplingDominoesRules()
