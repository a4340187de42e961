"""Brute force for Partizan Euclid: results computed from the rules and nothing else.

Nothing here uses a closed form, so it can serve as a witness for one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import gcd
from typing import Generic, TypeVar

from farstar._outcome import Outcome
from farstar.papers.cases import ASKED
from farstar.values import Value

T = TypeVar("T")


class Fold(Generic[T]):
    """Evaluates Partizan Euclid by its rules, from the end of play and from pairs of options."""

    def __init__(self, end: T, combine: Callable[[T, T], T], what: str = "") -> None:
        self.what = what
        self.end = end
        self.combine = combine
        self.known: dict[tuple[int, int], T] = {}

    def __call__(self, p: int, q: int) -> T:
        """Return the result for ``E(p, q)``."""
        if self.what:
            ASKED.note(self.what, "E({},{})", p, q)
        root = (q, p % q)
        known, stack = self.known, [root]
        while stack:
            q, t = stack[-1]
            if (q, t) in known:
                stack.pop()
            elif not t:
                known[q, t] = self.end
            else:
                left, right = (t, q % t), (q - t, q % (q - t))
                if left in known and right in known:
                    known[q, t] = self.combine(known[left], known[right])
                else:
                    stack += [key for key in (left, right) if key not in known]
        return known[root]


def options(p: int, q: int) -> list[tuple[int, int]]:
    """Return the options of Left and of Right of ``E(p, q)``."""
    t = p % q
    return [(q, t), (q, q - t)] if t else []


def braces(left: Outcome, right: Outcome) -> Outcome:
    """Return the outcome of a game with one option a side, from those of the options."""
    return Outcome.of(left_wins_first=left in "LP", right_wins_first=right in "RP")


@cache
def outcomes() -> Fold[Outcome]:
    """Return the outcomes of Partizan Euclid."""
    return Fold(Outcome.P, braces, "outcome")


@cache
def values() -> Fold[Value]:
    """Return the canonical values of Partizan Euclid."""
    return Fold(Value(0), lambda left, right: Value.of(left=[left], right=[right]), "value")


def word_value(word: str) -> Value:
    """Return the value of the position with a signature."""
    return values()(*pair_of(word))


def weight(p: int, q: int) -> Value:
    """Return the atomic weight of the value of ``E(p, q)``."""
    ASKED.note("weight", "E({},{})", p, q)
    return values()(p, q).atomic_weight()


def word_weight(word: str) -> Value:
    """Return the atomic weight of the position with a signature."""
    return weight(*pair_of(word))


@cache
def trees() -> Fold[int]:
    """Return the game trees of Partizan Euclid, equal trees with equal numbers."""
    numbers: dict[tuple[int, int], int] = {}
    return Fold(0, lambda left, right: numbers.setdefault((left, right), len(numbers) + 1), "tree")


def pair_of(word: str) -> tuple[int, int]:
    """Return the standard position with a signature, undoing the moves from ``E(3, 2)``."""
    if not word:
        return 2, 1
    p, q = 3, 2
    for letter in reversed(word[:-1]):
        p, q = (p + q, p) if letter == "l" else (2 * p - q, p)
    return p, q


def word_of(p: int, q: int) -> str:
    """Return the signature of ``E(p, q)`` by its definition, letter by letter."""
    ASKED.note("moves", "E({},{})", p, q)
    divisor = gcd(p, q)
    p, q = p // divisor, q // divisor
    letters = ""
    while q > 2:
        t = p % q
        left = 2 * t > q
        letters += "l" if left else "r"
        p, q = (q, t) if left else (q, q - t)
    return letters if q == 1 else letters + "e"
