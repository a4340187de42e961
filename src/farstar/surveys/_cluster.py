"""A Dask cluster: the scheduler hands chunks to workers on any number of machines.

Only a few chunks for each worker are submitted at a time, so that neither the scheduler's memory
nor its load grows with the survey. Dask gives the chunk of a lost worker to another one.

The cluster on this machine is a scheduler in this process with worker processes around it. Dask's
own gives up when a worker dies while it starts, and serves web pages. Here a worker that is gone is
replaced, a bounded number of times, and nothing listens but the scheduler and its workers, on this
machine only.

Dask holds messages back, and Tornado runs timers, by the time of day. If that is put back by an
hour, messages wait for an hour; if it is put forward, as when a laptop wakes up, the scheduler
takes all workers for dead. So the processes that are ours go by a steady clock. The servers of a
cluster elsewhere can only be asked to send what they hold back.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any
from uuid import uuid4

from farstar._processes import follow_parent, kill, start
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.surveys._drive import Function, R, Results, packed
from farstar.surveys._libraries import first_line, need
from farstar.surveys._manifest import Chunk
from farstar.surveys._work import portable

_PATIENCE = 20.0
"""Seconds that a scheduler may take to answer."""

_LOOK = 1.0
"""Seconds between two looks at the workers."""

_AHEAD = 3
"""Chunks for each thread of a worker: one to compute, the others so that it need not wait."""

_HOST = "127.0.0.1"
_MOST_ENDED = 5
"""How many workers, for each job, may end before one of them has finished a chunk."""

_LOUD = ("distributed", "tornado", "asyncio", "bokeh")

_log = logging.getLogger("farstar.surveys")


class Cluster:
    """The workers of a Dask scheduler; at the address ``local`` one is started here."""

    def __init__(
        self, address: str, jobs: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = address
        self.jobs = jobs
        self._clock = clock
        self._connection: _Connection | None = None

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Hold a connection to the scheduler; if there is none, that is a `SurveyError`."""
        with quiet_dask(), steady_clock(), self._connect() as connection:
            self._connection = connection
            try:
                yield
            finally:
                self._connection = None

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""
        with nullcontext() if self._connection is not None else self.connected():
            assert self._connection is not None
            patience = Patience(self.address, self._clock)
            if self.address == "local":
                # Our own workers are on their way, if slowly.
                patience = Patience("the cluster on this machine", self._clock, speak=60)
            yield from _Submission(self._connection, packed(work), patience).results(chunks)

    @contextmanager
    def _connect(self) -> Iterator[_Connection]:
        if self.address == "local":
            with local_cluster(self.jobs) as (workers, client):
                yield _Connection(client, workers)
            return
        try:
            # A client that cannot connect is closed by the garbage collector, perhaps while Dask
            # holds the lock for which closing waits, so none is made before somebody answers.
            asyncio.run(_call(self.address))
            client = need("distributed").Client(self.address, timeout=_PATIENCE)
        except (OSError, RuntimeError, TypeError, ValueError) as error:
            raise SurveyError(
                "expected the address of a Dask scheduler, such as tcp://host:8786, "
                f"got {self.address!r}: {first_line(error)}"
            ) from None
        with client:
            yield _Connection(client)


async def _call(address: str) -> None:
    """Connect to a Dask server, and hang up; if nobody answers, that is an `OSError`."""
    comm = await need("distributed").comm.connect(address, timeout=_PATIENCE)
    await comm.close()


@dataclass(frozen=True)
class _Connection:
    client: Any
    workers: LocalCluster | None = None
    """The workers that are ours to tend."""


class Patience:
    """Waits for workers: reports when there are none, and gives up in the end.

    It first speaks after `speak` seconds without workers.
    """

    REPEAT = 60.0
    """Seconds before it is said again."""
    GIVE_UP = 3600.0
    """Seconds without workers before the run ends."""

    def __init__(self, address: str, clock: Callable[[], float], speak: float = 5.0) -> None:
        self._address = address
        self._clock = clock
        self._speak = speak
        self._since: float | None = None
        self._next = 0.0

    def look(self, workers: int) -> None:
        """Take note of how many workers there are; none for an hour is `BudgetExceeded`."""
        now = self._clock()
        if workers or self._since is None:
            self._since, self._next = (None if workers else now), now + self._speak
            return
        waited = now - self._since
        if waited >= self.GIVE_UP:
            raise BudgetExceeded(
                f"out of patience: no workers were connected to {self._address} for "
                f"{waited / 60:.0f} minutes; what is done stays and can be resumed"
            )
        if now >= self._next:
            self._next = now + self.REPEAT
            _log.warning(
                "no workers are connected to %s: waiting, %.0f s so far and %.0f minutes at most",
                self._address,
                waited,
                self.GIVE_UP / 60,
            )


