"""What a missing program costs: one line of the summary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import _folded_skips

from tests.conftest import with_common_place


def _skipped(name: str, line: int, reason: str) -> pytest.TestReport:
    place = (f"tests/{name}.py", line, f"Skipped: {reason}")
    return pytest.TestReport(name, (*place[:2], name), {}, "skipped", place, "setup")


def test_a_missing_program_is_one_line() -> None:
    program = "needs the program chromium: install it"
    reports = [_skipped(f"test_{n}", n, program) for n in range(60)]
    reports += [_skipped(f"test_other_{n}", n, "another reason") for n in range(2)]
    placed: list[Any] = [with_common_place(report) for report in reports]
    folded = _folded_skips(Path.cwd(), placed)
    assert sorted(count for count, *_ in folded) == [1, 1, 60]
    assert [reason for count, _, _, reason in folded if count == 60] == [f"Skipped: {program}"]
