"""Diagrams of the automata that read the words of Partizan Euclid."""

from __future__ import annotations

from farstar._digits import to_text
from farstar.figures import AutomatonDiagram
from farstar.papers.partizan_euclid.theory.automata import (
    Automaton,
    State,
    far_star_automaton,
    paired_outcome_automaton,
)
from farstar.papers.partizan_euclid.theory.words import Word

_EIGHT: tuple[tuple[float, float], ...] = (
    (-1.0, 1.75),
    (-1.0, -1.75),
    (1.0, 1.75),
    (-2.05, 0.0),
    (2.05, 0.0),
    (-4.0, 0.0),
    (1.0, -1.75),
    (4.0, 0.0),
)
"""The states of the paired outcomes: the 6-cycle, and both sinks outside."""

_SEVENTEEN: tuple[tuple[float, float], ...] = (
    (-1.15, 1.8),
    (-1.15, -1.8),
    (1.15, 1.8),
    (-2.3, 0.0),
    (2.3, 0.0),
    (1.75, 3.75),
    (-4.45, 0.0),
    (1.15, -1.8),
    (4.45, 0.0),
    (4.15, 3.75),
    (-5.6, 2.1),
    (6.6, 0.0),
    (2.95, 5.6),
    (6.1, 2.2),
    (0.5, 5.6),
    (-1.6, 4.3),
    (-3.9, 3.6),
)


def _places(machine: Automaton) -> tuple[tuple[float, float], ...]:
    """Return where the states of a well-known automaton are drawn."""
    for known, places in ((paired_outcome_automaton(), _EIGHT), (far_star_automaton(), _SEVENTEEN)):
        if machine.transitions == known.transitions:
            return places
    return ()


def automaton_diagram(machine: Automaton) -> AutomatonDiagram:
    """Return the diagram of an automaton, placed by hand if it is one of the well-known two."""
    heaps = len(machine.states[0].value)
    what = (
        "paired outcomes (that of Left's option, that of the position)"
        if heaps == 1
        else f"outcomes of Left's option and of the position plus each heap *0 to *{heaps - 1}"
    )
    caption = (
        f"The automaton with {len(machine.states)} states that reads a word of Partizan Euclid "
        f"from its e leftwards; a state is the {what}, with its number and its shortest word."
    )
    return AutomatonDiagram(
        tuple(map(_pair, machine.states)),
        tuple(
            (word_text(state.word), 6.4 if len(str(state.word)) > 5 else 7.4)
            for state in machine.states
        ),
        {"l": machine.transitions["l"], "r": machine.transitions["r"]},
        ("letter l in front", "letter r in front"),
        caption,
        _places(machine),
    )


def _pair(state: State) -> str:
    left, value = "".join(state.left), "".join(state.value)
    return f"{left}\n{value}" if len(state.value) > 1 else f"({left}, {value})"


def word_text(word: Word) -> str:
    """Return a word as mathematics, runs as powers."""
    if word.is_empty:
        return "λ"
    runs = (
        run.letter if run.length == 1 else f"{run.letter}^{{{to_text(run.length)}}}"
        for run in word.runs
    )
    return f"$\\mathit{{{''.join(runs)}e}}$"
