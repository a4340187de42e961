"""The clock of an answer: how long it may take, and the message if that is not enough."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from farstar import engine
from farstar.errors import BudgetExceeded

PATIENCE = 2.0
"""Seconds that an answer may take unless more time was granted."""

_OF_THE_LIMIT = 0.8
"""The part of a time limit that may go into an answer, so that it is also printed in time."""

_MOMENT = 0.05
"""Seconds that everything may take, so that what costs nothing is never left out."""


class Clock:
    """The time for one answer, all its parts together.

    Parameters
    ----------
    deadline : float, optional
        When, on the monotonic clock, the caller's own time is up. Without it an answer may take
        `PATIENCE` seconds, and with it most of the time until then.

    Examples
    --------
    >>> clock = Clock()
    >>> with clock.share(0.5):
    ...     fs.Value("^") + fs.Value("^")
    Value('^^')
    >>> clock.excuse
    'not known within 2 s; --time-limit allows more'
    """

    def __init__(self, deadline: float | None = None) -> None:
        now = time.monotonic()
        self.deadline = deadline
        self._end = now + (PATIENCE if deadline is None else _OF_THE_LIMIT * (deadline - now))

    @property
    def is_over(self) -> bool:
        """Whether the caller's own time is up, so that nobody waits for the answer."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    @property
    def excuse(self) -> str:
        """The reason why something is left out for lack of time."""
        if self.deadline is not None:
            return "not known within the time limit"
        return f"not known within {PATIENCE:g} s; --time-limit allows more"

    @contextmanager
    def share(self, part: float = 1.0, subject: str = "") -> Iterator[None]:
        """Bound the work in a ``with`` block to a part of the time that is left.

        Raises
        ------
        BudgetExceeded
            If that time is up, with the excuse for the `subject`, such as ``"the value is "``; or
            by the work itself, for another reason.
        """
        now = time.monotonic()
        end = now + max(_MOMENT, part * (self._end - now))
        try:
            with engine.budget(seconds=end - now):
                yield
        except BudgetExceeded as error:
            if self.is_over or time.monotonic() < end:
                raise
            raise BudgetExceeded(subject + self.excuse) from error
