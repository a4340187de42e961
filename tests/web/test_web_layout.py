"""Pages are quick to paint and do not jump: nothing that is seen moves when answers come."""

from __future__ import annotations

import re
import time
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Opener, accessibility_faults, overflow

pytestmark = pytest.mark.xdist_group("web")

# Entries of the observer: how far something moved, without the user having done anything.
OBSERVE = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    const moved = entry.sources.map(({node}) => node?.className || node?.nodeName);
    window.shifts.push(`${entry.value} ${moved}`);
  }
}).observe({type: "layout-shift", buffered: true});
"""
PAGES = {
    f"/?{urlencode({'e': 'E(11,8) + {3||2|1} - *2'})}": ".outcome",
    f"/?{urlencode({'e': 'Kayles(5,7)'})}": ".outcome",
    f"/?{urlencode({'e': 'E(11,8) >= v'})}": ".outcome",
    "/": ".small-game .board",
    "/learn?lesson=4": ".small-game .board",
    "/play": ".boards svg",
    f"/explore?{urlencode({'e': 'Domineering(3x3)'})}": ".positions .node",
    "/tables": "#cell-legend",
    "/worksheet": ".sheet.exercises li",
    "/papers": ".tabs a",
}
DELAY = 0.4  # seconds: longer than pages wait before they show that they work


def slowly(route: Route) -> None:
    time.sleep(DELAY)
    route.continue_()


def shifts(page: Page, address: str, selector: str) -> list[str]:
    """Open a page, wait for its answer and for what that draws, and return what has moved."""
    page.goto(address)
    expect(page.locator(selector).first).to_be_visible()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    moved: list[str] = page.evaluate("window.shifts")
    return moved


@pytest.mark.long
@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_moves_by_itself(new_page: Opener, width: int) -> None:
    page = new_page(width=width, height=900 if width > 1000 else 844)
    page.add_init_script(OBSERVE)
    quick = {address: shifts(page, address, selector) for address, selector in PAGES.items()}
    page.route("**/api/task/**", slowly)
    slow = {address: shifts(page, address, selector) for address, selector in PAGES.items()}
    page.unroute_all()
    assert not [moved for moved in (*quick.items(), *slow.items()) if moved[1]]


@pytest.mark.long
def test_the_observer_sees_what_moves(page: Page) -> None:
    page.add_init_script(OBSERVE)
    page.goto("/evaluate")
    expect(page.get_by_label("Expression")).to_be_visible()
    # What moves before it was painted does not count; so it moves with every frame.
    page.wait_for_function(
        """() => {
            const { style } = document.querySelector(".lead");
            style.height = style.height ? "" : "300px";
            return window.shifts.length > 0;
        }"""
    )


PAINT = "performance.getEntriesByName('first-contentful-paint').length > 0"
LOADED = """performance.getEntriesByType("resource").filter(({name}) => !name.includes("/api/"))
    .map(({name, decodedBodySize}) => [new URL(name).pathname, decodedBodySize])"""
MOST_FILES, MOST_BYTES = 30, 150_000
"""What a page may load before it works: on a slow line this is what the first paint waits for."""


@pytest.mark.parametrize(
    "path",
    [
        "/play",
        *(
            pytest.param(p, marks=pytest.mark.long)
            for p in ("/", "/learn", "/evaluate", "/explore", "/tables", "/worksheet", "/papers")
        ),
    ],
)
def test_the_first_paint_waits_for_no_answer_and_for_few_files(page: Page, path: str) -> None:
    held: list[Route] = []
    page.route("**/api/**", lambda route: held.append(route))
    with page.expect_request("**/api/**"):
        page.goto(path)
    page.wait_for_function(PAINT)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main")).to_contain_text(re.compile(r"\w{3}.*\w{3}"))
    files = dict(page.evaluate(LOADED))
    assert "/static/app.js" in files
    assert len(files) <= MOST_FILES
    assert sum(files.values()) <= MOST_BYTES
    page.unroute_all()  # which lets go what was held


# What can be clicked, but not seen whatever is scrolled; and forms and cards that scroll.
CUT = """(() => {
  const main = document.querySelector("main");
  const words = (one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`;
  const isCut = (one) => {
    const box = one.getBoundingClientRect();
    for (let outer = one.parentElement; outer && outer !== main; outer = outer.parentElement) {
      if (outer instanceof SVGElement) continue;
      const { overflowX, overflowY } = getComputedStyle(outer);
      const frame = outer.getBoundingClientRect();
      const [left, top] = [frame.left - outer.scrollLeft - 2, frame.top - outer.scrollTop - 2];
      const isHidden = [overflowX, overflowY].some((flow) => ["hidden", "clip"].includes(flow));
      if (overflowX !== "visible" && (box.left < left || box.top < top)) return true;
      if (isHidden && (box.right > frame.right + 2 || box.bottom > frame.bottom + 2)) return true;
    }
    return false;
  };
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  const controls = main.querySelectorAll("button, a, input, select, textarea, .boards [data-cell]");
  const cut = [...controls].filter((one) => isSeen(one) && isCut(one));
  const scrolling = [...main.querySelectorAll("form, .card")].filter((one) => isSeen(one)
    && getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1);
  return [...cut, ...scrolling].map(words);
})()"""


@pytest.mark.parametrize(
    "size",
    [(390, 844), *(pytest.param(s, marks=pytest.mark.long) for s in ((800, 1000), (1280, 900)))],
)
def test_nothing_that_can_be_clicked_is_cut_off(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    sums = {
        "/play?puzzle=2026-11-19": ".boards svg",
        "/play?e=Nim(5,4)%2BNim(9)%2BClobber(3x4)": ".boards svg",
    }
    for address, selector in (PAGES | sums).items():
        page.goto(address)
        expect(page.locator(selector).first).to_be_visible()
        assert not page.evaluate(CUT), address
        assert overflow(page) <= 0, address


@pytest.mark.long
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (800, True)])
def test_every_page_is_accessible(new_page: Opener, width: int, dark: bool) -> None:
    page = new_page(width=width, height=1000, dark=dark)
    for address, selector in PAGES.items():
        page.goto(address)
        expect(page.locator(selector).first).to_be_visible()
        assert not accessibility_faults(page), address
        heights = page.locator(".bar nav a").evaluate_all("(all) => all.map((a) => a.offsetTop)")
        assert len(set(heights)) == 1, address


WAYS = {
    "/?e=*2": ("/?e=Nim(1,2)", "[aria-label='Result'] h2"),
    "/play?e=Nim(1,2)": ("/play?e=Kayles(4)", ".game-name"),
    "/explore?e=Nim(1,2)": ("/explore?e=Nim(1,2)&m=L1", ".trail"),
    "/learn?lesson=2": ("/learn?lesson=5", "h2"),
    "/tables?down_to=6&across_to=6": ("/tables?down_to=7&across_to=9", "h2"),
    "/worksheet?games=Nim&questions=2&seed=1": (
        "/worksheet?games=Nim&questions=2&seed=2",
        ".sheet.exercises .soft",
    ),
    "/papers?paper=real-euclid": ("/papers?paper=partizan-geography", ".tabs [aria-current]"),
}
FOLLOW_LINK = """(href) => {
  const link = document.createElement("a");
  link.href = href;
  document.getElementById("content").append(link);
  link.click();
}"""


@pytest.mark.parametrize("first", WAYS)
def test_back_and_forward_show_what_was_seen(page: Page, first: str) -> None:
    second, selector = WAYS[first]
    page.goto(first)
    place = page.locator("main").locator(selector).first
    expect(place).to_have_text(re.compile(r"\w"))
    before = place.inner_text()
    page.evaluate(FOLLOW_LINK, second)
    expect(place).not_to_have_text(before, use_inner_text=True)
    expect(place).to_have_text(re.compile(r"\w"))
    after = place.inner_text()
    for go, words in ((page.go_back, before), (page.go_forward, after), (page.go_back, before)):
        go()
        expect(place).to_have_text(words, use_inner_text=True)


EDGES = "['.brand', 'main > *'].map((s) => document.querySelector(s).getBoundingClientRect().left)"


@pytest.mark.long
@pytest.mark.parametrize("width", [1440, 390])
def test_pages_have_arrows_and_one_edge(new_page: Opener, width: int) -> None:
    page = new_page(width=width, height=844)
    for address, selector in PAGES.items():
        page.goto(address)
        expect(page.locator(selector).first).to_be_visible()
        assert "->" not in page.locator("main").inner_text(), address
        header, content = page.evaluate(EDGES)
        assert abs(header - content) <= 2, address
