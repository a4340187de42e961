"""Loopy games on the command line: eval, explain, moves and play."""

from __future__ import annotations

import json

import pytest

import farstar as fs
from farstar.expressions import read
from farstar.reports import eval_report, find_plays, moves_report, report
from farstar.web.tasks.proofs import provable
from tests import running

BACKSLIDING = "BackslidingToadsAndFrogs(TT..FF)"


def run(*words: str, typed: str = "", code: int = 0) -> str:
    result = running.run(*words, text=typed)
    assert result.exit_code == code, result.output
    return result.output


def test_eval_of_stoppers_and_sides() -> None:
    output = run("eval", "over - over")
    assert "value        over & under\n" in output
    assert "a draw, whoever starts (D)" in output
    assert "onside       over\n" in output
    assert "Left first   draws\n" in output
    stopper = run("eval", "--explain", "{pass|*} - 1/4")
    assert "value          -1/4^[on]\n" in stopper
    assert "it is a stopper" in stopper


def test_json_of_a_loopy_game() -> None:
    answer = json.loads(run("eval", "--json", "3/2under"))
    assert (answer["kind"], answer["value"], answer["outcome"]) == ("loopy", "3/2under", "L")
    assert answer["loopy"]["degree"] == "over"
    assert answer["mean"] is None
    assert eval_report("tis")["outcome"] == "P^"


def test_a_game_that_may_loop_and_is_equal_to_one_that_does_not() -> None:
    answer = json.loads(run("eval", "--json", BACKSLIDING))
    game = fs.parse(BACKSLIDING)
    measures = ("mean", "temperature", "left_stop", "right_stop")
    assert [answer[name] for name in measures] == [str(getattr(game, name)) for name in measures]
    assert (answer["value"], answer["birthday"], answer["atomic_weight"]) == ("*", 1, "0")
    assert answer["thermograph"] == json.loads(run("eval", "--json", "*"))["thermograph"]
    rows = {row["label"]: row["text"] for row in answer["rows"]}
    assert rows["kind"] == "equal to a game without loops"
    assert rows["canonical Left"] == "0"
    assert provable(report(BACKSLIDING)) == ["outcome", "loopy_value"]


def test_moves_of_a_stopper() -> None:
    plays = find_plays(read("over"))
    assert [move["text"] for move in plays.sides["left"]["winning_moves"]] == ["to 0"]
    assert not plays.sides["right"]["wins"]
    assert moves_report("BackslidingToadsAndFrogs(TTT..FFF)", "left")["left"]["draws"] is True
    assert "these hold the draw\n  3 to 4" in run(
        "moves", "--player", "left", "BackslidingToadsAndFrogs(TTT..FFF)"
    )


def test_a_game_with_two_sides_is_not_played() -> None:
    assert "it has sides, but no options" in run("moves", "dud", code=2)
    assert "these hold the draw\n  in under: to under" in run("moves", "over - over")


def test_explain_says_who_can_force_what() -> None:
    output = run("explain", BACKSLIDING)
    assert "Outcome: N: Left, moving first, wins. Right, moving first, wins." in output
    assert report(BACKSLIDING).text == "*"


def test_play_until_the_third_repetition() -> None:
    # Either player can only go to and fro.
    output = run("play", "BackslidingToadsAndFrogs(T.|.F)", typed="1\n" * 20)
    assert "came up for the third time: the game is a draw" in output
    assert output.count("Right plays") == 4
    hint = run("play", "BackslidingToadsAndFrogs(TTT..FFF)", typed="hint\nwhy\nquit\n")
    assert "Nothing wins; this holds the draw: 3 to 4" in hint
    assert "Left, moving first, draws." in hint


def test_draws_in_the_browser() -> None:
    from farstar.web.tasks import play

    row = "BackslidingToadsAndFrogs(T.|.F)"
    moves = tuple(["#1"] * 8)
    assert play.view(row, moves=moves[:7])["result"] is None
    assert play.view(row, moves=moves)["result"] == "draw"
    assert play.hint(row)["leads_to"] == "draw"
    assert play.hint("*2")["leads_to"] == "win"


def test_loopy_values_in_tables() -> None:
    table = fs.table("n*{pass|*}", n=range(1, 3))
    assert "^[on]" in str(table)


@pytest.mark.parametrize("text", ["on + 1", "on & off", "a{0|a} + E(5,3)", "-{pass|*}:1"])
def test_expressions_read_back(text: str) -> None:
    expression = read(text)
    assert read(expression.normalised).game == expression.game
    assert isinstance(expression.game, fs.Sum if "E(" in text else fs.Loopy)
    assert fs.parse(str(expression.game)) == expression.game
