"""The limits of an answer, and what is said when it fails: in one line, and as data."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from textwrap import indent
from types import FrameType

from farstar import engine
from farstar._arguments import clip
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError, NotationError
from farstar.plugins import line_at_fault, plugin_at_fault
from farstar.values import notation

PATIENCE = 2.0
"""Seconds that an answer may take unless more time was granted."""

_OF_THE_LIMIT = 0.8
"""The part of a time limit that may go into an answer, so that it is also printed in time."""

_MOMENT = 0.05
"""Seconds that everything may take, so that what costs nothing is never left out."""


_GRACE = 0.25
"""Seconds for the engine to stop by itself, with a better message, before the alarm."""

_AGAIN = 1.0
"""Seconds of computing after which the alarm rings again if the first one was caught."""

_ALARMS_IGNORED_WHILE_STOPPING = 10
"""Alarms ignored while the first one is still being handled."""

_CALLBACKS = ("_weakrefset", "weakref")
"""Modules whose functions Python calls when an object is freed; errors in them are only printed."""


class OutOfTime(BudgetExceeded):
    """Something took longer than its share of the time for an answer.

    `is_usual_time` tells whether that was the usual time, so that asking for more would help.
    """

    def __init__(self, message: str, *, is_usual_time: bool) -> None:
        super().__init__(message)
        self.is_usual_time = is_usual_time


class Clock:
    """The time for one answer, all its parts together.

    Parameters
    ----------
    deadline : float, optional
        When, on the monotonic clock, the caller's own time is up. Then an answer may take most of
        the time until then.
    patience : float, optional
        Seconds that an answer may take if there is no deadline; by default `PATIENCE`.
    part : float
        The part of the time until the deadline that may go into the answer.

    Examples
    --------
    >>> clock = Clock()
    >>> with clock.share(0.5):
    ...     fs.Value("^") + fs.Value("^")
    Value('^^')
    >>> clock.excuse
    'not known within 2 s'
    """

    def __init__(
        self,
        deadline: float | None = None,
        *,
        patience: float | None = None,
        part: float = _OF_THE_LIMIT,
    ) -> None:
        now = time.monotonic()
        self.deadline = deadline
        self.patience = PATIENCE if patience is None else patience
        self._end = now + (self.patience if deadline is None else part * (deadline - now))

    def again(self) -> Clock:
        """Return a clock that starts now, with the same deadline and patience."""
        return Clock(self.deadline, patience=self.patience)

    @property
    def is_over(self) -> bool:
        """Whether the caller's own time is up, so that nobody waits for the answer."""
        now = time.monotonic()
        return any(end is not None and now >= end for end in (self.deadline, engine.bounds()[0]))

    @property
    def excuse(self) -> str:
        """The reason why something is left out for lack of time."""
        if self.deadline is not None:
            return "not known within the time limit"
        return f"not known within {self.patience:g} s"

    @contextmanager
    def share(self, part: float = 1.0, subject: str = "") -> Iterator[None]:
        """Bound the work in a ``with`` block to a part of the time that is left.

        Raises
        ------
        OutOfTime
            If that time is up, with the excuse for the `subject`, such as ``"the value is "``.
        BudgetExceeded
            By the work itself, for another reason.
        """
        now = time.monotonic()
        end = now + max(_MOMENT, part * (self._end - now))
        try:
            with engine.budget(seconds=end - now):
                yield
        except BudgetExceeded as error:
            if self.is_over or time.monotonic() < end:
                raise
            is_usual = self.deadline is None
            raise OutOfTime(subject + self.excuse, is_usual_time=is_usual) from error


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

    ignored = repeat(True, _ALARMS_IGNORED_WHILE_STOPPING)

    def ring(_: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGVTALRM, ring)
        signal.setitimer(signal.ITIMER_VIRTUAL, _AGAIN)
        if isinstance(sys.exc_info()[1], BudgetExceeded) and next(ignored, False):
            # The program is already stopping, so it is not interrupted again.
            return
        if frame is not None and frame.f_globals.get("__name__") in _CALLBACKS:
            # Python would print the error and go on; the next alarm comes soon.
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


# Errors in one line, and as data.


_LONGEST = 500


def message(error: BaseException) -> str:
    """Return the one line that describes `error`.

    Examples
    --------
    >>> message(NotationError("expected a value, got '?'"))
    "expected a value, got '?'"
    """
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, FarstarError):
        text = str(error)
    else:
        plugin, place = plugin_at_fault(error), line_at_fault(error)
        where = "internal error, please report it"
        if place is not None:
            where = f"error in {place[0]!r}, line {place[1]}"
        elif plugin is not None:
            where = f"error in the plugin {plugin!r}"
        text = f"{where}: {type(error).__name__}: {error} (FARSTAR_TRACEBACK=1 shows where)"
    return one_line(text)


def one_line(text: str) -> str:
    """Return `text` on one line of moderate length."""
    return clip(" ".join(text.split()), _LONGEST)


def kind_of(error: BaseException) -> str:
    """Return the name of the error in the documented tree: that of its nearest ancestor there.

    Examples
    --------
    >>> kind_of(NotationError("expected a value"))
    'NotationError'
    """
    known = (kind for kind in type(error).__mro__ if kind.__module__ == FarstarError.__module__)
    return next(known, type(error)).__name__


def error_report(error: BaseException) -> dict[str, object]:
    """Return the ``error`` object of the JSON output.

    Examples
    --------
    >>> error_report(NotationError("expected a value", "1 +", 3))
    {'kind': 'NotationError', 'message': 'expected a value', 'column': 3}
    """
    return {
        "kind": kind_of(error),
        "message": message(error),
        "column": error.column if isinstance(error, NotationError | IllegalPositionError) else None,
    }


def caret(error: NotationError | IllegalPositionError, width: int = 72) -> str:
    """Draw the text around the mistake, with a caret below it; empty if the place is unknown.

    Examples
    --------
    >>> print(caret(NotationError("expected a value", text="1 + ?", column=4)))
      1 + ?
          ^
    """
    return indent(notation.caret(error, width=width), "  ")
