"""Toads and Frogs: toads go right, frogs go left, and they jump over each other.

Left owns the toads ``T`` and Right the frogs ``F``; ``.`` is an empty cell. A move takes a toad one
cell to the right, or a frog one cell to the left, if that cell is empty; or over one animal of the
other kind to the empty cell behind it. Nothing is removed. A player who cannot move loses. Several
rows are a sum.

Animals that can never move again part a row like walls.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapters 1 and 5.
.. [2] J. Erickson, New Toads and Frogs results, in: Games of No Chance, Cambridge (1996) 299-310.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from farstar._outcome import Player
from farstar.games._boards import Board
from farstar.games._grid import GridPosition, GridRules, changes
from farstar.rules import Position

__all__ = ["ToadsAndFrogs"]

# Two toads before two frogs stay where they are for ever, and are a wall to the others. So are
# frogs at the left end, or a toad with two frogs behind it; the right end is the mirror image.
_BLOCK = re.compile("T+TFF+")
_STUCK = re.compile("(?:F+|T+FF)*")
_MIRROR = str.maketrans("TF", "FT")


def _replaced(row: str, old: str, new: str) -> Iterator[str]:
    place = row.find(old)
    while place >= 0:
        yield row[:place] + new + row[place + len(old) :]
        place = row.find(old, place + 1)


class ToadsAndFrogsRules(GridRules):
    """The rules of Toads and Frogs."""

    name: ClassVar[str] = "ToadsAndFrogs"
    alphabet: ClassVar[Mapping[str, str]] = {".": "empty", "T": "a toad", "F": "a frog"}
    start: ClassVar[str] = ""
    example: ClassVar[str] = "TT.F"

    def left(self, position: Board) -> list[Board]:
        """Return the boards after a step or a jump of a toad."""
        return [*_replaced(position, "T.", ".T"), *_replaced(position, "TF.", ".FT")]

    def right(self, position: Board) -> list[Board]:
        """Return the boards after a step or a jump of a frog."""
        return [*_replaced(position, ".F", "F."), *_replaced(position, ".TF", "FT.")]

    def components(self, position: Board) -> list[Board]:
        """Return the parts of rows between animals that can never move, if there is room."""
        parts = (part for row in position.split("|") for part in _BLOCK.split(row))
        return [_loose(part) for part in parts if "." in part]

    def label(self, player: Player, before: Board, after: Board) -> str:
        """Return from where to where the animal goes."""
        start, end = (change.cell for change in changes(before, after))
        if player is Player.RIGHT:
            start, end = end, start
        if "|" not in before:
            return f"{start.column + 1} to {end.column + 1}"
        return f"{start} to {end}"

    def wrap(self, state: Board) -> Position:
        """Return the position as a `ToadsAndFrogs`."""
        return ToadsAndFrogs._of(self, state)


def _loose(row: str) -> str:
    """Return a row without the animals at its ends that can never move."""
    for _ in range(2):
        stuck = _STUCK.match(row)
        assert stuck is not None
        row = row[stuck.end() :][::-1].translate(_MIRROR)
    return row


class ToadsAndFrogs(GridPosition):
    """A position of Toads and Frogs: Left moves toads to the right, Right frogs to the left.

    Parameters
    ----------
    board : str or sequence of str
        The cells from left to right: ``T`` a toad, ``F`` a frog, ``.`` empty. Rows with bars
        between them are a sum.

    Examples
    --------
    >>> import farstar as fs
    >>> fs.ToadsAndFrogs("T.F").value, fs.ToadsAndFrogs("TT.FF").value
    (Value('*'), Value('*'))
    >>> fs.ToadsAndFrogs("TT.F").value
    Value('{1/2|0}')
    >>> [move.text for move in fs.ToadsAndFrogs("TF.").moves(fs.Left)]
    ['1 to 3']
    """

    __slots__ = ()
    _rules = ToadsAndFrogsRules()
