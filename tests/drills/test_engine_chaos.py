"""An engine that is disturbed at random; ``python tests/drills/engine_chaos.py`` does it longer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import farstar as fs

PROGRAM = """
from tests.drills.engine_chaos import run

happened = run(seed=7, rounds=2)
assert happened["rounds"] == 2
assert happened["out of budget: too many games were needed"] > 0
"""


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.platform != "linux", reason="forks beside threads")
@pytest.mark.skipif("native" not in fs.engine.available(), reason="needs the native engine")
def test_a_disturbed_engine_answers_as_the_reference_does() -> None:
    # In a process of its own: it forks, and has a handler of signals.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
