"""What ``farstar eval --json`` prints, as data that every JSON reader can read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from farstar._outcome import Left, Outcome, Right
from farstar.expressions import read
from farstar.reports._clock import Clock
from farstar.reports._facts import Facts, find_facts, rational, reported
from farstar.reports._summands import Summand, spell
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Thermograph, Value, Wall

SCHEMA = "farstar.eval/1"

_LONGEST_INTEGER = 13_000
"""Bits of an integer that JSON holds as a number."""


def eval_report(text: str, clock: Clock | None = None) -> dict[str, object]:
    """Return the object that ``farstar eval --json`` prints for the expression `text`.

    Examples
    --------
    >>> eval_report("+-1")["outcome"]
    'N'
    """
    return facts_report(find_facts(read(text), clock))


def facts_report(facts: Facts) -> dict[str, object]:
    """Return the object that ``farstar eval --json`` prints.

    Examples
    --------
    >>> from farstar.reports import find_facts
    >>> from farstar.expressions import read
    >>> report = facts_report(find_facts(read("*2")))
    >>> report["value"], report["grundy"], report["winning_moves"]
    ('*2', 2, {'left': ['0'], 'right': ['0']})
    """
    game = facts.game
    cells = {i.column: cell_json(facts.found.get(i.name)) for i in reported()}
    return {
        "schema": SCHEMA,
        "expression": facts.expression,
        "kind": _kind(facts),
        "outcome": cells["outcome"],
        "value": facts.text,
        "value_omitted": facts.omitted.get("value"),
        **cells,
        "winning_moves": {
            "left": _moves(facts.left_wins_by),
            "right": _moves(facts.right_wins_by),
        },
        "summands": [_summand(facts, summand) for summand in facts.summands] or None,
        "position": {"game": game.ruleset.name, **facts.details}
        if isinstance(game, Position)
        else None,
        **({"loopy": facts.details} if _kind(facts) == "loopy" else {}),
        "omitted": dict(facts.omitted),
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


def _kind(facts: Facts) -> str:
    if isinstance(facts.game, Value):
        return "value"
    if isinstance(facts.game, Position):
        return "position"
    return "sum" if isinstance(facts.game, Sum) else "loopy"


def _moves(winning: tuple[Any, ...] | None) -> list[str | None] | None:
    """Return values as text, and moves as the positions that they lead to."""
    if winning is None:
        return None
    return [spell(g) if isinstance(g, Value) else str(g.after) for g in winning]


def _summand(facts: Facts, summand: Summand) -> dict[str, object]:
    wins = {
        side: [summand.after(m, spell) for m in facts.sum_moves[player] if summand.is_moved_in(m)]
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
    """Return `data` with texts for the numbers that some JSON readers refuse.

    These are huge integers, which Python, for example, neither writes nor reads, and the floats
    that are not finite: ``"NaN"``, ``"Infinity"`` and ``"-Infinity"``.

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
    if isinstance(data, float) and not math.isfinite(data):
        return "NaN" if math.isnan(data) else "Infinity" if data > 0 else "-Infinity"
    return data
