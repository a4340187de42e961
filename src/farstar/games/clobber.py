"""Clobber: a stone moves onto an adjacent stone of the other player, which is removed.

Left owns the stones ``x`` and Right the stones ``o``; ``.`` is an empty cell. A player moves one of
their stones to an adjacent cell, above, below, left or right, with a stone of the opponent, and
removes that stone. A player who cannot move loses. The game starts on a chequered board.

A connected group of stones is a component; its value is 0 if all have one colour. As long as one
player can move so can the other, so every position is all-small.

References
----------
.. [1] M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber,
   Integers 5(2) (2005) A1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from farstar._outcome import Player
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games._grid import GridPosition, GridRules, TwinnedRules
from farstar.rules import Path, Step

__all__ = ["Clobber"]


def _captures(board: Board, mine: str, yours: str) -> Iterator[Step]:
    width, cells = boards.stride(board), boards.cells(board)
    for i, mark in enumerate(board):
        if mark == mine:
            for j in (i - width, i - 1, i + 1, i + width):
                if 0 <= j < len(board) and board[j] == yours:
                    yield Step(boards.changed(board, (i, "."), (j, mine)), (cells[i], cells[j]))


class ClobberRules(TwinnedRules, GridRules):
    """The rules of Clobber."""

    misere_universe: ClassVar[str] = "dicot"

    name: ClassVar[str] = "Clobber"
    how_to_play: ClassVar[str] = (
        "A player moves one of their stones onto an adjacent stone of the opponent, which is "
        "removed. A player who cannot move loses."
    )
    patterns: ClassVar[str] = "cells x/o .\nleft xo -> .x both\nright = swap of left"
    starts: ClassVar[Mapping[str, str]] = {
        "Clobber(3x3)": "N",
        "Clobber(4x4)": "N",
        "Clobber(xoxoxoxoxo)": "N",
    }
    theory: ClassVar[str] = (
        "All values are infinitesimal: both players can move or neither can. Deciding who wins is "
        "NP-hard in general."
    )
    has_infinitesimal_values: ClassVar[bool] = True
    alphabet: ClassVar[Mapping[str, str]] = {
        ".": "empty",
        "x": "a stone of Left",
        "o": "a stone of Right",
    }
    start: ClassVar[str] = "xo"

    def left(self, position: Board) -> Iterator[Step]:
        """Return the moves in which an x takes an o."""
        return _captures(position, "x", "o")

    def right(self, position: Board) -> Iterator[Step]:
        """Return the moves in which an o takes an x."""
        return _captures(position, "o", "x")

    def components(self, position: Board) -> list[Board]:
        """Return the connected groups of stones, without those of one colour."""
        parts = boards.regions(position, "xo", ".")
        return [part for part in parts if "x" in part and "o" in part]

    def key(self, position: Board) -> Board:
        """Return the least of the eight symmetric boards."""
        return boards.least_image(position, transpose=True)

    def label(self, player: Player, before: Board, after: Board, path: Path = ()) -> str:
        """Return which stone takes which."""
        return " takes ".join(map(str, path))


class Clobber(GridPosition, rules=ClobberRules):
    """A position of Clobber: Left's stones are ``x``, Right's ``o``.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top, separated by bars; or a size such as ``"3x4"`` for a
        chequered board with an ``x`` in the upper left corner.

    Examples
    --------
    >>> fs.Clobber("xo").value, fs.Clobber("xxo").value, fs.Clobber("xxxo").atomic_weight()
    (Value('*'), Value('^'), Value('2'))
    >>> [move.text for move in fs.Clobber("xo|ox").moves(fs.Left)][:2]
    ['(1,1) takes (1,2)', '(1,1) takes (2,1)']
    """

    __slots__ = ()