class _Submission:
    def __init__(self, connection: _Connection, work: bytes, patience: Patience) -> None:
        self._client = connection.client
        self._workers = connection.workers
        self._work = work
        self._patience = patience
        self._held = HeldMessages(connection.client)
        self._name = uuid4().hex
        self._pending: dict[str, tuple[Chunk, Any]] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._threads = 1
        self._looked = 0.0

    def results(self, chunks: Iterable[Chunk]) -> Results[Any]:
        waiting = iter(chunks)
        try:
            self._look()
            self._fill(waiting)
            while self._pending:
                future = self._next_done()
                self._held.came()
                chunk, _ = self._pending.pop(future.key)
                yield chunk, self._fetch(future, chunk)
                if self._workers is not None:
                    self._workers.chunk_done()
                self._fill(waiting)
        finally:
            with suppress(Exception):
                self._client.cancel([future for _, future in self._pending.values()], force=True)

    def _next_done(self) -> Any:
        """Return the next future that is done; look after the workers meanwhile."""
        while True:
            if time.monotonic() >= self._looked + _LOOK:
                self._look()
            try:
                return self._done.get(timeout=_LOOK)
            except Empty:
                self._held.look()

    def _fetch(self, future: Any, chunk: Chunk) -> Any:
        """Return the result of a chunk that is done; it may be lost again with its worker."""
        seconds = _LOOK
        while True:
            try:
                return _result(future, chunk, seconds)
            except TimeoutError:
                # A large result may only need more time, while a lost one needs workers.
                seconds *= 2
                self._look()

    def _look(self) -> None:
        """Count the workers, and replace those of ours that are gone."""
        self._looked = time.monotonic()
        if self._workers is not None:
            self._workers.tend()
        try:
            threads = list(self._client.nthreads(callback_timeout=_PATIENCE).values())
        except TimeoutError:
            threads = []
        except Exception as error:
            raise _gone(error) from None
        self._threads = sum(threads) or 1
        self._patience.look(len(threads))

    def _fill(self, waiting: Iterator[Chunk]) -> None:
        while len(self._pending) < _AHEAD * self._threads:
            chunk = next(waiting, None)
            if chunk is None:
                return
            key = f"farstar-{self._name}-{chunk.number}"
            try:
                future = self._client.submit(_compute, self._work, dict(chunk.arguments), key=key)
                future.add_done_callback(self._done.put)
            except Exception as error:
                raise _gone(error) from None
            self._pending[key] = chunk, future


def _compute(work: bytes, arguments: dict[str, Any]) -> Any:
    """Compute a chunk on a worker; a failure comes back as an error that can travel."""
    try:
        return _unpacked(work)(arguments)
    except Exception as error:
        raise portable(error) from None


@lru_cache(maxsize=4)
def _unpacked(work: bytes) -> Function[Any]:
    try:
        function: Function[Any] = pickle.loads(work)
    except (ImportError, AttributeError) as error:
        # A class travels as the name of its module, which this worker does not have.
        raise SurveyError(
            f"expected a game and functions that every worker can import, got {error}: install "
            "the module there, or give the game as a file"
        ) from None
    return function


def _result(future: Any, chunk: Chunk, seconds: float) -> Any:
    try:
        return future.result(timeout=seconds)
    except (FarstarError, TimeoutError):
        raise
    except need("distributed").scheduler.KilledWorker:
        raise SurveyError(
            f"expected chunk {chunk.number} to be computed, but several workers ended on it: "
            "they may be out of memory"
        ) from None
    except (OSError, CancelledError) as error:
        raise _gone(error) from None
    except UnboundLocalError:
        # What Dask raises where the call it waits for was cancelled; chunks send other errors.
        raise _gone(CancelledError("a call was cancelled")) from None
    except Exception as error:
        raise SurveyError(
            f"expected workers with Farstar, got one that fails at chunk {chunk.number}: "
            f"{type(error).__name__}: {first_line(error)}"
        ) from None


