"""What ``farstar eval --json`` prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from farstar._outcome import Left, Right
from farstar.expressions import read
from farstar.reports._facts import Facts, find_facts, rational, spell
from farstar.rules import Position
from farstar.values import Thermograph, Value, Wall

SCHEMA = "farstar.eval/1"


def eval_report(text: str, deadline: float | None = None) -> dict[str, object]:
    """Return the object that ``farstar eval --json`` prints for the expression `text`.

    Examples
    --------
    >>> eval_report("+-1")["outcome"]
    'N'
    """
    return facts_report(find_facts(read(text), deadline))


def facts_report(facts: Facts) -> dict[str, object]:
    """Return the object that ``farstar eval --json`` prints.

    Examples
    --------
    >>> from farstar.reports import find_facts
    >>> from farstar.expressions import read
    >>> shown = facts_report(find_facts(read("*2")))
    >>> shown["value"], shown["grundy"], shown["winning_moves"]
    ('*2', 2, {'left': ['0'], 'right': ['0']})
    """
    graph = facts.thermograph
    return {
        "schema": SCHEMA,
        "expression": facts.expression,
        "kind": _kind(facts),
        "outcome": str(facts.outcome),
        "value": facts.text,
        "value_omitted": facts.omitted.get("value"),
        "left_stop": _rational(facts.left_stop),
        "right_stop": _rational(facts.right_stop),
        "mean": _rational(facts.mean),
        "temperature": _rational(facts.temperature),
        "atomic_weight": None if facts.atomic_weight is None else spell(facts.atomic_weight),
        "birthday": facts.birthday,
        "followers": facts.followers,
        "left_options": _texts(facts.left_options),
        "right_options": _texts(facts.right_options),
        "winning_moves": {
            "left": _texts(facts.left_wins_by),
            "right": _texts(facts.right_wins_by),
        },
        "summands": [_summand(facts, place) for place in range(len(facts.summands))] or None,
        "position": _position(facts),
        "misere_outcome": None if facts.misere_outcome is None else str(facts.misere_outcome),
        "grundy": facts.grundy,
        "thermograph": None if graph is None else _walls(graph),
        "omitted": dict(facts.omitted),
    }


def _kind(facts: Facts) -> str:
    if isinstance(facts.game, Value):
        return "value"
    return "position" if isinstance(facts.game, Position) else "sum"


def _position(facts: Facts) -> dict[str, Any] | None:
    if not isinstance(facts.game, Position):
        return None
    return {"game": facts.game.ruleset.name, **facts.details}


def _rational(x: Fraction | None) -> str | None:
    return None if x is None else rational(x)


def _texts(found: tuple[Any, ...] | None) -> list[str | None] | None:
    """Return values as text, and moves as the positions that they lead to."""
    if found is None:
        return None
    return [spell(g) if isinstance(g, Value) else str(g.after) for g in found]


def _summand(facts: Facts, place: int) -> dict[str, object]:
    summand = facts.summands[place]
    wins = {
        side: [
            move.option.expression or spell(move.option.value)
            for move in facts.sum_moves[player]
            if move.place == place
        ]
        for side, player in (("left", Left), ("right", Right))
    }
    return {
        "expression": summand.expression,
        "value": spell(summand.value),
        "winning_moves": wins,
    }


def _walls(graph: Thermograph) -> dict[str, object]:
    return {"left_wall": _wall(graph.left_wall), "right_wall": _wall(graph.right_wall)}


def _wall(wall: Wall) -> dict[str, object]:
    return {
        "mast": rational(wall.mast),
        "critical_temperatures": [rational(t) for t in wall.critical_temperatures],
        "slopes": list(wall.slopes),
    }
