"""``farstar eval``, ``explain`` and ``moves`` on positions and sums with them."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

import farstar as fs
from farstar.expressions import known, read
from farstar.reports import find_plays, unfolded
from tests.running import report_of, run

SMALL = [
    *("E(11,8)", "E(12,7)", "-E(12,7)", "E(lrlle)", "E(7,7)", "A(3,2,1)", "B(3,1,2)", "Board(3)"),
    *("Euclid(9,2)", "Euclid(8,5)", "Grossman(459,2393; k=2)", "SerialNim(3,1,2)"),
    *("SerialNim()", "ModularNim(7; 2,3)", "CycleProduct(2,3)", "Euclid(9,2; {2,5})"),
    *("E(11,8) + A(3,2,1) - *2", "E(5,3) - E(5,3)", "Euclid(9,2) + SerialNim(4,1) - *2"),
    *("+-1 + E(3,2) + *2", "*2 + *3", "{3||2|1} - +-1", "0", "E(3,2) + *"),
]


HUGE = f"E({10**401 + 1},{7 * 10**400 + 3})"
"""A position with a value far too large to be built."""


# eval


def test_partizan_euclid() -> None:
    report = report_of("eval", "--json", "E(11,8)")
    assert (report["kind"], report["outcome"], report["value"]) == ("position", "R", "vv*")
    assert (report["left_stop"], report["mean"], report["temperature"]) == ("0", "0", "0")
    assert (report["atomic_weight"], report["misere_outcome"]) == ("-2", "L")
    assert report["position"] == {
        "game": "E",
        "word": "rl2e",
        "irreducible_word": "rl2e",
        "class": 6,
    }
    assert report["winning_moves"] == {"left": [], "right": ["E(8,5)"]}
    assert report["grundy"] is None
    assert report["omitted"] == {}


def test_impartial_positions_have_a_grundy_value() -> None:
    report = report_of("eval", "--json", "Euclid(9,2)")
    assert (report["grundy"], report["value"], report["outcome"]) == (4, "*4", "N")
    assert report["position"]["continued_fraction"] == [4, 2]
    assert report["winning_moves"] == {"left": ["Euclid(3,2)"], "right": ["Euclid(3,2)"]}
    assert report_of("eval", "--json", "Euclid(9,2) + SerialNim(4,1)")["grundy"] == 0


def test_a_sum_with_positions() -> None:
    report = report_of("eval", "--json", "E(11,8) + A(3,2,1) - *2")
    assert (report["kind"], report["outcome"], report["position"]) == ("sum", "L", None)
    assert (report["mean"], report["temperature"]) == ("5/2", "1/2")
    assert [part["expression"] for part in report["summands"]] == ["E(11,8)", "A(3,2,1)", "-(*2)"]
    assert report["summands"][1]["winning_moves"]["left"] == ["A(3,1,2)", "B(3,1,2)"]
    assert "E(8,3) + A(3,2,1) + *2" in report["winning_moves"]["left"]


@pytest.mark.parametrize("text", SMALL)
def test_every_fact_is_that_of_the_value(text: str) -> None:
    report = report_of("eval", "--json", text)
    game = fs.parse(text)
    assert not isinstance(game, fs.Loopy)
    value = game if isinstance(game, fs.Value) else game.search_value()
    assert report["value"] == str(value)
    assert report["outcome"] == str(value.outcome)
    assert (report["left_stop"], report["right_stop"]) == (
        str(value.left_stop),
        str(value.right_stop),
    )
    assert (report["mean"], report["temperature"]) == (str(value.mean), str(value.temperature))
    assert (report["grundy"] is not None) == value.is_nimber
    if value.is_infinitesimal:
        assert report["atomic_weight"] == str(value.atomic_weight())
    else:
        assert report["omitted"]["atomic_weight"] == "not infinitesimal"
    assert run("eval", "--explain", "--thermograph", text).exit_code == 0


def test_a_value_that_cannot_be_had_is_left_out() -> None:
    report = report_of("eval", "--json", HUGE)
    assert report["outcome"] in "LRNP"
    assert report["value"] is None
    assert report["value_omitted"]
    assert (report["mean"], report["left_stop"], report["thermograph"]) == ("0", "0", None)
    assert report["atomic_weight"] is not None
    assert report["omitted"]["birthday"] == "the value was left out"
    printed = run("eval", HUGE).stdout
    assert "value             left out: " in printed
    assert max(map(len, printed.splitlines())) < 2200


def test_integers_too_long_for_python_are_text() -> None:
    digits = "1" * 5000
    report = report_of("eval", "--json", f"Euclid({digits},3)")
    # 1...1 with 5000 digits is 2 modulo 3, so the quotients are n, 1 and 2.
    quotient, *rest = report["position"]["continued_fraction"]
    assert fs.Value(digits) - 3 * fs.Value(quotient) == 2
    assert rest == [1, 2]
    assert report["grundy"] == quotient
    assert report["value"] in (None, f"*{quotient}")
    for command in ("explain", "moves"):
        assert run(command, "--json", f"Euclid({digits},3)").exit_code == 0


def test_expressions_too_long_for_the_command_line_come_from_standard_input() -> None:
    p, q = "7" * 10_000, "3" * 9_999
    text = f"E({p},{q})\n"
    numbers = [fs.Value(digits).left_stop.numerator for digits in (p, q)]
    expected = fs.PartizanEuclid(*numbers).outcome_online().outcome
    result = run("eval", "--json", "-", text=text)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["outcome"] == str(expected)
    assert run("moves", "-", text=text).exit_code == 0


@pytest.mark.parametrize("command", ["eval", "explain", "moves"])
@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("E(0,3)", "IllegalPositionError", 2),
        ("1 + Grossman(3,2; {})", "IllegalPositionError", 18),
        ("E(True,2)", "NotationError", 2),
        ("Nosuchgame(3)", "NotationError", 0),
    ],
)
def test_bad_positions(command: str, text: str, kind: str, column: int) -> None:
    result = run(command, "--json", text)
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert (error["kind"], error["column"]) == (kind, column)
    message, line, mark = result.stderr.splitlines()
    assert message == f"farstar {command}: {error['message']}"
    assert (line, mark) == (f"  {text}", " " * (column + 2) + "^")


def test_a_budget_that_is_too_small() -> None:
    hard = "PartizanGeography({i}, {i}, 0)".replace(
        "{i}", str({i: [j for j in range(16) if j != i] for i in range(16)})
    )
    result = run("eval", "--json", "--time-limit", "0.05", f"{hard} + E(11,8)")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["error"]["kind"] == "BudgetExceeded"


# moves


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", SMALL)
def test_moves_are_those_that_brute_force_finds(text: str, misere: bool) -> None:
    plays = find_plays(read(text), misere=misere)
    game = unfolded(read(text))

    @cache
    def wins(g: Any, player: fs.Player) -> bool:
        options = g.options(player)
        if not options:
            return misere
        return any(not wins(option, -player) for option in options)

    for name, player in (("left", fs.Left), ("right", fs.Right)):
        side = plays.sides[name]
        good = [str(move.after) for move in game.moves(player) if not wins(move.after, -player)]
        if not game.moves(player):
            assert side == {"wins": misere, "moves": 0, "winning_moves": [], "are_all": True}
            continue
        assert [move["after"] for move in side["winning_moves"]] == good
        assert side["wins"] == bool(good)
        assert side["moves"] == len(game.moves(player))


def test_moves_in_json() -> None:
    report = report_of("moves", "--json", "--player", "left", "E(11,8) + A(3,2,1) - *2")
    assert set(report) == {"schema", "expression", "outcome", "misere", "left", "right"}
    assert (report["schema"], report["outcome"], report["misere"]) == (
        "farstar.moves/1",
        "L",
        False,
    )
    assert report["right"] is None
    assert report["left"]["winning_moves"][0] == {
        "text": "in E(11,8): (11,8) -> (8,3)",
        "after": "E(8,3) + A(3,2,1) + *2",
    }


def test_a_line_of_play() -> None:
    side = report_of("moves", "--json", "--line", "--player", "right", "Domineering(3x3)")["right"]
    assert side["line_is_whole"]
    assert [move["player"] for move in side["line"]] == ["right", "left", "right"]
    assert side["line"][0]["text"] in [move["text"] for move in side["winning_moves"]]
    output = run("moves", "--line", "Euclid(9,2)").stdout
    assert "A line of play:\n    1. Left: (9,2) -> (3,2)\n    2. Right: " in output
    assert "line of play" not in run("moves", "Euclid(9,2)").stdout


def test_moves_for_people() -> None:
    assert run("moves", "Euclid(9,2)").stdout == (
        "Euclid(9,2)\nthe first player wins (N)\n"
        "Either player, moving first, wins: 1 of 4 moves wins\n  (9,2) -> (3,2)\n"
    )
    assert run("moves", "--player", "left", "E(11,8)").stdout == (
        "E(11,8)\nRight wins, whoever starts (R)\nLeft, moving first, loses: the only move loses\n"
    )
    assert "1 of 3 moves wins" in run("moves", "*2 + *").stdout
    assert "loses: all 4 moves lose" in run("moves", "*2 + *2").stdout
    assert "there is no move" in run("moves", "0").stdout


def test_misere_play_keeps_heaps_apart() -> None:
    assert report_of("moves", "--json", "--misere", "*2 + *2")["outcome"] == "P"
    assert report_of("moves", "--json", "--misere", "* + * + *")["outcome"] == "P"
    assert report_of("moves", "--json", "* + * + *")["outcome"] == "N"
    assert report_of("eval", "--json", "SerialNim(2) + *2 + *2 - *2")["misere_outcome"] == "P"


def test_a_player_who_is_none() -> None:
    result = run("moves", "--player", "middle", "E(11,8)")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


# explain


@pytest.mark.parametrize("text", SMALL)
def test_explanations_render(text: str) -> None:
    report = report_of("explain", "--json", text)
    assert report["schema"] == "farstar.explain/1"
    assert report["outcome"] == report_of("eval", "--json", text)["outcome"]
    assert report["steps"]
    assert all(set(step) == {"title", "text", "items", "data"} for step in report["steps"])
    printed = run("explain", text).stdout
    assert all(step["title"] in printed for step in report["steps"])
    long = [line for line in printed.splitlines() if len(line) > 80]
    assert not [line for line in long if " " in line.strip("-. 0123456789")[:60]], long
    assert run("explain", "--format", "markdown", text).stdout.startswith("### ")
    parser = HTMLParser()
    parser.feed(run("explain", "--format", "html", text).stdout)
    parser.close()


def test_the_theory_is_named() -> None:
    printed = " ".join(run("explain", "E(12,7)").stdout.split())
    assert "l2e" in printed
    assert "Automaton" in printed
    assert "Reduced sequence" in run("explain", "Grossman(459,2393; k=2)").stdout


def test_one_way_of_writing_at_a_time() -> None:
    result = run("explain", "--json", "--format", "html", "E(11,8)")
    assert result.exit_code == 2
    assert "expected --json or --format, got both" in result.stderr


def test_help_names_every_game() -> None:
    printed = run("eval", "--help").stdout
    for game in known():
        assert next(iter(game.rules.starts)) in printed


# Sums with too many moves to list.


@pytest.mark.parametrize("text", ["Euclid(100000000000000000000,3) + *5", "*6 + SerialNim(9)"])
def test_impartial_sums_of_any_size(text: str) -> None:
    report = report_of("moves", "--json", text)
    assert report["outcome"] == "N"
    (move,) = report["left"]["winning_moves"]
    assert read(move["after"]).game.outcome is fs.Outcome.P
    assert "1 move wins" in run("explain", text).stdout


def test_a_sum_whose_moves_are_too_many() -> None:
    text = "Euclid(100000000000000000000,3) + E(11,8)"
    assert "Right to move: wins; there are too many moves to list" in run("explain", text).stdout
    done = run("moves", text)
    assert (done.exit_code, len(done.stderr.splitlines())) == (3, 1)


# When time runs out


@pytest.fixture
def no_time_for_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time run out whenever the value of a position or a sum is asked for."""

    def give_up(_: object) -> fs.Value:
        raise fs.BudgetExceeded("no time for this")

    for kind in (fs.Position, fs.Sum):
        monkeypatch.setattr(kind, "value", property(give_up))


