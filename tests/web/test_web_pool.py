"""The workers: they can be killed, they take turns, and one that dies harms one request alone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from farstar.web import _pool
from farstar.web._lane import Job, Lane, Turns
from farstar.web._pool import Pool, TaskError
from farstar.web.settings import Settings

from .conftest import HOPELESS, run_async

T = TypeVar("T")
Loop = Callable[[], asyncio.AbstractEventLoop]


def with_pool(
    work: Callable[[Pool], Awaitable[T]],
    loop: Loop = asyncio.new_event_loop,
    **settings: Any,
) -> T:
    """Run `work` with a pool of its own; afterwards no worker may be left."""
    pids: set[int] = set()

    async def main() -> T:
        async with Pool(Settings(**{"workers": 1, **settings})) as pool:
            try:
                return await work(pool)
            finally:
                pids.update(pool.process_ids)

    result = run_async(main(), loop)
    assert pids
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    return result


async def evaluate(pool: Pool, text: str = "*2 + *3", **options: Any) -> str:
    found: dict[str, str] = await pool.run("evaluate.report", text=text, **options)
    return found["value"]


async def until_running(pool: Pool, count: int = 1) -> None:
    while pool.stats()["running"] < count:
        await asyncio.sleep(0.01)


async def error_of(work: Awaitable[Any]) -> TaskError:
    with pytest.raises(TaskError) as caught:
        await work
    return caught.value


async def cancel(requests: list[asyncio.Task[Any]]) -> None:
    for request in requests:
        request.cancel()
    await asyncio.gather(*requests, return_exceptions=True)


def kill_all(pool: Pool) -> None:
    for pid in pool.process_ids:
        with contextlib.suppress(ProcessLookupError):  # killed before, and not yet missed
            os.kill(pid, signal.SIGKILL)


def busy(pool: Pool) -> list[int]:
    """Return the workers of the slow lane that have something to do."""
    lanes = (pool._quick, pool._slow)
    idle = {worker.pid for lane in lanes for worker in lane.idle}
    return [pid for pid in pool.process_ids if pid not in idle]


async def until_idle(pool: Pool) -> None:
    """Wait until every worker has started and has nothing to do."""
    while pool.stats()["idle"] < pool.settings.workers + 3:
        await asyncio.sleep(0.01)


def test_errors_are_those_of_the_task() -> None:
    async def work(pool: Pool) -> None:
        error = await error_of(evaluate(pool, "1 + ?"))
        assert (error.kind, error.column) == ("NotationError", 4)
        assert (await error_of(evaluate(pool, "E(0,1)"))).kind == "IllegalPositionError"
        assert (await error_of(evaluate(pool, "1" * 20_000))).kind == "NotationError"
        assert await evaluate(pool) == "*"
        assert pool.stats()["lost"] == 0

    with_pool(work)


def test_only_tasks_can_be_run(capfd: pytest.CaptureFixture[str]) -> None:
    async def work(pool: Pool) -> None:
        for name in ("os.system", "evaluate._read", "tasks.find", "evaluate", ""):
            error = await error_of(pool.run(name, text="true"))
            assert error.kind == "InternalError"
            assert "Traceback" not in error.message
        assert await evaluate(pool) == "*"

    with_pool(work)
    assert "KeyError" in capfd.readouterr().err  # the log says more


def test_a_cancelled_request_loses_its_worker_at_once() -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        request = asyncio.create_task(evaluate(pool, HOPELESS))
        await until_running(pool)
        (pid,) = busy(pool)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        while Path(f"/proc/{pid}").exists():
            await asyncio.sleep(0.01)
        assert await evaluate(pool) == "*"
        await until_idle(pool)
        assert pid not in pool.process_ids
        assert pool.stats()["lost"] == 1

    with_pool(work)


def test_a_request_that_waits_can_be_cancelled() -> None:
    async def work(pool: Pool) -> None:
        requests = [asyncio.create_task(evaluate(pool, HOPELESS, client="a")) for _ in range(4)]
        await until_running(pool, 2)
        assert pool.stats()["waiting"] == 2
        requests[2].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert pool.stats() | {"waiting": 1, "lost": 0} == pool.stats()
        for request in requests:
            request.cancel()
        await asyncio.gather(*requests, return_exceptions=True)

    with_pool(work)


def test_a_killed_worker_costs_one_request() -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        request = asyncio.create_task(evaluate(pool, HOPELESS, client="a"))
        await until_running(pool)
        other = asyncio.create_task(evaluate(pool, client="b"))
        (pid, *_) = busy(pool)
        os.kill(pid, signal.SIGKILL)
        error = await error_of(request)
        assert error.kind == "WorkerDied"
        assert "SIGKILL" in error.message
        assert await other == "*"
        await until_idle(pool)
        assert len(pool.process_ids) == 5

    with_pool(work, workers=2)


@pytest.mark.parametrize("name", ["asyncio", "uvloop"])
def test_a_worker_killed_while_idle_costs_nothing_but_itself(name: str) -> None:
    loop: Loop = pytest.importorskip(name).new_event_loop

    async def work(pool: Pool) -> None:
        await until_idle(pool)
        kill_all(pool)
        # The server may learn of it before it asks, or by asking.
        for _ in range(2):
            with contextlib.suppress(TaskError):
                assert await evaluate(pool) == "*"
        await until_idle(pool)
        idle = [*pool._quick.idle, *pool._slow.idle]
        kill_all(pool)
        while not all(worker.is_lost for worker in idle):
            await asyncio.sleep(0.01)
        assert await evaluate(pool) == "*"

    with_pool(work, loop)


def test_time_is_limited_by_the_engine_and_then_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_pool, "_GRACE", 600.0)

    async def work(pool: Pool) -> None:
        await until_idle(pool)
        error = await error_of(evaluate(pool, HOPELESS, seconds=0.3))
        assert error.kind == "BudgetExceeded"
        assert pool.stats()["lost"] == 0
        monkeypatch.setattr(_pool, "_GRACE", 0.5)
        request = asyncio.create_task(evaluate(pool, HOPELESS, seconds=3))
        await until_running(pool)
        # A process that is stopped cannot keep to any budget by itself.
        os.kill(busy(pool)[0], signal.SIGSTOP)
        assert (await error_of(request)).kind == "BudgetExceeded"
        assert pool.stats()["lost"] == 1
        assert await evaluate(pool) == "*"

    with_pool(work)


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_memory_is_limited_by_the_engine_and_by_the_system() -> None:
    limit = 300_000_000

    async def work(pool: Pool) -> None:
        await until_idle(pool)
        for pid in pool.process_ids:
            limits = Path(f"/proc/{pid}/limits").read_text()
            line = next(row for row in limits.splitlines() if row.startswith("Max address space"))
            assert line.split()[3:5] == [str(limit)] * 2
        error = await error_of(evaluate(pool, HOPELESS, seconds=600))
        assert error.kind == "BudgetExceeded"
        assert "memory" in error.message
        assert await evaluate(pool) == "*"

    with_pool(work, memory_limit=limit)


def test_what_is_short_does_not_wait_for_what_is_long() -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        long = [
            asyncio.create_task(
                evaluate(pool, HOPELESS, tab=str(i), seconds=600 if i < 3 else 3600)
            )
            for i in range(6)
        ]
        await until_running(pool, 3)
        for i in range(10):
            assert await evaluate(pool, tab=f"short {i}") == "*"
        assert (await pool.run("evaluate.check", quick=True, text="1"))["normalised"] == "1"
        assert not any(request.done() for request in long)
        assert sum(job.has_place for job in pool._slow.running) == 2
        await cancel(long)

    with_pool(work, workers=2, time_limit=600, longest_time=3600)


def test_who_gave_way_begins_again() -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        placed = asyncio.create_task(evaluate(pool, HOPELESS, tab="a"))
        await until_running(pool)
        late = asyncio.create_task(evaluate(pool, HOPELESS, tab="b"))
        await until_running(pool, 2)
        while any(job.is_short for job in pool._slow.running):
            await asyncio.sleep(0.01)
        assert await evaluate(pool, tab="c") == "*"
        assert pool.stats()["lost"] == 1
        assert not late.done()
        await cancel([placed])
        while not any(job.tab == "b" and job.has_place for job in pool._slow.running):
            await asyncio.sleep(0.01)
        await cancel([late])

    with_pool(work, time_limit=600)


def jobs_of(*names: str, is_lengthy: bool = False) -> list[Job]:
    """Return requests; the first letter of each name is its address, the rest its tab."""
    loop = asyncio.new_event_loop()
    made = [
        Job(name, {}, name[0], name[1:], 1.0, is_lengthy, None, loop.create_future())
        for name in names
    ]
    loop.close()
    for job in made:
        job.is_short = False
    return made


def test_no_address_has_all_places_and_neither_has_work_with_a_progress_bar() -> None:
    lane = Lane(size=4, places=3, share=2)
    for job in jobs_of("a1", "a2", "a3", "b1", "c1"):
        lane.running.append(job)
    lane.settle()
    assert [job.name for job in lane.running if job.has_place] == ["a1", "a2", "b1"]
    lane = Lane(size=4, places=3, share=3)
    lane.running += jobs_of("a1", "a1", "a2", "b1", is_lengthy=True)
    lane.settle()
    assert [job.has_place for job in lane.running] == [True, False, True, False]
    assert not Pool(Settings(workers=2, host="0.0.0.0"))._slow.share > 1


def test_who_asks_last_does_not_wait_for_all_who_asked_before() -> None:
    turns = Turns()
    for job in jobs_of(*(f"a{i}" for i in range(10))):
        turns.add(job)
    taken = [turns.take(lambda _: True) for _ in range(3)]
    for job in jobs_of("a late"):
        turns.add(job)
    taken += [turns.take(lambda _: True) for _ in range(8)]
    names = [job.name for job in taken if job is not None]
    assert names.index("a late") <= 4
    # Nor do the others wait for ever.
    assert sorted(names) == sorted(["a late", *(f"a{i}" for i in range(10))])
    assert len(turns) == 0


def test_nobody_gives_way_while_nobody_waits() -> None:
    lane = Lane(size=2, places=1, share=1)
    lane.running += jobs_of("a1", "a2")
    lane.settle()
    assert lane.to_give_way() == []
    (waiting,) = jobs_of("b1")
    waiting.is_short = True
    lane.add(waiting)
    assert [job.name for job in lane.to_give_way()] == ["a2"]


def test_who_has_many_waiting_is_refused() -> None:
    async def work(pool: Pool) -> None:
        greedy = [asyncio.create_task(evaluate(pool, tab="a")) for _ in range(8)]
        await asyncio.sleep(0)
        assert (await error_of(evaluate(pool, tab="a"))).kind == "Refused"
        greedy += [asyncio.create_task(evaluate(pool, tab="b")) for _ in range(4)]
        await asyncio.sleep(0)
        assert (await error_of(evaluate(pool, tab="c"))).kind == "Refused"
        assert await evaluate(pool, client="somebody else") == "*"
        assert await asyncio.gather(*greedy) == ["*"] * 12

    with_pool(work, waiting_per_client=12)


def test_no_more_wait_than_allowed() -> None:
    async def work(pool: Pool) -> None:
        requests = [asyncio.create_task(evaluate(pool, HOPELESS, client=str(i))) for i in range(12)]
        await asyncio.sleep(0)
        error = await error_of(evaluate(pool, client="late"))
        assert error.kind == "Refused"
        for request in requests:
            request.cancel()
        await asyncio.gather(*requests, return_exceptions=True)
        assert await evaluate(pool) == "*"

    with_pool(work, waiting=5)


def test_workers_are_recycled_without_anybody_noticing() -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        before = set(pool.process_ids)
        values = [await evaluate(pool, f"*{n} + *{n + 1}", client=str(n % 5)) for n in range(24)]
        assert values == [_nimber(n ^ (n + 1)) for n in range(24)]
        assert pool.stats()["recycled"] >= 24 // 4 - 1
        assert pool.stats()["lost"] == 0
        await until_idle(pool)
        assert len(before & set(pool.process_ids)) <= 1  # the quick one had nothing to do

    with_pool(work, recycle_after=4)


def _nimber(n: int) -> str:
    return "*" if n == 1 else f"*{n}"


def test_a_worker_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_pool, "_GROWTH", 0.001)

    async def work(pool: Pool) -> None:
        assert [await evaluate(pool) for _ in range(3)] == ["*"] * 3
        assert pool.stats()["recycled"] == 3

    with_pool(work)


def test_progress_comes_from_the_worker() -> None:
    async def work(pool: Pool) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        await pool.run(
            "tables.grid",
            on_progress=told.append,
            text="Euclid(a,b)",
            down=("a", 1, 20),
            across=("b", 1, 20),
            show="outcome",
            where="",
        )
        return told

    told = with_pool(work)
    assert told
    assert all(0 <= data["done"] <= data["total"] for data in told)


def test_closing_answers_everybody() -> None:
    async def main() -> list[Any]:
        async with Pool(Settings(workers=2)) as pool:
            await until_idle(pool)
            requests = [
                asyncio.create_task(evaluate(pool, HOPELESS, client=str(i))) for i in range(3)
            ]
            await asyncio.sleep(0)
            assert pool.stats()["running"] == 3
        # Closing came before the three were really asked.
        return await asyncio.gather(*requests, return_exceptions=True)

    for error in run_async(main()):
        assert isinstance(error, TaskError)
        assert error.kind == "Refused"
