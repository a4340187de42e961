"""The page of errata is what its script prints, and misses nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import farstar as fs
from farstar import papers

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_what_its_script_prints() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "errata.py"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    committed = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    fresh = done.stdout == committed
    assert fresh, "the page is stale: run python docs/errata.py > docs/errata.md"


def test_every_corrected_claim_is_on_the_page() -> None:
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8").replace("\\", "")
    for claim in papers.select():
        assert (f"**{claim.label}** ({claim.status})" in page) == claim.is_corrected


def test_claims_that_hold_are_no_errata() -> None:
    assert papers.errata(fs.verify("partizan-euclid", claim="Lemma 2", bound=10)) == ""
