"""Who wins all words, as theorems with certificates.

A word is written from its ``e`` on, and what has been removed in front of it becomes dead cells
behind: the word ``lre`` is ``erl``, and after Left's move ``er.``. Left removes letters r and then
an l, or the ``e``; Right removes an r, or an l and letters r and then an l, or the ``e``. These
rules keep the number of cells, so that `farstar.prove.outcomes` proves automata for all words.
Behind the cells may stand a nim-heap ``0``, ``1`` or ``2``.

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013), Figure 2.
"""

from __future__ import annotations

from functools import cache

from farstar.learn import Machine
from farstar.papers.partizan_euclid.theory.automata import (
    Automaton,
    far_star_automaton,
    paired_outcome_automaton,
)
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.prove import NotProved, Theorem, outcomes

__all__ = ["far_star_theorem", "outcome_theorem", "prove_automaton", "written"]

_HEAP = "1 -> 0  2 -> 0  2 -> 1"


def rules(*, heap: bool = False) -> str:
    """Return the game on words as patterns, perhaps beside a nim-heap of at most 2."""
    top = ".012" if heap else ".$"
    extra = _HEAP if heap else ""
    return (
        f"game Words\nboard strip\ncells l r e .{' 0 1 2' if heap else ''}\n"
        f"left  lr*[{top}] -> ..*=  er*[{top}] -> ..*=  {extra}\n"
        f"right r[{top}] -> .=  lr*l[{top}] -> ..*.=  er*l[{top}] -> ..*.=  "
        f"e[{top}] -> .=  {extra}\n"
    )


def written(word: Word, *, cells: int = 0, heap: int | None = None) -> str:
    """Return a word as the rules have it, with dead cells up to a number of cells.

    Examples
    --------
    >>> written(Word("lre"), cells=5, heap=2)
    'erl..2'
    """
    text = "" if word.is_empty else "e" + word.letters()[::-1].removeprefix("e")
    return text.ljust(cells, ".") + ("" if heap is None else str(heap))


def _machine(automaton: Automaton, *, heap: bool) -> Machine:
    """Return an automaton that reads a word from its ``e`` on as one of all words of the rules.

    Its states are: the start; those of the automaton, and again with dead cells behind; dead cells
    alone; and, if there is a heap, the outcomes after it. All other words are no positions.
    """
    count = len(automaton.states)
    heaps = "012" if heap else ""
    start, live, dead, empty, end = 0, 1, 1 + count, 1 + 2 * count, 2 + 2 * count
    names = [*"LRNP"] if heap else []
    sink = end + len(names)
    answers = ["?"] * (sink + 1)
    if heap:
        answers[start] = "P"
        answers[end:sink] = names
    else:
        answers[start] = answers[empty] = "P"
        for state in automaton.states:
            answers[live + state.number] = answers[dead + state.number] = str(state.value[0])
    steps = {mark: [sink] * (sink + 1) for mark in (*"lre.", *heaps)}
    steps["e"][start], steps["."][start], steps["."][empty] = live, empty, empty
    for state in automaton.states:
        for letter in ("l", "r"):
            steps[letter][live + state.number] = live + automaton.transitions[letter][state.number]
        for place in (live, dead):
            steps["."][place + state.number] = dead + state.number
            for size in heaps:
                outcome = str(state.value[int(size)])
                steps[size][place + state.number] = end + names.index(outcome)
    for size in heaps:
        outcome = "P" if size == "0" else "N"
        steps[size][start] = steps[size][empty] = end + names.index(outcome)
    return Machine({mark: tuple(row) for mark, row in steps.items()}, tuple(answers))


def prove_automaton(automaton: Automaton, *, heap: bool) -> Theorem | NotProved:
    """Prove that an automaton tells the outcomes of all words, also beside heaps 0, 1 and 2."""
    words = "((e[lr]*)?.*[012])?" if heap else "(e[lr]*)?.*"
    machine = _machine(automaton, heap=heap)
    return outcomes(rules(heap=heap), words=words, automaton=machine)


def _proved(result: Theorem | NotProved) -> Theorem:
    if isinstance(result, NotProved):
        raise AssertionError(result.reason)
    return result


@cache
def outcome_theorem() -> Theorem:
    """Return the theorem that the eight states of Figure 2 tell who wins every word.

    Examples
    --------
    >>> theorem = outcome_theorem()
    >>> theorem.value(written(Word("rlle"))), theorem.certificate().check() == [theorem.statement]
    ('R', True)
    """
    return _proved(prove_automaton(paired_outcome_automaton(), heap=False))


@cache
def far_star_theorem() -> Theorem:
    """Return the theorem that the 17 classes tell who wins every word plus a heap of at most 2.

    Examples
    --------
    >>> far_star_theorem().value(written(Word("lre"), heap=1))
    'P'
    """
    return _proved(prove_automaton(far_star_automaton(), heap=True))
