"""The classic games on the command line: every command takes every one of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import farstar as fs
from farstar.expressions import known
from farstar.games import GridPosition
from tests.running import run

OF_THE_PAPERS = {
    "PartizanEuclid",
    "Euclid",
    "Grossman",
    "SerialNim",
    "ModularNim",
    "Geography",
    "PartizanGeography",
    "GeographyA",
    "GeographyB",
    "GeographyBoard",
}
EXAMPLES = {
    game.name: next(iter(game.rules.starts)) for game in known() if game.name not in OF_THE_PAPERS
}


def _value_text(position: fs.Position) -> str:
    """Return the value as text; that of a game with a loop is loopy."""
    return str(position.loopy_value if position.ruleset.may_loop else position.value)


@pytest.mark.parametrize("game", EXAMPLES)
def test_eval_moves_explain(game: str) -> None:
    text = EXAMPLES[game]
    position = fs.parse(text)
    assert isinstance(position, fs.Position)
    report = json.loads(run("eval", text, "--json").output)
    # A busy machine may leave facts out, with a reason, but none of them may be wrong.
    assert report["value"] == _value_text(position) or report["omitted"]["value"]
    assert report["outcome"] == str(position.outcome) or report["omitted"]["outcome"]
    moves = run("moves", text, "--player", "left")
    assert moves.exit_code in (0, 1)
    for move in position.winning_moves(fs.Left)[:20]:
        assert move.text in moves.output
    explained = run("explain", text)
    assert explained.exit_code in (0, 3)
    assert "wins" in explained.output or explained.exit_code == 3
    assert str(position)[:40] in explained.output


@pytest.mark.parametrize("game", EXAMPLES)
def test_play_to_the_end(game: str) -> None:
    played = run("play", EXAMPLES[game], "--seed", "1", text="1\n" * 40)
    assert played.exit_code == 0, played.output
    assert "cannot move" in played.output
    position = fs.parse(EXAMPLES[game])
    if isinstance(position, GridPosition):
        assert position.rows[0] in played.output


def test_tables() -> None:
    rectangles = run("table", "Domineering(m x n)", "m=1..3", "n=1..3", "--format", "csv")
    # A spreadsheet would take a cell that begins with a plus sign for a formula.
    assert rectangles.output.splitlines()[2:4] == ["2,1,'+-1,{2|-1/2}", "3,1,{1/2|-2},'+-1"]
    kayles = run("table", "Kayles(n)", "n=8..9", "--show", "grundy,genus", "--format", "csv")
    assert kayles.output.splitlines()[1:] == ["8,1,1^13", "9,4,4^046"]


@pytest.mark.parametrize(
    "text", ["Amazons(x.#|..o)", "TopplingDominoes(lre.)", "Col(.xl|or#)", "Hackenbush(l:Ar:A;e:G)"]
)
def test_boards_are_drawn(text: str, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    drawn = run("plot", text, "--out", str(target))
    assert drawn.exit_code == 0, drawn.output
    svg = target.read_text("utf-8")
    assert 'role="img"' in svg
    assert fs.plot(fs.parse(text)).svg() == svg
    assert fs.plot(fs.parse(text)).caption.startswith(str(fs.parse(text)))


def test_what_cannot_be_drawn() -> None:
    assert "expected at most 40 rows" in run("plot", "Cram(41x2)").output
    assert "expected at most 200 edges" in run("plot", "Hackenbush(l201)").output


@pytest.mark.long
def test_a_large_board_is_drawn_without_its_value() -> None:
    assert " is " not in fs.plot(fs.Cram("9x9")).caption


@pytest.mark.parametrize(
    "text",
    [
        "Domineering(..|.)",
        "Clobber(xq)",
        "Kayles(-2)",
        "Hackenbush(l()",
        "TakeAndBreak(9;3)",
        "Cutcake(3)",
    ],
)
def test_bad_positions_end_with_one_line(text: str) -> None:
    failed = run("eval", text)
    assert failed.exit_code == 2
    assert "expected" in failed.output
    assert "Traceback" not in failed.output
