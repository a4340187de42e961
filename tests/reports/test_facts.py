"""What is found out about a game: once, and in the time that there is."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

import pytest

import farstar as fs
from farstar.expressions import read
from farstar.reports import Clock, Row, explained, find_plays, report
from farstar.sums import Sum, Term
from farstar.sums._solver import Solver
from tests.running import run

SUM = "E(11,8)+E(13,9)+A(3,2,1)"
SUMS = [SUM, "E(7,5) - E(4,3) + *2", "{3||2|1} + ^ - *2", "-(E(3,2) + *) + ^", "Nim(3) + *5"]

# A game without theory, so that it has to be searched.
SEARCHED = "ToadsAndFrogs(TTT...FFF)"


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every search run out of time at its first position, and find nothing done already."""
    game = fs.parse(SEARCHED)
    assert isinstance(game, fs.Position)
    game.ruleset.forget()
    monkeypatch.setattr("farstar.reports._clock.PATIENCE", 0.0)
    monkeypatch.setattr("farstar.reports._clock._MOMENT", 0.0)


# Each sum is decided once.


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Term, ...]]:
    """Note the sums about which `Solver.decide` is asked."""
    asked: list[tuple[Term, ...]] = []
    decide = Solver.decide

    def noting(solver: Solver, terms: tuple[Term, ...]) -> Any:
        asked.append(terms)
        return decide(solver, terms)

    monkeypatch.setattr(Solver, "decide", noting)
    return asked


@pytest.mark.parametrize("words", [["eval"], ["eval", "--json"], ["eval", "--explain"], ["moves"]])
def test_a_sum_is_decided_once(words: list[str], decided: list[tuple[Term, ...]]) -> None:
    assert run(*words, SUM).exit_code == 0
    game = fs.parse(SUM)
    assert isinstance(game, Sum)
    assert set(decided) == {game.terms}


@pytest.mark.parametrize(
    "words", [["eval", "--json"], ["eval", "--explain"], ["explain"], ["moves"]]
)
@pytest.mark.parametrize("text", SUMS)
def test_no_question_is_settled_twice(
    words: list[str], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: Counter[object] = Counter()
    settle = Solver._settle

    def noting(solver: Solver, terms: tuple[Term, ...], wanted: tuple[fs.Player, ...]) -> Any:
        settled.update((terms, player) for player in wanted)
        return settle(solver, terms, wanted)

    monkeypatch.setattr(Solver, "_settle", noting)
    assert run(*words, text).exit_code == 0
    assert not [question for question, count in settled.items() if count > 1]


# Winning moves are the same wherever they are told.


@pytest.mark.parametrize("text", SUMS)
def test_the_moves_in_the_summands_are_the_winning_moves(text: str) -> None:
    expression = read(text)
    facts = report(expression)
    plays = find_plays(expression)
    for name, player in (("left", fs.Left), ("right", fs.Right)):
        reported = [move["after"] for move in plays.sides[name]["winning_moves"]]
        assert sorted(str(move.after) for move in facts.sum_moves[player]) == sorted(reported)
        for move in facts.sum_moves[player]:
            assert sum(summand.is_moved_in(move) for summand in facts.summands) == 1
        if not isinstance(facts.game, fs.Value):
            winning = facts.wins_by(player)
            assert winning is not None
            assert [str(move.after) for move in winning] == reported


def test_a_summand_that_is_the_negative_of_a_sum() -> None:
    facts = report("-(E(3,2) + *2) + ^")
    group, up = facts.summands
    assert (group.expression, up.expression) == ("-(E(3,2) + *2)", "^")
    moves = [move for move in facts.sum_moves[fs.Left] if group.is_moved_in(move)]
    assert "-E(3,2) + *" in [group.after(move, str) for move in moves]


# Time


@pytest.mark.usefixtures("no_time")
@pytest.mark.parametrize("text", [SEARCHED, f"{SEARCHED} + ToadsAndFrogs(TT..FF)"])
def test_an_outcome_that_is_not_found_in_time(text: str) -> None:
    result = run("eval", "--json", text)
    answer = json.loads(result.stdout)
    excuse = "not known within 0 s"
    assert (result.exit_code, answer["outcome"], answer["value"]) == (3, None, None)
    assert answer["omitted"]["outcome"] == answer["value_omitted"] == excuse
    assert answer["winning_moves"] == {"left": None, "right": None}
    assert {"left_stop", "mean", "birthday", "misere_outcome"} <= answer["omitted"].keys()
    explained = run("eval", "--explain", text)
    assert explained.exit_code == 3
    rows = dict(line.split(None, 1) for line in explained.stdout.splitlines())
    assert rows == {"expression": read(text).normalised, "outcome": excuse}
    assert explained.stderr == f"farstar: some of this is {excuse}; --time-limit allows more\n"


@pytest.mark.usefixtures("no_time")
def test_an_explanation_that_is_not_found_in_time() -> None:
    result = run("explain", "--json", SEARCHED)
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["outcome"]) == (3, None)
    assert [step["title"] for step in answer["steps"]] == ["Outcome"]
    assert run("explain", SEARCHED).exit_code == 3
    batch = run("eval", "--json", "-", text=f"{SEARCHED}\nE(11,8)\n")
    assert batch.exit_code == 3
    assert [json.loads(line)["outcome"] for line in batch.stdout.splitlines()] == [None, "R"]


