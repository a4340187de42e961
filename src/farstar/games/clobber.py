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

from collections.abc import Iterator
from operator import attrgetter

from farstar.games._boards import Board
from farstar.games.grids import GridPosition, SidedRules, StoneRules
from farstar.games.patterns import DeclaredPatterns
from farstar.rules import Step

__all__ = ["Clobber"]

_path = attrgetter("path")


class ClobberRules(DeclaredPatterns, StoneRules):
    """The rules of Clobber."""

    misere_universe = "dicot"

    name = "Clobber"
    how_to_play = (
        "A player moves one of their stones onto an adjacent stone of the opponent, which is "
        "removed. A player who cannot move loses."
    )
    source = "cells x/o .\nleft xo -> .x both\nright = swap of left"
    starts = {"Clobber(3x3)": "N", "Clobber(4x4)": "N", "Clobber(xoxoxoxoxo)": "N"}
    theory = (
        "All values are infinitesimal: both players can move or neither can. Deciding who wins is "
        "NP-hard in general."
    )
    has_infinitesimal_values = True
    joint = " takes "
    filler = "."

    # In the order of the moves, which is not that of the patterns.
    left = SidedRules.left
    right = SidedRules.right

    def moves_of(self, position: Board, mine: int, yours: int) -> Iterator[Step]:
        """Return the moves by the patterns; those of one stone follow each other."""
        return iter(sorted(super().moves_of(position, mine, yours), key=_path))


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
