"""Exhibits of T. Lengyel, A nim-type game and continued fractions."""

from __future__ import annotations

from farstar.figures import plot
from farstar.papers.euclid import Grossman
from farstar.papers.euclid.nim_type_game import CLAIMS

_NOTE = "Drawn anew: the paper's text describes the picture and does not say which points it shows."

CLAIMS.exhibit(
    "Figure 1",
    "From `(a, b)` with `a < b` every move goes down, with `a > b` to the left: all legal "
    "moves from `(3, 8)` and `(8, 3)`.",
    note=_NOTE,
    claims=("Section 2 (i)",),
)(lambda: plot(Grossman(3, 8), Grossman(8, 3), kind="cone", play=False))
CLAIMS.exhibit(
    "Figure 2",
    "From a point inside the cone, off the diagonal, there is one legal move, and it leads "
    "out of the cone: `(5, 7)`.",
    note=_NOTE,
    claims=("Section 2 (i)",),
)(lambda: plot(Grossman(5, 7), kind="cone", play=False, bound=9))
CLAIMS.exhibit(
    "Figure 3",
    "On the line `x = a` the cone holds `a` lattice points, so from a point `(a, b)` outside "
    "exactly one move leads in: `(4, 15)`.",
    note=_NOTE,
    claims=("Section 2 (ii)",),
)(lambda: plot(Grossman(4, 15), kind="cone", play=False))
CLAIMS.exhibit(
    "Figure 4",
    "Two games: from `(9, 2)` Player 1 wins in 3 moves, from `(11, 8)` Player 2 wins in 4.",
    note="Drawn anew.",
    claims=("Figure 4", "Section 2, the loser"),
)(lambda: plot(Grossman(9, 2), Grossman(11, 8), kind="cone"))
