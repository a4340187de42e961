"""Backsliding Toads and Frogs: animals may also slide back, but they only jump forward.

Left owns the toads ``T`` and Right the frogs ``F``; ``.`` is an empty cell. A move slides an animal
to a neighbouring empty cell, in either direction; or it takes a toad to the right, or a frog to the
left, over one animal of the other kind to the empty cell behind it. Nothing is removed. A player
who cannot move loses. Since animals can slide to and fro, play may go on for ever, and is then a
draw. Several rows are a sum.

References
----------
.. [1] A. N. Siegel, Backsliding Toads and Frogs, in: Games of No Chance 3, Cambridge (2009)
   197-214.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from farstar._outcome import Player
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games._grid import GridPosition
from farstar.games.toads_and_frogs import ToadsAndFrogsRules
from farstar.rules import Step

__all__ = ["BackslidingToadsAndFrogs"]

_HOPS = {
    Player.LEFT: (("T.", ".T", 1), (".T", "T.", -1), ("TF.", ".FT", 1)),
    Player.RIGHT: ((".F", "F.", -1), ("F.", ".F", 1), (".TF", "FT.", -1)),
}
"""What stands in a row before a move, what after it, and the direction of the animal."""


def _hops(board: Board, player: Player) -> Iterator[tuple[Board, int, int, int]]:
    """Yield the board after each move, where it begins, its length and its direction."""
    for old, new, direction in _HOPS[player]:
        place = board.find(old)
        while place >= 0:
            yield board[:place] + new + board[place + len(old) :], place, len(old), direction
            place = board.find(old, place + 1)


class BackslidingRules(ToadsAndFrogsRules):
    """The rules of Backsliding Toads and Frogs."""

    name: ClassVar[str] = "BackslidingToadsAndFrogs"
    title: ClassVar[str] = "Backsliding Toads and Frogs"
    how_to_play: ClassVar[str] = (
        "Left slides a toad and Right a frog to a neighbouring empty cell, forward or back; or "
        "toads jump to the right, and frogs to the left, over one animal of the other kind. A "
        "player who cannot move loses, and play without end is a draw."
    )
    form: ClassVar[str] = "rows of . T F, separated by bars"
    patterns: ClassVar[str] = (
        "cells T/F .\nleft T. -> .T  .T -> T.  TF. -> .FT\nright = mirror of left"
    )
    starts: ClassVar[Mapping[str, str]] = {
        "BackslidingToadsAndFrogs(T..F)": "N",
        "BackslidingToadsAndFrogs(TTT..FFF)": "D",
        "BackslidingToadsAndFrogs(TT.F)": "L",
    }
    theory: ClassVar[str] = (
        "Siegel found the values of many rows: most are stoppers, or sided by two stoppers."
    )
    may_loop: ClassVar[bool] = True

    def left(self, position: Board) -> list[Board]:
        """Return the boards after the slides and the jumps of a toad."""
        return [after for after, *_ in _hops(position, Player.LEFT)]

    def right(self, position: Board) -> list[Board]:
        """Return the boards after the slides and the jumps of a frog."""
        return [after for after, *_ in _hops(position, Player.RIGHT)]

    def moves_with_paths(self, position: Board, player: Player) -> Iterator[Step]:
        """Return the moves, from where to where an animal goes."""
        cells = boards.cells(position)
        for after, place, length, direction in _hops(position, player):
            ends = (cells[place], cells[place + length - 1])
            yield Step(after, ends if direction > 0 else ends[::-1])

    def components(self, position: Board) -> list[Board]:
        """Return the rows: an animal that may slide back is never stuck."""
        return position.split("|")


class BackslidingToadsAndFrogs(GridPosition, rules=BackslidingRules):
    """A position of Backsliding Toads and Frogs: animals may slide back, play may be drawn.

    Parameters
    ----------
    board : str or sequence of str
        The cells from left to right: ``T`` a toad, ``F`` a frog, ``.`` empty. Rows with bars
        between them are a sum.

    Examples
    --------
    >>> fs.BackslidingToadsAndFrogs("T..F").value, fs.BackslidingToadsAndFrogs("TT.F").loopy_value
    (Value('*'), Loopy('on'))
    >>> fs.BackslidingToadsAndFrogs("TTT..FFF").loopy_value
    Loopy('{on||0|-1/2} & {1/2|0||off}')
    """

    __slots__ = ()
