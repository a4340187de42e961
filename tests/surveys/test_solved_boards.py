"""The data set of solved boards: rows are right, whichever way they are computed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.errors import SurveyError
from farstar.surveys._studies._solved import GAMES, SolvedBoards, boards, solve

pytest.importorskip("polars")


def test_small_boards_have_witnesses_and_certificates() -> None:
    survey = fs.survey("solved-boards", bound=6, certify=4)
    rows = survey.to_polars().to_dicts()
    assert {row["game"] for row in rows} == set(GAMES)
    for row in rows:
        assert row["status"] == "solved"
        is_impartial = GAMES[row["game"]].is_impartial
        assert row["witness"] == ("plain recursion" if is_impartial else "canonical form")
        assert (row["certificate"] is not None) == (row["rows"] * row["columns"] <= 4)
        assert (row["nimber"] is not None) == is_impartial
        if is_impartial:
            assert row["outcome"] == ("N" if row["nimber"] else "P")
    assert survey.summary()["Cram"] == {
        "boards": 8, "solved": 8, "witnessed": 8, "certified": 5,
    }  # fmt: skip


def test_published_results() -> None:
    # Winning Ways, volume 1, chapter 5, and the papers that docs/solved-boards.md names.
    survey = fs.survey("solved-boards", bound=16, games="Domineering", witness=0)
    outcomes = {(r["rows"], r["columns"]): r["outcome"] for r in survey.to_polars().to_dicts()}
    squares = [outcomes[n, n] for n in range(1, 5)]
    assert squares == ["P", "N", "N", "N"]
    turned = {"L": "R", "R": "L", "N": "N", "P": "P"}
    assert all(outcomes[n, m] == turned[outcome] for (m, n), outcome in outcomes.items())
    assert solve(fs.Cram("4x5")) == 2
    # MCGS, results of November 2025: impartial NoGo on one row.
    nogo = GAMES["impartial-NoGo"]
    published = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1]
    assert [solve(nogo.position(1, n)) for n in range(1, 13)] == published


def test_a_board_that_takes_too_long_is_open() -> None:
    survey = fs.survey("solved-boards", bound=16, games="Clobber", nodes=1000, witness=0)
    rows = survey.to_polars().to_dicts()
    assert {row["status"] for row in rows} == {"open", "solved"}
    for row in rows:
        assert (row["status"] == "open") == (row["outcome"] is None)
        assert row["witness"] is None
        assert row["certificate"] is None


def test_a_witness_that_differs_ends_the_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.surveys._studies._solved.solve", lambda _: 7)
    with pytest.raises(SurveyError, match=r"expected 7 of .* also by plain recursion, got 0"):
        SolvedBoards().rows(SolvedBoards().parameters(1, {"games": "Cram"}), {"first": 0, "end": 1})


def test_boards_are_listed_once_and_runs_resume(tmp_path: Path) -> None:
    assert boards(["Domineering"], 2) == [("Domineering", 1, 1)] + [
        ("Domineering", m, n) for m, n in ((1, 2), (2, 1))
    ]
    question: dict[str, Any] = {"bound": 4, "games": "Cram/NoGo"}
    fs.survey("solved-boards", out=tmp_path / "kept", chunks=3, **question)
    again = fs.survey("solved-boards", out=tmp_path / "kept", resume=True, **question)
    assert len(again.to_polars()) == len(boards(["Cram", "NoGo"], 4))


def test_parameters_are_checked() -> None:
    wrong: list[dict[str, Any]] = [
        {"games": "Chess"}, {"nodes": 0}, {"certify": -1}, {"colour": 1},
    ]  # fmt: skip
    for given in wrong:
        with pytest.raises(SurveyError, match="expected"):
            fs.survey("solved-boards", **given)
