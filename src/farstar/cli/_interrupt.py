"""Ctrl-C that cannot get lost.

Python drops an exception that is raised while it cleans up (in a finaliser or the callback of a
weak reference), and with it the one `KeyboardInterrupt` that the user asked for. So once Ctrl-C
was pressed it is raised again, every tenth of a second of computing, until the program stops.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN = 0.1


@contextmanager
def insistent_interrupts() -> Iterator[None]:
    """Raise `KeyboardInterrupt` again and again inside the block, once it was asked for."""
    handler = signal.getsignal(signal.SIGINT)
    ours = (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and handler is signal.default_int_handler
    )
    if not ours:
        yield
        return
    before = signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGINT, handler)
        signal.signal(signal.SIGVTALRM, before)


def _interrupt(_: int, __: FrameType | None) -> None:
    signal.setitimer(signal.ITIMER_VIRTUAL, _AGAIN, _AGAIN)
    raise KeyboardInterrupt
