"""The page Evaluate in a browser."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener, accessibility_faults, overflow

pytestmark = pytest.mark.serial


def evaluate(page: Page, text: str) -> None:
    page.get_by_label("Expression").fill(text)
    page.get_by_label("Expression").press("Enter")


def test_good_text(page: Page) -> None:
    page.goto("/")
    evaluate(page, "E(11,8) + {3||2|1} - *2")
    result = page.get_by_label("Result", exact=True)
    expect(result).to_contain_text("Left wins, whoever starts")
    expect(page.get_by_role("img", name="Thermograph of")).to_be_visible()
    expect(page.get_by_text("understood as E(11,8) + {3|{2|1}} - *2")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("path", ["/", "/play", "/explore", "/tables", "/papers", "/api/docs"])
def test_accessibility(new_page: Opener, path: str, dark: bool) -> None:
    page = new_page(dark=dark)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if path == "/":
        page.goto("/?e=" + quote("{3||2|1} - 1/8"))
        expect(page.get_by_role("heading", name="Why")).to_be_visible()
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("path", ["/?e=E(11,8)", "/play", "/explore", "/tables", "/papers"])
def test_narrow_window(new_page: Opener, path: str) -> None:
    page = new_page(width=380)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert overflow(page) <= 0
