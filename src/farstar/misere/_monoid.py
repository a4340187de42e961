"""A finite commutative monoid with a set of P-positions, and its transition algebra.

A sum of games is described by a pair: its image x in the quotient, and the set E of the images of
its options. Adding a game with image y and options' images F turns (x, E) into (xy, yE + xF). The
pairs of all sums are the submonoid that the pairs of single games generate, and it is finite: if
no pair contradicts the rule "x is a P-position exactly if no member of E is, unless there is no
move", then the outcomes of all sums are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from farstar._walk import bits

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


Pair: TypeAlias = tuple[int, int]
"""An element, and a subset as bits."""

START: Pair = (0, 0)


class Transitions:
    """The pairs of all sums of the games added so far, by the quotient that is tried."""

    def __init__(self, monoid: Monoid, tick: Callable[[], object]) -> None:
        self._monoid = monoid
        self._tick = tick
        self._moved: list[dict[int, int]] = [{0: 0} for _ in range(len(monoid))]
        self.origins: dict[Pair, tuple[Pair, int] | None] = {START: None}
        """From which pair and by which letter each pair was first reached."""
        self.generators: dict[Pair, int] = {}
        """The pairs of single games, each with its first letter."""

    def __len__(self) -> int:
        return len(self.origins)

    def moved(self, subset: int, factor: int) -> int:
        """Return the products of the members of a subset with one element."""
        known = self._moved[factor]
        result = known.get(subset)
        if result is None:
            row, result = self._monoid.table[factor], 0
            for element in bits(subset):
                result |= 1 << row[element]
            known[subset] = result
        return result

    def add(self, letter: int, pair: Pair) -> Letters | None:
        """Add a game; return a sum that contradicts the quotient, and then nothing is added."""
        if pair == START or pair in self.generators:
            return None
        origins, losing = self.origins, self._monoid.losing
        y, options = pair
        row = self._monoid.table[y]
        layer = list(origins)
        size = len(layer)
        try:
            while layer:
                following = []
                for before in layer:
                    x, earlier = before
                    after = row[x], self.moved(earlier, y) | self.moved(options, x)
                    if after in origins:
                        continue
                    self._tick()
                    origins[after] = before, letter
                    following.append(after)
                    if (losing >> after[0] & 1) == bool(after[1] & losing):
                        return self.word(after)
                layer = following
            self.generators[pair] = letter
        finally:
            # Refuted, interrupted or out of budget: what was added goes, the last first.
            while pair not in self.generators and len(origins) > size:
                origins.popitem()
        return None

    def word(self, pair: Pair) -> Letters:
        """Return a sum that has this pair."""
        letters = []
        while (origin := self.origins[pair]) is not None:
            pair, letter = origin
            letters.append(letter)
        return tuple(reversed(letters))
