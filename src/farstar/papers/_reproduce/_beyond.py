"""Exhibits of our own."""

from __future__ import annotations

from farstar.figures import plot
from farstar.games import PartizanEuclid
from farstar.papers._reproduce._exhibit import Exhibit
from farstar.tables import Table, table
from farstar.theory import automata


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


EXHIBITS = (
    Exhibit(
        "beyond",
        "Classes",
        "The 17 classes of words: outcomes of Left's option and of the position plus *0, *1 and "
        "*2 (which stands for every larger heap), and the class after a letter l or r in front.",
        classes,
        claims=("The automaton of 17 classes", "Positions with a nim-heap"),
    ),
    Exhibit(
        "beyond",
        "Automaton",
        "The automaton of the 17 classes: Figure 2 of Outcomes of Partizan Euclid, with nim-heaps.",
        lambda: plot(automata.far_star_automaton()),
        claims=("The automaton of 17 classes", "*2 is a far star"),
    ),
    Exhibit(
        "beyond",
        "Outcomes",
        "Outcomes of E(p, q) for p, q = 1, ..., 80.",
        lambda: plot(table(PartizanEuclid, range(1, 81), range(1, 81), show="outcome")),
        claims=("The word is a continued fraction",),
    ),
)
