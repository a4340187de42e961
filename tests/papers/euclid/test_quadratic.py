"""Exact numbers in quadratic fields, against floats and integers."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt, sqrt

import pytest

from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError, NotationError
from farstar.papers.euclid.theory.quadratic import Quadratic, periodic_continued_fraction

SAMPLE = [
    Quadratic.of(Fraction(a, b), Fraction(c, 3), 6)
    for a in (-7, -1, 0, 2, 5)
    for b in (1, 4)
    for c in (-4, 0, 1, 9)
]


def near(x: Quadratic) -> float:
    return float(x.rational) + float(x.root) * sqrt(x.radicand)


def test_operations_are_those_of_the_numbers() -> None:
    for x in SAMPLE:
        for y in SAMPLE:
            assert near(x + y) == pytest.approx(near(x) + near(y))
            assert near(x - y) == pytest.approx(near(x) - near(y))
            assert near(x * y) == pytest.approx(near(x) * near(y))
            assert (x < y) == (x != y and near(x) < near(y))
            assert (x > y) == (x != y and near(x) > near(y))
            if y.sign:
                assert (x / y) * y == x


def test_floors_and_signs() -> None:
    for x in SAMPLE:
        assert int(x) == floor(near(x))
        assert x.sign == (near(x) > 0) - (near(x) < 0)
    # Too near to an integer for floats.
    n = 10**40
    assert int(Quadratic.of(0, n, 2)) == isqrt(2 * n * n)
    assert int(Quadratic.of(0, -n, 2)) == -isqrt(2 * n * n) - 1


def test_radicands_have_no_square_factors() -> None:
    for n in range(400):
        x = Quadratic.of(0, 1, n)
        d = x.radicand
        assert x * x == Quadratic.of(n)
        assert all(d % (k * k) for k in range(2, 20)) or d == 0
    big = 999983  # a prime
    assert Quadratic.of(0, 1, big * big) == Quadratic.of(big)
    assert Quadratic.of(0, 1, 7919 * 7919 * 5) == Quadratic.of(0, 7919, 5)


def test_text_comes_back() -> None:
    for x in SAMPLE:
        assert Quadratic.parse(str(x)) == x
    assert str(Quadratic.parse("-(1 - sqrt(20))/2")) == "(-1+2*sqrt(5))/2"
    for text in ("", "1+", "sqrt(2", "sqrt 2", "2 3", "1..2", "sqrt(1/2)", "x", "1" * 201):
        with pytest.raises(NotationError):
            Quadratic.parse(text)
    with pytest.raises(IllegalPositionError, match="one square root"):
        Quadratic.parse("sqrt(2)+sqrt(3)")
    with pytest.raises(IllegalPositionError, match="divide"):
        Quadratic.parse("1/(sqrt(4)-2)")
    with pytest.raises(FarstarError):
        Quadratic.parse("sqrt(0-2)")
    with pytest.raises(BudgetExceeded):
        Quadratic.parse(f"sqrt({10**12})")


def test_continued_fractions_give_the_number_back() -> None:
    for n in (2, 3, 7, 13, 19, 61, 94):
        before, period = periodic_continued_fraction(Quadratic.of(0, 1, n))
        assert before == (isqrt(n),)
        assert period[-1] == 2 * isqrt(n)
        assert period[:-1] == period[-2::-1]
        # The periodic part is a fixed point of its quotients.
        tail = Quadratic.of(1) / (Quadratic.of(0, 1, n) - isqrt(n))
        x = tail
        for quotient in reversed(period):
            x = Quadratic.of(quotient) + Quadratic.of(1) / x
        assert x == tail
    assert periodic_continued_fraction(Quadratic.of(Fraction(43, 30))) == ((1, 2, 3, 4), ())
