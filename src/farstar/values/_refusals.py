"""Why a text is refused: messages that only readers of a faulty text have to load."""

from __future__ import annotations

from collections.abc import Iterable

from farstar._arguments import clip, nearest

_TRANSFINITE = frozenset(["omega", "epsilon", "infinity", "inf", "aleph", "aleph0"])
_TRANSFINITE_SIGNS = frozenset("ωΩεϵ∞ℵ")


def unsupported(name: str) -> str | None:
    """Return why a name that the literature knows is refused; None for any other name.

    Examples
    --------
    >>> unsupported("ω")
    "'ω' is not a short game: numbers beyond the integers are not supported"
    """
    if name.lower() in _TRANSFINITE or name in _TRANSFINITE_SIGNS:
        return f"{name!r} is not a short game: numbers beyond the integers are not supported"
    return None


def unknown_name(name: str, defined: Iterable[str]) -> str:
    """Return what is said about a name without parentheses that has no meaning.

    Examples
    --------
    >>> unknown_name("Gx", ["G", "_"])
    "expected '(' after the name 'Gx', or a name that is defined: did you mean G?"
    >>> unknown_name("Gx", [])
    "expected '(' after the name 'Gx'"
    """
    message = f"expected '(' after the name {clip(name, 20)!r}"
    names = [other for other in defined if other != "_"]
    if not names:
        return message
    hint = nearest(name, names, f"defined are {clip(', '.join(names), 60)}")
    return f"{message}, or a name that is defined{hint}"


def two_readings(number: str, kind: str, rest: str) -> str:
    """Return what is said about ``3*-1``, ``3**2``, ``3*+-1`` and ``3 * 2``.

    The `kind` is what follows the star, or a blank between number and star.

    Examples
    --------
    >>> two_readings("3", "-", "1")
    "'3*' has two readings here: write (3*)-1 or 3*(-1)"
    """
    n = clip(number, 20)
    if kind == "*":
        first, second = f"({n}*)+*{rest}", f"{n}*(*{rest})"
    elif kind == " ":
        first, second = f"{n}*{rest} for {n} + *{rest},", f"{n}*({rest or 'G'}) for a multiple"
    else:
        first, second = f"({n}*){kind}{rest}", f"{n}*({kind}{rest})"
    return f"'{n}*' has two readings here: write {first} or {second}"


def nimber_and_multiple(number: str, heap: str) -> str:
    """Return the note on ``2*3``, which is read as a sum.

    Examples
    --------
    >>> nimber_and_multiple("2", "3")
    '2*3 is read as 2 + *3; a multiple is written 2*(3)'
    """
    n, m = clip(number, 20), clip(heap, 20)
    return f"{n}*{m} is read as {n} + *{m}; a multiple is written {n}*({m})"
