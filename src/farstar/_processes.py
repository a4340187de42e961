"""Worker processes on this machine: they compute, and no task is lost with one that dies.

The pool of the standard library breaks when a worker is killed. Here every worker has a pipe of its
own; when one is gone its task goes to another, a bounded number of times.

A terminal sends Ctrl-C to every process of a command. Only the process that started the workers
acts on it, and ends them, so that nothing is printed twice; they end when it ends, however that
happens.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process, resource_tracker, spawn
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from farstar import engine
from farstar.errors import BudgetExceeded, FarstarError

ATTEMPTS = 3
"""How many workers a task may end before it is given up."""

_POLL = 0.2
"""Seconds between two looks at the clock while the workers compute."""

# Forked processes may inherit a lock that nobody releases: of Polars, or of the display.
_CONTEXT = get_context("spawn")

T = TypeVar("T")


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
            # Another thread may be about to write there, so only what takes the place of this
            # whole process can remove the folder for good.
            remove = "import shutil, sys; shutil.rmtree(sys.argv[1], ignore_errors=True)"
            program = os.fsdecode(spawn.get_executable())
            os.execv(program, [program, "-I", "-c", remove, folder])
        os._exit(1)


def kill(processes: Iterable[SpawnProcess]) -> None:
    """Kill processes, including stopped ones."""
    killed = list(processes)
    for process in killed:
        process.kill()
    for process in killed:
        process.join()


@dataclass
class _Task(Generic[T]):
    name: T
    argument: Any
    deaths: int = 0
    """Workers that ended on it."""


@dataclass
class _Worker(Generic[T]):
    process: SpawnProcess
    pipe: Connection
    task: _Task[T] | None = None


class ProcessPool(Generic[T]):
    """Computes a function of tasks in so many processes; a pool is used once.

    Parameters
    ----------
    jobs : int
        How many processes.
    function : bytes
        The function, pickled. It gets the argument of a task.
    tasks : iterable of (name, argument)
        They are asked for as processes become free, so there may be more than fit in memory. None
        says that there is no task before a further result has come.
    kind : type
        What is raised if a task cannot be computed, unless the function raises a `FarstarError`.
    """

    def __init__(
        self,
        jobs: int,
        function: bytes,
        tasks: Iterable[tuple[T, Any] | None],
        kind: type[FarstarError] = FarstarError,
    ) -> None:
        self._kind = kind
        self._jobs = jobs
        self._function = function
        self._waiting = (task and _Task(*task) for task in tasks)
        self._again: deque[_Task[T]] = deque()
        self._workers: list[_Worker[T]] = []

    def results(self) -> Generator[tuple[T, Any], None, None]:
        """Yield the name of each task with its result, as they are done; closing stops all work.

        Raises
        ------
        FarstarError
            If several workers ended on one task, or the function failed.
        BudgetExceeded
            If the time of the caller's budget is over.
        """
        try:
            while self._hand_out():
                pipes = {worker.pipe: worker for worker in self._workers}
                for pipe in connection.wait(list(pipes), _POLL):
                    yield from self._receive(pipes[pipe])  # type: ignore[index]
                if engine.is_out_of_time():
                    raise BudgetExceeded("out of time: not all tasks are done")
        finally:
            kill(worker.process for worker in self._workers)
            for worker in self._workers:
                worker.pipe.close()

    def _hand_out(self) -> bool:
        """Give every idle worker a task, and start more; tell whether any is at work."""
        while True:
            idle = [worker for worker in self._workers if worker.task is None]
            if not idle and len(self._workers) >= self._jobs:
                return True
            task = self._again.popleft() if self._again else next(self._waiting, None)
            if task is None:
                return len(idle) < len(self._workers)
            worker = idle[0] if idle else self._start()
            worker.task = task
            # A worker that is gone is noticed when its pipe is read.
            with suppress(BrokenPipeError, ConnectionResetError):
                worker.pipe.send(task.argument)

    def _start(self) -> _Worker[T]:
        ours, theirs = _CONTEXT.Pipe()
        worker: _Worker[T] = _Worker(start(_serve, theirs, self._function, self._kind), ours)
        theirs.close()
        self._workers.append(worker)
        return worker

    def _receive(self, worker: _Worker[T]) -> Iterator[tuple[T, Any]]:
        try:
            good, answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        if not good:
            raise answer
        task, worker.task = worker.task, None
        if task is not None:
            yield task.name, answer

    def _replace(self, worker: _Worker[T]) -> None:
        """Put the task of a dead worker back, unless it has ended too many."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        task, code = worker.task, worker.process.exitcode
        if task is None:
            return
        task.deaths += 1
        if task.deaths >= ATTEMPTS:
            raise self._kind(
                f"expected {task.name} to be computed, but {ATTEMPTS} worker processes "
                f"ended on it (the last with code {code}): the system may be out of memory, or a "
                "script lacks if __name__ == '__main__'"
            )
        self._again.append(task)


def _serve(pipe: Connection, function: bytes, kind: type[FarstarError]) -> None:
    """Compute what comes through the pipe, until it is closed."""
    follow_parent()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            compute = pickle.loads(function)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            pipe.send((False, kind(f"{NOT_LOADED}, got {reason}: {ADVICE}")))
            return
        while True:
            argument = pipe.recv()
            try:
                answer = True, compute(argument)
            except Exception as error:
                answer = False, portable(error, kind)
            pipe.send(answer)


NOT_LOADED = "expected a game and functions that other processes can load"
ADVICE = "give them as a file, or use one job"


def portable(error: BaseException, kind: type[FarstarError]) -> FarstarError:
    """Return an error that can travel from a worker, and says what went wrong in one line."""
    if isinstance(error, MemoryError):
        return BudgetExceeded("out of memory")
    if isinstance(error, FarstarError):
        return error
    return kind(f"{type(error).__name__}: {error}")
