"""How a result is known is said once, by its claim; pages and docstrings must agree with it.

On pages and in docstrings a status stands as (proved: "Label of the claim").
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from farstar import papers
from farstar.papers import Status
from farstar.papers.beyond import densities

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted((ROOT / "docs").glob("*.md"))
SOURCES = sorted((ROOT / "src" / "farstar" / "papers").rglob("densities/*.py"))
STATUSES = {claim.label: str(claim.status) for claim in papers.paper("beyond")}

MARK = re.compile(r'\((proved|proof sketched|checked|question): "([^"]+)"')
WITHOUT_CLAIM = re.compile(r"\((proved|proof sketched|checked)[);,.]")
PROVED_IN_WORDS = re.compile(r"\b(is|are) proved\b|: proved\b", re.IGNORECASE)


def marks(text: str) -> list[tuple[str, str]]:
    """Return the statuses that a text gives, each with the label of the claim."""
    return MARK.findall(" ".join(text.split()))


def docstrings(source: Path) -> list[str]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return [ast.get_docstring(n) or "" for n in ast.walk(tree) if isinstance(n, kinds)]


@pytest.mark.parametrize("path", [*PAGES, *SOURCES], ids=lambda path: path.name)
def test_statuses_are_those_of_the_claims(path: Path) -> None:
    for status, label in marks(path.read_text(encoding="utf-8")):
        assert (label, status) == (label, STATUSES.get(label))


def test_statuses_of_another_kind_are_found() -> None:
    assert marks('It tends to 1/2 (proved:\n  "Shares of L and R").') == [
        ("proved", "Shares of L and R")
    ]
    assert STATUSES["Mean length of Grossman's game"] == "proof sketched"


def test_the_findings_name_a_claim_for_every_status() -> None:
    page = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    assert len(marks(page)) >= 8
    assert WITHOUT_CLAIM.findall(page) == []


def test_docstrings_name_a_claim_for_every_theorem() -> None:
    texts = [text for source in SOURCES for text in docstrings(source)]
    assert sum(len(marks(text)) for text in texts) >= 8
    for text in texts:
        for found in PROVED_IN_WORDS.finditer(text):
            assert "bound" in text[max(0, found.start() - 40) : found.start()], text


def test_every_sketched_proof_is_called_so_on_a_page() -> None:
    named = {mark for page in PAGES for mark in marks(page.read_text(encoding="utf-8"))}
    for claim in papers.paper("beyond"):
        if claim.status is Status.SKETCHED:
            assert (str(claim.status), claim.label) in named


def test_exact_limits_have_the_status_of_their_claims() -> None:
    one_half = papers.find("beyond", "Winning probability for k = 1")
    assert densities.win_probability(1).status == str(one_half.status)
    odd = papers.find("beyond", "Win probabilities with every set")
    assert densities.set_win_probability("odd").status == str(odd.status)
