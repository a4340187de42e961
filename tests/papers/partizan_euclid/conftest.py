"""What several tests of the theory share: a tiny engine, and words of every kind.

Every Partizan Euclid position has a canonical form with at most one Left and one Right option, so
games with at most one option a side are all that these tests need.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from farstar.papers.partizan_euclid.theory.words import Word


class ThinGames:
    """Canonical forms by comparison, slow and plain.

    The number 0 is zero; any other number has one option a side.
    """

    def __init__(self) -> None:
        self.left = [-1]
        self.right = [-1]
        self.numbers: dict[tuple[int, int], int] = {}
        self.known: dict[tuple[int, int], bool] = {}
        self.star = self.intern(0, 0)
        self.states: dict[str, tuple[int, int]] = {"e": (0, self.star)}

    def intern(self, x: int, y: int) -> int:
        if (x, y) not in self.numbers:
            self.numbers[x, y] = len(self.left)
            self.left.append(x)
            self.right.append(y)
        return self.numbers[x, y]

    def geq(self, g: int, h: int) -> bool:
        if g == h:
            return True
        if (g, h) not in self.known:
            self.known[g, h] = not (g and self.geq(h, self.right[g])) and not (
                h and self.geq(self.left[h], g)
            )
        return self.known[g, h]

    def braces(self, x: int, y: int) -> int:
        """Return the canonical form of {x|y}: bypass reversible options, then intern."""

        def above(h: int) -> bool:
            return not self.geq(h, y) and not (h and below(self.left[h]))

        def below(h: int) -> bool:
            return not self.geq(x, h) and not (h and above(self.right[h]))

        if above(0) and below(0):
            return 0
        left, right = x, y
        while left and above(self.right[left]):
            left = self.left[self.right[left]]
        while right and below(self.left[right]):
            right = self.right[self.left[right]]
        return self.intern(left, right)

    def state(self, word: Word) -> tuple[int, int]:
        """Return Left's option and the position, made letter by letter."""
        letters = word.letters()
        known = next(k for k in range(len(letters)) if letters[k:] in self.states)
        for k in range(known - 1, -1, -1):
            a, b = self.states[letters[k + 1 :]]
            after = (b, self.braces(b, a)) if letters[k] == "l" else (a, self.braces(a, b))
            self.states[letters[k:]] = after
        return self.states[letters]


@pytest.fixture
def games() -> ThinGames:
    """Return an empty tiny engine."""
    return ThinGames()


@pytest.fixture
def words_of_length() -> Callable[[int], list[Word]]:
    """Return a function that lists all words with so many letters before their e."""

    def listed(length: int) -> list[Word]:
        return [Word("".join(word) + "e") for word in itertools.product("lr", repeat=length)]

    return listed


@pytest.fixture
def random_words() -> Callable[[int, int], list[Word]]:
    """Return a function of a count and a seed that makes words with long runs.

    Most of them end where the long rules of the normal form are at home.
    """
    ends = ["", "rlr", "rlrr", "rlrrr", "rlrlllrr", "rlllllrr"]

    def chosen(count: int, seed: int) -> list[Word]:
        rng = random.Random(seed)
        words = []
        for _ in range(count):
            blocks = [rng.choice("lr") * rng.choice([1, 1, 2, 3, 3, 4, 5, 9]) for _ in range(14)]
            words.append(Word("".join(blocks) + rng.choice(ends) + "e"))
        return words

    return chosen
