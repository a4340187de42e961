"""Quotients of surreal numbers: laws, values at large numbers, lowest terms, expansions."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import transfinite
from farstar.errors import IllegalPositionError

LARGE = (Fraction(10**40), Fraction(10**41 + 7, 3))
"""Numbers that stand for omega: larger than what the tests' coefficients make of small ones."""

POLYNOMIALS = st.dictionaries(st.integers(0, 3), st.integers(-6, 6), max_size=4)
"""The coefficients of powers of omega."""

EXPONENTS = [fs.Surreal(text) for text in ("0", "1", "1/2", "omega")]
WIDE = st.lists(st.tuples(st.sampled_from(EXPONENTS), st.integers(-4, 4)), min_size=1, max_size=2)


def number(terms: dict[int, int]) -> fs.Surreal:
    """Return the number with these coefficients."""
    return sum((c * fs.Surreal("omega") ** n for n, c in terms.items()), fs.Surreal(0))


def at(terms: dict[int, int], x: Fraction) -> Fraction:
    """Return the value of the polynomial."""
    return sum((c * x**n for n, c in terms.items()), Fraction(0))


def wide(terms: list[tuple[fs.Surreal, int]]) -> fs.Surreal:
    """Return a number with exponents of several kinds."""
    return sum((c * fs.Surreal("omega") ** e for e, c in terms), fs.Surreal(0))


@settings(max_examples=40)
@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS, POLYNOMIALS)
def test_quotients_are_as_those_of_large_numbers(a: Any, b: Any, c: Any, d: Any) -> None:
    assume(number(b) and number(d))
    x = fs.SurrealFraction(number(a), number(b))
    y = fs.SurrealFraction(number(c), number(d))
    for big in LARGE:
        one, other = at(a, big) / at(b, big), at(c, big) / at(d, big)
        assert (x < y, x == y, x > y) == (one < other, one == other, one > other)
        assert x.sign == (one > 0) - (one < 0)
        for made, wanted in ((x + y, one + other), (x - y, one - other), (x * y, one * other)):
            top, bottom = (
                {int(e.number): int(k) for e, k in z.terms}
                for z in (made.numerator, made.denominator)
            )
            assert at(top, big) / at(bottom, big) == wanted


@settings(max_examples=30)
@given(WIDE, WIDE, WIDE)
def test_lowest_terms_do_not_depend_on_common_factors(a: Any, b: Any, c: Any) -> None:
    top, bottom, factor = map(wide, (a, b, c))
    assume(bottom and factor)
    plain, longer = (
        fs.SurrealFraction(top, bottom),
        fs.SurrealFraction(top * factor, bottom * factor),
    )
    assert (plain.numerator, plain.denominator) == (longer.numerator, longer.denominator)
    assert hash(plain) == hash(longer)
    assert plain.denominator.sign == 1
    assert pickle.loads(pickle.dumps(plain)) == plain


@settings(max_examples=30)
@given(WIDE, WIDE, WIDE, WIDE)
def test_they_are_a_field(a: Any, b: Any, c: Any, d: Any) -> None:
    assume(wide(b) and wide(d) and wide(a))
    x, y = fs.SurrealFraction(wide(a), wide(b)), fs.SurrealFraction(wide(c), wide(d))
    assert x + y == y + x
    assert x * y == y * x
    assert x * (y + 1) == x * y + x
    assert x / x == 1
    assert (y / x) * x == y
    assert x - x == 0
    assert (x < y) == (-y < -x) == (y - x > 0)
    assert wide(c) + x == x + wide(c)
    assert wide(c) - x == -(x - wide(c))
    assert wide(c) * x == x * wide(c)


@settings(max_examples=30)
@given(WIDE, WIDE)
def test_expansions_come_closer_than_their_last_term(a: Any, b: Any) -> None:
    assume(wide(a) and wide(b))
    x = fs.SurrealFraction(wide(a), wide(b))
    so_far = fs.SurrealFraction(0)
    for term in x.expansion(4):
        so_far = so_far + term
        assert 1000 * abs(x - so_far) < abs(term)


def test_what_is_finite_is_a_number_and_short_games_compare_by_stops() -> None:
    assert fs.SurrealFraction("omega^2-1", "omega+1") == fs.Surreal("omega-1")
    assert hash(fs.SurrealFraction("omega^2-1", "omega+1")) == hash(fs.Surreal("omega-1"))
    x = fs.SurrealFraction("omega", "omega+1")
    assert x < 1
    assert x > fs.Value("1023/1024")
    assert str(x.compare(fs.Value("{2|0}"))) == "||"
    assert x < fs.Value("{3|2}")
    assert 2 * x > fs.Value("{3/2|1}")
    assert fs.SurrealFraction(1, "omega-3") > fs.Value("^^*")
    assert str(fs.Surreal("omega").compare(x)) == ">"


@settings(max_examples=40)
@given(WIDE, WIDE, WIDE, WIDE)
def test_text_is_read_back(a: Any, b: Any, c: Any, d: Any) -> None:
    assume(wide(b) and wide(d))
    x, y = fs.SurrealFraction(wide(a), wide(b)), fs.SurrealFraction(wide(c), wide(d))
    assert fs.SurrealFraction(str(x)) == fs.SurrealFraction(x.unicode()) == x
    for sign, made in (("+", x + y), ("-", x - y), ("*", x * y)):
        assert fs.SurrealFraction(f"({x}) {sign} ({y})") == made
        assert transfinite.parse(f"({x}) {sign} ({y})") == made
    if y:
        assert fs.SurrealFraction(f"({x}) / ({y})") == fs.SurrealFraction(x, y) == x / y


def test_text_of_finite_numbers_gives_surreal_numbers() -> None:
    read = transfinite.parse("1/(omega+1) + omega/(omega+1)")
    assert isinstance(read, fs.Ordinal)
    assert read == 1
    assert fs.SurrealFraction("1/(w+1)", "omega/(w+1)").finite == fs.Surreal("1/omega")
    with pytest.raises(fs.NotationError, match="expected a number, got the nimber"):
        fs.SurrealFraction("*omega")
    with pytest.raises(fs.NotationError, match=r"finitely many terms, got '1/\(omega\+1\)'; use"):
        fs.Surreal("1/(omega+1)")


def test_errors() -> None:
    with pytest.raises(IllegalPositionError, match="expected a divisor other than 0, got 0"):
        fs.SurrealFraction(1, "omega-omega")
    with pytest.raises(IllegalPositionError, match=r"use fs\.SurrealFraction"):
        1 / fs.Surreal("omega+1")
    with pytest.raises(IllegalPositionError, match=r"expected an integer as exponent, got 1\.5"):
        fs.SurrealFraction(1, "omega+1") ** 1.5  # type: ignore[operator]
