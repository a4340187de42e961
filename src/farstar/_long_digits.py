"""Decimal digits of integers that Python itself refuses to write."""

from __future__ import annotations

import decimal

from farstar._digits import SAFE_BITS

_CONTEXT = decimal.Context(
    prec=decimal.MAX_PREC,
    Emax=decimal.MAX_EMAX,
    Emin=decimal.MIN_EMIN,
    traps=[decimal.Inexact, decimal.InvalidOperation, decimal.Overflow],
)
"""Exact arithmetic: a result that had to be rounded would be an error, not a wrong digit."""

_LEADING_BITS = 256
LEADING_DIGITS = 60
_LOWER = decimal.Context(
    prec=LEADING_DIGITS,
    rounding=decimal.ROUND_FLOOR,
    Emax=decimal.MAX_EMAX,
    Emin=decimal.MIN_EMIN,
)
_UPPER = decimal.Context(
    prec=LEADING_DIGITS,
    rounding=decimal.ROUND_CEILING,
    Emax=decimal.MAX_EMAX,
    Emin=decimal.MIN_EMIN,
)


def ends_of_interval(n: int) -> tuple[decimal.Decimal, decimal.Decimal]:
    """Return two numbers of 60 digits that a long ``n > 0`` lies between."""
    shift = n.bit_length() - _LEADING_BITS
    top = n >> shift
    ends = []
    for context, leading in ((_LOWER, top), (_UPPER, top + 1)):
        # A power is rounded to nearest whatever the context says, so each is taken by squaring.
        factor, square, bits = decimal.Decimal(1), decimal.Decimal(2), shift
        while bits:
            if bits & 1:
                factor = context.multiply(factor, square)
            square, bits = context.multiply(square, square), bits >> 1
        ends.append(context.multiply(decimal.Decimal(leading), factor))
    return ends[0], ends[1]


def to_decimal(n: int) -> decimal.Decimal:
    """Return ``n >= 0`` as an exact Decimal."""
    return _exactly(n, n.bit_length(), {})


def _exactly(n: int, bits: int, powers: dict[int, decimal.Decimal]) -> decimal.Decimal:
    """Return `n`, which is below ``2**bits``, as an exact Decimal; depth is logarithmic."""
    if bits <= SAFE_BITS:
        return decimal.Decimal(n)
    half = bits // 2
    high = _exactly(n >> half, bits - half, powers)
    low = _exactly(n & ((1 << half) - 1), half, powers)
    return _CONTEXT.add(_CONTEXT.multiply(high, _power_of_two(half, powers)), low)


def _power_of_two(bits: int, powers: dict[int, decimal.Decimal]) -> decimal.Decimal:
    if bits not in powers:
        powers[bits] = _CONTEXT.power(decimal.Decimal(2), decimal.Decimal(bits))
    return powers[bits]
