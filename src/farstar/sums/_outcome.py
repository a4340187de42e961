"""Who wins a sum: by the cheapest argument that settles it."""

from __future__ import annotations

from enum import Enum

from farstar._outcome import Outcome
from farstar.engine import Handle
from farstar.engine import state as engine_state
from farstar.rules import Position
from farstar.sums._term import Term, uncancelled


class Method(Enum):
    """The argument that settled the outcome of a sum."""

    ALONE = "there is only one component"
    NIM_SUM = "every component is impartial, so the nim-sum of the Grundy values decides"
    OUTCOMES = "the outcomes of the components decide: P adds nothing, L + L is L, R + R is R"
    VALUES = "the values of the components are compared"


def decide(terms: tuple[Term, ...]) -> tuple[Outcome, Method]:
    """Return the outcome of a sum, and how it was found."""
    if len(terms) == 1:
        outcome = terms[0].component.outcome
        return outcome if terms[0].sign > 0 else -outcome, Method.ALONE
    if all(term.is_impartial for term in terms):
        return Outcome.N if nim_sum(terms) else Outcome.P, Method.NIM_SUM
    settled = settled_by_outcomes(terms)
    if settled is not None:
        return settled, Method.OUTCOMES
    return by_values(terms), Method.VALUES


def nim_sum(terms: tuple[Term, ...]) -> int:
    """Return the Grundy value of a sum of impartial terms."""
    total = 0
    for term in terms:
        number = term.grundy
        if number is None:
            raise TypeError(f"expected impartial components for a grundy value, got {term}")
        total ^= number
    return total


def settled_by_outcomes(terms: tuple[Term, ...]) -> Outcome | None:
    """Return the outcome if the closed outcomes of the terms alone tell it.

    P adds nothing, and L + L is L; nothing more is used.
    """
    found = set()
    next_player_wins = 0
    for term in terms:
        component = term.component
        if isinstance(component, Position):
            outcome = component.ruleset.closed_outcome(component.state)
            if outcome is None:
                return None
            outcome = outcome if term.sign > 0 else -outcome
        else:
            outcome = component.outcome
        next_player_wins += outcome is Outcome.N
        if outcome is not Outcome.P:
            found.add(outcome)
    if not found:
        return Outcome.P
    if len(found) > 1 or next_player_wins > 1:
        return None
    return found.pop()


def by_values(terms: tuple[Term, ...]) -> Outcome:
    """Return the outcome from the values: two halves are compared, never added up."""
    summands = uncancelled(terms)
    return Outcome.of(
        left_wins_first=not at_least_zero([engine_state.engine.negate(g) for g in summands]),
        right_wins_first=not at_least_zero(summands),
    )


def at_least_zero(summands: list[Handle]) -> bool:
    """Tell whether the sum of these values is at least zero."""
    engine = engine_state.engine
    zero = engine.compact(0, 0, 0, 0)
    halves = [zero, zero]
    simple = [g for g in summands if engine.as_compact(g) is not None]
    others = [g for g in summands if engine.as_compact(g) is None]
    for place, g in enumerate(others):
        halves[place % 2] = engine.add(halves[place % 2], g)
    for g in simple:
        halves[1] = engine.add(halves[1], g)
    return engine.geq(halves[0], engine.negate(halves[1]))
