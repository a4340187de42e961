"""Adds components of a sum, the smallest first, as long as that is cheap.

The bounds on the sum of two components are usually much closer than the sum of their bounds. So
components with wide bounds are added first.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from farstar.engine import Handle, budget, is_out_of_time
from farstar.errors import BudgetExceeded
from farstar.sums._summands import Node, Summands

_COUNTED = 5_000
"""Followers are counted up to here."""

_FAILURES = 1
"""A round ends after this many pairs that were too expensive."""


class Merger:
    """Adds parts of sums; pairs that were too expensive are not tried again with as little work.

    Parts that are narrow are not added to others as long as two are left that are not.
    """

    def __init__(self, summands: Summands, is_narrow: Callable[[Handle], bool]) -> None:
        self.summands = summands
        self.is_narrow = is_narrow
        self._sizes: dict[Handle, int] = {}
        self._refused: dict[tuple[Handle, Handle], int] = {}

    def merged(self, node: Node, steps: int) -> Node:
        """Return the same sum in fewer parts.

        Two parts are added if that takes the engine at most `steps` steps.
        """
        values = [part.handle for part in node.parts]
        failures = 0
        while failures < _FAILURES:
            wide = [g for g in values if not self.is_narrow(g)]
            pair = self._smallest(wide if len(wide) > 1 else values, steps)
            if pair is None:
                break
            total = self._add(*pair, steps)
            if total is None:
                failures += 1
            else:
                for g in pair:
                    values.remove(g)
                values.append(total)
        if len(values) == len(node.parts):
            return node
        return self.summands.node([*values, self.summands.handle(node)])

    def _smallest(self, values: list[Handle], steps: int) -> tuple[Handle, Handle] | None:
        """Return the two values with the fewest followers that were not refused as many steps."""
        pairs = [
            (g, h) for g, h in combinations(values, 2) if self._refused.get((g, h), -1) < steps
        ]
        sizes = [self.size(g) * self.size(h) for g, h in pairs]
        return pairs[sizes.index(min(sizes))] if pairs else None

    def _add(self, g: Handle, h: Handle, steps: int) -> Handle | None:
        engine = self.summands.engine
        try:
            with budget(nodes=steps):
                return engine.add(g, h)
        except BudgetExceeded:
            refuse_if_out_of_time()
            self._refused[g, h] = self._refused[h, g] = steps
            return None

    def size(self, g: Handle) -> int:
        """Return the number of followers, or `_COUNTED` if there are more."""
        count = self._sizes.get(g)
        if count is None:
            engine = self.summands.engine
            seen, waiting = {g}, [g]
            while waiting and len(seen) < _COUNTED:
                h = waiting.pop()
                if engine.as_compact(h) is None:
                    left, right = engine.options(h)
                    for option in (*left, *right):
                        if option not in seen:
                            seen.add(option)
                            waiting.append(option)
            count = self._sizes[g] = min(len(seen), _COUNTED)
        return count


def refuse_if_out_of_time() -> None:
    """Raise `BudgetExceeded` if it was the user's own budget that ran out."""
    if is_out_of_time():
        raise BudgetExceeded("the sum ran out of time")
