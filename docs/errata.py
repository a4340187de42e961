"""Print docs/errata.md: the corrections to the papers, each with a counterexample found now."""

from __future__ import annotations

from farstar import papers

HEAD = """\
# Errata

Statements of the four papers that need a correction or a word, as `farstar verify` finds them: each
entry says what was printed, what is right, and the first counterexample to what was printed that
the program met (or, where a hypothesis is only superfluous, a case outside it). The corrected
statements are checked against brute force in the same run. What else of the papers we read as a
statement is in the [list of results](theory.md), and is right as printed as far as it was checked.

In brackets stands what is wrong: *false as printed*; a *misprint*; a *hypothesis missing*, where
the statement fails in a few cases only, or *superfluous*, where it is right and says less than it
could; a *wrong step in a proof* of something true; or *our reading*, which is no fault of the
paper: a convention that it does not spell out, or a sign lost in the copy that we read. The entry
then shows why no other reading will do.

This page is written by `docs/errata.py`.
"""

if __name__ == "__main__":
    print(HEAD)
    wrong = (claim for claim in papers.select() if claim.is_corrected)
    print(papers.errata(papers.check(claim, 20) for claim in wrong), end="")
