"""The same question gives the same rows through every door.

The doors are Python, the text and the JSON of the command line, the prompt, the browser's tasks and
notebooks.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import count, islice
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar import engine, reports
from farstar.cli.repl import Session
from farstar.expressions import Expression, read
from farstar.expressions import known as known_games
from farstar.web import tasks
from tests.random_expressions import random_expression
from tests.running import run

VALUES = [
    *("0", "1", "-3/8", "7*(1/4)", "*", "*2", "*1000000000", "^", "vv*", "^3*2", "Tiny(2)"),
    *("+-1", "{3||2|1}", "{1|0}", "{0,*|^}", "{{4|1}|{0|-3}}", "2*^ - *3", "*2 + *3", "1" * 3000),
]
SUMS = [
    *("E(11,8) + {3||2|1} - *2", "Nim(3) + *5", "-(E(3,2) + *2) + ^", "Kayles(3) - Kayles(3)"),
    *("Clobber(xo|ox) + Domineering(2x2) + *", "Domineering(2x3) - Domineering(2x3)"),
]
LOOPY = [
    *("on", "over", "dud", "tis", "over - over", "3/2under", "a{0|a}", "{pass|*} - 1/4"),
    *("BackslidingToadsAndFrogs(TT..FF) + *", "on + E(5,3)"),
    *("BackslidingToadsAndFrogs(TTT..FFF)", "FoxAndGeese(F..|...|G..)", "over + E(5,3)"),
]
# The misère play of the usual start of Cutcake takes seconds.
POSITIONS = [
    "Cutcake(2,3)" if game.name == "Cutcake" else min(game.rules.starts, key=len)
    for game in known_games()
    if game.rules.starts
]
EASY = [*VALUES, *SUMS, *LOOPY, *POSITIONS]
MISERE = [
    *("0", "*2 + *2", "^", "{|*}", "Kayles(3)", "Kayles(5,7)", "Nim(1,1)", "Domineering(2x3)"),
    *("Cram(2x3) + *2", "E(5,3) - Clobber(xo)", "Konane(xo.o)", "SerialNim(3,1)", "Wythoff(2,3)"),
    *("over", "BackslidingToadsAndFrogs(T.F) + 1"),
]
SWITCHES = " + ".join(f"+-{2**i}" for i in range(40))
HARD = [
    *("Domineering(10x10)", "Clobber(8x8)", "Amazons(x....|.....|.....|.....|....o)", SWITCHES),
    *("Konane(8x8)", "Snort(5x5)", "Domineering(9x9) + Clobber(6x6)"),
]
NODES = 2_000
RULES = "game Hop\ncells x/o .\nstart xo\nleft xo -> .x both\nright = swap of left"


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing depend on the clock, and lines be as long as they are."""
    monkeypatch.setattr("farstar.reports._clock.PATIENCE", 600.0)
    monkeypatch.delenv("COLUMNS", raising=False)


def row_data(rows: Any) -> list[tuple[str, str]]:
    """Return the labels and texts of rows, of a report or in JSON."""
    return [
        (row.label, str(row.text()))
        if isinstance(row, reports.Row)
        else (row["label"], row["text"])
        for row in rows
    ]


def lines_of(rows: list[tuple[str, str]]) -> list[str]:
    width = max(len(label) for label, _ in rows)
    return [f"{label:<{width}}  {text}".rstrip() for label, text in rows]


