"""The page Papers in a browser."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

import farstar as fs
from farstar.papers import PAPERS
from farstar.papers import page as papers

from .conftest import Opener, accessibility_faults, overflow

pytestmark = pytest.mark.xdist_group("web")

COPY = """(place) => {
    getSelection().selectAllChildren(document.querySelector(place));
    const event = new ClipboardEvent("copy", {
        bubbles: true, cancelable: true, clipboardData: new DataTransfer(),
    });
    document.dispatchEvent(event);
    return event.clipboardData.getData("text/plain");
}"""
"""Copies the contents of a place, and returns what the clipboard would hold."""


def test_a_claim_is_checked_and_leads_to_a_position(page: Page) -> None:
    page.goto("/papers?paper=partizan-euclid")
    claim = page.get_by_role("group").filter(has_text="Observation 5, values")
    claim.locator("summary").click()
    claim.get_by_role("button", name="Check Observation 5, values").click()
    expect(claim).to_contain_text("E(5,3): ↓, not ↑")
    # What is copied can be typed in.
    assert "E(5,3): v, not ^" in page.evaluate(COPY, ".claim[open]")
    expect(claim).to_contain_text("false as printed, holds as corrected")
    expect(page.get_by_text("1 holds as corrected; done")).to_be_visible()
    claim.get_by_role("link", name="E(5,3)", exact=True).click()
    expect(page.get_by_label("Expression")).to_have_value("E(5,3)")


def test_a_paper_says_where_to_read_it(page: Page) -> None:
    page.goto("/papers?paper=real-euclid")
    doi = page.get_by_role("link", name="doi:10.1016/j.disc.2010.12.011")
    expect(doi).to_have_attribute("href", "https://doi.org/10.1016/j.disc.2010.12.011")
    page.goto("/papers?paper=nim-type-game")
    expect(page.get_by_role("link", name="Read it at the journal")).to_be_visible()


def test_a_claim_has_an_address(page: Page) -> None:
    page.goto("/papers?paper=partizan-geography&claim=Theorem+7+(C)")
    claim = page.locator("details.claim[open]")
    expect(claim).to_have_count(1)
    expect(claim).to_contain_text("Theorem 7 (C)")
    expect(claim).to_be_in_viewport()


def test_words_of_an_open_claim_are_explained(page: Page) -> None:
    page.goto("/papers?paper=real-euclid&claim=Introduction,+different+functions")
    page.locator("details.claim[open]").get_by_role("button", name="Grundy values").click()
    note = page.locator(".meaning:popover-open")
    expect(note).to_contain_text("Example")
    assert not accessibility_faults(page)


@pytest.mark.long
def test_all_claims_of_a_paper(page: Page) -> None:
    page.goto("/papers?paper=real-euclid")
    page.get_by_role("button", name="Check all").click()
    expect(page.get_by_text("; done")).to_be_visible()
    expect(page.get_by_text("disagrees")).to_have_count(0)


@pytest.mark.long
def test_figures_and_tables(page: Page) -> None:
    page.goto("/papers?paper=real-euclid")
    table = page.get_by_role("group", name="Table 1").locator("table")
    page.locator("summary").filter(has_text="Sprague-Grundy values of Euclid").click()
    expect(table).to_be_visible()
    expect(page.get_by_text("Sprague-Grundy values of Euclid")).to_have_count(1)
    page.locator("summary").filter(has_text="The moves in Euclid for").click()
    expect(page.get_by_role("group", name="Figure 1").locator("svg")).to_be_visible()
    page.locator("summary").filter(has_text="Sprague-Grundy values of Euclid").click()
    expect(table).to_be_hidden()
    assert accessibility_faults(page) == []


def test_no_such_paper(page: Page) -> None:
    page.goto("/papers?paper=<b>nothing")
    expect(page.get_by_text("There is no paper called '<b>nothing'")).to_be_visible()


def test_an_unknown_claim_is_named(page: Page) -> None:
    page.goto("/papers?paper=real-euclid&claim=Theorem+99")
    expect(page.get_by_role("alert")).to_have_text(
        "There is no claim called Theorem 99 in this paper."
    )


def test_filter_and_search_belong_to_the_address(page: Page) -> None:
    paper = papers.claims("real-euclid")
    corrected = [claim for claim in paper["claims"] if claim["expected"] == "corrected"]
    matching = [claim for claim in corrected if "serial nim" in claim["text"].lower()]
    exhibits = len(paper["exhibits"])
    page.goto("/papers?paper=real-euclid")
    expect(page.get_by_text("G. Cairns, N. B. Ho and T. Lengyel")).to_be_visible()
    page.get_by_label("Show").select_option("need a correction")
    claims = page.locator("details.claim:visible")
    expect(claims).to_have_count(len(corrected) + exhibits)
    page.get_by_label("Search").fill("serial nim")
    expect(claims).to_have_count(len(matching) + exhibits)
    expect(page).to_have_url(re.compile("show=corrected.*q=serial|q=serial.*show=corrected"))
    page.reload()
    expect(claims).to_have_count(len(matching) + exhibits)


def test_verdicts_survive_a_reload(page: Page) -> None:
    page.goto("/papers?paper=real-euclid&claim=Remark+2")
    claim = page.locator("details.claim[open]")
    claim.get_by_role("button", name="Check Remark 2").click()
    expect(claim.locator(".verdict")).to_have_text(re.compile("^≈"))
    page.reload()
    expect(claim.locator(".verdict")).to_have_text(re.compile("^≈"))
    expect(claim).to_contain_text("Cases")


@pytest.mark.long
def test_narrow_and_dark(new_page: Opener) -> None:
    page = new_page(width=380, dark=True)
    page.goto("/papers?paper=real-euclid")
    expect(page.get_by_role("button", name="Check all")).to_be_visible()
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_leads_to_a_position_of_its_own_subject(paper: str) -> None:
    live = [claim["live"] for claim in papers.claims(paper)["claims"]]
    for text in set(live):
        fs.parse(text)
    assert max(Counter(live).values()) <= len(live) / 3
