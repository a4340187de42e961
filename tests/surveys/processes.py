"""Surveys in processes of their own, to interfere with."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from ..waiting import until
from .conftest import CHUNKS


def arguments(file: Path, out: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "farstar", "survey", str(file)]
    return [*command, "--out", str(out), "--chunks", str(CHUNKS), *options]


@contextmanager
def started(command: list[str], gate: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a survey that waits half-way until the gate is opened."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"SURVEY_GATE": str(gate)},
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def done_chunks(out: Path) -> int:
    journal = out / "journal.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def wait_for_chunks(out: Path, count: int, process: subprocess.Popen[str]) -> None:
    until(lambda: done_chunks(out) >= count or process.poll() is not None)
    assert process.poll() is None, process.communicate()


def workers(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return the worker processes of a survey that are alive."""
    workers = []
    for child in psutil.Process(process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(child.cmdline()):
                workers.append(child)
    return workers


def resume(file: Path, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arguments(file, out, "--resume", *options),
        capture_output=True,
        encoding="utf-8",
        timeout=1200,
        check=False,
    )
