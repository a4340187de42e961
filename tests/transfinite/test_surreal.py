"""Surreal numbers and ordinals: laws, sign expansions, and short games beside them."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.transfinite import Ordinal, SignExpansion, Surreal, parse

OMEGA = Ordinal("omega")

rationals = st.fractions(min_value=-4, max_value=4, max_denominator=6)
dyadics = st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-9, 9), st.integers(0, 3))


def _sums(
    exponents: st.SearchStrategy[Surreal], coefficients: st.SearchStrategy[Fraction]
) -> st.SearchStrategy[Surreal]:
    return st.lists(st.tuples(exponents, coefficients), max_size=3).map(
        lambda terms: sum((c * OMEGA**e for e, c in terms), Surreal(0))
    )


def numbers(coefficients: st.SearchStrategy[Fraction]) -> st.SearchStrategy[Surreal]:
    """Numbers whose exponents are numbers of the same kind."""
    return st.recursive(
        coefficients.map(Surreal), lambda inner: _sums(inner, coefficients), max_leaves=5
    )


ordinals: st.SearchStrategy[Ordinal] = st.recursive(
    st.integers(0, 3).map(Surreal),
    lambda inner: _sums(inner, st.integers(1, 3).map(Fraction)),
    max_leaves=6,
).map(Ordinal)


@given(numbers(rationals), numbers(rationals), numbers(rationals))
def test_numbers_are_an_ordered_ring(x: Surreal, y: Surreal, z: Surreal) -> None:
    assert x + y == y + x
    assert x * y == y * x
    assert (x + y) + z == x + (y + z)
    assert (x * y) * z == x * (y * z)
    assert x * (y + z) == x * y + x * z
    assert x - x == 0
    assert (x < y) + (x == y) + (x > y) == 1
    if x < y:
        assert x + z < y + z
        if z > 0:
            assert x * z < y * z
    if y:
        assert x * y / y == x
    assert (x == y) <= (hash(x) == hash(y))
    assert pickle.loads(pickle.dumps(x)) == x
    assert parse(str(x)) == parse(x.unicode()) == x


@given(rationals, rationals)
def test_rational_numbers_are_fractions(x: Fraction, y: Fraction) -> None:
    assert Surreal(x) + y == x + y
    assert (Surreal(x) * y).number == x * y
    assert (Surreal(x) < y) == (x < y)
    assert hash(Surreal(x)) == hash(x)


def _first_difference(x: SignExpansion, y: SignExpansion) -> int:
    """Compare two sequences of signs by letters, a missing one being between minus and plus."""
    left, right = list(x), list(y)
    while left and right and left[0][0] == right[0][0]:
        (sign, length), (_, other) = left.pop(0), right.pop(0)
        # What is longer goes on with the same sign.
        if length > other:
            left.insert(0, (sign, length))
            return _sign_of(left) - _sign_of(right)
        if other > length:
            right.insert(0, (sign, other))
            return _sign_of(left) - _sign_of(right)
    return _sign_of(left) - _sign_of(right)


def _sign_of(runs: list[tuple[int, Ordinal]]) -> int:
    return runs[0][0] if runs else 0


@given(numbers(dyadics), numbers(dyadics))
def test_the_order_is_that_of_sign_expansions(x: Surreal, y: Surreal) -> None:
    """Numbers are ordered as their sign expansions are by letters: an independent definition."""
    difference = _first_difference(x.sign_expansion(), y.sign_expansion())
    assert (difference > 0) == (x > y)
    assert (difference < 0) == (x < y)
    assert x.sign_expansion().length == x.birthday


@given(numbers(dyadics), numbers(dyadics))
def test_birthdays_of_sums(x: Surreal, y: Surreal) -> None:
    """A sum is born at the latest on the natural sum of the birthdays."""
    assert (x + y).birthday <= Ordinal(x.birthday + y.birthday)


@pytest.mark.parametrize(
    ("text", "signs", "birthday"),
    [
        ("omega-1", "+^omega -^1", "omega+1"),
        ("omega/2", "+^omega -^omega", "2omega"),
        ("omega^(1/2)", "+^omega -^(omega^2)", "omega^2"),
        ("1/omega", "+^1 -^omega", "omega"),
        ("1-1/omega", "+^1 -^1 +^omega", "omega"),
        ("5/8", "+^1 -^1 +^1 -^1", "4"),
    ],
)
def test_sign_expansions_of_the_literature(text: str, signs: str, birthday: str) -> None:
    assert str(Surreal(text).sign_expansion()) == signs
    assert str(Surreal(text).birthday) == birthday


@pytest.mark.parametrize(
    ("text", "birthday"),
    [("1/3", "omega"), ("1/3+1/omega", "omega+1"), ("omega/3", "omega^2"), ("omega+1/3", "2omega")],
)
def test_birthdays_with_coefficients_that_are_not_dyadic(text: str, birthday: str) -> None:
    assert str(Surreal(text).birthday) == birthday
    with pytest.raises(IllegalPositionError, match="infinitely many runs"):
        Surreal(text).sign_expansion()


@given(ordinals, ordinals, ordinals)
def test_ordinary_arithmetic_of_ordinals(a: Ordinal, b: Ordinal, c: Ordinal) -> None:
    plus, times = Ordinal.ordinary_sum, Ordinal.ordinary_product
    one = Ordinal(1)
    assert plus(a, plus(b, c)) == plus(plus(a, b), c)
    assert times(a, times(b, c)) == times(times(a, b), c)
    assert times(a, plus(b, c)) == plus(times(a, b), times(a, c))
    # The recursive definitions at successors.
    assert plus(a, plus(b, one)) == plus(plus(a, b), one)
    assert times(a, plus(b, one)) == plus(times(a, b), a)
    assert (b < c) == (plus(a, b) < plus(a, c))
    assert plus(a, b) <= Ordinal(a + b)
    assert times(a, b) <= Ordinal(a * b)


small_ordinals = st.sampled_from(
    [Ordinal(text) for text in ("0", "1", "2", "3", "w", "w+1", "2w", "w^2", "w^2+w+1", "w^w")]
)


@given(small_ordinals, small_ordinals, small_ordinals)
def test_ordinary_powers(a: Ordinal, b: Ordinal, c: Ordinal) -> None:
    power = Ordinal.ordinary_power
    assert power(a, b.ordinary_sum(c)) == power(a, b).ordinary_product(power(a, c))
    assert power(a, b.ordinary_product(c)) == power(power(a, b), c)
    assert power(a, b.ordinary_sum(1)) == power(a, b).ordinary_product(a)
    if a > 1 and b < c:
        assert power(a, b) < power(a, c)


DAY_2 = tuple(fs.born_by_day(2))


@given(st.sampled_from(DAY_2), st.sampled_from(DAY_2), st.integers(-9, 9))
def test_numbers_beside_short_games(g: fs.Value, h: fs.Value, n: int) -> None:
    game = g + h
    quarter = Fraction(n, 4)
    assert Surreal(quarter).compare(game) == fs.Value(quarter).compare(game)
    # The stops are multiples of small powers of 1/2, so dyadic numbers near a third or near an
    # infinitesimal distance from a multiple of them lie on the same side.
    near = Fraction(round((quarter + Fraction(1, 3)) * 2**40), 2**40)
    assert Surreal(quarter + Fraction(1, 3)).compare(game) == fs.Value(near).compare(game)
    above = quarter + Fraction(1, 2**40)
    infinitesimal = quarter + Surreal("1/omega")
    assert infinitesimal.compare(game) == fs.Value(above).compare(game)
    assert OMEGA > game > -OMEGA
    assert (game < infinitesimal) == (infinitesimal > game)


def _plain(tree: tuple[object, ...]) -> tuple[str, Surreal]:
    """Return the text of a tree and its number, computed without reading any text."""
    kind, *parts = tree
    if kind == "number":
        return str(parts[0]), Surreal(parts[0])  # type: ignore[arg-type]
    if kind == "omega":
        return str(parts[0]), OMEGA
    (left, x), (right, y) = (_plain(part) for part in parts)  # type: ignore[arg-type]
    if kind == "+":
        return f"({left} + {right})", x + y
    if kind == "-":
        return f"({left} - {right})", x - y
    if kind == "*":
        return f"({left}) * ({right})", x * y
    return f"omega^({left}) ({right})", OMEGA**x * y


trees = st.recursive(
    st.one_of(
        st.tuples(st.just("number"), st.integers(0, 5)),
        st.tuples(st.just("omega"), st.sampled_from(["omega", "w", "ω", "Omega"])),
    ),
    lambda inner: st.tuples(st.sampled_from("+-*^"), inner, inner),
    max_leaves=6,
)


@given(trees)
def test_texts_mean_what_a_plain_reading_says(tree: tuple[object, ...]) -> None:
    text, number = _plain(tree)
    assert parse(text) == number


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2omega^2/3", Fraction(2, 3) * OMEGA**2),
        ("omega^omega^2", OMEGA ** (OMEGA**2)),
        ("-omega^2", -(OMEGA**2)),
        ("w^-1", 1 / OMEGA),
        ("2·ω−1", 2 * OMEGA - 1),
        ("(w^2-1)/(w-1)", OMEGA + 1),
        ("1 - - 1", None),
    ],
)
def test_precedence(text: str, same: Surreal | None) -> None:
    if same is None:
        with pytest.raises(NotationError):
            parse(text)
    else:
        assert parse(text) == same


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 0),
        ("omega +", 7),
        ("omega + *", 8),
        ("2^", 2),
        ("(omega", 6),
        ("omega x", 6),
        ("1//2", 2),
    ],
)
def test_errors_have_a_column(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.column == column
    assert f"column {column + 1}: expected" in str(caught.value)


def test_what_has_no_end_is_refused() -> None:
    with pytest.raises(IllegalPositionError, match="terms"):
        1 / (OMEGA + 1)
    with pytest.raises(IllegalPositionError, match="other than 0"):
        OMEGA / 0
    with pytest.raises(IllegalPositionError, match="an integer as exponent"):
        (OMEGA + 1) ** OMEGA
    with pytest.raises(BudgetExceeded):
        (OMEGA + 1) ** 100_000
    for text in ("w^" * 100_000 + "w", "(" * 100_000 + "w"):
        with pytest.raises(BudgetExceeded):
            parse(text)
