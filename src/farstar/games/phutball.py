"""One-dimensional Phutball: two players move one ball, Left to the right end and Right to the left.

The board is a strip of cells; ``B`` is the ball, ``o`` a man, ``.`` an empty cell. Men and the ball
belong to nobody. A move puts a man on any empty cell, or moves the ball by one or more jumps. In a
jump the ball leaps over all the men that stand next to it in a row, in either direction, to the
first empty cell behind them, or off the board if there is none; the men are taken off at once, and
the ball may jump on from where it has landed. The game is over when a move ends with the ball on
the last cell of the strip or beyond it: at the right end Left has won, at the left end Right has.

Men are put on and taken off, so play can go on for ever, and is then a draw. A game that is won
counts as *on* or *off* here: the winner can move for ever, the loser not at all. So a goal wins any
sum with short games, whoever's move it was.

References
----------
.. [1] J. P. Grossman, R. J. Nowakowski, One-dimensional Phutball, in: More Games of No Chance,
   Cambridge (2002) 361-367.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from farstar._outcome import Player
from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import Board, Cell
from farstar.games.grids import GridPosition, GridRules, SidedRules
from farstar.rules import Path, Step
from farstar.rules.diagrams import BLOCKED, TOKEN

__all__ = ["Phutball"]

_LEAST = 3
"""On a shorter strip the ball always stands at an end."""


def _jumps(board: Board, ball: int) -> Iterator[tuple[Board, int]]:
    """Yield what single jumps lead to: the board, and where the ball is then."""
    for step in (1, -1):
        to = ball + step
        while 0 <= to < len(board) and board[to] == "o":
            to += step
        if to != ball + step:
            landing = min(max(to, 0), len(board) - 1)
            low, high = sorted((ball, landing))
            cleared = board[:low] + "." * (high - low + 1) + board[high + 1 :]
            yield boards.changed(cleared, (landing, "B")), landing


class PhutballRules(SidedRules, GridRules):
    """The rules of one-dimensional Phutball."""

    name = "Phutball"
    sides = (Player.LEFT, Player.RIGHT)
    title = "One-dimensional Phutball"
    how_to_play = (
        "A player puts a man on an empty cell, or lets the ball jump over rows of men, once or "
        "several times; these men are removed. Left wins when the ball reaches the right end, "
        "Right when it reaches the left end; play without end is a draw."
    )
    form = "one row with the ball B, men o, empty cells ."
    starts = {"Phutball(..B..)": "N", "Phutball(...B...)": "N", "Phutball(.B...)": "R"}
    theory = "No general strategy is known; short strips are solved by search."
    looks = {"B": TOKEN, "o": BLOCKED}
    alphabet = {".": "empty", "o": "a man", "B": "the ball"}
    start = ""
    example = "..B.."
    may_loop = True

    def check(self, position: Any) -> Board:
        """Return the board, one row with one ball."""
        board = super().check(position)
        if "|" in board or len(board) < _LEAST:
            raise IllegalPositionError(f"expected one row of at least {_LEAST} cells, got {board}")
        if board.count("B") != 1:
            raise IllegalPositionError(f"expected one ball B, got {board.count('B')}")
        return board

    def moves_of(self, position: Board, mine: Player, yours: Player) -> Iterator[Step]:
        """Return the moves of a player, which are the same for both until the game is over."""
        ball = position.index("B")
        cells = boards.cells(position)
        if ball in (0, len(position) - 1):
            winner = Player.RIGHT if ball == 0 else Player.LEFT
            if mine is winner:
                yield Step(position, (), "the game is won")
            return
        for at, mark in enumerate(position):
            if mark == ".":
                yield Step(boards.changed(position, (at, "o")), (cells[at],))
        todo: list[tuple[Board, int, tuple[Cell, ...]]] = [(position, ball, (cells[ball],))]
        while todo:
            board, at, path = todo.pop()
            for after, to in _jumps(board, at):
                way = (*path, cells[to])
                yield Step(after, way)
                if 0 < to < len(position) - 1:
                    todo.append((after, to, way))

    def label(self, player: Player, before: Board, after: Board, path: Path = ()) -> str:
        """Return where a man is put, or how the ball jumps."""
        places = [str(column + 1) for _, column in path]
        return f"man on {places[0]}" if len(places) == 1 else " to ".join(places)


class Phutball(GridPosition, rules=PhutballRules):
    """A position of one-dimensional Phutball: Left wants the ball ``B`` at the right end.

    Parameters
    ----------
    board : str
        The cells from left to right: ``B`` the ball, ``o`` a man, ``.`` empty.

    Examples
    --------
    >>> game = fs.Phutball("..B..")
    >>> str(game.outcome), [move.text for move in game.winning_moves(fs.Left)]
    ('N', ['man on 4'])
    >>> fs.Phutball("....B").loopy_value
    Loopy('on')
    """

    __slots__ = ()
