"""The shortcuts of the reference engine, each against the long way round."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from farstar.engine._reference import canonical, store, thermograph
from farstar.engine._reference.store import Game, compact, left_of, right_of, run

NUMBERS = [Fraction(n, 8) for n in range(-20, 21)]
RECORDS = [
    (x, n, m)
    for x in (Fraction(0), Fraction(1), Fraction(-3, 4))
    for n in range(-4, 5)
    for m in range(5)
]


def plain(g: Game) -> Game:
    """Return the same game with its options listed and no compact record at the top."""
    return Game(None, tuple(left_of(g)), tuple(right_of(g)))


def birthday(x: Fraction) -> int:
    """Return the birthday of a number: steps of the sign expansion."""
    if x.denominator == 1:
        return abs(x.numerator)
    return abs(x.numerator) // x.denominator + x.denominator.bit_length()


@pytest.mark.parametrize("fits", list(product([False, True], repeat=2)))
def test_simplest_number_is_the_earliest_born(fits: tuple[bool, bool]) -> None:
    candidates = [Fraction(n, 16) for n in range(-48, 49)]
    for low, high in product(NUMBERS, NUMBERS):
        inside = [
            x
            for x in candidates
            if (low < x or (fits[0] and low == x)) and (x < high or (fits[1] and x == high))
        ]
        if inside:
            best = min(inside, key=birthday)
            assert canonical.simplest(low, fits[0], high, fits[1]) == best
            assert [birthday(x) for x in inside].count(birthday(best)) == 1


def test_simplest_number_without_a_bound() -> None:
    assert canonical.simplest(None, True, None, True) == 0
    assert canonical.simplest(Fraction(5, 2), False, None, True) == 3
    assert canonical.simplest(None, True, Fraction(-3), False) == -4
    assert canonical.simplest(None, True, Fraction(-3), True) == -3
    assert canonical.simplest(Fraction(-1, 2), False, None, True) == 0


@pytest.mark.parametrize("record", RECORDS, ids=str)
def test_options_of_compact_games_give_them_back(record: tuple[Fraction, int, int]) -> None:
    g = compact(*record)
    assert run(canonical.construct(frozenset(left_of(g)), frozenset(right_of(g)))) is g
    negated = run(canonical.negate(g))
    assert {run(canonical.negate(o)) for o in left_of(g)} == set(right_of(negated))


@pytest.mark.parametrize("record", RECORDS, ids=str)
def test_order_of_compact_games_is_that_of_their_options(
    record: tuple[Fraction, int, int],
) -> None:
    g = compact(*record)
    if g.is_number:
        return
    for other in RECORDS:
        h = compact(*other)
        if h is not g:
            assert run(canonical.geq(plain(g), h)) == run(canonical.geq(g, h))


@pytest.mark.parametrize("sign", [1, -1])
def test_best_compact_options_are_the_undominated_ones(sign: int) -> None:
    games = [compact(Fraction(0), n, m) for n in range(-2, 3) for m in range(4)]
    for chosen in product(games, repeat=3):
        best = {
            g
            for g in chosen
            if not any(h is not g and run(canonical.at_least(sign, h, g)) for h in chosen)
        }
        assert set(canonical._best_compacts(chosen, sign)) == best


@pytest.mark.parametrize("record", RECORDS, ids=str)
def test_thermographs_of_many_ups_and_large_nimbers(record: tuple[Fraction, int, int]) -> None:
    g = compact(*record)
    if not g.is_number:
        assert run(thermograph.thermograph(plain(g))) == run(thermograph.thermograph(g))


def test_answers_are_remembered() -> None:
    g, h = compact(1, 0, 1), compact(0, 2, 0)
    before = store.budget.spent
    run(canonical.add(g, h))
    run(canonical.add(g, h))
    assert store.budget.spent <= before + 1
