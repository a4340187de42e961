"""Numbers of Python as games: what counts as a number, and what is refused and why."""

from __future__ import annotations

from fractions import Fraction
from operator import index
from typing import TypeGuard

from farstar.engine import Dyadic, Handle, state
from farstar.errors import NotationError


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
    if isinstance(x, Fraction):
        pair = dyadic(x)
        return None if pair is None else state.engine.compact(pair[0], pair[1], 0, 0)
    n = integer(x)
    return None if n is None else state.engine.compact(n, 0, 0, 0)


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
    bits = max(x.numerator.bit_length(), x.denominator.bit_length()) if _is_rational(x) else 0
    return repr(x) if bits <= 256 else f"a number of {bits} bits"


def _is_rational(x: object) -> TypeGuard[int | Fraction]:
    return isinstance(x, int | Fraction)


def number_handle(x: object) -> Handle:
    """Return the game equal to the number `x`, or say why it is refused."""
    handle = operand(x)
    if handle is not None:
        return handle
    if isinstance(x, Fraction):
        raise NotationError(
            f"expected a dyadic rational (the denominator a power of two), got {shown(x)}"
        )
    if isinstance(x, float):
        raise TypeError(f"expected an exact number, got the float {x!r}: use a Fraction")
    raise TypeError(f"expected a Value, an int, a Fraction or text, got {x!r}")
