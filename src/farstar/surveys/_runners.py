"""Runners: who computes the chunks. One interface, from a laptop to a cluster.

A runner takes a function and chunks, and yields each chunk with what the function made of its
arguments, in the order in which they are done. It asks for chunks as it can use them, so it may
be given more of them than fit in memory, and closing it stops all its work.

On this machine that is a pool of processes, which outlives the death of its workers. The pool of
the standard library breaks when a worker is killed. Here every worker has a pipe of its own; when
one is gone its chunk goes to another, a bounded number of times.

A terminal sends Ctrl-C to every process of a command. Only the driver acts on it, and ends the
others, so that nothing is printed twice; they end when it ends, however that happens.
"""

from __future__ import annotations

import importlib
import os
import pickle
import shutil
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol, TypeAlias, TypeVar

from farstar.errors import SurveyError
from farstar.surveys._manifest import Chunk
from farstar.surveys._work import portable

ATTEMPTS = 3
"""How many workers a chunk may end before it is given up."""

_TRAVEL = "expected a game and functions that other processes can load"
_ADVICE = "give them as a file, or use one job"

# Forked processes may inherit a lock that nobody releases: of Polars, or of the display.
_CONTEXT = get_context("spawn")

R = TypeVar("R")

Function: TypeAlias = Callable[[Mapping[str, Any]], R]
Results: TypeAlias = Generator[tuple[Chunk, R], None, None]


class Runner(Protocol):
    """Who computes the chunks."""

    def connected(self) -> AbstractContextManager[object]:
        """Hold what a run needs, such as a connection, so that a run in the block can begin."""

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""


class Serial:
    """One chunk after the other, in this process."""

    def connected(self) -> AbstractContextManager[object]:
        """Do nothing: this process is there."""
        return nullcontext()

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, in order."""
        for chunk in chunks:
            try:
                result = work(chunk.arguments)
            except Exception as error:
                raise portable(error) from error
            yield chunk, result


def choose(jobs: int, cluster: str | None) -> Runner:
    """Return the runner for so many processes, or for the Dask cluster at an address.

    With one job everything happens in this process; the address ``local`` stands for a cluster of
    `jobs` processes on this machine.
    """
    if cluster is not None:
        from farstar.surveys._cluster import Cluster

        return Cluster(cluster, jobs)
    if jobs == 1:
        return Serial()
    return ProcessPool(jobs)


def start(target: Callable[..., None], *arguments: Any) -> SpawnProcess:
    """Start a process that computes; its function must call `follow_parent` first."""
    process = _CONTEXT.Process(target=target, args=arguments, daemon=True)
    with _interrupts_kept_from_children():
        process.start()
    return process


@contextmanager
def _interrupts_kept_from_children() -> Iterator[None]:
    """Let processes that are started in the block never see Ctrl-C, not even while they load."""
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


def follow_parent(folder: str | None = None) -> None:
    """End this process when its parent ends, and remove a folder that nobody else is left to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()


def _end_with_parent(folder: str | None) -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


def end(processes: Iterable[SpawnProcess]) -> None:
    """End processes, even such as were stopped."""
    ending = list(processes)
    for process in ending:
        process.kill()
    for process in ending:
        process.join()


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    chunk: Chunk | None = None


class ProcessPool:
    """So many processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def connected(self) -> AbstractContextManager[object]:
        """Do nothing: processes are started as they are needed."""
        return nullcontext()

    def run(self, work: Function[R], chunks: Iterable[Chunk]) -> Results[R]:
        """Yield each chunk with its result, as they are done."""
        yield from _Run(self.jobs, packed(work), chunks).results()


class _Run:
    def __init__(self, jobs: int, work: bytes, chunks: Iterable[Chunk]) -> None:
        self._jobs = jobs
        self._work = work
        self._waiting = iter(chunks)
        self._again: deque[Chunk] = deque()
        self._deaths = Counter[int]()
        self._workers: list[_Worker] = []

    def results(self) -> Results[Any]:
        try:
            while self._hand_out():
                pipes = {worker.pipe: worker for worker in self._workers}
                for pipe in connection.wait(list(pipes)):
                    yield from self._hear(pipes[pipe])  # type: ignore[index]
        finally:
            end(worker.process for worker in self._workers)
            for worker in self._workers:
                worker.pipe.close()

    def _hand_out(self) -> bool:
        """Give every idle worker a chunk, and start more; tell whether any is at work."""
        while True:
            idle = [worker for worker in self._workers if worker.chunk is None]
            if not idle and len(self._workers) >= self._jobs:
                return True
            chunk = self._again.popleft() if self._again else next(self._waiting, None)
            if chunk is None:
                return len(idle) < len(self._workers)
            worker = idle[0] if idle else self._start()
            worker.chunk = chunk
            # A worker that is gone is noticed when its pipe is read.
            with suppress(BrokenPipeError, ConnectionResetError):
                worker.pipe.send(dict(chunk.arguments))

    def _start(self) -> _Worker:
        ours, theirs = _CONTEXT.Pipe()
        worker = _Worker(start(_serve, theirs, self._work), ours)
        theirs.close()
        self._workers.append(worker)
        return worker

    def _hear(self, worker: _Worker) -> Iterator[tuple[Chunk, Any]]:
        try:
            good, answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if not good:
            raise answer
        chunk, worker.chunk = worker.chunk, None
        if chunk is not None:
            yield chunk, answer

    def _bury(self, worker: _Worker) -> None:
        """Put the chunk of a dead worker back, unless it has ended too many."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        chunk, code = worker.chunk, worker.process.exitcode
        if chunk is None:
            return
        self._deaths[chunk.number] += 1
        if self._deaths[chunk.number] >= ATTEMPTS:
            raise SurveyError(
                f"expected chunk {chunk.number} to be computed, but {ATTEMPTS} worker processes "
                f"ended on it (the last with code {code}): the system may be out of memory, or a "
                "script lacks if __name__ == '__main__'"
            )
        self._again.append(chunk)


def packed(work: object) -> bytes:
    """Return work as bytes; functions of a notebook travel too, where cloudpickle is there."""
    try:
        pickler: Any = importlib.import_module("cloudpickle")
    except ImportError:
        pickler = pickle
    try:
        return bytes(pickler.dumps(work))
    except Exception as error:
        raise SurveyError(f"{_TRAVEL}, got {error}: {_ADVICE}") from None


def _serve(pipe: Connection, work_bytes: bytes) -> None:
    """Compute what comes through the pipe, until it is closed."""
    follow_parent()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            work = pickle.loads(work_bytes)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            pipe.send((False, SurveyError(f"{_TRAVEL}, got {reason}: {_ADVICE}")))
            return
        while True:
            arguments = pipe.recv()
            try:
                answer = True, work(arguments)
            except Exception as error:
                answer = False, portable(error)
            pipe.send(answer)
