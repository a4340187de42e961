"""Checks on what users hand in, and how messages show it."""

from __future__ import annotations

from collections.abc import Iterable

from farstar.errors import IllegalPositionError

_SHOWN_BITS = 256
_SHOWN_CHARACTERS = 60


def clip(text: str, length: int = 40) -> str:
    """Return a text of at most `length` characters.

    Examples
    --------
    >>> clip("a long story", 8)
    'a lon...'
    """
    return text if len(text) <= length else text[: length - 3] + "..."


def shown(value: object) -> str:
    """Return a short one-line picture of `value` for an error message.

    Python refuses to print integers of more than 4,300 digits, so a huge one is described.
    """
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        kind = "a negative integer" if value < 0 else "an integer"
        return f"{kind} of {value.bit_length()} bits"
    try:
        text = repr(value)
    except ValueError:
        # A container that holds a huge integer cannot be printed either.
        return f"a {type(value).__name__} with integers too long to print"
    text = text.replace("\n", " ")
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."


def integer(value: object, least: int, what: str) -> int:
    """Return `value` if it is an int (not a bool) of at least `least`, else refuse it.

    Raises
    ------
    IllegalPositionError
        With a message that names `what` was expected.
    """
    if type(value) is int and value >= least:
        return value
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise IllegalPositionError(
            f"expected {what} to be an integer of at least {least}, got {shown(value)}"
        )
    return int(value)


def ordered_pair(a: object, b: object, least: int) -> tuple[int, int]:
    """Return the unordered pair `a`, `b` with the smaller number first."""
    first = integer(a, least, "each number")
    second = integer(b, least, "each number")
    return (first, second) if first <= second else (second, first)


def integers(values: object, least: int, what: str) -> tuple[int, ...]:
    """Return the iterable `values` as a tuple of ints of at least `least`."""
    if not isinstance(values, Iterable) or isinstance(values, str | bytes):
        raise IllegalPositionError(f"expected a sequence of integers, got {shown(values)}")
    return tuple(integer(value, least, what) for value in values)
