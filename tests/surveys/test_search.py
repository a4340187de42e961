"""Counterexamples: the first in order, whatever the number of processes."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.surveys import Counterexample, search

from .conftest import contents
from .processes import done_chunks, started, wait_for_chunks


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


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (NEVER, ["--jobs", "2"]),
        pytest.param(LATE, ["--sample", "5"], marks=pytest.mark.long),
        (CATCHING, []),
        pytest.param(NEVER, [], marks=pytest.mark.long),
        pytest.param(NEVER, ["--sample", "5"], marks=pytest.mark.long),
        pytest.param(LATE, [], marks=pytest.mark.long),
        pytest.param(LATE, ["--jobs", "2"], marks=pytest.mark.long),
        pytest.param(CATCHING, ["--jobs", "2"], marks=pytest.mark.long),
        pytest.param(CATCHING, ["--sample", "5"], marks=pytest.mark.long),
    ],
)
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


# Samples: what fails is lowered until it is minimal.


def is_minimal(claim: Callable[..., bool], point: Mapping[str, int]) -> bool:
    return not claim(**point) and all(
        claim(**{**point, name: lower}) for name, value in point.items() for lower in range(value)
    )


@given(st.integers(2, 40), st.integers(1, 60), st.integers(0, 5))
def test_samples_are_minimal(modulus: int, bound: int, seed: int) -> None:
    """Whatever the failures look like: the points that fail have gaps between them."""

    def claim(a: int, b: int, c: int) -> bool:
        return a + b + c < bound or (a * a + 3 * b + c) % modulus != 1

    ranges: dict[str, Any] = {name: range(50) for name in "abc"}
    failure = search(claim, **ranges, sample=2000, seed=seed).counterexample
    if failure is not None:
        assert failure.is_minimal
        assert is_minimal(claim, failure.point)


@pytest.mark.long
def test_a_sample_says_when_it_may_not_be_minimal() -> None:
    tried = []

    def claim(n: int) -> bool:
        tried.append(n)
        return n % 1_000_003 > 10 or n < 5_000_000

    failure = search(claim, n=range(10**9), sample=400_000, seed=1, chunks=1).counterexample
    assert failure is not None
    assert not failure.is_minimal
    (drawn,) = [i for i, n in enumerate(tried) if n % 1_000_003 <= 10 and n >= 5_000_000][:1]
    assert len(tried) - drawn <= 100_002


def test_lower_points_that_nobody_can_judge() -> None:
    def claim(n: int) -> bool:
        if n == 3:
            raise ValueError("three")
        return n < 5

    failure = search(claim, n=range(100), sample=20).counterexample
    assert failure == Counterexample({"n": 5}, None, None, is_minimal=False)
    # Where the error is in nobody's way it does not matter.
    failure = search(claim, n=range(4, 100), sample=20).counterexample
    assert failure == Counterexample({"n": 5}, None, None)


def test_samples_do_not_depend_on_jobs(tmp_path: Path) -> None:
    file = tmp_path / "claim.py"
    file.write_text("def claim(a, b):\n    return (a * b) % 997 != 5\n")
    ranges: dict[str, Any] = {"a": range(10**6), "b": range(10**6)}
    alone = search(file, **ranges, sample=5000, seed=3, chunks=7)
    assert alone.counterexample is not None
    assert search(file, **ranges, sample=5000, seed=3, chunks=7, jobs=2) == alone
    assert search(file, **ranges, sample=5000, seed=4, chunks=7).cases != alone.cases


# Searches that are kept in a folder.

GATED_CLAIM = """
import os
import time

ranges = {"n": range(240)}

def claim(n):
    "No number is 200."
    gate = os.environ.get("SURVEY_GATE")
    while gate and not os.path.exists(gate) and n > 100:
        time.sleep(0.01)
    return n != 200
