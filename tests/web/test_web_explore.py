"""The page Explore in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from farstar.web.pages._graph import Graph
from farstar.web.tasks import explore

from .conftest import Opener, accessibility_faults, overflow

pytestmark = pytest.mark.xdist_group("web")


def test_walking_lights_the_states(page: Page) -> None:
    page.goto("/explore?e=E(11,8)")
    lit = page.locator(".automaton .lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("id", re.compile("-state-5$"))
    page.get_by_role("button", name="Right moves to E(8,5)").click()
    expect(page.locator('.automaton [id$="-state-3"]')).to_have_class("lit")
    expect(page.get_by_text("E(11,8) → E(8,5)")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.locator('.automaton [id$="-state-5"]')).to_have_class("lit")


def test_positions_open_by_click_and_by_keyboard(page: Page) -> None:
    page.goto("/explore?e=SerialNim(9,9)")
    unopened = page.locator('.graph .node[aria-label*="not opened"]')
    expect(unopened.first).to_be_visible()
    count = unopened.count()
    unopened.first.focus()
    page.keyboard.press("Enter")
    expect(unopened).to_have_count(count - 1)
    # The picture is another one, but who walks by keyboard is still in it.
    page.wait_for_function("document.activeElement.matches('.node.selected')")
    unopened.last.click()
    expect(unopened).to_have_count(count - 2)
    expect(page.locator(".graph .selected")).to_have_count(1)


def test_good_and_bad_text(page: Page) -> None:
    page.goto("/explore")
    field = page.get_by_label("Position", exact=True)
    field.fill("Nosuchgame(3")
    field.press("Enter")
    expect(page.locator(".said")).to_contain_text("expected")
    field.fill("{3||2|1} + *")
    field.press("Enter")
    expect(page.get_by_role("button", name="{3*||2*|1*}, outcome L")).to_be_visible()
    expect(page.get_by_role("heading", name="The automaton")).to_be_hidden()
    expect(page).to_have_url(re.compile("e=%7B3"))


@pytest.mark.parametrize("dark", [False, True])
def test_narrow_and_accessible(new_page: Opener, dark: bool) -> None:
    page = new_page(width=380, dark=dark)
    page.goto("/explore?e=E(11,8)")
    expect(page.locator(".automaton .lit")).to_have_count(1)
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0


def test_equal_positions_are_one_node_below_all_that_lead_to_it() -> None:
    graph = Graph("*3")
    for facts in explore.start("*3"):
        graph.learn(facts)
        graph.expand(facts["text"])
    assert [[node.text for node in row] for row in graph.rows()] == [["*3"], ["*2"], ["*"], ["0"]]
    assert sum(1 for _ in graph.edges()) == 6
    assert {side for _, _, side in graph.edges()} == {"both"}


def test_the_spine_is_marked() -> None:
    graph = Graph("E(19,11)")
    for facts in explore.start("E(19,11)"):
        graph.learn(facts)
        graph.expand(facts["text"])
    marked = {node.text for node in graph.nodes.values() if node.on_spine}
    assert marked == {"E(19,11)", "E(11,8)", "E(8,5)", "E(5,3)", "E(3,2)"}
