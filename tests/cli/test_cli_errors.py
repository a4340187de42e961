"""Bad input ends with 2 and one line, whatever it is; never with a traceback."""

from __future__ import annotations

import json
import threading

import click
import pytest

from farstar.cli import cli
from farstar.cli.common import read_seconds, read_size
from farstar.errors import BudgetExceeded, NotationError, ValueOverflowError
from farstar.expressions import Expression
from farstar.reports import Clock, Report, caret, report
from tests.running import run

COMMANDS = cli.list_commands(click.Context(cli))


@pytest.mark.parametrize("text", ["1 +", "{1|0|-1}", "*99999999999999999999999999"])
def test_bad_expressions_in_json(text: str) -> None:
    result = run("eval", "--json", text)
    assert result.exit_code == 2
    report = json.loads(result.stdout)
    assert report["schema"] == "farstar.eval/1"
    assert set(report["error"]) == {"kind", "message", "column"}
    assert report["error"]["message"] in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["nonsense"],
            "expected a command, got 'nonsense'; farstar --help lists the commands",
        ),
        (["--nonsense"], "--nonsense"),
        (["eval"], "expected an expression"),
        (["eval", "1", "2"], "expected one expression, in quotes, got 2: '1 2'"),
        (["eval", "--jsno", "1"], "--jsno"),
        (["eval", "--json=yes", "1"], "--json"),
        (["eval", "1", "--time-limit"], "expected a value after --time-limit, got none"),
        (["eval", "--time-limit", "soon", "1"], "got 'soon'"),
        (["eval", "--time-limit", "-1", "1"], "got '-1'"),
        (["eval", "--time-limit", "0", "1"], "got '0'"),
        (["eval", "--time-limit", "nan", "1"], "got 'nan'"),
        (["eval", "--time-limit", "inf", "1"], "got 'inf'"),
        (["eval", "--memory-limit", "lots", "1"], "got 'lots'"),
        (["eval", "--memory-limit", "3XB", "1"], "got '3XB'"),
        (["eval", "--memory-limit", "-3MB", "1"], "got '-3MB'"),
        (["eval", "1", "--rules", "no.rules"], "expected a file with rules, got 'no.rules'"),
        (["table", "Nim(n)", "n="], "expected a range such as p=11..20 or n=1,2,5..9..2, got 'n='"),
        (["table", "Nim(n)", "n=1..x"], "expected a range such as p=11..20"),
        (["survey", "Nim(a,b)"], "expected a range for each variable of 'Nim(a,b)'"),
        (["certify", "1", "--out", "no/folder"], "expected a file that can be written"),
        (["misere", "0.07", "--heaps", "5", "--out", "no/folder"], "'no/folder'"),
        (["doctor", "what"], "expected no argument, got 'what'"),
        (["bench", "engine"], "expected no argument, got 'engine'"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_bad_usage(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert said in result.stderr


def test_bad_usage_in_json() -> None:
    report = json.loads(run("eval", "--json").stdout)
    assert report["error"]["kind"] == "UsageError"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotationError("x"), 2),
        (ValueOverflowError("x"), 2),
        (BudgetExceeded("x"), 3),
        (MemoryError(), 3),
        (FileNotFoundError(2, "No such file", "x"), 2),
        (KeyboardInterrupt(), 130),
        (ZeroDivisionError(), 70),
    ],
)
def test_exit_codes(error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("farstar.reports.report", fail)
    assert run("eval", "1").exit_code == code


def test_an_internal_error_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr("farstar.reports.report", fail)
    result = run("eval", "1")
    assert result.exit_code == 70
    assert len(result.stderr.splitlines()) == 1
    assert "ZeroDivisionError: a fault of ours" in result.stderr
    monkeypatch.setenv("FARSTAR_TRACEBACK", "1")
    assert "Traceback" in run("eval", "1").stderr


def test_the_caret_points_at_the_fault() -> None:
    text = "1 + " * 100 + "? + 1"
    line, mark = caret(NotationError("x", text=text, column=400)).splitlines()
    assert line[mark.index("^")] == "?"
    assert len(line) < 90
    assert caret(NotationError("x")) == ""


@pytest.mark.parametrize(
    ("text", "size"),
    [("0", 0), ("7", 7), ("7b", 7), ("2k", 2000), ("2KiB", 2048), (" .5 MB ", 500_000)],
)
def test_sizes(text: str, size: int) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize("text", ["", "MB", "1 2", "1..2", "1e9", "0x10", "1" * 50])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="expected a size"):
        read_size(text)


def test_seconds() -> None:
    assert read_seconds("1e-3") == 0.001
    with pytest.raises(ValueError, match="expected a positive number of seconds"):
        read_seconds("1s")


@pytest.mark.parametrize("command", ["eval", "doctor", "bench"])
def test_every_command_has_help_with_examples(command: str) -> None:
    for flag in ("--help", "-h"):
        result = run(command, flag)
        assert result.exit_code == 0
        for part in ("Examples:", f"farstar {command}", "--time-limit", "--memory-limit", "--json"):
            assert part in result.stdout


def test_help_names_every_command() -> None:
    for words in ([], ["--help"]):
        result = run(*words)
        assert result.exit_code == 0
        assert all(command in result.stdout for command in COMMANDS)


def test_long_work_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.cli._batch._SILENCE", 0.05)

    def slowly(expression: Expression, clock: Clock | None, *, misere: bool) -> Report:
        for timer in threading.enumerate():
            if isinstance(timer, threading.Timer):
                timer.join()
        return report(expression, clock, misere=misere)

    monkeypatch.setattr("farstar.reports.report", slowly)
    message = "farstar: still working; --time-limit SECONDS sets a limit\n"
    quiet = run("eval", "--json", "--time-limit", "60", "*")
    assert (quiet.exit_code, quiet.stderr) == (0, "")
    slow = run("eval", "--json", "*")
    assert (slow.exit_code, slow.stderr, slow.stdout) == (0, message, quiet.stdout)
    many = run("eval", "--json", "-", text="*\n*\n")
    assert many.stderr == message
