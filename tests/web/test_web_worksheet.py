"""The page Worksheets: the same sheets as those of the command, on the screen and on paper."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

import farstar as fs
from farstar import games as gallery
from farstar.errors import NotationError
from farstar.web.tasks import run as run_task
from farstar.web.tasks import worksheet
from tests.running import run
from tests.test_worksheets import GAMES_WITHOUT_EXERCISES

from .conftest import Opener, Server, accessibility_faults, address_of, overflow, wait_for_fields

pytestmark = pytest.mark.xdist_group("web")

GAMES = ("Domineering", "Clobber")
SEED, LEVEL, COUNT = 7, 4, 3
SHEET = f"/worksheet?games={','.join(GAMES)}&level={LEVEL}&questions={COUNT}&seed={SEED}"
ARGUMENTS = {"games": list(GAMES), "level": LEVEL, "questions": COUNT, "seed": SEED}
WORDS = [*GAMES, "--level", LEVEL, "--questions", COUNT, "--seed", SEED]


def nothing(*_: Any) -> None:
    """Take progress, and forget it."""


def items(page: Page, sheet: str) -> list[str]:
    """Return the first paragraph of each exercise or answer."""
    expect(page.locator(f".{sheet} ol > li").first).to_be_attached()
    return page.locator(f".{sheet} ol > li > p").all_text_contents()


def test_the_page_shows_the_sheet_of_the_command(page: Page) -> None:
    made = fs.worksheet(*GAMES, level=LEVEL, questions=COUNT, seed=SEED)
    page.goto(SHEET)
    assert items(page, "exercises") == [question.prompt for question in made.questions]
    assert items(page, "answers") == [question.answer for question in made.questions]
    several = made.questions[1].games
    assert len(several) > 1
    captions = page.locator(".exercises li").nth(1).locator("figcaption").all_text_contents()
    assert captions == [f"{'ABCD'[n]}: {game}" for n, game in enumerate(several)]
    assert page.locator(".exercises figure svg").count() == sum(
        len(question.games) for question in made.questions
    )
    command = page.locator(".command code").inner_text()
    assert command == f"farstar {' '.join(map(str, ['worksheet', *WORDS]))} --out worksheet.pdf"


@pytest.mark.parametrize("form", ["html", "latex"])
@pytest.mark.parametrize("answers", [False, True])
def test_files_are_those_of_the_command(form: str, answers: bool) -> None:
    file = run_task("worksheet.download", ARGUMENTS | {"form": form, "answers": answers}, nothing)
    printed = run("worksheet", *WORDS, "--format", form, *(["--answers"] if answers else []))
    assert file.decode("utf-8") == printed.stdout


@pytest.mark.parametrize(
    ("width", "dark"), [(1280, False), pytest.param(390, True, marks=pytest.mark.long)]
)
def test_sheets_are_made_shown_and_found_again(new_page: Opener, width: int, dark: bool) -> None:
    page = new_page(width=width, height=844, dark=dark)
    page.goto("/learn")
    page.get_by_role("link", name="worksheets to print").click()
    wait_for_fields(page, games="Domineering", level="2", questions="12", seed="0")
    first = items(page, "exercises")
    assert len(first) == 12
    page.get_by_label("Exercises", exact=True).and_(page.locator("input")).fill("2")
    page.keyboard.press("Enter")
    wait_for_fields(page, questions="2")
    expect(page.locator(".exercises ol > li")).to_have_count(2)
    page.get_by_role("checkbox", name="Nim", exact=True).check()
    wait_for_fields(page, games="Domineering,Nim")
    page.get_by_role("combobox", name="Level").select_option("5")
    wait_for_fields(page, level="5")
    expect(page.locator(".exercises h2")).to_have_text("Domineering, Nim: exercises")
    page.get_by_role("button", name="New sheet").click()
    page.wait_for_function("!location.search.includes('seed=0')")
    boards = page.locator(".exercises figcaption")
    expect(boards.first).to_be_visible()
    drawn = boards.all_text_contents()
    expect(page.locator(".answers")).to_be_hidden()
    page.get_by_role("button", name="Show answers").click()
    wait_for_fields(page, answers="1")
    expect(page.locator(".answers")).to_be_visible()
    assert not accessibility_faults(page)
    assert overflow(page) <= 0
    link = address_of(page)
    page.get_by_role("button", name="Hide answers").click()
    expect(page.locator(".answers")).to_be_hidden()
    page.go_back()
    wait_for_fields(page, level="5", seed="0")
    page.goto(link)
    expect(page.locator(".answers")).to_be_visible()
    assert boards.all_text_contents() == drawn
    assert page.get_by_role("checkbox", name="Nim", exact=True).is_checked()


def test_a_change_before_the_games_are_listed_keeps_them(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/task/worksheet.choices", lambda route: held.append(route))
    page.goto(SHEET)
    items(page, "exercises")
    page.get_by_role("combobox", name="Level").select_option("1")
    wait_for_fields(page, level="1", games=",".join(GAMES))
    expect(page.locator(".exercises ol > li")).to_have_count(COUNT)
    page.unroute_all()


def test_answers_are_printed_on_a_new_page_and_paper_is_light(new_page: Opener) -> None:
    page = new_page(width=1280, dark=True)
    page.add_init_script("window.print = () => { document.title = 'printed'; };")
    page.goto(SHEET)
    items(page, "exercises")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")
    on_screen = page.evaluate("getComputedStyle(document.body).color")
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (".choices", ".bar", ".lead", "h1", ".foot"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".answers")).to_be_visible()
    style = "getComputedStyle(document.querySelector('.answers')).breakBefore"
    assert page.evaluate(style) == "page"
    assert page.evaluate("getComputedStyle(document.body).color") != on_screen
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) >= 2
    page.emulate_media(media="screen")


def test_files_are_offered(page: Page) -> None:
    page.goto(SHEET)
    items(page, "exercises")
    with page.expect_download() as download:
        page.get_by_role("button", name="Answers as LaTeX").click()
    assert download.value.suggested_filename == "worksheet-answers.tex"
    made = fs.worksheet(*GAMES, level=LEVEL, questions=COUNT, seed=SEED)
    assert download.value.path().read_text(encoding="utf-8") == made.latex(answers=True)


def test_making_a_sheet_is_shown_and_can_be_cancelled(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/task/worksheet.sheet", lambda route: held.append(route))
    page.goto(SHEET)
    expect(page.get_by_role("progressbar", name="Making the worksheet")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".sheet-said")).to_contain_text("Cancelled")
    page.unroute_all()
    page.get_by_role("button", name="New sheet").click()
    assert len(items(page, "exercises")) == COUNT


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?games=Domineerin", "did you mean Domineering"),
        ("?games=Nim&level=6", "Expected a level from 1 to 5, got 6"),
        ("?games=Nim&seed=seven", "Expected a whole number for seed, got 'seven'"),
        ("?games=Nim&questions=61", "Expected at most 60 questions, got 61"),
        ("?games=Phutball", "Expected games that end"),
        ("?level=2", "Choose a game"),
    ],
)
def test_what_is_wrong_is_said(page: Page, address: str, said: str) -> None:
    page.goto(f"/worksheet{address}")
    expect(page.locator(".sheet-said")).to_contain_text(re.compile(said))
    assert page.locator(".sheet").count() == 0


def test_progress_comes_before_the_sheet(server: Server) -> None:
    body = {"arguments": {"games": ["Nim"], "questions": 2, "level": 1}}
    answer = httpx.post(f"{server.url}api/task/worksheet.sheet", json=body, timeout=None)
    lines = answer.text.splitlines()
    assert '"0 of 2 exercises"' in lines[0]
    assert lines[-1].startswith('{"result":')


def test_every_game_of_the_page_ends() -> None:
    names = {choice["name"] for choice in worksheet.choices()}
    # In Surd Euclid some positions end, too few for a sheet.
    assert set(gallery.GAMES) - names == GAMES_WITHOUT_EXERCISES | {"SurdEuclid"}
    assert names < set(gallery.GAMES)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(NotationError, match=r"expected one of html, latex, got 'pdf'"):
        worksheet.download(("Nim",), "pdf", nothing)
    with pytest.raises(NotationError, match="expected at most 100 games"):
        worksheet.sheet(("Nim",) * 101, nothing)
