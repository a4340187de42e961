"""Domineering: dominoes on a board, vertical for Left, horizontal for Right.

Left covers two empty cells one above the other, Right two side by side. A player who cannot move
loses. In the text of a board ``.`` is an empty cell and ``#`` a covered or missing one.

A connected region of empty cells is a component. Reflections and the half turn preserve the value;
a quarter turn negates it.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 5.
.. [2] E. R. Berlekamp, Blockbusting and Domineering, J. Combin. Theory Ser. A 49 (1988) 67-116.
"""

from __future__ import annotations

from farstar.games.grids import GridPosition
from farstar.games.patterns import DeclaredPatterns

__all__ = ["Domineering"]


class DomineeringRules(DeclaredPatterns):
    """The rules of Domineering."""

    misere_universe = "dead-ending"
    lays_dominoes = True

    name = "Domineering"
    how_to_play = (
        "Left places vertical dominoes and Right horizontal ones, each on two empty cells. "
        "A player who cannot move loses."
    )
    source = "cells . #\nleft .|. -> #|#\nright .. -> ##"
    starts = {"Domineering(4x4)": "N", "Domineering(4x3)": "L", "Domineering(....|..#.|....)": "N"}
    theory = (
        "No formula is known; Berlekamp solved boards of two and three rows. Farstar searches "
        "boards of up to 128 cells with bit-boards."
    )


class Domineering(GridPosition, rules=DomineeringRules):
    """A position of Domineering: Left places vertical dominoes, Right horizontal ones.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top, separated by bars, ``.`` empty and ``#`` covered; or a size
        such as ``"4x4"``.

    Examples
    --------
    >>> fs.Domineering("..|..").value, fs.Domineering("..|.#").value
    (Value('+-1'), Value('*'))
    >>> g = fs.Domineering("4x4")
    >>> g.value, [move.text for move in g.winning_moves(fs.Left)][:2]
    (Value('+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}'), ['(2,1)-(3,1)', '(2,2)-(3,2)'])
    """

    __slots__ = ()
