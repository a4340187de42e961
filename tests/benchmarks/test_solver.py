"""The table of docs/solver.md is measured by one command."""

from __future__ import annotations

import pytest

import farstar as fs
from benchmarks.solver import BOARDS, main
from farstar import engine

pytestmark = pytest.mark.skipif(
    "native" not in engine.available(), reason="needs the native engine"
)


def test_a_row_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["Clobber", "4x5"]) == 0
    outcome, nodes, seconds = capsys.readouterr().out.split()
    assert outcome == "N"
    assert int(nodes.replace(",", "")) >= 0
    assert float(seconds) >= 0


def test_every_board_can_be_searched() -> None:
    for game, size, _ in BOARDS:
        position = getattr(fs, game)(size)
        assert position.ruleset.native_board(position.state) is not None, size


def test_other_boards_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["Chess", "8x8"])
    assert "expected a board of the table" in capsys.readouterr().err
