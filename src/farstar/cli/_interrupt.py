"""Ctrl-C that cannot get lost, and other requests to end that are heard like it.

Python drops an exception that is raised while it cleans up (in a finaliser or the callback of a
weak reference), and with it the one `KeyboardInterrupt` that the user asked for. So once Ctrl-C
was pressed it is raised again, every tenth of a second of computing, until the program stops.
While the program stops, which may take some computing too, it is left in peace.

SIGTERM, which ``kill`` and batch systems send, and SIGHUP, which a closed terminal sends, would end
Python at once and leave temporary folders behind; so they are raised as exceptions as well.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any

_AGAIN = 0.1


class Terminated(KeyboardInterrupt):
    """A signal asked the program to end; everything is cleaned up as after Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


@contextmanager
def insistent_interrupts() -> Iterator[None]:
    """Raise `KeyboardInterrupt` again and again inside the block, once it was asked for."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGINT)
    with ExitStack() as before:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # A program that was started by nohup goes on.
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                _handle(number, lambda number, _: _ask(Terminated(number)), before)
        if hasattr(signal, "setitimer"):
            _handle(signal.SIGVTALRM, _raise_again, before)
            before.callback(signal.setitimer, signal.ITIMER_VIRTUAL, 0)
        if handler is signal.default_int_handler:
            _handle(signal.SIGINT, lambda *_: _ask(KeyboardInterrupt()), before)
        yield


def _handle(number: int, handler: Any, before: ExitStack) -> None:
    before.callback(signal.signal, number, signal.signal(number, handler))


_asked: KeyboardInterrupt = KeyboardInterrupt()
"""What was raised last."""


def _ask(to_end: KeyboardInterrupt) -> None:
    global _asked
    _asked = to_end
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, _AGAIN, _AGAIN)
    raise to_end


def go_on() -> None:
    """Stop raising an interrupt that was heard, because the program goes on after it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _raise_again(_: int, __: FrameType | None) -> None:
    if not isinstance(sys.exc_info()[1], KeyboardInterrupt):
        raise _asked
