"""The page Play in a browser; `test_play_tasks` has the tasks behind it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from farstar.reports import Transcript

from .conftest import (
    SERVE,
    Opener,
    accessibility_faults,
    address_of,
    overflow,
    patient_context,
    running_server,
    wait_for_fields,
)

pytestmark = pytest.mark.xdist_group("web")

DESKTOP, PHONE = (1440, 900), (390, 844)

WON = (
    "Euclid(9,2)",
    "E(15,8)",
    "Board(3)",
    "ModularNim(9; 2,3)",
    "E(11,8) + SerialNim(4) + ^^",
    "Nim(1,2)",
    "Domineering(2x3)",
    "Clobber(xo|ox)",
    "Amazons(x#.|..o)",
    "Konane(xo.xo.)",
    "ToadsAndFrogs(T.FF)",
    "TopplingDominoes(lre)",
    "Wythoff(1,3)",
    "Kayles(3)",
    "Hackenbush(lrl)",
    "Cutcake(2,4)",
    "Snort(path 2)",
)
"""A game of each kind of picture that Left wins by moving first."""


def address(e: str, **options: str) -> str:
    return f"/play?{urlencode({'e': e, **options})}"


def status(page: Page) -> Locator:
    return page.locator(".play .status")


def your_turn(page: Page, count: int) -> None:
    """Wait until so many moves were made, and the visitor is to move or the game is over."""
    page.wait_for_function(
        """(count) => document.querySelectorAll(".record .ply").length >= count
            && /Your turn|cannot|a draw/.test(document.querySelector(".status")?.textContent)""",
        arg=count,
    )


def play_out(page: Page, cells: str) -> str:
    """Click on boards until the game is over; return what is said at the end."""
    while not re.search("cannot move|draw", status(page).inner_text()):
        count = page.locator(".record .ply").count()
        for _ in range(3):
            page.locator(cells).first.click()
            page.wait_for_function(
                """(count) => document.querySelectorAll(".record .ply").length > count
                    || document.querySelector(".board .picked")""",
                arg=count,
            )
            if not page.locator(".board .picked").count():
                break
        your_turn(page, count + 2 if not re.search("cannot", status(page).inner_text()) else 1)
    return status(page).inner_text()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_board_is_above_the_fold(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(address("Domineering(4x4)"))
    expect(status(page)).to_have_text("Your turn, Left")
    box = page.locator(".board").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    assert box["width"] >= 0.38 * size[0]
    assert overflow(page) <= 0
    assert not page.locator(".settings").is_visible()


def test_back_undoes_one_move_after_the_other_and_leaves(wide_page: Page) -> None:
    page = wide_page
    page.goto("/?e=E(11,8)")
    expect(page.locator(".outcome")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="Play").click()
    expect(status(page)).to_have_text("Your turn, Left")
    wait_for_fields(page, e="E(11,8)")
    page.goto(address("Nim(3,5,7)"))
    for key, count in (("1,5,7", 2), (None, 4)):
        moves = page.locator("[data-move]")
        page.get_by_text("All moves").click() if key else None
        (page.locator(f"[data-move='{key}']") if key else moves.first).click()
        your_turn(page, count)
    page.go_back()
    expect(page.locator(".record .ply")).to_have_count(2)
    expect(status(page)).to_have_text("Your turn, Left")
    page.go_back()
    expect(page.locator(".record .ply")).to_have_count(0)
    page.go_forward()
    expect(page.locator(".record .ply")).to_have_count(2)
    page.go_back()
    expect(page.locator(".record .ply")).to_have_count(0)
    page.go_back()
    page.wait_for_url(re.compile(r"/play\?e=E"))
    page.go_back()
    page.wait_for_url(re.compile(r"/\?e=E"))


def test_any_legal_move_can_be_typed(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Nim(400,200)"))
    field = page.get_by_label("Type a move")
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("This wins: (400,200) → (200,200)")
    field.fill("9,9")
    field.press("Enter")
    expect(page.locator(".hint")).to_contain_text("Expected a move of Left")
    field.fill("200,200")
    field.press("Enter")
    your_turn(page, 2)
    wait_for_fields(page, m="200,200_*")
    expect(field).to_be_focused()


@pytest.mark.long
def test_a_game_survives_reload_and_a_restart_of_the_server(browser: Browser) -> None:
    with running_server("--workers", "1", "--rate", "1000", program=SERVE) as server:
        port = urlsplit(server.url).port
        page = patient_context(browser).new_page()
        page.goto(f"{server.url}play?e=Nim(3,5,7)&m=1,5,7")
        your_turn(page, 2)
        before = page.locator(".record .ply").all_inner_texts()
        page.reload()
        your_turn(page, 2)
        assert page.locator(".record .ply").all_inner_texts() == before
    options = ("--workers", "1", "--rate", "1000", "--port", str(port))
    with running_server(*options, program=SERVE[:-2]):
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint")).not_to_be_empty()
        assert page.locator(".record .ply").all_inner_texts() == before
    page.context.close()


def test_tools_keep_address_and_fields_in_step(wide_page: Page, tmp_path: Path) -> None:
    page = wide_page
    page.goto(address("Nim(3,5)", opponent="random"))
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_role("button", name="Swap sides").click()
    your_turn(page, 1)
    wait_for_fields(page, side="right", first="opponent")
    page.get_by_text("Game and opponent").click()
    expect(page.get_by_label("You play")).to_have_value("right")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save transcript").click()
    path = tmp_path / "game.json"
    waiting.value.save_as(path)
    data = json.loads(path.read_text())
    assert Transcript.from_dict(data).to_dict() == data
    page.goto("/play")
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_label("Transcript").set_input_files(path)
    expect(status(page)).to_have_text("Your turn, Right")
    wait_for_fields(page, e="Nim(3,5)", side="right")
    page.get_by_text("Game and opponent").click()
    expect(page.get_by_label("Position or sum")).to_have_value("Nim(3,5)")
    page.get_by_label("Position or sum").fill("Nim(3,")
    page.get_by_role("button", name="New game").first.click()
    expect(status(page)).to_have_text("This cannot be played")
    wait_for_fields(page, e="Nim(3,")
    page.go_back()
    expect(status(page)).to_have_text("Your turn, Right")
    path.write_text('{"schema": "farstar.play/1"}')
    page.get_by_label("Transcript").set_input_files(path)
    expect(page.locator(".hint")).to_contain_text("xpected a game saved by farstar")


def test_evaluation_analysis_and_trying_again(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Nim(1,2)", m="2"))
    expect(status(page)).to_have_text("You cannot move: you lose")
    expect(page.locator(".turning-points li")).to_have_count(1)
    expect(page.locator(".turning-points")).to_contain_text("Move 1, Left (you): from won to lost")
    expect(page.locator(".turning-points")).to_contain_text("Better: (1,2) → (1,1)")
    expect(page.locator(".record .verdict-mark.right")).to_have_count(2)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".retry")).to_contain_text("Looking at move 1 of 2")
    wait_for_fields(page, at="1")
    page.get_by_role("button", name="Latest move").click()
    page.locator(".turning-points").get_by_role("button", name="Try again from here").click()
    expect(status(page)).to_have_text("Your turn, Left")
    wait_for_fields(page, m=None)
    page.get_by_role("button", name="Show who wins").click()
    expect(page.locator(".board .can.wins")).to_have_count(1)
    expect(page.locator(".evaluation")).to_have_text("Left wins with best play")
    page.locator(".board .can.wins").click()
    your_turn(page, 2)
    assert play_out(page, ".board .can.wins") == "Right cannot move: you win"
    expect(page.locator(".lesson")).to_contain_text("You made no mistake")


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_days_in_a_row_are_counted(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(address("Nim(3,5)"))
    expect(status(page)).to_have_text("Your turn, Left")
    page.evaluate(
        """() => {
            const day = (back) => {
                const date = new Date();
                date.setDate(date.getDate() - back);
                const two = (number) => String(number).padStart(2, "0");
                return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
            };
            // Yesterday, the two days before, and one after a gap.
            localStorage.setItem("farstar-solved", JSON.stringify([1, 2, 3, 5].map(day)));
        }"""
    )
    page.get_by_text("Puzzles", exact=True).click()
    archive = page.locator(".fold[open]", has_text="Puzzles")
    expect(archive).to_contain_text("A sum for each day · 3 days in a row")
    # Single games come first, and the sums of the days last.
    assert archive.inner_text().index("Heaps and pins") < archive.inner_text().index("A sum")
    assert overflow(page) <= 0


def test_puzzles_by_date_and_theme(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Nim(3,5)"))
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_role("button", name="Show who wins").click()
    expect(page.locator(".board .wins").first).to_be_visible()
    page.get_by_text("Puzzles", exact=True).click()
    page.get_by_text("Heaps and pins").click()
    # By difficulty: the third puzzle is the easiest one among these.
    expect(page.locator(".theme-puzzles[open]")).to_contain_text("Few moves")
    page.locator(".numbers a", has_text=re.compile("^2$")).first.click()
    expect(page.locator(".told")).to_contain_text("Heaps and pins, puzzle 2")
    wait_for_fields(page, puzzle="heaps-2", e=None, m=None)
    # Nothing gives the solution away.
    expect(page.get_by_role("button", name="Show who wins")).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(page.locator(".board .wins")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".move.hinted")).to_have_count(1)
    solution = page.locator(".move.hinted").get_attribute("data-move")
    page.get_by_text("All moves").click()
    page.locator(f"[data-move]:not([data-move='{solution}'])").first.click()
    expect(page.locator(".told")).to_contain_text("That was not it")
    your_turn(page, 2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".record .ply")).to_have_count(0)
    page.locator(f"[data-move='{solution}']").click()
    expect(page.locator(".told")).to_contain_text("Solved!")
    page.get_by_role("link", name="Another puzzle").click()
    page.wait_for_url(re.compile("puzzle=heaps-3"))
    page.goto("/play?puzzle=2026-11-16")
    expect(page.locator(".told")).to_contain_text("The puzzle of 2026-11-16")


def test_rules_of_ones_own_are_shared_by_a_link(wide_page: Page, new_page: Opener) -> None:
    page = wide_page
    page.goto("/play")
    expect(status(page)).to_have_text("Your turn, Left")
    page.get_by_text("Game and opponent").click()
    page.get_by_text("Rules of your own").click()
    page.get_by_label("Rules", exact=True).fill(
        "game Hop\ncells x/o .\nleft   xo -> .x  both\nright = swap of left"
    )
    page.get_by_label("Position or sum").fill("Hop(xo|ox)")
    page.get_by_role("button", name="New game").first.click()
    expect(page.locator("[data-move]")).to_have_count(4)
    wait_for_fields(page, e="Hop(xo|ox)")
    other = new_page(width=PHONE[0], height=PHONE[1])
    other.goto(address_of(page))
    expect(other.locator("[data-move]")).to_have_count(4)
    assert play_out(other, ".board .can") in (
        "Right cannot move: you win",
        "You cannot move: you lose",
    )


def test_dragging_keyboard_and_focus(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Clobber(xoxo|oxox)"))
    expect(status(page)).to_have_text("Your turn, Left")
    page.locator(".boards [data-cell='0,0']").drag_to(page.locator(".boards [data-cell='0,1']"))
    your_turn(page, 2)
    wait_for_fields(page, m="1,1-1,2_*")
    page.goto(address("Domineering(2x2)"))
    expect(status(page)).to_have_text("Your turn, Left")
    page.locator(".boards [data-cell='0,0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".boards [data-cell='0,1']")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("Right cannot move: you win")
    # Nothing can be clicked any more, so that the result has the focus.
    expect(status(page)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".retry")).to_contain_text("Looking at move 0 of 1")


def test_boards_that_are_graphs_can_be_clicked(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Snort(path 2)"))
    page.locator(".boards .can").first.click()
    expect(status(page)).to_have_text("Right cannot move: you win")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_cannot_be_played_offers_no_moves(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(address("Nim(1,2"))
    expect(status(page)).to_have_text("This cannot be played")
    expect(page.locator(".told")).to_contain_text("Column 8: expected ')'")
    for name in ("Undo", "Hint", "Show who wins", "Why?", "Start again", "Swap sides"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    expect(page.locator(".record")).to_have_text("")
    page.get_by_label("Position or sum").fill("Nim(1,2)")
    page.get_by_role("button", name="New game").first.click()
    expect(status(page)).to_have_text("Your turn, Left")
    for name in ("Hint", "Show who wins", "Why?", "Swap sides"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_enabled()
    assert overflow(page) <= 0


def test_a_board_is_set_up_by_clicking(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Clobber(xo|..)"))
    page.get_by_text("Game and opponent").click()
    page.get_by_role("button", name="Set up the board").click()
    page.get_by_role("button", name="More columns").click()
    expect(page.locator(".editor code")).to_have_text("Clobber(xo.|...)")
    page.locator(".boards [data-cell='1,2']").click()
    expect(page.locator(".editor code")).to_have_text("Clobber(xo.|..x)")
    page.get_by_label("A click puts").select_option("o")
    page.locator(".boards [data-cell='1,0']").click()
    expect(page.locator(".editor code")).to_have_text("Clobber(xo.|o.x)")
    page.get_by_role("button", name="Play this board").click()
    expect(page.locator("[data-move]")).to_have_count(2)
    wait_for_fields(page, e="Clobber(xo.|o.x)")


def test_settings_name_the_game_and_begin_it_as_it_can_be_won(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Grossman(40,13; k=3)"))
    page.get_by_text("Game and opponent").click()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("Grossman")
    page.get_by_label("Multipliers").select_option("odd ones")
    wait_for_fields(page, e="Grossman(40,13; odd)")
    page.get_by_role("combobox", name="Game").select_option("Cutcake")
    page.get_by_role("combobox", name="Position").select_option("Cutcake(4,7)")
    your_turn(page, 1)
    wait_for_fields(page, first="opponent")
    page.get_by_role("slider").fill("0")
    page.wait_for_url(re.compile("opponent=random"))


FAULTLESS: tuple[tuple[str, dict[str, str]], ...] = (
    ("E(37,13) - A(1,2,1) + Nim(2,3) + ModularNim(7; 2,3) + Clobber(xo|ox) + ^", {}),
    ("Domineering(2x3)", {"m": "1,1-2,1_1,2-1,3"}),
)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("dark", [False, True])
def test_accessible(new_page: Opener, size: tuple[int, int], dark: bool) -> None:
    page = new_page(width=size[0], height=size[1], dark=dark)
    for text, options in FAULTLESS:
        page.goto(address(text, **options))
        your_turn(page, 0)
        page.get_by_role("button", name="Show who wins").click()
        page.get_by_role("button", name="Why?").click()
        expect(page.locator(".why h3")).to_be_visible()
        for fold in ("All moves", "Game and opponent", "Puzzles"):
            summary = page.locator("summary", has_text=fold).first
            if summary.is_visible():
                summary.click()
        expect(page.locator(".numbers").first).to_be_attached()
        assert accessibility_faults(page) == []
        assert overflow(page) <= 0


@pytest.mark.long
def test_games_of_each_kind_are_won_by_clicking(wide_page: Page) -> None:
    page = wide_page
    for text in WON:
        page.goto(address(text))
        expect(status(page)).to_have_text("Your turn, Left")
        page.get_by_role("button", name="Show who wins").click()
        expect(page.locator(".board .wins").first).to_be_visible()
        assert play_out(page, ".board .can.wins") == "Right cannot move: you win", text
