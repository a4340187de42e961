"""The page Tables in a browser."""

from __future__ import annotations

import base64
import re
import zlib
from array import array
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError
from farstar.web.tasks import tables

from .conftest import Opener, accessibility_faults, address_of, overflow

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
    expect(page.get_by_label("Colours from 0 to 8")).to_be_visible()
    cells.hover(position={"x": 56 + 5, "y": 44 + 5})
    readout = page.locator("#cell-said")
    expect(readout).to_have_text("Euclid(1,1) — grundy 1")
    expect(readout).to_be_in_viewport()


def test_a_tap_reads_a_cell_and_its_link_opens_it(page: Page) -> None:
    cells = opened(page)
    expect(page.get_by_label("What the colours mean")).to_contain_text("N: the first player wins (")
    cells.click(position={"x": 56 + 64 + 5, "y": 44 + 2 * 64 + 5})
    readout = page.locator("#cell-said")
    expect(readout).to_contain_text("Euclid(3,2) — P: the second player wins")
    readout.get_by_role("link", name="Evaluate").click()
    expect(page.get_by_label("Result", exact=True)).to_contain_text("second player wins")
    expect(page.get_by_label("Expression")).to_have_value("Euclid(3,2)")
    page.go_back()
    expect(page.get_by_role("application")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/tables\?e=Euclid\(a,b\)"))


def test_by_keyboard_alone(page: Page) -> None:
    cells = opened(page)
    said = page.locator("#cell-said")
    for key, cell in (("Down", "Euclid(1,1)"), ("Down", "Euclid(2,1)"), ("Right", "Euclid(2,2)")):
        cells.press(f"Arrow{key}")
        expect(said).to_contain_text(cell)
    cells.press("Enter")
    expect(page.get_by_label("Expression")).to_have_value("Euclid(2,2)")


def test_another_choice_changes_the_table_and_its_address(page: Page) -> None:
    opened(page, down_to=9)
    page.get_by_label("Show").select_option("grundy")
    expect(page.get_by_role("heading", name="Grundy values")).to_be_visible()
    expect(page).to_have_url(re.compile("show=grundy"))
    page.get_by_label("Only where").fill("a > b")
    page.get_by_label("Only where").press("Enter")
    expect(page.get_by_role("heading", name="where a > b")).to_be_visible()
    expect(page).to_have_url(re.compile("where=a"))
    page.go_back()
    expect(page.get_by_role("heading", name="where")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", name="Outcomes")).to_be_visible()


def test_zoom_and_pan_belong_to_the_address(page: Page) -> None:
    opened(page, down_to=300, across_to=300)
    # All at once: the address follows a while after the last of them.
    zoom = page.get_by_role("button", name="Zoom in")
    zoom.evaluate("(button) => { for (let i = 0; i < 8; i += 1) button.click(); }")
    expect(page).to_have_url(re.compile(r"z=\d"))
    view = address_of(page)
    page.reload()
    expect(page.get_by_role("application")).to_be_visible()
    expect(page).to_have_url(view)
    cells = page.get_by_role("application")
    cells.scroll_into_view_if_needed()
    box = cells.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 120, middle[1] - 80, steps=4)
    page.mouse.up()
    expect(page).not_to_have_url(view)
    page.get_by_role("button", name="Fit").click()
    expect(page).not_to_have_url(re.compile(r"z=\d"))


def test_bad_input_is_answered(page: Page) -> None:
    opened(page)
    for label, text, answer in (
        ("Only where", "__import__('os')", "condition on a, b"),
        ("Down: to", "many", "whole number, got 'many'"),
        ("Down: to", "0", "range that rises for a, got 1 to 0"),
        ("Down: to", "999999999", "at most 5,000 values of a"),
        ("Across: variable", "show", "the name of a variable"),
        ("Expression", "E(a," + "1" * 9_990, "a variable of the expression"),
    ):
        before = page.get_by_label(label).input_value()
        page.get_by_label(label).fill(text)
        page.get_by_label(label).press("Enter")
        expect(page.locator(".said")).to_contain_text(answer)
        page.get_by_label(label).fill(before)


@pytest.mark.parametrize(
    "field",
    [
        "down_from=abc",
        *(
            pytest.param(text, marks=pytest.mark.long)
            for text in ("z=NaN&x=1&y=2", "scale=odd&x=-5&y=1e99&z=3")
        ),
    ],
)
def test_an_address_that_cannot_be_read_is_answered(page: Page, field: str) -> None:
    page.goto(f"/tables?{urlencode(SMALL)}&{field}")
    expect(page.get_by_role("application").or_(page.locator(".said .fault"))).to_be_visible()


def test_saving(page: Page) -> None:
    opened(page, show="grundy")
    expect(page.get_by_label("Colours from 0 to 8")).to_be_visible()
    for name, start in (
        ("CSV", b"a \\ b,1,2"),
        ("LaTeX", b"\\begin{table}"),
        ("PNG", b"\x89PNG"),
        ("SVG", b"<?xml"),
        ("PDF", b"%PDF"),
    ):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Save {name}").click()
        assert waiting.value.path().read_bytes().startswith(start)


@pytest.mark.long
def test_five_thousand_by_five_thousand(page: Page) -> None:
    page.goto("/tables?down_to=5000&across_to=5000")
    expect(page.get_by_label("What the colours mean")).to_contain_text("Left wins")
    page.goto("/tables?down_to=5000&across_to=5000&x=4900&y=4900&z=30")
    cells = page.get_by_role("application")
    expect(page.get_by_label("What the colours mean")).to_contain_text("Left wins")
    cells.click(position={"x": 200, "y": 200})
    expect(page.locator("#cell-said")).to_contain_text(re.compile(r"E\(49\d\d,49\d\d\) — [LRNP]:"))


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.long)])
def test_accessibility_and_width(new_page: Opener, dark: bool) -> None:
    page = new_page(width=380, dark=dark)
    opened(page)
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0


