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
    >>> page = claims("real-euclid")
    >>> page["claims"][0]["label"], page["exhibits"][0]["label"]
    ('Introduction, losing positions', 'Table 1')
    """
    paper_claims = papers.paper(paper)
    return {
        "title": paper_claims.title,
        "claims": [_claim(claim) for claim in paper_claims],
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
    >>> result = check("partizan-euclid", "Observation 5, values")
    >>> result["verdict"], result["counterexample"], result["live"]
    ('corrected', 'E(5,3): v, not ^', 'E(5,3)')
    """
    claim = papers.find(paper, label)
    result = papers.check(claim)
    return {**result.to_dict(), **live_position(claim, result.counterexample)}


@task
def exhibit(paper: str, name: str) -> dict[str, str]:
    """Return a table or figure of a paper as HTML; the page says what it is."""
    from farstar.web.pictures import themed

    chosen = next((e for e in papers.exhibits(paper) if e.name == name), None)
    if chosen is None:
        raise papers.UnknownClaimError(f"expected a table or figure of {paper}, got {name!r}")
    content = chosen.made
    if isinstance(content, Table):
        return {"html": replace(content, caption="").write("html")}
    return {"html": themed(content.svg())}


def _claim(claim: papers.Claim) -> dict[str, Any]:
    return {**claim.to_dict(), **live_position(claim, None)}
