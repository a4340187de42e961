"""One heap of a subtraction game in front of a row, for sets without a closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farstar.errors import BudgetExceeded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from farstar.theory.multipliers import Multipliers

_WORK = 4_000_000


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

    def __init__(
        self, takes: Multipliers, start: int, combine: Callable[[Sequence[int]], int]
    ) -> None:
        self._takes = takes
        self._combine = combine
        self._worths = [start]
        self._members: list[int] = []
        self._seen: dict[tuple[int, ...], int] = {}
        self._cycle: tuple[int, int] | None = None
        self._work = 0

    def __getitem__(self, heap: int) -> int:
        while heap >= len(self._worths) and self._cycle is None:
            self._grow()
        if heap < len(self._worths) or self._cycle is None:
            return self._worths[heap]
        first, period = self._cycle
        return self._worths[first + (heap - first) % period]

    def _grow(self) -> None:
        size = len(self._worths)
        if size in self._takes:
            self._members.append(size)
        self._worths.append(self._combine([self._worths[size - take] for take in self._members]))
        self._work += len(self._members) + 1
        most = self._takes.most
        if most is not None and size >= most:
            window = tuple(self._worths[-most:])
            self._work += most
            first = self._seen.setdefault(window, size)
            if first < size:
                self._cycle = first, size - first
        if self._work > _WORK:
            raise BudgetExceeded(
                f"expected quotients below {size} or a period to show with the multipliers "
                f"{self._takes}, got neither"
            )
