"""How much work something is, counted in steps that are the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions, in Python and built in, are called while `work` runs."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def crossings_of(work: Callable[[], object]) -> int:
    """Return how often a function of one room of the package calls one of another room."""
    count = 0

    def room(frame: FrameType | None) -> str:
        package, _, rest = str(frame.f_globals.get("__name__") if frame else "").partition(".")
        return rest.partition(".")[0] if package == "farstar" else ""

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        if event == "call" and frame.f_code.co_name != "<module>":
            here, there = room(frame.f_back), room(frame)
            count += bool(here and there and here != there)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
