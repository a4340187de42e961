"""Time and memory for one piece of work."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat

from farstar import engine
from farstar.errors import BudgetExceeded

_GRACE = 0.25
"""Seconds for the engine to stop by itself, with a better message, before the alarm."""

_AGAIN = 1.0
"""Seconds of computing after which the alarm rings again, where the first one was caught."""

_CLEANING = 10
"""How often it does not, where the first one is still being handled."""


@contextmanager
def limits(seconds: float | None, memory: int | None) -> Iterator[None]:
    """Bound the work inside a ``with`` block of the main thread; None means no bound.

    The engine keeps to the budget by itself; an alarm interrupts work outside of it.

    Raises
    ------
    BudgetExceeded
        If the time or the memory is used up.

    Examples
    --------
    >>> with limits(10, None):
    ...     fs.Value("^") + fs.Value("^")
    Value('^^')
    """
    with _alarm(seconds), engine.budget(seconds=seconds, memory=memory):
        yield


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Interrupt work outside the engine too, if the system has alarms."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    peace = repeat(True, _CLEANING)

    def ring(_: int, __: object) -> None:
        signal.signal(signal.SIGVTALRM, ring)
        signal.setitimer(signal.ITIMER_VIRTUAL, _AGAIN)
        if isinstance(sys.exc_info()[1], BudgetExceeded) and next(peace, False):
            # The program is stopping already, and should not be interrupted.
            return
        raise BudgetExceeded(f"out of time: expected to finish within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    again = signal.getsignal(signal.SIGVTALRM)
    signal.setitimer(signal.ITIMER_REAL, min(seconds + _GRACE, 1e8))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        if signal.getsignal(signal.SIGVTALRM) is ring:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, again)
        signal.signal(signal.SIGALRM, before)
