"""Toppling Dominoes: a row of dominoes on edge; topple one, and all on one side of it fall.

A domino is ``l`` (Left's, blue), ``r`` (Right's, red) or ``e`` (either player's, green); ``.`` is a
gap. A player topples a domino of their colour or a green one, to the left or to the right; all
dominoes on that side up to the next gap fall with it. A player who cannot move loses. Rows on the
two sides of a gap, and those on several lines, form a sum.

References
----------
.. [1] M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2nd ed., CRC Press (2019).
.. [2] A. Fink, R. J. Nowakowski, A. N. Siegel, D. Wolfe, Toppling conjectures, in: Games of No
   Chance 4, Cambridge (2015) 65-76.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from farstar._outcome import Player
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition
from farstar.games.patterns import TheoremRules, check_listable
from farstar.rules import Path, Step
from farstar.rules.diagrams import Look

__all__ = ["TopplingDominoes"]


class TopplingDominoesRules(TheoremRules):
    """The rules of Toppling Dominoes."""

    misere_universe = "dead-ending"

    name = "TopplingDominoes"
    sides = ("le", "re")
    title = "Toppling Dominoes"
    how_to_play = (
        "A player topples a domino of their colour, or a green one, to the left or to the "
        "right; all dominoes on that side fall with it. A player who cannot move loses."
    )
    form = "dominoes l r e, gaps ."
    patterns = (
        "cells l/r e .\n"
        "left [$.]l -> =. rows  [$.][lre]+l -> =.+. rows  [$.]e -> =. rows\n"
        "left [$.][lre]+e -> =.+. rows\n"
        "right = swap of left"
    )
    starts = {
        "TopplingDominoes(ler.rle)": "N",
        "TopplingDominoes(elrl.rle)": "L",
        "TopplingDominoes(lle.rer)": "N",
    }
    theory = (
        "Every number is the value of exactly one row of blue and red dominoes, and this row is a "
        "palindrome."
    )
    template = "TopplingDominoes(lrerlerl)"
    looks = {
        "l": Look("domino", "", "left", "l"),
        "r": Look("domino", "", "right", "r"),
        "e": Look("domino", "", "both", "e"),
    }
    alphabet = {
        ".": "gap",
        "l": "Left's domino",
        "r": "Right's domino",
        "e": "either player's domino",
    }
    start = "lr"

    def moves_of(self, position: Board, mine: str, yours: str) -> Iterator[Step]:
        """Return how these dominoes can be toppled, each first to the left, then to the right."""
        check_listable(position)
        cells = boards.cells(position)
        gaps = [-1, *(i for i, mark in enumerate(position) if mark in ".|"), len(position)]
        for before, after in pairwise(gaps):
            for i in range(before + 1, after):
                if position[i] in mine:
                    leftward = position[: before + 1] + "." * (i - before) + position[i + 1 :]
                    yield Step(leftward, (cells[i], cells[before + 1]))
                    rightward = position[:i] + "." * (after - i) + position[after:]
                    yield Step(rightward, (cells[i], cells[after - 1]))

    def components(self, position: Board) -> list[Board]:
        """Return the rows between the gaps."""
        return position.replace("|", ".").replace(".", " ").split()

    def key(self, position: Board) -> Board:
        """Return the lesser of a row and its mirror image."""
        return min(position, position[::-1])

    def label(self, player: Player, before: Board, after: Board, path: Path = ()) -> str:
        """Return which dominoes fall; which of them was touched does not matter."""
        ends = (min(path), max(path))
        first, last = (str(c) if "|" in before else str(c[1] + 1) for c in ends)
        return f"{first} falls" if first == last else f"{first} to {last} fall"


class TopplingDominoes(GridPosition, rules=TopplingDominoesRules):
    """A row of dominoes: ``l`` for Left, ``r`` for Right, ``e`` for either player.

    Parameters
    ----------
    board : str or sequence of str
        The dominoes from left to right; gaps ``.`` and bars separate independent rows.

    Examples
    --------
    >>> fs.TopplingDominoes("lr").value, fs.TopplingDominoes("lrl").value
    (Value('*'), Value('1/2'))
    >>> [fs.TopplingDominoes(row).value for row in ("eee", "lle", "llre")]
    [Value('*3'), Value('{2|0}'), Value('{1,{1|0}|0,*}')]
    """

    __slots__ = ()
