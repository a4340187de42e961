"""The workers: they can be stopped and killed, and one that dies harms one request alone."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import pickle
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

from farstar import engine
from farstar.web._pool import Pool, TaskError, WorkerProcess
from farstar.web._worker import LENGTH, Stopped, Worker
from farstar.web.settings import Settings

from .conftest import HOPELESS, run_async

T = TypeVar("T")


def with_pool(work: Callable[[Pool], Awaitable[T]], **settings: Any) -> T:
    """Run `work` with a pool of its own; afterwards no worker may be left."""
    pids: set[int] = set()

    async def main() -> T:
        async with Pool(Settings(**{"workers": 1, **settings})) as pool:
            try:
                return await work(pool)
            finally:
                pids.update(process_ids(pool))

    result = run_async(main())
    assert pids
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    return result


def process_ids(pool: Pool, *, busy: bool = False) -> list[int]:
    """Return the process ids of the workers, or of those that have something to do."""
    running = [call.worker for call in pool._schedule.running]
    return [worker.pid for worker in pool._workers if worker in running or not busy]


async def evaluate(pool: Pool, text: str = "*2 + *3", **options: Any) -> str:
    arguments = {"text": text, "patience": 600}
    report: dict[str, str] = await pool.run("evaluate.report", arguments, **options)
    return report["value"]


async def until_running(pool: Pool, count: int = 1) -> None:
    while len(process_ids(pool, busy=True)) < count:
        await asyncio.sleep(0.01)


async def until_idle(pool: Pool) -> None:
    """Wait until every worker has started and has nothing to do."""
    while pool.stats()["idle"] < pool.settings.workers + 3:
        await asyncio.sleep(0.01)


async def error_of(work: Awaitable[Any]) -> TaskError:
    with pytest.raises(TaskError) as caught:
        await work
    return caught.value


async def cancel(requests: list[asyncio.Task[Any]]) -> None:
    for request in requests:
        request.cancel()
    await asyncio.gather(*requests, return_exceptions=True)


@pytest.fixture
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill no worker that takes a while to stop, as on a busy machine."""
    monkeypatch.setattr("farstar.web._pool._GRACE", 600)


