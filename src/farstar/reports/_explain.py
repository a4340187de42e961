"""Why a player wins, as titled steps."""

from __future__ import annotations

import time
from typing import Any, cast

from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded
from farstar.expressions import Expression, read
from farstar.formulas import as_formula
from farstar.reports._clock import Clock
from farstar.reports._facts import Facts, value_facts
from farstar.reports._why import WHO_WINS, why
from farstar.reports._wording import clip, mention
from farstar.rules import Explanation, Position, Reason
from farstar.sums import Sum
from farstar.sums.choosing import Chooser
from farstar.sums.explaining import explain as explain_sum
from farstar.values import Value

_SCHEMA = "farstar.explain/1"

_NO_LIMIT = 1e6
"""Seconds for callers who did not ask for a limit."""


def explained(
    expression: Expression, clock: Clock | None = None, facts: Facts | None = None
) -> tuple[Outcome | None, Explanation]:
    """Return who wins, None if it was not found in time, and why.

    Parameters
    ----------
    expression : Expression
        What was read.
    clock : Clock, optional
        How long that may take; if it is not enough, the last step says so.
    facts : Facts, optional
        What is already known about the expression.

    Raises
    ------
    BudgetExceeded
        If the caller's own time is up, or if not even the value is known.

    Examples
    --------
    >>> outcome, why = explained(read("Nim(3,5,6)"))
    >>> str(outcome), why.steps[0].title
    ('P', 'Heaps')
    """
    clock = clock or Clock()
    if clock.is_over:
        raise BudgetExceeded(f"the value is {clock.excuse}")
    with clock.share(subject="the value is "):
        game = expression.game
    if isinstance(game, Value):
        known = facts or value_facts(expression.normalised, game, clock, expression.terms)
        return known.outcome, _of_value(known, game)
    if not isinstance(game, Position | Sum):
        from farstar.reports._loopy import explain_value

        with clock.share():
            return cast("Outcome", game.outcome), explain_value(clip(expression.normalised), game)
    chooser = Chooser() if facts is None else facts.chooser
    try:
        with clock.share():
            steps = game.explain() if isinstance(game, Position) else explain_sum(game, chooser)
    except BudgetExceeded as error:
        if clock.is_over:
            raise
        outcome = _known_outcome(game, clock, chooser) if facts is None else facts.outcome
        return outcome, _left_out(expression, outcome, str(error))
    return _outcome(game, chooser), steps


def _outcome(game: Position | Sum, chooser: Chooser) -> Outcome:
    return game.outcome if isinstance(game, Position) else chooser.outcome(game)


def _known_outcome(game: Position | Sum, clock: Clock, chooser: Chooser) -> Outcome | None:
    """Return who wins if it was found before the time ran out."""
    try:
        with clock.share():
            return _outcome(game, chooser)
    except BudgetExceeded:
        return None


def explanation(
    expression: Expression, clock: Clock | None = None, facts: Facts | None = None
) -> Explanation:
    """Explain who wins, and why: by the theory of the game, for a value by its moves.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> explanation(read("^")).title
    '^: Left wins, whoever starts'
    """
    return explained(expression, clock, facts)[1]


def value_explanation(value: Value) -> Explanation:
    """Explain who wins a value by its moves, however long it takes.

    Examples
    --------
    >>> value_explanation(Value("^")).title
    '^: Left wins, whoever starts'
    """
    patient = Clock(time.monotonic() + _NO_LIMIT)
    return _of_value(value_facts(mention(value), value, patient), value)


def explain_report(text: str, clock: Clock | None = None) -> dict[str, Any]:
    """Return the object that ``farstar explain --json`` prints for the expression `text`.

    Examples
    --------
    >>> [step["title"] for step in explain_report("^")["steps"]]
    ['Value', 'Outcome']
    """
    expression = read(text)
    outcome, steps = explained(expression, clock)
    return {
        "schema": _SCHEMA,
        "expression": expression.normalised,
        "outcome": None if outcome is None else str(outcome),
        **steps.to_dict(),
    }


def _left_out(expression: Expression, outcome: Outcome | None, reason: str) -> Explanation:
    """Return the explanation for the case that the time ran out."""
    text = as_formula(clip(expression.normalised))
    if outcome is None:
        return Explanation(text, (Reason("Outcome", reason, data={"outcome": None}),))
    known = Reason("Outcome", f"{WHO_WINS[outcome]} ({outcome})", data={"outcome": str(outcome)})
    return Explanation(text, (known, Reason("Left out", reason)))


def _of_value(facts: Facts, game: Value) -> Explanation:
    text = as_formula(clip(facts.expression))
    outcome = facts.outcome
    if outcome is None:
        return Explanation(text, (Reason("Outcome", facts.omitted["outcome"]),))
    value = Reason("Value", mention(game, longest=1000), (), {"value": facts.text})
    try:
        with facts.clock.share():
            reasons = tuple(why(facts, mention))
    except BudgetExceeded as error:
        if facts.clock.is_over:
            raise
        reasons = (f"The rest is left out: {error}.",)
    who = f"{WHO_WINS[outcome]} ({outcome})"
    return Explanation(
        f"{text}: {WHO_WINS[outcome]}",
        (value, Reason("Outcome", who, reasons, {"outcome": str(outcome)})),
    )
