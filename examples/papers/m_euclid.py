"""M-Euclid: G. Cairns and N. B. Ho, A restriction of Euclid (2012).

A move in M-Euclid subtracts a positive multiple of one number from the other one, without making
it negative, and the game is over as soon as one number is a multiple of the other.

We read the abstract and the introduction. They say that the Grundy values are found and compared
with those of Euclid and of Grossman's game; the theorems themselves we did not see. So the
statements below are ours, and may well be those of the paper.

Proofs. A move takes counters from the first quotient, and the game is over when only the last one
is left: this is the row of heaps. A heap of a counters in front of a rest of value r has the value
a if a > r, and a - 1 if not, by induction on a. Euclid is the row of all quotients, Grossman's game
that in which the last one is an - 1, and M-Euclid has no last heap, whose value is 0 then and not
l, where l = an or an - 1. Behind the heap a(n-1) the values are a(n-1) in M-Euclid and, if
a(n-1) <= l, one less in the other game; otherwise they agree, and do so from there on. If one game
has the value r and the other one r + 1, a heap in front makes a difference again only if a = r + 1:
then its values are a and a - 1. So differences go on exactly as long as the heaps are equal, and
change their sign each time.

``farstar verify examples/papers/m_euclid.py`` compares them with Grundy values by the rules.
"""

from functools import cache

import farstar as fs
from farstar import papers
from farstar.papers import Status, numbers, same
from farstar.theory import continued_fractions, serial_nim

PAPER = papers.Paper("m-euclid", "A restriction of Euclid", authors="Grant Cairns and Nhan Bao Ho")


@cache
def value(a, b):
    """Return the Grundy value of (a, b), a <= b, by the rules."""
    if b % a == 0:
        return 0
    options = {value(*sorted((a, b - k * a))) for k in range(1, b // a + 1)}
    return next(v for v in range(len(options) + 1) if v not in options)


def positions(bound):
    """Yield the positions that are not over, with the quotients of b/a."""
    for b in range(2, bound + 1):
        for a in range(2, b):
            if b % a:
                yield a, b, continued_fractions.continued_fraction(b, a)


@PAPER.holds(
    "Row of heaps",
    "If `b/a = [a0, ..., an]` with `an >= 2` and `n >= 1`, M-Euclid from `(a, b)` is Serial Nim "
    "with the heaps `a0, ..., a(n-1)`.",
    "Grundy values by the rules",
    numbers("`a < b <= {}`", 80),
    status=Status.PROVED,
)
def row_of_heaps(bound):
    """Compare with the closed form of Serial Nim."""
    # A move takes from the first quotient, and the game ends when only the last one is left.
    for a, b, quotients in positions(bound):
        yield same(f"({a},{b})", serial_nim.grundy(quotients[:-1]), value(a, b))


def difference(quotients, differs):
    """Return how much more the value is than that of another game, where it differs."""
    *before, last = quotients
    if len(set(before)) > 1 or not differs(before[0], last):
        return 0
    return 1 if len(before) % 2 else -1


@PAPER.holds(
    "Compared with Euclid",
    "The Grundy value is that of Euclid, except where `a0 = ... = a(n-1) <= an`: there it is "
    "larger by 1 for odd `n` and smaller by 1 for even `n`.",
    "Grundy values of both games by the rules",
    numbers("`a < b <= {}`", 60),
    status=Status.PROVED,
)
def compared_with_euclid(bound):
    """Compare with Euclid."""
    for a, b, quotients in positions(bound):
        more = difference(quotients, lambda first, last: first <= last)
        yield same(f"({a},{b})", fs.Euclid(a, b).search_grundy() + more, value(a, b))


@PAPER.holds(
    "Compared with Grossman's game",
    "The Grundy value is that of Grossman's game, except where `a0 = ... = a(n-1) < an`: there it "
    "is larger by 1 for odd `n` and smaller by 1 for even `n`.",
    "Grundy values of both games by the rules",
    numbers("`a < b <= {}`", 60),
    status=Status.PROVED,
)
def compared_with_grossman(bound):
    """Compare with Grossman's game."""
    for a, b, quotients in positions(bound):
        more = difference(quotients, lambda first, last: first < last)
        yield same(f"({a},{b})", fs.Grossman(a, b).search_grundy() + more, value(a, b))
