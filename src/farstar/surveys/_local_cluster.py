"""A Dask cluster on this machine: a scheduler in this process, and worker processes around it.

Dask's own local cluster gives up when a worker dies while it starts, and serves web pages. Here a
worker that is gone is replaced, a bounded number of times, and nothing listens but the scheduler
and its workers, on this machine only.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.context import SpawnProcess
from typing import Any

from farstar.errors import SurveyError
from farstar.surveys._children import follow_parent, start
from farstar.surveys._extras import need

_HOST = "127.0.0.1"
_MOST_ENDED = 5
"""How many workers, for each job, may end before one of them has finished a chunk."""

_LOUD = ("distributed", "tornado", "asyncio", "bokeh")


class LocalCluster:
    """A scheduler here and so many worker processes.

    Parameters
    ----------
    scheduler : str
        The address of the scheduler.
    jobs : int
        How many workers there should be.
    folder : str
        Where the workers may keep files.
    """

    def __init__(self, scheduler: str, jobs: int, folder: str) -> None:
        self._scheduler = scheduler
        self._jobs = jobs
        self._folder = folder
        self._workers: list[SpawnProcess] = []
        self._ended = 0

    def tend(self) -> None:
        """Replace the workers that have ended.

        Raises
        ------
        SurveyError
            If one after the other ends, and no chunk is finished in between.
        """
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
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            worker.join()


@contextmanager
def local_cluster(jobs: int) -> Iterator[tuple[LocalCluster, Any]]:
    """Start a cluster with one thread in each of its processes; yield it and a client of it.

    Raises
    ------
    SurveyError
        If it cannot be started.
    """
    distributed = need("distributed")
    with ExitStack() as stack:
        folder = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="farstar-dask-", ignore_cleanup_errors=True)
        )
        try:
            with need("dask").config.set({"temporary-directory": folder}):
                scheduler = stack.enter_context(_scheduler(distributed))
                client = stack.enter_context(distributed.Client(scheduler))
        except (OSError, RuntimeError, ValueError) as error:
            raise SurveyError(
                f"expected a Dask cluster to start on this machine, got: {first_line(error)}"
            ) from None
        cluster = LocalCluster(scheduler.scheduler_address, jobs, folder)
        stack.callback(cluster.end)
        cluster.tend()
        yield cluster, client


def _scheduler(distributed: Any) -> Any:
    return distributed.SpecCluster(
        workers={},
        scheduler={
            "cls": _without_http(distributed.Scheduler),
            "options": {"host": _HOST, "port": 0, "dashboard": False},
        },
    )


def _without_http(server: Any) -> Any:
    """Return a kind of Dask server that serves no web pages: nobody asked for a dashboard."""
    return type(server.__name__, (server,), {"start_http_server": lambda self, *_, **__: None})


def _serve(scheduler: str, folder: str) -> None:
    """Work for the scheduler until it ends, in a process of its own."""
    follow_parent(folder)
    with quiet_dask():
        asyncio.run(_work(scheduler, folder))


async def _work(scheduler: str, folder: str) -> None:
    # Without a limit a worker neither pauses nor moves what it holds to the disk: it holds little.
    server = _without_http(need("distributed").Worker)(
        scheduler, host=_HOST, nthreads=1, local_directory=folder, memory_limit=0
    )
    async with server:
        await server.finished()


@contextmanager
def quiet_dask() -> Iterator[None]:
    """Keep what Dask says about lost workers away from the user: we tell what matters."""
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


def first_line(error: Exception) -> str:
    """Return what an error says, in one line."""
    return next(iter(str(error).splitlines()), type(error).__name__)