QUESTION: tuple[str, tuple[str, int, int], tuple[str, int, int]]
QUESTION = ("E(p,q)", ("p", 1, 1000), ("q", 1, 1000))


def tile(*where: int, show: str = "outcome") -> dict[str, Any]:
    result: dict[str, Any] = tables.tile(*QUESTION, show, "", *where)
    return result


def cells_of(data: dict[str, Any]) -> list[str | None]:
    indices = array("H", zlib.decompress(base64.b64decode(data["cells"])))
    return [None if i == 0xFFFF else data["labels"][i] for i in indices]


@pytest.mark.parametrize("where", [(1, 0, 0), (1, 3, 5), (1, 7, 7), (4, 1, 1), (8, 0, 0)])
def test_tiles_are_parts_of_the_table(where: tuple[int, int, int]) -> None:
    data = tile(*where)
    wanted = [str(fs.PartizanEuclid(p, q).outcome) for p in data["rows"] for q in data["columns"]]
    assert cells_of(data) == wanted
    assert set(data["rows"]) <= set(range(1, 1001))


def test_samples_are_not_biased_to_multiples() -> None:
    rows = tile(8, 0, 0)["rows"]
    assert 0.4 < sum(row % 2 for row in rows) / len(rows) < 0.6
    assert 0.25 < sum(row % 3 == 0 for row in rows) / len(rows) < 0.42


@pytest.mark.parametrize("where", [(0, 0, 0), (65, 0, 0), (1, 8, 0), (1, 0, -1), (1, 10**30, 0)])
def test_tiles_outside_the_table_are_refused(where: tuple[int, int, int]) -> None:
    with pytest.raises(NotationError, match="expected"):
        tile(*where)


def test_values_are_coloured_by_class_or_by_mean() -> None:
    def kind(text: str, last: int) -> object:
        return tables.tile(text, ("x", 0, last), ("y", 1, last), "value", "", 1, 0, 0)["kind"]

    assert kind("x - y", 5) == "number"
    assert kind("A(x,y,0)", 20) == "mean"
    assert kind("*x + *y + ^", 5) == "class"


RAMP = {"classes": {}, "others": [9, 9, 9], "ramp": [[0, 0, 0], [255, 255, 255]], "limits": [0, 8]}


@pytest.mark.parametrize(
    "colours",
    [
        {},
        {"classes": 7, "others": [0, 0, 0]},
        {"classes": {}, "others": [0, 0, 999]},
        {**RAMP, "limits": [0, 1e999]},
        {**RAMP, "levels": [[1]]},
        {**RAMP, "ramp": [[0, 0, 0]] * 65},
        {"classes": {str(i): [0, 0, 0] for i in range(13)}, "others": [0, 0, 0]},
    ],
)
def test_colours_from_outside_are_checked(colours: dict[str, Any]) -> None:
    question = ("Euclid(a,b)", ("a", 1, 9), ("b", 1, 9), "grundy", "a < b")
    with pytest.raises(NotationError, match="expected"):
        tables.picture(*question, "svg", (1, 9, 1, 9), colours, lambda *_: None)


def test_pictures_have_the_caption_and_the_colours_of_the_page() -> None:
    question = ("Euclid(a,b)", ("a", 1, 9), ("b", 1, 9), "grundy", "a < b")
    svg = tables.picture(*question, "svg", (1, 9, 1, 9), RAMP, lambda *_: None).decode()
    assert "where" in svg
    assert "linear" in svg
    again = tables.picture(*question, "svg", (1, 9, 1, 9), RAMP, lambda *_: None).decode()
    assert svg == again


def test_wide_latex_tables_are_refused() -> None:
    with pytest.raises(BudgetExceeded, match="at most 40 columns"):
        tables.export(*QUESTION, "outcome", "", "latex", lambda *_: None)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_table_is_first_and_a_picture_of_any_size_is_saved(
    new_page: Opener, width: int
) -> None:
    page = new_page(width=width, height=900)
    page.goto("/tables?e=E(p,q)&down_to=1000&across_to=1000")
    expect(page.locator("#cell-legend li").first).to_be_visible()
    box = page.locator(".map canvas").bounding_box()
    assert box is not None
    assert box["y"] < 300
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save PNG").click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")
    assert overflow(page) <= 0


def test_variables_are_inferred(page: Page) -> None:
    page.goto("/tables")
    page.get_by_label("Expression with two variables").fill("Nim(a,b)")
    expect(page.get_by_label("Down: variable")).to_have_value("a")
    expect(page.get_by_label("Across: variable")).to_have_value("b")
    page.get_by_label("Down: to").fill("9")
    page.get_by_label("Across: to").fill("9")
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator("#cell-legend")).to_contain_text("P: the second player wins (9)")
