"""The page Explore in a browser; `test_explore_tasks` has the tasks behind it."""

from __future__ import annotations

import re
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener, accessibility_faults, overflow, wait_for_fields

pytestmark = pytest.mark.xdist_group("web")


# Buttons that open boxes and lie on words.
COVERED = """() => [...document.querySelectorAll(".toggle circle")].filter((button) => {
  const round = button.getBoundingClientRect();
  return [...document.querySelectorAll(".node text")].some((words) => {
    const { top, bottom, left, right } = words.getBoundingClientRect();
    const isBeside = right < round.left || left > round.right;
    return !isBeside && top < round.top && bottom > round.top + 2;
  });
}).length"""


def address(e: str, **options: str) -> str:
    return f"/explore?{urlencode({'e': e, **options})}"


def test_the_walk_is_in_the_address(wide_page: Page) -> None:
    page = wide_page
    page.goto("/")
    page.goto(address("E(11,8)"))
    expect(page.locator(".positions .node")).to_have_count(3)
    lit = page.locator(".automaton .lit")
    expect(lit).to_have_attribute("id", re.compile("-state-5$"))
    page.get_by_role("button", name=re.compile(r"Go to E\(8,5\)")).click()
    expect(page.locator(".trail")).to_have_text("E(11,8) Right → E(8,5)")
    wait_for_fields(page, e="E(11,8)", m="R8,5")
    expect(lit).to_have_attribute("id", re.compile("-state-3$"))
    page.reload()
    expect(page.locator(".trail")).to_have_text("E(11,8) Right → E(8,5)")
    page.go_back()
    expect(page.locator(".trail")).to_have_text("E(11,8)")
    page.go_back()
    expect(page).to_have_url(re.compile(r"/$"))


def test_options_by_value_and_why_some_do_not_matter(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Domineering(3x3)"))
    expect(page.locator(".positions .node")).to_have_count(5)
    expect(page.locator(".positions .node.minor")).to_have_count(2)
    expect(page.locator(".here")).to_contain_text("Domineering(#..|#..|...) = {1/2|-2}")
    expect(page.locator(".here")).to_contain_text("dominated by 1")
    expect(page.locator(".positions .node.root")).to_contain_text("outcome N, t = 1")
    assert not page.evaluate(COVERED)
    # The present position stands in the middle, and everything can be seen.
    frame, box = page.locator(".graph-frame").bounding_box(), page.locator(".root").bounding_box()
    assert frame is not None
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - frame["x"] - frame["width"] / 2) < 120


def test_expanding_zooming_and_saving(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Nim(1,2,3)"))
    nodes = page.locator(".positions .node")
    expect(nodes).to_have_count(4)
    page.locator(".toggle").first.press("Enter")
    expect(nodes).not_to_have_count(4)
    expect(page.locator(".toggle[aria-expanded=true]")).to_be_focused()
    before = page.locator(".positions").get_attribute("viewBox")
    assert before is not None
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".positions")).not_to_have_attribute("viewBox", before)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as TikZ").click()
    tikz = waiting.value.path().read_text()
    assert tikz.count(r"\node[position") == nodes.count()
    assert r"\begin{tikzpicture}" in tikz
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as SVG").click()
    picture = ElementTree.parse(waiting.value.path()).getroot()
    assert picture.tag.endswith("svg")
    assert "var(" not in ElementTree.tostring(picture, encoding="unicode")
    page.get_by_role("button", name="Collapse all").click()
    expect(nodes).to_have_count(4)


def test_what_cannot_be_read_is_said(wide_page: Page) -> None:
    page = wide_page
    page.goto(address("Nim(1,2)", m="L9,9"))
    expect(page.get_by_role("alert")).to_contain_text("Step 1: expected a move of Left")
    expect(page.get_by_label("Graph", exact=True)).to_be_hidden()
    page.get_by_label("Position", exact=True).fill("Nim(1,2)")
    page.get_by_role("button", name="Explore").click()
    expect(page.locator(".positions .node.root")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)
    # What is shown does not belong to what is asked: it is hidden.
    page.get_by_label("Position", exact=True).fill("Nim(1,")
    page.get_by_role("button", name="Explore").click()
    expect(page.get_by_role("alert")).to_contain_text("Column 7: expected")
    expect(page.get_by_label("The position", exact=True)).to_be_hidden()
    page.go_back()
    expect(page.get_by_label("The position", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), pytest.param(1440, 900, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.long)])
def test_accessible(new_page: Opener, width: int, height: int, dark: bool) -> None:
    page = new_page(width=width, height=height, dark=dark)
    for text in ("E(11,8)", "Domineering(3x3) + *2"):
        page.goto(address(text))
        expect(page.locator(".positions .node").first).to_be_visible()
        assert accessibility_faults(page) == []
        assert overflow(page) <= 0


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_boxes_can_be_read_and_the_opened_one_stays(
    new_page: Opener, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(address("Clobber(3x3)"))
    toggle = page.locator(".toggle").first
    expect(toggle).to_be_visible()
    # Labels have at least 12 pixels, and boxes that do not fit are in the next row.
    assert page.evaluate(SMALLEST) >= 12
    before = page.evaluate(MIDDLE)
    toggle.press("Enter")
    expect(page.locator(".toggle[aria-expanded=true]")).to_be_focused()
    after = page.evaluate(MIDDLE)
    assert all(abs(a - b) < 1 for a, b in zip(before, after, strict=True))
    assert page.evaluate(SMALLEST) >= 12
    # Moves of equal value are links of their own, and the move is marked on the board.
    expect(page.locator(".groups a").first).to_be_visible()
    assert page.locator(".positions .node .last").count()
    page.get_by_role("button", name="Fit", exact=True).click()
    frame, boxes = page.locator(".graph-frame").bounding_box(), page.locator(".positions .node")
    assert frame is not None
    for box in (boxes.nth(n).bounding_box() for n in range(boxes.count())):
        assert box is not None
        assert frame["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    page.locator(".groups a").first.click()
    expect(page.locator(".trail li")).to_have_count(2)
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_a_box_that_the_tab_key_reaches_comes_into_view(
    new_page: Opener, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(address("Domineering(3x3)"))
    toggle = page.locator(".toggle").first
    toggle.press("Enter")
    expect(page.locator(".toggle[aria-expanded=true]")).to_be_focused()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(IS_IN_FRAME)


IS_IN_FRAME = """(() => {
  const frame = document.querySelector(".graph-frame").getBoundingClientRect();
  const box = document.activeElement.getBoundingClientRect();
  return !document.activeElement.closest(".positions") || (box.left >= frame.left - 1
    && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1);
})()"""


# The middle of the first box that can be opened, in the frame.
MIDDLE = """(() => {
  const frame = document.querySelector(".graph-frame").getBoundingClientRect();
  const box = document.querySelector(".toggle circle").getBoundingClientRect();
  return [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
})()"""

SMALLEST = """Math.min(...[...document.querySelectorAll(".positions text")].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
