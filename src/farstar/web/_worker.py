"""A worker process: it reads requests on standard input and answers on standard output.

Requests are pickles of plain data, and answers are pickles after their length in four bytes; only
the server that started the worker is at the other end. A signal stops the task that is running. No
worker outlives its server, even in the middle of a task.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
import time
import traceback
from contextlib import suppress
from types import FrameType
from typing import Any, BinaryIO

from farstar.web.answers import failure

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

LENGTH = struct.Struct("!I")
STOP = getattr(signal, "SIGUSR1", None)
"""The signal that stops a task; where there is none, its process is killed."""

_ENGINE_SHARE = 0.5  # the part of a worker's memory that the engine's store may take
_PROGRESS_INTERVAL = 0.1
_AGAIN = 0.01  # seconds of computing until the next try to stop a task


class Stopped(BaseException):
    """The server has stopped the task; what handles errors must not catch this."""


class Worker:
    """Answers requests, one after the other; it may take `memory` bytes."""

    def __init__(self, memory: int, answers: BinaryIO) -> None:
        self._memory, self._answers = memory, answers
        self._is_stoppable = self._has_stopped = False
        self._last_progress = 0.0

    def answer(self, request: dict[str, Any]) -> None:
        """Run a task and send its result, or why there is none."""
        try:
            self.send("result", self._run(**request))
        except Exception as error:
            self.send("error", failure(error), is_worn=not _gives_back())
        except Stopped:
            self.send("stopped", is_worn=not _gives_back())
        else:
            _gives_back()

    def send(self, kind: str, data: object = None, *, is_worn: bool = False) -> None:
        """Send a message, how much memory this process takes, and whether to replace it."""
        message = pickle.dumps((kind, data, _resident(), is_worn))
        self._answers.write(LENGTH.pack(len(message)) + message)
        self._answers.flush()

    def stop(self, _: int, frame: FrameType | None) -> None:
        """Stop the task, as the handler of a signal; later, where that would do harm."""
        # A signal that comes too late stops the next task, which then begins again.
        if self._is_stoppable and not _does_harm(frame):
            self._has_stopped = True
            raise Stopped
        signal.setitimer(signal.ITIMER_PROF, _AGAIN)

    def unraisable(self, problem: Any) -> None:
        """Print what failed when an object was thrown away, unless a stop left it half made."""
        if not self._has_stopped:
            sys.__unraisablehook__(problem)

    def _run(self, task: str, arguments: dict[str, Any], seconds: float) -> Any:
        from farstar.reports import limits
        from farstar.web import tasks

        with limits(seconds, int(self._memory * _ENGINE_SHARE)):
            try:
                self._is_stoppable = True
                return tasks.run(task, arguments, self._progress)
            finally:
                self._is_stoppable = False

    def _progress(self, done: float, total: float, text: str = "") -> None:
        """Tell the page how far the work is, not too often."""
        now = time.monotonic()
        if now - self._last_progress >= _PROGRESS_INTERVAL:
            self._last_progress = now
            self.send("progress", {"done": done, "total": total, "text": text})


_WHERE_STOPPING_HARMS = ("importlib._bootstrap", "weakref.py")
"""Some modules cannot be loaded again after half a load, and what is raised in the callback of a
weak reference is lost."""


def _does_harm(frame: FrameType | None) -> bool:
    """Return whether an exception must not be raised here."""
    files = [f.f_code.co_filename for f, _ in traceback.walk_stack(frame)] if frame else []
    return any(name in file for name in _WHERE_STOPPING_HARMS for file in files)


def _gives_back() -> bool:
    """Let the engine give back what is no longer used; return whether it still works.

    A task that is stopped just when it sets its limits leaves them to the next one.
    """
    from farstar import engine
    from farstar.errors import BudgetExceeded

    try:
        engine.stats()
    except BudgetExceeded:
        return False
    return True


def _resident() -> int:
    """Return the bytes that this process takes, their peak, or 0, as far as the system tells."""
    with suppress(OSError), open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
    if resource is None:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _end_with(server: int) -> None:
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


def main(memory: int) -> None:
    """Answer requests until there are no more."""
    from farstar.web.tasks import find

    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    worker = Worker(memory, os.fdopen(os.dup(1), "wb"))
    # What a library prints must not end up between the messages.
    os.dup2(2, 1)
    # Most requests need what this loads.
    find("evaluate.check")("E(3,2)")
    # On systems that do not know this limit, the engine's own has to do.
    if hasattr(resource, "RLIMIT_AS") and sys.platform != "darwin":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if STOP is not None:
        for number in (STOP, signal.SIGPROF):
            signal.signal(number, worker.stop)
    sys.unraisablehook = worker.unraisable
    worker.send("ready")
    with suppress(EOFError):
        while True:
            worker.answer(pickle.load(sys.stdin.buffer))


if __name__ == "__main__":
    main(int(sys.argv[1]))
