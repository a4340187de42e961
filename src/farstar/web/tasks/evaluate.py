"""Tasks of the page Evaluate and of the API."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, MissingExtraError, NotationError
from farstar.expressions import read
from farstar.web._thermograph import can_draw, draw
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import task

_LONGEST_FORMULA = 160
"""Characters of a value that is set as a formula; browsers do not break formulas into lines."""

_MOST_OPTIONS = 100


@task
def check(text: str) -> dict[str, Any]:
    """Read an expression without evaluating it.

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
    """Return everything that the page shows about an expression.

    Examples
    --------
    >>> answer = card("*2")
    >>> answer["unicode"], answer["outcome"], answer["options"]["left"][0]["text"]
    ('∗2', 'the first player wins', '0')
    """
    expression = _read(text)
    facts = reports.find_facts(expression)
    value = facts.value
    return {
        "report": reports.plain(reports.facts_report(facts)),
        "expression": facts.expression,
        **_spellings(value),
        "outcome": _who_wins(facts),
        "measures": _measures(facts),
        "options": _options(facts),
        "thermograph": _thermograph(facts),
        "explanation": reports.explanation(expression, facts=facts).to_dict(),
    }


@task
def construction(text: str) -> dict[str, str]:
    """Return a picture of the construction of the thermograph from those of the options."""
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
    """Return a value in each notation, None if it is too long."""
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
    """Return a value as a formula, and as text that can be read back."""
    return {
        "text": reports.spell(value),
        "mathml": _formula(value),
        "words": reports.mention(value, unicode=True, longest=200),
    }


def _who_wins(facts: reports.Facts) -> str:
    if facts.outcome is None:
        return f"who wins is {facts.omitted['outcome']}"
    return reports.WHO_WINS[facts.outcome]


def _measures(facts: reports.Facts) -> list[dict[str, Any]]:
    """Return rows: what was found, each as a formula, a number or words, or why it was not."""
    details = [
        reports.Row(name.replace("_", " "), (("", detail),))
        for name, detail in facts.details.items()
        if detail is not None
    ]
    rows = [
        *reports.fact_rows(facts, "measures"),
        *(row for row in reports.fact_rows(facts, "who wins") if row.label != "outcome"),
        *details,
        *reports.fact_rows(facts, "form"),
    ]
    return [
        {
            "label": row.label,
            "cells": [{"part": part, **_cell(cell)} for part, cell in row.cells],
            "reason": row.reason,
            "exists": row.exists,
        }
        for row in rows
    ]


def _cell(cell: object) -> dict[str, str | None]:
    if isinstance(cell, fs.Value):
        return _shown(cell)
    if isinstance(cell, bool):
        return {"words": "yes" if cell else "no"}
    if isinstance(cell, Fraction | int):
        return {"number": reports.rational(cell)}
    if isinstance(cell, str):
        return {"words": cell}
    parts = cell if isinstance(cell, tuple | list) else [cell]
    return {"words": ", ".join(map(str, parts))}


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
