"""Checks on what users hand in, and how messages show it."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from farstar.errors import IllegalPositionError

_SHOWN_BITS = 256
_SHOWN_CHARACTERS = 60


def clip(text: str, length: int = _SHOWN_CHARACTERS, mark: str = "...") -> str:
    """Return a text in one line of at most `length` characters; `mark` stands for the rest.

    Examples
    --------
    >>> clip("a long story", 8), clip("a long story", 8, "…")
    ('a lon...', 'a long …')
    """
    line = " ".join(text.split())
    if len(line) > length:
        return line[: length - len(mark)] + mark
    # A text that is one line keeps the marks of its formulas.
    return text if line == text else line


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
    """Return `value` as an int of at least `least`; a bool is refused.

    What Python takes for an integer, such as one of NumPy's, is taken here too. The message of the
    `IllegalPositionError` says that `what` was expected to be one.
    """
    if type(value) is int and value >= least:
        return value
    number = None if isinstance(value, bool) else as_index(value)
    if number is None or number < least:
        raise IllegalPositionError(
            f"expected {what} to be an integer of at least {least}, got {shown(value)}"
        )
    return number


def as_index(value: object) -> int | None:
    """Return an integer of any library as an int; None for anything else.

    Examples
    --------
    >>> as_index(3), as_index(3.0)
    (3, None)
    """
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


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


def nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return the end of a message about an unknown name: the nearest known one, or a hint.

    Examples
    --------
    >>> nearest("meen", ["mean", "value"], "farstar table --help lists them")
    ': did you mean mean?'
    >>> nearest("xyzzy", ["mean", "value"], "farstar table --help lists them")
    '; farstar table --help lists them'
    >>> nearest("Toads", ["Board", "ToadsAndFrogs"], "eval --help lists them")
    ': did you mean ToadsAndFrogs?'
    >>> nearest("all", ["Phutball"], "eval --help lists them")
    '; eval --help lists them'
    """
    from difflib import get_close_matches

    lower = {other.lower(): other for other in known}
    begun = name.lower()
    # What somebody begins to write is a better guess than what only looks like it.
    longer = sorted((other for other in lower if len(begun) > 2 and begun in other), key=len)
    starting = [other for other in longer if other.startswith(begun)]
    # A part of a name is meant if a word of the name begins with it: Frogs, but not all.
    inner = [other for other in longer if begun.capitalize() in lower[other]]
    # Names that begin with another letter have to be closer.
    similar = get_close_matches(begun, lower, n=5)
    alike = [other for other in similar if other[0] == begun[0]]
    close = starting or inner or alike or get_close_matches(begun, lower, n=1, cutoff=0.75)
    return f": did you mean {lower[close[0]]}?" if close else f"; {otherwise}"
