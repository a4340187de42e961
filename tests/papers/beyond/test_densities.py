"""Limit densities against known digits, exact counts, and plain sums over all pairs."""

from __future__ import annotations

import random
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import log

import pytest

from farstar import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games.bulk import partizan_euclid_census
from farstar.papers.beyond import densities
from farstar.papers.euclid.theory import grossman
from farstar.papers.euclid.theory.densities import decimals, win_probabilities
from farstar.papers.partizan_euclid.theory import automata
from farstar.papers.partizan_euclid.theory.densities import outcome_shares as shares

P = {
    2: "0.5681321670923238652793269689601156",
    3: "0.5906741273788220447961200486115131",
    4: "0.6009192776698468265460316411814787",
    5: "0.6064092421646638042000771428553691",
    10: "0.6148821764834083823542364688166036",
    20: "0.6172561584827304841281858139848322",
    40: "0.61784706231424141646",
}
WINS_AT_2000 = {
    1: "0.500493",
    2: "0.568336",
    3: "0.590760",
    4: "0.601026",
    5: "0.606549",
    6: "0.609859",
    7: "0.611905",
    8: "0.613280",
    9: "0.614305",
    10: "0.615016",
    None: "0.618152",
}
MEAN_LENGTHS = {
    2000: 15556770,
    10**4: 482897778,
    10**5: 61757309427,
    10**6: 7522874678833,
    10**7: 887007265361803,
    10**8: 102172761777291490,
}


def winners(bound: int, k: int | None) -> int:
    """Count the won pairs from the moves alone."""

    @cache
    def wins(a: int, b: int) -> bool:
        most = (b - 1) // a if k is None else min(k, (b - 1) // a)
        return any(not wins(*sorted((a, b - m * a))) for m in range(1, most + 1))

    return sum(wins(a, b) for b in range(1, bound + 1) for a in range(1, b))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 7, None])
def test_exact_counts_agree_with_the_moves(k: int | None) -> None:
    for bound in (1, 2, 3, 10, 47, 90):
        assert densities.win_count(bound, k) == winners(bound, k)


