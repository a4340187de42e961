"""The meter of a search: counts positions, keeps to the engine's budget, reports progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from farstar.engine import bounds
from farstar.errors import BudgetExceeded

PROGRESS_INTERVAL = 0.5
"""Seconds between two reports of progress."""

_local = threading.local()


class Meter:
    """Counts the positions that this thread has searched under one budget.

    `tick` is called once for every position; it raises `BudgetExceeded` when the time or the
    number of nodes of `farstar.engine.budget` is used up.
    """

    __slots__ = ("_bounds", "_deadline", "_hook", "_limit", "_next", "_watched", "spent")

    def __init__(self) -> None:
        self._bounds = bounds()
        self._deadline, nodes, _ = self._bounds
        self._limit = float("inf") if nodes is None else nodes
        self._next = 0.0
        self._hook: Callable[[], None] | None = None
        self._watched = False
        self.spent = 0
        self.watch(getattr(_local, "hook", None))

    def watch(self, hook: Callable[[], None] | None) -> None:
        """Call `hook` from time to time from now on."""
        self._hook = hook
        self._next = time.monotonic() + PROGRESS_INTERVAL
        self._watched = hook is not None or self._deadline is not None

    def is_current(self) -> bool:
        """Return whether the budget is still the one for which this meter was created."""
        return self._bounds is bounds()

    def tick(self) -> None:
        """Count one position."""
        self.spent += 1
        if self._watched or self.spent > self._limit:
            self._poll()

    def charge(self, count: int) -> None:
        """Count several positions at once."""
        self.spent += count
        if self._watched or self.spent > self._limit:
            self._poll()

    def _poll(self) -> None:
        if self.spent > self._limit:
            raise BudgetExceeded(f"the search passed its budget of {self._limit} nodes")
        now = time.monotonic()
        if self._deadline is not None and now >= self._deadline:
            raise BudgetExceeded(f"the search ran out of time after {self.spent} positions")
        if self._hook is not None and now >= self._next:
            self._next = now + PROGRESS_INTERVAL
            self._hook()


def meter() -> Meter:
    """Return the meter of this thread under its current budget."""
    current: Meter | None = getattr(_local, "meter", None)
    if current is None or not current.is_current():
        current = _local.meter = Meter()
    return current


@contextmanager
def progress(report: Callable[[int], object]) -> Iterator[None]:
    """Call ``report(count)`` about twice a second while a search is running in this block.

    Parameters
    ----------
    report : callable
        Takes the number of positions searched so far in the current search or budget. An
        exception that it raises stops the search.

    Examples
    --------
    >>> class Countdown(fs.ImpartialRuleset):
    ...     def moves(self, n):
    ...         return range(max(0, n - 3), n)
    >>> with fs.progress(lambda count: print(count, "positions")):
    ...     Countdown()(1000).value
    Value('0')
    """
    present = meter()
    start = present.spent
    outer = getattr(_local, "hook", None)

    def hook() -> None:
        running = meter()
        report(running.spent - (start if running is present else 0))

    _local.hook = hook
    present.watch(hook)
    try:
        yield
    finally:
        _local.hook = outer
        meter().watch(outer)
