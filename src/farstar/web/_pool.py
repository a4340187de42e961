"""The worker processes of a server, and the requests that they work on.

A request goes to a worker by the name of a task, and plain data comes back. Whatever is asked:

- Every request gets one answer, its result or a `TaskError`; it does not depend on other requests.
- Time and memory are limited by the engine, and then by force: a worker that does not keep to its
  time, or does not stop when it is told to, is killed. One that dies costs one request at most.
- A request that is cancelled stops at once.
- What is short does not wait for what is long, nor one address for another: see `Schedule`.
- The number of waiting requests is limited: of a tab, of an address, and in all.
- One process more than can have requests is in reserve, since starting one takes a while. Each is
  replaced after many requests, or when it has grown. None outlives the pool, nor its server.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from farstar.errors import FarstarError
from farstar.web._worker import LENGTH, STOP
from farstar.web.settings import Settings

SLICES = (0.1, 1.0)  # seconds until a new request is medium, and until a medium one is long
LONG = len(SLICES)  # the rank of long requests; new ones have rank 0


@dataclass(eq=False)
class Request:
    """What the schedule knows of a request: who asks, and how many slices it has outlasted."""

    client: str
    tab: str
    is_lengthy: bool = False
    """Whether it may take longer than usual, and has a progress bar."""
    rank: int = 0
    is_stopping: bool = False


R = TypeVar("R", bound=Request)


class Schedule(Generic[R]):
    """The requests that wait and those that run: which one is next, and which one makes room.

    There are `places` for long requests, and `share` of them for one address.

    Nobody can tell beforehand how long a request takes, so it is ranked by how long it has run: it
    is new at first, medium after a tenth of a second, and long after another second. One seat more
    is for medium requests, and another one for new ones. So a request waits for those that have run
    about as long as itself, not for longer ones.

    - A request may begin in any free seat. When its rank rises and there is no seat for that rank,
      it is stopped, and begins again when there is one; that happens twice at most.
    - Turns alternate between the address that had none for the longest time, with its latest tab,
      and the request that has waited longest. So a newcomer is served soon, and nobody waits for
      ever.
    - On a server for others no address has all places. Work with a progress bar has all places but
      one, and one for each tab.
    """

    def __init__(self, places: int, share: int) -> None:
        self.seats, self.share = places + LONG, share
        self.waiting: list[R] = []
        """The one that has waited longest first."""
        self.running: list[R] = []
        self._turns = [0] * (LONG + 1)
        self._last_turns: dict[str | tuple[str, str], int] = {}

    def begin(self) -> R | None:
        """Let the next request run, if there is a seat for one; return it."""
        if sum(not r.is_stopping for r in self.running) >= self.seats:
            return None
        # Long ones first, since they cannot have the seats that are for shorter ones.
        for rank in reversed(range(LONG + 1)):
            fitting = [r for r in self.waiting if r.rank == rank and self._has_seat_for(r)]
            if fitting:
                request = self._by_turns(fitting)
                self.waiting.remove(request)
                self.running.append(request)
                return request
        return None

    def outlast(self, request: R) -> bool:
        """Note that a request has run for a slice; tell whether it may go on."""
        request.rank += 1
        return self._has_seat_for(request)

    def end(self, request: R, *, is_done: bool) -> None:
        """Note that a request no longer runs; one that is not done waits again."""
        self.running.remove(request)
        request.is_stopping = False
        if not is_done:
            self.waiting.append(request)

    def _by_turns(self, requests: list[R]) -> R:
        rank, last = requests[0].rank, self._last_turns
        self._turns[rank] += 1
        chosen = requests[0]
        if self._turns[rank] % 2:
            chosen = min(
                reversed(requests),
                key=lambda r: (last.get(r.client, 0), last.get((r.client, r.tab), 0)),
            )
        last[chosen.client] = last[chosen.client, chosen.tab] = sum(self._turns)
        known = {key for r in self.waiting for key in (r.client, (r.client, r.tab))}
        self._last_turns = {key: turn for key, turn in last.items() if key in known}
        return chosen

    def _has_seat_for(self, request: R) -> bool:
        others = [r for r in self.running if r is not request and not r.is_stopping]
        for rank in range(1, request.rank + 1):
            if sum(r.rank >= rank for r in others) >= self.seats - rank:
                return False
        if request.rank < LONG:
            return True
        long = [r for r in others if r.rank == LONG]
        if sum(r.client == request.client for r in long) >= self.share:
            return False
        lengthy = [(r.client, r.tab) for r in long if r.is_lengthy]
        has_room = len(lengthy) < max(1, self.seats - LONG - 1)
        return not request.is_lengthy or (has_room and (request.client, request.tab) not in lengthy)


# The workers.


_GRACE = 2.0  # seconds after its time, or after it was stopped, in which a task may end by itself
_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MPLBACKEND": "agg",
    # Each thread and each arena reserves address space, of which a worker has little.
    "POLARS_MAX_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}
_RETRY = 1.0  # seconds before another try to start a worker, where one failed
_GROWTH = 0.6  # the part of its memory at which a worker is replaced
_CLOSING = "the server is shutting down"


class TaskError(FarstarError):
    """A task gave no result; `kind` is the name of the error that says why.

    That is a name of the documented tree of errors, or ``"Refused"``, ``"WorkerDied"`` or
    ``"InternalError"``; `column` is the zero-based place of a fault in the expression.
    """

    def __init__(self, kind: str, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.kind, self.message, self.column = kind, message, column


Progress = Callable[[dict[str, Any]], None]  # gets {"done", "total", "text"} now and then


class WorkerProcess:
    """A worker process; `started_worker` makes one."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._input, self._read = process, process.stdin, process.stdout.readexactly
        self.pid = process.pid
        self._is_killed = False
        self.ended = asyncio.ensure_future(process.wait())
        self.tasks = 0  # how many it was given
        self.resident = 0  # the bytes that it took after the last one
        self.is_worn = False  # whether it asks to be replaced

    @property
    def is_lost(self) -> bool:
        """Whether the process has ended, or is about to."""
        return self._is_killed or self.ended.done()

    async def ask(self, message: dict[str, Any], on_progress: Progress) -> tuple[str, Any]:
        """Return ``"result"``, ``"error"`` or ``"stopped"``, and its data, whatever happens."""
        self.tasks += 1
        limit = f"{message['seconds']:g} seconds"
        self._kill_after(message["seconds"] + _GRACE)
        try:
            # A process that has gone is noticed in reading; uvloop has errors of its own here.
            with suppress(OSError, RuntimeError):
                self._input.write(pickle.dumps(message))
                await self._input.drain()
            while (answer := await self.receive())[0] == "progress":
                on_progress(answer[1])
            return answer
        except (EOFError, OSError):
            code = await asyncio.shield(self.ended)
            how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
            kind, text = "WorkerDied", f"the worker process ended {how}; ask for something smaller"
            if self._is_killed:
                kind, text = "BudgetExceeded", f"out of time: expected to finish within {limit}"
        except Exception:
            logging.getLogger("farstar.web").exception("a request failed")
            kind, text = "InternalError", "internal error; the log of the server says more"
            self.kill()
        finally:
            self._killer.cancel()
        return "error", {"kind": kind, "message": text}

    async def receive(self) -> tuple[str, Any]:
        """Return what the next message is, and its data; the first one is ``"ready"``."""
        message = await self._read(*LENGTH.unpack(await self._read(LENGTH.size)))
        kind, data, self.resident, self.is_worn = pickle.loads(message)
        return kind, data

    def stop(self) -> None:
        """End the task; the process lives on, if it obeys."""
        self._killer.cancel()
        if STOP is None:
            self.kill()
            return
        self._kill_after(_GRACE)
        with suppress(ProcessLookupError):
            self._process.send_signal(STOP)

    def kill(self) -> None:
        """End the process at once."""
        self._is_killed = True
        with suppress(ProcessLookupError):
            self._process.kill()

    def _kill_after(self, seconds: float) -> None:
        self._killer = asyncio.get_running_loop().call_later(seconds, self.kill)