@pytest.mark.usefixtures("no_time_for_values")
@pytest.mark.parametrize("text", ["Konane(4x4)", "Nim(3,5,6)", "Clobber(xo|ox) - Clobber(xo|ox)"])
def test_what_the_second_player_wins_is_zero(text: str) -> None:
    report = report_of("eval", "--json", text)
    assert (report["outcome"], report["value"], report["value_omitted"]) == ("P", "0", None)
    stops = report["left_stop"], report["right_stop"], report["mean"]
    assert (*stops, report["temperature"], report["atomic_weight"]) == ("0", "0", "0", "-1", "0")
    assert (report["grundy"], report["birthday"]) == (0, 0)
    assert "thermograph" not in report["omitted"]
    output = run("eval", text).stdout
    assert "left out" not in output.replace("misere", "")
    assert "none (" not in output


@pytest.mark.usefixtures("no_time_for_values")
def test_a_weight_that_was_not_found_is_left_out() -> None:
    rows = dict(line.split("  ", 1) for line in run("eval", "Clobber(xxo|oox)").stdout.splitlines())
    assert rows["atomic weight"].strip().startswith("left out: ")


# Words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Subtraction(7;0)", "expected each take to be an integer of at least 1, got 0"),
        ("Subtraction(7; k=0)", "the greatest take"),
        ("PartizanSubtraction(7; 1 | 0)", "expected each take to be"),
        ("SerialNim(7; {})", "expected at least one take"),
        ("Grossman(7,3; {0})", "expected each multiplier to be"),
    ],
)
def test_takes_are_called_takes(text: str, words: str) -> None:
    assert words in run("eval", text).stderr


def test_a_move_without_a_name_is_going_somewhere() -> None:
    assert "wins by cut l1, to nothing\n" in run("eval", "Hackenbush(l)").stdout
    assert "wins by (9,2) -> " in run("eval", "Euclid(9,2)").stdout


@pytest.mark.parametrize(
    "text",
    ["Nim(1000000,5)", "Wythoff(10000000000,5)", "*10000000 + *5", f"Euclid({10**20},3) + Nim(5)"],
)
def test_winning_moves_are_shown_where_there_are_too_many_moves_to_list(text: str) -> None:
    result = run("moves", text)
    assert result.exit_code == 0
    assert "there is no move" not in result.output
    assert "Either player, moving first, wins: 1 move wins\n  " in result.output
