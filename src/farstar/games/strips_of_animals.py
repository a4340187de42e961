"""Relatives of Toads and Frogs: longer jumps, or none.

Left moves animals to the right and Right to the left, one step into an empty cell or by a jump over
adjacent animals of the other kind. In *Generalised Toads and Frogs* a jump may cross up to a given
number of them. In *Elephants and Rhinos* nobody jumps. Several rows are a sum. A player who cannot
move loses.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapters 1 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from farstar._arguments import as_index, integer, shown
from farstar.errors import IllegalPositionError
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, pieces
from farstar.games.patterns import DeclaredPatterns
from farstar.rules import Path, Position, TextPart

__all__ = ["ElephantsAndRhinos", "GeneralisedToadsAndFrogs"]

_LONGEST = 32


class AnimalRules(DeclaredPatterns):
    """What these games share."""

    start: ClassVar[str] = ""
    joint: ClassVar[str] = " to "

    def label(self, player: Any, before: Board, after: Board, path: Path = ()) -> str:
        """Return from where to where the animal goes."""
        return " to ".join(str(cell) if "|" in before else str(cell[1] + 1) for cell in path)


class GeneralisedToadsAndFrogsRules(AnimalRules):
    """The rules of Toads and Frogs with jumps of a given length."""

    name = "GeneralisedToadsAndFrogs"
    title = "Generalised Toads and Frogs"
    how_to_play = (
        "Left moves a toad to the right and Right a frog to the left: one step into an empty cell, "
        "or a jump over up to a given number of animals of the other kind. A player who cannot "
        "move loses."
    )
    form = "rows of . T F, separated by bars; longest jump"
    alphabet = {".": "empty", "T": "a toad", "F": "a frog", "#": "blocked"}
    looks = pieces("T", "F")
    example = "TT.F"
    starts = {
        "GeneralisedToadsAndFrogs(TTT..FFF; 2)": "N",
        "GeneralisedToadsAndFrogs(TTTT..FFF; 2)": "N",
    }
    theory = "Jump 0 is Elephants and Rhinos, jump 1 is Toads and Frogs."

    def __init__(self, jump: int = 2) -> None:
        self.jump = integer(jump, 0, "the longest jump")
        if jump > _LONGEST:
            raise IllegalPositionError(f"expected a jump of at most {_LONGEST}, got {jump}")
        rules = "  ".join(f"T{'F' * k}. -> .{'F' * k}T" for k in range(jump + 1))
        self.source = f"cells T/F . #\nleft {rules}\nright = mirror of left"  # type: ignore[misc]

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these rows and the longest jump."""
        rows, jump = TextPart(text).before_semicolon("the longest jump such as 2")
        if jump is None:
            raise rows.fault("expected a semicolon and the longest jump after the rows")
        number = jump.integer()
        return rows.placed(lambda: GeneralisedToadsAndFrogs(rows.text, number))

    def text(self, position: Board) -> str:
        """Return the rows and the longest jump."""
        return f"{position}; {self.jump}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.jump,)


class ElephantsAndRhinosRules(AnimalRules):
    """The rules of Elephants and Rhinos."""

    misere_universe = "dead-ending"
    name = "ElephantsAndRhinos"
    title = "Elephants and Rhinos"
    how_to_play = (
        "Left moves an elephant one step to the right into an empty cell, Right a rhino one step "
        "to the left. A player who cannot move loses."
    )
    form = "rows of . E R, separated by bars"
    source = "cells E/R . #\nleft E. -> .E\nright = mirror of left"
    alphabet = {".": "empty", "E": "an elephant", "R": "a rhino", "#": "blocked"}
    looks = pieces("E", "R")
    example = "EE.R"
    starts = {"ElephantsAndRhinos(EE...RR)": "N", "ElephantsAndRhinos(E.E..R|E.ER.R)": "L"}
    theory = "Animals never cross, so the empty cells between two of them are all that matters."


class GeneralisedToadsAndFrogs(GridPosition, rules=GeneralisedToadsAndFrogsRules):
    """Toads and frogs that jump over several animals of the other kind.

    Parameters
    ----------
    board : str or sequence of str
        The cells from left to right, as for `ToadsAndFrogs`.
    jump : int
        Over how many animals a jump goes at most.

    Examples
    --------
    >>> fs.GeneralisedToadsAndFrogs("TTTT..FFF", 2).value
    Value('{1/2*|v}')
    """

    __slots__ = ()
    _ruleset: GeneralisedToadsAndFrogsRules

    def __init__(self, board: str | Sequence[str], jump: int) -> None:
        if as_index(board) is not None:
            raise IllegalPositionError(f"expected rows such as TT.F, got {shown(board)}")
        Position.__init__(self, GeneralisedToadsAndFrogsRules(jump), board)

    def __repr__(self) -> str:
        return f"GeneralisedToadsAndFrogs({self.board!r}, {self._ruleset.jump})"


class ElephantsAndRhinos(GridPosition, rules=ElephantsAndRhinosRules):
    """A position of Elephants and Rhinos: nobody jumps.

    Parameters
    ----------
    board : str or sequence of str
        The cells from left to right: ``E`` an elephant, ``R`` a rhino, ``.`` empty.

    Examples
    --------
    >>> fs.ElephantsAndRhinos("EEEE..RRR").value
    Value('1')
    """

    __slots__ = ()
