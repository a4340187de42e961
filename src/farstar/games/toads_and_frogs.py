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
from typing import TYPE_CHECKING

from farstar._outcome import Outcome, Player
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, GridRules, pieces
from farstar.games.patterns import DeclaredPatterns
from farstar.rules import CitedTheorem, Path
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.prove.members_in_use import MemberFacts

__all__ = ["ToadsAndFrogs"]

# Two toads in front of two frogs can never move, and block the others. So do frogs at the left
# end, or a toad in front of two frogs; the right end is the mirror image.
_BLOCK = re.compile("(?<!T)TT+FF+")
_STUCK = re.compile("(?:F+|T+FF)*")
_MOST_BLANKS = 2
"""Blanks of the rows that theorems give values for."""
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
        return _parts(position)

    # Besides those of `TheoremRules`, some theorems say what rows with few blanks are worth.

    def _row_facts(self, position: Board) -> MemberFacts | None:
        # Games with other rules derive from this class; the theorems are not about them.
        if type(self) is not ToadsAndFrogsRules:
            return None
        if "." not in position or position.count(".") > _MOST_BLANKS or "|" in position:
            return None
        from farstar.prove.rows_in_use import row_facts

        parts = _parts(position)
        return row_facts(parts[0]) if len(parts) == 1 else None

    def closed_form(self, position: Board) -> Value | None:
        """Return the value by a theorem."""
        facts = self._row_facts(position)
        return super().closed_form(position) if facts is None else facts.value

    def closed_outcome(self, position: Board) -> Outcome | None:
        """Return the outcome by a theorem."""
        outcome = super().closed_outcome(position)
        facts = None if outcome is not None else self._row_facts(position)
        return outcome if facts is None or facts.value is None else facts.value.outcome

    def theorem(self, position: Board, *, misere: bool = False) -> CitedTheorem | None:
        """Return the theorem that answers for a row."""
        facts = None if misere else self._row_facts(position)
        return super().theorem(position, misere=misere) if facts is None else facts.theorem

    def label(self, player: Player, before: Board, after: Board, path: Path = ()) -> str:
        """Return from where to where the animal goes."""
        if "|" in before:
            return " to ".join(map(str, path))
        return " to ".join(str(column + 1) for _, column in path)


def _parts(position: Board) -> list[Board]:
    """Return the parts of rows between animals that can never move, if there is room."""
    parts = (part for row in position.split("|") for part in _BLOCK.split(row))
    return [_loose(part) for part in parts if "." in part]


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
