"""How a game becomes canonical, step by step."""

from __future__ import annotations

from typing import Any

from farstar.errors import BudgetExceeded, NotationError
from farstar.expressions import read
from farstar.rules import Explanation, Position, Step
from farstar.values import Value
from farstar.values._form import Form

_SCHEMA = "farstar.simplify/1"


def simplification(text: str) -> Explanation:
    """Return the steps that bring the game `text` to canonical form.

    A game in braces is taken as it is written, a position with all its moves.

    Raises
    ------
    NotationError
        For text that cannot be read, and for a sum with positions.

    Examples
    --------
    >>> how = simplification("{0,-1|1}")
    >>> how.title, how.steps[0].title, how.steps[0].text
    ('{0,-1|1} = 1/2', 'Dominated option', "Left's option -1 is dominated by 0, since 0 >= -1.")
    """
    return _explained(_form(text))


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


def _form(text: str) -> Form:
    game = read(text).game
    if isinstance(game, Value):
        return Form(text)
    if isinstance(game, Position):
        return Form.of_position(game)
    raise NotationError("expected one game in braces or one position, got a sum with positions")


def _explained(form: Form) -> Explanation:
    how = form.simplify()
    # The last step knows how the value is written, cut off if need be.
    value = how.canonical.brief(200)
    given = form.brief(200)
    title = given if value == given else f"{given} = {value}"
    steps = []
    for step in how:
        leaves = step.kind not in ("inside", "canonical")
        items = (f"this leaves {step.after.brief(200)}",) if leaves else ()
        steps.append(Step(step.title, step.text, items, step.to_dict()))
    return Explanation(title, tuple(steps))
