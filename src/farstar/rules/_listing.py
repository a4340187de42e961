"""Asking a ruleset for states, and saying clearly what is wrong with its answer."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import islice
from typing import Any, TypeAlias

from farstar._outcome import Player
from farstar.errors import BudgetExceeded
from farstar.rules._held import Held
from farstar.rules._literal import clipped
from farstar.rules._ruleset import Ruleset

State: TypeAlias = Hashable

MAX_OPTIONS = 1_000_000
"""More options than this are refused: they could be without end."""


def options(rules: Ruleset, state: Any, player: Player) -> list[State]:
    """Return the states that `player` can move to, each once, in the order of the ruleset."""
    if player is Player.LEFT:
        return _states(rules, "left", state, rules.left(state))
    return _states(rules, "right", state, rules.right(state))


def components(rules: Ruleset, state: Any) -> list[State] | None:
    """Return the summands of a position; None if it does not split."""
    answer = rules.components(state)
    if answer is None:
        return None
    parts = _listed(rules, "components", state, answer)
    try:
        set(parts)
    except TypeError:
        raise _unhashable(rules, "components", state, parts) from None
    return None if len(parts) == 1 and parts[0] == state else parts


def _states(rules: Ruleset, method: str, state: Any, answer: Any) -> list[State]:
    listed = _listed(rules, method, state, answer)
    try:
        return list(dict.fromkeys(listed))
    except TypeError:
        raise _unhashable(rules, method, state, listed) from None


def _listed(rules: Ruleset, method: str, state: Any, answer: Iterable[State]) -> list[State]:
    try:
        iterator = None if isinstance(answer, str | bytes) else iter(answer)
    except TypeError:
        iterator = None
    if iterator is None:
        raise TypeError(
            f"expected {rules.name}.{method}({clipped(state)}) to be an iterable of positions, "
            f"got {clipped(answer)}"
        )
    listed = list(islice(iterator, MAX_OPTIONS + 1))
    if len(listed) > MAX_OPTIONS:
        raise BudgetExceeded(
            f"expected {rules.name}.{method}({clipped(state)}) to be at most {MAX_OPTIONS} "
            "positions, got more"
        )
    if listed and isinstance(listed[0], Held):
        return [s._state if isinstance(s, Held) and s._ruleset is rules else s for s in listed]
    return listed


def _unhashable(rules: Ruleset, method: str, state: Any, listed: list[State]) -> TypeError:
    for item in listed:
        try:
            hash(item)
        except TypeError:
            return TypeError(
                f"expected {rules.name}.{method}({clipped(state)}) to be hashable positions "
                f"(tuples, not lists), got {clipped(item)}"
            )
    return TypeError(f"expected {rules.name}.{method}({clipped(state)}) to be hashable positions")
