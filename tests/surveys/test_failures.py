"""Positions that fail, are illegal, or take too long: counted and recorded, never silent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.surveys import FailedPosition, Progress
from tests.running import run

from .conftest import contents

FAILING = """
import farstar as fs

class Heaps(fs.ImpartialRuleset):
    def check(self, n):
        if n == 7:
            raise fs.IllegalPositionError("seven is no heap")
        return n
    def moves(self, n):
        return range(n) if n < 8 else []

def inverse(g) -> float:
    if g.grundy == 3:
        raise ArithmeticError("three has none")
    return 1 / (g.grundy - 3)

def strange(g) -> int:
    if g.grundy == 5:
        raise ValueError(f"five of {object()}\\nand more")
    return g.grundy

show = "grundy, inverse, strange"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "failing.py"
    path.write_text(FAILING)
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_failures_are_recorded(jobs: int, file: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    states: list[Progress] = []
    survey = fs.survey(
        file,
        n=range(9),
        on_error="record",
        out=out,
        chunks=4,
        jobs=jobs,
        progress=states.append,
    )
    rows = survey.to_polars().drop("block").rows()
    assert [row[0] for row in rows] == [0, 1, 2, 3, 4, 5, 6, 8]
    assert rows[2] == (2, 2, -1.0, 2, None)
    assert rows[3] == (3, None, None, None, "ArithmeticError: three has none")
    assert rows[5] == (5, None, None, None, "ValueError: five of <object object at 0x...>")
    assert (survey.illegal, survey.failed, len(survey)) == (1, 2, 8)
    assert survey.summary() == {"positions": 8, "illegal": 1, "failed": 2}
    assert (states[-1].illegal, states[-1].failed) == (1, 2)
    errors = survey.sql("select n from survey where error is not null order by n").rows
    assert errors == [(3,), (5,)]
    fs.survey(file, n=range(9), on_error="record", out=again, chunks=4)
    assert contents(again) == contents(out)


def test_failures_stop_a_survey(file: Path) -> None:
    with pytest.raises(FailedPosition, match="ArithmeticError at n=3: three has none"):
        fs.survey(file, n=range(9))
    with pytest.raises(fs.SurveyError, match="expected on_error to be stop or record"):
        fs.survey(file, n=range(9), on_error="ignore")  # type: ignore[arg-type]
    with pytest.raises(fs.SurveyError, match="got 'error' twice"):
        fs.survey("*error", error=range(3), on_error="record")


def test_counts_on_the_command_line(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["survey", file, "n=0..8", "--on-error", "record", "--chunks", 3]
    done = run(*words, "--out", out)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "positions: 8",
        "illegal positions left out: 1",
        "positions that failed: 2",
    ]
    report = json.loads(run(*words, "--json").stdout)
    assert (report["rows"], report["illegal"], report["failed"]) == (8, 1, 2)
    manifest = json.loads((out / "manifest.json").read_text())
    assert sum(entry["illegal"] for entry in manifest["chunks"]) == 1
    assert sum(entry["failed"] for entry in manifest["chunks"]) == 2
    quiet = run("survey", "*n", "n=1..3")
    assert quiet.stdout.splitlines() == ["positions: 3"]


def test_conditions_and_games_may_fail_as_well() -> None:
    def where(n: int) -> bool:
        if n == 0:
            raise ArithmeticError("zero")
        return 6 % n == 0

    def game(n: int) -> fs.Value:
        if n == 2:
            raise KeyError("two")
        return fs.Value(n)

    options: dict[str, Any] = {"n": range(5), "where": where, "show": "mean"}
    survey = fs.survey(game, on_error="record", **options)
    assert survey.to_polars().select("n", "mean", "error").rows() == [
        (0, None, "ArithmeticError: zero"),
        (1, 1.0, None),
        (2, None, "KeyError: 'two'"),
        (3, 3.0, None),
    ]
    with pytest.raises(fs.SurveyError, match="ArithmeticError at n=0"):
        fs.survey(game, **options)


def test_types_are_kept_by_recording() -> None:
    def odd(g: fs.Value) -> int:
        return 2**70 if g == 2 else 1

    survey = fs.survey("n", n=range(4), show=odd, on_error="record")
    assert survey.to_polars()["odd"].to_list() == [1, 1, None, 1]
    (text,) = survey.to_polars()["error"].drop_nulls()
    assert text.startswith("expected Int64 in the column 'odd', got '1180591620717411303424'")


# Limits for each position.

BOARDS = {"n": range(2, 8), "show": "value", "chunks": 2}


def limited(**options: Any) -> fs.Survey:
    return fs.survey("Domineering(3xn)".replace("xn", " x n"), **{**BOARDS, **options})


def test_a_limit_for_each_position(tmp_path: Path) -> None:
    free = limited().to_polars()
    survey = limited(on_error="record", position_limit=400, out=tmp_path / "out")
    frame = survey.to_polars()
    failed = frame.filter(frame["error"].is_not_null())
    assert 0 < failed.height == survey.failed < frame.height
    assert set(failed["error"]) == {"BudgetExceeded: more than 400 nodes"}
    kept = frame.filter(frame["error"].is_null())
    assert kept["value"].to_list() == free.filter(free["n"].is_in(kept["n"]))["value"].to_list()
    assert survey.parameters["position_limit"] == 400
    with pytest.raises(fs.BudgetExceeded, match=r"BudgetExceeded at n=.: more than 400 nodes"):
        limited(position_limit=400)
    with pytest.raises(FailedPosition):
        limited(position_limit=400)


@pytest.mark.parametrize(
    "limit", [400, *(pytest.param(n, marks=pytest.mark.long) for n in (100, 1000))]
)
def test_limits_do_not_depend_on_what_was_done_before(limit: int, tmp_path: Path) -> None:
    options = {"on_error": "record", "position_limit": limit}
    limited(out=tmp_path / "cold", **options)
    warm = [fs.Domineering.start(3, n).value for n in range(2, 9)]
    limited(out=tmp_path / "warm", **options)
    limited(out=tmp_path / "pool", jobs=2, **options)
    assert warm
    assert contents(tmp_path / "warm") == contents(tmp_path / "cold")
    assert contents(tmp_path / "pool") == contents(tmp_path / "cold")
    for number in (1, 0):
        (tmp_path / "warm" / "data" / f"block={number}" / "chunk.parquet").unlink()
        limited(out=tmp_path / "warm", resume=True, **options)
    assert contents(tmp_path / "warm") == contents(tmp_path / "cold")


def test_a_search_of_ones_own_has_a_limit() -> None:
    class Slow(fs.Ruleset):
        def left(self, n: int) -> list[int]:
            return list(range(n))

        def right(self, n: int) -> list[int]:
            return list(range(n // 2))

    survey = fs.survey(
        Slow(), range(40), show="outcome", on_error="record", position_limit=9, chunks=1
    )
    # Each position begins with what the one before it has left: only a leap is too far.
    assert survey.failed == 0
    leap = fs.survey(
        Slow(), range(0, 4000, 400), show="value", on_error="record", position_limit=9, chunks=1
    )
    assert leap.failed == 9


def test_limits_of_the_whole_are_not_recorded() -> None:
    options: dict[str, Any] = {"n": range(2, 7), "on_error": "record", "chunks": 2}
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=300):
        fs.survey("Domineering(4 x n)", **options)
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=300):
        fs.survey("Domineering(4 x n)", position_limit=10**6, **options)
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(memory=200_000):
        fs.survey("Domineering(4 x n)", **options)
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(seconds=0):
        fs.survey("Domineering(4 x n)", position_limit=10**6, **options)


def test_what_the_command_line_advises(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["survey", "Domineering(3 x n)", "n=2..7", "--chunks", 6, "--out", out]
    failed = run(*words, "--position-limit", 400)
    assert failed.exit_code == 3
    assert "more than 400 nodes" in failed.stderr
    assert "the same command fails there again" in failed.stderr
