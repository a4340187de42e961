"""Links that were made by earlier versions still show what they showed.

``tests/data/formats/links.json`` has them; `docs/stability.md` promises it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

LINKS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "formats" / "links.json").read_text("utf-8")
)


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link["address"])
def test_a_link_shows_what_it_showed(page: Page, link: dict[str, Any]) -> None:
    page.goto(link["address"])
    for place, text in link["shows"].items():
        expect(page.locator(place).first).to_contain_text(re.compile(re.escape(text)))
