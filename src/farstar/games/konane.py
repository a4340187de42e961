"""Konane: stones jump over stones of the other player, which are removed.

Left owns the stones ``x`` and Right the stones ``o``; ``.`` is an empty cell. A player jumps with
one of their stones over an adjacent stone of the opponent, along a row or column, to the empty cell
behind it, and removes that stone; the same stone may continue to jump in the same direction. A
player who cannot move loses. The game starts on a full chequered board from which two adjacent
stones in the middle are removed.

Stones that can never come near each other belong to different components.

References
----------
.. [1] M. D. Ernst, Playing Konane mathematically: a combinatorial game-theoretic analysis,
   UMAP Journal 16 (1995) 95-121.
.. [2] A. Chan, A. Tsai, 1 x n Konane: a summary of results, in: More Games of No Chance,
   Cambridge (2002) 331-339.
"""

from __future__ import annotations

from collections.abc import Iterator

from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, StoneRules, TwinnedRules
from farstar.rules import Step

__all__ = ["Konane"]


def _line(board: Board, start: int, step: int, mine: str, yours: str) -> Iterator[Step]:
    """Yield the moves of one, two, ... jumps in one direction."""
    place, now, cells = start, board, boards.cells(board)
    while True:
        over, to = place + step, place + 2 * step
        if not (0 <= to < len(board) and now[over] == yours and now[to] == "."):
            return
        now = boards.changed(now, (place, "."), (over, "."), (to, mine))
        place = to
        yield Step(now, (cells[start], cells[to]))


def _possible_jumps(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield every (from, over, to) that could ever be a jump, whoever makes it.

    To find the cells that stones of one colour may reach, every stone jumps and also stays where
    it is.
    """
    width = boards.stride(board)
    reached = {mark: {i for i, m in enumerate(board) if m == mark} for mark in "xo"}
    grown = True
    jumps: set[tuple[int, int, int]] = set()
    while grown:
        grown = False
        for mine, yours in ("xo", "ox"):
            for i in tuple(reached[mine]):
                for step in (-width, -1, 1, width):
                    jump = (i, i + step, i + 2 * step)
                    if jump in jumps or jump[1] not in reached[yours]:
                        continue
                    if 0 <= jump[2] < len(board) and board[jump[2]] != "|":
                        jumps.add(jump)
                        reached[mine].add(jump[2])
                        grown = True
    yield from jumps


def _groups(board: Board) -> list[set[int]]:
    """Return the groups of cells that may affect each other."""
    group_of: dict[int, set[int]] = {}
    for jump in _possible_jumps(board):
        merged = set(jump).union(*(group_of[i] for i in jump if i in group_of))
        group_of.update(dict.fromkeys(merged, merged))
    return sorted({id(g): g for g in group_of.values()}.values(), key=min)


class KonaneRules(TwinnedRules, StoneRules):
    """The rules of Konane."""

    name = "Konane"
    how_to_play = (
        "A player jumps with a stone over an adjacent stone of the opponent to the empty cell "
        "behind it and removes that stone; more jumps in the same direction may follow. "
        "A player who cannot move loses."
    )
    patterns = "cells x/o .\nleft x(o.)+ -> (..)+x both\nright = swap of left"
    starts = {
        "Konane(xoxox|oxoxo|xo.xo)": "N",
        "Konane(xoxo|ox.x|xoxo|oxo.)": "L",
        "Konane(4x4)": "P",
    }
    theory = "Many patterns on single rows have known values; no formula is known for boards."
    joint = " to "

    def starting(self, rows: int, columns: int) -> Board:
        """Return the full chequered board without two adjacent stones in the middle."""
        return _opened(super().starting(rows, columns))

    def moves_of(self, position: Board, mine: str, yours: str) -> Iterator[Step]:
        """Return the jumps along rows and columns."""
        width = boards.stride(position)
        for i, mark in enumerate(position):
            if mark == mine:
                for step in (-width, -1, 1, width):
                    yield from _line(position, i, step, mine, yours)

    def components(self, position: Board) -> list[Board]:
        """Return the groups of stones that may come near each other, each as a board."""
        return [boards.cut_out(position, group, ".") for group in _groups(position)]


def _opened(board: Board) -> Board:
    """Return a full board without two adjacent stones in the middle."""
    width = boards.stride(board)
    rows = len(board) // width + 1
    columns = width - 1
    first = (rows - 1) // 2 * width + (columns - 1) // 2
    second = first + 1 if columns > 1 else first + width
    return boards.changed(board, (first, "."), *([(second, ".")] if second < len(board) else []))


class Konane(GridPosition, rules=KonaneRules):
    """A position of Konane: Left's stones are ``x``, Right's ``o``.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top, separated by bars; or a size such as ``"4x4"`` for the full
        board without two neighbours in the middle.

    Examples
    --------
    >>> fs.Konane("xo.").value, fs.Konane("xo.o.").value, fs.Konane("xo.xo.").value
    (Value('1'), Value('1'), Value('{1|0}'))
    >>> fs.Konane("4x4"), fs.Konane.start(2, 4)
    (Konane('xoxo|o..x|xoxo|oxox'), Konane('x..o|oxox'))
    >>> [move.text for move in fs.Konane("xo.o.").moves(fs.Left)]
    ['(1,1) to (1,3)', '(1,1) to (1,5)']
    """

    __slots__ = ()