def on_the_page(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return rows as the page writes their labels."""
    words = [(label.replace("misere", "misère"), text) for label, text in rows]
    return [(label[0].upper() + label[1:], text) for label, text in words]


def cells_of(html: str) -> list[tuple[str, str]]:
    """Return the labels and the HTML of the cells of a table."""
    cells = re.findall(r"<tr><th scope=row>(.*?)</th><td>(.*?)</td></tr>", html, re.DOTALL)
    return [(unescape(label), cell) for label, cell in cells]


def check_doors(
    text: str, *, misere: bool = False, budget: int | None = None
) -> tuple[reports.Report, dict[str, Any]]:
    """Ask all doors and compare; return the report and the JSON."""

    @contextmanager
    def anew() -> Iterator[None]:
        """Forget what the other doors have found, where that is not enough for an answer."""
        if budget is not None:
            for term in read(text).terms:
                if isinstance(term.game, fs.Position):
                    term.game.ruleset.forget()
            gc.collect()
            engine.collect()
        with engine.budget(nodes=budget):
            yield

    flags = ["--misere"] if misere else []
    with anew():
        known = reports.report(text, misere=misere)
    rows = row_data(known.rows)
    with anew():
        printed = run("eval", *flags, text)
    with anew():
        answer = json.loads(run("eval", "--json", *flags, text).stdout)
    with anew():
        page = tasks.run(f"evaluate.{'misere' if misere else 'card'}", {"text": text}, print)
    assert printed.stdout.splitlines() == lines_of(rows)
    assert printed.exit_code == (0 if known.outcome is not None else 3)
    assert row_data(answer["rows"]) == rows
    assert row_data(page["rows"]) == on_the_page(rows)
    assert [row["status"] for row in answer["rows"]] == [row["status"] for row in page["rows"]]
    notebook = cells_of(known._repr_html_())
    assert [label for label, _ in notebook] == [label for label, _ in rows]
    assert [cell for _, cell in notebook] == [row["html"] for row in page["rows"]]
    if not misere:
        said: list[str] = []
        with anew():
            Session(said.append).answer(f"all {text}")
        assert [line.rstrip() for line in said] == lines_of(rows)
    letter = None if known.outcome is None else str(known.outcome)
    assert answer["outcome"] == page["letter"] == letter
    assert page["outcome"] == known.heading
    if misere:
        return known, answer
    check_reasons(known, page)
    return known, answer


def check_reasons(known: reports.Report, page: dict[str, Any]) -> None:
    """Compare the heading with the reasons, the rows with the board."""
    why = reports.explanation(known)
    for step in why.steps:
        if "outcome" in step.data:
            expected = None if known.outcome is None else str(known.outcome)
            assert step.data["outcome"] == expected
        if set(step.data) == {"value"}:
            assert step.data["value"] == known.text
    assert page["why"] == why.steps_html()
    texts = dict(row_data(known.rows))
    for board in page["boards"]:
        if board["count"] is None:
            assert known.outcome is None or "moves left out" in str(texts)
            continue
        player = "Left" if board["player"] == "Either player" else board["player"]
        assert (board["count"] > 0) == texts[f"{player} first"].startswith("wins")


def test_the_questions_are_of_every_kind() -> None:
    assert len({*EASY, *MISERE, *HARD}) >= 60


@pytest.mark.parametrize("text", EASY, ids=lambda text: text[:30])
def test_the_same_rows_through_every_door(text: str) -> None:
    known, answer = check_doors(text)
    assert not known.lacks_time
    assert {row.status for row in known.rows} <= {"known", "not known", "not defined"}
    rows = {row.name: row for row in known.rows}
    for name in ("mean", "temperature"):
        if name in rows:
            assert reports.rational(rows[name].value) == answer[name]  # type: ignore[arg-type]
    assert rows["value"].value == known.value
    assert known.text == answer["value"]


def is_small(text: str) -> bool:
    """Return whether an expression is no sum of positions or loops, which may take seconds."""
    return (" + " not in text and " - " not in text) or not re.search(r"[A-Za-z]{2}|a{", text)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_the_same_rows_of_random_expressions(seed: int) -> None:
    """Two hundred in all."""
    random = Random(seed)
    texts = (random_expression(random, POSITIONS) for _ in count())
    for text in islice(filter(is_small, texts), 50):
        check_doors(text)


@pytest.mark.parametrize("text", MISERE)
def test_the_same_rows_of_misere_play(text: str) -> None:
    known, answer = check_doors(text, misere=True)
    game: Any = reports.unfolded(read(text))
    assert known.outcome is game.misere_outcome
    assert answer["value"] == known.text


@pytest.mark.parametrize("text", HARD, ids=lambda text: text[:30])
def test_what_is_not_known_is_said_once(text: str) -> None:
    known, answer = check_doors(text, budget=NODES)
    reasons = [row for row in known.rows if row.status == "not known" and row.name == "outcome"]
    if known.outcome is None:
        assert known.heading.startswith("who wins is ")
        told = [row for row in known.rows if row.status != "bounds"]
        assert [row.name for row in told if row.group in ("value", "moves")] == []
        assert len(reasons) == 1
        assert all(row.status != "not known" for row in known.rows if row.name != "outcome")
    else:
        assert answer["value"] is None or known.value is not None
    # How to get more is worded by each door.
    assert "time-limit" not in json.dumps(answer)


def test_the_terms_of_a_sum_that_is_too_long_give_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(_: object) -> object:
        raise fs.BudgetExceeded("this is too hard")

    text = "+-1 + +-4 + {9|7} + ^"
    whole = fs.Value(text)
    with monkeypatch.context() as patch:
        expression = read(text)
        build = Expression._build

        def build_terms_only(self: Expression) -> object:
            is_whole = self.normalised == expression.normalised
            return give_up(self) if is_whole else build(self)

        patch.setattr(Expression, "_build", build_terms_only)
        known = reports.report(expression)
    texts = dict(row_data(known.rows))
    assert known.outcome is whole.outcome
    assert texts["value"] == "left out: this is too hard"
    assert known.mean == whole.mean
    stops, heat = known.bounds["stops"], known.bounds["temperature"]
    assert stops.low is not None
    assert stops.high is not None
    assert heat.high is not None
    assert stops.low <= whole.right_stop <= whole.left_stop <= stops.high
    assert whole.temperature <= heat.high
    assert texts["stops"] == "between 2 and 14"
    assert texts["temperature"] == "at most 4"


def test_a_board_that_is_too_large_is_bounded_by_integers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bounds are marked as such in every row, and in JSON."""
    whole = fs.Domineering("4x5").value

    def too_hard(_: fs.Position) -> None:
        raise fs.BudgetExceeded("this is too hard")

    monkeypatch.setattr(fs.Domineering, "value", property(too_hard))
    known = reports.report("Domineering(4x5)")
    bounds = known.bounds["value"]
    assert bounds.low is not None
    assert bounds.high is not None
    assert bounds.low <= whole <= bounds.high
    assert known.bounds["stops"] == known.bounds["mean"] == bounds
    rows = {row.name: row.status for row in known.rows}
    assert rows["value"] == rows["stops"] == rows["mean"] == "bounds"
    data = json.loads(json.dumps(reports.report_json(known)))["bounds"]
    assert data["value"] == {"low": str(bounds.low), "high": str(bounds.high)}


def test_a_board_of_own_rules_that_is_too_hard_contradicts_nothing() -> None:
    with engine.budget(nodes=50):
        page = tasks.run("evaluate.card", {"text": "Hop(xoxo|oxox|xoxo)", "rules": RULES}, print)
    assert page["letter"] is None
    assert page["outcome"].startswith("who wins is ")
    assert [board["count"] for board in page["boards"]] == [None]
    told = [row["name"] for row in page["rows"] if row["status"] != "bounds"]
    assert told == ["expression", "outcome"]
    assert page["why"].count("<li>") == 1


def test_who_wins_follows_from_a_loopy_value(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(_: object) -> object:
        raise fs.BudgetExceeded("this is too hard")

    game: Any = fs.parse("FoxAndGeese(F..|...|G..)")
    monkeypatch.setattr(type(game), "outcome", property(give_up))
    known = reports.report("FoxAndGeese(F..|...|G..)")
    assert str(known.outcome) == str(game.loopy_value.outcome)
    assert "outcome" not in known.omitted


def test_more_time_gives_no_less_of_a_misere_value() -> None:
    """Whether this game is invertible needs a sum that is too deep; the rest is known."""
    known, answer = check_doors("{62|0,{1|-1}}", misere=True)
    texts = dict(row_data(known.rows))
    assert known.outcome is fs.Outcome.R
    assert texts["value"] == "{62|0,{1|-1}} modulo dead-ending games"
    assert texts["invertible"].startswith("left out: expected games of depth at most 120")
    assert answer["invertible"] is None
    assert "invertible" in answer["omitted"]


def test_a_page_without_the_winners_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    known = reports.report("{3||2|1}")

    def give_up(*_: object) -> object:
        raise fs.BudgetExceeded("this is too hard")

    assert known.canonical_options(fs.Left) == [(fs.Value(3), True)]
    monkeypatch.setattr(fs.Value, "__ge__", give_up)
    assert known.canonical_options(fs.Left) is None
