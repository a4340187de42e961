"""The steps of the proof that the first player wins half of the games with multiplier 1.

Range: coefficients for b up to 40, Kloosterman sums modulo 20 or less, and sums of signs for b up
to 150 (docs/limits-theorems.md).
"""

from __future__ import annotations

from cmath import exp, pi
from math import gcd, log, sqrt

import pytest

from farstar.papers.euclid.brute_force import quotients


def divisors(m: int) -> int:
    return sum(m % d == 0 for d in range(1, m + 1))


def e(x: float) -> complex:
    return exp(2j * pi * x)


def coefficient(values: list[int], h: int) -> complex:
    m = len(values)
    return sum(value * e(-x * h / m) for x, value in enumerate(values)) / m


@pytest.mark.parametrize("b", range(3, 41, 2))
def test_coefficients_of_the_parity(b: int) -> None:
    parity = [(-1) ** a for a in range(b)]
    for h in range(b):
        assert abs(coefficient(parity, h)) <= 1 / abs(2 * h - b) + 1e-12


@pytest.mark.parametrize("b", range(2, 41, 2))
def test_coefficients_of_the_square_wave(b: int) -> None:
    wave = [1] * b + [-1] * b
    for h in range(1 - b, b):
        size = abs(coefficient(wave, h))
        assert size <= (1 / abs(h) + 1e-12 if h % 2 else 1e-12)


@pytest.mark.parametrize("m", range(2, 21))
def test_bound_of_kloosterman_sums(m: int) -> None:
    units = [(a, pow(a, -1, m)) for a in range(1, m) if gcd(a, m) == 1]
    for h in range(m):
        for j in range(h, m):
            total = sum(e((h * a + j * inverse) / m) for a, inverse in units)
            assert abs(total) <= divisors(m) * sqrt(m * gcd(h, j, m)) + 1e-9


def sum_of_signs(b: int) -> int:
    return sum((-1) ** sum(quotients(b, a)) for a in range(1, b) if gcd(a, b) == 1)


@pytest.mark.parametrize("b", range(3, 151))
def test_sums_of_signs(b: int) -> None:
    units = [a for a in range(1, b) if gcd(a, b) == 1]
    if b % 2:
        twisted = -sum((-1) ** (a + pow(a, -1, b)) for a in units)
        assert sum_of_signs(b) == twisted
        assert abs(twisted) <= 4 * divisors(b) ** 2 * sqrt(b) * (1 + log(b)) ** 2
    else:
        m = 2 * b
        signs = [(a < b) - (a > b) for a in range(m)]
        twice = sum(signs[a] * signs[pow(a, -1, m)] for a in range(m) if gcd(a, m) == 1)
        assert 2 * sum_of_signs(b) == twice
