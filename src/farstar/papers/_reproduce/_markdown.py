"""The report in Markdown: claims with their verdicts, errata, tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from farstar.formulas import to_markdown
from farstar.papers._claim import Claim, Paper
from farstar.papers._errata import errata
from farstar.papers._exhibit import Exhibit
from farstar.papers._reproduce._report import standing_of
from farstar.papers._verify import Report
from farstar.tables import Table


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
