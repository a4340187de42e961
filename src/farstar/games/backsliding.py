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

from collections.abc import Iterator

from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition
from farstar.games.toads_and_frogs import ToadsAndFrogsRules
from farstar.rules import Step

__all__ = ["BackslidingToadsAndFrogs"]


class BackslidingRules(ToadsAndFrogsRules):
    """The rules of Backsliding Toads and Frogs."""

    name = "BackslidingToadsAndFrogs"
    title = "Backsliding Toads and Frogs"
    how_to_play = (
        "Left slides a toad and Right a frog to a neighbouring empty cell, forward or back; or "
        "toads jump to the right, and frogs to the left, over one animal of the other kind. A "
        "player who cannot move loses, and play without end is a draw."
    )
    source = "cells T/F .\nleft T. -> .T  .T -> T.  TF. -> .FT\nright = mirror of left"
    starts = {
        "BackslidingToadsAndFrogs(T..F)": "N",
        "BackslidingToadsAndFrogs(TTT..FFF)": "D",
        "BackslidingToadsAndFrogs(TT.F)": "L",
    }
    theory = "Siegel found the values of many rows: most are stoppers, or sided by two stoppers."
    may_loop = True

    def moves_of(self, position: Board, mine: int, yours: int) -> Iterator[Step]:
        """Return the moves; the path of a slide back, too, begins at the animal."""
        cells = boards.cells(position)
        for step in super().moves_of(position, mine, yours):
            slides_back = position[cells.index(step.path[0])] == "."
            yield step._replace(path=step.path[::-1]) if slides_back else step

    def components(self, position: Board) -> list[Board]:
        """Return the rows: an animal that may slide back is never stuck."""
        return position.split("|")


class BackslidingToadsAndFrogs(GridPosition, rules=BackslidingRules):
    """A position of Backsliding Toads and Frogs: animals may slide back, play may be drawn.

    The board is written as for `ToadsAndFrogs`.

    Examples
    --------
    >>> fs.BackslidingToadsAndFrogs("T..F").value, fs.BackslidingToadsAndFrogs("TT.F").loopy_value
    (Value('*'), Loopy('on'))
    >>> fs.BackslidingToadsAndFrogs("TTT..FFF").loopy_value
    Loopy('{on||0|-1/2} & {1/2|0||off}')
    """

    __slots__ = ()
