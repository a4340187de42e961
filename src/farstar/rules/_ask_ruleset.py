"""Asks a ruleset for moves, and reports clearly what is wrong with its answer."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import islice
from typing import Any, TypeAlias

from farstar._outcome import Player
from farstar.errors import BudgetExceeded
from farstar.rules._move import Step, Storage
from farstar.rules._ruleset import Ruleset
from farstar.rules._text import clipped

State: TypeAlias = Hashable

MAX_OPTIONS = 1_000_000
"""More options than this are refused: there might be infinitely many."""


def legal_states(rules: Ruleset, state: Any, player: Player) -> list[State]:
    """Return the states that `player` can move to, each once, in the order of the ruleset."""
    if player is Player.LEFT:
        return _states(rules, "left", state, rules.left(state))
    return _states(rules, "right", state, rules.right(state))


def legal_steps(rules: Ruleset, state: Any, player: Player) -> list[Step]:
    """Return the moves of `player`, one for each state that they lead to: the first."""
    answer = rules.moves_with_paths(state, player)
    method = "left" if player is Player.LEFT else "right"
    asked = [s if type(s) is Step else Step(s) for s in _drawn(rules, method, state, answer)]
    states = _states(rules, method, state, [step.after for step in asked])
    if len(states) == len(asked):
        return [step._replace(after=s) for step, s in zip(asked, states, strict=True)]
    first: dict[State, Step] = {}
    for step in asked:
        after = step.after
        first.setdefault(after._state if isinstance(after, Storage) else after, step)
    return [first[s]._replace(after=s) for s in states]


def components(rules: Ruleset, state: Any) -> list[State] | None:
    """Return the summands of a position; None if it does not split."""
    answer = rules.components(state)
    if answer is None:
        return None
    parts = states_in(rules, "components", state, answer)
    try:
        set(parts)
    except TypeError:
        raise _unhashable(rules, "components", state, parts) from None
    return None if len(parts) == 1 and parts[0] == state else parts


def refuse_unhashable(rules: Ruleset, state: Any) -> None:
    """Raise an error that names the move of a position that is not hashable, if there is one."""
    legal_states(rules, state, Player.LEFT)
    legal_states(rules, state, Player.RIGHT)


def _states(rules: Ruleset, method: str, state: Any, answer: Any) -> list[State]:
    states = states_in(rules, method, state, answer)
    try:
        return list(dict.fromkeys(states))
    except TypeError:
        raise _unhashable(rules, method, state, states) from None


def states_in(rules: Ruleset, method: str, state: Any, answer: Any) -> list[State]:
    """Return the answer of a method as a list, without checking that its states are hashable."""
    if type(answer) is list and len(answer) <= MAX_OPTIONS:
        states = answer.copy()
    else:
        states = _drawn(rules, method, state, answer)
    if Step in map(type, states):
        states = [s.after if type(s) is Step else s for s in states]
    if states and isinstance(states[0], Storage):
        return [s._state if isinstance(s, Storage) and s._ruleset is rules else s for s in states]
    return states


def _drawn(rules: Ruleset, method: str, state: Any, answer: Iterable[State]) -> list[State]:
    try:
        iterator = None if isinstance(answer, str | bytes) else iter(answer)
    except TypeError:
        iterator = None
    if iterator is None:
        raise TypeError(
            f"expected {rules.name}.{method}({clipped(state)}) to be an iterable of positions, "
            f"got {clipped(answer)}"
        )
    drawn = list(islice(iterator, MAX_OPTIONS + 1))
    if len(drawn) > MAX_OPTIONS:
        raise BudgetExceeded(
            f"expected {rules.name}.{method}({clipped(state)}) to be at most {MAX_OPTIONS} "
            "positions, got more"
        )
    return drawn


def _unhashable(rules: Ruleset, method: str, state: Any, states: list[State]) -> TypeError:
    for item in states:
        try:
            hash(item)
        except TypeError:
            return TypeError(
                f"expected {rules.name}.{method}({clipped(state)}) to be hashable positions "
                f"(tuples, not lists), got {clipped(item)}"
            )
    return TypeError(f"expected {rules.name}.{method}({clipped(state)}) to be hashable positions")
