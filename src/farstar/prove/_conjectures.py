"""Hands what was learned to the prover, which decides it for words of every length."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from farstar._arguments import shown
from farstar.certificates import theorem_checker
from farstar.errors import FarstarError, NotationError
from farstar.expressions import parse
from farstar.learn import Conjecture
from farstar.prove._answers import MooreMachine
from farstar.prove._game import What, WordGame
from farstar.prove._moore import MOST_STATES, outcomes
from farstar.prove._theorem import NotProved, Theorem
from farstar.rules import Position

_TEMPLATE = re.compile(r"\s*[A-Za-z]\w*\s*\(([^{}()|]*)\{w\}([^{}()|]*)\)\s*")
_WHATS: dict[str, What] = {
    "outcome": "outcome",
    "misere outcome": "misere",
    "grundy": "grundy",
    "value": "value",
}
_MOST_PAIRS = 100_000


def conjecture(learned: Conjecture, *, states: int = MOST_STATES) -> Theorem | NotProved:
    r"""Prove that a learned automaton is right for words of every length, or say where it is not.

    Parameters
    ----------
    learned : Conjecture
        What `farstar.learn.automaton` found about words that are boards of a game by patterns, such
        as ``"Lanterns({w})"``: outcomes, misère outcomes, Grundy values or values.
    states : int
        Give up beyond this many states.

    Returns
    -------
    Theorem or NotProved
        The theorem is about all words of the game; the learned automaton was compared with it. If
        they differ, the conjecture is false, and there is a counterexample.

    Raises
    ------
    NotationError
        If the conjecture is about something else.

    Examples
    --------
    >>> from farstar import learn
    >>> from farstar.expressions import register
    >>> register(fs.rules("game Lanterns\ncells o .\nboth oo. -> ..o"))
    >>> guess = learn.automaton("Lanterns({w})", alphabet="o.", oracle="grundy", length=8)
    >>> fs.prove.conjecture(guess).statement
    'the Grundy value of every word over {., o} is the label that an automaton with 12 states
    gives it'
    """
    what, rules, before, after = _about(learned)
    game = WordGame(rules)
    parts = _separator(game) if what in ("grundy", "value") else ""
    result = outcomes(rules, what=what, parts=parts, states=states)
    if isinstance(result, Theorem):
        wrong = _first_difference(learned, result, before, after)
        if wrong is not None:
            return NotProved(f"the learned automaton is wrong for {wrong!r}", wrong)
    return result


def _about(learned: Conjecture) -> tuple[What, Any, str, str]:
    """Return what is asked, the rules, and what stands before and after the word."""
    question = learned.question
    name = question.oracle.replace("_", " ") if isinstance(question.oracle, str) else ""
    what = _WHATS.get(name)
    if what is None:
        raise NotationError(
            f"expected a conjecture about {', '.join(_WHATS)} to prove, got {question.text!r}"
        )
    if question.beside or question.options or question.alphabet.kind != "letters":
        raise NotationError(f"expected words of letters, without sums, got {question.text!r}")
    template = _TEMPLATE.fullmatch(question.what or "")
    if template is None:
        raise NotationError(f"expected a board such as Game({{w}}), got {shown(question.what)}")
    for letters in ((), *product(question.alphabet.letters, repeat=2)):
        try:
            position = parse(question.alphabet.filled(question.what or "", letters))
        except FarstarError:
            continue
        if isinstance(position, Position) and hasattr(position.ruleset, "source"):
            return what, position.ruleset, template[1].strip(), template[2].strip()
    raise NotationError(f"expected a game by patterns, got {shown(question.what)}")


def _separator(game: WordGame) -> str:
    """Return a mark that separates independent parts, or nothing."""
    for mark in game.rules.marks:
        try:
            theorem_checker.check_separator(game.data, mark)
        except theorem_checker.Refused:
            continue
        return mark
    return ""


def _first_difference(learned: Conjecture, theorem: Theorem, before: str, after: str) -> str | None:
    """Return a shortest word for which an automaton differs from a theorem, if there is one."""
    data = theorem.certificate().data
    proved = MooreMachine(data)
    alphabet, machine = learned.question.alphabet, learned.machine
    start: Any
    if alphabet.start == "left":
        start = proved.run(before)
        following = proved.after
    else:
        # Read backwards, a state is what becomes of every state of the other automaton.
        proved.expand()
        start = tuple(proved.run(after, state) for state in range(proved.size))

        def following(state: Any, letter: str) -> Any:
            return tuple(state[proved.after(one, letter)] for one in range(proved.size))

    def label(state: Any) -> str:
        if alphabet.start == "left":
            return proved.text_of_label(proved.run(after, state))
        return proved.text_of_label(state[proved.run(before)])

    came: dict[Any, tuple[str, ...]] = {(0, start): ()}
    waiting = list(came)
    for here in waiting:
        state, other = here
        reading = came[here]
        is_board = bool(reading or before or after)
        if is_board and machine.answers[state] != label(other):
            return f"{before}{alphabet.written(reading)}{after}"
        for letter in machine.letters:
            there = machine.transitions[letter][state], following(other, letter)
            if there not in came:
                came[there] = (*reading, letter)
                waiting.append(there)
        if len(waiting) > _MOST_PAIRS:
            raise NotationError(f"expected automata with at most {_MOST_PAIRS} pairs of states")
    return None
