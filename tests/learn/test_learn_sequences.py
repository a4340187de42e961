"""Guesses about sequences: what is there is found, and noise is not explained."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import farstar as fs
from farstar import learn
from farstar.errors import NotationError


def test_kayles_and_its_period() -> None:
    kayles = learn.sequence("Kayles(n)", n=range(200))
    assert kayles.period is not None
    assert (kayles.period.first, kayles.period.period) == (71, 12)
    assert not kayles.period.saltus
    for n in range(71, 400):
        assert fs.Kayles(n).grundy == fs.Kayles(n + 12).grundy


def test_an_arithmetic_period() -> None:
    terms = [7, 7] + [n // 3 * 2 + (n % 3 == 1) for n in range(30)]
    period = learn.sequence(terms, start=1).period
    assert period is not None
    assert (period.first, period.period, period.saltus) == (3, 3, Fraction(2))


@pytest.mark.parametrize("seed", range(20))
def test_a_random_recurrence_is_found(seed: int) -> None:
    random = Random(seed)
    order = random.randint(1, 5)
    coefficients = [random.randint(-3, 3) for _ in range(order - 1)] + [random.choice([-2, 1, 3])]
    terms = [random.randint(-9, 9) or 1 for _ in range(order)]
    while len(terms) < 30:
        terms.append(sum(c * terms[-i] for i, c in enumerate(coefficients, start=1)))
    conjecture = learn.sequence(terms)
    recurrence = conjecture.recurrence
    assert recurrence is not None
    assert len(recurrence.coefficients) <= order
    again = [Fraction(t) for t in terms[: recurrence.first]]
    while len(again) < 60:
        again.append(
            sum((c * again[-i] for i, c in enumerate(recurrence.coefficients, 1)), Fraction(0))
        )
    while len(terms) < 60:
        terms.append(sum(c * terms[-i] for i, c in enumerate(coefficients, start=1)))
    assert again == terms


@pytest.mark.parametrize("seed", range(20))
def test_a_random_quasi_polynomial_is_found(seed: int) -> None:
    random = Random(seed)
    modulus, start = random.randint(1, 3), random.randint(-3, 5)
    rows = [[random.randint(-4, 4) for _ in range(3)] for _ in range(modulus)]

    def term(n: int) -> int:
        a, b, c = rows[n % modulus]
        return a + b * n + c * n * n

    formula = learn.sequence([term(n) for n in range(start, start + 24)], start=start).formula
    assert formula is not None
    assert len(formula.polynomials) <= modulus
    for n in range(formula.first, 80):
        assert formula.polynomials[n % len(formula.polynomials)](n) == term(n)


@pytest.mark.parametrize("seed", range(10))
def test_noise_is_not_explained(seed: int) -> None:
    random = Random(seed)
    conjecture = learn.sequence([random.randint(0, 10**6) for _ in range(40)])
    assert not conjecture.guesses
    assert "No period" in str(conjecture)


def test_terms_that_are_no_numbers_have_only_a_period() -> None:
    outcomes = learn.sequence("E(n+1,n)", oracle="outcome", n=range(2, 20))
    assert str(outcomes.period) == "a(n+1) = a(n) for n >= 3"
    assert outcomes.recurrence is None
    with pytest.raises(NotationError, match="expected integers"):
        outcomes.oeis()


def test_a_formula_may_be_zero_for_some_remainders() -> None:
    guessed = fs.learn.sequence([0, 1] * 6)
    assert "a(n) = 0 if n = 0 mod 2, 1 if n = 1 mod 2" in str(guessed)


def test_fractions_and_values_that_are_numbers() -> None:
    means = learn.sequence("A(0,n,0)", oracle="mean", n=range(1, 20))
    assert means.recurrence is not None
    assert "1/2*a(n-2)" in str(means.recurrence)
    with pytest.raises(NotationError, match="expected integers"):
        means.b_file()


def test_what_the_oeis_gets() -> None:
    squares = learn.sequence([n * n for n in range(-2, 60)], start=-2, name="Squares")
    lines = squares.oeis().splitlines()
    assert lines[0] == "%I A000000"
    assert [line[:2] for line in lines[1:4]] == ["%S", "%T", "%U"]
    assert all(len(line) <= 90 for line in lines[:4])
    assert "%F A000000 Conjecture: a(n) = n^2 for n >= -2." in lines
    assert lines[-1] == "%O A000000 -2,1"
    b_file = squares.b_file().splitlines()
    assert b_file[0] == "-2 4"
    assert b_file[-1] == "59 3481"


@pytest.mark.parametrize(
    ("what", "ranges", "message"),
    [
        ([1, 2, 3], {}, "6 to 100000 terms"),
        ("Kayles(n)", {}, "expected one range"),
        ("Kayles(n)", {"n": [0, 2, 4, 6, 8, 10]}, "consecutive"),
        ([1] * 9, {"n": range(9)}, "only with an expression"),
    ],
)
def test_what_is_no_sequence(what: object, ranges: dict[str, range], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        learn.sequence(what, **ranges)  # type: ignore[arg-type]


def test_long_sequences_take_no_longer_than_their_length() -> None:
    # The order and the degree are bounded, so the work grows with the number of terms only.
    squares = learn.sequence([n * n for n in range(3000)])
    assert str(squares.formula) == "a(n) = n^2 for n >= 0"
    assert squares.recurrence is not None
    assert squares.recurrence.spare == 2994
    random = Random(1)
    assert not learn.sequence([random.randint(0, 9) for _ in range(3000)]).guesses
