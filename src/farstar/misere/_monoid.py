"""Finite commutative monoids with P-positions: products, transitions, generators and relations.

A sum of games is described by a pair: its image x in the quotient, and the set E of the images of
its options. Adding a game with image y and options' images F turns (x, E) into (xy, yE + xF). The
pairs of all sums are the submonoid that the pairs of single games generate, and it is finite: if
no pair contradicts the rule "x is a P-position exactly if no member of E is, unless there is no
move", then the outcomes of all sums are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
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


def generators(monoid: Monoid, images: Sequence[int]) -> list[int]:
    """Return the games that are no sums of earlier ones, as far as the quotient can tell."""
    reached = {0}
    chosen = []
    for game, image in enumerate(images):
        if image in reached:
            continue
        chosen.append(game)
        frontier = list(reached)
        while frontier:
            products = {monoid.table[x][image] for x in frontier} - reached
            reached |= products
            frontier = sorted(products)
    return chosen


def representatives(monoid: Monoid, factors: Sequence[int]) -> list[Letters]:
    """Return for each element the least word: the shortest, and of those with early letters."""
    words: dict[int, Letters] = {0: ()}
    layer: dict[int, Letters] = {0: ()}
    while layer:
        following: dict[int, Letters] = {}
        for element, word in layer.items():
            for i, factor in enumerate(factors):
                product = monoid.table[element][factor]
                if product in words:
                    continue
                longer = tuple(sorted((*word, i)))
                if product not in following or longer < following[product]:
                    following[product] = longer
        words |= following
        layer = following
    return [words[element] for element in range(len(monoid))]


class Presentation:
    """The elements of a monoid by their least words, with the letters a, b, c, ...

    The `images` are the elements of the games, some of which are generators.
    """

    def __init__(self, monoid: Monoid, images: Sequence[int]) -> None:
        self.games = generators(monoid, images)
        """The games that are generators."""
        self._factors = [images[game] for game in self.games]
        self._monoid = monoid
        self.words = representatives(monoid, self._factors)
        """The least word of each element."""

    def order(self) -> list[int]:
        """Return the elements in the order of their words, those with early letters first."""
        return sorted(range(len(self.words)), key=lambda element: self.words[element][::-1])

    def relations(self) -> list[tuple[Letters, Letters]]:
        """Return the least words that are not least in their class, with those that are.

        Replacing the one by the other brings every word to its least form.
        """
        least = set(self.words)
        longer = {
            tuple(sorted((*word, i))) for word in self.words for i in range(len(self.games))
        } - least
        minimal = [
            word
            for word in longer
            if all(word[:place] + word[place + 1 :] in least for place in range(len(word)))
        ]
        minimal.sort(key=lambda word: (len(set(word)), word[::-1]))
        return [(word, self.words[self.element(word)]) for word in minimal]

    def element(self, word: Letters) -> int:
        """Return the element of a word."""
        return self._monoid.product(self._factors[i] for i in word)

    def text(self, word: Letters, *, latex: bool = False) -> str:
        """Return a word as ``ab^2``."""
        if not word:
            return "1"
        parts = []
        for letter, copies in sorted(Counter(word).items()):
            name = _name(letter, latex=latex)
            exponent = f"{{{copies}}}" if latex and copies > 9 else str(copies)
            parts.append(name if copies == 1 else f"{name}^{exponent}")
        return "".join(parts)

    def names(self, *, latex: bool = False) -> list[str]:
        """Return the letters of the generators."""
        return [_name(letter, latex=latex) for letter in range(len(self.games))]


def _name(letter: int, *, latex: bool) -> str:
    if letter < 26:
        return chr(ord("a") + letter)
    return f"z_{{{letter - 25}}}" if latex else f"z{letter - 25}"


class Quotient:
    """A monoid whose elements are in the order of their least words."""

    def __init__(self, monoid: Monoid, images: Sequence[int]) -> None:
        self._earlier = Presentation(monoid, images).order()
        """The numbers that the elements had in the monoid that was given."""
        place = {element: i for i, element in enumerate(self._earlier)}
        table = tuple(
            tuple(place[monoid.table[x][y]] for y in self._earlier) for x in self._earlier
        )
        losing = sum(1 << place[x] for x in range(len(monoid)) if monoid.is_losing(x))
        self._monoid = Monoid(table, losing)
        self._images = tuple(place[image] for image in images)
        self._presentation = Presentation(self._monoid, self._images)

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self._monoid)

    @cached_property
    def elements(self) -> tuple[str, ...]:
        """The elements, written in the generators; the identity is ``1``."""
        return tuple(self._presentation.text(word) for word in self._presentation.words)

    @property
    def relations(self) -> tuple[str, ...]:
        """Relations that bring every word to its least form, such as ``b^3 = b``."""
        text = self._presentation.text
        return tuple(f"{text(w)} = {text(least)}" for w, least in self._presentation.relations())

    @property
    def cayley_table(self) -> tuple[tuple[int, ...], ...]:
        """The products, as numbers of `elements`."""
        return self._monoid.table

    def __repr__(self) -> str:
        return f"<{self}>"
