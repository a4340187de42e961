"""Rules of the visitor's own: on every page that takes a position, and in its links."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from farstar.errors import NotationError
from farstar.invariants import INVARIANTS
from farstar.web import tasks

from .conftest import accessibility_faults

pytestmark = pytest.mark.xdist_group("web")

HOP = "game Hop\ncells x/o .\nstart xo\nleft   xo -> .x  both\nright = swap of left"
TABLE = {"down": ("m", 1, 3), "across": ("n", 1, 3), "where": "", "rules": HOP}


def run(name: str, **arguments: object) -> dict[str, object]:
    result: dict[str, object] = tasks.run(name, arguments, print)
    return result


def test_tasks_take_rules_for_one_call_only() -> None:
    # The rules are those of Clobber under another name.
    for task in ("evaluate.card", "evaluate.misere"):
        own = run(task, text="Hop(xox|oxo) + *2", rules=HOP)
        known = run(task, text="Clobber(xox|oxo) + *2")
        assert own["outcome"] == known["outcome"]
        with pytest.raises(NotationError):
            run(task, text="Hop(xo)")
    assert run("evaluate.compare", text="Hop(xo) == *", rules=HOP)["holds"] is True
    assert run("explore.node", expression="Hop(xo)", rules=HOP)["value"] == "∗"
    own = run("tables.tile", text="Hop(m x n)", show="value", step=1, row=0, column=0, **TABLE)
    known = run(
        "tables.tile",
        **{**TABLE, "rules": ""},
        text="Clobber(m x n)",
        show="value",
        step=1,
        row=0,
        column=0,
    )
    assert (own["cells"], own["labels"]) == (known["cells"], known["labels"])


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("game Hop\nfoo", r"in the rules, line 2, column 1: expected game, cells, .* got 'foo'"),
        ("x" * 5_000, "expected rules of at most 4000 characters, got 5000"),
    ],
)
def test_faulty_rules_are_named(rules: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        run("evaluate.check", text="Hop(xo)", rules=rules)
    with pytest.raises(NotationError, match=message):
        run("tables.describe", text="Hop(m x n)", show="value", **{**TABLE, "rules": rules})


def test_terms_are_in_the_glossary() -> None:
    glossary = Path(__file__).parents[2] / "docs" / "glossary.md"
    terms = set(glossary.read_text(encoding="utf-8").splitlines())
    assert {invariant.term for invariant in INVARIANTS.values()} - {""} <= terms


@pytest.mark.long
def test_evaluate_explore_and_tables_pass_rules_on(wide_page: Page) -> None:
    page = wide_page
    page.goto("/evaluate")
    page.get_by_text("Rules of your own").click()
    page.get_by_label("Rules", exact=True).fill(HOP)
    page.get_by_label("Expression").fill("Hop(xo|ox)")
    page.get_by_label("Expression").press("Enter")
    expect(page.get_by_label("Value", exact=True)).to_have_text("∗")
    assert accessibility_faults(page) == []
    page.reload()
    expect(page.get_by_label("Value", exact=True)).to_have_text("∗")
    expect(page.get_by_label("Rules", exact=True)).to_have_value(HOP)
    page.get_by_label("Result").get_by_role("link", name="Explore").click()
    expect(page.locator(".positions .node").first).to_contain_text("Hop(xo|ox)")
    page.locator(".here").get_by_role("link", name="Play it").click()
    expect(page.locator("[data-move]")).to_have_count(4)
    table = {"e": "Hop(m x n)", "down": "m", "across": "n", "down_to": 3, "across_to": 3}
    page.goto(f"/tables?{urlencode({**table, 'show': 'value', 'rules': HOP})}")
    expect(page.get_by_role("heading", name="Values of Hop")).to_be_visible()
    page.get_by_role("application").or_(page.locator(".map-place canvas")).first.focus()
    page.keyboard.press("ArrowRight")
    link = page.locator(".readout").get_by_role("link", name="Evaluate")
    expect(link).to_have_attribute("href", re.compile("rules=game"))
