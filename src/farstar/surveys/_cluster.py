"""A Dask cluster: the scheduler hands chunks to workers on any number of machines.

Only a few chunks for each worker are submitted at a time, so that neither the scheduler's memory
nor its load grows with the survey. Dask gives the chunk of a lost worker to another one.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.surveys._extras import need
from farstar.surveys._local_cluster import LocalCluster, first_line, local_cluster, quiet_dask
from farstar.surveys._plan import Chunk
from farstar.surveys._pool import packed
from farstar.surveys._runners import Function, R, Results
from farstar.surveys._work import portable

_PATIENCE = 20.0
"""Seconds that a scheduler may take to answer."""

_LOOK = 1.0
"""Seconds between two looks at the workers."""

_AHEAD = 3
"""Chunks for each thread of a worker: one to compute, the others so that it need not wait."""

_log = logging.getLogger("farstar.surveys")


class Cluster:
    """The workers of a Dask scheduler.

    Parameters
    ----------
    address : str
        The address of the scheduler, or ``local`` to start one here.
    jobs : int
        How many processes a local cluster has.
    clock : callable
        Returns the time in seconds.
    """

    def __init__(
        self, address: str, jobs: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = address
        self.jobs = jobs
        self._clock = clock
        self._connection: _Connection | None = None

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Hold a connection to the scheduler.

        Raises
        ------
        SurveyError
            If there is no scheduler at the address, or none can be started here.
        """
        with quiet_dask(), self._connect() as connection:
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
            client = need("distributed").Client(self.address, timeout=_PATIENCE)
        except (OSError, RuntimeError, TypeError, ValueError) as error:
            raise SurveyError(
                "expected the address of a Dask scheduler, such as tcp://host:8786, "
                f"got {self.address!r}: {first_line(error)}"
            ) from None
        with client:
            yield _Connection(client)


@dataclass(frozen=True)
class _Connection:
    client: Any
    workers: LocalCluster | None = None
    """The workers that are ours to tend."""


class Patience:
    """Waits for workers: says so when there are none, and gives up in the end.

    Parameters
    ----------
    address : str
        Where the workers should be.
    clock : callable
        Returns the time in seconds.
    speak : float
        Seconds without workers before it is said.

    Examples
    --------
    >>> times = iter([0, 3599, 3600])
    >>> patience = Patience("tcp://host:8786", lambda: next(times))
    >>> patience.look(0)
    >>> patience.look(2)
    >>> patience.look(0)
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
        """Take note of how many workers there are.

        Raises
        ------
        BudgetExceeded
            If there have been none for an hour.
        """
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
                continue

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
    function: Function[Any] = pickle.loads(work)
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
