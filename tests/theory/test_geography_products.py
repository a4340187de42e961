"""Closed forms of Geography on K_n x K_m, against other ways to write them and known numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from farstar.errors import IllegalPositionError
from farstar.theory import geography_products as products


def test_bounds_of_four_rows_are_sums_of_powers() -> None:
    for n in range(8, 40):
        low, high = products.mean_bounds_of_four_rows(n)
        powers = [Fraction(1, 4**i) for i in range(1, (n - 1) // 2 + 1)]
        assert high == sum(powers)
        assert low == (high if n % 2 == 0 else sum(powers[:-1]))
        assert low <= high < Fraction(1, 3)


def test_means_of_four_rows() -> None:
    assert [products.mean_of_four_rows(n) for n in (8, 10, 12)] == [
        Fraction(21, 64),
        Fraction(85, 256),
        Fraction(341, 1024),
    ]
    with pytest.raises(IllegalPositionError, match="even number of columns"):
        products.mean_of_four_rows(9)
