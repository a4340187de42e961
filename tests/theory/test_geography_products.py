"""Closed forms of Geography on K_n x K_m, against other ways to write them and known numbers."""

from __future__ import annotations

from fractions import Fraction

from farstar.theory import geography_products as products


def test_bounds_of_four_rows_are_sums_of_powers() -> None:
    for n in range(8, 40):
        low, high = products.mean_bounds_of_four_rows(n)
        powers = [Fraction(1, 4**i) for i in range(1, (n - 1) // 2 + 1)]
        assert high == sum(powers)
        assert low == (high if n % 2 == 0 else sum(powers[:-1]))
        assert low <= high < Fraction(1, 3)
