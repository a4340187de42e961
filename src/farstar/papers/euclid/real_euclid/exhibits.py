"""Exhibits of G. Cairns, N. B. Ho and T. Lengyel, The real game Euclid."""

from __future__ import annotations

from farstar.figures import plot
from farstar.papers.euclid import Euclid, Grossman
from farstar.papers.euclid.real_euclid import CLAIMS
from farstar.tables import Table, table

_LARGEST = 9
_MOVES = 5


_ARROWS = (
    "An arrow subtracts the smaller number once; a move follows arrows down a column, and at its "
    "end perhaps a dashed one, which turns the pair round."
)


def grundy_values(game: type[Euclid | Grossman], least: int) -> Table:
    """Return the Grundy values, the largest row on top as in the paper."""
    rows, columns = range(_LARGEST, least - 1, -1), range(least, _LARGEST + 1)
    return table(game, rows, columns, show="grundy")


def _moves_of(label: str, game: type[Euclid | Grossman], name: str) -> None:
    CLAIMS.exhibit(
        label,
        f"The moves in {name} for `a <= b <= {_MOVES}`. `(a, b)` stands in column `a` and row `b`, "
        f"with its Sprague-Grundy value below it; lost positions are dark. {_ARROWS}",
        note="Drawn anew.",
        claims=("Figures 1 and 2",),
    )(lambda: plot(game, kind="moves", bound=_MOVES))


CLAIMS.exhibit(
    "Table 1",
    f"Sprague-Grundy values of Euclid at `(a, b)` for `a, b <= {_LARGEST}`.",
    claims=("Table 1", "Theorem 1"),
)(lambda: grundy_values(Euclid, 0))
_moves_of("Figure 1", Euclid, "Euclid")
CLAIMS.exhibit(
    "Table 2",
    f"Sprague-Grundy values of Grossman's game at `(a, b)` for `1 <= a, b <= {_LARGEST}`.",
    claims=("Table 2", "Introduction, Nivasch"),
)(lambda: grundy_values(Grossman, 1))
_moves_of("Figure 2", Grossman, "Grossman's game")
