"""What a signal leaves behind: nothing but the chunks that are done."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.running import python

from .conftest import CHUNKS
from .processes import arguments, done_chunks, resume, started, wait_for_chunks, workers

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")

LOCAL = ("--cluster", "local", "--jobs", "2")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the programs that are started here keep their temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.mark.parametrize(
    ("runner", "number", "code"),
    [
        pytest.param((), signal.SIGTERM, 143, marks=pytest.mark.long),
        ((), signal.SIGHUP, 129),
        (("--jobs", "2"), signal.SIGTERM, 143),
        pytest.param(LOCAL, signal.SIGTERM, 143, marks=pytest.mark.long),
        pytest.param(LOCAL, signal.SIGINT, 130, marks=pytest.mark.long),
    ],
)
def test_a_signal_leaves_a_survey_to_resume_and_no_litter(
    runner: tuple[str, ...],
    number: signal.Signals,
    code: int,
    gated_file: Path,
    tmp_path: Path,
    temporary: Path,
    same_as_undisturbed: Callable[[Path], bool],
) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out, *runner), tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        process.send_signal(number)
        _, said = process.communicate()
    assert process.returncode == code, said
    assert "--resume goes on from there" in said
    assert "Traceback" not in said
    assert not list(temporary.iterdir())
    assert 2 <= done_chunks(out) < CHUNKS
    assert resume(gated_file, out).returncode == 0
    assert same_as_undisturbed(out)


def test_a_survey_without_a_folder_leaves_none(
    gated_file: Path, tmp_path: Path, temporary: Path
) -> None:
    command = [sys.executable, "-m", "farstar", "survey", str(gated_file), "--chunks", str(CHUNKS)]
    with started(command, tmp_path / "gate") as process:
        while not list(temporary.glob("farstar-survey-*/journal.jsonl")):
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate()
    assert process.returncode == 143, said
    assert said.strip() == "farstar survey: ended by SIGTERM"
    assert not list(temporary.iterdir())


def test_workers_clean_up_behind_a_killed_driver(
    gated_file: Path, tmp_path: Path, temporary: Path
) -> None:
    out = tmp_path / "out"
    with started(arguments(gated_file, out, *LOCAL), tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        orphans = workers(process)
        assert list(temporary.iterdir())
        process.kill()
        process.communicate()
    psutil.wait_procs(orphans)
    assert not list(temporary.iterdir())


def test_what_ignores_hangups_goes_on(gated_file: Path, tmp_path: Path) -> None:
    """As a program that was started by nohup."""
    out = tmp_path / "out"
    with started(["nohup", *arguments(gated_file, out)], tmp_path / "gate") as process:
        wait_for_chunks(out, 2, process)
        process.send_signal(signal.SIGHUP)
        (tmp_path / "gate").touch()
        _, said = process.communicate()
    assert process.returncode == 0, said


def test_json_and_a_signal(gated_file: Path, tmp_path: Path) -> None:
    command = arguments(gated_file, tmp_path / "out", "--json")
    with started(command, tmp_path / "gate") as process:
        wait_for_chunks(tmp_path / "out", 1, process)
        process.send_signal(signal.SIGTERM)
        answer, said = process.communicate()
    assert (process.returncode, answer) == (143, ""), said


@pytest.mark.long
def test_cleaning_up_is_left_in_peace(tmp_path: Path) -> None:
    """Ctrl-C is raised again and again, but not into what cleans up after it."""
    script = tmp_path / "slow.py"
    script.write_text(
        "import os, signal, time\n"
        "from farstar.cli._failures import insistent_interrupts\n"
        "def compute(seconds):\n"
        "    end = time.process_time() + seconds\n"
        "    while time.process_time() < end:\n"
        "        pass\n"
        "try:\n"
        "    with insistent_interrupts():\n"
        "        try:\n"
        "            os.kill(os.getpid(), signal.SIGTERM)\n"
        "            compute(60)\n"
        "        finally:\n"
        "            compute(0.5)\n"
        "            print('clean')\n"
        "except KeyboardInterrupt as error:\n"
        "    print(error)\n",
        encoding="utf-8",
    )
    done = python(script)
    assert done.stdout.split() == ["clean", "SIGTERM"], done.stderr
