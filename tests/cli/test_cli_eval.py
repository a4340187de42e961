"""``farstar eval``: text, JSON, batches, and what begins with a minus sign."""

from __future__ import annotations

import json
from functools import partial

import pytest

import farstar as fs
from tests.running import report_of, run

answer = partial(report_of, "eval", "--json")

FIELDS = {
    "schema",
    "expression",
    "kind",
    "outcome",
    "value",
    "value_omitted",
    "left_stop",
    "right_stop",
    "mean",
    "temperature",
    "atomic_weight",
    "birthday",
    "followers",
    "left_options",
    "right_options",
    "winning_moves",
    "summands",
    "position",
    "misere_outcome",
    "grundy",
    "thermograph",
    "omitted",
    "bounds",
    "rows",
}


def test_a_hot_game_in_json() -> None:
    report = answer("{5|2||-1}")
    assert set(report) == FIELDS
    assert report["schema"] == "farstar.eval/1"
    assert report["expression"] == "{{5|2}|-1}"
    assert report["value"] == "{5|2||-1}"
    assert report["value_omitted"] is None
    assert report["outcome"] == "N"
    assert (report["left_stop"], report["right_stop"]) == ("2", "-1")
    assert (report["mean"], report["temperature"]) == ("5/4", "9/4")
    assert report["atomic_weight"] is None
    assert report["omitted"] == {"atomic_weight": "not infinitesimal"}
    assert (report["left_options"], report["right_options"]) == (["{5|2}"], ["-1"])
    assert report["winning_moves"] == {"left": ["{5|2}"], "right": ["-1"]}
    assert report["grundy"] is None
    assert report["summands"] is None
    wall = {"mast": "5/4", "critical_temperatures": ["9/4", "3/2"], "slopes": [0, -1, 0]}
    assert report["thermograph"]["left_wall"] == wall


def test_a_sum_of_nim_heaps_in_json() -> None:
    report = answer("*2 + *3")
    assert (report["value"], report["grundy"], report["outcome"]) == ("*", 1, "N")
    assert (report["atomic_weight"], report["birthday"], report["followers"]) == ("0", 1, 2)
    assert report["misere_outcome"] == "P"
    assert [part["winning_moves"]["left"] for part in report["summands"]] == [[], ["*2"]]


@pytest.mark.parametrize(
    ("text", "outcome", "left", "right"),
    [
        ("0", "P", [], []),
        ("^", "L", ["0"], []),
        ("-1/2", "R", [], ["0"]),
        ("+-1", "N", ["1"], ["-1"]),
        ("{0,*|-1}", "N", ["0"], ["-1"]),
        ("*2", "N", ["0"], ["0"]),
    ],
)
def test_winning_moves(text: str, outcome: str, left: list[str], right: list[str]) -> None:
    report = answer(text)
    assert report["outcome"] == outcome
    assert report["winning_moves"] == {"left": left, "right": right}


def test_zero_is_impartial() -> None:
    assert answer("*7 - *7")["grundy"] == 0


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["-3/8"], "-3/8"),
        (["-1"], "-1"),
        (["--", "-1"], "-1"),
        (["--1"], "1"),
        (["--v"], "v"),
        (["-v"], "^"),
        (["-(1^)"], "-1v"),
        (["-{1|0}"], "{0|-1}"),
        (["-Tiny(2)"], "Miny(2)"),
        (["-1", "--time-limit", "60"], "-1"),
        (["--time-limit=60", "-1"], "-1"),
        (["-1", "--memory-limit", "1GiB"], "-1"),
    ],
)
def test_expressions_that_begin_with_a_minus_sign(words: list[str], value: str) -> None:
    assert answer(*words)["value"] == value


