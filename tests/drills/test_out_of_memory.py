"""A short run of the drill in which the system refuses memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import farstar as fs

DRILL = Path(__file__).with_name("out_of_memory.py")

TABLE = """
import resource
import farstar as fs
from farstar.engine import impartial
from farstar.games import bulk

bulk.partizan_euclid_values(3)
bound = int(open("/proc/self/statm").read().split()[0]) * 4096 + (24 << 20)
resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
for ask in (
    lambda: bulk.partizan_euclid_values(6_000),
    lambda: bulk.partizan_euclid_outcomes(12_000),
    lambda: impartial.grundy_sequence((0, 7, 7), 30_000_000),
):
    try:
        ask()
    except fs.BudgetExceeded as error:
        print(error)
assert fs.Value("{3||2|1}") - fs.Value("{3||2|1}") == 0
"""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="bounds the address space"),
    pytest.mark.skipif("native" not in fs.engine.available(), reason="needs the native engine"),
]


def test_tables_that_do_not_fit_are_refused_in_one_line_each() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TABLE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [line[:13] for line in done.stdout.splitlines()] == 3 * ["out of memory"]


@pytest.mark.long
def test_what_the_core_offers_is_answered_or_refused() -> None:
    options = ["--count", "1", "--seed", "3", "--most", "6"]
    done = subprocess.run(
        [sys.executable, str(DRILL), *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "none wrong" in done.stdout
