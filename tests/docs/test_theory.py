"""Pages that are written by scripts are what these print; those of results list every claim."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from farstar import papers
from tests.running import python

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "theory.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["theory", "errata", "theorems", "commands"])
def test_the_page_is_what_its_script_prints(name: str) -> None:
    done = python(DOCS / f"{name}.py", check=True)
    fresh = done.stdout == (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert fresh, f"the page is stale: run python docs/{name}.py > docs/{name}.md"


def test_every_claim_has_a_row() -> None:
    rows = [line for line in PAGE.replace("\\", "").splitlines() if line.startswith("| ")]
    for claim in papers.select():
        assert any(row.startswith(f"| {claim.label} | {claim.statement}") for row in rows)


def test_the_paper_counts_the_statements() -> None:
    sections = re.findall(r"^`farstar verify ([\w-]+)`: (\d+) results, (.*)$", PAGE, re.MULTILINE)
    own = [section for section in sections if section[0] != "beyond"]
    false = [int(n) for _, _, rest in own for n in re.findall(r"(\d+) false as printed", rest)]
    total = sum(int(count) for _, count, _ in own)
    paper = " ".join((DOCS.parent / "paper" / "paper.md").read_text(encoding="utf-8").split())
    assert f"Of the {total} statements, {sum(false)} turned out to be false as printed" in paper
