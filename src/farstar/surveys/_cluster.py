"""A Dask cluster: the scheduler hands chunks to workers on any number of machines.

Only a few chunks for each worker are submitted at a time, so that neither the scheduler's memory
nor its load grows with the survey. Dask gives the chunk of a lost worker to another one.
"""

from __future__ import annotations

import logging
import signal
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import Any
from uuid import uuid4

from farstar.errors import SurveyError
from farstar.surveys._extras import need
from farstar.surveys._plan import Chunk
from farstar.surveys._runners import Function, R, Results
from farstar.surveys._work import portable

_PATIENCE = "20s"
"""How long a scheduler may take to answer."""

_AHEAD = 3
"""Chunks for each thread of a worker: one to compute, the others so that it need not wait."""


class Cluster:
    """The workers of a Dask scheduler.

    Parameters
    ----------
    address : str
        The address of the scheduler, or ``local`` to start one here.
    jobs : int
        How many processes a local cluster has.
    """

    def __init__(self, address: str, jobs: int) -> None:
        self.address = address
        self.jobs = jobs

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""
        with self._client() as client:
            yield from _Submission(client, work).results(chunks)

    @contextmanager
    def _client(self) -> Iterator[Any]:
        distributed = need("distributed")
        if self.address == "local":
            with (
                _local_cluster(distributed, self.jobs) as cluster,
                distributed.Client(cluster) as c,
            ):
                yield c
            return
        with _quiet_logs():
            try:
                client = distributed.Client(self.address, timeout=_PATIENCE)
            except (OSError, ValueError, TypeError) as error:
                raise SurveyError(
                    f"expected the address of a Dask scheduler, such as tcp://host:8786, "
                    f"got {self.address!r}: {str(error).splitlines()[0]}"
                ) from None
            with client:
                yield client


class _Submission:
    def __init__(self, client: Any, work: Function[R]) -> None:
        self._client = client
        self._work = work
        self._name = uuid4().hex
        self._pending: dict[str, Chunk] = {}

    def results(self, chunks: Iterable[Chunk]) -> Results[Any]:
        distributed = need("distributed")
        waiting = iter(chunks)
        done = distributed.as_completed()
        try:
            self._fill(done, waiting)
            while self._pending:
                future = next(done)
                chunk = self._pending.pop(future.key)
                yield chunk, _result(distributed, future, chunk)
                self._fill(done, waiting)
        finally:
            with suppress(Exception):
                self._client.cancel(list(done.futures), force=True)

    def _fill(self, done: Any, waiting: Iterator[Chunk]) -> None:
        threads = sum(self._client.nthreads().values()) or 1
        while len(self._pending) < _AHEAD * threads:
            chunk = next(waiting, None)
            if chunk is None:
                return
            key = f"farstar-{self._name}-{chunk.number}"
            self._pending[key] = chunk
            done.add(self._client.submit(_compute, self._work, dict(chunk.arguments), key=key))


def _compute(work: Function[Any], arguments: dict[str, Any]) -> Any:
    """Compute a chunk on a worker; a failure comes back as an error that can travel."""
    try:
        return work(arguments)
    except Exception as error:
        raise portable(error) from None


def _result(distributed: Any, future: Any, chunk: Chunk) -> Any:
    try:
        return future.result()
    except distributed.scheduler.KilledWorker:
        raise SurveyError(
            f"expected chunk {chunk.number} to be computed, but several workers ended on it: "
            "they may be out of memory"
        ) from None
    except (OSError, distributed.client.FutureCancelledError, TimeoutError) as error:
        raise SurveyError(
            f"expected the Dask cluster to answer, but it is gone: {error}; "
            "what is done stays and can be resumed"
        ) from None


@contextmanager
def _local_cluster(distributed: Any, jobs: int) -> Iterator[Any]:
    """Start a cluster on this machine, with one thread in each process."""
    with (
        _quiet_logs(),
        tempfile.TemporaryDirectory(prefix="farstar-dask-", ignore_cleanup_errors=True) as folder,
    ):
        with _interrupts_kept_from_children():
            cluster = distributed.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                local_directory=folder,
                silence_logs=logging.CRITICAL,
            )
        with cluster:
            yield cluster


@contextmanager
def _interrupts_kept_from_children() -> Iterator[None]:
    """Let threads and processes that are started here never see Ctrl-C.

    A terminal sends it to every process; the driver ends the others, quietly.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The tracker would unblock the signal when it starts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep the notes of Dask about lost workers away from the terminal: we tell what matters."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
