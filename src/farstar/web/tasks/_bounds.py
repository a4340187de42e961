"""Partial answers about sums: what follows from the terms alone.

The mean of a sum is the sum of the means. Its stops lie between the sums of the Right stops and of
the Left stops, and its temperature is at most the highest one. Who wins may be found by playing.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError
from farstar.expressions import Expression
from farstar.web import markup

_SECONDS = 4.0
"""For each kind of question about all terms."""

_MOST_TERMS = 400

T = TypeVar("T")


def bounds_of(expression: Expression) -> dict[str, Any]:
    """Return who wins, if that can be told, and rows with what is known of the measures."""
    terms = expression.terms[:_MOST_TERMS]
    values = _try(lambda: [_value(term.game) for term in terms])
    rows: list[dict[str, str]] = []
    least = most = None
    if values is not None and len(terms) == len(expression.terms):
        least = _try(lambda: sum((v.right_stop for v in values), Fraction()))
        most = _try(lambda: sum((v.left_stop for v in values), Fraction()))
        mean = _try(lambda: sum((v.mean for v in values), Fraction()))
        heat = _try(lambda: max(v.temperature for v in values))
        if mean is not None:
            rows.append({"label": "Mean", "html": _number(mean)})
        if least is not None and most is not None:
            html = f"between {_number(least)} and {_number(most)}"
            rows.append({"label": "Stops", "html": html})
        if heat is not None:
            rows.append({"label": "Temperature", "html": f"at most {_number(heat)}"})
    outcome = _outcome(expression, least, most)
    words = "" if outcome is None else reports.WHO_WINS[outcome]
    return {"outcome": words[:1].upper() + words[1:], "rows": rows}


def _value(game: Any) -> fs.Value:
    return game if isinstance(game, fs.Value) else game.value


def _outcome(expression: Expression, least: Any, most: Any) -> fs.Outcome | None:
    if least is not None and least > 0:
        return fs.Outcome.L
    if most is not None and most < 0:
        return fs.Outcome.R
    games = _try(lambda: [term.game for term in expression.terms])
    short = [g for g in games or () if isinstance(g, fs.Value | fs.Position | fs.Sum)]
    if not games or len(short) < len(games):
        return None
    # The terms stay apart: their sum is what takes too long.
    return _try(lambda: fs.Sum(*short).outcome)


def _number(number: Fraction) -> str:
    return markup.number(reports.rational(number))


def _try(find: Callable[[], T]) -> T | None:
    """Return what `find` returns, or None if it takes too long or does not exist."""
    try:
        with fs.engine.budget(seconds=_SECONDS):
            return find()
    except FarstarError:
        return None