@pytest.fixture
def _no_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests run to their end, so that those that run and those that wait stay the same."""
    monkeypatch.setattr("farstar.web._pool.SLICES", (600, 600))


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
            error = await error_of(pool.run(name, {"text": "true"}))
            assert error.kind == "NotationError"
            assert "Traceback" not in error.message
        assert await evaluate(pool) == "*"

    with_pool(work)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("is_obedient", [True, False])
def test_a_cancelled_request_stops(is_obedient: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.web._pool._GRACE", 600 if is_obedient else 0.1)

    async def work(pool: Pool) -> None:
        await until_idle(pool)
        request = asyncio.create_task(evaluate(pool, HOPELESS, seconds=600))
        await until_running(pool)
        (pid,) = process_ids(pool, busy=True)
        if not is_obedient:
            os.kill(pid, signal.SIGSTOP)
        await cancel([request])
        while process_ids(pool, busy=True):
            await asyncio.sleep(0.01)
        assert await evaluate(pool) == "*"
        await until_idle(pool)
        assert (pid in process_ids(pool)) is is_obedient
        assert pool.stats()["lost"] == (not is_obedient)

    with_pool(work)


@pytest.mark.usefixtures("_no_slices")
def test_a_request_that_waits_can_be_cancelled() -> None:
    async def work(pool: Pool) -> None:
        requests = [asyncio.create_task(evaluate(pool, HOPELESS)) for _ in range(3)]
        await until_running(pool, 3)
        requests += [asyncio.create_task(evaluate(pool, HOPELESS)) for _ in range(2)]
        await asyncio.sleep(0)
        assert pool.stats() | {"running": 3, "waiting": 2} == pool.stats()
        await cancel(requests[4:])
        assert pool.stats() | {"running": 3, "waiting": 1, "lost": 0} == pool.stats()
        await cancel(requests)

    with_pool(work, time_limit=600)


def test_a_killed_worker_costs_one_request() -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        request = asyncio.create_task(evaluate(pool, HOPELESS, client="a"))
        await until_running(pool)
        (pid,) = process_ids(pool, busy=True)
        other = asyncio.create_task(evaluate(pool, client="b"))
        os.kill(pid, signal.SIGKILL)
        error = await error_of(request)
        assert error.kind == "WorkerDied"
        assert "SIGKILL" in error.message
        assert await other == "*"
        await until_idle(pool)
        assert len(process_ids(pool)) == 5

    with_pool(work, workers=2, time_limit=600)


@pytest.mark.long
def test_a_worker_killed_while_idle_costs_nothing_but_itself() -> None:
    async def work(pool: Pool) -> None:
        for is_noticed in (False, True):
            await until_idle(pool)
            lost = pool.stats()["lost"]
            for pid in process_ids(pool):
                os.kill(pid, signal.SIGKILL)
            if is_noticed:
                while pool.stats()["lost"] < lost + 4:
                    await asyncio.sleep(0.01)
                assert await evaluate(pool) == "*"
            else:
                # The server may learn of it by asking.
                with contextlib.suppress(TaskError):
                    assert await evaluate(pool) == "*"
        await until_idle(pool)

    with_pool(work)


def test_time_is_limited_by_the_engine_and_then_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.web._pool._GRACE", 600.0)

    async def work(pool: Pool) -> None:
        await until_idle(pool)
        error = await error_of(evaluate(pool, HOPELESS, seconds=0.3))
        assert error.kind == "BudgetExceeded"
        assert pool.stats()["lost"] == 0
        monkeypatch.setattr("farstar.web._pool._GRACE", 0.5)
        request = asyncio.create_task(evaluate(pool, HOPELESS, seconds=5))
        await until_running(pool)
        # A process that is stopped cannot keep to any budget by itself.
        (pid,) = process_ids(pool, busy=True)
        os.kill(pid, signal.SIGSTOP)
        assert (await error_of(request)).kind == "BudgetExceeded"
        await until_idle(pool)
        assert pool.stats()["lost"] == 1

    with_pool(work)


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.long
def test_memory_is_limited_by_the_engine_and_by_the_system() -> None:
    limit = 300_000_000

    async def work(pool: Pool) -> None:
        await until_idle(pool)
        for pid in process_ids(pool):
            limits = Path(f"/proc/{pid}/limits").read_text()
            line = next(row for row in limits.splitlines() if row.startswith("Max address space"))
            assert line.split()[3:5] == [str(limit)] * 2
        arguments = {"text": HOPELESS, "patience": 600}
        report = await pool.run("evaluate.report", arguments, seconds=600)
        assert report["value"] is None
        assert "memory" in report["value_omitted"]
        assert await evaluate(pool) == "*"

    with_pool(work, memory_limit=limit)


@pytest.mark.usefixtures("_patience")
@pytest.mark.parametrize("client", ["same", pytest.param("other", marks=pytest.mark.long)])
def test_short_requests_are_answered_beside_hopeless_ones(client: str) -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        hopeless = [
            asyncio.create_task(
                evaluate(pool, HOPELESS, client=f"{client} {i}" * (client == "other"), tab=str(i))
            )
            for i in range(10)
        ]
        await until_running(pool, 4)
        for i in range(10):
            assert await evaluate(pool, tab=f"short {i}") == "*"
        assert not any(request.done() for request in hopeless)
        # Making room has cost no worker.
        assert pool.stats()["lost"] == 0
        await cancel(hopeless)
        await until_idle(pool)

    with_pool(work, workers=2, time_limit=600)


@pytest.mark.long
@pytest.mark.usefixtures("_patience")
def test_a_request_that_was_stopped_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.web._pool.SLICES", (0, 0))
    asked: list[object] = []
    ask = WorkerProcess.ask

    async def count(self: WorkerProcess, *arguments: Any) -> Any:
        asked.append(arguments[0])
        return await ask(self, *arguments)

    monkeypatch.setattr(WorkerProcess, "ask", count)

    async def work(pool: Pool) -> None:
        await until_idle(pool)
        texts = [" + ".join(f"+-{2**i + k}" for i in range(10)) for k in range(6)]
        values = await asyncio.gather(*(evaluate(pool, t, tab=t) for t in texts))
        assert len(asked) > len(texts)
        assert values == [await evaluate(pool, text) for text in texts]
        assert pool.stats()["lost"] == 0

    with_pool(work, time_limit=600)


@pytest.mark.parametrize(
    "text",
    [
        "E(11,8) + {3||2|1} - *2",
        pytest.param("Domineering(...|...) + Nim(3,4)", marks=pytest.mark.long),
    ],
)
def test_a_task_can_be_stopped_anywhere(text: str) -> None:
    """Stop a task after so many lines; the next one must not notice."""
    answers = io.BytesIO()
    worker = Worker(1 << 40, answers)
    lines = 0

    def answer(last: int | None) -> tuple[str, Any]:
        nonlocal lines
        lines = 0

        def trace(frame: FrameType, event: str, _: object) -> Any:
            nonlocal lines
            lines += event == "line"
            if last is not None and lines >= last:
                sys.settrace(None)
                worker.stop(0, frame)
            return trace

        answers.seek(0)
        sys.settrace(trace)
        try:
            arguments = {"text": text, "patience": 600}
            worker.answer({"task": "evaluate.report", "arguments": arguments, "seconds": 600})
        finally:
            sys.settrace(None)
        (kind, report, *_) = pickle.loads(answers.getvalue()[LENGTH.size : answers.tell()])
        names = ("value", "outcome", "winning_moves")
        return kind, report and [report[name] for name in names]

    # A stop that comes too early would be tried again after some time.
    before = signal.signal(signal.SIGPROF, signal.SIG_IGN)
    try:
        expected = answer(None)
        assert expected[0] == "result"
        # The first time modules were loaded.
        assert answer(None) == expected
        count = lines
        kinds = []
        for last in range(1, count, max(1, count // 20)):
            kinds.append(answer(last)[0])
            assert answer(None) == expected
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert set(kinds) <= {"stopped", "result"}
    assert kinds.count("stopped") > 3


def test_a_worker_whose_limits_remain_asks_to_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so with its answer: a request that came after it would be lost."""
    answers = io.BytesIO()
    worker = Worker(1 << 40, answers)

    def stopped_while_setting_limits(**_: object) -> None:
        engine.active().set_budget(0.0, None, None)
        raise Stopped

    monkeypatch.setattr(worker, "_run", stopped_while_setting_limits)
    try:
        worker.answer({})
    finally:
        engine.active().set_budget(None, None, None)
    kind, _, _, is_worn = pickle.loads(answers.getvalue()[LENGTH.size :])
    assert (kind, is_worn) == ("stopped", True)


