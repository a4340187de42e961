"""Exhibits of our own."""

from __future__ import annotations

from farstar._outcome import Outcome
from farstar.engine import kernels
from farstar.figures import Figure, plot
from farstar.games import bulk
from farstar.papers.beyond import densities
from farstar.papers.beyond.claims import CLAIMS
from farstar.papers.geography import CompleteProduct
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid.theory import automata
from farstar.tables import Table, table

_PAIRS = 100
_MULTIPLIERS = range(2, 13)
_COLUMNS = (2, 3, 4, 6, 8)
_SIZES = [2**i for i in range(3, 17 if kernels.available() else 9)]
"""How far positions are counted: as far as takes a second."""


def classes() -> Table:
    """Return the states of the 17-state automaton."""
    machine = automata.far_star_automaton()
    rows = tuple(
        (
            state.number,
            state.word,
            str(PartizanEuclid(*state.word.pair)),
            "".join(state.left),
            "".join(state.value),
            machine.transitions["l"][state.number],
            machine.transitions["r"][state.number],
        )
        for state in machine.states
    )
    heads = ("class", "shortest word", "position", "Left's option", "position + *j", "l", "r")
    return Table(heads, rows, stubs=1)


def win_probabilities() -> Figure:
    """Draw the limits P_k next to exact counts, below 1/phi."""
    limit, counted = "limit $P_k$", f"share of the pairs $a < b \\leq {_PAIRS}$"
    pairs = _PAIRS * (_PAIRS - 1) // 2
    rows = [(k, limit, float(densities.win_probability(k, digits=8).value)) for k in _MULTIPLIERS]
    rows += [(k, counted, densities.win_count(_PAIRS, k) / pairs) for k in _MULTIPLIERS]
    return plot(
        Table(("k", "kind", "probability"), tuple(rows)),
        x="k",
        y="probability",
        colour="kind",
        levels={"$1/\\varphi$": (5**0.5 - 1) / 2},
        y_label="share that Player 1 wins",
    )


def previous_positions() -> Figure:
    """Draw how many P- and N-positions there are, divided by their asymptotics."""
    rows: list[tuple[int, str, float]] = []
    for n in _SIZES:
        counts = bulk.partizan_euclid_census(n)
        expected = densities.predicted_census(n)[Outcome.P]
        rows += [(n, f"{o}-positions", counts[o] / expected) for o in (Outcome.P, Outcome.N)]
    return plot(
        Table(("n", "kind", "ratio"), tuple(rows)),
        x="n",
        y="ratio",
        colour="kind",
        join=True,
        logarithmic="x",
        levels={"1": 1.0},
        x_label="largest p",
        y_label="count / asymptotics",
    )


CLAIMS.exhibit(
    "Classes",
    "The 17 classes of words: outcomes of Left's option and of the position plus `*0`, `*1` "
    "and `*2` (which stands for every larger heap), and the class after a letter `l` or `r` "
    "in front.",
    claims=("The automaton of 17 classes", "Positions with a nim-heap"),
)(classes)
CLAIMS.exhibit(
    "Automaton",
    "The automaton of the 17 classes: Figure 2 of Outcomes of Partizan Euclid, with nim-heaps.",
    claims=("The automaton of 17 classes", "*2 is a far star"),
)(lambda: plot(automata.far_star_automaton()))
CLAIMS.exhibit(
    "Outcomes",
    "Outcomes of `E(p, q)` for `p, q = 1, ..., 80`.",
    claims=("The word is a continued fraction",),
)(lambda: plot(table(PartizanEuclid, range(1, 81), range(1, 81), show="outcome")))
CLAIMS.exhibit(
    "Winning probabilities",
    "The share of positions `a < b` that Player 1 wins in Grossman's game with multipliers up "
    f"to `k`: the limits `P_k`, and the exact shares for `b <= {_PAIRS}`. The limits rise to "
    "`1/phi`.",
    claims=("Winning probabilities to twenty digits", "Winning probabilities rise to 1/phi"),
)(win_probabilities)
CLAIMS.exhibit(
    "Four rows",
    "Thermographs of the starts of Partizan Geography on `K_n x K_4` for "
    f"`n = {', '.join(map(str, _COLUMNS))}`: the means rise to 1/3. The start of `K_n x K_4` is "
    "called `CompleteProduct(n,4)`.",
    claims=("Geography on K_n x K_4",),
)(lambda: plot(*(CompleteProduct(n, 4) for n in _COLUMNS), kind="thermograph", bottom=-1))
CLAIMS.exhibit(
    "Census",
    "How many positions `E(p, q)`, `q < p`, have the outcome P and the outcome N, for `p` up "
    f"to `8, 16, ..., {_SIZES[-1]}`, divided by the asymptotics of both, `0.379 p^1.6658`.",
    claims=("Number of P- and N-positions",),
)(previous_positions)
