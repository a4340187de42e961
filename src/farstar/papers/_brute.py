"""Brute force for the checks: results computed from the rules of the games and nothing else.

Nothing here uses a closed form, so it can serve as a witness for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd
from typing import Generic, TypeVar

from farstar._outcome import Outcome
from farstar.impartial.grundy import mex
from farstar.values import Value

T = TypeVar("T")


class Asked:
    """A record of what was asked of brute force, and of which positions, while one is kept."""

    def __init__(self) -> None:
        self._notes: dict[tuple[str, str, tuple[object, ...]], None] | None = None

    @contextmanager
    def noted(self) -> Iterator[dict[tuple[str, str, tuple[object, ...]], None]]:
        """Keep a record of each question: what is asked, a template, and the values to fill in.

        What is asked is something that a family may be certified for, or ``sum`` for the outcome of
        a sum.
        """
        self._notes = {}
        try:
            yield self._notes
        finally:
            self._notes = None

    def note(self, what: str, template: str, *arguments: object) -> None:
        """Record one question, if a record is kept."""
        if self._notes is not None:
            self._notes[what, template, arguments] = None


ASKED = Asked()


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


def prefixes(length: int) -> Iterator[str]:
    """Yield all words over l and r with at most so many letters, the shortest first."""
    for n in range(length + 1):
        for letters in product("lr", repeat=n):
            yield "".join(letters)


def words(length: int) -> Iterator[str]:
    """Yield all words that end in e, with at most so many letters before it."""
    for prefix in prefixes(length):
        yield prefix + "e"


def coprime_pairs(bound: int) -> Iterator[tuple[int, int]]:
    """Yield the coprime pairs ``(p, q)`` with ``q < p <= bound``."""
    return ((p, q) for q, p in pairs(bound) if gcd(p, q) == 1)


def standard_pairs(bound: int) -> Iterator[tuple[int, int]]:
    """Yield the coprime pairs ``(p, q)`` with ``q < p < 2q`` and ``p <= bound``."""
    return ((p, q) for q, p in pairs(bound) if p < 2 * q and gcd(p, q) == 1)


def pairs(bound: int, least: int = 1) -> Iterator[tuple[int, int]]:
    """Yield all pairs ``least <= a < b <= bound``."""
    return ((a, b) for b in range(least, bound + 1) for a in range(least, b))


def pairs_or_equal(bound: int, least: int = 1) -> Iterator[tuple[int, int]]:
    """Yield all pairs ``least <= a <= b <= bound`` with ``b >= 1``."""
    return ((a, b) for b in range(1, bound + 1) for a in range(least, b + 1))


def running_means(
    bound: int, of: Callable[[int, int], float], start: int = 2
) -> Iterator[tuple[int, float]]:
    """Yield N with the mean of a function over all pairs ``a < b <= N``, for N from `start` on."""
    total = 0.0
    for b in range(2, bound + 1):
        total += sum(of(a, b) for a in range(1, b))
        if b >= start:
            yield b, total / (b * (b - 1) / 2)


def fibonacci_pairs(bound: int) -> list[tuple[int, int]]:
    """Return the pairs (1, 2), (2, 3), (3, 5), ... of consecutive Fibonacci numbers."""
    pairs = [(1, 2)]
    while sum(pairs[-1]) <= bound:
        low, high = pairs[-1]
        pairs.append((high, low + high))
    return pairs


def above_phi(b: int, a: int) -> bool:
    """Return whether ``b/a`` is greater than the golden ratio, exactly."""
    return b * b - a * b - a * a > 0


def fraction(digits: Sequence[int]) -> Fraction:
    """Return the value of a continued fraction."""
    value = Fraction(digits[-1])
    for digit in reversed(digits[:-1]):
        value = digit + 1 / value
    return value


def quotients(b: int, a: int) -> tuple[int, ...]:
    """Return the short continued fraction of ``b/a`` by long division."""
    digits = []
    while a:
        digits.append(b // a)
        a, b = b % a, a
    return tuple(digits)


class EuclidGame:
    """Euclid (``least = 0``) or Grossman's game (``least = 1``), move by move.

    `allowed` contains the multipliers that may be used.
    """

    def __init__(self, least: int, allowed: Collection[int] | None = None) -> None:
        self.least = least
        self.allowed = allowed
        name = ("Euclid", "Grossman")[least]
        members = "" if allowed is None else f"; {{{{{','.join(map(str, sorted(allowed)))}}}}}"
        self._template = f"{name}({{}},{{}}{members})"
        self._moves: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._grundy: dict[tuple[int, int], int] = {}
        self._misere: dict[tuple[int, int], bool] = {}
        self._lengths: dict[tuple[int, int], frozenset[int]] = {}

    def moves(self, a: int, b: int) -> list[tuple[int, int]]:
        """Return the positions after each move, the smaller number first."""
        ASKED.note("moves", self._template, a, b)
        return self._options(a, b)

    def _options(self, a: int, b: int) -> list[tuple[int, int]]:
        a, b = min(a, b), max(a, b)
        known = self._moves.get((a, b))
        if known is None:
            most = (b - self.least) // a if a else 0
            known = self._moves[a, b] = [
                (min(a, b - m * a), max(a, b - m * a))
                for m in range(1, most + 1)
                if self.allowed is None or m in self.allowed
            ]
        return known

    def grundy(self, a: int, b: int) -> int:
        """Return the Grundy value."""
        ASKED.note("grundy", self._template, a, b)
        return self._grundy_value(a, b)

    def _grundy_value(self, a: int, b: int) -> int:
        table = self._grundy

        def make(key: tuple[int, int]) -> int:
            return mex({table[move] for move in self._options(*key)})

        return self._settled(table, a, b, make)

    def wins(self, a: int, b: int) -> bool:
        """Return whether the player to move wins."""
        return self.grundy(a, b) != 0

    def wins_misere(self, a: int, b: int) -> bool:
        """Return whether the player to move wins if a player who cannot move wins."""
        ASKED.note("misere", self._template, a, b)
        table = self._misere

        def make(key: tuple[int, int]) -> bool:
            moves = self._options(*key)
            return not moves or not all(table[move] for move in moves)

        return self._settled(table, a, b, make)

    def lengths(self, a: int, b: int) -> frozenset[int]:
        """Return how long the game can last if the winner makes winning moves only."""
        ASKED.note("lengths", self._template, a, b)
        table = self._lengths

        def make(key: tuple[int, int]) -> frozenset[int]:
            moves = self._options(*key)
            if self._grundy_value(*key):
                moves = [move for move in moves if not self._grundy_value(*move)]
            return frozenset({n + 1 for move in moves for n in table[move]} or {0})

        return self._settled(table, a, b, make)

    def _settled(
        self,
        table: dict[tuple[int, int], T],
        a: int,
        b: int,
        make: Callable[[tuple[int, int]], T],
    ) -> T:
        """Fill a table for a position and all that can follow it, the last ones first."""
        a, b = min(a, b), max(a, b)
        if (a, b) in table:
            return table[a, b]
        root, chain = (a, b), []
        while a:
            chain += [(a, c) for c in range(b, a - 1, -a)]
            a, b = b % a, a
        for key in reversed([*chain, (a, b)]):
            if key not in table:
                table[key] = make(key)
        return table[root]


@cache
def euclid() -> EuclidGame:
    """Return Euclid with all multipliers."""
    return EuclidGame(0)


@cache
def grossman(k: int | None = None) -> EuclidGame:
    """Return Grossman's game with the multipliers up to `k`, or all of them."""
    return EuclidGame(1) if k is None else EuclidGame(1, range(1, k + 1))


def row_grundy(row: tuple[int, ...]) -> int:
    """Return the Grundy value of a row of heaps of which only the first may be reduced."""
    heaps = tuple(heap for heap in row if heap)
    ASKED.note("grundy", "SerialNim({})", ",".join(map(str, heaps)))
    return _row_grundy(heaps)


@cache
def _row_grundy(row: tuple[int, ...]) -> int:
    if not row:
        return 0
    if row[0] == 0:
        return _row_grundy(row[1:])
    return mex({_row_grundy((n, *row[1:])) for n in range(row[0])})