@pytest.mark.parametrize("k", [2, 3, 5, 10, None])
def test_shares_of_wins_up_to_2000(k: int | None) -> None:
    share = Fraction(densities.win_count(2000, k), 2000 * 1999 // 2)
    assert round(float(share), 6) == float(WINS_AT_2000[k])
    limit = densities.win_probability(k, digits=10).value
    assert abs(share - Fraction(limit)) < Fraction(1, 3000)


@pytest.mark.long
@pytest.mark.parametrize("k", sorted(k for k in WINS_AT_2000 if k))
def test_shares_of_wins_up_to_2000_for_all_k(k: int) -> None:
    share = densities.win_count(2000, k) / (2000 * 1999 // 2)
    assert round(share, 6) == float(WINS_AT_2000[k])


@pytest.mark.long
@pytest.mark.parametrize(("k", "wins"), [(5, 3032027985), (8, 3065818377), (20, 3086262163)])
def test_wins_up_to_a_hundred_thousand(k: int, wins: int) -> None:
    assert densities.win_count(10**5, k) == wins


@pytest.mark.parametrize("k", [2, 20])
def test_win_probabilities_to_20_digits(k: int) -> None:
    estimate = densities.win_probability(k)
    assert estimate.status == "proved"
    assert estimate.error < Decimal("1e-20")
    assert Decimal(P[k]) in estimate


@pytest.mark.parametrize("k", P)
def test_win_probabilities_stay_within_their_bound(k: int) -> None:
    estimate = densities.win_probability(k, digits=7)
    assert Decimal(P[k]) in estimate
    assert estimate.error < Decimal("1e-7")


def test_the_error_bound_is_not_idle() -> None:
    # The digits below the seventh are not there, and the estimate says so.
    estimate = densities.win_probability(2, digits=7)
    assert estimate.value + Decimal("1e-7") not in estimate
    assert estimate.error > 0


def test_the_two_ends_are_known_exactly() -> None:
    half = densities.win_probability(1)
    assert (half.value, half.error) == (Decimal("0.5"), Decimal(0))
    with localcontext() as context:
        context.prec = 60
        assert 2 / (1 + Decimal(5).sqrt()) in densities.win_probability(digits=40)


def test_win_probabilities_rise_to_the_golden_ratio() -> None:
    probabilities = [densities.win_probability(k, digits=6) for k in range(1, 13)]
    probabilities.append(densities.win_probability(digits=6))
    for lower, upper in pairwise(probabilities):
        assert lower.value + lower.error < upper.value - upper.error


def test_bounds_of_the_gap_prove_monotonicity() -> None:
    golden = densities.win_probability(digits=30).value
    before = golden - Decimal("0.5")
    for k in (*range(2, 12), 20, 40, 100, 101, 10**6):
        low, high = densities.golden_gap_bounds(k)
        assert 0 < low < high < before
        before = low
    for k, digits in P.items():
        low, high = densities.golden_gap_bounds(k)
        assert low < golden - Decimal(digits) < high


@pytest.mark.long
def test_expansion_of_the_gap() -> None:
    second, third = densities.golden_gap_coefficients(digits=28)
    assert str(second).startswith("0.275591099565510208554761758")
    assert str(third).startswith("1.790826989275924111548097348")
    for k in (10, 20, 100, 1000):
        gap = (
            densities.win_probability(digits=16).value
            - densities.win_probability(k, digits=16).value
        )
        expansion = second / (k + 1) ** 2 + third / (k + 1) ** 3
        rest = (gap - expansion) * (k + 1) ** 4
        assert -Decimal("9.3") < rest < -5


def test_mean_length_against_all_pairs() -> None:
    for bound in (50, 200):
        total = sum(grossman.length(a, b) for b in range(2, bound + 1) for a in range(1, b))
        mean = total / (bound * (bound - 1) / 2)
        assert abs(mean - densities.mean_length(bound)) < 3 * log(bound) / bound


@pytest.mark.parametrize("bound", MEAN_LENGTHS)
def test_mean_length_against_exact_sums(bound: int) -> None:
    mean = MEAN_LENGTHS[bound] / (bound * (bound - 1) / 2)
    excess = mean - densities.mean_length(bound)
    # Above ten million a float holds no more.
    assert 0 < excess < 2.5 * log(bound) / bound + 1e-14


def test_mean_length_constants() -> None:
    law = densities.mean_length_law(digits=32)
    assert str(law.slope.value).startswith("1.1701668407454863547018957639409")
    assert Decimal("-1.12071764710133227852778794702446295") in law.offset
    assert (law.slope.status, law.offset.status) == ("proved", "numerical")


def test_outcome_shares() -> None:
    left, right = densities.outcome_shares()
    assert left.status == right.status == "proved"
    assert Decimal("0.572201693044895214579775293127321185666051") in left
    assert Decimal("0.427798306955104785420224706872678814333949") in right
    assert left.value + right.value == 1
    assert left.error < Decimal("1e-20")


@pytest.mark.long
def test_growth_of_the_other_outcomes() -> None:
    exponent = densities.growth_exponent(digits=10)
    assert exponent.status == "proved"
    assert Decimal("1.6658162101069459499701803") in exponent
    # The exponent is not 5/3, and the bound suffices to see it.
    assert exponent.value + exponent.error < Decimal(5) / 3
    constant = densities.growth_constant(digits=8)
    assert constant.status == "numerical"
    assert Decimal("0.3790688209469974") in constant


@pytest.mark.long
def test_growth_to_more_digits() -> None:
    fine, usual = densities.growth_exponent(digits=28), densities.growth_exponent()
    assert fine.value in usual
    assert usual.error < Decimal("1e-20")
    assert str(fine.value).startswith("1.66581621010694594997018")
    assert Decimal("0.3790688209469974") in densities.growth_constant(digits=14)


@pytest.mark.long
def test_many_digits() -> None:
    assert Decimal(P[2]) in densities.win_probability(2, digits=33)
    fine, coarse = (densities.win_probability(5, digits=d) for d in (50, 30))
    assert fine.value in coarse


@pytest.mark.parametrize("bound", [10**4, pytest.param(10**5, marks=pytest.mark.long)])
def test_predicted_census(bound: int) -> None:
    exact = partizan_euclid_census(bound)
    predicted = densities.predicted_census(bound)
    for outcome in (Outcome.P, Outcome.N):
        assert abs(exact[outcome] - predicted[outcome]) < 4 * bound**0.5
    for outcome in (Outcome.L, Outcome.R):
        assert abs(exact[outcome] - predicted[outcome]) < 6 * bound**0.5


@pytest.mark.long
def test_predicted_census_at_a_million() -> None:
    exact = {"P": 3746411141, "L": 282354723734, "R": 210152950132, "N": 3745414993}
    off = {
        str(outcome): exact[str(outcome)] - count
        for outcome, count in densities.predicted_census(10**6).items()
    }
    assert off == {"P": 959, "L": 1293, "R": -7063, "N": 4811}


@pytest.mark.long
def test_growth_of_the_classes() -> None:
    known = {
        0: "0.112355105588",
        1: "0.226358756725",
        2: "0.067992941971",
        3: "0.111549900245",
        4: "0.032601205204",
        5: "0.462992625595",
        7: "0.014189065903",
        8: "0.015601056593",
        9: "0.234112510155",
        12: "0.098166039685",
        14: "0.304626810842",
        15: "0.155163815114",
    }
    constants = densities.class_growth_constants(digits=6)
    assert set(constants) == set(range(17)) - {10, 13}
    for number, text in known.items():
        assert Decimal(text) in constants[number]
        assert constants[number].error < Decimal("1e-6")
        assert constants[number].status == "numerical"
    states = automata.far_star_automaton().states
    for outcome in "PN":
        total = sum(
            constants[state.number].value
            for state in states
            if state.value[0] == outcome and state.number in constants
        )
        assert abs(total - Decimal("0.379069")) < Decimal("5e-6")


@pytest.mark.long
def test_exponents_of_undecided_beginnings() -> None:
    known = {20: "1.1818"}
    for k, text in known.items():
        estimate = densities.undecided_exponent(k, digits=4)
        assert str(estimate.value) == text
        assert estimate.error < Decimal("0.0001")
    # The steps of the walk for k = 3, up to two bounds.
    steps = [sum(1 for _ in win_probabilities._flipped(n, 4)) for n in (250, 1000)]
    assert abs(log(steps[1] / steps[0]) / log(4) - 1.6034) < 0.05


def test_mean_number_of_quotients() -> None:
    law = densities.mean_quotients_law(digits=30)
    assert Decimal("-0.43464857407696267862121737323689") in law.offset
    sums = {2000: 11948788, 10**6: 5604301505656, 10**8: 75448367027053676}
    for bound, total in sums.items():
        mean = total / (bound * (bound - 1) / 2)
        excess = mean - float(law.slope.value) * log(bound) - float(law.offset.value)
        assert 0 < excess < 2.5 * log(bound) / bound + 1e-14


def test_digits_until_the_outcome_is_decided() -> None:
    estimate = densities.digits_until_decided(digits=12)
    assert estimate.status == "proved"
    assert Decimal("4.22468987574399843276178862551") in estimate


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(
        IllegalPositionError, match="expected the largest multiplier to be an integer of at least 1"
    ):
        densities.win_probability(0)
    with pytest.raises(IllegalPositionError, match="number of digits"):
        densities.outcome_shares(digits=0)
    with pytest.raises(IllegalPositionError, match="expected k to be an integer of at least 2"):
        densities.golden_gap_bounds(1)
    with pytest.raises(BudgetExceeded, match="at most 60 digits, got 61"):
        densities.win_probability(2, digits=61)
    with pytest.raises(IllegalPositionError, match="a bound"):
        densities.predicted_census(1)


def test_the_callers_context_does_not_matter() -> None:
    with localcontext() as context:
        context.prec = 3
        estimate = densities.win_probability(6, digits=9)
        assert Decimal("0.6096727053753356513877266455497489") in estimate


def test_special_functions_have_their_known_digits() -> None:
    numbers = [str(number) for number in decimals.bernoulli(5)]
    assert numbers == ["1", "1/6", "-1/30", "1/42", "-1/30"]
    with decimals.precision(20):
        half, one, two = Decimal("0.5"), Decimal(1), Decimal(2)
        for number, known in (
            (decimals.pi(), "3.14159265358979324"),
            (decimals.golden_ratio(), "1.61803398874989485"),
            (decimals.cosines(2)[1], "0.70710678118654752"),
            (decimals.cosines(2)[3], "-0.70710678118654752"),
            (decimals.progression_sums(one, 1, two, 2)[0], "1.64493406684822644"),
            (decimals.progression_sums(one, 1, two, 2)[1], "1.20205690315959429"),
            (decimals.digamma(one), "-0.57721566490153286"),
            (decimals.dilogarithm(half), "0.58224052646501251"),
            (decimals.zeta_derivative_at_two(), "-0.93754825431584375"),
        ):
            assert str(round(number, 17)) == known


def test_an_undecided_state_is_seen_no_more_often_than_the_error_bound_says() -> None:
    """Digits of 4,000 random numbers, from each undecided pair of outcomes until one player wins.

    The bound on the error multiplies by the most visits on the average. Half as many would be
    too few.
    """
    rng = random.Random(7)
    sinks = {("L", "L"), ("R", "R")}

    def after(letter: str, pair: tuple[str, str]) -> tuple[str, str]:
        left, own = pair
        first, second = (own, left) if letter == "l" else (left, own)
        wins_left, wins_right = first in "LP", second in "PR"
        new = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
        return (own if letter == "l" else left), new[wins_left, wins_right]

    pairs = [("P", "N"), ("N", "R"), ("R", "P"), ("P", "L"), ("L", "N"), ("N", "P")]
    longest = 0.0
    for start in pairs:
        visits = 0
        for _ in range(4_000):
            pair, x = start, Fraction(rng.randrange(1, 10**40), 10**40)
            while pair not in sinks and x:
                visits += 1
                digit, x = divmod(1 / x, 1)
                pair = after("l", pair)
                for _ in range(min(int(digit) - 1, 3)):  # more letters r change nothing
                    pair = after("r", pair)
        longest = max(longest, visits / 4_000)
    most = shares._MOST_VISITS
    assert longest < most
    assert longest > most / 2
