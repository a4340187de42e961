"""How often the first player wins Grossman's game with multipliers up to k.

Let K = k + 1. On the partial quotients of b/a, those divisible by K are skipped, those congruent to
1 hand the win to the other player, and any other ends the search: so Lengyel's theorem reads. The
share of the pairs a < b <= N that the first player wins tends to P_k as N grows. For k >= 2 it
does because a quotient 2 ends the search and comes next with probability at least 1/6, so that
all but a part (5/6)**n of the pairs is decided by n leading quotients of b/a. For k = 1 the sum
of all quotients has to be even; that is so half the time, by Weil's bound of Kloosterman sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from farstar._arguments import integer
from farstar.impartial.number_sets import MultipliersLike, as_multipliers
from farstar.papers.euclid.theory.densities.decimals import (
    Estimate,
    digamma,
    from_two,
    golden_ratio,
    pi,
    precision,
    progression_sums,
    rounded,
    wanted_digits,
)
from farstar.papers.euclid.theory.densities.transfer import (
    Collocation,
    Digits,
    Matrix,
    apply,
    difference,
    dominant,
    integral,
    minus,
    needed_nodes,
    needed_precision,
    noise,
    plus,
    size,
    solve_fixed_point,
)
from farstar.papers.euclid.theory.quotient_actions import Actions, actions


class GapCoefficients(NamedTuple):
    """The leading coefficients of 1/phi - P_k in powers of 1/(k + 1)."""

    second: Decimal
    third: Decimal


def win_probability(k: int | None = None, *, digits: int = 20) -> Estimate:
    """Return P_k, how often the first player wins with multipliers up to `k` (None: with all).

    Parameters
    ----------
    k : int, optional
        The largest multiplier.
    digits : int
        How many digits behind the point, up to 60.

    Returns
    -------
    Estimate
        With a proved error bound; P_1 = 1/2 is exact (proved: "Winning probability for k = 1").

    Notes
    -----
    For k >= 2 let A be the transfer operator of the quotients divisible by k + 1, less that of
    the quotients congruent to 1. The signed densities of the still undecided tails add up to the
    solution of ``u = 1 + A u``, and ``2 P_k - 1`` is the integral of ``L u``, L being the operator
    of all other quotients. For any v in place of u, with residual ``1 + A v - v`` at most epsilon
    on [0, 1], that integral is wrong by at most epsilon: the error spreads through the undecided
    tails without growing, and what ever leaves them has total probability 1. Here v is a
    polynomial; its residual is bounded by that at the nodes, by the error of interpolation
    between them (an ellipse in the complex plane on which everything is analytic), and by the
    rounding of decimal arithmetic, each with a bound that is computed along. The integral itself
    is taken of interpolated functions and pays the error of interpolation once more.

    Examples
    --------
    >>> print(win_probability(2))
    0.56813216709232386528 +- 0.0000000000000000000008
    >>> print(win_probability(1), round(win_probability().value, 9))
    0.5 0.618033989
    """
    wanted = wanted_digits(digits)
    return _win_probability(None if k is None else integer(k, 1, "the largest multiplier"), wanted)


@lru_cache(maxsize=256)
def _win_probability(k: int | None, wanted: int) -> Estimate:
    if k is None:
        with precision(wanted + 10):
            return rounded(1 / golden_ratio(), Decimal(10) ** (-wanted - 8), wanted, proved=True)
    period = k + 1
    if k == 1:
        return Estimate(Decimal("0.5"), Decimal(0), "proved")
    nodes = needed_nodes(wanted)
    with precision(needed_precision(nodes, wanted)):
        line = Collocation(nodes, Decimal(2))
        skip, flip = line.matrix(Digits(period, period)), line.matrix(Digits(1, period))
        return _share_of_wins(line, skip, flip, wanted, 1)


def _share_of_wins(
    line: Collocation, kept: Matrix, turned: Matrix, wanted: int, quotients: int
) -> Estimate:
    """Return the share from the operators of the quotients that keep or turn the winner."""
    signed, one = minus(kept, turned), line.constant(1)
    undecided = solve_fixed_point(signed, one)
    rest = size(difference(plus(one, apply(signed, undecided)), undecided))
    stopped = difference(undecided, apply(kept, undecided))
    advantage = integral(difference(stopped, apply(turned, undecided)))
    error = rest + 2 * line.interpolation_error(undecided)
    error += 3 * quotients * size(undecided) * noise(line.nodes)
    return rounded((1 + advantage) / 2, error / 2, wanted, proved=True)


def set_win_probability(multipliers: MultipliersLike = None, *, digits: int = 20) -> Estimate:
    """Return how often the first player wins with any set of multipliers that holds 1.

    The set is finite or periodic from some number on. The limit is 1/2 if all members are odd,
    1/phi if every number is a member, and strictly between the two otherwise (proved: "Win
    probabilities with every set").

    Notes
    -----
    As in `win_probability`, with the quotients that keep the rest (``same``) in place of those
    divisible by k + 1, and those that turn it in place of those congruent to 1; see
    `farstar.papers.euclid.theory.quotient_actions`.

    Examples
    --------
    >>> print(set_win_probability({1, 4}))
    0.51854566465352034621 +- 0.0000000000000000000015
    >>> print(set_win_probability("odd"), round(set_win_probability("{1,3..}").value, 6))
    0.5 0.552964
    """
    allowed = as_multipliers(multipliers)
    wanted, table = wanted_digits(digits), actions(allowed)
    if allowed.is_odd:
        return Estimate(Decimal("0.5"), Decimal(0), "proved")
    if allowed.is_unrestricted:
        return win_probability(digits=wanted)
    return _probability_by_actions(table, wanted)


@lru_cache(maxsize=64)
def _probability_by_actions(table: Actions, wanted: int) -> Estimate:
    nodes = needed_nodes(wanted)
    # A quotient needs its predecessor too, so the period shows one later.
    start = table.preperiod + 1
    with precision(needed_precision(nodes, wanted)):
        line = Collocation(nodes, Decimal(2))
        none = [[Decimal(0)] * nodes for _ in range(nodes)]
        kept, turned = none, none
        for q in range(1, start + table.period):
            kind = table.action(q)
            if kind == "win":
                continue
            matrix = line.matrix(Digits(q, table.period if q >= start else 0))
            if kind == "same":
                kept = [plus(*rows) for rows in zip(kept, matrix, strict=True)]
            else:
                turned = [plus(*rows) for rows in zip(turned, matrix, strict=True)]
        return _share_of_wins(line, kept, turned, wanted, len(table.lost))


def set_gap_bounds(multipliers: MultipliersLike, *, digits: int = 20) -> tuple[Decimal, Decimal]:
    """Return proved bounds of 1/phi less the limit of the win probability, for any such set.

    They are the sums of ``V(z + 1)`` and of ``V(z)``, V as in `golden_gap_bounds`, over the heaps
    z > 0 of the subtraction game that the player to move loses.

    Examples
    --------
    >>> [round(bound, 5) for bound in set_gap_bounds({1, 4})]
    [Decimal('0.06876'), Decimal('0.13599')]
    """
    wanted, table = wanted_digits(digits), actions(multipliers)
    unit = Decimal(1).scaleb(-wanted)
    with precision(wanted + 15):
        sums = []
        for offset in (1, 0):
            total = Decimal(0)
            for heap in range(1, table.preperiod + table.period + 1):
                if not table.is_lost(heap):
                    continue
                if heap <= table.preperiod:
                    total += _single(heap + offset, unit / 10**6)
                else:
                    total += _alternating(table.period, heap - table.period + offset, unit / 10**6)
            sums.append(total)
        slack = unit / 100
        return (
            (sums[0] - slack).quantize(unit, ROUND_FLOOR),
            (sums[1] + slack).quantize(unit, ROUND_CEILING),
        )


def _single(m: int, small: Decimal) -> Decimal:
    """Return V(m)."""
    total, sign = Decimal(0), 1
    for before, last in _fibonacci():
        term = 1 / Decimal((last * m + before) * (last * (m + 1) + before))
        total += sign * term
        sign = -sign
        if term < small:
            return total
    raise AssertionError("there are always more Fibonacci numbers")


@lru_cache(maxsize=64, typed=True)
def undecided_exponent(k: int, *, digits: int = 8) -> Estimate:
    """Return the w with which the beginnings that decide nothing grow: as many as x**w up to x.

    They are the runs of quotients that are all divisible by k + 1 or congruent to 1, counted by
    the denominator of what they stand for. `win_count` takes that many steps, and shares of pairs
    up to N differ from P_k by O(N**(w - 2)). The w is also twice the Hausdorff dimension of the
    numbers with such quotients only.

    Notes
    -----
    It is the exponent for which the operator of these quotients has the largest eigenvalue 1. The
    digits are *numerical*: the error is what a coarser computation differs by, with a factor of
    ten for safety.

    Examples
    --------
    >>> print(undecided_exponent(2, digits=4).value, undecided_exponent(20, digits=4).value)
    1.7424 1.1818
    """
    wanted = wanted_digits(digits)
    period = integer(k, 2, "k") + 1
    nodes = needed_nodes(wanted)
    coarse, fine = (_root(period, count, wanted) for count in (nodes - 5, nodes))
    return from_two(coarse, fine, wanted)


def _root(period: int, nodes: int, digits: int) -> Decimal:
    """Return the exponent with eigenvalue 1, by the method of secants."""
    small = Decimal(10) ** (-digits - 4)
    with precision(needed_precision(nodes, digits)):
        w, step = Decimal("1.4"), Decimal("0.1")
        before = _undecided(period, nodes, w, digits)
        while abs(step) > small:
            w += step
            now = _undecided(period, nodes, w, digits)
            # The eigenvalue falls with w, and has a pole at 1.
            step = max(step * (1 - now) / (now - before), (1 - w) / 2)
            before = now
        return w


def _undecided(period: int, nodes: int, w: Decimal, digits: int) -> Decimal:
    """Return the largest eigenvalue for one exponent."""
    line = Collocation(nodes, w)
    skip, flip = line.matrix(Digits(period, period)), line.matrix(Digits(1, period))
    return dominant(lambda f: plus(apply(skip, f), apply(flip, f)), line.constant(1), digits)[0]


def golden_gap_bounds(k: int, *, digits: int = 20) -> tuple[Decimal, Decimal]:
    """Return proved bounds of 1/phi - P_k for k >= 2, both above zero.

    With Fibonacci numbers F let ``V(m)`` be the sum of ``(-1)**(n-1) / ((F_n m + F_(n-1)) (F_n
    (m+1) + F_(n-1)))`` over n >= 1; it is positive and falls with m. The gap lies between the sum
    of all ``V(jK + 1)`` and that of all ``V(jK)``, j >= 1 and K = k + 1. The upper bound for
    k + 1 is below the lower one for k, so P_k rises with k; and both go to zero.

    Examples
    --------
    >>> [round(bound, 5) for bound in golden_gap_bounds(2)]
    [Decimal('0.03986'), Decimal('0.06502')]
    """
    wanted = wanted_digits(digits)
    period = integer(k, 2, "k") + 1
    unit = Decimal(1).scaleb(-wanted)
    with precision(wanted + 15):
        low, high = _alternating(period, 1, unit / 1000), _alternating(period, 0, unit / 1000)
        slack = unit / 100
        return (
            (low - slack).quantize(unit, ROUND_FLOOR),
            (high + slack).quantize(unit, ROUND_CEILING),
        )


def _fibonacci() -> Iterator[tuple[int, int]]:
    before, last = 0, 1
    while True:
        yield before, last
        before, last = last, before + last


def _alternating(period: int, offset: int, small: Decimal) -> Decimal:
    """Return the sum of V(j period + offset); its alternating terms fall, so it ends early."""
    total, sign = Decimal(0), 1
    for before, last in _fibonacci():
        start = (period + offset + Decimal(before) / last) / period
        step = Decimal(1) / period
        term = (digamma(start + step) - digamma(start)) / (period * last * last)
        total += sign * term
        sign = -sign
        if term < small:
            return total
    raise AssertionError("there are always more Fibonacci numbers")


@lru_cache(maxsize=16, typed=True)
def golden_gap_coefficients(*, digits: int = 20) -> GapCoefficients:
    """Return C2 and C3 of 1/phi - P_k = C2/(k+1)**2 + C3/(k+1)**3 + O(k**-4).

    With Fibonacci numbers F let S1 be the sum of ``(-1)**(n-1) / F_n**2`` and S2 that of
    ``(-1)**(n-1) F_(n-1) / F_n**3``. Then C2 = zeta(2) S1 and C3 = -zeta(3) ((1 + 2/phi) S1 +
    2 S2) (proved: "Rate of the winning probabilities"). The sums are alternating and fall, so that
    they are ended without doubt.

    Examples
    --------
    >>> print(*golden_gap_coefficients())
    0.27559109956551020855 1.79082698927592411155
    """
    wanted = wanted_digits(digits)
    unit = Decimal(1).scaleb(-wanted)
    with precision(wanted + 12):
        first = second = Decimal(0)
        sign = 1
        for before, last in _fibonacci():
            first += sign / Decimal(last * last)
            second += sign * Decimal(before) / Decimal(last**3)
            sign = -sign
            if last * last > 10 ** (wanted + 8):
                break
        zeta3 = progression_sums(Decimal(1), 1, Decimal(3), 1)[0]
        third = -zeta3 * ((1 + 2 / golden_ratio()) * first + 2 * second)
        leading = pi() * pi() / 6 * first
        return GapCoefficients(leading.quantize(unit), third.quantize(unit))


def win_count(bound: int, k: int | None = None) -> int:
    """Return how many pairs 1 <= a < b <= bound the first player wins, exactly.

    Multipliers go up to `k` (None: all are allowed). The walk goes over the runs of leading
    quotients that decide nothing, and counts at once all pairs behind each; its time grows like
    ``bound**1.74`` for k = 2 and slower for larger k. For k = 1 nothing is decided before the end,
    and the time grows like the number of pairs.

    Examples
    --------
    >>> win_count(2000, 2), win_count(2000), win_count(100, 1)
    (1136104, 1235686, 2446)
    """
    n = integer(bound, 1, "a bound")
    if k is None:
        # The wins have a < b/phi, which is (sqrt(5 b b) - b) / 2.
        return sum((isqrt(5 * b * b) - b) // 2 for b in range(1, n + 1))
    period = integer(k, 1, "k") + 1
    pairs = n * (n - 1) // 2
    return (pairs + pairs - 2 * sum(_flipped(n, period))) // 2


def _flipped(n: int, period: int) -> Iterator[int]:
    """Yield how many pairs each flip turns, with the sign that they had before it."""
    stack = [(1, 0, 1)]
    while stack:
        x, y, sign = stack.pop()
        for m in range(period, (n - y - x) // x + 1, period):
            if 2 * (m * x + y) + x > n:
                break
            stack.append((m * x + y, x, sign))
        for m in range(1, (n - y) // x + 1, period):
            head = m * x + y
            # A quotient that ends the fraction is at least 2.
            yield sign * (_behind(n, head, x) + (n // head if m >= 2 else 0))
            if 2 * head + x <= n:
                stack.append((head, x, -sign))


def _behind(n: int, x: int, y: int) -> int:
    """Return how many 1 <= v < u have x u + y v <= n, where y <= x."""
    if 2 * x + y > n:
        return 0
    # Up to this u every v < u fits; beyond, v is bounded by the sum alone.
    split = (n + y) // (x + y)
    total = split * (split - 1) // 2
    if y:
        last = (n - y) // x
        terms = last - split
        if terms > 0:
            # (n - x u) // y for u = last, last - 1, ..., split + 1.
            total += _floor_sum(terms, y, x, n - x * last)
    return total


def _floor_sum(terms: int, modulus: int, slope: int, offset: int) -> int:
    """Return the sum of (slope i + offset) // modulus over 0 <= i < terms."""
    total = 0
    while True:
        total += (slope // modulus) * (terms * (terms - 1) // 2) + (offset // modulus) * terms
        slope %= modulus
        offset %= modulus
        top = slope * terms + offset
        if top < modulus:
            return total
        terms, offset = divmod(top, modulus)
        modulus, slope = slope, modulus
