"""Which canonical options are worth playing, and how many lines of play there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from farstar._lazy import TYPE_CHECKING
from farstar._outcome import Player
from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded
from farstar.values._coerce import fraction
from farstar.values._operations_shape import number
from farstar.values._walk import fold

if TYPE_CHECKING:
    from fractions import Fraction

    from farstar.values._thermograph import Wall

MAX_NIMBER = 100_000
"""The largest m for which the stops of ``*m`` are counted."""


def stop_count(g: Handle) -> int:
    """Return in how many ways play can go from `g` to a number, if the players need not alternate.

    A number counts 1, any other game the sum over its canonical options.
    """

    def leaf(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else _compact_stop_count(parts[2], parts[3])

    return fold(g, leaf, lambda _, left, right: sum(left) + sum(right))


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
    if number(g) is not None:
        return []
    engine = state.engine
    mine, theirs = (0, 1) if player is Player.LEFT else (1, 0)
    goal = engine.stops(g)[mine]
    return [h for h in engine.options(g)[mine] if engine.stops(h)[theirs] == goal]


def orthodox_options(g: Handle, player: Player, t: Fraction | None) -> list[Handle]:
    """Return the options of `player` that are orthodox at `t`, or at some t >= 0."""
    from farstar.values._thermograph import of_handle

    temperature = of_handle(g).temperature
    if number(g) is not None or (t is not None and t > temperature):
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
