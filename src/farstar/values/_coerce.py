"""Numbers of Python as games: what counts as a number, and what is refused and why."""

from __future__ import annotations

from fractions import Fraction
from operator import index

from farstar.engine import Dyadic, Handle, state
from farstar.errors import NotationError


def dyadic(x: int | Fraction) -> Dyadic | None:
    """Return `x` as a dyadic pair, or None if its denominator is not a power of two."""
    if isinstance(x, int):
        return x, 0
    denominator = x.denominator
    if denominator & (denominator - 1):
        return None
    return x.numerator, denominator.bit_length() - 1


def operand(x: object) -> Handle | None:
    """Return the game equal to the int or Fraction `x`; None for everything else.

    This is what an operator such as ``+`` accepts next to a Value. A bool is not a number here.
    """
    if isinstance(x, bool):
        return None
    if isinstance(x, int | Fraction):
        pair = dyadic(x)
        return None if pair is None else state.engine.compact(pair[0], pair[1], 0, 0)
    try:
        return state.engine.compact(index(x), 0, 0, 0)  # type: ignore[arg-type]
    except TypeError:
        return None


def number_handle(x: object) -> Handle:
    """Return the game equal to the number `x`, or say why it is refused."""
    handle = operand(x)
    if handle is not None:
        return handle
    if isinstance(x, Fraction):
        raise NotationError(
            f"expected a dyadic rational (the denominator a power of two), got {x!r}"
        )
    if isinstance(x, float):
        raise TypeError(f"expected an exact number, got the float {x!r}: use a Fraction")
    raise TypeError(f"expected a Value, an int, a Fraction or text, got {x!r}")
