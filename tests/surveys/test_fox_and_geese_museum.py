"""The museum of Fox and Geese as a survey."""

from __future__ import annotations

from pathlib import Path

import pytest

import farstar as fs
from farstar.errors import SurveyError

pytest.importorskip("polars")


def test_rows_against_single_positions() -> None:
    survey = fs.survey("fox-and-geese-museum", bound=4, columns=4)
    frame = survey.to_polars()
    assert len(frame) == 168
    for row in frame.to_dicts():
        cells = [["."] * 4 for _ in range(4)]
        for square in row["geese"][1:-1].split(")("):
            r, c = map(int, square.split(","))
            cells[r - 1][c - 1] = "G"
        cells[row["fox_row"] - 1][row["fox_column"] - 1] = "F"
        game = fs.FoxAndGeese("|".join(map("".join, cells)))
        assert (row["value"], row["outcome"]) == (str(game.loopy_value), str(game.outcome))
        assert (row["kind"] == "short") == game.loopy_value.is_short
    summary = survey.summary()
    assert (summary["positions"], summary["distinct"]) == (168, 18)
    assert summary["passes"]["off"] == frame["value"].to_list().count("off")


def test_chunks_and_resuming_change_nothing(tmp_path: Path) -> None:
    whole = fs.survey("fox-and-geese-museum", bound=5, columns=4, fox="ceylonese")
    cut = fs.survey(
        "fox-and-geese-museum", bound=5, columns=4, fox="ceylonese", chunks=5, out=tmp_path / "cut"
    )
    columns = ["geese", "fox_row", "fox_column", "value", "outcome", "kind"]
    assert whole.to_polars().select(columns).rows() == cut.to_polars().select(columns).rows()
    assert len(list((tmp_path / "cut").rglob("chunk.parquet"))) == 5


def test_bad_parameters_are_refused() -> None:
    for given in ({"bound": 1}, {"columns": 1}, {"columns": [4, 6]}, {"fox": "grey"}):
        with pytest.raises(SurveyError, match="expected"):
            fs.survey("fox-and-geese-museum", **given)
