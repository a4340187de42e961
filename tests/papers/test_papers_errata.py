"""The page of errata is what its script prints, and misses nothing."""

from __future__ import annotations

from pathlib import Path

import farstar as fs
from farstar import papers

ROOT = Path(__file__).resolve().parents[2]


def test_every_corrected_claim_is_on_the_page() -> None:
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8").replace("\\", "")
    for claim in papers.select():
        is_notable = claim.is_corrected or claim.answer is not None
        assert (f"**{claim.label}** ({claim.status})" in page) == is_notable


def test_answered_questions_come_with_their_answers() -> None:
    page = papers.errata(fs.verify("partizan-euclid", claim="Question 3", bound=10))
    assert "**Question 3** (answered)" in page
    assert "\n- Asked: Is there" in page
    assert "\n- Answer: " in page


def test_claims_that_hold_are_no_errata() -> None:
    assert papers.errata(fs.verify("partizan-euclid", claim="Lemma 2", bound=10)) == ""
