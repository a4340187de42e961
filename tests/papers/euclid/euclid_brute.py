"""Euclid and Grossman's game from the rules alone, by plain dynamic programming."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

Pair = tuple[int, int]


class Brute:
    """Everything about all positions a <= b up to a bound.

    No number may fall below `least`, which is 0 for Euclid and 1 for Grossman's game, and only
    multipliers that are `allowed` may be subtracted.
    """

    def __init__(
        self, bound: int, allowed: Callable[[int], bool] = lambda _: True, *, least: int = 1
    ) -> None:
        self.moves: dict[Pair, dict[int, Pair]] = {}
        """The positions after the moves, by their multipliers."""
        self.grundy: dict[Pair, int] = {}
        self.wins: dict[bool, dict[Pair, bool]] = {False: {}, True: {}}
        """Whether the player to move wins, in normal and in misère play."""
        self.lengths: dict[bool, dict[Pair, frozenset[int]]] = {False: {}, True: {}}
        """The possible lengths of play when the winner makes only winning moves."""
        for total in range(2 * least, 2 * bound + 1):
            for a in range(max(least, total - bound), total // 2 + 1):
                self._solve(a, total - a, allowed, least)

    def _solve(self, a: int, b: int, allowed: Callable[[int], bool], least: int) -> None:
        pair = a, b
        multipliers = range(1, (b - least) // a + 1) if a else ()
        after = {m: (min(a, b - m * a), max(a, b - m * a)) for m in multipliers if allowed(m)}
        self.moves[pair] = after
        values = {self.grundy[p] for p in after.values()}
        self.grundy[pair] = next(g for g in count() if g not in values)
        for misere in (False, True):
            wins, lengths = self.wins[misere], self.lengths[misere]
            wins[pair] = any(not wins[p] for p in after.values()) if after else misere
            played = [p for p in after.values() if not (wins[pair] and wins[p])]
            lengths[pair] = frozenset(n + 1 for p in played for n in lengths[p]) or frozenset({0})

    def winning(self, pair: Pair, misere: bool) -> list[int]:
        """Return the multipliers that win."""
        return [m for m, after in self.moves[pair].items() if not self.wins[misere][after]]
