"""Why a player wins, as titled steps."""

from __future__ import annotations

from typing import Any

from farstar.expressions import Expression, read
from farstar.reports._facts import value_facts
from farstar.reports._why import WHO_WINS, why
from farstar.reports._wording import clip, mention
from farstar.rules import Explanation, Step
from farstar.values import Value

_SCHEMA = "farstar.explain/1"


def explanation(expression: Expression) -> Explanation:
    """Return why who wins: by the theory of the game, for a value by its moves.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> explanation(read("^")).title
    '^: Left wins, whoever starts'
    """
    game = expression.game
    if not isinstance(game, Value):
        return game.explain()
    text = expression.normalised
    facts = value_facts(text, game, None, expression.terms)
    outcome = f"{WHO_WINS[facts.outcome]} ({facts.outcome})"
    value = mention(game, longest=1000)
    reasons = tuple(why(facts, mention))
    return Explanation(
        f"`{clip(text)}`: {WHO_WINS[facts.outcome]}",
        (
            Step("Value", value, (), {"value": facts.text}),
            Step("Outcome", outcome, reasons, {"outcome": str(facts.outcome)}),
        ),
    )


def explain_report(text: str) -> dict[str, Any]:
    """Return the object that ``farstar explain --json`` prints for the expression `text`.

    Examples
    --------
    >>> [step["title"] for step in explain_report("^")["steps"]]
    ['Value', 'Outcome']
    """
    expression = read(text)
    return {
        "schema": _SCHEMA,
        "expression": expression.normalised,
        "outcome": str(expression.game.outcome),
        **explanation(expression).to_dict(),
    }
