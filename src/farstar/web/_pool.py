"""Worker processes that can be killed, and who gets one when.

A request goes to a worker by the name of a task, and plain data comes back. There are two lanes:
one worker for what is quick, such as reading a text while it is typed, and several for the rest.

Among the rest, one worker more than there are places for long requests. A request may begin on
any worker that is free; if it takes longer than a moment it needs a place. If there is none for it
and somebody waits, it gives up its worker, and begins again when there is a place: so what is short
is never kept waiting by what is long, whoever asks. One more worker is in reserve, since starting
one takes as long as many a request. Addresses take turns, and so do the tabs and
connections of one address; no address has all places, nor has work with a progress bar; who already
has many requests waiting is refused. A request that is cancelled, or that does not keep to its
time, loses its worker, and a new one takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from farstar.errors import FarstarError
from farstar.web._lane import Job, Lane
from farstar.web._process import WorkerLost, WorkerProcess
from farstar.web.settings import Settings

_GRACE = 2.0
"""Seconds after its time in which a worker may still end a task by itself, and live on."""

_QUICK = 2.0
"""Seconds for what is quick."""

_MOMENT = 1.0
"""Seconds that a request may run without having a place among the long ones."""

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
        places = settings.workers
        share = places if settings.is_local else max(1, places - 1)
        self._slow = Lane(places + 1, places, share, spare=1)
        self._quick = Lane(1, 1, 1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._alive: set[WorkerProcess] = set()
        self._jobs: set[Job] = set()
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
            for _ in range(lane.size + lane.spare):
                self._spawn(self._hire(lane))

    async def close(self) -> None:
        """Kill every worker; what is not done gets an error."""
        self._closed = True
        for job in self._jobs:
            _fail(job, TaskError("Refused", _CLOSING))
        for lane in (self._quick, self._slow):
            lane.clear()
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
        tab: str = "",
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
            The address of who asks; addresses take turns.
        tab : str
            Which of its tabs or connections; these take turns too.
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
        self._refuse_too_many(lane, client, tab)
        limit = self.settings.time_limit if seconds is None else seconds
        limit = min(limit, _QUICK if quick else self.settings.longest_time)
        result = asyncio.get_running_loop().create_future()
        is_lengthy = limit > self.settings.time_limit
        job = Job(name, arguments, client, tab, limit, is_lengthy, on_progress, result)
        self._jobs.add(job)
        lane.add(job)
        self._dispatch(lane)
        try:
            return await job.result
        finally:
            self._jobs.discard(job)
            lane.drop(job)
            # What is quick ends sooner than a new worker would start.
            if job.result.cancelled() and job.worker is not None and not quick:
                job.worker.kill()

    def _refuse_too_many(self, lane: Lane, client: str, tab: str) -> None:
        """Raise an error if nothing more may wait, of somebody or of everybody."""
        settings = self.settings
        of_client, of_tab = lane.waiting_of(client, tab)
        if of_tab >= settings.waiting_per_tab or of_client >= settings.waiting_per_client:
            raise TaskError("Refused", "too many requests at once: wait for the others to finish")
        if lane.waiting_count >= settings.waiting:
            raise TaskError("Refused", "the server is busy: try again in a moment")

    def stats(self) -> dict[str, int]:
        """Return how many workers and requests there are."""
        lanes = (self._quick, self._slow)
        return {
            "workers": len(self._alive),
            "idle": sum(len(lane.idle) for lane in lanes),
            "running": sum(len(lane.running) for lane in lanes),
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

    async def _hire(self, lane: Lane) -> None:
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

    def _dispatch(self, lane: Lane) -> None:
        """Give requests that wait to workers that are idle, or that can be taken from others."""
        lane.settle()
        while lane.idle and lane.has_room and not self._closed:
            worker = lane.idle.pop()
            if worker.is_lost:
                self._spawn(self._replace(lane, worker))
                continue
            job = lane.next_job()
            if job is None:
                lane.idle.append(worker)
                break
            job.worker = worker
            lane.running.append(job)
            self._spawn(self._serve(lane, job, worker))
        for job in lane.to_give_way():
            job.gives_way = True
            if job.worker is not None:
                job.worker.kill()

    def _after_a_moment(self, lane: Lane, job: Job) -> None:
        job.is_short = False
        self._dispatch(lane)

    async def _serve(self, lane: Lane, job: Job, worker: WorkerProcess) -> None:
        """See a request through, and find its worker something else to do."""
        moment = asyncio.get_running_loop().call_later(_MOMENT, self._after_a_moment, lane, job)
        try:
            async with asyncio.timeout(job.seconds + _GRACE):
                await self._converse(job, worker)
        except TimeoutError:
            worker.kill()
            limit = f"out of time: expected to finish within {job.seconds:g} seconds"
            _fail(job, TaskError("BudgetExceeded", limit))
        except WorkerLost as error:
            # Who gave way, and is still wanted, begins again.
            if not job.gives_way:
                _fail(job, TaskError("WorkerDied", f"{error}; ask again, or for something smaller"))
        except Exception:
            # Whatever it is, neither the page nor the worker must be left waiting.
            _log.exception("a request failed")
            worker.kill()
            _fail(
                job, TaskError("InternalError", "internal error; the log of the server says more")
            )
        finally:
            moment.cancel()
            lane.running.remove(job)
            job.worker = None
        if not job.result.done() and not self._closed:
            job.gives_way = False
            lane.add(job)
        is_kept = not worker.is_lost and not self._is_worn(worker)
        if is_kept:
            lane.idle.append(worker)
        self._dispatch(lane)
        if not is_kept:
            await self._replace(lane, worker)

    async def _replace(self, lane: Lane, worker: WorkerProcess) -> None:
        if worker.is_lost:
            self.lost += 1
        else:
            self.recycled += 1
        self._alive.discard(worker)
        self._spawn(worker.end())
        await self._hire(lane)

    def _is_worn(self, worker: WorkerProcess) -> bool:
        return worker.tasks >= self.settings.recycle_after or self._has_grown(worker)

    def _has_grown(self, worker: WorkerProcess) -> bool:
        return worker.resident > _GROWTH * self.settings.memory_limit

    async def _converse(self, job: Job, worker: WorkerProcess) -> None:
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


def _tell(job: Job, data: dict[str, Any]) -> None:
    if job.on_progress is not None and not job.result.done():
        # A page that has gone is no reason to lose the worker.
        with contextlib.suppress(RuntimeError):
            job.on_progress(data)


def _fail(job: Job, error: TaskError) -> None:
    if not job.result.done():
        job.result.set_exception(error)
