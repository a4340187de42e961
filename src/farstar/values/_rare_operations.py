"""Operations on handles that few programs need: they are loaded when they are first used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from farstar._lazy import TYPE_CHECKING
from farstar._outcome import Player
from farstar.engine import Dyadic, Handle, state
from farstar.errors import BudgetExceeded
from farstar.values import _operations as operations
from farstar.values._operators import fraction

if TYPE_CHECKING:
    from fractions import Fraction

    from farstar.values._thermograph import Wall

MAX_COPIES = 10_000
"""Copies that an ordinal product may stack one by one."""

MAX_NIMBER = 100_000
"""The largest m for which the stops of ``*m`` are counted."""


# Products, and the inverse of the ordinal sum.


def norton_product(g: Handle, unit: Handle) -> Handle:
    """Return the Norton product ``g . unit``; only undominated incentives matter."""
    engine = state.engine
    incentives = operations.undominated(
        [*operations.left_incentives(unit), *operations.right_incentives(unit)]
    )
    gains = [engine.add(unit, gain) for gain in incentives]
    losses = [engine.negate(gain) for gain in gains]

    def leaf(h: Handle) -> Handle | None:
        x = operations.number(h)
        return operations.multiple(x[0], unit) if x is not None and x[1] == 0 else None

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, gain) for h in left for gain in gains],
            [engine.add(h, loss) for h in right for loss in losses],
        )

    return operations.fold(g, leaf, combine)


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
        tower = operations.ordinal_sum(g, tower)
    return tower


def subordinate(
    g: Handle,
    base: Handle,
    base_left: Sequence[Handle] | None = None,
    base_right: Sequence[Handle] | None = None,
) -> Handle | None:
    """Return the one X with ``base : X = g``, or None if there is none.

    The options of a base that is not canonical are given.

    The options ``base : X^L`` of such a `g` are never dominated nor reversible, so they are among
    its canonical options. Other options of this shape do no harm: in X they are gift horses,
    options that do not change the value.
    """
    engine = state.engine
    if base_left is None or base_right is None:
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

    pair = operations.fold(g, leaf, combine)
    return pair[1] if pair else None


# Powers of games {0|H}, such as up and tiny; and the lattice companion.


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
    return operations.ordinal_sum(g, engine.compact(*blow_up(x), 0, 0))


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

    return operations.fold(g, leaf, combine)


# Which canonical options are worth playing, and how many lines of play there are.


def stop_count(g: Handle) -> int:
    """Return in how many ways play can go from `g` to a number, if the players need not alternate.

    A number counts 1, any other game the sum over its canonical options.
    """

    def leaf(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else _compact_stop_count(parts[2], parts[3])

    return operations.fold(g, leaf, lambda _, left, right: sum(left) + sum(right))


def _compact_stop_count(up: int, star: int) -> int:
    """Count for ``x + up.(up) + *star``, where moves in the number x do not count."""
    if star > MAX_NIMBER:
        raise BudgetExceeded(f"expected nimbers up to *{MAX_NIMBER} to count stops in")
    if up == 0:
        # S(m) = 2 (S(0) + ... + S(m-1)), so each S is three times the one before.
        return 2 * 3 ** (star - 1) if star else 1
    # n.up + *m is {0 | (n-1).up + *(m^1)}, except up* = {0,*|0}.
    steps = abs(up) - 1
    star ^= steps & 1
    return steps + (4 if star == 1 else 1 + _compact_stop_count(0, star ^ 1))


def sensible_options(g: Handle, player: Player) -> list[Handle]:
    """Return the options of `player` from which play stops where it stops from `g`."""
    if operations.number(g) is not None:
        return []
    engine = state.engine
    mine, theirs = (0, 1) if player is Player.LEFT else (1, 0)
    goal = engine.stops(g)[mine]
    return [h for h in engine.options(g)[mine] if engine.stops(h)[theirs] == goal]


def orthodox_options(g: Handle, player: Player, t: Fraction | None) -> list[Handle]:
    """Return the options of `player` that are orthodox at `t`, or at some t >= 0."""
    from farstar.values._thermograph import of_handle

    temperature = of_handle(g).temperature
    if operations.number(g) is not None or (t is not None and t > temperature):
        return []
    left = player is Player.LEFT
    options = state.engine.options(g)[0 if left else 1]
    walls = []
    for h in options:
        graph = of_handle(h)
        walls.append(graph.right_wall if left else graph.left_wall)
    distinct = list(dict.fromkeys(walls))
    times = [t] if t is not None else _decisive(distinct, temperature)
    good: set[Wall] = set()
    for time in times:
        heights = [wall(time) for wall in distinct]
        best = max(heights) if left else min(heights)
        good.update(w for w, height in zip(distinct, heights, strict=True) if height == best)
    return [h for h, wall in zip(options, walls, strict=True) if wall in good]


def _decisive(walls: Sequence[Wall], top: Fraction) -> list[Fraction]:
    """Return temperatures from 0 to `top` among which each wall that is ever best is best at one.

    Between corners walls are straight, so the best one changes only where two of them cross.
    """
    corners = {fraction((0, 0)), top}
    for wall in walls:
        corners.update(s for s in wall.critical_temperatures if 0 < s < top)
    ordered = sorted(corners)
    times = set(ordered)
    for below, above in pairwise(ordered):
        lines = {(wall(below), wall(above)) for wall in walls}
        times.update(_crossings(lines, below, above))
    return sorted(times)


def _crossings(
    lines: Iterable[tuple[Fraction, Fraction]], below: Fraction, above: Fraction
) -> Iterable[Fraction]:
    """Yield where straight lines, given by their values at both ends, cross in between."""
    for (a, b), (c, d) in combinations(lines, 2):
        if (a - c) * (b - d) < 0:
            yield below + (above - below) * (a - c) / ((a - c) - (b - d))
