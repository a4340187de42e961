"""Numbers of Python as games: what counts as a number, and what is refused and why."""

from __future__ import annotations

from operator import index

from farstar._lazy import TYPE_CHECKING
from farstar.engine import Dyadic, Handle, state
from farstar.errors import NotationError

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import TypeGuard


# Fractions are imported where one is made or met: they take a third of the time of a first value.


def fraction(x: Dyadic) -> Fraction:
    """Return the dyadic number `x` as a Fraction."""
    from fractions import Fraction

    return Fraction(x[0], 1 << x[1])


def dyadic(x: Fraction) -> Dyadic | None:
    """Return `x` as a dyadic pair, or None if its denominator is not a power of two."""
    denominator = x.denominator
    if denominator & (denominator - 1):
        return None
    return x.numerator, denominator.bit_length() - 1


def operand(x: object) -> Handle | None:
    """Return the game equal to the int or Fraction `x`; None for everything else.

    This is what an operator such as ``+`` accepts next to a Value. A bool is not a number here.
    """
    if type(x) is int:
        return state.engine.compact(x, 0, 0, 0)
    n = integer(x)
    if n is not None:
        return state.engine.compact(n, 0, 0, 0)
    pair = dyadic(x) if _is_fraction(x) else None
    return None if pair is None else state.engine.compact(pair[0], pair[1], 0, 0)


def integer(x: object) -> int | None:
    """Return `x` as an int if it is one, or like one; a bool is not."""
    if type(x) is int:
        return x
    if isinstance(x, bool):
        return None
    try:
        return index(x)  # type: ignore[arg-type]
    except TypeError:
        return None


def shown(x: object) -> str:
    """Return how an error message shows `x`: Python refuses to write very long integers."""
    bits = 0
    if isinstance(x, int) or _is_fraction(x):
        bits = max(x.numerator.bit_length(), x.denominator.bit_length())
    return repr(x) if bits <= 256 else f"a number of {bits} bits"


def _is_fraction(x: object) -> TypeGuard[Fraction]:
    from fractions import Fraction

    return isinstance(x, Fraction)


def number_handle(x: object) -> Handle:
    """Return the game equal to the number `x`, or say why it is refused."""
    handle = operand(x)
    if handle is not None:
        return handle
    if _is_fraction(x):
        raise NotationError(
            f"expected a dyadic rational (the denominator a power of two), got {shown(x)}"
        )
    if isinstance(x, float):
        raise TypeError(f"expected an exact number, got the float {x!r}: use a Fraction")
    raise TypeError(f"expected a Value, an int, a Fraction or text, got {x!r}")
