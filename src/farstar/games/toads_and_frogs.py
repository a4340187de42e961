"""Toads and Frogs: toads go right, frogs go left, and they jump over each other.

Left owns the toads ``T`` and Right the frogs ``F``; ``.`` is an empty cell. A toad moves one cell
to the right, and a frog one cell to the left, if that cell is empty; or it jumps over one animal of
the other kind to the empty cell behind it. Nothing is removed. A player who cannot move loses.
Several rows are a sum.

Animals that can never move again divide a row like walls.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapters 1 and 5.
.. [2] J. Erickson, New Toads and Frogs results, in: Games of No Chance, Cambridge (1996) 299-310.
"""

from __future__ import annotations

import re

from farstar._outcome import Player
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, GridRules, pieces
from farstar.games.patterns import DeclaredPatterns
from farstar.rules import Path

__all__ = ["ToadsAndFrogs"]

# Two toads in front of two frogs can never move, and block the others. So do frogs at the left
# end, or a toad in front of two frogs; the right end is the mirror image.
_BLOCK = re.compile("T+TFF+")
_STUCK = re.compile("(?:F+|T+FF)*")
_MIRROR = str.maketrans("TF", "FT")


class ToadsAndFrogsRules(DeclaredPatterns):
    """The rules of Toads and Frogs."""

    name = "ToadsAndFrogs"
    title = "Toads and Frogs"
    how_to_play = (
        "Left moves a toad to the right and Right a frog to the left: one step into an empty cell, "
        "or a jump over one animal of the other kind. A player who cannot move loses."
    )
    form = "rows of . T F, separated by bars"
    source = "cells T/F .\nleft T. -> .T  TF. -> .FT\nright = mirror of left"
    starts = {
        "ToadsAndFrogs(TTT..FFF)": "N",
        "ToadsAndFrogs(T.T.F.F)": "N",
        "ToadsAndFrogs(TT..F.|T..FF.)": "L",
    }
    theory = "Erickson found the values of many families of rows; determining the value is NP-hard."
    looks = pieces("T", "F")
    alphabet = {".": "empty", "T": "a toad", "F": "a frog"}
    start = ""
    example = "TT.F"
    filler = "F"

    # No turn or reflection keeps values.
    key = GridRules.key  # type: ignore[assignment]

    def components(self, position: Board) -> list[Board]:
        """Return the parts of rows between animals that can never move, if there is room."""
        parts = (part for row in position.split("|") for part in _BLOCK.split(row))
        return [_loose(part) for part in parts if "." in part]

    def label(self, player: Player, before: Board, after: Board, path: Path = ()) -> str:
        """Return from where to where the animal goes."""
        if "|" in before:
            return " to ".join(map(str, path))
        return " to ".join(str(column + 1) for _, column in path)


def _loose(row: str) -> str:
    """Return a row without the animals at its ends that can never move."""
    for _ in range(2):
        stuck = _STUCK.match(row)
        assert stuck is not None
        row = row[stuck.end() :][::-1].translate(_MIRROR)
    return row


class ToadsAndFrogs(GridPosition, rules=ToadsAndFrogsRules):
    """A position of Toads and Frogs: Left moves toads to the right, Right frogs to the left.

    Parameters
    ----------
    board : str or sequence of str
        The cells from left to right: ``T`` a toad, ``F`` a frog, ``.`` empty. Rows with bars
        between them are a sum.

    Examples
    --------
    >>> fs.ToadsAndFrogs("T.F").value, fs.ToadsAndFrogs("TT.FF").value
    (Value('*'), Value('*'))
    >>> fs.ToadsAndFrogs("TT.F").value
    Value('{1/2|0}')
    >>> [move.text for move in fs.ToadsAndFrogs("TF.").moves(fs.Left)]
    ['1 to 3']
    """

    __slots__ = ()
