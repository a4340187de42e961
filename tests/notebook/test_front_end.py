"""The front end of the widgets in Chromium, with the real widgets behind it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import farstar as fs
from farstar import notebook

pytestmark = pytest.mark.xdist_group("browser")

Show = Callable[..., Page]


def test_a_board_is_played_and_set_up(show: Show) -> None:
    board = notebook.Board(fs.Domineering("2x2"))
    page = show(board)
    position = page.get_by_role("textbox", name="Position")
    page.locator('[data-cell="0,0"]').click()
    expect(position).to_have_value("Domineering(#.|#.)")
    expect(page.get_by_role("button", name="Right moves")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Edit").click()
    page.locator('[data-cell="0,0"]').click()
    expect(position).to_have_value("Domineering(..|#.)")
    page.get_by_role("button", name="More columns").click()
    expect(position).to_have_value("Domineering(...|#..)")
    assert board.position == fs.Domineering("...|#..")
    expect(page.locator("dd.math")).to_have_text(board.value.unicode())
    position.fill("Domineering(2x")
    position.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("expected")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("[role=alert]")).to_have_text("")
    expect(position).to_have_value("Domineering(..|#.)")


def test_a_widget_without_a_kernel_says_so(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    board = notebook.Board(fs.Domineering("2x2"))
    monkeypatch.setattr(notebook.Board, "receive", lambda self, message: None)
    page = show(board)
    page.clock.install()
    page.locator('[data-cell="0,0"]').click()
    page.clock.fast_forward(60_000)
    expect(page.get_by_role("alert")).to_contain_text("No answer from the notebook")


@pytest.mark.long
def test_heaps_have_numbers_to_change(show: Show) -> None:
    board = notebook.Board(fs.Nim(3, 5), mode="edit")
    page = show(board)
    page.get_by_role("button", name="Increase number 1").click()
    page.get_by_role("button", name="Add one").click()
    expect(page.get_by_role("textbox", name="Position")).to_have_value("Nim(4,5,1)")
    assert board.position == fs.Nim(4, 5, 1)


@pytest.mark.long
def test_a_game_is_played_by_keys(show: Show) -> None:
    page = show(notebook.Play(fs.Nim(1, 2)))
    page.get_by_role("button", name="Show good moves").click()
    good = page.locator(".cell.wins")
    expect(good).to_have_count(1)
    good.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Your turn: you are Left.")
    page.locator('.cell[role="button"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("You win: Left.")
    page.get_by_role("button", name="New game").click()
    expect(page.locator('.cell[role="button"]')).to_have_count(3)


def test_thermograph_and_explorer_follow_the_user(show: Show) -> None:
    slider = notebook.ThermographSlider("{3||2|1}")
    explorer = notebook.Explorer(fs.PartizanEuclid(11, 8))
    page = show(slider, explorer)
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(page.locator(".cooled")).to_have_text("{3||2|1} cooled by 0: {3||2|1}")
    page.get_by_role("button", name="Expand E(8,3)").click()
    expect(page.get_by_role("button", name=re.compile(r"Go to E\(3,2\)"))).to_be_visible()
    page.get_by_role("button", name=re.compile(r"Go to E\(8,3\)")).click()
    expect(page.locator(".trail b")).to_have_text("E(8,3)")
    page.get_by_role("button", name="E(11,8)", exact=True).click()
    expect(page.locator(".trail b")).to_have_text("E(11,8)")


def test_widgets_are_accessible_in_light_and_dark(show: Show) -> None:
    widgets = [
        notebook.Board(fs.Clobber("xo|ox"), mode="edit"),
        notebook.Play(fs.Nim(2, 1)),
        notebook.ThermographSlider("+-1"),
    ]
    page = show(*widgets)
    for is_light in ("true", "false"):
        page.evaluate("theme => { document.body.dataset.jpThemeLight = theme }", is_light)
        dark = "dark" if is_light == "false" else "light"
        expect(page.locator(f'main > [data-theme="{dark}"]')).to_have_count(3)
        faults = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]}).response["violations"]
        assert [fault["id"] for fault in faults] == []
