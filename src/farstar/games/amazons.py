"""Amazons: queens that burn a cell after every move.

Left owns the amazons ``x`` and Right the amazons ``o``; ``.`` is an empty cell and ``#`` a burnt
one. A player moves one of their amazons like a chess queen, any number of empty cells along a row,
column or diagonal. From there the amazon shoots an arrow in the same way (possibly over the cell
that it left), and the cell where the arrow lands is burnt. Burnt cells and amazons block the way.
A player who cannot move loses.

Connected cells that are not burnt, also at corners, form a component.

References
----------
.. [1] E. R. Berlekamp, Sums of N x 2 Amazons, Institute of Mathematical Statistics Lecture Notes
   35 (2000) 1-34.
.. [2] R. G. Snatzke, New results of exhaustive search in the game Amazons, Theoret. Comput. Sci.
   313 (2004) 499-509.
"""

from __future__ import annotations

from collections.abc import Iterator

from farstar._outcome import Player
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, StoneRules, TwinnedRules
from farstar.rules import Path, Step

__all__ = ["Amazons"]


def _reached(board: Board, start: int, steps: tuple[int, ...]) -> Iterator[int]:
    """Yield the cells that a queen can reach."""
    for step in steps:
        i = start + step
        while 0 <= i < len(board) and board[i] == ".":
            yield i
            i += step


class AmazonsRules(TwinnedRules, StoneRules):
    """The rules of Amazons."""

    name = "Amazons"
    how_to_play = (
        "A player moves one of their amazons like a chess queen, and shoots an arrow from there, "
        "which also flies like a queen and burns the cell where it lands. A player who cannot "
        "move loses."
    )
    form = "rows of . x o #, separated by bars"
    patterns = "cells x/o . #\nleft x.+ -> .+x lines then x.*. -> x=*# lines\nright = swap of left"
    starts = {
        "Amazons(x..|...|..o)": "N",
        "Amazons(x...|....|...o)": "N",
        "Amazons(x..o|....)": "N",
    }
    theory = "No formula is known; deciding who wins is PSPACE-complete."
    alphabet = {".": "empty", "x": "an amazon of Left", "o": "an amazon of Right", "#": "burnt"}
    start = ""
    example = "x..|..o"

    def moves_of(self, position: Board, mine: str, yours: str) -> Iterator[Step]:
        """Return the moves of an amazon, each with its shot."""
        width, cells = boards.stride(position), boards.cells(position)
        steps = (1, -1, width, -width, width + 1, width - 1, 1 - width, -1 - width)
        for i, mark in enumerate(position):
            if mark == mine:
                lifted = boards.changed(position, (i, "."))
                for j in _reached(lifted, i, steps):
                    moved = boards.changed(lifted, (j, mine))
                    for k in _reached(moved, j, steps):
                        yield Step(boards.changed(moved, (k, "#")), (cells[i], cells[j], cells[k]))

    def components(self, position: Board) -> list[Board]:
        """Return the connected regions that have an amazon and an empty cell."""
        parts = boards.regions(position, ".xo", "#", diagonal=True)
        return [part for part in parts if "." in part and ("x" in part or "o" in part)]

    def label(self, player: Player, before: Board, after: Board, path: Path = ()) -> str:
        """Return from where to where the amazon goes, and which cell burns."""
        start, end, burnt = path
        return f"{start} to {end}, burns {burnt}"


class Amazons(GridPosition, rules=AmazonsRules):
    """A position of Amazons: Left's amazons are ``x``, Right's ``o``.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top, separated by bars: ``.`` empty, ``#`` burnt.

    Examples
    --------
    >>> fs.Amazons("x..").value, fs.Amazons("x.o").value, fs.Amazons("x.|.o").value
    (Value('2'), Value('*'), Value('0'))
    >>> [move.text for move in fs.Amazons("x..").moves(fs.Left)][:2]
    ['(1,1) to (1,2), burns (1,3)', '(1,1) to (1,2), burns (1,1)']
    """

    __slots__ = ()
