"""The page on certificates prints the checker, and describes the files that it reads."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from farstar import papers
from farstar.certificates import checker
from farstar.papers import Claim
from farstar.papers.cases import ASKED

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"


def test_the_page_prints_the_checker() -> None:
    text = PAGE.read_text(encoding="utf-8")
    included = re.findall(r"\{literalinclude\} (\S+)", text)
    assert included == ["../src/farstar/certificates/checker.py"]
    assert "`python checker.py FILE`" in text
    folder = Path(checker.__file__).parent
    names = sorted(path.name for path in folder.glob("*checker.py"))
    assert names == ["board_checker.py", "checker.py", "theorem_checker.py"]


def test_the_page_describes_every_field() -> None:
    """All fields of files are explained, between back quotes."""
    text = PAGE.read_text(encoding="utf-8")
    shapes = (checker.SUM, checker.LOOPY_SUM, checker.LEMMAS, checker.FAMILY, checker.PERIOD)
    games = (checker.BOARD, checker.HEAPS, checker.LISTED, checker.TWO_SIDED)
    for shape in (*shapes, *games, checker.STRATEGY, checker.QUOTIENT):
        for field in shape:
            assert f"`{field}`" in text, field


def test_the_page_gives_the_limits() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for limit in (checker.MOST_POSITIONS, checker.MOST_IN_FAMILY, checker.LARGEST_IN_RANGE):
        assert f"{limit:,}" in text, limit
    digits, loops, deep = checker.MOST_DIGITS, checker.MOST_LOOPS, checker.MOST_NESTED
    rules = (
        f"numbers of {digits} digits, {loops} loops, and parentheses that are nested {deep} deep"
    )
    assert rules in text


def counted() -> str:
    """Return what the page says about the number of claims, in one line."""
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    (sentences,) = re.findall(r"\d+ of the \d+ claims have .*? play no game\.", text)
    return str(sentences)


def test_the_page_counts_the_claims() -> None:
    certified, total, others = map(int, re.findall(r"(\d+) (?:of|claims have|play)", counted()))
    assert total == len(papers.select()) == certified + others


PROVED = {
    "value": "values",
    "grundy": "Grundy values",
    "moves": "moves",
    "outcome": "outcomes",
    "weight": "atomic weights",
    "lengths": "lengths of play",
    "tree": "game trees",
    "misere": "misère outcomes",
    "sum": "sums",
}


def asked(claim: Claim) -> set[str]:
    """Return what brute force is asked for: that is what certificates are about."""
    with ASKED.noted() as notes:
        for check in filter(None, (claim.check, claim.printed)):
            # A check ends with its first fault; what is printed may have one.
            any(fault is not None for fault in check(claim.range.bound(10)))
        return {what for what, *_ in notes}


@pytest.mark.long
def test_the_page_counts_the_claims_with_certificates() -> None:
    claims = [asked(claim) for claim in papers.select()]
    kinds = Counter(kind for claim in claims for kind in claim)
    (first, most), *rest = ((PROVED[kind], count) for kind, count in kinds.most_common())
    *middle, last = (f"{name} ({count})" for name, count in rest)
    listed = ", ".join([f"{first} ({most} claims)", *middle])
    none = claims.count(set())
    assert counted() == (
        f"{len(claims) - none} of the {len(claims)} claims have certificates: of {listed} and "
        f"{last}. The other {none} play no game."
    )
