"""Tasks of the page Papers."""

from __future__ import annotations

import re
from typing import Any

import farstar as fs
from farstar import papers
from farstar.errors import FarstarError
from farstar.tables import Table
from farstar.web.tasks import task

_POSITION = re.compile(r"\b[A-Z][A-Za-z]*\([^()]{1,60}\)")
_PAIR = re.compile(r"\((\d{1,9}), ?(\d{1,9})\)")

_EXAMPLES = {
    "partizan-euclid": "E(11,8)",
    "nim-type-game": "Grossman(21,13)",
    "real-euclid": "Euclid(9,2)",
    "partizan-geography": "A(3,5,1)",
    "beyond": "E(2393,459)",
}
"""A position for each paper, where a claim names none."""

_PAIRS = {"nim-type-game": "Grossman", "real-euclid": "Euclid"}
"""What a bare pair of numbers means."""


@task
def claims(paper: str) -> dict[str, Any]:
    """Return the claims of a paper, and its tables and figures.

    Examples
    --------
    >>> found = claims("real-euclid")
    >>> found["claims"][0]["label"], found["exhibits"][0]["label"]
    ('Introduction, losing positions', 'Table 1')
    """
    listed = papers.paper(paper)
    return {
        "title": listed.title,
        "claims": [_claim(claim) for claim in listed],
        "exhibits": [
            {"label": e.label, "caption": e.caption, "note": e.note, "name": e.name}
            for e in papers.exhibits(paper)
        ],
    }


@task
def check(paper: str, label: str) -> dict[str, Any]:
    """Check one claim; return its verdict, and what was found.

    Examples
    --------
    >>> found = check("partizan-euclid", "Observation 5, values")
    >>> found["verdict"], found["counterexample"], found["live"]
    ('corrected', 'E(5,3): v, not ^', 'E(5,3)')
    """
    claim = papers.find(paper, label)
    result = papers.check(claim)
    return {**result.to_dict(), "live": _live(claim, result.counterexample)}


@task
def exhibit(paper: str, name: str) -> dict[str, str]:
    """Return a table or figure of a paper as HTML."""
    from farstar.web.pictures import themed

    found = next((e for e in papers.exhibits(paper) if e.name == name), None)
    if found is None:
        raise papers.UnknownClaimError(f"expected a table or figure of {paper}, got {name!r}")
    made = found.made
    if isinstance(made, Table):
        return {"html": made.write("html")}
    return {"html": themed(made.svg())}


def _claim(claim: papers.Claim) -> dict[str, Any]:
    return {
        "label": claim.label,
        "statement": claim.statement,
        "compared": claim.compared,
        "range": claim.range.text(claim.range.bound(None)),
        "status": str(claim.status),
        "correction": claim.correction,
        "live": _live(claim, None),
    }


def _live(claim: papers.Claim, counterexample: str | None) -> str:
    """Return a position to look at: that of the counterexample, one that is named, or any."""
    for text in (counterexample, claim.correction, claim.statement, claim.label):
        for found in _positions(claim.paper, text or ""):
            try:
                fs.parse(found)
            except FarstarError:
                continue
            return found
    return _EXAMPLES[claim.paper]


def _positions(paper: str, text: str) -> list[str]:
    named = _POSITION.findall(text)
    game = _PAIRS.get(paper)
    return (
        named if game is None else [*named, *(f"{game}({a},{b})" for a, b in _PAIR.findall(text))]
    )
