"""Surveys that are really killed, filled up and interrupted, and then resumed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from .conftest import CHUNKS
from .processes import arguments, done_chunks, resume, started, wait_for_chunks, workers

POOL = ["--jobs", "2"]
CLUSTER = pytest.param(["--cluster", "local", "--jobs", "2"], marks=pytest.mark.long)
Same = Callable[[Path], bool]


@pytest.mark.parametrize("runner", [POOL, CLUSTER])
def test_a_killed_worker_is_replaced(
    runner: list[str], gated_file: Path, tmp_path: Path, same_as_undisturbed: Same
) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out, *runner), tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        before = workers(process)
        assert len(before) == 2
        before[0].kill()
        (tmp_path / "gate").touch()
        _, said = process.communicate()
    assert process.returncode == 0, said
    assert "Traceback" not in said
    assert same_as_undisturbed(out)


@pytest.mark.parametrize("runner", [pytest.param([], marks=pytest.mark.long), POOL, CLUSTER])
def test_a_killed_driver_can_be_resumed(
    runner: list[str], gated_file: Path, tmp_path: Path, same_as_undisturbed: Same
) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out, *runner), tmp_path / "gate") as process:
        wait_for_chunks(out, 3, process)
        orphans = workers(process)
        process.kill()
        process.communicate()
    done = done_chunks(out)
    assert 3 <= done < CHUNKS
    finished = resume(gated_file, out, *runner)
    assert finished.returncode == 0, finished.stderr
    assert f"{CHUNKS} chunks, {done} of them from before" in finished.stderr
    assert same_as_undisturbed(out)
    psutil.wait_procs(orphans)


@pytest.mark.parametrize("runner", [pytest.param([], marks=pytest.mark.long), POOL, CLUSTER])
def test_an_interrupt_leaves_a_survey_to_resume(
    runner: list[str], gated_file: Path, tmp_path: Path, same_as_undisturbed: Same
) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out, *runner), tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        children = workers(process)
        # As a terminal does it: to the driver and to its workers.
        for child in children:
            child.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130, said
    assert "--resume goes on from there" in said
    assert "Traceback" not in said
    assert done_chunks(out) < CHUNKS
    assert resume(gated_file, out).returncode == 0
    assert same_as_undisturbed(out)


@pytest.mark.long
def test_a_stopped_worker_does_not_hold_up_the_end(gated_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out, "--jobs", "2"), tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        for worker in workers(process):
            worker.suspend()
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate()
    assert process.returncode == 143, said


@pytest.mark.long
def test_a_second_driver_is_refused(
    gated_file: Path, tmp_path: Path, same_as_undisturbed: Same
) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out), tmp_path / "gate") as process:
        wait_for_chunks(out, 1, process)
        second = resume(gated_file, out)
        assert second.returncode == 2
        assert "another process is writing there" in second.stderr
        (tmp_path / "gate").touch()
        process.communicate()
    assert process.returncode == 0
    assert same_as_undisturbed(out)


def test_a_full_disk(gated_file: Path, tmp_path: Path, same_as_undisturbed: Same) -> None:
    """A file system of a few kilobytes, in a name space of its own."""
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("unshare is not installed")
    disk, copy = tmp_path / "disk", tmp_path / "copy"
    disk.mkdir()
    command = arguments(gated_file, disk / "out", "--resume")
    script = f"""
    mount -t tmpfs -o size=64k tmpfs {disk} || exit 99
    {" ".join(command)} >&2
    echo $?
    mount -o remount,size=8m {disk}
    {" ".join(command)} >&2
    echo $?
    cp -r {disk}/out {copy}
    """
    done = subprocess.run(
        [unshare, "--map-root-user", "--mount", "sh", "-c", script],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode == 99 or "unshare" in done.stderr:
        pytest.skip("nothing can be mounted here")
    assert done.stdout.split() == ["3", "0"], done.stderr
    assert "out of space" in done.stderr
    assert same_as_undisturbed(copy)


@pytest.mark.long
def test_a_chunk_that_kills_its_workers_is_given_up(tmp_path: Path) -> None:
    file = tmp_path / "deadly.py"
    file.write_text(
        "import os\n"
        "game = '*n'\n"
        "def length(g) -> int:\n"
        "    if str(g) == '*3':\n"
        "        os.kill(os.getpid(), 9)\n"
        "    return 1\n",
        encoding="utf-8",
    )
    out = tmp_path / "out"
    command = [sys.executable, "-m", "farstar", "survey", str(file), "n=1..4", "--show", "length"]
    done = subprocess.run(
        [*command, "--chunks", "4", "--jobs", "2", "--out", str(out)],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        env=os.environ,
    )
    assert done.returncode == 2
    assert "3 worker processes ended on it (the last with code -9)" in done.stderr
