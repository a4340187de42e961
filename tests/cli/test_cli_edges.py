"""Odd but legal: ends of games, numbers too large to list, sums to simplify, empty words."""

from __future__ import annotations

import json
from functools import partial

import pytest
from click.testing import Result

from tests.running import report_of, run

from ..work import calls_of

facts = partial(report_of, "eval", "--json")


@pytest.mark.parametrize("expression", ["Euclid(0,5)", "Euclid(0,0)", "Euclid(7,0; k=2)"])
def test_a_game_of_euclid_that_is_over_has_no_fraction(expression: str) -> None:
    report = facts(expression)
    assert (report["outcome"], report["value"], report["grundy"]) == ("P", "0", 0)
    assert "continued_fraction" not in report["position"]
    assert report["misere_outcome"] == "N"


def test_the_empty_word_is_shown_as_such() -> None:
    lines = run("eval", "E(5,5)").stdout.splitlines()
    assert "word              λ (empty)" in lines
    assert not any(line.startswith("class") for line in lines)
    assert facts("E(5,5)")["position"] == {
        "game": "E",
        "word": "",
        "irreducible_word": "",
        "class": None,
    }


def test_what_is_too_large_to_write_is_left_out() -> None:
    report = facts("A(1000000000,1000000000000,3)")
    assert report["outcome"] == "L"
    assert report["mean"] is None
    assert "expected a power of two" in report["omitted"]["mean"]


@pytest.mark.long
def test_a_heap_with_a_million_moves_has_its_value() -> None:
    report = facts("Kayles(200000)")
    assert (report["value"], report["grundy"], report["outcome"]) == ("*", 1, "N")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("table", "Domineering(1 x n)", "n=1..3", "--show", "winning_moves"), "the game alone"),
        (("plot", "Nim(3)", "--kind", "tree", "--depth", "-1"), "expected a depth of at least 0"),
        (("plot", "1" + "0" * 200), "expected values that a picture can tell apart"),
        (("plot", "1" + "0" * 30 + " + {1|-1}"), "expected values that a picture can tell apart"),
    ],
)
def test_one_line_for_what_cannot_be_shown(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


def test_words_in_tables_are_data() -> None:
    report = json.loads(run("table", "E(p,q)", "p=4", "q=2..3", "--show", "word", "--json").stdout)
    assert [record["word"] for record in report["records"]] == ["", "re"]


SUMS = [
    ("+-1 + +-1", "0", "reversible"),
    ("3 + {1|-1}", "{4|2}", "dominated"),
    ("E(5,3) - E(3,2)", "v*", "dominated"),
    ("Nim(1) + ^", "^*", "dominated"),
    ("1000000000000 + 3", "1000000000003", "canonical"),
]


@pytest.mark.parametrize(("text", "value", "first"), SUMS)
def test_sums_are_simplified_with_their_moves(text: str, value: str, first: str) -> None:
    report = json.loads(run("simplify", "--json", text).stdout)
    assert (report["value"], report["steps"][0]["kind"]) == (value, first)
    assert report["steps"][-1]["after"] == value
    assert run("simplify", "--quiet", text).stdout == f"{value}\n"


def test_the_canonical_form_alone_needs_no_steps() -> None:
    answers: list[Result] = []
    work = calls_of(lambda: answers.append(run("simplify", "--quiet", "Cutcake(2,3; 4,5)")))
    assert answers[0].stdout == "0\n"
    assert work < 1_000_000  # the steps take thirty times that
