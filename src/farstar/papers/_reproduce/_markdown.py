"""In Markdown: the report on claims with verdicts, tables and figures; the page of corrections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill

from farstar.formulas import to_markdown
from farstar.papers._claim import Claim, Exhibit, Paper, Verdict
from farstar.papers._registry import PAPERS
from farstar.papers._registry import paper as paper_of
from farstar.papers._reproduce._report import standing_of
from farstar.papers._run import Result
from farstar.papers._verify import Report
from farstar.tables import Table

_WIDTH = 100


def write_markdown(papers: Sequence[Paper], folder: Path, verified: Report | None) -> Path:
    """Write ``report.md`` and return its path."""
    parts = [part for paper in papers for part in _section(paper, verified)]
    corrections = errata(verified) if verified is not None else ""
    if corrections:
        parts += ["# Errata", corrections.rstrip()]
    target = folder / "report.md"
    target.write_text("\n\n".join(parts) + "\n", encoding="utf-8", newline="\n")
    return target


def _section(paper: Paper, verified: Report | None) -> list[str]:
    parts = [f"# {_plain(paper.title)}"]
    if paper.authors:
        parts.append(_plain(paper.authors))
    if len(paper):
        head = ("claim", "statement", "verdict" if verified else "as printed", "range")
        rows = [head, ("---",) * 4, *(_row(claim, verified) for claim in paper)]
        parts.append("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return [*parts, *(part for exhibit in paper.exhibits for part in _exhibit(exhibit))]


def _row(claim: Claim, verified: Report | None) -> tuple[str, ...]:
    statement = _set(claim.statement)
    if claim.correction:
        statement += f" *Corrected:* {_set(claim.correction)}"
    standing, upto, counterexample = standing_of(claim, verified)
    if counterexample:
        standing += f": {_set(counterexample)}"
    return _set(claim.label), statement, standing, _set(upto)


def _exhibit(exhibit: Exhibit) -> list[str]:
    content = exhibit.made
    parts = [f"## {_set(exhibit.label)}", _set(exhibit.caption)]
    if exhibit.note:
        parts.append(_set(exhibit.note))
    if isinstance(content, Table):
        parts.append(content.with_caption("").markdown().strip())
    else:
        parts.append(f"![{_set(exhibit.label)}]({exhibit.paper}/{exhibit.name}.svg)")
    return parts


def _set(text: str) -> str:
    # A bar ends a cell of a table, inside code too.
    return to_markdown(text, _plain).replace("|", r"\|")


def _plain(text: str) -> str:
    """Return text in which Markdown finds nothing to set."""
    return "".join(f"\\{c}" if c in r"\*_[]<>`#" else c for c in text)


def errata(results: Iterable[Result]) -> str:
    """Return the corrected claims among `results` as a page in Markdown.

    Examples
    --------
    >>> page = errata(fs.verify("partizan-euclid", claim="Observation 5, values"))
    >>> print(page)  # doctest: +ELLIPSIS
    ## Outcomes of Partizan Euclid
    <BLANKLINE>
    **Observation 5, values** (false as printed)
    <BLANKLINE>
    - Printed: E(f...3k, f...(3k-1)) = up, ...
    - Correct: They are 0, ...* and down, and E(5,3) = down.
    - Found: `E(5,3): v, not ^`
    <BLANKLINE>
    """
    corrected = [result for result in results if result.verdict is Verdict.CORRECTED]
    lines: list[str] = []
    for name in dict.fromkeys((*PAPERS, *(result.claim.paper for result in corrected))):
        entries = [result for result in corrected if result.claim.paper == name]
        if entries:
            lines += [f"## {paper_of(name).title}", ""]
        for result in entries:
            lines += [*_entry(result), ""]
    return "\n".join(lines)


def _entry(result: Result) -> list[str]:
    claim = result.claim
    # A code span shows every character of a counterexample as it is.
    return [
        f"**{_escaped(claim.label)}** ({claim.status})",
        "",
        _item(f"Printed: {_escaped(claim.statement)}"),
        _item(f"Correct: {_escaped(claim.correction or '')}"),
        f"- Found: `{result.counterexample}`",
    ]


def _item(text: str) -> str:
    return fill(f"- {text}", _WIDTH, subsequent_indent="  ")


def _escaped(text: str) -> str:
    """Return text in which Markdown finds nothing to set in italics."""
    return text.replace("*", r"\*").replace("_", r"\_")
