"""Every claim of every paper: well described, and with the verdict that it should have."""

from __future__ import annotations

import pytest

from farstar import papers
from farstar.papers import Claim, ClaimVerdict, Status

ALL = papers.select()
NAMES = [f"{claim.paper}: {claim.label}" for claim in ALL]

EXPECTED = {
    Status.TRUE: ClaimVerdict.HOLDS,
    Status.PROVED: ClaimVerdict.HOLDS,
    Status.SKETCHED: ClaimVerdict.HOLDS,
    Status.CHECKED: ClaimVerdict.HOLDS,
    Status.QUESTION: ClaimVerdict.OPEN,
    Status.ANSWERED: ClaimVerdict.ANSWERED,
    Status.FALSE: ClaimVerdict.CORRECTED,
    Status.MISSING: ClaimVerdict.CORRECTED,
    Status.SUPERFLUOUS: ClaimVerdict.CORRECTED,
    Status.READING: ClaimVerdict.CORRECTED,
    Status.PROOF: ClaimVerdict.CORRECTED,
    Status.MISPRINT: ClaimVerdict.CORRECTED,
}


@pytest.mark.parametrize("claim", ALL, ids=NAMES)
def test_claims_are_described(claim: Claim) -> None:
    for text in (claim.label, claim.statement, claim.compared, claim.range.text(1)):
        assert text
        assert text == text.strip()
    assert claim.statement.endswith((".", "?"))
    assert (claim.correction is not None) == (claim.printed is not None)
    assert claim.is_corrected == (EXPECTED[claim.status] is ClaimVerdict.CORRECTED)


# These take a second or more each, however small the bound is.
SLOW = {
    "Beginnings that decide nothing",
    "Geography on K_n x K_4",
    "Number of P- and N-positions",
    "Number of positions of each class",
    "P- and N-positions beside a nim-heap",
    "Share of integer weights",
    "Shares of L and R",
    "Size of weights",
    "Win probabilities with every set",
    "Winning probabilities to twenty digits",
}


@pytest.mark.parametrize(
    "claim",
    [pytest.param(c, marks=[pytest.mark.long] if c.label in SLOW else []) for c in ALL],
    ids=NAMES,
)
def test_small_bounds_give_the_same_verdict(claim: Claim) -> None:
    result = papers.check(claim, 20)
    assert result.verdict is EXPECTED[claim.status], result.counterexample
    assert result.cases > 0
    assert (result.counterexample is not None) == claim.is_corrected


@pytest.mark.long
@pytest.mark.parametrize("claim", ALL, ids=NAMES)
def test_default_bounds_give_the_same_verdict(claim: Claim) -> None:
    result = papers.check(claim)
    assert result.verdict is EXPECTED[claim.status], result.counterexample


@pytest.mark.parametrize("name", papers.PAPERS)
def test_labels_are_unique(name: str) -> None:
    labels = [claim.label for claim in papers.paper(name)]
    assert len(set(labels)) == len(labels)
