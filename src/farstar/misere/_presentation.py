"""Elements as words in the generators, and the relations between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from farstar.misere._monoid import Letters, Monoid
from farstar.misere._solver import generators, representatives


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
