"""The atlas of misère quotients: rows are right, and every certificate passes the checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.errors import SurveyError
from farstar.misere import check_certificate
from tests.running import python

from .conftest import contents

pytest.importorskip("polars")


def test_octal_codes_of_one_digit() -> None:
    survey = fs.survey("misere-atlas", bound=1, elements=16)
    rows = {row["code"]: row for row in survey.to_polars().to_dicts()}
    assert len(rows) == 15
    assert survey.summary()["proved"] == 10
    for code, row in rows.items():
        proved = check_certificate(json.loads(row["certificate"]))
        assert (proved.order, proved.games) == (row["order"], row["heaps"] + 1)
        period = (row["preperiod"], row["period"]) if row["period"] else None
        assert proved.period == period
        assert row["status"] == ("larger" if period is None else "proved")
        if period is not None:
            assert fs.misere_quotient(code).order == row["order"]
    assert rows["0.6"]["status"] == "larger"


@pytest.mark.long
def test_chunks_and_resuming_change_nothing(tmp_path: Path) -> None:
    whole = fs.survey("misere-atlas", bound=2, kind="quaternary")
    question: dict[str, Any] = {"bound": 2, "kind": "quaternary", "chunks": 4}
    cut = fs.survey("misere-atlas", **question, jobs=2, out=tmp_path / "cut")
    columns = ["code", "order", "status", "certificate"]
    key = whole.to_polars().select(columns).sort("code").rows()
    assert key == cut.to_polars().select(columns).sort("code").rows()
    assert len(key) == 15
    # A chunk that is lost is computed again, and nothing else.
    files = sorted((tmp_path / "cut").glob("**/*.parquet"))
    assert len(files) == 4
    lost, kept = files[1], files[2].stat().st_mtime_ns
    wanted = lost.read_bytes()
    lost.unlink()
    again = fs.survey("misere-atlas", **question, out=tmp_path / "cut", resume=True)
    assert key == again.to_polars().select(columns).sort("code").rows()
    assert lost.read_bytes() == wanted
    assert files[2].stat().st_mtime_ns == kept


@pytest.mark.long
def test_a_dask_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = ["survey", "misere-atlas", "kind=quaternary", "--bound", "2", "--chunks", "4"]
    for name, options in (("alone", []), ("cluster", ["--cluster", "local", "--jobs", "2"])):
        done = python("-m", "farstar", *words, "--out", tmp_path / name, *options)
        assert done.returncode == 0, done.stderr
        assert "proved: 15" in done.stdout
    assert contents(tmp_path / "cluster") == contents(tmp_path / "alone")


def test_bad_parameters_are_refused() -> None:
    for given in ({"bound": 4}, {"kind": "hexadecimal"}, {"elements": 0}, {"elements": [8, 9]}):
        with pytest.raises(SurveyError, match="expected"):
            fs.survey("misere-atlas", **given)
