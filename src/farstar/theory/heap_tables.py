"""One heap of a subtraction game in front of a row, for sets without a closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from farstar.errors import BudgetExceeded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from farstar.theory.multipliers import Multipliers


class HeapTable:
    """What a heap of 0, 1, 2, ... counters is worth in front of a row worth `start`.

    For a finite set of takes the worths are periodic from some heap on: each is determined by as
    many predecessors as the largest take. The table grows until the period shows.

    Parameters
    ----------
    takes : Multipliers
        How many counters a move may take.
    start : int
        The worth of the row behind the heap, which is that of the empty heap.
    combine : callable
        The worth of a position from those of its options.
    """

    most_work: ClassVar[int] = 4_000_000

    def __init__(
        self, takes: Multipliers, start: int, combine: Callable[[Sequence[int]], int]
    ) -> None:
        self._takes = takes
        self._combine = combine
        self._worths = [start]
        self._members: list[int] = []
        self._seen: dict[tuple[int, ...], int] = {}
        self._cycle: tuple[int, int, int] | None = None
        self._work = 0

    def __getitem__(self, heap: int) -> int:
        while heap >= len(self._worths) and self._cycle is None:
            self._grow()
        if heap < len(self._worths) or self._cycle is None:
            return self._worths[heap]
        first, period, rise = self._cycle
        times, place = divmod(heap - first, period)
        return self._worths[first + place] + times * rise

    def _worth(self, size: int) -> int:
        """Return what a heap is worth, from what smaller ones are."""
        return self._combine([self._worths[size - take] for take in self._members])

    def _state(self, size: int, most: int) -> tuple[int, ...] | None:
        """Return what determines all larger heaps, but for a rise; None as long as nothing does."""
        return tuple(self._worths[-most:]) if size >= most else None

    def _grow(self) -> None:
        size = len(self._worths)
        if size in self._takes:
            self._members.append(size)
        self._worths.append(self._worth(size))
        most = self._takes.most
        state = None if most is None else self._state(size, most)
        self._work += len(self._members) + (1 if state is None else len(state))
        if state is not None:
            first = self._seen.setdefault(state, size)
            if first < size:
                self._cycle = first, size - first, self._worths[size] - self._worths[first]
        if self._work > self.most_work:
            raise BudgetExceeded(
                f"expected quotients below {size} or a period to show with the multipliers "
                f"{self._takes}, got neither"
            )