def _gone(error: Exception) -> SurveyError:
    return SurveyError(
        f"expected the Dask cluster to answer, but it is gone: {first_line(error)}; "
        "what is done stays and can be resumed"
    )


# A cluster on this machine.


class LocalCluster:
    """Worker processes of the scheduler at an address; they may keep files in a folder."""

    def __init__(self, scheduler: str, jobs: int, folder: str) -> None:
        self._scheduler = scheduler
        self._jobs = jobs
        self._folder = folder
        self._workers: list[SpawnProcess] = []
        self._ended = 0

    def tend(self) -> None:
        """Replace the workers that have ended, unless all do and no chunk is ever finished."""
        for worker in [w for w in self._workers if not w.is_alive()]:
            self._workers.remove(worker)
            self._ended += 1
            if self._ended >= _MOST_ENDED * self._jobs:
                raise SurveyError(
                    f"expected Dask workers that keep running, but {self._ended} ended before "
                    f"one of them had finished a chunk (the last with code {worker.exitcode}): "
                    "the system may be out of memory, or a script lacks "
                    "if __name__ == '__main__'"
                )
        while len(self._workers) < self._jobs:
            self._workers.append(start(_serve, self._scheduler, self._folder))

    def chunk_done(self) -> None:
        """Forget the workers that ended: the others get on."""
        self._ended = 0

    def end(self) -> None:
        """End all workers."""
        kill(self._workers)


@contextmanager
def local_cluster(jobs: int) -> Iterator[tuple[LocalCluster, Any]]:
    """Start a cluster with one thread in each of its processes; yield it and a client of it."""
    distributed = need("distributed")
    with ExitStack() as stack:
        folder = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="farstar-dask-", ignore_cleanup_errors=True)
        )
        try:
            with need("dask").config.set({"temporary-directory": folder}):
                options = {"host": _HOST, "port": 0, "dashboard": False}
                server = {"cls": _without_http(distributed.Scheduler), "options": options}
                scheduler = stack.enter_context(
                    distributed.SpecCluster(workers={}, scheduler=server)
                )
                client = stack.enter_context(distributed.Client(scheduler))
        except (OSError, RuntimeError, ValueError) as error:
            raise SurveyError(
                f"expected a Dask cluster to start on this machine, got: {first_line(error)}"
            ) from None
        cluster = LocalCluster(scheduler.scheduler_address, jobs, folder)
        stack.callback(cluster.end)
        cluster.tend()
        yield cluster, client


def _without_http(server: Any) -> Any:
    """Return a kind of Dask server that serves no web pages: nobody asked for a dashboard."""
    return type(server.__name__, (server,), {"start_http_server": lambda self, *_, **__: None})


def _serve(scheduler: str, folder: str) -> None:
    """Work for the scheduler until it ends, in a process of its own."""

    async def work() -> None:
        # Without a limit a worker neither pauses nor moves what it holds to the disk.
        server = _without_http(need("distributed").Worker)(
            scheduler, host=_HOST, nthreads=1, local_directory=folder, memory_limit=0
        )
        async with server:
            await server.finished()

    follow_parent(folder)
    with quiet_dask(), steady_clock():
        asyncio.run(work())


@contextmanager
def quiet_dask() -> Iterator[None]:
    """Hide the messages of Dask about lost workers; we report what matters."""
    # Dask sets up its loggers when it is loaded; that must not happen later.
    need("distributed")
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOUD]
    loggers = [logging.getLogger(name) for name in {*names, *_LOUD}]
    loggers = [log for log in loggers if log.name in _LOUD or log.handlers]
    before = [(log.handlers, log.propagate) for log in loggers]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"(distributed|tornado|dask)(\..*)?$")
        # Some warnings of Dask's seem to come from elsewhere.
        warnings.filterwarnings(
            "ignore", message="Sending large graph|Creating scratch directories"
        )
        for log in loggers:
            log.handlers, log.propagate = [logging.NullHandler()], False
        try:
            yield
        finally:
            for log, (handlers, propagate) in zip(loggers, before, strict=True):
                log.handlers, log.propagate = handlers, propagate


Clock = Callable[[], float]

_lock = Lock()
_users = 0


@contextmanager
def steady_clock() -> Iterator[None]:
    """Let Dask and Tornado in this process use the monotonic clock, set to the time of day."""
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