@pytest.mark.long
def test_a_value_without_text_is_null() -> None:
    # A chain of {0|...} and {...|*} shares its options: its text doubles at every other step.
    g = fs.Value("{1|0}")
    for n in range(2, 60):
        g = fs.Value.of([g + n], [g - n])
    from farstar.reports import report_json, value_report

    report = report_json(value_report("a deep game", g))
    assert report["value"] is None
    assert report["value_omitted"]
    assert report["left_options"] == [None]
    json.dumps(report)


def test_a_huge_nimber_leaves_its_options_out_but_knows_who_wins() -> None:
    report = answer("*1000000000")
    assert (report["outcome"], report["grundy"]) == ("N", 1_000_000_000)
    assert report["left_options"] is None
    assert report["winning_moves"] == {"left": None, "right": None}
    assert "left_options" in report["omitted"]
    table = run("eval", "--explain", "*1000000000").stdout
    assert "Left first" in table
    assert "loses" not in table


def test_integers_of_any_length() -> None:
    digits = "1" * 5000
    report = answer(digits)
    assert (report["value"], report["mean"]) == (digits, digits)
    assert report["birthday"] == digits
    assert run("eval", "--explain", "--thermograph", digits).exit_code == 0


def test_the_table() -> None:
    printed = run("eval", "{3||2|1} - +-1").stdout
    rows = dict(line.split("  ", 1) for line in printed.splitlines())
    facts = {name.strip(): text.strip() for name, text in rows.items()}
    assert facts["expression"] == "{3|{2|1}} - +-1"
    assert facts["outcome"] == "Left wins, whoever starts (L)"
    assert facts["stops"] == "Left 3, Right 2"
    assert facts["mean"] == "9/4"
    assert facts["temperature"] == "1"
    assert facts["atomic weight"] == "none (not infinitesimal)"
    assert facts["Right first"] == "loses"


def test_unicode() -> None:
    assert "⇑∗" in run("eval", "--unicode", "^^*").stdout
    assert "^^*" in run("eval", "^^*").stdout


def test_the_picture() -> None:
    printed = run("eval", "--thermograph", "+-1").stdout
    assert "/" in printed
    assert "\\" in printed


def test_why_a_sum_is_won() -> None:
    printed = " ".join(run("eval", "--explain", "*2 + *3").stdout.split())
    assert "Left, moving first, wins by moving *3 to *2, leaving 0" in printed
    assert "So the first player wins: the value is confused with 0." in printed


def test_why_nobody_wants_to_start() -> None:
    printed = " ".join(run("eval", "--explain", "*2 + *3 - *").stdout.split())
    assert "if Left moves *2 to 0, Right moves *3 to *, leaving 0" in printed
    assert "So the second player wins: the value is 0." in printed


def test_reasons_that_take_too_long_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise fs.BudgetExceeded("this is too hard")

    monkeypatch.setattr("farstar.reports._explain.why", give_up)
    result = run("eval", "--explain", "*2 + *3")
    assert result.exit_code == 0
    assert "Left out: this is too hard" in result.stdout
    assert run("eval", "--explain", "--time-limit", "1e-9", "*2 + *3").exit_code == 3


def test_the_two_ahead_rule_is_named() -> None:
    assert "atomic weight 3 is at least 2" in run("eval", "--explain", "^3*2").stdout


def test_a_batch() -> None:
    result = run("eval", "--json", "-", text="*2 + *3\n\n# a comment\n{1|\n-3/8\n")
    assert result.exit_code == 2
    first, second, third = map(json.loads, result.stdout.splitlines())
    assert first["value"] == "*"
    assert second["error"]["kind"] == "NotationError"
    assert second["error"]["line"] == 4
    assert third["value"] == "-3/8"
    assert "line 4: column 4" in result.stderr


def test_an_empty_batch() -> None:
    result = run("eval", "-", text="")
    assert (result.exit_code, result.output) == (0, "")


def test_a_batch_of_tables() -> None:
    result = run("eval", "-", text="1\n2\n")
    assert result.exit_code == 0
    assert [line.split()[1] for line in result.stdout.splitlines() if "expression" in line] == [
        "1",
        "2",
    ]
