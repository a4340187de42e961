"""Products of values, and the inverse of the ordinal sum, on handles of the active engine."""

from __future__ import annotations

from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded
from farstar.values._operations_forms import (
    left_incentives,
    multiple,
    ordinal_sum,
    right_incentives,
    undominated,
)
from farstar.values._operations_shape import number
from farstar.values._walk import fold

MAX_COPIES = 10_000
"""Copies that an ordinal product may stack one by one."""


def norton_product(g: Handle, unit: Handle) -> Handle:
    """Return the Norton product ``g . unit``, for the canonical form of `g`.

    An integer n gives n copies of the unit U; any other G gives
    ``{G^L.U + U + D | G^R.U - U - D}``, where D runs over the incentives of U. Of these only the
    undominated ones matter.
    """
    engine = state.engine
    incentives = undominated([*left_incentives(unit), *right_incentives(unit)])
    gains = [engine.add(unit, gain) for gain in incentives]
    losses = [engine.negate(gain) for gain in gains]

    def leaf(h: Handle) -> Handle | None:
        x = number(h)
        return multiple(x[0], unit) if x is not None and x[1] == 0 else None

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, gain) for h in left for gain in gains],
            [engine.add(h, loss) for h in right for loss in losses],
        )

    return fold(g, leaf, combine)


def ordinal_product(g: Handle, n: int) -> Handle:
    """Return the ordinal sum of `n` copies of the canonical form of `g`.

    The tower is built from its top, so that the base is always the canonical form of `g`: what
    stands on a base matters by its value only.
    """
    engine = state.engine
    parts = engine.as_compact(g)
    if parts is not None and parts[1:3] == (0, 0) and not (parts[0] and parts[3]):
        # Integers and nimbers add up as ordinals do.
        return engine.compact(n * parts[0], 0, 0, n * parts[3])
    if n > MAX_COPIES:
        raise BudgetExceeded(f"expected at most {MAX_COPIES} copies in an ordinal product")
    tower = engine.compact(0, 0, 0, 0)
    for _ in range(n):
        tower = ordinal_sum(g, tower)
    return tower


def subordinate(g: Handle, base: Handle) -> Handle | None:
    """Return the one X with ``base : X = g``, or None if there is none.

    The options ``base : X^L`` of such a `g` are never dominated nor reversible, so they are among
    its canonical options. Other options of this shape do no harm: in X
    they are gift horses, options that do not change the value.
    """
    engine = state.engine
    base_left, base_right = engine.options(base)
    zero = engine.compact(0, 0, 0, 0)

    # Each follower with its subordinate, in a tuple that is empty where there is none.
    def leaf(h: Handle) -> tuple[Handle, ...] | None:
        return (h, zero) if h == base else None

    def combine(
        h: Handle, left: list[tuple[Handle, ...]], right: list[tuple[Handle, ...]]
    ) -> tuple[Handle, ...]:
        lefts, rights = [p for p in left if p], [p for p in right if p]
        rebuilt = engine.construct(
            [*base_left, *(p[0] for p in lefts)], [*base_right, *(p[0] for p in rights)]
        )
        if rebuilt != h:
            return ()
        return h, engine.construct([p[1] for p in lefts], [p[1] for p in rights])

    pair = fold(g, leaf, combine)
    return pair[1] if pair else None
