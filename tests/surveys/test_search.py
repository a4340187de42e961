"""Counterexamples: the first in order, whatever the number of processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.surveys import search


def test_a_claim_that_holds() -> None:
    verdict = search(lambda p, q: (p + q) % 2 == (p - q) % 2, p=range(30), q=range(30))
    assert verdict.holds
    assert verdict.cases == 900


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_first_failure_in_order(p: int, q: int) -> None:
    verdict = search(lambda a, b: a < p or b < q, a=range(41), b=range(41))
    assert verdict.counterexample is not None
    assert verdict.counterexample.point == {"a": p, "b": q}


CLAIM = """
import time
import farstar as fs

game = fs.PartizanEuclid
ranges = {"p": range(3, 40), "q": range(2, 40)}
where = "q < p and gcd(p, q) == 1"

def claim(position):
    "No coprime position is won by the second player."
    time.sleep(0.002)
    return str(position.outcome) != "P"
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file(jobs: int, tmp_path: Path) -> None:
    file = tmp_path / "claim.py"
    file.write_text(CLAIM)
    verdict = search(file, jobs=jobs)
    assert str(verdict.counterexample) == "E(8,5) (p=8, q=5)"
    assert verdict.claim == "No coprime position is won by the second player."
    assert not verdict.holds
    assert search(file, jobs=jobs, p=range(3, 8)).holds


def test_samples_are_shrunk() -> None:
    def claim(a: int, b: int) -> bool:
        return a * b < 10_000 or (a + b) % 3 != 1

    verdict = search(claim, a=range(10**6), b=range(10**6), sample=200, seed=5)
    assert verdict.counterexample is not None
    a, b = verdict.counterexample.point.values()
    assert not claim(a, b)
    assert all(claim(x, b) for x in range(a))
    assert all(claim(a, y) for y in range(b))
    again = search(claim, a=range(10**6), b=range(10**6), sample=200, seed=5)
    assert again == verdict
    assert search(lambda a: a >= 0, a=range(10**9), sample=50).cases == 50


def test_assertions_give_a_reason() -> None:
    def claim(n: int) -> bool:
        assert n < 7, f"{n} is too large"
        return True

    verdict = search(claim, n=range(10))
    assert str(verdict.counterexample) == "n=7: 7 is too large"


def test_conditions_and_illegal_positions() -> None:
    verdict = search(lambda g: g.outcome is not None, fs.PartizanEuclid, p=range(9), q=range(9))
    assert verdict.holds
    legal = sum(p > 0 and q > 0 for p in range(9) for q in range(9))
    assert verdict.cases == legal
    assert search(lambda n: n < 5, n=range(10), where="n < 5").cases == 5


NEVER = """
ranges = {"a": range(3)}
def claim(a):
    while True:
        pass
"""

# Points are tried for a moment before they are cut into chunks; this one is met later.
LATE = """
import time
ranges = {"a": range(50_000)}
def claim(a):
    time.sleep(0.001)
    while a == 600:
        pass
    return True
"""

CATCHING = """
ranges = {"a": range(10**8)}
def claim(a):
    try:
        return sum(range(10_000)) > 0
    except Exception:
        return True
"""


@pytest.mark.parametrize("options", [[], ["--jobs", "2"], ["--sample", "5"]])
@pytest.mark.parametrize("text", [NEVER, LATE, CATCHING])
def test_a_claim_that_never_returns(text: str, options: list[str], tmp_path: Path) -> None:
    if text is not NEVER and "--sample" in options:
        options = ["--sample", "1000000"]
    file = tmp_path / "claim.py"
    file.write_text(text)
    command = [sys.executable, "-m", "farstar", "search", "--claim", str(file)]
    process = subprocess.Popen(
        [*command, "--time-limit", "1.5", *options], stderr=subprocess.PIPE, encoding="utf-8"
    )
    try:
        # Workers hold the pipe too: it is at its end when all are gone.
        _, said = process.communicate()
    finally:
        process.kill()
    assert process.returncode == 3, said
    assert "out of time" in said
    assert len(said.splitlines()) == 1


def test_bad_claims(tmp_path: Path) -> None:
    with pytest.raises(fs.SurveyError, match="return True or False, got None at n=0"):
        search(lambda n: None, n=range(3))
    with pytest.raises(fs.SurveyError, match="ZeroDivisionError at n=0"):
        search(lambda n: 1 / n > 0, n=range(3))
    with pytest.raises(fs.SurveyError, match="about n, k: k without a range and m not in"):
        search(lambda n, k: True, n=range(3), m=range(3))
    with pytest.raises(
        fs.SurveyError, match="expected a claim about n, or about one position of a"
    ):
        search(lambda g: True, n=range(3))
    with pytest.raises(fs.SurveyError, match="expected a range"):
        search(lambda n: True)
    with pytest.raises(fs.SurveyError, match="expected a function or a file"):
        search(7, n=range(3))  # type: ignore[arg-type]
    file = tmp_path / "claim.py"
    file.write_text("x = 1\n")
    with pytest.raises(fs.SurveyError, match="expected a function called claim"):
        search(file, n=range(3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise SystemExit(5)", "line 1: SystemExit: 5"),
        ("import sys\ndef claim(n):\n    sys.exit('enough')", "SystemExit at n=0: enough"),
        ("def claim(n):\n    return 1 / (2 - n)", "ZeroDivisionError at n=2"),
    ],
)
def test_files_that_give_up(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "claim.py"
    file.write_text(text)
    with pytest.raises(fs.SurveyError, match=message):
        search(file, n=range(5))
