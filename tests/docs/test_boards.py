"""Pictures of positions in the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import farstar as fs
from tests.running import module_at

DOCS = Path(__file__).resolve().parents[2] / "docs"


BOARDS = module_at(DOCS / "boards.py")


def lines() -> list[tuple[str, str]]:
    """Return every line of the directive in the pages, with the name of its page."""
    found = []
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"^```\{board\}\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            found += [(page.name, line) for line in block.splitlines() if line and line[0] != ":"]
    return found


def test_every_board_of_the_pages_can_be_drawn() -> None:
    assert len(lines()) > 20
    for page, line in lines():
        assert BOARDS.figure(line).count("<svg") >= 1, (page, line)


def test_values_beside_boards_are_right() -> None:
    pages = ("smallest-positions.md", "lesson.md")
    compared = 0
    for page, line in lines():
        position, _, remark = line.partition(" -- ")
        if page in pages and remark not in ("", "?"):
            assert fs.parse(position).value == fs.Value(remark), line
            compared += 1
    assert compared == 5


def test_a_sum_shows_its_positions_and_a_value_has_no_picture() -> None:
    assert BOARDS.figure("Nim(3) + Cram(2x2) + ^").count("<svg") == 2
    with pytest.raises(ValueError, match="expected a position with a picture"):
        BOARDS.picture("{1|-1}")
    with pytest.raises(ValueError, match="expected"):
        BOARDS.picture("Nim(3")


def test_a_link_leads_to_the_page_of_the_game() -> None:
    linked = [line for page, line in lines() if page == "index.md"]
    assert len(linked) >= 6
    for line in linked:
        address = re.search(r'href="games/(\w+)\.html"', BOARDS.figure(line, "games"))
        assert address is not None
        assert (DOCS / "games" / f"{address[1]}.md").exists()
