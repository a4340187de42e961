"""Cram: both players place dominoes on a board, vertically or horizontally.

A move covers two adjacent empty cells, one above the other or side by side. A player who
cannot move loses. In the text of a board ``.`` is an empty cell and ``#`` a covered or missing one.

A connected region of empty cells is a component, and all eight symmetries preserve the value. The
second player wins on an empty board with two even sides, by answering with the half turn, and the
first player on one with one even side.

References
----------
.. [1] M. Gardner, Mathematical Games: Cram, crosscram and quadraphage, Scientific American 230
   (1974) 106-108.
.. [2] J. W. H. M. Uiterwijk, Solving Cram using combinatorial game theory, ACG 2019, LNCS 12516
   (2020) 91-105.
"""

from __future__ import annotations

from farstar.games.grids import GridPosition
from farstar.games.patterns import DeclaredImpartialPatterns

__all__ = ["Cram"]


class CramRules(DeclaredImpartialPatterns):
    """The rules of Cram."""

    lays_dominoes = True

    name = "Cram"
    how_to_play = (
        "Both players place dominoes, vertically or horizontally, on two empty cells. "
        "A player who cannot move loses."
    )
    source = "cells . #\nboth .|. -> #|#  .. -> ##"
    starts = {"Cram(3x4)": "N", "Cram(5x4)": "N", "Cram(3x5)": "N"}
    theory = (
        "With two even sides the second player wins by symmetry, with one even side the first; "
        "boards with two odd sides have no known rule."
    )


class Cram(GridPosition, rules=CramRules):
    """A position of Cram: both players place dominoes, vertically or horizontally.

    The board is written as for `Domineering`.

    Examples
    --------
    >>> fs.Cram("3x3").grundy, fs.Cram("2x4").grundy, fs.Cram("3x4").grundy
    (0, 0, 1)
    >>> [fs.Cram.start(1, n).grundy for n in range(1, 8)]
    [0, 1, 1, 2, 0, 3, 1]
    """

    __slots__ = ()
