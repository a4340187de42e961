"""Kotzig's Nim: X. L. Tan and M. D. Ward, On Kotzig's Nim, Integers 14 (2014), G06.

A token moves around a circle of n places, by a step from a given set, to a place that was not
visited before. Whoever cannot move loses. The game is also called Modular Nim.

We read the abstract and the beginning of the introduction. They announce a theorem about two
steps, and conjectures about periods, which we did not see. The introduction quotes a question of
Guy and Nowakowski: is the game periodic in n from some n on, for every finite set of steps? The
table below is ours: what we observe about it for some sets, without a proof.

``farstar verify examples/papers/kotzigs_nim.py`` plays the games out.
"""

import farstar as fs
from farstar import papers
from farstar.papers import Status, numbers, same

PAPER = papers.Paper("kotzigs-nim", "On Kotzig's Nim", authors="Xin Lu Tan and Mark Daniel Ward")

OBSERVED = {
    (1, 2): (8, "N"),
    (1, 3): (1, "PNPNNN"),
    (1, 4): (19, "NNNNP"),
    (2, 3): (12, "PPNNN"),
    (2, 4): (15, "N"),
    (3, 4): (24, "N"),
    (3, 5): (18, "NP"),
}
"""For some sets, from which n on the outcomes repeat, and how."""


def wins(places, steps):
    """Return whether the player to move wins at the start, by the rules."""
    known = {}

    def won(place, visited):
        if (place, visited) not in known:
            after = [(place + step) % places for step in steps]
            known[place, visited] = not all(
                visited >> to & 1 or won(to, visited | 1 << to) for to in after
            )
        return known[place, visited]

    return won(0, 1)


@PAPER.holds(
    "Modular Nim",
    "Farstar's Modular Nim is this game.",
    "the game played out",
    numbers("`6 <= n <= {}`", 16, 7),
)
def modular_nim(bound):
    """Compare who wins."""
    for places in range(6, bound + 1):
        for steps in OBSERVED:
            outcome = str(fs.ModularNim(places, set(steps)).outcome)
            yield same(f"n = {places}, {steps}", outcome, "N" if wins(places, steps) else "P")


@PAPER.holds(
    "Periods",
    "The outcomes are periodic for these steps, as far as we looked: for 1 and 2 all are N from "
    "`n = 8` on; for 1 and 3 they are PNPNNN from `n = 1` on; for 1 and 4 NNNNP from 19 on; for 2 "
    "and 3 PPNNN from 12 on; for 2 and 4 N from 15 on; for 3 and 4 N from 24 on; for 3 and 5 NP "
    "from 18 on.",
    "the game played out",
    numbers("`n <= {}`", 30, 28),
    status=Status.CHECKED,
)
def periods(bound):
    """Compare with the outcomes that we observed, and see that the numbers are the least."""
    for steps, (first, period) in OBSERVED.items():
        for places in range(max(1, first - 1), bound + 1):
            claimed = period[(places - first) % len(period)]
            outcome = "N" if wins(places, steps) else "P"
            if places < first:
                yield same(f"n = {places}, {steps}: not yet {claimed}", outcome != claimed, True)
            else:
                yield same(f"n = {places}, {steps}", outcome, claimed)
