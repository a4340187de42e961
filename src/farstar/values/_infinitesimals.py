"""Powers of the games {0|H}, such as up, tiny and their like; and the lattice companion."""

from __future__ import annotations

from farstar.engine import Dyadic, Handle, state
from farstar.values._operations_forms import ordinal_sum
from farstar.values._walk import fold


def other_option(g: Handle) -> Handle | None:
    """Return H if the canonical form of `g` is ``{0|H}``, else None."""
    engine = state.engine
    parts = engine.as_compact(g)
    # A huge nimber has too many options to list, and is not of this kind.
    if parts is not None and parts[3] > 1 and not parts[2]:
        return None
    left, right = engine.options(g)
    if len(left) == len(right) == 1 and left[0] == engine.compact(0, 0, 0, 0):
        return right[0]
    return None


def power_to(g: Handle, x: Dyadic) -> Handle:
    """Return ``g -> x``, the sum of the powers of `g` up to the number ``x >= 0``.

    For an integer n > 0 it is ``{g -> n-1 | H}``, that is ``g : n-1``; the ordinal sum with the
    blow-up of x continues this to all dyadic numbers x > 0.
    """
    engine = state.engine
    if x[0] == 0:
        return engine.compact(0, 0, 0, 0)
    return ordinal_sum(g, engine.compact(*blow_up(x), 0, 0))


def power(g: Handle, h: Handle, x: Dyadic) -> Handle:
    """Return the power x of ``g = {0|h}``: ``{0 | h - (g -> x-1)}``, and -h for x = 0."""
    engine = state.engine
    if x[0] == 0:
        return engine.negate(h)
    below = power_to(g, (x[0] - (1 << x[1]), x[1]))
    zero = engine.compact(0, 0, 0, 0)
    return engine.construct([zero], [engine.add(h, engine.negate(below))])


def blow_up(x: Dyadic) -> Dyadic:
    """Return the number whose sign expansion is that of ``x > 0`` without its first plus.

    It maps the positive numbers onto all numbers, in order and simplest to simplest.
    """
    numerator, exponent = x
    if numerator >= 1 << exponent:
        return numerator - (1 << exponent), exponent
    # x = 1/2**(j+1) * y with 1 <= y < 2 has signs + and j+1 times -, then those of y - 1.
    j = exponent - numerator.bit_length()
    exponent -= j + 1
    return numerator - ((j + 2) << exponent), exponent


def companion(g: Handle) -> Handle:
    """Return the image of `g` under the automorphism of the lattices of games born by a day.

    It exchanges 0 and star, keeps the other numbers, and takes any other G to the game of the
    companions of its options, with 0 as one more option for Left if G > 0 and for Right if G < 0.
    """
    engine = state.engine
    zero, star = engine.compact(0, 0, 0, 0), engine.compact(0, 0, 0, 1)

    def leaf(h: Handle) -> Handle | None:
        parts = engine.as_compact(h)
        if parts is None or parts[2] or parts[3]:
            return None
        return star if h == zero else h

    def combine(h: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        if engine.geq(h, zero):
            left = [*left, zero]
        if engine.geq(zero, h):
            right = [*right, zero]
        return engine.construct(left, right)

    return fold(g, leaf, combine)
