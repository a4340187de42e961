"""The page of errata is what its script prints, and misses nothing."""

from __future__ import annotations

from pathlib import Path

import farstar as fs
from farstar import papers

ROOT = Path(__file__).resolve().parents[2]


def test_every_corrected_claim_is_on_the_page() -> None:
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8").replace("\\", "")
    for claim in papers.select():
        assert (f"**{claim.label}** ({claim.status})" in page) == claim.is_corrected


def test_claims_that_hold_are_no_errata() -> None:
    assert papers.errata(fs.verify("partizan-euclid", claim="Lemma 2", bound=10)) == ""
