"""Wait for what another process does: for as long as it takes, on a machine that may be busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import psutil

T = TypeVar("T")


def until(condition: Callable[[], T | None]) -> T:
    """Wait until a condition holds, and return its answer.

    The time limit of the test ends what never comes true.
    """
    while not (answer := condition()):
        time.sleep(0.01)
    return answer


def until_busy(pid: int, seconds: float = 0.2) -> None:
    """Wait until a process has computed for so long from now on, in time of its own."""
    process = psutil.Process(pid)
    start = process.cpu_times().user

    def has_computed() -> bool:
        assert process.status() != psutil.STATUS_ZOMBIE, f"process {pid} ended early"
        return bool(process.cpu_times().user > start + seconds)

    until(has_computed)
