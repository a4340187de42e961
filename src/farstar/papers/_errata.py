"""The corrections to the papers as a page, with the counterexamples that were found."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from farstar.papers._claim import Verdict
from farstar.papers._registry import PAPERS, paper
from farstar.papers._run import Result

_WIDTH = 100


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
            lines += [f"## {paper(name).title}", ""]
        for result in entries:
            lines += [*_entry(result), ""]
    return "\n".join(lines)


def _entry(result: Result) -> list[str]:
    claim = result.claim
    # A code span shows every character of a counterexample as it is.
    return [
        f"**{_plain(claim.label)}** ({claim.status})",
        "",
        _item(f"Printed: {_plain(claim.statement)}"),
        _item(f"Correct: {_plain(claim.correction or '')}"),
        f"- Found: `{result.counterexample}`",
    ]


def _item(text: str) -> str:
    return fill(f"- {text}", _WIDTH, subsequent_indent="  ")


def _plain(text: str) -> str:
    """Return text in which Markdown finds nothing to set in italics."""
    return text.replace("*", r"\*").replace("_", r"\_")