@pytest.mark.usefixtures("no_time")
def test_what_theory_tells_needs_no_time() -> None:
    facts = report("E(11,8)")
    assert (facts.outcome, facts.details["word"]) == (fs.Outcome.R, "rl2e")
    assert facts.mean == 0
    assert report("A(3,2,1)").temperature == fs.GeographyA(3, 2, 1).temperature


def test_an_explanation_without_time_still_says_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(_: object) -> fs.Explanation:
        raise fs.BudgetExceeded("this is too hard")

    monkeypatch.setattr(fs.Position, "explain", give_up)
    known, why = explained(SEARCHED)
    assert known.outcome is fs.Outcome.P
    assert [step.title for step in why.steps] == ["Outcome", "Left out"]
    assert why.steps[1].text == "this is too hard"


def test_a_time_limit_that_is_over_is_an_error() -> None:
    deadline = time.monotonic() - 1
    late = Clock(deadline)
    assert late.is_over
    assert late.excuse == "not known within the time limit"
    with pytest.raises(fs.BudgetExceeded, match="not known within the time limit"):
        report("E(11,8)", late)
    with pytest.raises(fs.BudgetExceeded, match="not known within the time limit"):
        explained("E(11,8)", deadline)


def test_the_clock_names_its_own_bound_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(fs.BudgetExceeded, match="too many"), Clock().share():
        raise fs.BudgetExceeded("too many")
    monkeypatch.setattr("farstar.reports._clock._MOMENT", 0.0)
    monkeypatch.setattr("farstar.reports._clock.PATIENCE", 0.0)
    with pytest.raises(fs.BudgetExceeded, match="not known within 0 s"), Clock().share():
        raise fs.BudgetExceeded("out of time")


def test_facts_are_read_as_attributes() -> None:
    facts = report("{3||2|1}")
    assert (facts.left_stop, facts.followers) == (3, 6)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = facts.nonsense


# Rows are written within the time of the answer.


def test_a_row_that_takes_too_long_to_write_says_so() -> None:
    known = report("{3||2|1}")

    def write(row: Row) -> str:
        if row.name == "mean" and row.cells:
            raise fs.BudgetExceeded("too long")
        return row.text()

    rows = {row.name: (row.status, text) for row, text in known.write(write)}
    assert rows["mean"] == ("not known", "left out: too long")
    assert rows["temperature"] == ("known", "3/4")
    assert known.omitted["mean"] == "too long"


def test_options_too_large_to_count_are_described() -> None:
    known = report(f"{{5|{{-1|-{'9' * 300}*3}}}}")
    rows = {row.name: row for row in known.rows}
    assert rows["right_options"].text() == "a long value"
    assert rows["left_options"].text() == "5"
