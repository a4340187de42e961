"""The table of docs/solver.md is measured by one command."""

from __future__ import annotations

import pytest

from benchmarks.solver import BOARDS, NIMBERS, main, position_of
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


def test_a_row_of_nimbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "nimbers", "Cram", "4x5"]) == 0
    nimber, nodes, seconds = capsys.readouterr().out.split()
    assert nimber == "2"
    assert int(nodes.replace(",", "")) >= 0
    assert float(seconds) >= 0


def test_every_board_can_be_searched() -> None:
    for game, size, *_ in (*BOARDS, *NIMBERS):
        position = position_of(game, size)
        assert position.ruleset.native_board(position.state) is not None, size


def test_other_boards_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["Chess", "8x8"])
    assert "expected a board of the table" in capsys.readouterr().err
