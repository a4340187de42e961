"""Adds components of a sum, the smallest first, as long as that is cheap."""

from __future__ import annotations

from itertools import combinations

from farstar.engine import Handle, budget, is_out_of_time
from farstar.errors import BudgetExceeded
from farstar.sums._summands import Node, Summands

_COUNTED = 5_000
"""Followers are counted up to here."""

_FAILURES = 2
"""A round ends after this many pairs that were too expensive."""


class Merger:
    """Adds parts of sums; pairs that were too expensive are not tried again with as little work."""

    def __init__(self, summands: Summands) -> None:
        self.summands = summands
        self._sizes: dict[Handle, int] = {}
        self._refused: dict[tuple[Handle, Handle], int] = {}

    def merged(self, node: Node, most: int, steps: int) -> Node:
        """Return the same sum in fewer parts.

        Two parts are added if their numbers of followers multiply to at most `most`, and if that
        takes the engine at most `steps` steps.
        """
        values = [part.handle for part in node.parts]
        merged, failures = False, 0
        while len(values) > 1 and failures < _FAILURES:
            pair = self._cheapest(values, most, steps)
            if pair is None:
                break
            total = self._add(*pair, steps)
            if total is not None:
                for g in pair:
                    values.remove(g)
                values.append(total)
                merged = True
            else:
                failures += 1
        if not merged:
            return node
        return self.summands.node([*values, self.summands.handle(node)])

    def _cheapest(
        self, values: list[Handle], most: int, steps: int
    ) -> tuple[Handle, Handle] | None:
        pair = None
        for g, h in combinations(values, 2):
            size = self.size(g) * self.size(h)
            if size <= most and self._refused.get((g, h), -1) < steps:
                most, pair = size - 1, (g, h)
        return pair

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
