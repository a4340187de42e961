"""End-Nim: G. Cairns and N. B. Ho, Some remarks on End-Nim (2011).

Piles stand in a row, and a player takes counters from the leftmost or from the rightmost pile. In
Loop-End-Nim the player who leaves a single pile wins.

We read the abstract and the introduction. The abstract says that three games have the same losing
positions; this is the claim below. The theorems about higher Grundy values we did not see.

``farstar verify examples/papers/end_nim.py`` plays all games out.
"""

from functools import cache
from itertools import product

import farstar as fs
from farstar import papers
from farstar.papers import same, sizes

PAPER = papers.Paper("end-nim", "Some remarks on End-Nim", authors="Grant Cairns and Nhan Bao Ho")

SIZES = range(1, 4)


def after(row):
    """Return the rows that a move leaves, without the reversed ones."""
    left = [(n, *row[1:]) if n else row[1:] for n in range(row[0])] if row else []
    right = [(*row[:-1], n) if n else row[:-1] for n in range(row[-1])] if row else []
    return {min(one, one[::-1]) for one in left + right}


class EndNim(fs.ImpartialRuleset):
    """Piles in a row, of which the outer ones may be reduced."""

    def moves(self, position):
        """Return the rows after a move."""
        return sorted(after(position))


@cache
def is_lost(row, game):
    """Return whether the player to move loses, by the rules."""
    if not row:
        return game != "misère"
    if game == "loop" and len(row) == 1:
        return True
    return not any(is_lost(one, game) for one in after(row))


def rows(longest):
    """Yield rows of at least two piles."""
    for length in range(2, longest + 1):
        yield from product(SIZES, repeat=length)


@PAPER.holds(
    "Abstract",
    "End-Nim, misère End-Nim and Loop-End-Nim have the same losing positions, except for those "
    "with piles of equal size.",
    "all three games played out, End-Nim and its misère play by the general search as well",
    sizes("rows of at most {} piles of at most 3 counters", 6),
)
def abstract(bound):
    """Compare the losing positions of the three games."""
    rules = EndNim()
    for row in rows(bound):
        if len(set(row)) == 1:
            continue
        normal = rules(row).outcome is fs.Outcome.P
        yield same(f"{row}, End-Nim", normal, is_lost(row, "normal"))
        yield same(f"{row}, misère", normal, is_lost(row, "misère"))
        yield same(f"{row}, search of misère", normal, rules(row).misere_outcome is fs.Outcome.P)
        yield same(f"{row}, Loop-End-Nim", normal, is_lost(row, "loop"))


@PAPER.holds(
    "Equal piles",
    "With `m >= 2` piles of size `n`: in End-Nim the player to move loses exactly if `m` is even; "
    "in misère End-Nim exactly if `m` is even and `n >= 2`, or `m` is odd and `n = 1`; in "
    "Loop-End-Nim exactly if `m` is odd. (Our statement.)",
    "all three games played out",
    sizes("at most {} piles of at most 4 counters", 7),
    status=papers.Status.CHECKED,
)
def equal_piles(bound):
    """Compare the exceptions with their formula."""
    for m in range(2, bound + 1):
        for n in range(1, 5):
            row, is_even = (n,) * m, m % 2 == 0
            yield same(f"{row}, End-Nim", is_even, is_lost(row, "normal"))
            yield same(f"{row}, misère", is_even == (n >= 2), is_lost(row, "misère"))
            yield same(f"{row}, Loop-End-Nim", not is_even, is_lost(row, "loop"))
