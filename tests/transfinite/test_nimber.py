"""Nimbers beyond the finite ones: a field, Conway's roots, and short games beside them."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.grundy import nim_product, nim_square_root
from farstar.transfinite import Nimber, Ordinal, parse

# Ordinals with small fields: powers of omega and of omega^omega.
powers = st.tuples(st.integers(0, 5), st.integers(0, 4))
nimbers = st.dictionaries(powers, st.integers(1, 15), max_size=3).map(
    lambda terms: Nimber(
        sum((c * Ordinal("w") ** (a + b * Ordinal("w")) for (a, b), c in terms.items()), Ordinal(0))
    )
)


@given(nimbers, nimbers, nimbers)
def test_nimbers_are_a_field(x: Nimber, y: Nimber, z: Nimber) -> None:
    assert x + y == y + x
    assert x + x == Nimber(0)
    assert (x + y) + z == x + (y + z)
    assert x * y == y * x
    assert (x * y) * z == x * (y * z)
    assert x * (y + z) == x * y + x * z
    assert (x * y == Nimber(0)) == (not x or not y)
    assert (x + y) ** 2 == x**2 + y**2
    assert x.square_root() ** 2 == x
    if x:
        assert y / x * x == y
        assert x**-1 == 1 / x


@given(st.integers(0, 2**20), st.integers(0, 2**20))
def test_finite_nimbers(a: int, b: int) -> None:
    assert Nimber(a) + b == Nimber(a ^ b)
    assert Nimber(a) * b == Nimber(nim_product(a, b))
    assert Nimber(a).square_root() == Nimber(nim_square_root(a))


def _order_of_two(prime: int) -> int:
    return next(n for n in range(1, prime) if pow(2, n, prime) == 1)


def _degree(x: Nimber) -> int:
    """Return the degree of the smallest field that contains `x`."""
    square, degree = x * x, 1
    while square != x:
        square, degree = square * square, degree + 1
    return degree


@pytest.mark.parametrize(
    ("prime", "root", "power"),
    [
        (3, "2", "w"),
        (5, "4", "w^w"),
        (7, "w+1", "w^(w^2)"),
        (11, "w^w+1", "w^(w^3)"),
        (13, "w+4", "w^(w^4)"),
        (17, "16", "w^(w^5)"),
        (19, "w^3+4", "w^(w^6)"),
        (29, "w^(w^2)+4", "w^(w^8)"),
        (31, "w^w+1", "w^(w^9)"),
        (37, "w^3+4", "w^(w^10)"),
        (41, "w^w+1", "w^(w^11)"),
        (43, "w^(w^2)+1", "w^(w^12)"),
    ],
)
def test_roots_that_smaller_nimbers_lack(prime: int, root: str, power: str) -> None:
    """The p-th power of omega^(omega^k) is an element that is no p-th power of smaller ones."""
    element = Nimber(root)
    assert Nimber(power) ** prime == element
    degree = lcm(_degree(element), _order_of_two(prime))
    assert element ** ((2**degree - 1) // prime) != Nimber(1)


@pytest.mark.parametrize(("prime", "below"), [(7, ["w"]), (13, ["w", "w+1", "w+2", "w+3"])])
def test_smaller_infinite_ordinals_have_roots(prime: int, below: list[str]) -> None:
    for text in below:
        x = Nimber(text)
        degree = lcm(_degree(x), _order_of_two(prime))
        assert x ** ((2**degree - 1) // prime) == Nimber(1)


def test_powers_of_omega() -> None:
    omega = Nimber("w")
    assert [str(omega**n) for n in range(5)] == ["*", "*omega", "*(omega^2)", "*2", "*(2omega)"]
    assert Nimber("w^3") ** 3 == omega
    assert Nimber("w^w") ** 5 == Nimber(4)


def test_beyond_the_table_of_roots() -> None:
    with pytest.raises(BudgetExceeded, match="below"):
        Nimber("w^(w^13)") * 2
    assert Nimber("w^(w^13)") + 1 == Nimber("w^(w^13)+1")
    with pytest.raises(IllegalPositionError, match="divide by"):
        Nimber("w") / 0
    with pytest.raises(IllegalPositionError, match="expected an ordinal"):
        Nimber("w-1")


@pytest.mark.parametrize("g", fs.born_by_day(2))
def test_remote_stars(g: fs.Value) -> None:
    """No short game tells nimbers beyond its birthday apart, so none tells an infinite one."""
    relations = {fs.star(n).compare(g) for n in range(g.birthday + 1, 3 * g.birthday + 6)}
    assert relations == {Nimber("w").compare(g)}
    assert Nimber("w^2+1").compare(g) == Nimber("w").compare(g)


def test_numbers_beside_nimbers() -> None:
    omega = Nimber("w")
    assert str(omega.compare(0)) == str(Ordinal(0).compare(omega)) == "||"
    assert str(fs.Surreal("1/omega").compare(omega)) == ">"
    assert str(omega.compare(Fraction(-1, 3))) == ">"
    assert str(Nimber(0).compare(0)) == "="


def test_sums_of_nimbers_as_text() -> None:
    assert parse("*w + *3 + *") == Nimber("w+2")
    assert str(parse("*(w+1)")) == "*(omega+1)"
    assert parse("*w - *w") == Nimber(0)
