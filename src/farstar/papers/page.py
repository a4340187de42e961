"""Tasks of the page Papers."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Any

from farstar import papers
from farstar.errors import NotationError
from farstar.formulas import to_html
from farstar.tables import Table
from farstar.web.tasks import task
from farstar.web.tasks.proofs import checked

_SMALL = 20
"""The bound for certificates, which are checked at once."""

_MOST_PROOFS = 10
"""Certificates of one claim that are shown."""

_QUESTIONS = {"question": "open", "answered": "answered"}
"""The verdict on a question, by its status."""
_OWN = ("proved", "proof sketched", "checked", "question", "answered")


@task
def catalogue() -> list[dict[str, Any]]:
    """Return the papers: name, short title, title, authors, year, where published, claims.

    Examples
    --------
    >>> catalogue()[0]["authors"], catalogue()[0]["year"]
    ('N. A. McKay and R. J. Nowakowski', '2013')
    """
    return [_summary(paper) for paper in papers.PAPERS]


def _summary(name: str) -> dict[str, Any]:
    paper = papers.paper(name)
    publication = paper.publication
    return {
        "name": name,
        "short": publication.short_title,
        "title": to_html(paper.title),
        "authors": publication.authors,
        "year": publication.year,
        "published": publication.published,
        "link": publication.link,
        "count": len(paper),
    }


@task
def claims(paper: str = "") -> dict[str, Any]:
    """Return the claims of a paper, by default of the first, and its tables and figures.

    Examples
    --------
    >>> page = claims("real-euclid")
    >>> page["claims"][0]["label"], page["exhibits"][0]["label"]
    ('Introduction, losing positions', 'Table 1')
    """
    paper = paper or papers.PAPERS[0]
    if paper not in papers.PAPERS:
        names = ", ".join(papers.PAPERS)
        raise NotationError(f"there is no paper called {paper[:60]!r}: expected one of {names}")
    return {
        **_summary(paper),
        "claims": [_claim(claim) for claim in papers.paper(paper)],
        "exhibits": [
            {
                "label": e.label,
                "title": to_html(e.label),
                "caption": to_html(e.caption),
                "note": to_html(e.note or ""),
                "name": e.name,
            }
            for e in papers.exhibits(paper)
        ],
    }


def _claim(claim: papers.Claim) -> dict[str, Any]:
    data: dict[str, Any] = claim.to_dict()
    return {
        "label": data["label"],
        "title": to_html(data["label"]),
        "statement": to_html(data["statement"]),
        "text": f"{data['label']} {data['statement']}",
        "status": data["status"],
        "expected": _expected(data),
        "facts": _facts(data),
        **_live(claim),
    }


def _live(claim: papers.Claim, counterexample: str | None = None) -> dict[str, str]:
    position, relation = papers.live_position(claim, counterexample)
    return {"live": position, "relation": relation}


def _expected(data: dict[str, Any]) -> str:
    """Return the verdict that a check should give."""
    if data["status"] in _QUESTIONS:
        return _QUESTIONS[data["status"]]
    return "corrected" if data["correction"] else "holds"


def _facts(data: dict[str, Any]) -> list[list[str]]:
    """Return what is known of a claim: rows of a label and HTML."""
    status = data["status"]
    cases = f"{data['cases']:,} in {data['seconds']:.2f} s" if "cases" in data else ""
    rows = {
        "Compared": to_html(data["compared"]),
        "Range": to_html(data["range"]),
        "Known as" if status in _OWN else "As printed": to_html(status),
        "What is right": to_html(data["correction"] or ""),
        "Answer": to_html(data["answer"] or ""),
        "Counterexample": to_html(data.get("counterexample") or ""),
        "Cases": cases,
    }
    return [[label, html] for label, html in rows.items() if html]


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
    data = result.to_dict()
    return {
        "label": data["label"],
        "verdict": data["verdict"],
        "status": data["status"],
        "counterexample": data.get("counterexample"),
        "facts": _facts(data),
        **_live(claim, result.counterexample),
    }


@task
def certificates(paper: str, label: str) -> dict[str, Any]:
    """Return certificates of what the verdict on a claim rests on, for small numbers.

    There are at most ten; `more` says how many are left out, and `command` writes them all.

    Examples
    --------
    >>> answer = certificates("partizan-euclid", "Observation 5, values")
    >>> [proof["asked"] for proof in answer["proofs"]], answer["more"]
    (['E(5,3) < ^', 'values of 6 positions'], 0)
    """
    result = papers.check(papers.find(paper, label), _SMALL)
    certified = papers.certify_verdict(result)
    proofs = [(what, proof) for what, proof in certified if proof is not None]
    if not proofs:
        raise NotationError(certified[0].what)
    words = ["farstar", "verify", paper, "--claim", label, "--bound", str(_SMALL)]
    return {
        "proofs": [
            checked(proof, f"proof-{number}.json") | {"asked": what}
            for number, (what, proof) in enumerate(proofs[:_MOST_PROOFS], 1)
        ],
        "more": max(0, len(proofs) - _MOST_PROOFS),
        "command": shlex.join([*words, "--certificates", "proofs"]),
    }


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
