"""Tasks of the page Evaluate and of the API."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, MissingExtraError, NotationError
from farstar.expressions import read
from farstar.web._thermograph import can_draw, draw
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import task

_EXPLAINING = 5.0
"""Seconds for the explanation; the rest of the card does not wait longer for it."""

_LONGEST_FORMULA = 160
"""Characters of a value that is set as a formula; browsers do not break formulas into lines."""

_MOST_OPTIONS = 100


@task
def check(text: str) -> dict[str, Any]:
    """Read an expression without working it out.

    Returns
    -------
    dict
        The expression as it was understood in ``normalised``, or ``kind``, ``message`` and
        ``column`` of the fault, and a picture of it in ``caret``.

    Examples
    --------
    >>> check("3+-1")["normalised"]
    '3 + +-1'
    >>> print(check("{1|0|-1}")["caret"])
      {1|0|-1}
          ^
    """
    try:
        return {"normalised": reports.clip(_read(text).normalised)}
    except (fs.NotationError, fs.IllegalPositionError) as error:
        return {**reports.error_report(error), "caret": reports.caret(error)}
    except FarstarError as error:
        return {**reports.error_report(error), "caret": ""}


@task
def report(text: str) -> Any:
    """Return what ``farstar eval --json`` prints."""
    return reports.plain(reports.facts_report(reports.find_facts(_read(text))))


@task
def moves(text: str, player: str = "both", misere: bool = False) -> Any:
    """Return what ``farstar moves --json`` prints."""
    return reports.plain(reports.find_plays(_read(text), player, misere=misere).as_json())


@task
def explain(text: str) -> Any:
    """Return what ``farstar explain --json`` prints."""
    _read(text)
    return reports.plain(reports.explain_report(text))


@task
def card(text: str) -> dict[str, Any]:
    """Return all that the page shows of an expression.

    Examples
    --------
    >>> shown = card("*2")
    >>> shown["unicode"], shown["outcome"], shown["options"]["left"][0]["text"]
    ('∗2', 'the first player wins', '0')
    """
    expression = _read(text)
    facts = reports.find_facts(expression)
    value = facts.value
    return {
        "report": reports.plain(reports.facts_report(facts)),
        "expression": facts.expression,
        **_spellings(value),
        "outcome": reports.WHO_WINS[facts.outcome],
        "atomic_weight": None if facts.atomic_weight is None else _shown(facts.atomic_weight),
        "options": _options(facts),
        "thermograph": _thermograph(facts),
        "explanation": _explanation(expression),
    }


@task
def construction(text: str) -> dict[str, str]:
    """Return the picture of how the thermograph is made of those of the options."""
    from farstar.web.pictures import themed

    game = _read(text).game
    value = game if isinstance(game, fs.Value) else game.value
    try:
        figure = fs.plot(value, kind="scaffolds")
    except MissingExtraError as error:
        raise NotationError(str(error)) from None
    return {"svg": themed(figure.svg()), "caption": figure.caption}


def _read(text: str) -> Any:
    if len(text) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected an expression of at most {LONGEST_EXPRESSION} characters, got {len(text)}"
        )
    return read(text)


def _spellings(value: fs.Value | None) -> dict[str, str | None]:
    """Return a value in each notation, None where it is too long."""
    spelt: dict[str, str | None] = dict.fromkeys(("ascii", "unicode", "latex", "mathml"))
    if value is None:
        return spelt
    with suppress(fs.BudgetExceeded):
        spelt["ascii"], spelt["unicode"] = str(value), value.unicode()
        spelt["latex"] = value.latex()
        spelt["mathml"] = _formula(value)
    return spelt


def _formula(value: fs.Value) -> str | None:
    text = reports.spell(value)
    return value.mathml() if text is not None and len(text) <= _LONGEST_FORMULA else None


def _shown(value: fs.Value) -> dict[str, str | None]:
    """Return a value as a formula, and as text that can be read again."""
    return {
        "text": reports.spell(value),
        "mathml": _formula(value),
        "words": reports.mention(value, unicode=True, longest=200),
    }


def _options(facts: reports.Facts) -> dict[str, Any]:
    """Return the canonical options of each player, and which of them win."""
    if facts.left_options is None or facts.right_options is None:
        return {"left": None, "right": None}
    return {
        "left": [{**_shown(g), "wins": g >= 0} for g in facts.left_options[:_MOST_OPTIONS]],
        "right": [{**_shown(g), "wins": g <= 0} for g in facts.right_options[:_MOST_OPTIONS]],
    }


def _thermograph(facts: reports.Facts) -> str | None:
    graph = facts.thermograph
    if graph is None or not can_draw(graph):
        return None
    return draw(graph, reports.shorten(facts.expression))


def _explanation(expression: Any) -> dict[str, Any]:
    try:
        with fs.engine.budget(seconds=_EXPLAINING):
            return reports.explanation(expression).to_dict()
    except fs.BudgetExceeded as error:
        return {"title": "", "steps": [{"title": "Left out", "text": str(error), "items": []}]}
