"""The page Explore in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener, accessibility_faults, overflow

pytestmark = pytest.mark.xdist_group("web")


def test_following_options_and_back(page: Page) -> None:
    page.goto("/explore?e=E%2811%2C8%29")
    expect(page.get_by_role("heading", name="E(11,8)")).to_be_visible()
    page.get_by_role("link", name="E(8,5)").click()
    expect(page.get_by_role("heading", name="E(8,5)")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="E(11,8)")).to_be_visible()


def test_accessibility_and_width(new_page: Opener) -> None:
    page = new_page(width=380, dark=True)
    page.goto("/explore?e=E%2811%2C8%29")
    expect(page.get_by_role("heading", name="E(11,8)")).to_be_visible()
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0
