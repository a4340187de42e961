"""Hare and Hounds, the French Military Game: three hounds drive a hare into a corner.

The board has three rows; the middle one is longer by a point at either end. Points are joined to
their neighbours in the row and in the column, and every second one along the diagonals too: those
whose row and column add up to an odd number, counted from 0. Left owns the hounds ``D``: a move
takes a hound to an empty neighbouring point, to the right or straight up or down, never to the
left. Right owns the hare ``H``, which moves to any empty neighbouring point. Nothing is captured. A
player who cannot move loses: Left wins if the hare is enclosed, and a hare that has slipped past
the hounds can move for ever. Play can go on for ever before that too, since hounds can go up and
down; it is then a draw. (In tournaments the hounds lose if they dally.)

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, vol. 3,
   2nd ed., A K Peters (2003), chapter 21.
.. [2] A. N. Siegel, On the structure of games and their posets, thesis, Berkeley (2011).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, GridRules, pieces
from farstar.rules import Step
from farstar.rules.diagrams import Grid

__all__ = ["HareAndHounds"]


def _neighbours(board: Board, at: int) -> Iterator[tuple[int, int]]:
    """Yield the empty points next to one, each with the step in columns."""
    width = boards.stride(board)
    row, column = divmod(at, width)
    for down in (-1, 0, 1):
        for along in (-1, 0, 1):
            diagonal = down != 0 and along != 0
            to = at + down * width + along
            inside = 0 <= row + down < 3 and 0 <= column + along < width - 1
            if (
                inside
                and to != at
                and board[to] == "."
                and not (diagonal and (row + column) % 2 == 0)
            ):
                yield to, along


class HareAndHoundsRules(GridRules):
    """The rules of Hare and Hounds."""

    name = "HareAndHounds"
    title = "Hare and Hounds"
    how_to_play = (
        "Left moves a hound to a neighbouring point, never to the left; Right moves the hare to "
        "any neighbouring point. A player who cannot move loses, and play without end is a draw."
    )
    form = "three rows separated by bars, hounds D, the hare H, # outside"
    starts = {"HareAndHounds(#D..#|D...H|#D..#)": "L", "HareAndHounds(#D..#|.D.H.|#D..#)": "N^"}
    theory = "The board of eleven points was solved by hand; no formula is known."
    looks = pieces("D", "H")
    joint = " to "
    alphabet = {".": "empty", "#": "outside", "D": "a hound", "H": "the hare"}
    start = ""
    example = "#D..#|D...H|#D..#"
    may_loop = True

    def check(self, position: Any) -> Board:
        """Return the board; it has three rows and one hare."""
        board = super().check(position)
        if board.count("|") != 2:
            raise IllegalPositionError(f"expected three rows, got {board.count('|') + 1}")
        if board.count("H") != 1:
            raise IllegalPositionError(f"expected one hare H, got {board.count('H')}")
        return board

    def left(self, position: Board) -> Iterator[Step]:
        """Return the moves of a hound."""
        for at, mark in enumerate(position):
            if mark == "D":
                for to, along in _neighbours(position, at):
                    if along >= 0:
                        yield boards.moved(position, at, to)

    def right(self, position: Board) -> Iterator[Step]:
        """Return the moves of the hare."""
        at = position.index("H")
        return (boards.moved(position, at, to) for to, _ in _neighbours(position, at))

    def diagram(self, position: Board) -> Grid:
        """Return the board with the lines along which pieces move."""
        grid = super().diagram(position)
        points = {
            (r, c) for r, line in enumerate(grid.rows) for c, mark in enumerate(line) if mark != "#"
        }
        lines = (
            ((r, c), (r + down, c + along))
            for r, c in sorted(points)
            for down, along in ((0, 1), (1, -1), (1, 0), (1, 1))
            if (r + down, c + along) in points and not (down and along and (r + c) % 2 == 0)
        )
        return replace(grid, lines=tuple(lines))

    def key(self, position: Board) -> Board:
        """Return the lesser of the board and its image upside down."""
        return min(position, "|".join(reversed(position.split("|"))))


class HareAndHounds(GridPosition, rules=HareAndHoundsRules):
    """A position of Hare and Hounds: hounds ``D`` go right, the hare ``H`` anywhere.

    Parameters
    ----------
    board : str or sequence of str
        The three rows from the top, with bars between them; ``#`` is no point of the board.

    Examples
    --------
    >>> hunt = fs.HareAndHounds("#..D#|..D.H|#..D#")
    >>> str(hunt.outcome), [move.text for move in hunt.moves(fs.Right)]
    ('N^', ['(2,5) to (2,4)'])
    """

    __slots__ = ()
