"""Facts about the order of a few games: ``X >= Y`` and ``X |> Y``, kept closed under transitivity.

``X |> Y`` means that X is greater than Y or confused with it: Left, moving first, wins X - Y. The
facts are bits of integers, one row for each game and, turned round, one column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from farstar._walk import bits


class Zero:
    """The shape of a game without options; there is one of it, `NO_OPTIONS`."""

    def __repr__(self) -> str:
        return "NO_OPTIONS"


NO_OPTIONS: Final = Zero()

Shape: TypeAlias = "Zero | tuple[int, int] | None"
"""What is known of a form: no options, one Left and one Right option, or nothing."""


class Order:
    """A closed set of facts, to which facts can be added.

    Parameters
    ----------
    at_least, beyond : sequence of int
        Row i has the bit j if i >= j, or if i |> j. They must be closed, each i >= i included.
    """

    __slots__ = ("_above", "_before", "at_least", "beyond")

    def __init__(self, at_least: Sequence[int], beyond: Sequence[int]) -> None:
        self.at_least = list(at_least)
        self.beyond = list(beyond)
        self._above = _turned(self.at_least)
        self._before = _turned(self.beyond)

    def is_at_least(self, x: int, y: int) -> bool:
        """Tell whether x >= y is known."""
        return self.at_least[x] >> y & 1 == 1

    def is_beyond(self, x: int, y: int) -> bool:
        """Tell whether x |> y is known."""
        return self.beyond[x] >> y & 1 == 1

    def is_equal(self, x: int, y: int) -> bool:
        """Tell whether x = y is known."""
        return self.is_at_least(x, y) and self.is_at_least(y, x)

    def above(self, x: int) -> int:
        """Return the games that are known to be at least x, as bits."""
        return self._above[x]

    def before(self, x: int) -> int:
        """Return the games y for which y |> x is known, as bits."""
        return self._before[x]

    def add_at_least(self, x: int, y: int) -> bool:
        """Note that x >= y, with all that follows; tell whether that is new.

        From w >= x >= y >= z follows w >= z; from w >= x >= y |> z, and from w |> x >= y >= z,
        follows w |> z.
        """
        if self.is_at_least(x, y):
            return False
        above, before = self._above[x], self._before[x]
        below, after = self.at_least[y], self.beyond[y]
        for w in bits(above):
            self.at_least[w] |= below
            self.beyond[w] |= after
        for w in bits(before):
            self.beyond[w] |= below
        for z in bits(below):
            self._above[z] |= above
            self._before[z] |= before
        for z in bits(after):
            self._before[z] |= above
        return True

    def add_beyond(self, x: int, y: int) -> bool:
        """Note that x |> y, with all that follows; tell whether that is new.

        From w >= x |> y >= z follows w |> z.
        """
        if self.is_beyond(x, y):
            return False
        above, below = self._above[x], self.at_least[y]
        for w in bits(above):
            self.beyond[w] |= below
        for z in bits(below):
            self._before[z] |= above
        return True


def _turned(rows: Sequence[int]) -> list[int]:
    columns = [0] * len(rows)
    for i, row in enumerate(rows):
        for j in bits(row):
            columns[j] |= 1 << i
    return columns
