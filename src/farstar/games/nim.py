"""Nim: take any number of counters from one heap.

A player who cannot move loses, or wins in misère play. The Grundy value is the sum of the heaps
without carry in base two. Misère play is the same until all heaps but one have size 1.

References
----------
.. [1] C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901) 35-39.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from farstar._outcome import Outcome, Player
from farstar.games._heaps import (
    Heaps,
    ImpartialHeapPosition,
    ImpartialHeapRules,
    nim_misere_outcome,
    taken_down,
)
from farstar.games.numbers import check_listable
from farstar.impartial.grundy import nim_sum
from farstar.rules import NUMBERS, Field, Move, Step

__all__ = ["Nim"]


class NimRules(ImpartialHeapRules):
    """The rules of Nim."""

    name = "Nim"
    how_to_play = (
        "A player takes any number of counters from one heap. A player who cannot move loses."
    )
    template = "Nim({heaps})"
    fields = {"heaps": Field("Heaps", "3,5,7", NUMBERS)}
    starts = {"Nim(3,5,7)": "N", "Nim(4,6,9)": "N", "Nim(1,2,3)": "P"}
    theory = (
        "The player to move loses exactly if the nim-sum of the heaps, their sum in base two "
        "without carry, is 0."
    )

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]]:
        """Return the rules as arithmetic."""
        rules = ["n -> k for k in range(n)"]
        return rules, rules

    def parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return every smaller heap."""
        check_listable(heap)
        return ((left,) for left in range(heap))

    def part_worth(self, heap: int, value: int) -> tuple[int, ...]:
        """Return the heap of that size."""
        return (value,)

    def heap_grundy(self, heap: int) -> int:
        """Return the size of the heap."""
        return heap

    def closed_moves_to(self, position: Heaps, grundy: int) -> list[Step]:
        """Return the moves to positions with this nim-sum, of which each heap has at most one."""
        total = nim_sum(*position)
        steps: dict[Hashable, Step] = {}
        for place, heap in enumerate(position):
            left = heap ^ total ^ grundy
            if left < heap:
                step = taken_down(position, place, left)
                steps.setdefault(step.after, step)
        return list(steps.values())

    def closed_misere_outcome(self, position: Heaps) -> Outcome:
        """Return the misère outcome by Bouton's rule."""
        return nim_misere_outcome(position)


_RULES = NimRules()


class Nim(ImpartialHeapPosition, rules=NimRules):
    """Heaps of counters: a move takes any number from one heap.

    Parameters
    ----------
    *heaps : int
        The heaps; empty ones are left out.

    Examples
    --------
    >>> g = fs.Nim(3, 5, 7)
    >>> g.grundy, [move.text for move in g.winning_moves()]
    (1, ['(3,5,7) -> (2,5,7)', '(3,5,7) -> (3,4,7)', '(3,5,7) -> (3,5,6)'])
    >>> fs.Nim(10**30, 10**30 + 1).grundy
    1
    """

    __slots__ = ()

    def __init__(self, *heaps: int) -> None:
        super().__init__(_RULES, heaps)

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return every winning move; nothing is searched, so heaps may be huge."""
        who = self._player(player)
        total = nim_sum(*self.heaps)
        winning: dict[Hashable, Step] = {}
        for place, heap in enumerate(self.heaps):
            # In misère play an end with only ones needs the other parity.
            for left in {heap ^ total, heap ^ total ^ 1}:
                step = taken_down(self.heaps, place, left)
                if left < heap and not self._of(_RULES, step.after)._wins(-who, misere=misere):
                    winning.setdefault(step.after, step)
        return tuple(self._move(who, step) for step in winning.values())
