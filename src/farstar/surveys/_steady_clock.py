"""A clock that is never put back, for Dask.

Dask holds each message back until some milliseconds have passed since the last one, and Tornado,
its loop of events, runs timers: both by the time of day. If that is put back by an hour, messages
and heartbeats wait for an hour; if it is put forward, as when a laptop wakes up, the scheduler
takes all workers for dead.

The processes that are ours go by a steady clock instead. The servers of a cluster elsewhere are not
ours to change; they can only be asked to send what they hold back.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Lock, Thread
from typing import Any

from farstar.surveys._libraries import need

Clock = Callable[[], float]

_lock = Lock()
_users = 0


@contextmanager
def steady_clock() -> Iterator[None]:
    """Let Dask and Tornado in this process go by the monotonic clock, set by the time of day."""
    global _users
    with _lock:
        _users += 1
        if _users == 1:
            _install()
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _remove()


def _install() -> None:
    need("distributed")
    loops: Any = import_module("tornado.ioloop").IOLoop
    metrics: Any = import_module("distributed.metrics")
    offset = time.time() - time.monotonic()

    def steady() -> float:
        return time.monotonic() + offset

    _before.extend([metrics.time, loops.time])
    _replace(metrics.time, steady)
    loops.time = lambda _: steady()


def _remove() -> None:
    metrics: Any = import_module("distributed.metrics")
    loops: Any = import_module("tornado.ioloop").IOLoop
    day, loops.time = _before
    _before.clear()
    _replace(metrics.time, day)


_before: list[Any] = []
"""The clocks of Dask and of Tornado that the steady one stands for."""


def _replace(old: Clock, new: Clock) -> None:
    """Give Dask another clock; its modules have each a name of their own for it."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "distributed" and vars(module).get("time") is old:
            vars(module)["time"] = new


class HeldMessages:
    """Asks the servers of a cluster to send messages at once that they hold back by their clocks.

    It does so after every `patience` looks in a row at which nothing had come.
    """

    def __init__(self, client: Any, patience: int = 60) -> None:
        self._client = client
        self._patience = patience
        self._looks = 0
        self._asking: Thread | None = None

    def came(self) -> None:
        """Take note that something has come."""
        self._looks = 0

    def look(self) -> None:
        """Take note that nothing has come, and ask if that has happened too often."""
        self._looks += 1
        is_asking = self._asking is not None and self._asking.is_alive()
        if self._looks % self._patience == 0 and not is_asking:
            # Servers may take long to answer, and nobody waits for that.
            self._asking = Thread(target=self._ask, daemon=True)
            self._asking.start()

    def wait(self) -> None:
        """Wait until all servers were asked."""
        if self._asking is not None:
            self._asking.join()

    def _ask(self) -> None:
        # A scheduler or worker that is gone, or has another version of Dask, is left alone.
        with suppress(Exception):
            self._client.run_on_scheduler(_scheduler_sender())
        with suppress(Exception):
            self._client.run(_worker_sender(), on_error="ignore")


# Functions within functions travel by value: a scheduler need not have Farstar.


def _scheduler_sender() -> Callable[[Any], None]:
    def send(dask_scheduler: Any) -> None:
        for streams in (dask_scheduler.stream_comms, dask_scheduler.client_comms):
            for stream in streams.values():
                stream.next_deadline = None
                stream.waker.set()

    return send


def _worker_sender() -> Callable[[Any], None]:
    def send(dask_worker: Any) -> None:
        dask_worker.batched_stream.next_deadline = None
        dask_worker.batched_stream.waker.set()

    return send
