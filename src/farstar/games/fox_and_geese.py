"""Fox and Geese: geese go up the board, a fox goes anywhere, and wants to get past them.

The pieces stand on squares of one colour of a chequered board and move diagonally. Left owns the
geese ``G``: a move takes a goose one square towards the first row. Right owns the fox ``F``, which
moves one square in any diagonal direction; in Ceylonese Fox and Geese it may go two squares in one
direction, if both are empty. Nothing is captured. A player who cannot move loses, so Left wins if
the geese enclose the fox. A fox that has got past all geese has moves for ever: the position is
worth *off*.

The geese never go back, so play returns to an earlier position only by moves of the fox alone:
alternating play always ends, and every value is a stopper.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, vol. 3,
   2nd ed., A K Peters (2003), chapter 20.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games._grid import GridPosition, GridRules, pieces
from farstar.loopy import Loopy
from farstar.rules import Step
from farstar.rules.diagrams import Grid

__all__ = ["CeyloneseFoxAndGeese", "FoxAndGeese"]


class FoxAndGeeseRules(GridRules):
    """The rules of Fox and Geese."""

    name = "FoxAndGeese"
    title = "Fox and Geese"
    how_to_play = (
        "Left moves a goose one square diagonally up, Right the fox one square in any diagonal "
        "direction. A player who cannot move loses; the fox has moves for ever once it is past "
        "the geese."
    )
    form = "rows separated by bars, one fox F, geese G"
    patterns = "cells G/F .\nleft ?.|G? -> =G|.=  .?|?G -> G=|=.\nright F. -> .F diagonals"
    starts = {
        "FoxAndGeese(F.......|........|G.G.G.G.|........)": "L",
        "FoxAndGeese(......|.F....|......|.G.G..|......)": "R",
        "FoxAndGeese(F...|....|G.G.|....)": "N",
    }
    theory = (
        "On the 8 by 8 board the starting position is worth 2 plus over; Winning Ways explains why."
    )
    looks = pieces("G", "F")
    joint = " to "
    alphabet = {".": "empty", "G": "a goose", "F": "the fox"}
    start = ""
    example = "F...|....|G.G.|...."
    may_loop = True

    fox_range: ClassVar[int] = 1
    """How far the fox goes in one move."""

    def check(self, position: Any) -> Board:
        """Return the board; it has one fox, and all pieces stand on squares of its colour."""
        board = super().check(position)
        if board.count("F") != 1:
            raise IllegalPositionError(f"expected one fox F, got {board.count('F')}")
        width = boards.stride(board)
        colours = {sum(divmod(i, width)) % 2 for i, mark in enumerate(board) if mark in "FG"}
        if len(colours) != 1:
            raise IllegalPositionError("expected all pieces on squares of one colour")
        return board

    def diagram(self, position: Board) -> Grid:
        """Return the chequered board; the pieces are on its dark squares."""
        colour = sum(divmod(position.index("F"), boards.stride(position))) % 2
        return replace(super().diagram(position), dark=colour)

    def left(self, position: Board) -> Iterator[Step]:
        """Return the moves of a goose."""
        width = boards.stride(position)
        for i, mark in enumerate(position):
            if mark == "G":
                for to in (i - width - 1, i - width + 1):
                    if to >= 0 and position[to] == ".":
                        yield boards.moved(position, i, to)

    def right(self, position: Board) -> Iterator[Step]:
        """Return the moves of the fox."""
        width = boards.stride(position)
        fox = position.index("F")
        for step in (-width - 1, -width + 1, width - 1, width + 1):
            to = fox
            for _ in range(self.fox_range):
                to += step
                if not 0 <= to < len(position) or position[to] != ".":
                    break
                yield boards.moved(position, fox, to)

    def closed_loopy(self, position: Board) -> Loopy | None:
        """Return off where the fox is past all geese, and can go on below them."""
        rows = position.split("|")
        fox = next(i for i, row in enumerate(rows) if "F" in row)
        last = max((i for i, row in enumerate(rows) if "G" in row), default=-1)
        return Loopy("off") if last < fox < len(rows) - 1 and len(rows[0]) > 1 else None

    def key(self, position: Board) -> Board:
        """Return the lesser of the board and its mirror image."""
        return min(position, boards.mirrored(position))


class FoxAndGeese(GridPosition, rules=FoxAndGeeseRules):
    """A position of Fox and Geese: geese ``G`` go up the board, the fox ``F`` anywhere.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top with bars between them. The geese go towards the first row.

    Examples
    --------
    >>> fs.FoxAndGeese("........|...F....|G.G.G.G.|........").value
    Value('2')
    >>> fs.FoxAndGeese("........|.F......|G.G.G.G.|........").loopy_value
    Loopy('2over')
    """

    __slots__ = ()


class CeyloneseRules(FoxAndGeeseRules):
    """The rules of Ceylonese Fox and Geese."""

    name = "CeyloneseFoxAndGeese"
    title = "Ceylonese Fox and Geese"
    how_to_play = (
        "Left moves a goose one square diagonally up, Right the fox one or two squares in any "
        "diagonal direction. A player who cannot move loses; the fox has moves for ever once it "
        "is past the geese."
    )
    patterns = (
        "cells G/F .\n"
        "left ?.|G? -> =G|.=  .?|?G -> G=|=.\n"
        "right F. -> .F diagonals  F.. -> ..F diagonals"
    )
    starts = {
        "CeyloneseFoxAndGeese(F.....|......|G.G.G.|......)": "L",
        "CeyloneseFoxAndGeese(F...|....|G.G.|....)": "N",
    }
    theory = "No formula is known; single boards were solved by computer."
    fox_range = 2


class CeyloneseFoxAndGeese(GridPosition, rules=CeyloneseRules):
    """A position of Ceylonese Fox and Geese, whose fox may go two squares.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top with bars between them. The geese go towards the first row.

    Examples
    --------
    >>> fs.CeyloneseFoxAndGeese("F...|....|G.G.|....").moves(fs.Right)[-1].text
    '(1,1) to (2,2)'
    """

    __slots__ = ()