"""


@pytest.fixture
def gated_claim(tmp_path: Path) -> Path:
    file = tmp_path / "gated_claim.py"
    file.write_text(GATED_CLAIM)
    return file


@pytest.mark.long
def test_a_search_in_a_folder(gated_claim: Path, tmp_path: Path) -> None:
    """Whoever computes it: the same verdict and the same bytes, up to the chunk that fails."""
    out, other = tmp_path / "out", tmp_path / "other"
    verdict = search(gated_claim, out=out, chunks=24)
    assert (str(verdict.counterexample), verdict.cases) == ("n=200", 201)
    assert search(gated_claim, out=other, chunks=24, jobs=3) == verdict
    assert contents(other) == contents(out)
    assert len([name for name in contents(out) if name.startswith("data/")]) == 21
    assert search(gated_claim, out=out, resume=True) == verdict
    assert contents(other) == contents(out)
    with pytest.raises(fs.SurveyError, match="resume it, or choose another"):
        search(gated_claim, out=out, chunks=24)
    with pytest.raises(fs.SurveyError, match="got another one: parameters"):
        search(gated_claim, out=out, resume=True, n=range(241))
    gated_claim.write_text(GATED_CLAIM.replace("n != 200", "n != 201"))
    with pytest.raises(fs.SurveyError, match="got another one"):
        search(gated_claim, out=out, resume=True)


def test_a_search_without_a_counterexample_is_complete(gated_claim: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert search(gated_claim, out=out, n=range(150), chunks=10).holds
    survey = fs.Survey.open(out)
    assert survey.is_complete
    assert survey.sql("select sum(cases), count(failure) from survey").rows == [(150, 0)]


def test_a_damaged_search(gated_claim: Path, tmp_path: Path) -> None:
    """What is damaged is tried again: no failure is believed that was not computed."""
    out = tmp_path / "out"
    verdict = search(gated_claim, out=out, chunks=24)
    before = contents(out)
    for name in ("data/block=3/chunk.parquet", "data/block=20/chunk.parquet"):
        (out / name).write_bytes(before[name][:-1] + b"x")
    (out / "data/block=5/chunk.parquet").unlink()
    assert search(gated_claim, out=out, resume=True) == verdict
    assert contents(out) == before


@pytest.mark.parametrize(
    ("runner", "number"),
    [
        ([], signal.SIGTERM),
        (["--jobs", "2"], signal.SIGKILL),
        pytest.param([], signal.SIGKILL, marks=pytest.mark.long),
        pytest.param(["--jobs", "2"], signal.SIGTERM, marks=pytest.mark.long),
    ],
)
def test_an_interrupted_search(
    number: signal.Signals, runner: list[str], gated_claim: Path, tmp_path: Path
) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    verdict = search(gated_claim, out=whole, chunks=24)
    command = [sys.executable, "-m", "farstar", "search", "--claim", str(gated_claim)]
    command += ["--out", str(out), "--chunks", "24", *runner]
    with started(command, tmp_path / "gate") as process:
        wait_for_chunks(out, 3, process)
        process.send_signal(number)
        _, said = process.communicate()
    assert process.returncode == (143 if number == signal.SIGTERM else -9)
    assert ("of 24 chunks are in" in said) == (number == signal.SIGTERM)
    done = done_chunks(out)
    assert 3 <= done <= 11
    tried: list[int] = []
    again = search(gated_claim, out=out, resume=True, progress=lambda p: tried.append(p.chunks))
    assert again == verdict
    assert tried[0] == done
    assert contents(out) == contents(whole)


# Positions that satisfy a condition.


def test_the_first_position_with_a_value() -> None:
    verdict = search(game="E(p,q)", find="value == *", p=range(2, 20), q=range(1, 20))
    star = fs.Value("*")
    expected = next(
        (p, q) for p in range(2, 20) for q in range(1, 20) if fs.PartizanEuclid(p, q).value == star
    )
    assert verdict.counterexample is not None
    assert tuple(verdict.counterexample.point.values()) == expected
    assert verdict.claim == "no position satisfies value == *"
    assert search(game=fs.PartizanEuclid, find="birthday > 99", p=range(2, 9), q=range(1, 9)).holds


def test_a_file_and_its_functions(tmp_path: Path) -> None:
    file = tmp_path / "halves.py"
    file.write_text(
        "import farstar as fs\n"
        "class Halves(fs.ImpartialRuleset):\n"
        "    def moves(self, n):\n"
        "        return [n // 2, n // 3] if n else []\n"
        "ranges = {'n': range(100)}\n"
        "def is_odd(g):\n"
        "    return g.grundy % 2 == 1\n"
    )
    first = next(n for n in range(1, 100) if n > 10 and _halves(n) == 1)
    for jobs in (1, 2):
        verdict = search(game=str(file), find="is_odd and n > 10 and grundy == 1", jobs=jobs)
        assert verdict.counterexample is not None
        assert verdict.counterexample.point == {"n": first}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_that_imports_a_module_beside_it(jobs: int, tmp_path: Path) -> None:
    (tmp_path / "lucky.py").write_text("NUMBERS = (7, 13)\n")
    file = tmp_path / "claim.py"
    file.write_text("from lucky import NUMBERS\ndef claim(n):\n    return n not in NUMBERS\n")
    verdict = search(file, n=range(100), jobs=jobs, out=tmp_path / "out", chunks=4)
    assert str(verdict.counterexample) == "n=7"
    (tmp_path / "lucky.py").write_text("NUMBERS = (8, 13)\n")
    with pytest.raises(fs.SurveyError, match=r"the file has changed \(lucky.py\)"):
        search(file, n=range(100), jobs=jobs, out=tmp_path / "out", resume=True)


def _halves(n: int) -> int:
    below = {_halves(n // 2), _halves(n // 3)} if n else set()
    return next(k for k in range(3) if k not in below)


def test_bad_conditions() -> None:
    with pytest.raises(fs.NotationError, match="expected a condition"):
        search(game="E(p,q)", find="value == {", p=range(3), q=range(3))
    with pytest.raises(fs.SurveyError, match="expected a game such as"):
        search(find="value == 0", p=range(3))
    with pytest.raises(fs.SurveyError, match="got both"):
        search(lambda g: True, "E(p,q)", find="value == 0", p=range(3), q=range(3))
    with pytest.raises(fs.FarstarError, match="colour"):
        search(game="E(p,q)", find="colour == 0", p=range(2, 3), q=range(1, 3))
    with pytest.raises(fs.SurveyError, match="expected a folder to resume"):
        search(lambda n: True, n=range(3), resume=True)
