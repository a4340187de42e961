"""The entrance and the lessons in a browser, the glossary behind them, and rules of one's own."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import farstar as fs
from farstar.expressions import read
from farstar.web.tasks import learn

from .conftest import Opener, accessibility_faults, overflow, wait_for_fields

pytestmark = pytest.mark.xdist_group("web")

SIZES = [(1280, 900), (390, 844)]
DOCS = Path(__file__).parents[2] / "docs"
LESSONS = Path(learn.__file__).parents[1] / "static" / "pages" / "lessons.js"

# Wins the small game of a page by following hints.
WIN = """async () => {
  const one = (selector) => document.querySelector(`.small-game ${selector}`);
  const words = () => one(".status").textContent;
  const until = async (holds) => {
    while (!holds()) await new Promise((done) => setTimeout(done, 5));
  };
  const isOver = () => /cannot move|draw/.test(words());
  while (!isOver()) {
    await until(() => isOver() || (/Your turn/.test(words()) && one(".cell.can")));
    if (isOver()) break;
    const before = one(".boards").textContent;
    const buttons = [...document.querySelectorAll(".small-game button")];
    buttons.find((b) => b.textContent === "Hint").click();
    await until(() => one(".cell.hinted"));
    for (let clicks = 0; one(".cell.hinted") && clicks < 4; clicks += 1) {
      one(".cell.hinted").dispatchEvent(new MouseEvent("click", {bubbles: true}));
    }
    await until(() => isOver() || (one(".cell.can") && one(".boards").textContent !== before));
  }
  return words();
}"""


@pytest.mark.parametrize("size", SIZES)
def test_the_entrance(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto("/")
    expect(page.locator(".lead")).to_contain_text("Farstar plays and solves games")
    expect(page.locator(".small-game .cell.can").first).to_be_visible()
    assert "you win" in page.evaluate(WIN)
    assert not accessibility_faults(page)
    assert overflow(page) <= 0
    for name, title in (("Play", "Play"), ("Learn", "Learn"), ("Compute", "Evaluate")):
        page.goto("/")
        page.locator(".door").get_by_role("link", name=name).click()
        expect(page).to_have_title(f"{title} · Farstar")
    page.goto("/")
    page.get_by_label("A game or a sum").fill("*2")
    page.get_by_role("button", name="Compute").click()
    expect(page.get_by_label("Value", exact=True)).to_have_text("∗2")
    page.go_back()
    expect(page.locator(".lead")).to_be_visible()


def test_a_lesson_explains_its_words_and_is_done_by_winning(page: Page) -> None:
    page.goto("/learn?lesson=2")
    page.get_by_role("button", name="impartial").click()
    note = page.locator(".meaning:popover-open")
    expect(note).to_contain_text("Both players have the same moves.")
    expect(note.get_by_role("link", name="Nim(1,2)")).to_be_visible()
    assert "you win" in page.evaluate(WIN)
    expect(page.locator(".lessons a.solved")).to_have_count(1)
    page.get_by_role("link", name="Next: Adding games").click()
    wait_for_fields(page, lesson="3")
    expect(page.get_by_role("heading", name="3. Adding games")).to_be_visible()
    assert not accessibility_faults(page)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_every_lesson_is_won_by_its_hints(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    for number in range(1, 11):
        page.goto(f"/learn?lesson={number}")
        expect(page.locator(".small-game .board").first).to_be_visible()
        assert "you win" in page.evaluate(WIN), number
        assert overflow(page) <= 0
        assert not accessibility_faults(page)


def test_the_lesson_on_thermographs_shows_one(page: Page) -> None:
    page.goto("/learn?lesson=8")
    graph = page.get_by_label("Thermograph of {3||2|1}", exact=True)
    before = graph.bounding_box()
    expect(graph.get_by_role("slider")).to_be_visible()
    assert graph.bounding_box() == before
    graph.get_by_role("slider").press("ArrowRight")
    expect(graph.locator(".walls-at")).to_contain_text("Left wall at")
    assert not accessibility_faults(page)


def test_a_hint_where_no_move_wins_says_so(page: Page) -> None:
    page.goto("/learn?lesson=4")
    # Nim(3,5,7): taking all of the last heap leaves 3 and 5, and the opponent makes them equal.
    page.locator('.boards [data-cell="2,1"]').click()
    status = page.locator(".small-game .status")
    expect(status).to_have_text("Your turn: you are Left.")
    page.get_by_role("button", name="Hint").click()
    expect(status).to_contain_text("No move wins any more")


def test_words_and_positions_of_the_lessons_are_known() -> None:
    lines = LESSONS.read_text(encoding="utf-8").splitlines()
    source = "\n".join(line for line in lines if not line.startswith("//"))
    known = learn.terms()
    words = re.findall(r"\[\[([^]|]*)", source)
    assert words
    assert not [word for word in words if not known[word]["example"]]
    for text in [*re.findall(r"`([^`]*)`", source), *learn.EXAMPLES.values()]:
        assert read(text).normalised


def test_the_glossary_of_the_pages_is_that_of_the_documentation() -> None:
    spec = importlib.util.spec_from_file_location("glossary", DOCS / "glossary.py")
    assert spec is not None
    assert spec.loader is not None
    script: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.TARGET.read_text(encoding="utf-8") == script.text(), "python docs/glossary.py"
    assert learn.EXAMPLES.keys() <= learn.terms().keys()


@pytest.mark.parametrize("template", learn.templates(), ids=lambda template: template["title"])
def test_templates_have_a_first_position_with_moves(template: dict[str, str]) -> None:
    checked = learn.check_rules(template["rules"], template["position"])
    assert (checked["position"], checked["moves"] > [0, 0]) == (template["position"], True)
    assert checked["svg"].startswith("<svg")


@pytest.mark.parametrize("size", SIZES)
def test_rules_are_checked_while_they_are_written(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto("/evaluate")
    page.get_by_text("Rules of your own").click()
    page.get_by_label("Begin with").select_option("Clobber: take a neighbour")
    expect(page.locator(".rules-said")).to_contain_text("first position MyClobber(3x4)")
    expect(page.locator(".rules-said svg")).to_be_visible()
    expect(page.get_by_label("Result", exact=True)).to_contain_text("MyClobber(xoxo|oxox|xoxo)")
    rules = page.get_by_label("Rules", exact=True)
    rules.fill(rules.input_value().replace("->", "=>"))
    expect(page.locator(".rules-said")).to_contain_text(
        "line 4, column 8: expected a rule", ignore_case=True
    )
    caret = page.locator(".rules-said pre").inner_text().splitlines()
    assert caret[0][caret[1].index("^")] == "x"
    assert overflow(page) <= 0
    assert not accessibility_faults(page)


def test_a_game_of_ones_own_is_played_from_its_template(page: Page) -> None:
    page.goto("/play")
    page.get_by_text("Game and opponent").click()
    page.get_by_text("Rules of your own").click()
    page.get_by_label("Begin with").select_option("Domineering: place dominoes")
    wait_for_fields(page, e="MyDomineering(4x4)")
    expect(page.locator(".boards .cell.can")).to_have_count(12)


def test_the_first_positions_of_templates_can_be_solved() -> None:
    outcomes = {}
    for template in learn.templates():
        ruleset: Any = fs.rules(template["rules"])
        board = template["position"].partition("(")[2][:-1]
        outcomes[template["position"]] = str(ruleset(board).outcome)
    assert set(outcomes.values()) <= {"L", "R", "N", "P"}
