"""Prove for all sizes, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from farstar.certificates import load_certificate
from farstar.errors import NotationError
from farstar.web import tasks

from .conftest import accessibility_faults, overflow

pytestmark = pytest.mark.xdist_group("web")

LANTERNS = "game Lanterns\ncells o .\nboth oo. -> ..o"


def run(**arguments: object) -> Any:
    return tasks.run("all_sizes.theorem", arguments, print)


def test_the_task_proves_or_says_why_not(tmp_path: Path) -> None:
    proof = run(rules=LANTERNS, what="grundy")
    assert "an automaton with 12 states" in proof["proved"]
    (tmp_path / proof["file"]).write_text(proof["json"])
    assert load_certificate(tmp_path / proof["file"]).check() == [proof["proved"]]
    by_parts = run(text="Cram(1 x n)", what="grundy")
    assert "with separators # between words" in by_parts["proved"]
    endless = run(rules="cells o .\nboth o. -> .o  .o -> o.")
    assert endless["proved"] == ""
    assert "falls with every move" in endless["reason"]
    with pytest.raises(NotationError, match="expected a game whose rules are patterns"):
        run(text="E(11,8)")
    with pytest.raises(NotationError, match="expected one of outcome"):
        run(rules=LANTERNS, what="mean")


def test_tables_say_where_it_applies() -> None:
    axes = {"down": ["m", 1, 3], "across": ["n", 1, 4], "where": "", "show": "grundy"}
    assert tasks.run("tables.describe", {"text": "Cram(m x n)", **axes}, print)["all_sizes"]
    assert not tasks.run("tables.describe", {"text": "Nim(m,n)", **axes}, print)["all_sizes"]


@pytest.mark.long
@pytest.mark.parametrize("width", [1440, 390])
def test_prove_for_all_sizes(new_page: Any, width: int, tmp_path: Path) -> None:
    page: Page = new_page(width=width)
    page.goto(f"/?{urlencode({'e': 'Lanterns(oo.oo.)', 'rules': LANTERNS})}")
    place = page.locator(".own-rules .all-sizes")
    place.get_by_role("combobox", name="Prove").select_option("grundy")
    place.get_by_role("combobox", name="For at most").select_option("60")
    place.get_by_role("button", name="Prove for all sizes").click()
    expect(place.locator(".proof")).to_contain_text("Proved and checked: the Grundy value of every")
    with page.expect_download() as download:
        place.get_by_role("button", name="Download theorem.json").click()
    download.value.save_as(tmp_path / "theorem.json")
    (statement,) = load_certificate(tmp_path / "theorem.json").check()
    expect(place.locator(".proof b")).to_have_text(statement)
    assert accessibility_faults(page) == []
    assert overflow(page) == 0
    axes = {"down": "m", "down_from": "1", "down_to": "2", "across": "n", "across_to": "9"}
    page.goto(f"/tables?{urlencode({'e': 'Cram(m x n)', 'show': 'grundy', **axes})}")
    tables = page.locator(".map-side .all-sizes")
    tables.get_by_role("button", name="Prove for all sizes").click()
    expect(tables.locator(".proof")).to_contain_text("an automaton with 87 states")
    assert overflow(page) == 0
