"""Quotients of games that are in no table, against brute force over sums."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

import farstar as fs
from farstar.impartial.codes import Code
from farstar.misere import MisereQuotient, QuotientTooLarge, check_certificate, misere_quotient

Parts = Callable[[int], Iterable[tuple[int, ...]]]

# Octal, quaternary and hexadecimal codes, with and without passing moves, and codes that repeat.
CODES = (
    "0.05", "0.06", "0.11", "0.16", "0.24", "0.37", "0.56", "0.61", "0.63", "0.76", "0.106",
    "0.151", "0.232", "0.314", "0.351", "0.402", "0.455", "0.563", "0.617", "0.731", "0.774",
    "4.03", "4.3", "4.31", "4.62", "4.75", "0.1233", "0.2312", "0.3321", "0.0333", "0.13", "0.8",
    "0.9", "0.A", "0.3F", "8.1", "0.[3]", "0.1[30]", "0.[13]", "0.[7]",
)  # fmt: skip

SUBTRACTION_SETS = ({1, 2}, {2, 3}, {1, 4}, {2, 5}, {1, 3, 4}, {2, 4, 7}, {3, 5, 6}, {1, 6})

LARGEST = {1: 12, 2: 9, 3: 7, 4: 5, 5: 4}
"""The largest heap in sums of so many heaps."""


def is_lost_by(parts: Parts) -> Callable[[tuple[int, ...]], bool]:
    """Return a function that tells by definition whether the player to move loses."""

    @cache
    def is_lost(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted(x for x in (*heaps[:i], *heaps[i + 1 :], *left) if x))
            for i, heap in enumerate(heaps)
            for left in parts(heap)
        ]
        return bool(after) and not any(map(is_lost, after))

    return is_lost


def found(game: Any) -> MisereQuotient:
    """Return the quotient of 12 heaps, or of as many as are found with 100 elements."""
    try:
        return misere_quotient(game, heaps=12, most=100)
    except QuotientTooLarge as error:
        return error.quotient


def check_against_brute_force(game: Any, parts: Parts) -> None:
    q, is_lost = found(game), is_lost_by(parts)
    check_certificate(q.certificate())
    assert q.games_count > 4
    for count, largest in LARGEST.items():
        sizes = range(1, min(largest, q.games_count - 1) + 1)
        for heaps in combinations_with_replacement(sizes, count):
            assert (q.outcome(heaps) is fs.Outcome.P) == is_lost(heaps), heaps
            if count == 2:
                moves = {tuple(sorted(x for x in after if x)) for after in q.winning_moves(heaps)}
                assert all(map(is_lost, moves))
                assert bool(moves) == (not is_lost(heaps) and any(map(list, map(parts, heaps))))


@pytest.mark.parametrize("code", CODES)
def test_codes(code: str) -> None:
    check_against_brute_force(code, Code.parse(code).moves)


@pytest.mark.parametrize("takes", SUBTRACTION_SETS, ids=str)
def test_subtraction_games(takes: set[int]) -> None:
    check_against_brute_force(
        fs.Subtraction(1, takes=takes), lambda n: [(n - k,) for k in takes if k <= n]
    )
    q = misere_quotient(fs.Subtraction(1, takes=takes))
    assert q.preperiod is not None
    assert q.period is not None
    huge = 10**40 + 7
    assert q.outcome(huge, 3) is q.outcome(q.preperiod + (huge - q.preperiod) % q.period, 3)


class SplitEqually(fs.ImpartialRuleset):
    """A heap is split into equal heaps; a move may take one counter first."""

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        for left in (heap, heap - 1):
            yield from ((left // k,) * k for k in (2, 3) if left >= k and left % k == 0)


class Couples(fs.ImpartialRuleset):
    """A heap becomes two heaps whose sizes differ by at most two, or loses two counters."""

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        yield from ((a, heap - a) for a in range(1, heap // 2 + 1) if heap - 2 * a <= 2)
        if heap >= 2:
            yield (heap - 2,)


@pytest.mark.parametrize("kind", [SplitEqually, Couples])
def test_rules_on_heaps_written_in_python(kind: type[Any]) -> None:
    check_against_brute_force(kind(), kind().parts)


class Halving(fs.ImpartialRuleset):
    def moves(self, n: int) -> list[int]:
        return [n // 2, n - 1] if n else []


class Divisors(fs.ImpartialRuleset):
    def moves(self, n: int) -> list[int]:
        return [n - d for d in range(1, n) if n % d == 0]


class Chomp(fs.ImpartialRuleset):
    def moves(self, rows: tuple[int, int]) -> Iterator[tuple[int, int]]:
        a, b = rows
        yield from ((x, min(b, x)) for x in range(a))
        yield from ((a, y) for y in range(b))


class NodeKayles(fs.ImpartialRuleset):
    """A player takes a vertex of a cycle of six and its neighbours away."""

    def moves(self, left: frozenset[int]) -> list[frozenset[int]]:
        return [left - {v, (v + 1) % 6, (v - 1) % 6} for v in sorted(left)]


class Digits(fs.ImpartialRuleset):
    def moves(self, n: int) -> list[int]:
        return [n - int(digit) for digit in set(str(n)) if digit != "0"]


POSITIONS: dict[str, fs.Position] = {
    "halving": Halving()(6),
    "divisors": Divisors()(12),
    "chomp": Chomp()((4, 3)),
    "node kayles": NodeKayles()(frozenset(range(6))),
    "digits": Digits()(13),
    "wythoff": fs.Wythoff(2, 3),
    "euclid": fs.Euclid(7, 5),
    "serial nim": fs.SerialNim(2, 1, 3),
    "modular nim": fs.ModularNim(9, {2, 3}),
    "cram": fs.Cram("2x4"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_other_rulesets(name: str) -> None:
    """Sums of two and three positions that can be reached, chosen at random."""
    start = POSITIONS[name]
    known: dict[tuple[fs.Position, ...], bool] = {}

    def is_lost(sum_: tuple[fs.Position, ...]) -> bool:
        key = tuple(sorted(sum_, key=repr))
        if key not in known:
            after = [
                (*key[:i], option, *key[i + 1 :])
                for i, x in enumerate(key)
                for option in x.options()
            ]
            known[key] = bool(after) and not any(map(is_lost, after))
        return known[key]

    q = misere_quotient([start])
    check_certificate(q.certificate())
    chance = random.Random(5)
    reached = [start]
    for position in reached:  # it grows
        reached += [x for x in position.options() if x not in reached]
    assert len(reached) == q.games_count
    for count in (1, 2, 2, 2, 3):
        sample = tuple(chance.choices(reached, k=count))
        assert (q.outcome(*sample) is fs.Outcome.P) == is_lost(sample), sample
    for position in reached[:20]:
        assert q.outcome(position) is position.misere_outcome
        assert (position.misere_value.outcome is fs.Outcome.P) == is_lost((position,))
