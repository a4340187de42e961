"""The mean length of Grossman's game, and of continued fractions, over all pairs a < b <= N.

A game won by its winner lasts ``2 M - [b/a > phi]`` moves, M being the number of tails ``[ak, ...,
an]`` of the continued fraction of b/a that exceed phi. Counting pairs of a tail and of what stands
before it is counting lattice points, and gives both constants.
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from functools import lru_cache
from typing import NamedTuple

from farstar._arguments import integer
from farstar.papers.euclid.theory.densities.decimals import (
    Estimate,
    digamma,
    digamma_coefficients,
    dilogarithm,
    golden_ratio,
    pi,
    precision,
    progression_sums,
    reach,
    rounded,
    tiny,
    wanted_digits,
    zeta_derivative_at_two,
)


class LengthLaw(NamedTuple):
    """The constants of a mean length c ln N + kappa."""

    slope: Estimate
    offset: Estimate


@lru_cache(maxsize=16, typed=True)
def mean_length_law(*, digits: int = 20) -> LengthLaw:
    """Return the constants c and kappa of the mean optimal length of Grossman's game.

    The mean of the optimal lengths over 1 <= a < b <= N is ``c ln N + kappa + O(N**-1/2)``
    (proof sketched: "Mean length of Grossman's game"). The slope is ``c = (24/pi**2) ln phi``. The
    offset is

    ``kappa = 2 - 1/phi + 48 beta/pi**2 - 144 ln(phi) zeta'(2)/pi**4``,
    ``beta = gamma ln(phi) + (c1 + c2)/2 - (3/4) ln(phi) - ln(phi)**2/2 + pi**2/30``,

    with two slow sums c1 and c2 that are reduced to values of the function of Herglotz and Zagier
    and to a sum over Fibonacci numbers that converges geometrically.

    Notes
    -----
    The slope's error is that of rounding. Each series for the offset is ended where its
    remainder, bounded by its last term, is below the digits asked for, and ten spare digits take
    the rounding; but nothing bounds the whole along the way, so the offset's status is
    ``numerical``. Exact sums up to N = 10**8 agree with both.

    Examples
    --------
    >>> law = mean_length_law()
    >>> print(law.slope.value, law.offset.value)
    1.17016684074548635470 -1.12071764710133227853
    """
    wanted = wanted_digits(digits)
    with precision(wanted + 15):
        phi, log = golden_ratio(), golden_ratio().ln()
        square = pi() * pi()
        slack = Decimal(10) ** (-wanted - 8)
        slope = 24 * log / square
        volume = Decimal("0.75") * log + log * log / 2 - square / 30
        rise = herglotz(Decimal(1)) - herglotz(1 / phi)
        second = rise - (square / 15 - log * log) - square / (6 * phi)
        first = rise - square / 6 + _cones()
        beta = -digamma(Decimal(1)) * log + (first + second) / 2 - volume
        offset = 2 - 1 / phi + 48 * beta / square
        offset -= 144 * log * zeta_derivative_at_two() / (square * square)
        return LengthLaw(
            rounded(slope, slack, wanted, proved=True),
            rounded(offset, slack, wanted, proved=False),
        )


@lru_cache(maxsize=16, typed=True)
def mean_quotients_law(*, digits: int = 20) -> LengthLaw:
    """Return the constants of the mean number of quotients of b/a over 1 <= a < b <= N.

    It is ``c ln N + kappa + o(1)``, for the short form of the continued fraction, with ``c = (12
    ln 2)/pi**2`` and ``kappa = (6 ln 2/pi**2) (3 ln 2 + 4 gamma - 12 zeta'(2)/pi**2 - 3) - 3/2``.
    A word of Partizan Euclid has two letters l less than p/q has quotients.

    References
    ----------
    G. H. Norton, On the asymptotic analysis of the Euclidean algorithm, J. Symbolic Comput. 10
    (1990) 53-58, counts divisions over all pairs of numbers up to N, which is 1/2 more.

    Examples
    --------
    >>> law = mean_quotients_law()
    >>> print(law.slope.value, law.offset.value)
    0.84276591327219451691 -0.43464857407696267862
    """
    wanted = wanted_digits(digits)
    with precision(wanted + 15):
        two, square = Decimal(2).ln(), pi() * pi()
        slack = Decimal(10) ** (-wanted - 8)
        slope = 12 * two / square
        bracket = 3 * two - 4 * digamma(Decimal(1)) - 12 * zeta_derivative_at_two() / square - 3
        offset = slope / 2 * bracket - Decimal("1.5")
        return LengthLaw(
            rounded(slope, slack, wanted, proved=True),
            rounded(offset, slack, wanted, proved=True),
        )


def herglotz(x: Decimal) -> Decimal:
    """Return the sum of (psi(n x) - ln(n x)) / n over n >= 1."""
    terms = int(reach() / x) + 1
    count = 2 * getcontext().prec + 40
    total = Decimal(0)
    for n in range(1, terms):
        total += (digamma(n * x) - (n * x).ln()) / n
    # Beyond, the asymptotic series of psi is summed term by term.
    sums = progression_sums(Decimal(terms), 1, Decimal(2), count)
    total -= sums[0] / (2 * x)
    power = x * x
    for i, number in enumerate(digamma_coefficients(getcontext().prec), start=1):
        term = number / power * sums[2 * i - 1]
        total -= term
        if abs(term) <= tiny():
            return total
        power *= x * x
    raise AssertionError(f"the series does not settle: x = {x}")


def _cones() -> Decimal:
    """Return the sum over the unimodular cones that fill 0 < v < u/phi."""
    total = Decimal(0)
    before, last = 1, 1
    while True:
        # (before, last) = (F(2j-1), F(2j)).
        after, beyond = before + last, before + 2 * last
        z = 1 / Decimal(before * beyond)
        term = _edge(Decimal(last) / after) - _edge(Decimal(after) / beyond)
        term += Decimal(before).ln() * (1 - z).ln() - dilogarithm(z)
        total += term
        if abs(term) <= tiny() * 100:
            return total
        before, last = after, beyond


def _edge(y: Decimal) -> Decimal:
    log = y.ln()
    return -log * log / 2 + pi() * pi() / 6 * (1 - y) ** 2 / y - dilogarithm(y)


def mean_length(bound: int) -> float:
    """Return about how long Grossman's game lasts on the average over 1 <= a < b <= bound.

    Exact sums differ from it by about ``2.2 ln(N)/N``; the theorem says O(N**-1/2) (proof sketched:
    "Mean length of Grossman's game").

    Examples
    --------
    >>> round(mean_length(10**6), 4)
    15.0457
    """
    n = integer(bound, 2, "a bound")
    law = mean_length_law()
    with precision(30):
        return float(law.slope.value * Decimal(n).ln() + law.offset.value)
