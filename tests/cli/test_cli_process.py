"""The command line as a process: exit codes, Ctrl-C, pipes, encodings and what it loads."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import farstar
from tests.running import python

from ..waiting import until_busy

HARD = "+".join(
    f"{{{97 * i % 31 + 40}|{53 * i % 17 + 9}||{7 * i % 11 - 3}|||{-(41 * i % 29) - 5}}}"
    for i in range(1, 40)
)
"""A sum of 39 hot games without any structure: hours of work for any engine."""

ROOT = Path(__file__).parents[2]
FARSTAR = [sys.executable, "-m", "farstar"]
PATIENCE = ("--time-limit", "600")
"""Without it a command mentions on a busy machine that there may be a time limit."""


def run(*words: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``python -m farstar``."""
    return subprocess.run(
        [*FARSTAR, *words],
        env=os.environ | (env or {}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_version() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.split()[:2] == ["farstar", farstar.__version__]


def test_data_and_notes_are_apart() -> None:
    done = run("eval", "--json", *PATIENCE, "^")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["outcome"] == "L"


def test_bad_input() -> None:
    done = run("eval", *PATIENCE, "{1|0|-1}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[1:] == ["  {1|0|-1}", "      ^"]


@pytest.mark.parametrize("engine", farstar.engine.available())
def test_time_limit(engine: str) -> None:
    done = run("eval", "--json", "--time-limit", "0.5", HARD, env={"FARSTAR_ENGINE": engine})
    answer = json.loads(done.stdout)
    if "error" in answer:
        # On a busy machine the time is up before anything is known.
        assert (done.returncode, answer["error"]["kind"]) == (3, "BudgetExceeded")
        assert len(done.stderr.splitlines()) == 1
        return
    assert done.returncode == (3 if answer["outcome"] is None else 0), done.stderr
    assert answer["value"] is None
    assert "not known within the time limit" in answer["value_omitted"]
    assert done.stderr == ""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms here")
def test_a_time_limit_stops_work_outside_the_engine() -> None:
    code = "from farstar.reports import limits\nwith limits(0.1, None):\n    while True: pass\n"
    done = python("-c", code)
    assert "BudgetExceeded: out of time" in done.stderr


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms here")
def test_a_time_limit_insists() -> None:
    code = """
from farstar.reports import limits
with limits(0.1, None):
    try:
        while True: pass
    except Exception:
        while True: pass
"""
    done = python("-c", code)
    assert "BudgetExceeded: out of time" in done.stderr


def test_memory_limit() -> None:
    done = run("eval", "--memory-limit", "1MB", *PATIENCE, HARD)
    assert "value          left out: out of budget: the memory limit is reached\n" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process")
@pytest.mark.parametrize("engine", farstar.engine.available())
def test_interruption(engine: str) -> None:
    process = subprocess.Popen(
        [*FARSTAR, "eval", "--time-limit", "1000", "-"],  # left to itself it gives up soon
        env=os.environ | {"FARSTAR_ENGINE": engine},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    # The answer to the first line shows that the program is up and running.
    process.stdin.write(f"1\n{HARD}\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith("expression")
    until_busy(process.pid)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.split() == ["farstar", "eval:", "interrupted"]


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
@pytest.mark.parametrize(
    "words", [["eval", *PATIENCE, "1"], ["eval", "--json", *PATIENCE, "1"], ["--help"], ["doctor"]]
)
def test_a_closed_pipe_is_quiet(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*FARSTAR, *words],
            stdout=writing,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words",
    [["eval", *PATIENCE, "1"], ["eval", "--json", *PATIENCE, "1"], ["--help"], ["--version"]],
)
def test_a_full_disk_is_one_line(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*FARSTAR, *words], stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "expected output that can be written, got: No space left" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="the shell is another one there")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("eval 1 >&-", ""),
        ("eval 1 2>&-", "value"),
        ("repl <&-", ""),
        ("play 'Nim(3)' <&-", "Good bye."),
    ],
)
def test_a_stream_that_is_closed_from_the_start(words: str, said: str) -> None:
    command = f"{sys.executable} -m farstar {words}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert said in done.stdout


def test_ascii_terminals_get_ascii() -> None:
    done = run("eval", "--unicode", "^*", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "^*" in done.stdout


def test_help_loads_little() -> None:
    code = (
        "import sys\n"
        "from farstar.cli import cli\n"
        "assert cli(['--help'], standalone_mode=False) == 0\n"
        "heavy = {'rich', 'asyncio', 'farstar.cli.eval', 'farstar.cli.bench'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "assert len(sys.modules) < 240, len(sys.modules)\n"  # 120 of them today
    )
    python("-c", code, check=True)


def test_json_does_not_load_rich() -> None:
    code = (
        "import sys\n"
        "from farstar.cli import cli\n"
        "assert cli(['eval', '--json', '+-1'], standalone_mode=False) == 0\n"
        "assert 'rich' not in sys.modules\n"
    )
    python("-c", code, check=True)


@pytest.mark.skipif("native" not in farstar.engine.available(), reason="counts its calls")
def test_a_sum_is_evaluated_with_few_calls_between_rooms() -> None:
    code = (
        "from farstar.cli import cli\n"
        "from tests.work import crossings_of\n"
        "words = ['eval', 'E(11,8)+*2']\n"
        "count = crossings_of(lambda: cli(words, standalone_mode=False))\n"
        "assert count <= 909, count\n"  # 884 of them today
    )
    python("-c", code, check=True, cwd=ROOT, env=os.environ | {"FARSTAR_ENGINE": "native"})


def test_a_short_value_loads_few_modules() -> None:
    code = (
        "import sys\n"
        "from farstar.cli import cli\n"
        "assert cli(['eval', '{3|1}'], standalone_mode=False) == 0\n"
        "ours = [name for name in sys.modules if name.split('.')[0] == 'farstar']\n"
        "assert len(ours) <= 100, ours\n"
        "assert not {'farstar.loopy', 'farstar.misere'} & set(ours)\n"
    )
    python("-c", code, check=True)
