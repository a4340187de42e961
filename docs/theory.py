"""Print docs/theory.md: every result, how it is known, and how far it is checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from farstar import papers
from farstar.papers import Claim, Status

HEAD = """\
# What is proved and what is checked

This page lists every result that Farstar rests on: what it says, how it is known, and how far
`farstar verify` compares it with brute force. Give the name of a row to check it again; `--bound`
goes further:

```console
$ farstar verify beyond --claim 'Thin canonical forms'
+ beyond Thin canonical forms holds (proved): words of at most 10 letters
1 holds; 6,141 cases compared
$ farstar verify partizan-geography --claim 'Lemma 6' --bound 100
~ partizan-geography Lemma 6 false as printed: B(1,1,0): 0, not 1
1 false as printed; 842 cases compared
```

What the words in the column *known* mean:

| known | meaning |
| --- | --- |
| printed | in the paper, and right as printed in the range; the proof is the paper's |
| false as printed | wrong in the paper; what is checked is the correction, in italics |
| misprint | a slip of the pen, or of the printer |
| hypothesis missing | right, except in cases that the paper does not exclude |
| hypothesis superfluous | right, and right without the hypothesis too |
| wrong step in a proof | the step is wrong; what it proves is right |
| our reading | no fault of the paper: a convention that it does not spell out, or a lost sign |
| proved | a theorem of our own, with a proof |
| proof sketched | the same, with a proof that leaves out estimates |
| checked | an observation of our own, without a proof: it holds in the range |
| open | a question without an answer; what is known about it is checked |
| answered | a question of the paper that has an answer now, in italics |

The [errata](errata.md) give a counterexample to each statement that is corrected. The proofs of our
own theorems are written out for [Partizan Euclid](proofs.md), its [atomic weights](weights.md) and
[the hardness of its sums](hardness.md), for [limits](limits-theorems.md), for [sets of
multipliers](multipliers.md), and for [Geography on products](products.md). The page on [theorems
for all sizes](prove.md) explains the proofs that have certificates.

[The papers as programs](papers.md) explains how a check works and what a verdict means. The
operations on [values](values.md) follow the literature, and two engines must [agree](design.md) on
them.

This page is written by `docs/theory.py`.
"""

KNOWN = {
    Status.TRUE: "printed",
    Status.PROVED: "proved",
    Status.CHECKED: "checked",
    Status.QUESTION: "open",
}
"""All other statuses are corrections, and speak for themselves."""


def known(claim: Claim) -> str:
    """Return how the claim is known."""
    return KNOWN.get(claim.status, str(claim.status))


def plain(text: str) -> str:
    """Return the text so that Markdown shows it as it is."""
    return re.sub(r"([\\`*_{}\[\]<>|^~])", r"\\\1", text)


def row(claim: Claim) -> str:
    """Return the row of a claim."""
    statement = plain(claim.statement)
    for addition in (claim.correction, claim.answer):
        if addition is not None:
            statement += f" *{plain(addition)}*"
    upto = claim.range.text(claim.range.bound(None))
    return f"| {plain(claim.label)} | {statement} | {known(claim)} | {plain(upto)} |"


def section(name: str) -> Iterator[str]:
    """Yield the lines about one paper."""
    claims = papers.paper(name)
    counted = Counter(map(known, claims))
    summary = ", ".join(f"{counted[word]} {word}" for word in dict.fromkeys(map(known, claims)))
    yield f"\n## {claims.title}\n"
    yield f"`farstar verify {name}`: {len(claims)} results, {summary}.\n"
    yield "| result | what it says | known | checked for |"
    yield "| --- | --- | --- | --- |"
    yield from map(row, claims)


def page() -> str:
    """Return the whole page."""
    lines = [line for name in papers.PAPERS for line in section(name)]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
