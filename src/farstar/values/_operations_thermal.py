"""Cooling, heating, overheating and freezing, on handles of the active engine."""

from __future__ import annotations

from collections.abc import Callable

from farstar.engine import Dyadic, Handle, state
from farstar.values._operations_forms import multiple
from farstar.values._operations_shape import number
from farstar.values._walk import fold


def less(x: Dyadic, y: Dyadic) -> bool:
    """Tell whether the dyadic number `x` is below `y`."""
    return x[0] << y[1] < y[0] << x[1]


def temperature(g: Handle) -> Dyadic:
    """Return the temperature: where the mast of the thermograph begins."""
    tops = [wall[1][0] for wall in state.engine.thermograph(g) if wall[1]]
    if len(tops) == 2 and less(tops[0], tops[1]):
        return tops[1]
    return tops[0] if tops else (-1, 0)


def cool(g: Handle, t: Dyadic) -> Handle:
    """Return `g` cooled by ``t > -1``.

    Above its temperature a game is its mean; an integer is never changed; any other game is
    ``{cool(L) - t | cool(R) + t}``, at its temperature too: there it is a number plus an
    infinitesimal.
    """
    if t[0] == 0:
        return g
    engine = state.engine
    plus, minus = engine.compact(t[0], t[1], 0, 0), engine.compact(-t[0], t[1], 0, 0)

    def leaf(h: Handle) -> Handle | None:
        parts = engine.as_compact(h)
        if parts is not None and (t[0] > 0 or not (parts[1] or parts[2] or parts[3])):
            return engine.compact(parts[0], parts[1], 0, 0)
        if less(temperature(h), t):
            mean = engine.thermograph(h)[0][0]
            return engine.compact(mean[0], mean[1], 0, 0)
        return None

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, minus) for h in left], [engine.add(h, plus) for h in right]
        )

    return fold(g, leaf, combine)


def freeze(g: Handle) -> Handle:
    """Return `g` cooled by its temperature; a number stays as it is."""
    return g if number(g) is not None else cool(g, temperature(g))


def heat(g: Handle, t: Handle) -> Handle:
    """Return `g` heated by the game `t`: numbers stay, options are moved apart by `t`."""
    return _overheat(g, t, lambda h: None if number(h) is None else h)


def overheat(g: Handle, s: Handle, t: Handle) -> Handle:
    """Return `g` overheated from `s` to `t`: an integer n becomes n copies of `s`."""

    def leaf(h: Handle) -> Handle | None:
        x = number(h)
        return multiple(x[0], s) if x is not None and x[1] == 0 else None

    return _overheat(g, t, leaf)


def _overheat(g: Handle, t: Handle, leaf: Callable[[Handle], Handle | None]) -> Handle:
    engine = state.engine
    minus = engine.negate(t)

    def combine(_: Handle, left: list[Handle], right: list[Handle]) -> Handle:
        return engine.construct(
            [engine.add(h, t) for h in left], [engine.add(h, minus) for h in right]
        )

    return fold(g, leaf, combine)
