"""Worker processes that can be killed, and who gets one when.

A request goes to a worker by the name of a task, and plain data comes back. There are two lanes:
one worker for what is quick, such as reading a text while it is typed, and several for the rest.
No client has all workers of a lane while there are others; clients take turns; who already has
many requests waiting is refused. A request that is cancelled, or that does not keep to its time,
loses its worker, and a new one takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from farstar.errors import FarstarError
from farstar.web._process import WorkerLost, WorkerProcess
from farstar.web.settings import Settings

_GRACE = 2.0
"""Seconds after its time in which a worker may still end a task by itself, and live on."""

_QUICK = 2.0
"""Seconds for what is quick."""

_CLOSING = "the server is shutting down"

_RETRY = 1.0
"""Seconds before another try to start a worker, where one failed."""

_GROWTH = 0.6
"""The part of its memory at which a worker is replaced."""

_log = logging.getLogger("farstar.web")

Progress = Callable[[dict[str, Any]], None]
"""Is told ``{"done", "total", "text"}`` now and then."""


class TaskError(FarstarError):
    """A task gave no result; `kind` is the name of the error that says why.

    Parameters
    ----------
    kind : str
        A name of the documented tree of errors, or ``"Refused"``, ``"WorkerDied"`` or
        ``"InternalError"``.
    message : str
        One line.
    column : int, optional
        Zero-based place of a fault in the expression.
    """

    def __init__(self, kind: str, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.column = column


@dataclass(eq=False)
class _Job:
    """A request, from the moment it is accepted."""

    name: str
    arguments: Mapping[str, Any]
    client: str
    seconds: float
    on_progress: Progress | None
    result: asyncio.Future[Any]
    worker: WorkerProcess | None = None


@dataclass(eq=False)
class _Lane:
    """Some workers, and who waits for them."""

    size: int
    idle: list[WorkerProcess] = field(default_factory=list)
    waiting: dict[str, deque[_Job]] = field(default_factory=dict)
    """The requests of each client; the client whose turn it is comes first."""
    running: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> int:
        """How many workers one client may have."""
        return max(1, self.size - 1)

    @property
    def waiting_count(self) -> int:
        return sum(map(len, self.waiting.values()))

    def next_job(self) -> _Job | None:
        """Take the next request: clients take turns, and none has more than its share."""
        for client, jobs in self.waiting.items():
            if self.running[client] < self.share:
                job = jobs.popleft()
                del self.waiting[client]
                if jobs:
                    self.waiting[client] = jobs
                return job
        return None

    def drop(self, job: _Job) -> None:
        """Forget a request that waits."""
        jobs = self.waiting.get(job.client)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self.waiting[job.client]


class Pool:
    """The workers of a server.

    Parameters
    ----------
    settings : Settings
        How many workers, and their limits.

    Examples
    --------
    >>> import asyncio
    >>> async def value_of(text):
    ...     async with Pool(Settings(workers=1)) as pool:
    ...         return (await pool.run("evaluate.report", text=text))["value"]
    >>> asyncio.run(value_of("*2 + *3"))
    '*'
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._slow = _Lane(settings.workers)
        self._quick = _Lane(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._alive: set[WorkerProcess] = set()
        self._jobs: set[_Job] = set()
        self._closed = False
        self.lost = 0
        """Workers that were killed or died."""
        self.recycled = 0

    async def __aenter__(self) -> Pool:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the workers; they are ready a moment later."""
        self._closed = False
        for lane in (self._quick, self._slow):
            for _ in range(lane.size):
                self._spawn(self._hire(lane))

    async def close(self) -> None:
        """Kill every worker; what is not done gets an error."""
        self._closed = True
        for job in self._jobs:
            _fail(job, TaskError("Refused", _CLOSING))
        for lane in (self._quick, self._slow):
            lane.waiting.clear()
            lane.idle.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._alive))
        self._alive.clear()

    async def run(
        self,
        name: str,
        /,
        *,
        client: str = "",
        seconds: float | None = None,
        quick: bool = False,
        on_progress: Progress | None = None,
        **arguments: Any,
    ) -> Any:
        """Run a task in a worker and return its result; cancelling this kills the worker.

        Parameters
        ----------
        name : str
            The task, such as ``"evaluate.report"``.
        client : str
            Who asks; clients take turns.
        seconds : float, optional
            Time for the task once it runs; that of the settings by default.
        quick : bool
            Use the lane for what takes next to no time; cancelling kills nobody there.
        on_progress : callable, optional
            Is told how far the work is.
        **arguments
            Plain data for the task.

        Raises
        ------
        TaskError
            If there is no result; it says why.
        """
        lane = self._quick if quick else self._slow
        if self._closed:
            raise TaskError("Refused", _CLOSING)
        if len(lane.waiting.get(client, ())) >= self.settings.waiting_per_client:
            raise TaskError("Refused", "too many requests at once: wait for the others to finish")
        if lane.waiting_count >= self.settings.waiting:
            raise TaskError("Refused", "the server is busy: try again in a moment")
        limit = self.settings.time_limit if seconds is None else seconds
        limit = min(limit, _QUICK if quick else self.settings.longest_time)
        result = asyncio.get_running_loop().create_future()
        job = _Job(name, arguments, client, limit, on_progress, result)
        lane.waiting.setdefault(client, deque()).append(job)
        self._jobs.add(job)
        self._dispatch(lane)
        try:
            return await job.result
        finally:
            self._jobs.discard(job)
            lane.drop(job)
            # What is quick ends sooner than a new worker would start.
            if job.result.cancelled() and job.worker is not None and not quick:
                job.worker.kill()

    def stats(self) -> dict[str, int]:
        """Return how many workers and requests there are."""
        lanes = (self._quick, self._slow)
        return {
            "workers": len(self._alive),
            "idle": sum(len(lane.idle) for lane in lanes),
            "running": sum(sum(lane.running.values()) for lane in lanes),
            "waiting": sum(lane.waiting_count for lane in lanes),
            "lost": self.lost,
            "recycled": self.recycled,
        }

    @property
    def process_ids(self) -> list[int]:
        """The process ids of the workers."""
        return sorted(worker.pid for worker in self._alive)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hire(self, lane: _Lane) -> None:
        """Start a worker for a lane."""
        while True:
            try:
                worker = await WorkerProcess.start(self.settings.memory_limit)
                self._alive.add(worker)
                await worker.ready()
            except (WorkerLost, OSError) as error:
                self._alive = {worker for worker in self._alive if not worker.is_lost}
                _log.error("a worker did not start: %s", error)
                await asyncio.sleep(_RETRY)
                continue
            lane.idle.append(worker)
            self._dispatch(lane)
            return

    def _dispatch(self, lane: _Lane) -> None:
        """Give requests that wait to workers that are idle."""
        while lane.idle and not self._closed:
            job = lane.next_job()
            if job is None:
                return
            job.worker = lane.idle.pop()
            lane.running[job.client] += 1
            self._spawn(self._serve(lane, job, job.worker))

    async def _serve(self, lane: _Lane, job: _Job, worker: WorkerProcess) -> None:
        """See a request through, and find its worker something else to do."""
        try:
            async with asyncio.timeout(job.seconds + _GRACE):
                await self._converse(job, worker)
        except TimeoutError:
            worker.kill()
            limit = f"out of time: expected to finish within {job.seconds:g} seconds"
            _fail(job, TaskError("BudgetExceeded", limit))
        except WorkerLost as error:
            _fail(job, TaskError("WorkerDied", f"{error}; ask again, or for something smaller"))
        except Exception:
            # Whatever it is, neither the page nor the worker must be left waiting.
            _log.exception("a request failed")
            worker.kill()
            _fail(
                job, TaskError("InternalError", "internal error; the log of the server says more")
            )
        finally:
            lane.running[job.client] -= 1
            lane.running += Counter()  # forget clients that have nothing
        if worker.is_lost:
            self.lost += 1
        elif worker.tasks < self.settings.recycle_after and not self._has_grown(worker):
            lane.idle.append(worker)
            self._dispatch(lane)
            return
        else:
            self.recycled += 1
        self._alive.discard(worker)
        self._spawn(worker.end())
        await self._hire(lane)

    def _has_grown(self, worker: WorkerProcess) -> bool:
        return worker.resident > _GROWTH * self.settings.memory_limit

    async def _converse(self, job: _Job, worker: WorkerProcess) -> None:
        """Ask, pass on progress, and settle the result."""
        request = {"name": job.name, "arguments": job.arguments, "seconds": job.seconds}
        async for kind, data in worker.ask(request):
            if kind == "progress":
                _tell(job, data)
            elif kind == "result":
                if not job.result.done():
                    job.result.set_result(data)
            else:
                _fail(job, TaskError(data["kind"], data["message"], data["column"]))


def _tell(job: _Job, data: dict[str, Any]) -> None:
    if job.on_progress is not None and not job.result.done():
        # A page that has gone is no reason to lose the worker.
        with contextlib.suppress(RuntimeError):
            job.on_progress(data)


def _fail(job: _Job, error: TaskError) -> None:
    if not job.result.done():
        job.result.set_exception(error)
