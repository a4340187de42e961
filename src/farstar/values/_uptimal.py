"""Uptimals: values ``x + c1.^<1> + ... + cn.^<n> + *m``, found from their canonical forms.

Writing ``^[n]`` for ``^<1> + ... + ^<n>``: if the last coefficient cn is positive, the canonical
form has one Right option, ``G - ^[n] + *``; if it is negative, it has one Left option,
``G + ^[n] + *``. All options are uptimals with the same x, at most one order shorter than G or
longer. So the options propose a few expansions, and the engine decides.
"""

from __future__ import annotations

from typing import NamedTuple

from farstar.engine import Dyadic, Handle, state


class Expansion(NamedTuple):
    """The value ``number + c1.^<1> + ... + cn.^<n> + *star``; the last coefficient is not 0."""

    number: Dyadic
    coefficients: tuple[int, ...]
    star: int


class Uptimals:
    """Expansions of the games of one engine, each follower looked at once."""

    def __init__(self) -> None:
        self._engine = state.engine
        self._known: dict[Handle, Expansion | None] = {}
        self._up_stars: list[Handle] = []

    def expansion(self, root: Handle) -> Expansion | None:
        """Return the expansion of `root`, or None if it is not an uptimal."""
        known = self._known
        stack = [root]
        while stack:
            g = stack[-1]
            if g in known or self._decide_alone(g):
                stack.pop()
                continue
            missing = self._missing(g)
            if missing:
                stack.extend(missing)
                continue
            known[g] = self._from_options(g)
            stack.pop()
        return known[root]

    def _decide_alone(self, g: Handle) -> bool:
        """Settle `g` if it is compact, or not infinitesimally close to a number."""
        parts = self._engine.as_compact(g)
        if parts is not None:
            numerator, exponent, up, star = parts
            self._known[g] = Expansion((numerator, exponent), (up,) if up else (), star)
            return True
        left_stop, right_stop = self._engine.stops(g)
        if left_stop != right_stop:
            self._known[g] = None
            return True
        return False

    def _missing(self, g: Handle) -> list[Handle]:
        """Return the options to look at first; none as soon as one is not an uptimal."""
        missing = []
        for side in self._engine.options(g):
            for h in side:
                if h not in self._known:
                    missing.append(h)
                elif self._known[h] is None:
                    return []
        return missing

    def _from_options(self, g: Handle) -> Expansion | None:
        left, right = self._engine.options(g)
        x = self._engine.stops(g)[0]
        longest = 0
        for h in (*left, *right):
            part = self._known.get(h)
            if part is None or part.number != x:
                return None
            longest = max(longest, len(part.coefficients))
        for side, sign in ((right, 1), (left, -1)):
            if len(side) == 1:
                found = self._add_up_star(g, side[0], sign, longest + 1)
                if found is not None:
                    return found
        return None

    def _add_up_star(self, g: Handle, option: Handle, sign: int, longest: int) -> Expansion | None:
        """Return the expansion of `g` if it is `option` plus ``sign.^[n] + *`` for some n."""
        base = self._known[option]
        assert base is not None
        # The longest first: in ^[n] = {^[n-1]|*} and its like it is the one.
        for n in range(longest, max(1, len(base.coefficients)) - 1, -1):
            padded = base.coefficients + (0,) * (n - len(base.coefficients))
            coefficients = tuple(c + sign for c in padded)
            if coefficients[-1] * sign > 0 and g == self._engine.add(
                option, self._up_star(n, sign)
            ):
                return Expansion(base.number, coefficients, base.star ^ 1)
        return None

    def _up_star(self, n: int, sign: int) -> Handle:
        """Return ``^[n] + *``, built as ``{0,^[n-1]*|0}``; or its negative."""
        engine, sums = self._engine, self._up_stars
        if not sums:
            sums.append(engine.compact(0, 0, 1, 1))
        zero = engine.compact(0, 0, 0, 0)
        while len(sums) < n:
            sums.append(engine.construct([zero, sums[-1]], [zero]))
        return sums[n - 1] if sign > 0 else engine.negate(sums[n - 1])
