"""Ups and stars on both sides of an infinitesimal.

For an infinitesimal ``g`` and ``j = 0, 1`` let ``lower[j]`` be the largest ``n`` with
``g >= n.up + *j`` and ``upper[j]`` the smallest ``n`` with ``g <= n.up + *j``; ``lower[2] + 1``
and ``upper[2] - 1`` are the integers next to the atomic weight. These are the numbers of
`farstar.sums.intervals`, here for any value.
"""

from __future__ import annotations

from collections.abc import Callable

from farstar.engine import Engine, Handle
from farstar.errors import NotAtomicError
from farstar.sums.intervals import Thresholds

UNBOUNDED = 10**30
"""Stands for a weight that does not exist."""


def of_ups(up: int, star: int) -> Thresholds:
    """Return the numbers of ``up.(up) + *star``."""
    plain, starred = _least(star), _least(star ^ 1)
    return Thresholds((up - plain, up - starred, up - 1), (up + plain, up + starred, up + 1))


def _least(star: int) -> int:
    """Return the least n with ``n.up + *star >= 0``."""
    return 0 if star == 0 else 2 if star == 1 else 1


def ups_options(up: int, star: int) -> list[tuple[int, int]]:
    """Return the Left options of ``up.(up) + *star`` as pairs of the same kind.

    Negate the ups for the Right options. Of a nimber's options only two matter for an interval,
    so those of a large nimber are not listed: the others lie between the same ups.
    """
    if up > 0:
        return [(0, 0), (0, 1)] if (up, star) == (1, 1) else [(0, 0)]
    if up < 0:
        return [(up + 1, star ^ 1)]
    return [(0, i) for i in range(min(star, 3))]


def of_infinitesimal(engine: Engine, g: Handle) -> Thresholds:
    """Return the numbers of an infinitesimal."""
    weights = weight_bounds(engine, g)

    def at_least(n: int, star: int) -> bool:
        return engine.geq(g, engine.compact(0, 0, n, star))

    def at_most(n: int, star: int) -> bool:
        return engine.geq(engine.compact(0, 0, -n, star), g)

    if weights is None:
        l0, l1 = (_largest(at_least, star) for star in (0, 1))
        u0, u1 = (_largest(at_most, star) for star in (0, 1))
        return Thresholds((l0, l1, -UNBOUNDED), (-u0, -u1, UNBOUNDED))
    floor, ceiling = weights
    # A weight that is two ahead wins, and no game is at least n.up + *j for n above its weight.
    l0, l1 = (_down(at_least, floor, star) for star in (0, 1))
    u0, u1 = (_down(at_most, -ceiling, star) for star in (0, 1))
    return Thresholds((l0, l1, floor - 1), (-u0, -u1, ceiling + 1))


def weight_bounds(engine: Engine, g: Handle) -> tuple[int, int] | None:
    """Return the integers next to the atomic weight, or None if there is none."""
    try:
        weight = engine.atomic_weight(g)
    except NotAtomicError:
        return None
    left, right = engine.stops(weight)
    floor, ceiling = right[0] >> right[1], -(-left[0] >> left[1])
    if not engine.geq(weight, engine.compact(floor, 0, 0, 0)):
        floor -= 1
    if not engine.geq(engine.compact(ceiling, 0, 0, 0), weight):
        ceiling += 1
    return floor, ceiling


def _down(holds: Callable[[int, int], bool], n: int, star: int) -> int:
    """Return the largest number that satisfies the condition: `n`, or at most two less."""
    if holds(n, star):
        return n
    return n - 1 if holds(n - 1, star) else n - 2


def _largest(holds: Callable[[int, int], bool], star: int) -> int:
    """Return the largest number that satisfies the condition, which exists for infinitesimals."""
    low, step = -1, 1
    while not holds(low, star):
        low, step = low - step, 2 * step
    high, step = low + 1, 1
    while holds(high, star):
        low, high, step = high, high + step, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle, star) else (low, middle)
    return low
