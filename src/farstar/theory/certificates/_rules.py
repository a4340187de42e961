"""The ten rules of the normal form, proved with symbols in place of the rest of the word.

A rule replaces one beginning of a word by another; the rest is any normal word in a given state of
the automaton. Its state ``(a, b)`` is taken as two letters, or as 0 where the induction has shown
that it is 0, and both beginnings are put in front of it letter by letter: the actions of the
automaton, proved by the induction, say what comes out. If both come out as the same pair of forms,
the rule keeps the state of every such word.

Runs ``r^m`` are tried up to `LONGEST_RUN`. There the automaton stays in one state and each further
r puts one more ``{0|.}`` around b on both sides, so longer runs agree as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from farstar.theory.certificates._induction import Automaton, Invariant, Obligation
from farstar.theory.normal_form import TRANSITIONS

Term: TypeAlias = "int | str | tuple[Term, Term]"
"""A form with symbols: 0, a letter, or ``{x|y}`` as a pair."""

LONGEST_RUN = 4
_STEADY = (10, 21, 27)
"""The states in which the long runs of r end, and stay."""


class Rule(NamedTuple):
    """A beginning, and another that may replace it in front of words in a state."""

    name: str
    state: int
    old: str
    new: str
    from_e: bool = False
    """Whether the new beginning stands in front of e instead."""

    def __str__(self) -> str:
        rest = "e" if self.state == 0 else f"W[{self.state}]"
        return f"{self.name}: {self.old} {rest} -> {self.new} {'e' if self.from_e else rest}"


class Symbols(NamedTuple):
    """The state of the automaton, and ``(a, b)`` with symbols in it."""

    number: int
    a: Term
    b: Term


def rules() -> Iterator[Rule]:
    """Yield the rules, those with runs for each short run."""
    yield Rule("R1", 1, "ll", "", from_e=True)
    yield Rule("R2", 0, "lllr", "r")
    yield Rule("R2", 0, "rllr", "l")
    for state in (12, 19):
        yield Rule("R3", state, "llr", "rll")
        yield Rule("R3", state, "rlr", "lll")
    yield Rule("R4", 10, "lll", "")
    yield Rule("R5", 5, "lllll", "ll")
    yield Rule("R6", 21, "lllll", "lllr")
    for m in range(2, LONGEST_RUN + 1):
        front = "lll" + "r" * m
        for state in (9, 12, 14, 15, 17, 19, 21, 24, 26, 27):
            yield Rule("R7", state, f"{front}ll", f"{front}r")
        for state in (21, 26, 27):
            yield Rule("R8", state, f"{front}lrl", f"{front}r")
        for i in range(LONGEST_RUN + 1):
            run = "r" * i
            if i >= 2:
                yield Rule("R9", 0, f"{front}lrl{run}", f"{front}{run[1:]}lrlr")
            yield Rule("R10", 5, f"{front}lrl{run}lll", f"{front}rr{run}l")


def rule_obligations(facts: Invariant) -> Iterator[Obligation]:
    """Yield that each rule keeps the state, and that the rules cover every refused letter.

    Examples
    --------
    >>> from farstar.theory.certificates import invariant
    >>> all(one.proved for one in rule_obligations(invariant()))
    True
    """
    automaton = facts.automaton
    for state in _STEADY:
        start = _start(facts, state)
        yield Obligation(
            f"state {state}: r leads back to it and puts {{0|.}} around b",
            _put(automaton, start, "r") == Symbols(state, start.a, (0, start.b)),
        )
    applicable = [rule for rule in rules() if _applies(rule)]
    for rule in applicable:
        start = _start(facts, rule.state)
        old = _put(automaton, start, rule.old)
        new = _put(automaton, _start(facts, 0) if rule.from_e else start, rule.new)
        yield Obligation(str(rule), old is not None and old == new)
    patterns = {(rule.state, rule.old) for rule in applicable}
    for state, letter in product(range(len(TRANSITIONS)), "lr"):
        if TRANSITIONS[state][letter == "r"] is None:
            yield Obligation(
                f"state {state}, {letter} in front: some rule applies",
                _is_covered(state, letter, patterns),
            )


def _applies(rule: Rule) -> bool:
    """Tell whether the old beginning, but for its first letter, makes a normal word."""
    state: int | None = rule.state
    for letter in reversed(rule.old[1:]):
        state = None if state is None else TRANSITIONS[state][letter == "r"]
    return state is not None and TRANSITIONS[state][rule.old[0] == "r"] is None


def _start(facts: Invariant, state: int) -> Symbols:
    if state == 0:
        return Symbols(0, 0, (0, 0))
    zero, thin = facts.shapes(state)
    a: Term = 0 if "a" in zero else "a"
    b: Term = 0 if "b" in zero else "b"
    if "b" in thin:
        b = 0 if "bL" in zero else "bL", 0 if "bR" in zero else "bR"
    return Symbols(state, a, b)


def _put(automaton: Automaton, start: Symbols, letters: str) -> Symbols | None:
    """Put letters in front; None if a form cannot be told, or a refused letter is not the last."""
    at = start
    for place, letter in enumerate(reversed(letters)):
        number, a, b = at
        known = number < len(TRANSITIONS) and TRANSITIONS[number][letter == "r"] is not None
        if not known and place + 1 < len(letters):
            return None
        row = automaton[number]
        target, action = row[:2] if letter == "l" else row[2:]
        x, y = (b, a) if letter == "l" else (a, b)
        term: Term
        match action, a, b:
            case "0", _, _:
                term = 0
            case "*", _, _:
                term = (0, 0)
            case "K", _, _:
                term = (x, y)
            case "U", _, _:
                term = (0, y)
            case "A", (left, _), _:
                term = left
            case "B", _, (_, right):
                term = right
            case _:
                return None
        at = Symbols(target, x if letter == "l" else a, term)
    return at


def _is_covered(state: int, letter: str, patterns: set[tuple[int, str]]) -> bool:
    """Tell whether every word that starts with a refused letter starts as some rule does."""
    waiting = [(state, letter)]
    while waiting:
        at, front = waiting.pop()
        if (at, front) in patterns:
            continue
        before = [
            (source, front + put)
            for source, targets in enumerate(TRANSITIONS)
            for put, target in zip("lr", targets, strict=True)
            # One r that leads a steady state back to itself stands for any number of them.
            if target == at and not (source == at and front.endswith("r"))
        ]
        if not before or len(front) > 6 * LONGEST_RUN:
            return False
        waiting.extend(before)
    return True
