"""Every command of the chapter map runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import farstar as fs
from tests.running import run

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "chapters.md"
TRIES = [
    text.replace(r"\|", "|")
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line)
    for text in re.findall(r"`([^`]+)`", line)
]


def test_there_are_many() -> None:
    assert len(TRIES) >= 25


@pytest.mark.parametrize("text", [text for text in TRIES if text.startswith("farstar")])
def test_commands_run(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, *words = shlex.split(text)
    result = run(*words, text="quit\n")
    # A puzzle that is left is not solved.
    assert result.exit_code == (1 if words[0] == "puzzle" else 0), result.output


@pytest.mark.parametrize("text", [text for text in TRIES if text.startswith("fs.")])
def test_expressions_work(text: str) -> None:
    assert eval(text, {"fs": fs})
