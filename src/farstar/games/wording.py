"""Numbers and lists in explanations: written out while a reader can take them in."""

from __future__ import annotations

from collections.abc import Sequence

from farstar._digits import digit_count, first_digits, to_text

_MOST_DIGITS = 40
_MOST_ITEMS = 24
_ENDS = 12


def number(n: int) -> str:
    """Return `n` in decimal, shortened in the middle if it is long.

    Examples
    --------
    >>> number(459), number(10**50)
    ('459', '100000000000...000000000000 (51 digits)')
    """
    if abs(n).bit_length() <= 3 * _MOST_DIGITS or digit_count(n) <= _MOST_DIGITS:
        return to_text(n)
    digits = digit_count(n)
    sign, size = ("-", -n) if n < 0 else ("", n)
    first = first_digits(size, _ENDS)
    last = to_text(size % 10**_ENDS).zfill(_ENDS)
    return f"{sign}{first}...{last} ({digits} digits)"


def numbers(items: Sequence[int]) -> str:
    """Return a list of numbers, shortened in the middle if it is long.

    Examples
    --------
    >>> numbers((1, 2, 1, 2)), numbers([])
    ('1, 2, 1, 2', '')
    >>> numbers(range(100))
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ..., 99 (100 numbers)'
    """
    if len(items) <= _MOST_ITEMS:
        return ", ".join(map(number, items))
    head = ", ".join(map(number, items[:_ENDS]))
    return f"{head}, ..., {number(items[-1])} ({len(items)} numbers)"


def pair(a: int, b: int) -> str:
    """Return a position of two numbers.

    Examples
    --------
    >>> pair(9, 2)
    '(9,2)'
    """
    return f"({number(a)},{number(b)})"


def count(n: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> count(1, "move"), count(3, "move"), count(0, "search", "searches")
    ('1 move', '3 moves', '0 searches')
    """
    return f"{number(n)} {singular if n == 1 else plural or singular + 's'}"
