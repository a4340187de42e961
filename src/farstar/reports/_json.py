"""What ``farstar eval --json`` prints, as data that every JSON reader can read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from farstar._outcome import Left, Outcome, Player, Right
from farstar.expressions import Expression
from farstar.reports._clock import Clock
from farstar.reports._find import report
from farstar.reports._playable import TypedTerm, spell
from farstar.reports._record import Between, Row, rational
from farstar.reports._report import Report, move_json, reported
from farstar.rules import Position
from farstar.values import Thermograph, Value, Wall

_LONGEST_INTEGER = 13_000
"""Bits of an integer that JSON holds as a number."""


def eval_report(
    question: Expression | str, clock: Clock | None = None, *, misere: bool = False
) -> dict[str, Any]:
    """Return the object that ``farstar eval --json`` prints for an expression.

    Examples
    --------
    >>> eval_report("+-1")["outcome"]
    'N'
    >>> answer = eval_report("Domineering(2x2)", misere=True)
    >>> answer["outcome"], answer["universe"], answer["value"]
    ('P', 'dead-ending', '{1|-1}')
    """
    return report_json(report(question, clock, misere=misere))


def report_json(known: Report) -> dict[str, Any]:
    """Return a report as the object that ``farstar eval --json`` prints.

    Examples
    --------
    >>> answer = report_json(report("*2"))
    >>> answer["value"], answer["grundy"], answer["winning_moves"]
    ('*2', 2, {'left': ['0'], 'right': ['0']})
    >>> answer["rows"][1]["name"], answer["rows"][1]["unicode"]
    ('value', '∗2')
    """
    fields = _misere_fields(known) if known.misere else _fields(known)
    rows = [data for _, data in known.write(Row.as_json)]
    return {**fields, "omitted": dict(known.omitted), "rows": rows}


def _fields(known: Report) -> dict[str, Any]:
    game = known.game
    clock = known.clock.again()
    cells = {
        one.column: known.attempt(
            one.column, partial(cell_json, known.found.get(one.name)), clock=clock
        )
        for one in reported()
    }
    return {
        "schema": "farstar.eval/1",
        "expression": known.expression,
        "kind": known.kind,
        "outcome": cells["outcome"],
        "value": known.text,
        "value_omitted": known.omitted.get("value"),
        **cells,
        "winning_moves": {
            "left": _moves(known.left_wins_by),
            "right": _moves(known.right_wins_by),
        },
        "summands": [_summand(known, summand) for summand in known.summands] or None,
        "position": {"game": game.ruleset.name, **known.details}
        if isinstance(game, Position)
        else None,
        **({"loopy": known.details} if known.may_loop and known.kind != "position" else {}),
        "bounds": {name: _bounds(between) for name, between in known.bounds.items()} or None,
    }


def _misere_fields(known: Report) -> dict[str, Any]:
    kind = known.details.get("kind")
    return {
        "schema": "farstar.eval-misere/1",
        "expression": known.expression,
        "played": known.played,
        "misere": True,
        "outcome": cell_json(known.outcome),
        "universe": known.universe,
        "value": known.text,
        "genus": known.details.get("genus"),
        "birthday": known.details.get("birthday"),
        "mate": known.details.get("mate"),
        "kinds": None if kind is None else [one for one in kind.split(", ") if one != "wild"],
        "invertible": known.details.get("invertible"),
        "winning_moves": {
            player.name.lower(): list(map(move_json, known.wins_by(player) or ()))
            for player in Player
            if known.outcome is not None
            and known.wins_by(player) is not None
            and known.outcome.wins(player, first=True)
        },
    }


def cell_json(cell: object) -> object:
    """Return an invariant as JSON data: rationals, values and outcomes as text."""
    if isinstance(cell, Value):
        return spell(cell)
    if isinstance(cell, Fraction):
        return rational(cell)
    if isinstance(cell, Thermograph):
        return {"left_wall": _wall(cell.left_wall), "right_wall": _wall(cell.right_wall)}
    if isinstance(cell, tuple):
        return [cell_json(part) for part in cell]
    if isinstance(cell, Outcome) or not isinstance(cell, int | bool | None):
        return str(cell)
    return cell


def _bounds(between: Between) -> dict[str, object]:
    return {"low": cell_json(between.low), "high": cell_json(between.high)}


def _moves(winning: tuple[Any, ...] | None) -> list[str | None] | None:
    """Return values as text, and moves as the positions that they lead to."""
    if winning is None:
        return None
    return [spell(g) if isinstance(g, Value) else str(g.after) for g in winning]


def _summand(known: Report, summand: TypedTerm) -> dict[str, object]:
    wins = {
        side: [summand.after(m, spell) for m in known.sum_moves[player] if summand.is_moved_in(m)]
        for side, player in (("left", Left), ("right", Right))
    }
    return {
        "expression": summand.expression,
        "value": spell(summand.value),
        "winning_moves": wins,
    }


def _wall(wall: Wall) -> dict[str, object]:
    return {
        "mast": rational(wall.mast),
        "critical_temperatures": [rational(t) for t in wall.critical_temperatures],
        "slopes": list(wall.slopes),
    }


def plain(data: object) -> object:
    """Return `data` with texts for the numbers that some JSON readers refuse or round.

    These are huge integers, which Python, for example, neither writes nor reads, the floats that
    are not finite: ``"NaN"``, ``"Infinity"`` and ``"-Infinity"``, and decimal numbers.

    Examples
    --------
    >>> plain({"grundy": 5, "quotients": (1, 2)}), len(plain([10**5000])[0])
    ({'grundy': 5, 'quotients': [1, 2]}, 5001)
    >>> plain([float("nan"), -float("inf"), 0.5])
    ['NaN', '-Infinity', 0.5]
    """
    if isinstance(data, Mapping):
        return {key: plain(member) for key, member in data.items()}
    if isinstance(data, list | tuple):
        return [plain(member) for member in data]
    if isinstance(data, int) and data.bit_length() > _LONGEST_INTEGER:
        return str(Value(data))
    if isinstance(data, Decimal):
        return str(data)
    if isinstance(data, float) and not math.isfinite(data):
        return "NaN" if math.isnan(data) else "Infinity" if data > 0 else "-Infinity"
    return data