@asynccontextmanager
async def started_worker(memory: int) -> AsyncIterator[WorkerProcess]:
    """Start a process that may take `memory` bytes; end it after the ``with`` block."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "farstar.web._worker", str(memory)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **_ENVIRONMENT},
        # Ctrl-C in a terminal is for the server, which then ends its workers.
        start_new_session=True,
    )
    worker = WorkerProcess(process)
    try:
        await worker.receive()
        yield worker
    finally:
        worker.kill()
        await worker.ended


@dataclass(eq=False, kw_only=True)
class _Call(Request):
    message: dict[str, Any]  # what the worker is asked
    on_progress: Progress
    result: asyncio.Future[Any]
    worker: WorkerProcess | None = None

    def stop(self) -> None:
        if self.worker is not None and not self.is_stopping:
            self.is_stopping = True
            self.worker.stop()

    def fail(self, **why: Any) -> None:
        if not self.result.done():
            self.result.set_exception(TaskError(**why))


class Pool:
    """The workers of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        places = settings.workers
        share = places if settings.is_local else max(1, places - 1)
        self._schedule: Schedule[_Call] = Schedule(places, share)
        self._workers: set[WorkerProcess] = set()
        self._idle: list[asyncio.Future[_Call]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False
        self.lost = self.recycled = 0  # workers that died or were killed, and that were replaced

    async def __aenter__(self) -> Pool:
        employers = [self._employ() for _ in range(self._schedule.seats + 1)]
        self._tasks = [asyncio.create_task(employer) for employer in employers]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_closed = True
        for call in (*self._schedule.waiting, *self._schedule.running):
            call.fail(kind="Refused", message=_CLOSING)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def run(
        self,
        task: str,
        arguments: Mapping[str, Any],
        *,
        client: str = "",
        tab: str = "",
        seconds: float | None = None,
        on_progress: Progress = lambda _: None,
    ) -> Any:
        """Run a task in a worker and return its result; cancelling this stops the task.

        The name of the `task` is such as ``"evaluate.report"``, and its `arguments` are plain data.
        The address `client` takes turns with others, and so does its tab or connection `tab`. Once
        it runs, the task has `seconds`, by default as many as the settings say; `on_progress` is
        told how far it is. `TaskError` says why there is no result.
        """
        self._refuse_too_many(client, tab)
        usual, longest = self.settings.time_limit, self.settings.longest_time
        limit = min(usual if seconds is None else seconds, longest)
        call = _Call(
            *(client, tab, limit > usual),
            message={"task": task, "arguments": dict(arguments), "seconds": limit},
            on_progress=on_progress,
            result=asyncio.get_running_loop().create_future(),
        )
        self._schedule.waiting.append(call)
        self._dispatch()
        try:
            return await call.result
        finally:
            if call in self._schedule.waiting:
                self._schedule.waiting.remove(call)
            elif call.result.cancelled():
                call.stop()

    def _refuse_too_many(self, client: str, tab: str) -> None:
        """Raise an error if nothing more may wait, of somebody or of everybody."""
        settings, waiting = self.settings, self._schedule.waiting
        tabs = [call.tab for call in waiting if call.client == client]
        if self._is_closed:
            raise TaskError("Refused", _CLOSING)
        if tabs.count(tab) >= settings.waiting_per_tab or len(tabs) >= settings.waiting_per_client:
            raise TaskError("Refused", "too many requests at once: wait for the others to finish")
        if len(waiting) >= settings.waiting:
            raise TaskError("Refused", "the server is busy: try again in a moment")

    def stats(self) -> dict[str, int]:
        """Return how many workers and requests there are."""
        running, waiting = len(self._schedule.running), len(self._schedule.waiting)
        counts = {"workers": len(self._workers), "idle": len(self._idle)}
        counts |= {"running": running, "waiting": waiting}
        return counts | {"lost": self.lost, "recycled": self.recycled}

    def _dispatch(self) -> None:
        """Give requests that wait to workers that are idle."""
        while self._idle and (call := self._schedule.begin()) is not None:
            self._idle.pop().set_result(call)

    async def _employ(self) -> None:
        """Keep one worker at work, and replace it when it is lost or worn."""
        while True:
            try:
                async with started_worker(self.settings.memory_limit) as worker:
                    self._workers.add(worker)
                    await self._keep_at_work(worker)
                    self._workers.remove(worker)
                    self.lost += worker.is_lost
                    self.recycled += not worker.is_lost
            except (EOFError, OSError) as error:
                logging.getLogger("farstar.web").error("a worker did not start: %s", error)
                await asyncio.sleep(_RETRY)

    async def _keep_at_work(self, worker: WorkerProcess) -> None:
        largest = _GROWTH * self.settings.memory_limit
        while not worker.is_lost and worker.tasks < self.settings.recycle_after:
            chosen: asyncio.Future[_Call] = asyncio.get_running_loop().create_future()
            self._idle.append(chosen)
            self._dispatch()
            either: set[asyncio.Future[Any]] = {chosen, worker.ended}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not chosen.done():
                self._idle.remove(chosen)
                break
            call = chosen.result()
            if not (call.result.done() or worker.is_lost):
                await self._serve(call, worker)
            self._schedule.end(call, is_done=call.result.done())
            if worker.is_worn or worker.resident > largest:
                break
        self._dispatch()

    async def _serve(self, call: _Call, worker: WorkerProcess) -> None:
        """Let a worker answer a request; one that was stopped has no result yet."""
        call.worker = worker
        slices = asyncio.create_task(self._count_slices(call))
        try:
            kind, data = await worker.ask(call.message, call.on_progress)
        finally:
            call.worker = None
            slices.cancel()
        if kind == "result" and not call.result.done():
            call.result.set_result(data)
        elif kind == "error" and not (call.is_stopping and worker.is_lost):
            call.fail(**data)

    async def _count_slices(self, call: _Call) -> None:
        """Stop a request that has outlasted its slice, if there is no seat for longer ones."""
        while call.rank < LONG and not call.is_stopping:
            await asyncio.sleep(SLICES[call.rank])
            if not self._schedule.outlast(call):
                call.stop()
