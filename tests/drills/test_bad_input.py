"""Every command is given a hundred kinds of bad input: one line, 2 or 3, and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from farstar.cli import cli

from .bad_input import all_commands, faults

# What these do without an argument is no fault.
FINE_ALONE = {"bench", "cite", "doctor", "repl", "reproduce", "serve", "verify"}


@pytest.mark.parametrize("name", all_commands())
def test_bad_input(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    tried, mistreated = 0, []
    for words in faults(name):
        if not words and name in FINE_ALONE:
            continue
        result = runner.invoke(cli, [name, *words], input="")
        tried += 1
        wrong = complaint(name, result)
        if wrong:
            mistreated.append(f"{wrong}: farstar {name} {words!r}: {result.output[:300]}")
    assert not mistreated, "\n".join(mistreated)
    assert tried >= 100
    assert not list(tmp_path.iterdir()), "something was written"


def complaint(name: str, result: Result) -> str | None:
    """Return what is wrong with an answer, if anything."""
    if result.exit_code not in (2, 3):
        return f"exit code {result.exit_code}"
    if "Traceback" in result.output or "internal error" in result.output:
        return "a fault of ours"
    first, *rest = result.stderr.splitlines() or [""]
    if not first.startswith(f"farstar {name}: ") or len(first) > 700:
        return "not one line"
    # A text with a fault is shown below, with a caret.
    return None if len(rest) in (0, 2) else f"{len(rest)} more lines"
