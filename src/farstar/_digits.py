"""Integers to decimal text and back, for any number of digits.

Python refuses to convert integers beyond 4,300 digits and its limit is global, so it is not ours
to change. `to_text` and `from_text` split the number in halves until the pieces are small.
"""

from __future__ import annotations

import math
import re

from farstar._arguments import clip

_SAFE_DIGITS = 640
"""Python never lets its own limit be set below this many digits (zero means no limit)."""

SAFE_BITS = int(_SAFE_DIGITS * math.log2(10)) - 1

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
    if n.bit_length() <= SAFE_BITS:
        return str(n)
    if n < 0:
        return "-" + to_text(-n)
    from farstar._long_digits import to_decimal

    return format(to_decimal(n), "f")


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
    if n.bit_length() <= SAFE_BITS:
        return len(str(n))
    from farstar._long_digits import ends_of_interval

    known = ends_of_interval(n)
    if known[0].adjusted() == known[1].adjusted():
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
    if n.bit_length() <= SAFE_BITS:
        return str(n)[:count]
    from farstar._long_digits import LEADING_DIGITS, ends_of_interval

    known = ends_of_interval(n)
    if count <= LEADING_DIGITS - 5:
        low, high = (end.scaleb(count - 1 - end.adjusted()) for end in known)
        if int(low) == int(high) and known[0].adjusted() == known[1].adjusted():
            return str(int(low))
    return to_text(n // 10 ** max(0, digit_count(n) - count))


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
