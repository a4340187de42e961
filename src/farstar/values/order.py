"""The order in which options are written.

Numbers by value; then nimbers; then other uptimals by number, coefficients and nimber; then the
rest, lexicographically by their own sorted Left options, then Right options. It is a total order
on values, made for reading: it has nothing to do with which option is better.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key
from typing import Any, TypeAlias

from farstar.engine import Handle, state
from farstar.values._operators import fraction
from farstar.values._uptimal import Expansion, Uptimals

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
        # Not kept: an option that stands alone is not looked into, so this may be incomplete.
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
        # Made here: kept in self it would be a cycle, which pins games until it is collected.
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
