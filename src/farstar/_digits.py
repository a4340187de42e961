"""Integers to decimal text and back, for any number of digits.

Python refuses to convert integers beyond 4,300 digits and its limit is global, so it is not ours
to change. `to_text` and `from_text` split the number in halves until the pieces are small.
"""

from __future__ import annotations

import decimal
import math
import re

from farstar._arguments import clip

_SAFE_DIGITS = 640
"""Python never lets its own limit be set below this many digits (zero means no limit)."""

_SAFE_BITS = int(_SAFE_DIGITS * math.log2(10)) - 1

_CONTEXT = decimal.Context(
    prec=decimal.MAX_PREC,
    Emax=decimal.MAX_EMAX,
    Emin=decimal.MIN_EMIN,
    traps=[decimal.Inexact, decimal.InvalidOperation, decimal.Overflow],
)
"""Exact arithmetic: a result that had to be rounded would be an error, not a wrong digit."""

_DIGITS = re.compile("[+-]?[0-9]+")


def to_text(n: int) -> str:
    """Return `n` in decimal.

    Examples
    --------
    >>> to_text(-12)
    '-12'
    >>> len(to_text(2**100_000))
    30103
    """
    if n.bit_length() <= _SAFE_BITS:
        return str(n)
    if n < 0:
        return "-" + to_text(-n)
    return format(_to_decimal(n, n.bit_length(), {}), "f")


def from_text(text: str) -> int:
    """Return the integer that `text`, an optional sign and ASCII digits, stands for.

    Raises
    ------
    ValueError
        If `text` is anything else.

    Examples
    --------
    >>> from_text("-12")
    -12
    >>> from_text("1" + "0" * 5000) == 10**5000
    True
    """
    if len(text) <= _SAFE_DIGITS and text.isascii() and text.isdigit():
        return int(text)
    if not _DIGITS.fullmatch(text):
        raise ValueError(f"expected an integer in decimal digits, got {clip(text)!r}")
    if text[0] in "+-":
        magnitude = _from_digits(text, 1, len(text), {})
        return -magnitude if text[0] == "-" else magnitude
    return _from_digits(text, 0, len(text), {})


def digit_count(n: int) -> int:
    """Return the number of decimal digits of ``abs(n)``, without writing them.

    Examples
    --------
    >>> digit_count(-999), digit_count(1000), digit_count(0)
    (3, 4, 1)
    """
    n = abs(n)
    if n == 0:
        return 1
    known = _ends_of_interval(n)
    if known is not None and known[0].adjusted() == known[1].adjusted():
        return known[0].adjusted() + 1
    # log10 is off by far less than one digit here; the comparison settles the last one.
    guess = int((n.bit_length() - 1) * math.log10(2))
    while n >= 10**guess:
        guess += 1
    return guess


def first_digits(n: int, count: int) -> str:
    """Return the first `count` decimal digits of ``n > 0``, without writing the others.

    Examples
    --------
    >>> first_digits(2**100_000, 6), first_digits(12345, 3)
    ('999002', '123')
    """
    known = _ends_of_interval(n)
    if known is not None and count <= _LEADING_DIGITS - 5:
        low, high = (end.scaleb(count - 1 - end.adjusted()) for end in known)
        if int(low) == int(high) and known[0].adjusted() == known[1].adjusted():
            return str(int(low))
    return to_text(n // 10 ** max(0, digit_count(n) - count))


_LEADING_BITS = 256
_LEADING_DIGITS = 60
_LOWER = decimal.Context(
    prec=_LEADING_DIGITS,
    rounding=decimal.ROUND_FLOOR,
    Emax=decimal.MAX_EMAX,
    Emin=decimal.MIN_EMIN,
)
_UPPER = decimal.Context(
    prec=_LEADING_DIGITS,
    rounding=decimal.ROUND_CEILING,
    Emax=decimal.MAX_EMAX,
    Emin=decimal.MIN_EMIN,
)


def _ends_of_interval(n: int) -> tuple[decimal.Decimal, decimal.Decimal] | None:
    """Return two numbers of 60 digits that a long ``n > 0`` lies between; None for a short one."""
    shift = n.bit_length() - _LEADING_BITS
    if shift <= 0:
        return None
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


def _to_decimal(n: int, bits: int, powers: dict[int, decimal.Decimal]) -> decimal.Decimal:
    """Return `n`, which is below ``2**bits``, as an exact Decimal; depth is logarithmic."""
    if bits <= _SAFE_BITS:
        return decimal.Decimal(n)
    half = bits // 2
    high = _to_decimal(n >> half, bits - half, powers)
    low = _to_decimal(n & ((1 << half) - 1), half, powers)
    return _CONTEXT.add(_CONTEXT.multiply(high, _power_of_two(half, powers)), low)


def _power_of_two(bits: int, powers: dict[int, decimal.Decimal]) -> decimal.Decimal:
    if bits not in powers:
        powers[bits] = _CONTEXT.power(decimal.Decimal(2), decimal.Decimal(bits))
    return powers[bits]


def _from_digits(text: str, start: int, stop: int, powers: dict[int, int]) -> int:
    """Return the integer written in ``text[start:stop]``; depth is logarithmic."""
    if stop - start <= _SAFE_DIGITS:
        return int(text[start:stop])
    middle = (start + stop) // 2
    low = stop - middle
    if low not in powers:
        powers[low] = 5**low
    high = _from_digits(text, start, middle, powers) * powers[low]
    return (high << low) + _from_digits(text, middle, stop, powers)
