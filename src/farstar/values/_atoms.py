"""Values with a notation of their own: ``x + n.^ + *m``, ``x + ^<n> + *m``, ``x + ^[n] + *m``.

The first kind is compact in the engine. The others are known by their canonical options, for
n >= 2 (and with the players exchanged for v):

* ``^[n]*m`` is ``{^[n-1]*m | *(m xor 1)}``, but ``^[n]*`` is ``{0, ^[n-1]* | 0}``;
* ``^<n>*m`` is ``{0, *, ..., *m | v[n-1]*(m xor 1)}``.

Canonical forms are unique, so looking at the options decides, without any arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

from farstar.engine import Dyadic, Handle, state
from farstar.values._uptimal import Expansion


class Atoms:
    """Finds those values among the games of one engine, looking at each follower once."""

    def __init__(self) -> None:
        self._engine = state.engine
        self._known: dict[Handle, Expansion | None] = {}

    def expansion(self, root: Handle) -> Expansion | None:
        """Return what `root` is, or None if it has no notation of its own."""
        known = self._known
        stack = [root]
        while stack:
            g = stack[-1]
            if g in known:
                stack.pop()
                continue
            parts = self._engine.as_compact(g)
            if parts is not None:
                numerator, exponent, up, star = parts
                known[g] = Expansion((numerator, exponent), (up,) if up else (), star)
                continue
            left_stop, right_stop = self._engine.stops(g)
            if left_stop != right_stop:
                known[g] = None
                continue
            sides = self._engine.options(g)
            missing = [h for side in sides for h in side if h not in known]
            # As soon as one option has no notation of its own, neither has g.
            if missing and not any(known.get(h, ()) is None for side in sides for h in side):
                stack.extend(missing)
                continue
            left, right = ([known.get(h) for h in side] for side in sides)
            known[g] = _match(left_stop, left, right, 1) or _match(left_stop, right, left, -1)
        return known[root]


def _match(
    x: Dyadic, near: Sequence[Expansion | None], far: Sequence[Expansion | None], sign: int
) -> Expansion | None:
    """Match the options of the player whom ups (sign 1) or downs favour, and of the other one."""
    mine = [option for option in near if option is not None and option.number == x]
    if len(mine) < len(near) or len(far) != 1 or far[0] is None or far[0].number != x:
        return None
    other = far[0]
    star = other.star ^ 1
    nimbers = sorted(option.star for option in mine if not option.coefficients)
    ups = [option for option in mine if option.coefficients]
    if other.coefficients:
        order = len(other.coefficients)
        if not ups and nimbers == list(range(star + 1)) and _all(other.coefficients, -sign):
            return Expansion(x, (0,) * order + (sign,), star)
        return None
    if len(ups) != 1 or ups[0].star != star or nimbers != ([0] if star == 1 else []):
        return None
    coefficients = ups[0].coefficients
    return Expansion(x, (*coefficients, sign), star) if _all(coefficients, sign) else None


def _all(coefficients: tuple[int, ...], value: int) -> bool:
    return all(c == value for c in coefficients)
