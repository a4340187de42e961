"""One position at a time by the native core: who wins it, its value and its atomic weight.

The core reads the words of numbers that fit a machine word, with the automata of `farstar.theory`.
The functions return None without a native engine, for larger numbers, and for values and weights of
words so long that it is better to read them run by run. Then the word itself has to be read.
"""

from __future__ import annotations

from functools import cache

from farstar._outcome import Outcome
from farstar.engine import Handle, kernels
from farstar.theory import automata
from farstar.theory.canonical import complete_automaton
from farstar.values import Value, wrap

_MACHINE_WORD = 2**64


def outcome(p: int, q: int) -> Outcome | None:
    """Return who wins E(p, q).

    Examples
    --------
    >>> from farstar.engine import kernels
    >>> outcome(11, 8) is (Outcome.R if kernels.available() else None)
    True
    """
    if q >= _MACHINE_WORD or not kernels.available():
        return None
    remainder = p % q
    if not remainder:
        return Outcome.P
    automaton, outcomes = _paired_outcomes()
    return outcomes[automaton.read(q, remainder)]


def value(p: int, q: int) -> Value | None:
    """Return the value of E(p, q).

    Examples
    --------
    >>> from farstar.engine import kernels
    >>> value(11, 8) == (Value("vv*") if kernels.available() else None)
    True
    """
    if q >= _MACHINE_WORD or not kernels.available():
        return None
    remainder = p % q
    return _wrapped(_reader().value(q, remainder)) if remainder else Value(0)


def atomic_weight(p: int, q: int) -> Value | None:
    """Return the atomic weight of E(p, q)."""
    if q >= _MACHINE_WORD or not kernels.available():
        return None
    remainder = p % q
    return _wrapped(_reader().weight(q, remainder)) if remainder else Value(0)


def _wrapped(handle: Handle | None) -> Value | None:
    return None if handle is None else wrap(handle)


@cache
def _paired_outcomes() -> tuple[kernels.EuclidAutomaton, tuple[Outcome, ...]]:
    automaton = automata.paired_outcome_automaton()
    rows = [(after_l, after_r) for after_l, after_r, _ in automaton.rows(0)]
    return kernels.EuclidAutomaton(rows), tuple(state.value[0] for state in automaton.states)


@cache
def _reader() -> kernels.EuclidReader:
    classes = automata.far_star_automaton().rows(automata.FAR)
    return kernels.EuclidReader(complete_automaton(), classes)
