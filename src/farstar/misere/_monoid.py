"""A finite commutative monoid with a set of P-positions, as plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Letters: TypeAlias = tuple[int, ...]
"""A sum of games: the number of each summand, in order."""


@dataclass(frozen=True, slots=True)
class Monoid:
    """Elements 0, 1, ..., of which 0 is the identity; subsets are integers read as bits."""

    table: tuple[tuple[int, ...], ...]
    """The products: ``table[x][y]`` is x times y."""

    losing: int
    """The elements that are P-positions, as bits."""

    def __len__(self) -> int:
        return len(self.table)

    def product(self, elements: Iterable[int]) -> int:
        """Return the product of several elements."""
        total = 0
        for element in elements:
            total = self.table[total][element]
        return total

    def image(self, word: Letters, images: Sequence[int]) -> int:
        """Return the product of the images of letters."""
        total = 0
        for letter in word:
            total = self.table[total][images[letter]]
        return total

    def is_losing(self, element: int) -> bool:
        """Return whether an element is a P-position."""
        return bool(self.losing >> element & 1)

    def power(self, element: int, exponent: int) -> int:
        """Return a power; the exponent may be any natural number."""
        total, factor = 0, element
        while exponent:
            if exponent & 1:
                total = self.table[total][factor]
            factor = self.table[factor][factor]
            exponent >>= 1
        return total


TRIVIAL = Monoid(((0,),), 0)
"""The quotient of games without moves."""


def bits(subset: int) -> Iterable[int]:
    """Yield the elements of a subset in order."""
    while subset:
        lowest = subset & -subset
        yield lowest.bit_length() - 1
        subset ^= lowest
