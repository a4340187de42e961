"""How a game becomes canonical, step by step."""

from __future__ import annotations

from typing import Any

from farstar.errors import BudgetExceeded
from farstar.expressions import Expression, read
from farstar.reports._playable import unfolded
from farstar.rules import Explanation, Reason
from farstar.values import Form, Value

_SCHEMA = "farstar.simplify/1"
_MOST_POSITIONS = 1000
"""A sum of values with more positions is added up before it is simplified."""


def simplification(text: str) -> Explanation:
    """Return the steps that bring the game `text` to canonical form.

    A game in braces is taken as it is written, a position with all its moves, a sum with the moves
    in its terms.

    Raises
    ------
    NotationError
        For text that cannot be read.

    Examples
    --------
    >>> how = simplification("{0,-1|1}")
    >>> how.title, how.steps[0].title, how.steps[0].text
    ('{0,-1|1} = 1/2', 'Dominated option', "Left's option -1 is dominated by 0, since 0 >= -1.")
    """
    return explained_form(_form(text))


def simplify_report(text: str) -> dict[str, Any]:
    """Return the object that ``farstar simplify --json`` prints for the game `text`.

    Examples
    --------
    >>> report = simplify_report("{0,-1|1}")
    >>> report["value"], [step["kind"] for step in report["steps"]]
    ('1/2', ['dominated', 'canonical'])
    """
    form = _form(text)
    how = form.simplify()
    try:
        value: str | None = str(form.value)
    except BudgetExceeded:
        value = None
    return {
        "schema": _SCHEMA,
        "value": value,
        "canonical": form.is_canonical,
        **how.to_dict(),
    }


def canonical_text(text: str) -> str:
    """Return the canonical form of the game `text`, without the steps that lead to it.

    Examples
    --------
    >>> canonical_text("{0,-1|1}"), canonical_text("Domineering(2x2)")
    ('1/2', '+-1')
    """
    game = read(text).game
    return str(game if isinstance(game, Value) else game.value)


def _form(text: str) -> Form:
    expression = read(text)
    game = expression.game
    if isinstance(game, Value) and not _is_small_sum(expression):
        return Form(text)
    return Form.of_position(unfolded(expression))


def _is_small_sum(expression: Expression) -> bool:
    """Return whether there are several values, with few enough positions to visit all."""
    positions = 1
    for term in expression.terms:
        game = term.game
        positions *= game.follower_count if isinstance(game, Value) else 1
    return len(expression.terms) > 1 and positions <= _MOST_POSITIONS


def explained_form(form: Form) -> Explanation:
    """Return the steps that bring a form to canonical form."""
    how = form.simplify()
    # The last step has the text of the value, cut off if necessary.
    value = how.canonical.brief(200)
    given = form.brief(200)
    title = given if value == given else f"{given} = {value}"
    steps = []
    for step in how:
        leaves = step.kind not in ("inside", "canonical")
        items = (f"this leaves {step.after.brief(200)}",) if leaves else ()
        steps.append(Reason(step.title, step.text, items, step.to_dict()))
    return Explanation(title, tuple(steps))
