"""Sums of weights: who wins them, against the engine, and what they say about sums of games."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.papers.partizan_euclid.theory.weights import weight
from farstar.sums.weight_sums import Comb, Weight, WeightSum


def as_value(one: Weight | Fraction) -> fs.Value:
    """Return a weight as a value, built from its options."""
    if not isinstance(one, Comb):
        return fs.Value(one)
    value = fs.Value(one.end)
    for tooth in reversed(one.teeth):
        value = fs.Value.of(left=[tooth], right=[value])
    return value


def check(terms: list[tuple[int, Weight]], numbers: range) -> None:
    """Compare who wins a sum, less each of some integers, with the engine's answer."""
    value = sum((sign * as_value(one) for sign, one in terms), fs.Value(0))
    total = WeightSum(terms)
    for n in numbers:
        assert total.left_wins_first(n) is not (value <= n), (terms, n)
        assert total.left_wins_second(n) is (value >= n), (terms, n)


SMALL = [Comb(tuple(n + 1 for n in teeth), 1) for k in (1, 2, 3) for teeth in
         combinations_with_replacement(range(2, -2, -1), k)]  # fmt: skip
"""All combs of up to three teeth that fall from at most 3 to at least 0, with the end 1."""


def test_every_pair_of_small_combs() -> None:
    for (one, other), sign in product(combinations_with_replacement(SMALL, 2), (1, -1)):
        check([(1, one), (sign, other)], range(-2, 4))


@st.composite
def combs(draw: st.DrawFn) -> Comb:
    end = draw(st.integers(-3, 3))
    gaps = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4))
    tooth, teeth = end - draw(st.integers(0, 1)), []
    for gap in gaps:
        tooth += gap
        teeth.append(tooth)
    return Comb(tuple(reversed(teeth)), end)


signed = st.tuples(st.sampled_from((1, -1)), combs() | st.integers(-4, 4))


@given(st.lists(signed, max_size=5))
def test_sums_of_combs_agree_with_the_engine(terms: list[tuple[int, Weight]]) -> None:
    check(terms, range(-3, 4))


@given(st.lists(signed, max_size=8))
def test_laws(terms: list[tuple[int, Weight]]) -> None:
    total, negative = WeightSum(terms), WeightSum([(-sign, one) for sign, one in terms])
    with_its_negative = WeightSum([*terms, *((-sign, one) for sign, one in terms)])
    assert not with_its_negative.left_wins_first()
    assert with_its_negative.left_wins_second()
    assert total.left_wins_first() is not negative.left_wins_second()
    if total.left_wins_second(1):
        assert total.left_wins_first()
        assert total.left_wins_second()


def test_a_thousand_switches_take_no_search() -> None:
    rng = Random(5)
    number, sizes, terms = 0, [], []
    for _ in range(1000):
        sign, (low, high) = (
            rng.choice((1, -1)),
            sorted(rng.randint(-(10**30), 10**30) for _ in "ab"),
        )
        terms.append((sign, Comb((high,), low)))
        sizes.append(high - low)
        number += low if sign > 0 else -high
    gain = sum(sorted(sizes)[::-2])
    total = WeightSum(terms)
    assert total.left_wins_first(number + gain, steps=0) is False
    assert total.left_wins_first(number + gain - 1, steps=0) is True


def test_steps_are_counted() -> None:
    rng = Random(3)
    terms: list[tuple[int, Weight]] = []
    stop = 0
    for _ in range(12):
        # All have the same temperature, 2 * 10^6.
        size = rng.randint(1, 10**6)
        terms.append((1, Comb((4 * 10**6 + size, 2 * size), 0)))
        stop += 2 * 10**6 + size
    counted: list[int] = []
    total = WeightSum([*terms, (-1, stop)], counted.append)
    with pytest.raises(BudgetExceeded):
        total.left_wins_first(steps=3)
    assert sum(counted) == 3
    assert None in total.decide(steps=0)
    total.left_wins_first(steps=100_000)
    assert sum(counted) > 3


def test_deep_combs_and_many_parts_do_not_recurse() -> None:
    deep = Comb(tuple(range(3000, 0, -1)), 1)
    assert WeightSum([(1, deep)]).left_wins_second(1)
    assert WeightSum([(1, deep), (-1, deep)] * 2).decide() == (None, None)
    assert not WeightSum([(1, deep), (-1, Comb((3001, 2999), 5))]).left_wins_second(2)


def test_other_combs_are_refused() -> None:
    for comb in (Comb((1, 2), 0), Comb((3,), 5)):
        with pytest.raises(IllegalPositionError, match="teeth"):
            WeightSum([(1, comb)])


def test_weights_say_who_wins_sums_of_partizan_euclid() -> None:
    positions = [fs.PartizanEuclid(p, q) for p in range(5, 23) for q in range(2, p) if p % q]
    hot = [g for g in positions if isinstance(weight(g.signature), Comb)]
    rng = Random(11)
    settled = 0
    for _ in range(600):
        terms = [(rng.choice((1, -1)), rng.choice((hot, positions)[rng.random() < 0.5]))
                 for _ in range(rng.randint(1, 4))]  # fmt: skip
        decision = WeightSum([(sign, weight(g.signature)) for sign, g in terms]).decide()
        games = [sign * g.value for sign, g in terms]
        outcome = sum(games, fs.Value(0)).outcome
        for player, wins in zip((fs.Left, fs.Right), decision, strict=True):
            if wins is not None:
                settled += 1
                assert wins is outcome.wins(player, first=True), terms
    assert settled > 600
