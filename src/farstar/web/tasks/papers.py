"""Tasks of the page Papers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from farstar import papers
from farstar.tables import Table
from farstar.web.tasks import task
from farstar.web.tasks._live import live_position


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
    return {**result.to_dict(), **live_position(claim, result.counterexample)}


@task
def exhibit(paper: str, name: str) -> dict[str, str]:
    """Return a table or figure of a paper as HTML; the page says what it is."""
    from farstar.web.pictures import themed

    found = next((e for e in papers.exhibits(paper) if e.name == name), None)
    if found is None:
        raise papers.UnknownClaimError(f"expected a table or figure of {paper}, got {name!r}")
    made = found.made
    if isinstance(made, Table):
        return {"html": replace(made, caption="").write("html")}
    return {"html": themed(made.svg())}


def _claim(claim: papers.Claim) -> dict[str, Any]:
    return {
        "label": claim.label,
        "statement": claim.statement,
        "compared": claim.compared,
        "range": claim.range.text(claim.range.bound(None)),
        "status": str(claim.status),
        "correction": claim.correction,
        **live_position(claim, None),
    }
