"""Multiples, ordinal sums, incentives and the reduced canonical form, on handles."""

from __future__ import annotations

from collections.abc import Iterable

from farstar.engine import Handle, state
from farstar.values._walk import fold


def multiple(n: int, g: Handle) -> Handle:
    """Return the sum of `n` copies of `g`, by doubling; a negative `n` takes copies of -g."""
    engine = state.engine
    parts = engine.as_compact(g)
    if parts is not None:
        return _compact_multiple(n, *parts)
    if n < 0:
        n, g = -n, engine.negate(g)
    total = engine.compact(0, 0, 0, 0)
    while n:
        if n & 1:
            total = engine.add(total, g)
        n >>= 1
        if n:
            g = engine.add(g, g)
    return total


def _compact_multiple(n: int, numerator: int, exponent: int, up: int, star: int) -> Handle:
    numerator *= n
    if numerator == 0:
        exponent = 0
    while exponent and not numerator & 1:
        # Strip all the factors of two that the denominator can take at once.
        shift = min(exponent, (numerator & -numerator).bit_length() - 1)
        numerator >>= shift
        exponent -= shift
    return state.engine.compact(numerator, exponent, n * up, star if n & 1 else 0)


def ordinal_sum(base: Handle, top: Handle) -> Handle:
    """Return ``base : top``, for the canonical form of `base`.

    A move in `base` throws `top` away: ``G:H = {G^L, G:H^L | G^R, G:H^R}``.
    """
    engine = state.engine
    zero = engine.compact(0, 0, 0, 0)
    if base == zero:
        return top
    base_left, base_right = engine.options(base)

    def leaf(h: Handle) -> Handle | None:
        return base if h == zero else None

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct([*base_left, *left], [*base_right, *right])

    return fold(top, leaf, combine)


def left_incentives(g: Handle) -> list[Handle]:
    """Return what Left gains by her moves, ``G^L - G``, the undominated ones."""
    engine = state.engine
    minus = engine.negate(g)
    return undominated(engine.add(h, minus) for h in engine.options(g)[0])


def right_incentives(g: Handle) -> list[Handle]:
    """Return what Right gains by his moves, ``G - G^R``, the undominated ones."""
    engine = state.engine
    return undominated(engine.add(g, engine.negate(h)) for h in engine.options(g)[1])


def undominated(games: Iterable[Handle]) -> list[Handle]:
    """Return the maximal elements, each once."""
    geq = state.engine.geq
    kept: list[Handle] = []
    for g in games:
        if not any(geq(h, g) for h in kept):
            kept = [h for h in kept if not geq(g, h)]
            kept.append(g)
    return kept


def reduced(g: Handle) -> Handle:
    """Return the reduced canonical form: the simplest game infinitesimally close to `g`.

    Heating by star wipes out infinitesimals up to a star on the numbers; the projection that
    forgets these stars then gives the reduced form.
    """
    engine = state.engine
    star = engine.compact(0, 0, 0, 1)

    def number_leaf(h: Handle) -> Handle | None:
        parts = engine.as_compact(h)
        return None if parts is None else engine.compact(parts[0], parts[1], 0, 0)

    def star_heat(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, star) for h in left], [engine.add(h, star) for h in right]
        )

    def projection_leaf(h: Handle) -> Handle | None:
        parts = engine.as_compact(h)
        if parts is None or parts[2] or parts[3] > 1:
            return None
        return engine.compact(parts[0], parts[1], 0, 0)

    def project(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(left, right)

    return fold(fold(g, number_leaf, star_heat), projection_leaf, project)
