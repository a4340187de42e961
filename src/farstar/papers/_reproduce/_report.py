"""The report: every exhibit with its files, and every claim with what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from farstar.figures import FORMATS
from farstar.formulas import to_html
from farstar.papers._claim import Claim, Exhibit, Paper, Verdict
from farstar.papers._run import Result
from farstar.papers._verify import Report
from farstar.tables import Table

_STYLE = """:root { color-scheme: light; }
body { font-family: sans-serif; line-height: 1.45; margin: 2rem auto; max-width: 62rem;
  padding: 0 1rem; color: #1f2937; background: #fff; }
figure { margin: 1.5rem 0 2.5rem; overflow-x: auto; }
figure img { max-width: 100%; height: auto; }
figcaption { margin-top: 0.6rem; }
section { overflow-x: auto; }
table { border-collapse: collapse; }
caption { display: none; }
th, td { padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
thead tr { border-top: 2px solid; border-bottom: 1px solid; }
tbody tr:last-child { border-bottom: 2px solid; }
table.claims tbody tr { border-bottom: 1px solid #e7e3da; }
table.claims td:last-child { white-space: nowrap; }
td.number, th.number { text-align: right; }
.note, .files { color: #4b5563; font-size: 0.92rem; }
.corrected { color: #8a4500; } .holds { color: #14622b; } .open { color: #0550ae; }
.disagrees { color: #b00020; font-weight: bold; }"""

_INCLUDED = ("txt", "md", "tex", "csv", "html")


def write_report(papers: Sequence[Paper], folder: Path, verified: Report | None) -> Path:
    """Write ``index.html`` and return its path."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Tables and figures of the papers</title><style>\n{_STYLE}\n</style></head>",
        "<body><h1>Tables and figures of the papers</h1>",
        f"<nav><ul>{''.join(map(_entry, papers))}</ul></nav>",
        "<main>",
        *(_section(paper, verified) for paper in papers),
        "</main></body></html>",
    ]
    target = folder / "index.html"
    target.write_text("\n".join(parts) + "\n", encoding="utf-8", newline="\n")
    return target


def _entry(paper: Paper) -> str:
    return f'<li><a href="#{paper.paper}">{escape(paper.title)}</a></li>'


def _section(claims: Paper, verified: Report | None) -> str:
    mine, name = claims.exhibits, claims.paper
    numbers = {claim.label: i for i, claim in enumerate(claims, start=1)}
    figures = "\n".join(_exhibit(exhibit, numbers) for exhibit in mine)
    rows = "\n".join(_claim(claim, numbers, mine, verified) for claim in claims)
    heads = ("claim", "statement", "verdict" if verified else "as printed", "see")
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return (
        f'<section id="{name}"><h2>{escape(claims.title)}</h2>\n{figures}\n'
        f'<h3>Paper</h3>\n<table class="claims"><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></section>"
    )


def _exhibit(exhibit: Exhibit, numbers: dict[str, int]) -> str:
    content = exhibit.made
    if isinstance(content, Table):
        html = content.html()
        suffixes: tuple[str, ...] = _INCLUDED
    else:
        source = f"{exhibit.paper}/{exhibit.name}.svg"
        html = f'<img src="{source}" alt="{escape(exhibit.caption)}">'
        suffixes = (*FORMATS, "tex")
    files = ", ".join(
        f'<a href="{exhibit.paper}/{exhibit.name}.{suffix}">{suffix}</a>' for suffix in suffixes
    )
    links = ", ".join(
        f'<a href="#{exhibit.paper}-{numbers[label]}">{to_html(label)}</a>'
        for label in exhibit.claims
    )
    note = f'<p class="note">{to_html(exhibit.note)}</p>' if exhibit.note else ""
    return (
        f'<figure id="{exhibit.paper}-{exhibit.name}">\n{html}\n'
        f"<figcaption><strong>{to_html(exhibit.label)}.</strong> {to_html(exhibit.caption)}\n{note}"
        f'<p class="files">Files: {files}. Paper: {links or "none"}.</p></figcaption></figure>'
    )


def _claim(
    claim: Claim, numbers: dict[str, int], mine: Sequence[Exhibit], verified: Report | None
) -> str:
    see = ", ".join(
        f'<a href="#{e.paper}-{e.name}">{to_html(e.label)}</a>'
        for e in mine
        if claim.label in e.claims
    )
    statement = to_html(claim.statement)
    if claim.correction:
        statement += f"<br><em>Corrected:</em> {to_html(claim.correction)}"
    return (
        f'<tr id="{claim.paper}-{numbers[claim.label]}">'
        f'<th scope="row">{to_html(claim.label)}</th><td>{statement}</td>'
        f"<td>{_verdict(claim, verified)}</td><td>{see}</td></tr>"
    )


def _verdict(claim: Claim, verified: Report | None) -> str:
    result = _result_of(claim, verified)
    if result is None:
        return escape(standing_of(claim, verified)[0])
    html = f'<span class="{result.verdict}">{result.standing}</span>, {to_html(result.range)}'
    if result.counterexample:
        of = "as printed" if result.verdict is Verdict.CORRECTED else "counterexample"
        html += f"<br>{of}: {to_html(result.counterexample)}"
    return html


def standing_of(claim: Claim, verified: Report | None) -> tuple[str, str, str | None]:
    """Return how a claim stands, how far it was or would be checked, and a counterexample."""
    result = _result_of(claim, verified)
    if result is not None:
        return result.standing, result.range, result.counterexample
    standing = str(claim.status) if verified is None else "not checked"
    return standing, claim.range.text(claim.range.default), None


def _result_of(claim: Claim, verified: Report | None) -> Result | None:
    """Return what checking a claim came to, if it was checked."""
    for result in verified or ():
        if (result.claim.paper, result.claim.label) == (claim.paper, claim.label):
            return result
    return None
