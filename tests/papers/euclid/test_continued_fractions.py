"""Continued fractions against the plain Euclidean algorithm and against their definitions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import IllegalPositionError
from farstar.papers.euclid.theory import continued_fractions as cf
from farstar.papers.euclid.theory import quotient_matrices


def plain(p: int, q: int) -> list[int]:
    digits = []
    while q:
        digit, remainder = divmod(p, q)
        digits.append(digit)
        p, q = q, remainder
    return digits


def by_rule(x: Fraction, *, furthest: bool) -> list[tuple[int, int]]:
    """Take the nearer or the farther integer at each step, the lower of two equals."""
    terms = []
    while x.denominator > 1:
        low = floor(x)
        take_low = x - low == Fraction(1, 2) or (x - low > Fraction(1, 2)) == furthest
        n = low if take_low else low + 1
        terms.append((n, 1 if take_low else -1))
        x = 1 / abs(x - n)
    return [*terms, (int(x), 0)]


digits_of_a_fraction = st.lists(
    st.one_of(st.integers(1, 3), st.integers(1, 10**6), st.integers(1, 2**200)),
    min_size=1,
    max_size=200,
)


@pytest.mark.parametrize("q", range(1, 60))
def test_small_fractions(q: int) -> None:
    for p in range(-20, 60):
        x = Fraction(p, q)
        digits = cf.continued_fraction(p, q)
        assert list(digits) == plain(p, q)
        assert Fraction(*cf.evaluate(digits)) == x
        assert list(cf.convergents(digits))[-1] == (x.numerator, x.denominator)
        assert cf.short_form(cf.long_form(digits)) == digits
        assert cf.evaluate(cf.long_form(digits)) == cf.evaluate(digits)
        nearest = list(cf.nearest_integer(p, q))
        furthest = list(cf.furthest_integer(p, q))
        assert nearest == by_rule(x, furthest=False)
        assert furthest == by_rule(x, furthest=True)
        assert Fraction(*cf.evaluate_semiregular(nearest)) == x
        assert Fraction(*cf.evaluate_semiregular(furthest)) == x


def test_example_of_the_paper() -> None:
    # 11/8 = 2 - 1/(8/5), 8/5 = 1 + 1/(5/3), 5/3 = 1 + 1/(3/2), and 3/2 is the tie.
    assert [term.sign for term in cf.furthest_integer(11, 8)][:3] == [-1, 1, 1]


@given(digits_of_a_fraction, st.integers(1, 2**300))
def test_any_digits_come_back(digits: list[int], factor: int) -> None:
    p, q = cf.evaluate(digits)
    assert cf.continued_fraction(p * factor, q * factor) == cf.short_form(digits)


@given(digits_of_a_fraction, st.integers(1, 2**60))
def test_recursion_agrees_with_the_plain_loop(digits: list[int], factor: int) -> None:
    # Small thresholds send small numbers through every branch of the recursion.
    p, q = cf.evaluate(digits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quotient_matrices, "_PLAIN_BITS", 20)
        patch.setattr(quotient_matrices, "_LEAF_BITS", 16)
        assert list(cf.quotients(p * factor, q * factor)) == plain(p, q)


@pytest.mark.parametrize("bits", [3001, 5000, 20000])
def test_random_large_fractions(bits: int) -> None:
    rng = random.Random(bits)
    for less in (0, 1, bits // 3, bits // 2):
        p, q = rng.getrandbits(bits) + 1, rng.getrandbits(bits - less) + 1
        assert list(cf.quotients(p, q)) == plain(p, q)
        assert list(cf.quotients(q, p)) == plain(q, p)


@pytest.mark.parametrize("digits", [[1] * 20000, [2] * 8000, [10**3000, 3] * 3, [2**5000, 1, 2]])
def test_extreme_fractions(digits: list[int]) -> None:
    p, q = cf.evaluate(digits)
    assert list(cf.quotients(p, q)) == plain(p, q)


def test_hundred_thousand_digits_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    divided = 0

    def counted(a: int, b: int) -> tuple[int, int]:
        nonlocal divided
        divided += b.bit_length()
        return divmod(a, b)

    monkeypatch.setattr(quotient_matrices, "divmod", counted, raising=False)
    rng = random.Random(5)
    p, q = rng.getrandbits(332193), rng.getrandbits(332193)
    digits = list(cf.quotients(p, q))
    # The plain loop divides numbers that are half as long on average, once for each digit.
    assert 0 < divided < len(digits) * 332193 / 2 / 100
    top, bottom = cf.evaluate(digits)
    assert top * q == p * bottom
    assert digits[-1] > 1
    assert min(digits[1:]) >= 1


def test_furthest_integer_is_lazy() -> None:
    terms = cf.furthest_integer(10**1000 + 1, 10**1000)
    assert next(terms) == (2, -1)
    assert next(terms) == (2, -1)


@pytest.mark.parametrize(("p", "q"), [(1, 0), (1, -2), (1.5, 1), (True, 1), ("3", 2), (1, None)])
def test_bad_fractions_are_refused(p: object, q: object) -> None:
    with pytest.raises(IllegalPositionError, match=r"^expected the .*, got "):
        cf.continued_fraction(p, q)  # type: ignore[arg-type]


@pytest.mark.parametrize("digits", [[], [1, 0], [2, -1, 3]])
def test_bad_digits_are_refused(digits: list[int]) -> None:
    with pytest.raises(IllegalPositionError, match=r"^expected "):
        cf.evaluate(digits)
    with pytest.raises(IllegalPositionError, match=r"^expected "):
        cf.long_form(digits)
