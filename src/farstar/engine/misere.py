"""Misère quotients at native speed; `farstar.misere` has the plain way beside it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from farstar.engine._active import active

# Without a native engine this module can be imported, and none of its functions is called.
with suppress(ImportError):
    from farstar import _core

__all__ = ["MOST_ELEMENTS", "QuotientSearch", "available"]

MOST_ELEMENTS = 65_535
"""How many elements a quotient may have."""


def available() -> bool:
    """Return whether the active engine finds quotients."""
    return active().name == "native"


class QuotientSearch:
    """The misère quotient of the games added so far, exact after each of them.

    Budgets and interrupts work; each word and each pair that is worked out counts as one node.

    Parameters
    ----------
    most : int
        How many elements are allowed.

    Examples
    --------
    >>> from farstar.engine import misere
    >>> if misere.available():
    ...     search = misere.QuotientSearch(100)
    ...     assert search.add([]) and search.add([()]) and search.add([(), (1,)])
    ...     assert (len(search.table()), search.images()) == (6, [0, 1, 2])
    """

    def __init__(self, most: int) -> None:
        self._solver = _core.MisereSolver(min(most, MOST_ELEMENTS))

    def add(self, options: Sequence[Sequence[int]]) -> bool:
        """Add a game by its options, sums of earlier games; return False if it is refused.

        It is refused if the quotient would have too many elements, and then nothing changes.
        """
        return self._solver.add(options)

    def table(self) -> list[tuple[int, ...]]:
        """Return the products of the elements; 0 is the identity."""
        return self._solver.table()

    def losing(self) -> list[int]:
        """Return the elements that are P-positions."""
        return self._solver.losing()

    def images(self) -> list[int]:
        """Return the element of each game."""
        return self._solver.images()

    def growth(self) -> list[tuple[int, int]]:
        """Return the games at which the quotient grew, with its order from there on."""
        return self._solver.growth()

    @property
    def pairs(self) -> int:
        """How many pairs the transition algebra has."""
        return self._solver.pairs

    @property
    def steps(self) -> int:
        """How many words and pairs were worked out."""
        return self._solver.steps
