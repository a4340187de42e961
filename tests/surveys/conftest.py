"""Surveys to try things on, and how to compare two of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import farstar as fs

# Beyond some position it waits for a file, so that there is time to interfere.
GATED = """
import os
import time

game = "{n|-n} + *n"
ranges = {"n": range(48)}
show = "value, mean, outcome"

def outcome(g):
    gate = os.environ.get("SURVEY_GATE")
    while gate and not os.path.exists(gate) and g.mean == 0 and g.temperature > 20:
        time.sleep(0.01)
    return g.outcome
"""

CHUNKS = 24


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a survey, to the byte."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="session")
def gated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's file whose survey stops half-way until a gate is opened."""
    path = tmp_path_factory.mktemp("files") / "gated.py"
    path.write_text(GATED, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def undisturbed(gated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the survey of that file comes to if nothing goes wrong."""
    folder = tmp_path_factory.mktemp("surveys") / "undisturbed"
    fs.survey(gated_file, out=folder, chunks=CHUNKS)
    return contents(folder)


@pytest.fixture
def same_as_undisturbed(undisturbed: dict[str, bytes]) -> Callable[[Path], bool]:
    """Tell whether a survey has the same bytes in the same files: nothing lost, nothing double."""

    def compare(folder: Path) -> bool:
        return contents(folder) == undisturbed

    return compare
