"""Brute force for Euclid and its relatives: results computed from the rules and nothing else.

Nothing here uses a closed form, so it can serve as a witness for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeVar

from farstar.impartial.grundy import mex
from farstar.papers.cases import ASKED

T = TypeVar("T")


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
