"""The order in which options are written, and uptimals.

Numbers by value; then nimbers; then other uptimals by number, coefficients and nimber; then the
rest, lexicographically by their own sorted Left options, then Right options. It is a total order
on values, made for reading: it has nothing to do with which option is better.

Uptimals, values ``x + c1.^<1> + ... + cn.^<n> + *m``, are found from their canonical forms. Writing
``^[n]`` for ``^<1> + ... + ^<n>``: if the last coefficient cn is positive, the canonical form has
one Right option, ``G - ^[n] + *``; if it is negative, it has one Left option, ``G + ^[n] + *``. All
options are uptimals with the same x, at most one order shorter than G or longer. So the options
propose a few expansions. For m <= 1 the other canonical options are known, and since canonical
forms are unique a look at them decides; for m > 1 the engine does.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, NamedTuple, TypeAlias

from farstar.engine import Dyadic, Handle, state
from farstar.errors import BudgetExceeded
from farstar.values._operators import fraction

Sides: TypeAlias = tuple[tuple[Handle, ...], tuple[Handle, ...]]


def sort_options(handles: Iterable[Handle]) -> list[Handle]:
    """Return the games in the order in which a list of options is written.

    Examples
    --------
    >>> from farstar.engine import active
    >>> star, half, one = ((0, 0, 0, 1), (1, 1, 0, 0), (1, 0, 0, 0))
    >>> games = [active().compact(*parts) for parts in (star, one, half)]
    >>> [active().as_compact(g) for g in sort_options(games)]
    [(1, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1)]
    """
    return Order().sort(handles)


class Order:
    """Sorts games of one engine; what was learned of their followers is kept."""

    def __init__(self) -> None:
        self._engine = state.engine
        self.uptimals = Uptimals()
        self._keys: dict[Handle, tuple[Any, ...] | None] = {}
        # The sorted options of games that are not uptimals. What is here is complete: all followers
        # of its games that are not uptimals are here too, so that a comparison may walk down.
        self._sorted: dict[Handle, Sides] = {}

    def sort(self, games: Iterable[Handle]) -> list[Handle]:
        """Return `games` in order."""
        handles = list(games)
        if len(handles) < 2:
            return handles
        rest = [g for g in handles if self._key(g) is None]
        if len(rest) > 1:
            for g in rest:
                self._sort_followers(g)
        return sorted(handles, key=cmp_to_key(self._compare))

    def options(self, g: Handle) -> Sides:
        """Return the Left and the Right options of `g`, each in order."""
        known = self._sorted.get(g)
        if known is not None:
            return known
        # Not kept: the options of a single option are not sorted, so this may be incomplete.
        left, right = self._engine.options(g)
        return tuple(self.sort(left)), tuple(self.sort(right))

    def _key(self, g: Handle) -> tuple[Any, ...] | None:
        """Return what decides the place of an uptimal; None for the rest, which come last."""
        if g not in self._keys:
            expansion = self.uptimals.expansion(g)
            self._keys[g] = None if expansion is None else _uptimal_key(expansion)
        return self._keys[g]

    def _sort_followers(self, root: Handle) -> None:
        """Sort the options of `root` and of its followers that are not uptimals, deepest first."""
        # Local: stored in self it would be part of a reference cycle, which keeps games alive.
        by_order = cmp_to_key(self._compare)
        stack = [root]
        while stack:
            g = stack[-1]
            if g in self._sorted:
                stack.pop()
                continue
            sides = self._engine.options(g)
            missing = [
                h for side in sides for h in side if self._key(h) is None and h not in self._sorted
            ]
            if missing:
                stack.extend(missing)
                continue
            left, right = (tuple(sorted(side, key=by_order)) for side in sides)
            self._sorted[g] = (left, right)
            stack.pop()

    def _compare(self, g: Handle, h: Handle) -> int:
        """Compare two games, each an uptimal or among those whose options are sorted.

        The first options that differ decide, so this is a walk down, not a recursion.
        """
        while g != h:
            key, other = self._key(g), self._key(h)
            if key is not None or other is not None:
                if key is None or other is None:
                    return 1 if key is None else -1
                return -1 if key < other else 1
            step = _first_difference(self._sorted[g], self._sorted[h])
            if isinstance(step, int):
                return step
            g, h = step
        return 0


def _first_difference(g: Sides, h: Sides) -> tuple[Handle, Handle] | int:
    """Return the first pair of different options, or the sign if one list begins the other."""
    for mine, other in zip(g, h, strict=True):
        for a, b in zip(mine, other, strict=False):
            if a != b:
                return a, b
        if len(mine) != len(other):
            return -1 if len(mine) < len(other) else 1
    return 0


def _uptimal_key(expansion: Expansion) -> tuple[Any, ...]:
    number = fraction(expansion.number)
    if not expansion.coefficients and not expansion.star:
        return 0, number
    if not expansion.coefficients and not number:
        return 1, expansion.star
    return 2, number, expansion.coefficients, expansion.star


MAX_COEFFICIENTS = 20_000_000
"""Coefficients of all followers together that are kept."""

Part: TypeAlias = tuple[tuple[int, ...], int]
"""The coefficients and the nimber of an uptimal."""


class Expansion(NamedTuple):
    """The value ``number + c1.^<1> + ... + cn.^<n> + *star``; the last coefficient is not 0."""

    number: Dyadic
    coefficients: tuple[int, ...]
    star: int


class UptimalExpansion(NamedTuple):
    """``number + c1.^ + c2.^<2> + c3.^<3> + ... + *star``."""

    number: Fraction
    """The number part."""

    coefficients: tuple[int, ...]
    """The multiples of the ups of order 1, 2, ...; the last one is not 0."""

    star: int
    """The nimber part."""


class Uptimals:
    """Expansions of the games of one engine, each follower looked at once."""

    def __init__(self) -> None:
        self._engine = state.engine
        self._known: dict[Handle, Expansion | None] = {}
        self._up_stars: list[Handle] = []
        self._kept = 0

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
            new = known[g] = self._from_options(g)
            self._kept += 0 if new is None else len(new.coefficients)
            if self._kept > MAX_COEFFICIENTS:
                raise BudgetExceeded(
                    f"expected at most {MAX_COEFFICIENTS} coefficients of uptimals among followers"
                )
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
        for side, others, sign in ((right, left, 1), (left, right, -1)):
            if len(side) == 1:
                candidate = self._add_up_star(g, side[0], others, sign, longest + 1)
                if candidate is not None:
                    return candidate
        return None

    def _add_up_star(
        self, g: Handle, option: Handle, others: tuple[Handle, ...], sign: int, longest: int
    ) -> Expansion | None:
        """Return the expansion of `g` if it is `option` plus ``sign.^[n] + *`` for some n."""
        base = self._known[option]
        assert base is not None
        star = base.star ^ 1
        parts = {(e.coefficients, e.star) for h in others if (e := self._known[h]) is not None}
        shortest = len(base.coefficients)
        # The longest first: in ^[n] = {^[n-1]|*} and its like it is the one.
        orders: Iterable[int] = range(longest, max(1, shortest) - 1, -1)
        if star <= 1:
            # A last coefficient 1 after others that are 1 shows in the longest option.
            orders = dict.fromkeys(n for n in (longest, shortest + 1, shortest) if n)
        for n in orders:
            padded = base.coefficients + (0,) * (n - len(base.coefficients))
            if (padded[-1] + sign) * sign <= 0:
                continue
            coefficients = tuple(c + sign for c in padded)
            if star > 1:
                matches = g == self._engine.add(option, self._up_star(n, sign))
            else:
                matches = parts == near_options(coefficients, star)
            if matches:
                return Expansion(base.number, coefficients, star)
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


def near_options(coefficients: tuple[int, ...], star: int) -> set[Part]:
    """Return the canonical options of the player whom the last coefficient favours.

    For the uptimal with these coefficients, the last one not 0, and the nimber 0 or ``*``. The
    other player has one option.

    References
    ----------
    Siegel, *Combinatorial Game Theory*, chapter II (uptimals).
    """
    if coefficients[-1] < 0:
        mirrored = near_options(tuple(-c for c in coefficients), star)
        return {(tuple(-c for c in part), m) for part, m in mirrored}
    order = len(coefficients)
    last_negative = _last(coefficients, -1)
    last_not_positive = order - 1 if coefficients[-1] == 1 else _last(coefficients, 0)
    cut = (_stripped(coefficients[:last_not_positive]), star)
    if last_negative:
        return {cut, (_stripped(tuple(c + 1 for c in coefficients[:last_negative])), star ^ 1)}
    if star == 1 and _is_confused_with_star(coefficients):
        return {((), 0), cut}
    if star == 1 and not last_not_positive and coefficients[-1] > 1:
        return {((), 0)}
    return {cut}


def _last(coefficients: tuple[int, ...], bound: int) -> int:
    """Return the order of the last coefficient that is at most `bound`, or 0."""
    for order in range(len(coefficients), 0, -1):
        if coefficients[order - 1] <= bound:
            return order
    return 0


def _stripped(coefficients: tuple[int, ...]) -> tuple[int, ...]:
    order = len(coefficients)
    while order and coefficients[order - 1] == 0:
        order -= 1
    return coefficients[:order]


def _is_confused_with_star(coefficients: tuple[int, ...]) -> bool:
    """Return whether the sum of ups, none of them negative, is confused with a star.

    It is not exactly if it is above every ``^[n]``: the first coefficient that is not 1 decides.
    """
    return next((c for c in coefficients if c != 1), 0) < 1