@pytest.mark.usefixtures("_no_slices")
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
        assert (await error_of(evaluate(pool, client="late"))).kind == "Refused"
        await cancel(requests)
        assert await evaluate(pool) == "*"

    with_pool(work, waiting=5)


@pytest.mark.long
def test_workers_are_recycled_without_anybody_noticing() -> None:
    async def work(pool: Pool) -> None:
        await until_idle(pool)
        before = set(process_ids(pool))
        values = [await evaluate(pool, f"*{n} + *{n + 1}", client=str(n % 5)) for n in range(24)]
        assert values == [_nimber(n ^ (n + 1)) for n in range(24)]
        assert pool.stats()["recycled"] >= 24 // 4 - 1
        assert pool.stats()["lost"] == 0
        await until_idle(pool)
        # Those that were started last are asked first, so that some may still be there.
        assert before - set(process_ids(pool))

    with_pool(work, recycle_after=4)


def _nimber(n: int) -> str:
    return "*" if n == 1 else f"*{n}"


@pytest.mark.long
def test_a_worker_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.web._pool._GROWTH", 0.001)

    async def work(pool: Pool) -> None:
        assert [await evaluate(pool) for _ in range(3)] == ["*"] * 3
        await until_idle(pool)
        assert pool.stats()["recycled"] == 3

    with_pool(work)


def test_progress_comes_from_the_worker() -> None:
    async def work(pool: Pool) -> list[dict[str, Any]]:
        progress_seen: list[dict[str, Any]] = []
        table = {"text": "Euclid(a,b)", "down": ("a", 1, 20), "across": ("b", 1, 20)}
        await pool.run(
            "tables.export",
            {**table, "show": "outcome", "where": "", "form": "csv"},
            on_progress=progress_seen.append,
        )
        return progress_seen

    progress = with_pool(work)
    assert progress
    assert all(0 <= data["done"] <= data["total"] for data in progress)


def test_closing_answers_everybody() -> None:
    async def main() -> list[Any]:
        async with Pool(Settings(workers=1)) as pool:
            await until_idle(pool)
            requests = [
                asyncio.create_task(evaluate(pool, HOPELESS, client=str(i))) for i in range(4)
            ]
            await asyncio.sleep(0)
            assert pool.stats() | {"running": 3, "waiting": 1} == pool.stats()
        # Closing came before the three were really asked.
        requests.append(asyncio.create_task(evaluate(pool)))
        return await asyncio.gather(*requests, return_exceptions=True)

    for error in run_async(main()):
        assert isinstance(error, TaskError)
        assert error.kind == "Refused"
