"""Dask under a clock that is put back: its messages, its timers, and whole surveys."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from farstar.surveys._cluster import Cluster, HeldMessages, steady_clock
from farstar.surveys._manifest import Chunk

from .conftest import served
from .processes import arguments

HOUR = 3600.0

# Each look at this clock finds it ten seconds earlier: no deadline is ever reached.
BACKWARDS = """
import itertools
import time

_time, _looks = time.time, itertools.count()
time.time = lambda: _time() - 10 * next(_looks)
"""

# A scheduler with two workers; they end when standard input does.
CLUSTER = """
import asyncio
import sys
from distributed import Scheduler, Worker

async def serve():
    async with (
        Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler,
        Worker(scheduler.address, nthreads=1, local_directory=sys.argv[1]),
        Worker(scheduler.address, nthreads=1, local_directory=sys.argv[1]),
    ):
        print(scheduler.address, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(serve())
"""


class Comm:
    """A connection that takes everything."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def closed(self) -> bool:
        return False

    def abort(self) -> None:
        pass

    async def write(self, messages: list[str], **_: Any) -> int:
        self.written += messages
        return 1


@pytest.fixture
def put_back(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that puts the clock back by an hour, for Dask and Tornado."""
    metrics: Any = pytest.importorskip("distributed.metrics")
    names = [name for name in sys.modules if name.split(".")[0] == "distributed"]
    modules = [sys.modules[n] for n in names if getattr(sys.modules[n], "time", 0) is metrics.time]
    assert len(modules) > 10
    offsets = [0.0]
    real = time.time

    def day() -> float:
        return real() + offsets[-1]

    monkeypatch.setattr(time, "time", day)
    for module in modules:
        monkeypatch.setattr(module, "time", day)
    return lambda: offsets.append(offsets[-1] - HOUR)


def _longest_wait(put_back: Callable[[], None]) -> float:
    """Return how long a message may have to wait if the clock was put back since the last one."""
    batched: Any = pytest.importorskip("distributed.batched")
    comm = Comm()

    async def send() -> float:
        stream = batched.BatchedSend(interval="2ms")
        stream.start(comm)
        stream.send("first")
        while comm.written != ["first"]:
            await asyncio.sleep(0)
        put_back()
        stream.send("second")
        for _ in range(5):
            await asyncio.sleep(0)
        loop: Any = asyncio.get_running_loop()
        waits = [timer.when() - loop.time() for timer in loop._scheduled]
        stream.abort()
        return max(waits, default=0.0)

    return asyncio.run(send())


def test_messages_wait_for_the_steady_clock_only(put_back: Callable[[], None]) -> None:
    with steady_clock():
        assert _longest_wait(put_back) < 60
    # Should this fail, Dask goes by a steady clock itself, and ours can be removed.
    assert _longest_wait(put_back) > HOUR / 2


def test_tornado_and_every_module_of_dask_go_by_it(put_back: Callable[[], None]) -> None:
    names = ("metrics", "scheduler", "worker")
    dask: list[Any] = [pytest.importorskip(f"distributed.{name}") for name in names]
    loops: Any = pytest.importorskip("tornado.ioloop")

    async def clocks() -> list[float]:
        return [loops.IOLoop.current().time(), *(module.time() for module in dask)]

    before = time.time()
    with steady_clock(), steady_clock():
        put_back()
        for clock in asyncio.run(clocks()):
            assert before <= clock < before + HOUR / 2
    for clock in asyncio.run(clocks()):
        assert clock < before - HOUR / 2


def test_messages_are_asked_for_after_so_many_looks_in_vain() -> None:
    asked: list[str] = []

    class Client:
        def run_on_scheduler(self, function: Callable[[Any], None]) -> None:
            function(SimpleNamespace(stream_comms={1: _stream()}, client_comms={}))
            asked.append("scheduler")

        def run(self, function: Callable[[Any], None], on_error: str) -> None:
            assert on_error == "ignore"
            raise OSError("gone")

    def _stream() -> Any:
        return SimpleNamespace(waker=asyncio.Event(), next_deadline=HOUR)

    held = HeldMessages(Client(), patience=3)
    for looks, times in ((2, 0), (0, 0), (2, 0), (3, 1), (3, 2)):
        if not looks:
            held.came()
        for _ in range(looks):
            held.look()
            held.wait()
        assert len(asked) == times


# Whole surveys, whose time runs backwards.


@pytest.fixture
def backwards(tmp_path: Path) -> dict[str, str]:
    """The environment of a process whose time of day runs backwards."""
    folder = tmp_path / "clock"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(BACKWARDS, encoding="utf-8")
    path = [str(folder), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}


@pytest.mark.long
def test_a_local_cluster(
    backwards: dict[str, str],
    gated_file: Path,
    tmp_path: Path,
    same_as_undisturbed: Callable[[Path], bool],
) -> None:
    out = tmp_path / "out"
    done = subprocess.run(
        arguments(gated_file, out, "--cluster", "local", "--jobs", "2"),
        capture_output=True,
        encoding="utf-8",
        env=backwards,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert same_as_undisturbed(out)


@pytest.mark.long
def test_a_cluster_elsewhere(
    backwards: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farstar.surveys._cluster._LOOK", 0.02)
    chunks = [Chunk(i, {"n": i}, {"block": i}, 1) for i in range(3)]
    with served(tmp_path / "cluster.py", CLUSTER, env=backwards) as address:
        results = {chunk.number: n for chunk, n in Cluster(address, 1).run(itemgetter("n"), chunks)}
    assert results == {0: 0, 1: 1, 2: 2}
