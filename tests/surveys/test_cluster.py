"""Dask clusters: somebody else's, our own with workers that die, and none at all."""

from __future__ import annotations

import logging
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import psutil
import pytest

import farstar as fs
from farstar.surveys._cluster import Cluster, LocalCluster, Patience, _result
from farstar.surveys._manifest import Chunk
from tests.running import python
from tests.waiting import until

from .conftest import CHUNKS, served
from .processes import arguments, done_chunks, started, wait_for_chunks, workers

pytestmark = pytest.mark.long

LOCAL = ("--cluster", "local", "--jobs", "2")

# Three worker processes; they end when standard input does.
CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=None, local_directory=sys.argv[1]
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def test_an_address(
    gated_file: Path, tmp_path: Path, same_as_undisturbed: Callable[[Path], bool]
) -> None:
    out, claim = tmp_path / "out", tmp_path / "claim.py"
    claim.write_text("def claim(n):\n    return n != 77\n", encoding="utf-8")
    with served(tmp_path / "cluster.py", CLUSTER) as address:
        survey = ("survey", gated_file, "--out", out, "--chunks", CHUNKS)
        done = python("-m", "farstar", *survey, "--cluster", address)
        words = ("search", "--claim", claim, "n=0..500")
        search = python("-m", "farstar", *words, "--cluster", address)
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert same_as_undisturbed(out)
    assert (search.returncode, search.stdout.splitlines()[0]) == (1, "counterexample: n=77")


# A cluster on this machine.


def test_all_local_workers_are_killed_twice(
    gated_file: Path, tmp_path: Path, same_as_undisturbed: Callable[[Path], bool]
) -> None:
    """The second time while the new ones are still starting."""
    out = tmp_path / "out"
    with started(arguments(gated_file, out, *LOCAL), tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        killed = set[int]()
        while len(killed) < 4:
            for worker in workers(process):
                if worker.pid not in killed:
                    killed.add(worker.pid)
                    worker.kill()
            assert process.poll() is None, process.communicate()
        (tmp_path / "gate").touch()
        _, said = process.communicate()
    assert process.returncode == 0, said
    # Nothing about lost workers; on a busy machine lines on the progress come before the last one.
    *progress, _ = said.splitlines()
    assert all("chunks, " in line for line in progress), said
    assert same_as_undisturbed(out)


def test_workers_that_end_again_and_again(tmp_path: Path) -> None:
    """As where a script has no `if __name__ == '__main__'`, or there is no memory."""
    cluster = LocalCluster("tcp://127.0.0.1:1", 1, str(tmp_path / "none"))
    for _ in range(5):
        cluster.tend()
        cluster.end()
    with pytest.raises(fs.SurveyError, match="5 ended before one of them had finished a chunk"):
        cluster.tend()


def test_nothing_serves_web_pages(gated_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out, *LOCAL), tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        # The second worker may start late.
        until(lambda: len(_listening(process)) >= 3 or process.poll() is not None)
        listening = _listening(process)
        # The scheduler and two workers, seen from this machine only.
        assert len(listening) == 3
        assert {address for address, _ in listening} == {"127.0.0.1"}
        for address in listening:
            assert b"HTTP/" not in _answer(address)


def _listening(process: subprocess.Popen[str]) -> set[tuple[str, int]]:
    """Return the addresses at which a program and those that it started take calls."""
    own = psutil.Process(process.pid)
    return {
        (connection.laddr.ip, connection.laddr.port)
        for each in (own, *own.children(recursive=True))
        for connection in each.net_connections()
        if connection.status == psutil.CONN_LISTEN
    }


def _answer(address: tuple[str, int]) -> bytes:
    with socket.create_connection(address) as caller:
        caller.sendall(b"GET / HTTP/1.0\r\n\r\n")
        caller.shutdown(socket.SHUT_WR)
        said = b""
        while part := caller.recv(1024):
            said += part
        return said


# A scheduler without workers, and none at all.


def _chunks() -> list[Chunk]:
    return [Chunk(i, {"n": i}, {"block": i}, 1) for i in range(3)]


def _work(arguments: Mapping[str, Any]) -> int:
    return int(arguments["n"])


def test_a_scheduler_without_workers(
    scheduler: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    minutes = count(0, 60)
    run = Cluster(scheduler, 1, clock=lambda: next(minutes)).run(_work, _chunks())
    monkeypatch.setattr("farstar.surveys._cluster._LOOK", 0.01)
    with (
        caplog.at_level(logging.WARNING, "farstar.surveys"),
        pytest.raises(fs.BudgetExceeded, match=r"no workers were connected to .* for 60 minutes"),
    ):
        next(run)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 59
    assert said[0] == (
        f"no workers are connected to {scheduler}: waiting, 60 s so far and 60 minutes at most"
    )


def test_patience_begins_anew_with_every_worker() -> None:
    times = iter([0, 3000, 3001, 6600, 6601])
    patience = Patience("there", lambda: next(times))
    for workers_there in (0, 1, 0, 0):
        patience.look(workers_there)
    with pytest.raises(fs.BudgetExceeded):
        patience.look(0)


def test_waiting_is_said_and_can_be_ended(scheduler: str, gated_file: Path, tmp_path: Path) -> None:
    command = arguments(gated_file, tmp_path / "out", "--cluster", scheduler)
    with started(command, tmp_path / "gate") as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith(f"no workers are connected to {scheduler}: waiting, ")
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate()
    assert process.returncode == 143, said
    assert "farstar survey: ended by SIGTERM" in said
    assert done_chunks(tmp_path / "out") == 0


def test_a_failed_connection_leaves_nothing(
    gated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farstar.surveys._cluster._PATIENCE", 0.5)
    out = tmp_path / "out"
    for address in ("127.0.0.1:1", "tcp://127.0.0.1:none", "nowhere://here"):
        with pytest.raises(fs.SurveyError, match="expected the address of a Dask scheduler"):
            fs.survey(gated_file, out=out, chunks=CHUNKS, cluster=address)
        assert not out.exists()
    fs.survey(gated_file, out=out, chunks=CHUNKS)


def test_a_scheduler_that_goes_away(
    scheduler: str, gated_file: Path, tmp_path: Path, same_as_undisturbed: Callable[[Path], bool]
) -> None:
    out = tmp_path / "out"
    command = arguments(gated_file, out, "--cluster", scheduler)
    with started(command, tmp_path / "gate") as process:
        assert process.stderr is not None
        process.stderr.readline()
        port = int(scheduler.rpartition(":")[2])
        (there,) = [
            child
            for child in psutil.Process().children()
            if any(
                connection.status == psutil.CONN_LISTEN and connection.laddr.port == port
                for connection in child.net_connections()
            )
        ]
        there.kill()
        _, said = process.communicate()
    assert process.returncode == 2, said
    assert "expected the Dask cluster to answer, but it is gone" in said
    assert "Traceback" not in said
    fs.survey(gated_file, out=out, chunks=CHUNKS, resume=True)
    assert same_as_undisturbed(out)


def test_a_call_that_dask_cancels_is_not_a_fault_of_the_chunk() -> None:
    class Cancelled:
        """What a future of Dask does when the call that waits for it is cancelled."""

        def result(self, timeout: float) -> None:
            raise UnboundLocalError("cannot access local variable 'result'")

    chunk = Chunk(number=46, arguments={}, keys={}, positions=1)
    with pytest.raises(fs.SurveyError, match="cluster to answer, but it is gone: a call was"):
        _result(Cancelled(), chunk, 1.0)
