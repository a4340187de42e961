"""The survey of octal codes: rows are those of the definition, however the work is cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.errors import SurveyError
from farstar.impartial.codes import Code
from farstar.impartial.periods import period

from .conftest import contents

pytest.importorskip("polars")


def test_octal_codes_of_one_digit() -> None:
    survey = fs.survey("octal-status", bound=1, values=2000)
    rows = survey.to_polars().to_dicts()
    assert len(rows) == 15
    for row in rows:
        code = Code.parse(row["code"])
        values = code.grundy_sequence(800)
        assert row["largest"] >= max(values)
        expected = period(code, values)
        if row["code"] == "0.6":
            # Officers: open.
            assert expected is None
            assert (row["status"], row["heaps"], row["period"]) == ("open", 2000, None)
        else:
            assert expected is not None
            found = (row["status"], row["preperiod"], row["period"])
            assert found == ("proved", expected.preperiod, expected.period)
    summary = survey.summary()
    assert summary["codes"] == {"open": 1, "proved": 14}
    assert summary["open"] == {"codes": 1, "least_heaps": 2000, "most_heaps": 2000}


def test_chunks_jobs_and_resuming_change_nothing(tmp_path: Path) -> None:
    question: dict[str, Any] = {"bound": 1, "values": 3000, "steps": 10**6}
    fs.survey("octal-status", out=tmp_path / "whole", chunks=1, **question)
    fs.survey("octal-status", out=tmp_path / "parts", chunks=5, jobs=2, **question)
    whole, parts = (
        fs.survey("octal-status", out=tmp_path / name, resume=True, **question).to_polars()
        for name in ("whole", "parts")
    )
    assert whole.drop("block").equals(parts.drop("block"))
    fs.survey("octal-status", out=tmp_path / "again", chunks=5, **question)
    assert contents(tmp_path / "parts") == contents(tmp_path / "again")


def test_parameters_are_checked() -> None:
    wrong: list[dict[str, Any]] = [{"values": 0}, {"steps": [1, 2]}, {"bound": 4}]
    for given in wrong:
        with pytest.raises(SurveyError, match="expected"):
            fs.survey("octal-status", **given)
