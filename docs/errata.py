"""Print docs/errata.md: the corrections to the papers, each with a counterexample found now."""

from __future__ import annotations

from farstar import papers

HEAD = """\
# Errata

Statements of the four papers that need a correction, as `farstar verify` finds them: each entry
says what was printed, what is right, and the first counterexample to what was printed that the
program met (or, where a hypothesis is only superfluous, a case outside it). The corrected
statements are checked against brute force in the same run. Everything else that the papers say was
checked and is right as printed; it is in the [list of results](theory.md).

This page is written by `docs/errata.py`.
"""

if __name__ == "__main__":
    print(HEAD)
    wrong = (claim for claim in papers.select() if claim.is_corrected)
    print(papers.errata(papers.check(claim, 20) for claim in wrong), end="")
