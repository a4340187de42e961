"""How often who wins: limits over all positions with numbers up to N, with error bounds.

*Lengyel's game.* In Grossman's game with the multipliers up to k, put ``K = k + 1``. Of the partial
quotients of ``b/a`` those divisible by K are skipped, those congruent to 1 hand the position over,
and the first other one stops: Player 1 wins exactly if the number of quotients handed over before
is even. So the share of pairs ``a < b <= N`` that Player 1 wins tends to the measure ``P_k`` of a
set of real numbers. The signed density ``u`` of what is still undecided, summed over all depths,
solves ``u = 1 + A u`` with

    (A f)(x) = sum over m = 0 mod K of f(1/(m+x))/(m+x)^2, less the same over m = 1 mod K,

and ``2 P_k - 1 = 1 - 2 * integral of the second sum of u``. For a polynomial in place of ``u`` the
sums are Hurwitz zeta functions; the polynomial is fitted at Chebyshev nodes, and the error of
``P_k`` is at most the greatest residual of the equation.

*Partizan Euclid.* The outcome of ``E(p, q)`` depends on the quotients of ``q/(p mod q)``, read from
the last, through which of them are 1 and whether the last is 2. The shares of L and of R tend to
limits that a system of three such equations gives; P- and N-positions have density 0.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_UP, Decimal, getcontext, localcontext
from fractions import Fraction
from functools import cache
from math import comb, cos, pi
from typing import NamedTuple

from farstar.theory._arguments import integer

__all__ = [
    "Estimate",
    "count_wins",
    "mean_length",
    "outcome_shares",
    "previous_positions",
    "win_probability",
    "win_probability_bounds",
]

_DECAY = 0.7656
"""Digits gained with each node: log10(3 + 2 sqrt 2)."""

_MOST_DIGITS = 100

MEAN_LENGTH_SLOPE = Decimal("1.1701668407454863547018957639410")
MEAN_LENGTH_CONSTANT = Decimal("-1.1207176471013322785277879470")
PREVIOUS_EXPONENT = Decimal("1.6658162101069459499701803")
PREVIOUS_FACTOR = Decimal("0.3790688209469974")


class Estimate(NamedTuple):
    """A number with a bound on its error."""

    value: Decimal
    error: Decimal


@cache
def _bernoulli(count: int) -> tuple[Fraction, ...]:
    """Return the Bernoulli numbers with the indices 0, ..., count - 1."""
    found = [Fraction(1)]
    for n in range(1, count):
        total = sum((comb(n + 1, k) * found[k] for k in range(n)), Fraction(0))
        found.append(-total / (n + 1))
    return tuple(found)


@cache
def _even_bernoulli(count: int, precision: int) -> tuple[Decimal, ...]:
    """Return the Bernoulli numbers with the indices 0, 2, 4, ... as decimals."""
    with localcontext() as context:
        context.prec = precision
        return tuple(
            Decimal(number.numerator) / number.denominator for number in _bernoulli(2 * count)[::2]
        )


def _zetas(a: Decimal, first: int, count: int, digits: int) -> list[Decimal]:
    """Return the Hurwitz zeta function at `first`, `first` + 1, ... and `a`, by Euler-Maclaurin."""
    steps, terms = digits, digits // 2 + 8
    sums = [Decimal(0)] * count
    for j in range(steps):
        inverse = 1 / (a + j)
        power = inverse**first
        for i in range(count):
            sums[i] += power
            power *= inverse
    end = a + steps
    inverse = 1 / end
    bernoulli = _even_bernoulli(terms, getcontext().prec)
    square = inverse * inverse
    power = inverse ** (first - 1)
    for i in range(count):
        s = first + i
        sums[i] += power / (s - 1) + power * inverse / 2
        factor = power * square * s / 2
        for k in range(1, terms):
            sums[i] += bernoulli[k] * factor
            factor *= square * ((s + 2 * k - 1) * (s + 2 * k))
            factor /= (2 * k + 1) * (2 * k + 2)
        power *= inverse
    return sums


def _digamma(x: Decimal, digits: int) -> Decimal:
    total = Decimal(0)
    for j in range(digits):
        total -= 1 / (x + j)
    end = x + digits
    total += end.ln() - 1 / (2 * end)
    power = square = 1 / (end * end)
    terms = digits // 2 + 8
    bernoulli = _even_bernoulli(terms, getcontext().prec)
    for k in range(1, terms):
        total -= bernoulli[k] * power / (2 * k)
        power *= square
    return total


def _solve(rows: list[list[Decimal]]) -> list[Decimal]:
    """Solve a linear system, each row with its right side at the end; the rows are used up."""
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        inverse = 1 / rows[i][i]
        for r in range(i + 1, size):
            factor = rows[r][i] * inverse
            if factor:
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    found = [Decimal(0)] * size
    for i in reversed(range(size)):
        known = sum((rows[i][j] * found[j] for j in range(i + 1, size)), Decimal(0))
        found[i] = (rows[i][size] - known) / rows[i][i]
    return found


def _nodes(count: int) -> list[Decimal]:
    """Return nodes near the Chebyshev nodes of the unit interval; they need not be exact."""
    return [Decimal((1 - cos(pi * (2 * i + 1) / (2 * count))) / 2) for i in range(count)]


def _powers(x: Decimal, count: int) -> list[Decimal]:
    found = [Decimal(1)]
    for _ in range(count - 1):
        found.append(found[-1] * x)
    return found


def _sizes(digits: int) -> tuple[int, int]:
    """Return the number of nodes and the working precision for so many digits."""
    nodes = int(digits / _DECAY) + 5
    return nodes, int(2 * _DECAY * nodes) + 18


def _greatest(residual: Callable[[Decimal], Decimal], nodes: int) -> Decimal:
    """Return the greatest residual on a grid much finer than the nodes, with room to spare."""
    grid = [Decimal(i) / (2 * nodes) for i in range(2 * nodes + 1)]
    return 2 * max(abs(residual(x)) for x in grid)


def _estimate(value: Decimal, error: Decimal, digits: int) -> Estimate:
    """Return a number with two digits more than wanted, and its error rounded up."""
    with localcontext() as context:
        context.prec = digits + 2
        shown = +value
        context.prec = 2
        context.rounding = ROUND_UP
        return Estimate(shown, error + abs(shown - value))


def win_probability(k: int, digits: int = 20) -> Estimate:
    """Return the limit share of pairs that Player 1 wins with the multipliers up to `k`.

    Parameters
    ----------
    k : int
        The greatest multiplier.
    digits : int
        How many digits are wanted, at most 100.

    Examples
    --------
    >>> win_probability(1).value
    Decimal('0.5')
    >>> found = win_probability(2, digits=12)
    >>> round(found.value, 12), found.error < Decimal("1e-12")
    (Decimal('0.568132167092'), True)
    """
    period = integer(k, 1, "k") + 1
    wanted = min(integer(digits, 1, "the number of digits"), _MOST_DIGITS)
    if period == 2:
        # The sum of the quotients is even as often as odd; this is no matter of few quotients.
        return Estimate(Decimal("0.5"), Decimal(0))
    nodes, precision = _sizes(wanted)
    with localcontext() as context:
        context.prec = precision

        def signed(x: Decimal) -> list[Decimal]:
            """Return A applied to 1, x, x^2, ... at one point."""
            skipped = _zetas(1 + x / period, 2, nodes, precision)
            handed = _zetas((1 + x) / period, 2, nodes, precision)
            scales = _powers(Decimal(1) / period, nodes + 2)[2:]
            return [c * (s - h) for c, s, h in zip(scales, skipped, handed, strict=True)]

        rows = []
        for x in _nodes(nodes):
            rows.append([p - a for p, a in zip(_powers(x, nodes), signed(x), strict=True)])
            rows[-1].append(Decimal(1))
        u = _solve(rows)

        def residual(x: Decimal) -> Decimal:
            pairs = zip(u, _powers(x, nodes), signed(x), strict=True)
            return 1 - sum((c * (p - a) for c, p, a in pairs), Decimal(0))

        return _estimate(1 - _handed_over(u, period, precision), _greatest(residual, nodes), wanted)


def _handed_over(u: list[Decimal], period: int, precision: int) -> Decimal:
    """Return the integral of the sum over m = 1 mod `period`, applied to a polynomial."""
    first, second = Decimal(1) / period, Decimal(2) / period
    logs = (_digamma(second, precision) - _digamma(first, precision)) / period
    low = _zetas(first, 2, len(u) - 1, precision)
    high = _zetas(second, 2, len(u) - 1, precision)
    total = u[0] * logs
    scale = Decimal(1) / period
    for p in range(1, len(u)):
        scale /= period
        total += u[p] * scale * (low[p - 1] - high[p - 1]) / (p + 1)
    return total


def win_probability_bounds(k: int, digits: int = 30) -> tuple[Decimal, Decimal]:
    """Return explicit bounds on the limit for ``k >= 2``, both below ``1/phi``.

    Let ``V(m)`` be the sum of ``(-1)^(n-1) / ((F_n m + F_(n-1)) (F_n (m+1) + F_(n-1)))`` over
    n >= 1, with Fibonacci numbers. The gap ``1/phi - P_k`` lies between the sums of ``V(jK + 1)``
    and of ``V(jK)`` over j >= 1. As V falls, the bounds for k and k + 1 do not overlap: the limits
    increase with k.

    Examples
    --------
    >>> low, high = win_probability_bounds(10)
    >>> low < win_probability(10, digits=8).value < high
    True
    """
    period = integer(k, 2, "k") + 1
    with localcontext() as context:
        context.prec = digits + 12
        inverse_phi = (Decimal(5).sqrt() - 1) / 2

        def gap(shift: int) -> Decimal:
            total, before, fibonacci, sign = Decimal(0), 0, 1, 1
            while fibonacci * fibonacci < 10 ** (digits + 5):
                at = 1 + (shift + Decimal(before) / fibonacci) / period
                difference = _digamma(at + Decimal(1) / period, digits) - _digamma(at, digits)
                total += sign * difference / (fibonacci * fibonacci * period)
                before, fibonacci, sign = fibonacci, before + fibonacci, -sign
            return total

        return inverse_phi - gap(0), inverse_phi - gap(1)


def outcome_shares(digits: int = 20) -> tuple[Estimate, Estimate]:
    """Return the limit shares of the outcomes L and R among all positions of Partizan Euclid.

    Examples
    --------
    >>> left, right = outcome_shares(10)
    >>> round(left.value, 10), round(right.value, 10), left.error < Decimal("1e-10")
    (Decimal('0.5722016930'), Decimal('0.4277983070'), True)
    """
    wanted = min(integer(digits, 1, "the number of digits"), _MOST_DIGITS)
    nodes, precision = _sizes(wanted)
    with localcontext() as context:
        context.prec = precision
        w, residuals = _solve_shares(nodes, precision)
        difference = Decimal(0)
        power = Decimal(1)
        for p, c in enumerate(w):
            power /= 2
            difference += c * power / (p + 1)
        left, right = (1 + difference) / 2, (1 - difference) / 2
        return _estimate(left, residuals, wanted), _estimate(right, residuals, wanted)


def _solve_shares(nodes: int, precision: int) -> tuple[list[Decimal], Decimal]:
    """Solve for the differences of densities ``w``, ``d2``, ``d0``; return w and the residual.

    ``d2 = L1 w``, ``d0 = L1 d2 - 2/(2+x)^2`` and ``w = 2 zeta(2, 3+x) + L d0 - (L - L1) d2``.
    """

    def rows_at(x: Decimal) -> list[list[Decimal]]:
        powers = _powers(x, nodes)
        every = _zetas(1 + x, 2, nodes, precision)
        inverse = 1 / (1 + x)
        ones = [inverse * inverse * p for p in _powers(inverse, nodes)]
        none = [Decimal(0)] * nodes
        far = _zetas(3 + x, 2, 1, precision)[0]
        return [
            [*(-o for o in ones), *powers, *none, Decimal(0)],
            [*none, *(-o for o in ones), *powers, -2 / (2 + x) ** 2],
            [
                *powers,
                *(e - o for e, o in zip(every, ones, strict=True)),
                *(-e for e in every),
                2 * far,
            ],
        ]

    system = [row for x in _nodes(nodes) for row in rows_at(x)]
    found = _solve(system)

    def residual(x: Decimal) -> Decimal:
        total = Decimal(0)
        for row in rows_at(x):
            made = sum((a * c for a, c in zip(row, found, strict=False)), Decimal(0))
            total += abs(made - row[-1])
        return total

    return found[:nodes], _greatest(residual, nodes)


def count_wins(n: int, k: int) -> int:
    """Return how many pairs ``a < b <= n`` Player 1 wins with the multipliers up to ``k >= 2``.

    Only the beginnings of continued fractions without a stop are walked through, which are few.

    Examples
    --------
    >>> count_wins(2000, 8)
    1225947
    """
    bound, period = integer(n, 1, "n"), integer(k, 2, "k") + 1
    pairs = bound * (bound - 1) // 2
    lead = pairs
    waiting = [(1, 0, 1)]
    while waiting:
        x, y, sign = waiting.pop()
        for digit in _open_digits(period, (bound - y) // x):
            child = digit * x + y
            handed = digit % period == 1
            if handed:
                extra = bound // child if digit >= 2 else 0
                lead -= 2 * sign * (_below(bound, child, x) + extra)
            if 2 * child + x <= bound:
                waiting.append((child, x, -sign if handed else sign))
    return (pairs + lead) // 2


def _open_digits(period: int, most: int) -> list[int]:
    """Return the digits up to `most` that are 0 or 1 modulo the period."""
    return sorted([*range(period, most + 1, period), *range(1, most + 1, period)])


def _below(bound: int, x: int, y: int) -> int:
    """Return how many pairs ``1 <= v < u`` have ``x u + y v <= bound``."""
    full = (bound + y) // (x + y)
    total = full * (full - 1) // 2
    for u in range(full + 1, (bound - y) // x + 1):
        total += (bound - x * u) // y
    return total


def mean_length(n: int) -> float:
    """Return about how many moves Grossman's game lasts on the average over ``a < b <= n``.

    This is ``(24/pi^2) ln(phi) ln(n)`` and a constant; the error tends to 0.

    Examples
    --------
    >>> round(mean_length(10_000), 2)
    9.66
    """
    bound = Decimal(integer(n, 2, "n"))
    return float(MEAN_LENGTH_SLOPE * bound.ln() + MEAN_LENGTH_CONSTANT)


def previous_positions(n: int) -> float:
    """Return about how many positions ``q < p <= n`` of Partizan Euclid have the outcome P.

    The N-positions are asymptotically as many: both grow like ``C n^1.6658162...``.

    Examples
    --------
    >>> round(previous_positions(100_000))
    80872173
    """
    bound = Decimal(integer(n, 1, "n"))
    return float(PREVIOUS_FACTOR * bound**PREVIOUS_EXPONENT)
