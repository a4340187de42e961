"""Small surveys on the page Tables."""

from __future__ import annotations

import csv
import io
import json
import shlex
import tempfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError, SurveyError
from farstar.web.tasks import surveys
from tests import running

from .conftest import (
    ENDLESS,
    Opener,
    accessibility_faults,
    address_of,
    overflow,
    wait_for_fields,
)

pytestmark = pytest.mark.xdist_group("web")


def rows(what: str, words: str, show: str = "", where: str = "", rules: str = "") -> dict[str, Any]:
    answer: dict[str, Any] = surveys.rows(what, words, show, where, lambda *_: None, rules=rules)
    return answer


def test_rows_are_those_of_a_table() -> None:
    answer = rows("Nim(a,b)", "a=0..6 b=0..6", "outcome, grundy", "a <= b")
    wanted = fs.table(
        "Nim(a,b)", a=range(7), b=range(7), show=["outcome", "grundy"], where="a <= b"
    )
    assert answer["rows"] == [[str(cell) for cell in row] for row in wanted.rows]
    assert list(csv.reader(io.StringIO(answer["csv"].decode()))) == [
        answer["columns"],
        *answer["rows"],
    ]
    counts = {tuple(table["columns"]): dict(table["rows"]) for table in answer["summary"]}
    assert counts["outcome", "positions"] == {"N": "21", "P": "7"}


@pytest.mark.parametrize(
    ("what", "words", "show", "where"),
    [
        ("Nim(a,b)", "a=0..6 b=0..6", "outcome", "a <= b"),
        ("partizan-euclid-outcomes", "bound=9 only=P", "", ""),
        ("grossman-winners", "bound=30 k=1..2", "", ""),
    ],
)
def test_the_command_makes_the_same_survey(what: str, words: str, show: str, where: str) -> None:
    answer = rows(what, words, show, where)
    program, *arguments = shlex.split(answer["command"])
    assert program == "farstar"
    done = running.run(*arguments, "--json")
    assert json.loads(done.stdout)["rows"] == answer["count"]


def test_own_rules_can_be_surveyed() -> None:
    rules = "game Toads\ncells x/o .\nleft x. -> .x\nright .o -> o."
    answer = rows("Toads(x.o) + *n", "n=0..2", "outcome", rules=rules)
    wanted = [str((fs.rules(rules)("x.o") + fs.Value(f"*{n}")).outcome) for n in range(3)]
    assert [row[-1] for row in answer["rows"]] == wanted


@pytest.mark.parametrize(
    ("what", "words", "show", "where", "error", "message"),
    [
        ("Nim(a,b)", "a=1..1000 b=1..1000", "outcome", "", BudgetExceeded, "100,000 positions"),
        ("Nim(a)", "", "outcome", "", NotationError, "expected ranges"),
        ("Nim(a)", "a=1..9 out=/tmp/x", "outcome", "", NotationError, "got 'out=/tmp/x'"),
        ("Nim(jobs)", "jobs=1..9", "outcome", "", NotationError, "another name than 'jobs'"),
        ("Nim(a)", "a=1..9", "outcome, __class__", "", NotationError, "invariants among"),
        ("mygame.py", "n=1..9", "outcome", "", NotationError, "an expression or a survey"),
        ("mygame.py:Game", "n=1..9", "outcome", "", NotationError, "an expression or a survey"),
        ("partizan-euclid-census", "out=x", "", "", NotationError, "got 'out'"),
        ("partizan-euclid-census", "bound=10000000", "", "", BudgetExceeded, "at most 100,000"),
        ("grossman-winners", "k=1..1000", "", "", BudgetExceeded, "at most 100 numbers"),
        ("grossman-winner", "k=1..2", "", "", (NotationError, SurveyError), "expected"),
        ("Nim(a)", "a=" + "1," * 200, "outcome", "", NotationError, "at most 300 characters"),
    ],
)
def test_what_is_not_small_or_not_a_survey_is_refused(
    what: str, words: str, show: str, where: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        rows(what, words, show, where)


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    rows("Nim(a)", "a=1..9", "outcome")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_survey_in_the_page(new_page: Opener, width: int) -> None:
    page = new_page(width=width, height=900)
    page.goto("/tables?down_to=6&across_to=6")
    card = page.locator(".small-surveys")
    card.get_by_label("Ranges").fill("a=0..15 b=0..15")
    card.get_by_label("Only positions with").fill("a <= b")
    card.get_by_role("button", name="Run the survey").click()
    expect(card.get_by_role("heading", name="136 rows")).to_be_visible()
    expect(card.get_by_label("Summary, table 2")).to_contain_text("P16")
    command = "farstar survey 'Nim(a,b)' a=0..15 b=0..15 --show 'outcome, grundy' --where 'a <= b'"
    expect(card.locator(".command")).to_contain_text(command)
    with page.expect_download() as waiting:
        card.get_by_role("button", name="Save rows as CSV").click()
    assert waiting.value.path().read_text().startswith("a,b,outcome,grundy\n0,0,P,0\n")
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0
    # The address is the survey.
    page.goto(address_of(page))
    expect(card.get_by_role("heading", name="136 rows")).to_be_visible()


def test_a_survey_stays_in_the_address_after_the_map_has_moved(page: Page) -> None:
    page.goto("/tables")
    expect(page.get_by_role("list", name="What the colours mean")).to_be_visible()
    # What is in view comes into the address a little later, after the survey.
    page.evaluate("""() => {
        document.querySelector('[aria-label="Zoom in"]').click();
        document.querySelector(".small-surveys form").requestSubmit();
    }""")
    wait_for_fields(page, ran="1", z="*")


def test_a_survey_with_a_name(page: Page) -> None:
    page.goto("/tables?down_to=6&across_to=6")
    card = page.locator(".small-surveys")
    card.get_by_role("combobox").first.select_option("grossman-winners")
    expect(card).to_contain_text("how often the player to move wins Grossman's game")
    card.get_by_label("Bound").fill("100")
    card.get_by_label("Parameters").fill("k=1..2")
    card.get_by_role("button", name="Run the survey").click()
    expect(card.get_by_label("Summary, table 1")).to_contain_text("2829")
    expect(card.locator(".command")).to_contain_text(
        "farstar survey grossman-winners --bound 100 k=1..2"
    )


def test_a_survey_can_be_stopped_and_says_what_is_wrong(page: Page) -> None:
    page.goto("/tables?down_to=6&across_to=6")
    card = page.locator(".small-surveys")
    run = card.get_by_role("button", name="Run the survey")
    card.get_by_label("Ranges").fill("a=nothing")
    run.click()
    expect(card.get_by_role("alert")).to_contain_text("Expected ranges such as a=1..30")
    card.get_by_label("Positions", exact=True).fill(f"{ENDLESS} + *n")
    card.get_by_label("Ranges").fill("n=0..9")
    run.click()
    expect(card.get_by_role("progressbar")).to_be_visible()
    card.get_by_role("button", name="Stop").click()
    expect(card.locator(".survey-result")).to_have_text("Stopped.")
