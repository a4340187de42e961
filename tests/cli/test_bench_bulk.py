"""The benchmark of whole families: that every row runs, and says what it found."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli
from farstar.cli._bench import _bulk, _race, _suite

native = pytest.mark.skipif(
    fs.engine.active().name != "native", reason="the native engine is measured"
)


@native
@pytest.mark.parametrize("name", sorted(_bulk.WORK))
def test_every_piece_of_work_is_done(name: str) -> None:
    seconds, answers = _bulk.WORK[name](50)
    assert seconds >= 0
    assert answers


def test_every_row_has_its_work() -> None:
    assert {row.work for row in _suite.BULK} == {f"bulk-{name}" for name in _bulk.WORK}
    assert {row.work for row in _suite.BULK} <= set(_race.WORK)


@native
def test_the_suite_runs() -> None:
    words = ["bench", "bulk", "--quick", "--only", "outcome-table", "--json"]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    (entry,) = json.loads(result.stdout)
    assert entry["target"] == "1 G positions/s"
    assert "billion positions/s" in entry["note"]
    assert "GB/s" in entry["note"]
