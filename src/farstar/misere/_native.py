"""The search for a quotient in the core, with the interface of the search in Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from farstar.engine import misere
from farstar.misere._monoid import Letters, Monoid
from farstar.misere._solver import MOST_ELEMENTS, Solver, TooManyElements
from farstar.rules import meter


class NativeSolver:
    """The quotient of the games added so far, found by the core.

    Parameters
    ----------
    most : int
        How many elements are allowed.
    """

    def __init__(self, most: int = MOST_ELEMENTS) -> None:
        self.most = most
        self._search = misere.QuotientSearch(most)

    def add(self, options: Sequence[Letters]) -> None:
        """Add a game by its options, which are sums of earlier games.

        Raises
        ------
        TooManyElements
            If the quotient with this game would pass the bound; nothing is added then.
        """
        before = self._search.steps
        for name in ("images", "monoid"):
            self.__dict__.pop(name, None)
        try:
            accepted = self._search.add(options)
        finally:
            # Whoever watches this thread's search sees the work of the core too.
            meter().charge(self._search.steps - before)
        if not accepted:
            raise TooManyElements

    @cached_property
    def images(self) -> list[int]:
        """The element of each game."""
        return self._search.images()

    @cached_property
    def monoid(self) -> Monoid:
        """The quotient."""
        return Monoid(tuple(self._search.table()), sum(1 << x for x in self._search.losing()))

    @property
    def growth(self) -> list[tuple[int, int]]:
        """The games at which the quotient grew, with its order from there on."""
        return self._search.growth()

    @property
    def pairs(self) -> int:
        """How many pairs the transition algebra has."""
        return self._search.pairs


AnySolver: TypeAlias = Solver | NativeSolver


def new_solver(most: int) -> AnySolver:
    """Return a search in the core where there is one, and else in Python."""
    is_native = misere.available() and most <= misere.MOST_ELEMENTS
    return NativeSolver(most) if is_native else Solver(most)
