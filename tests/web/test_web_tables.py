"""The page Tables in a browser."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

import farstar as fs
from farstar.web.tasks import tables

from .conftest import Opener, accessibility_faults, overflow

pytestmark = pytest.mark.xdist_group("web")

SMALL = {"e": "Euclid(a,b)", "down": "a", "down_to": 6, "across": "b", "across_to": 8}


def opened(page: Page, **fields: object) -> Locator:
    """Open a table, and return its cells."""
    page.goto(f"/tables?{urlencode(SMALL | fields)}")
    cells = page.get_by_role("application")
    expect(cells).to_be_visible()
    return cells


def test_a_table_tells_its_cells(page: Page) -> None:
    cells = opened(page, show="grundy")
    expect(page.get_by_role("heading", name="Grundy values of Euclid(a,b)")).to_be_visible()
    cells.hover(position={"x": 46 + 5, "y": 34 + 5})
    expect(page.locator("#cell-said")).to_have_text("Euclid(1,1) — grundy 1")
    expect(page.get_by_label("What the colours mean")).to_contain_text("8 (1)")


def test_a_click_opens_the_position(page: Page) -> None:
    cells = opened(page)
    cells.click(position={"x": 46 + 28 + 5, "y": 34 + 2 * 28 + 5})
    expect(page).to_have_url(re.compile(r"/\?e=Euclid"))
    expect(page.get_by_label("Expression")).to_have_value("Euclid(3,2)")
    expect(page.get_by_label("Result", exact=True)).to_contain_text("second player wins")


def test_by_keyboard_alone(page: Page) -> None:
    cells = opened(page)
    cells.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#cell-said")).to_contain_text("Euclid(2,2)")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Expression")).to_have_value("Euclid(2,2)")


def test_another_choice_changes_the_table_and_its_address(page: Page) -> None:
    opened(page)
    page.get_by_label("Show").select_option("grundy")
    expect(page.get_by_role("heading", name="Grundy values")).to_be_visible()
    expect(page).to_have_url(re.compile("show=grundy"))
    page.get_by_label("Only where").fill("a > b")
    page.get_by_label("Only where").press("Enter")
    expect(page.get_by_label("What the colours mean")).not_to_contain_text("8 (1)")


def test_bad_input_is_answered(page: Page) -> None:
    opened(page)
    for label, text, answer in (
        ("Only where", "__import__('os')", "expected a condition on a, b"),
        ("Down: to", "many", "expected a whole number, got 'many'"),
        ("Down: to", "0", "expected a range that rises for a, got 1 to 0"),
        ("Down: to", "999999999", "expected at most 1,000,000 cells"),
        ("Across: variable", "show", "expected the name of a variable"),
        ("Expression", "E(a," + "1" * 9_990, "expected a variable of the expression"),
    ):
        before = page.get_by_label(label).input_value()
        page.get_by_label(label).fill(text)
        page.get_by_label(label).press("Enter")
        expect(page.locator(".said")).to_contain_text(answer)
        page.get_by_label(label).fill(before)


def test_a_long_table_can_be_cancelled(page: Page) -> None:
    opened(page)
    page.get_by_label("Expression").fill("{a|-b} + {b|-a} + {2*a|-b}")
    page.get_by_label("Down: to").fill("900")
    page.get_by_label("Across: to").fill("900")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".said")).to_contain_text("cancelled")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()


def test_saving(page: Page) -> None:
    opened(page, show="grundy")
    for name, start in (("CSV", b"a \\ b,1,2"), ("LaTeX", b"\\begin{table}"), ("PNG", b"\x89PNG")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Save {name}").click()
        assert waiting.value.path().read_bytes().startswith(start)


@pytest.mark.long
def test_a_thousand_by_a_thousand(page: Page) -> None:
    page.goto("/tables?down_to=1000&across_to=1000")
    cells = page.get_by_role("application")
    expect(cells).to_be_visible()
    expect(page.get_by_label("What the colours mean")).to_contain_text("Left wins (")


@pytest.mark.parametrize("dark", [False, True])
def test_accessibility_and_width(new_page: Opener, dark: bool) -> None:
    page = new_page(width=380, dark=dark)
    opened(page)
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0


def test_values_are_coloured_by_class_or_by_mean() -> None:
    def made(text: str, last: int) -> dict[str, object]:
        down, across = ("x", 0, last), ("y", 1, last)
        return tables.grid(text, down, across, "value", "", lambda *_: None)

    assert made("x - y", 5)["ends"] == ["-5", "4"]
    assert made("A(x,y,0)", 20)["ends"] == ["mean -1", f"mean {fs.GeographyA(20, 20, 0).mean}"]
    assert made("*x + *y + ^", 5)["kind"] == "class"
