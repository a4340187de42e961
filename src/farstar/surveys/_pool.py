"""A pool of processes on this machine, which outlives the death of its workers.

The pool of the standard library breaks when a worker is killed. Here every worker has a pipe of
its own; when one is gone its chunk goes to another, a bounded number of times.
"""

from __future__ import annotations

import importlib
import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from farstar.errors import SurveyError
from farstar.surveys._children import CONTEXT, follow_parent, start
from farstar.surveys._plan import Chunk
from farstar.surveys._runners import Function, R, Results
from farstar.surveys._work import portable

ATTEMPTS = 3
"""How many workers a chunk may end before it is given up."""

_READY = "ready"
_TRAVEL = "expected a game and functions that other processes can load"
_ADVICE = "give them as a file, or use one job"


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    chunk: Chunk | None = None
    ready: bool = False


class ProcessPool:
    """So many processes on this machine.

    Parameters
    ----------
    jobs : int
        How many.
    """

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
        self._work = work
        self._waiting = iter(chunks)
        self._again: deque[Chunk] = deque()
        self._deaths: dict[int, int] = {}
        self._workers: list[_Worker] = []
        self._jobs = jobs

    def results(self) -> Results[Any]:
        try:
            while self._hand_out():
                pipes = [worker.pipe for worker in self._workers]
                for pipe in connection.wait(pipes):
                    worker = next(w for w in self._workers if w.pipe is pipe)
                    yield from self._hear(worker)
        finally:
            self._end()

    def _hand_out(self) -> bool:
        """Give every idle worker a chunk; tell whether any is at work."""
        idle = [w for w in self._workers if w.ready and w.chunk is None]
        while len(idle) + self._busy() < self._jobs or idle:
            chunk = self._again.popleft() if self._again else next(self._waiting, None)
            if chunk is None:
                break
            worker = idle.pop() if idle else self._start()
            worker.chunk = chunk
            if worker.ready:
                self._send(worker, chunk)
        return self._busy() > 0

    def _busy(self) -> int:
        return sum(worker.chunk is not None for worker in self._workers)

    def _start(self) -> _Worker:
        ours, theirs = CONTEXT.Pipe()
        process = start(_serve, theirs, self._work)
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _send(self, worker: _Worker, chunk: Chunk) -> None:
        # A worker that is gone is noticed when its pipe is read.
        with suppress(BrokenPipeError, ConnectionResetError):
            worker.pipe.send(dict(chunk.arguments))

    def _hear(self, worker: _Worker) -> Iterator[tuple[Chunk, Any]]:
        try:
            good, answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if not good:
            raise answer
        if answer == _READY and not worker.ready:
            worker.ready = True
            if worker.chunk is not None:
                self._send(worker, worker.chunk)
            return
        chunk, worker.chunk = worker.chunk, None
        if chunk is not None:
            yield chunk, answer

    def _bury(self, worker: _Worker) -> None:
        """Put the chunk of a dead worker back, unless it has ended too many."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        chunk = worker.chunk
        if chunk is None:
            return
        deaths = self._deaths[chunk.number] = self._deaths.get(chunk.number, 0) + 1
        if deaths >= ATTEMPTS:
            reason = (
                "the system may be out of memory"
                if worker.ready
                else "a script must call it under if __name__ == '__main__'"
            )
            raise SurveyError(
                f"expected chunk {chunk.number} to be computed, but {deaths} worker processes "
                f"ended on it (the last with code {worker.process.exitcode}): {reason}"
            )
        self._again.append(chunk)

    def _end(self) -> None:
        for worker in self._workers:
            # A worker that was stopped would not see that its pipe is closed.
            worker.process.kill()
            worker.pipe.close()
        for worker in self._workers:
            worker.process.join()


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
        pipe.send((True, _READY))
        while True:
            arguments = pipe.recv()
            try:
                answer = True, work(arguments)
            except Exception as error:
                answer = False, portable(error)
            pipe.send(answer)
