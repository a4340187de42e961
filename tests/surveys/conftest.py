"""Surveys to try things on, and how to compare two of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.surveys import Progress

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

# A scheduler alone; it ends when standard input does.
SCHEDULER = """
import asyncio
import sys
from distributed import Scheduler

async def serve():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(serve())
"""

CHUNKS = 24


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a survey, to the byte."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


class Stop(Exception):  # noqa: N818 - no error
    """Ends a survey from its report of progress."""


def stop_after(chunks: int) -> Callable[[Progress], None]:
    """Return what ends a survey when so many chunks are done."""

    def stop(progress: Progress) -> None:
        if progress.chunks == chunks:
            raise Stop

    return stop


@contextmanager
def served(script: Path, text: str, **options: Any) -> Iterator[str]:
    """Run a program, which ends when its input does; yield the first line that it prints."""
    script.write_text(text, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(script.parent)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        **options,
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.communicate()


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


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a Dask scheduler that has no workers."""
    with served(tmp_path / "scheduler.py", SCHEDULER) as address:
        yield address
