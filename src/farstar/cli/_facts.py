"""What ``farstar eval`` finds out about a value, and how that looks as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

import farstar as fs
from farstar.cli._common import out_of_time
from farstar.cli._moves import MOST_SUMMANDS, Move, Summand, is_small, winning_moves

SCHEMA = "farstar.eval/1"
PATIENCE = 20.0
"""Seconds after which one fact is left out, so that the others are still shown."""

_MOST_DIGITS = 4000
"""Python refuses to write longer integers."""

T = TypeVar("T")


@dataclass
class Facts:
    """All that is shown of one value; None where it was left out, with the reason in `omitted`."""

    expression: str
    value: fs.Value
    outcome: fs.Outcome
    left_stop: Fraction
    right_stop: Fraction
    text: str | None = None
    misere_outcome: fs.Outcome | None = None
    thermograph: fs.Thermograph | None = None
    atomic_weight: fs.Value | None = None
    birthday: int | None = None
    followers: int | None = None
    left_options: tuple[fs.Value, ...] | None = None
    right_options: tuple[fs.Value, ...] | None = None
    left_wins_by: tuple[fs.Value, ...] | None = None
    """The canonical Left options that win for Left, who moves first."""
    right_wins_by: tuple[fs.Value, ...] | None = None
    grundy: int | None = None
    summands: tuple[Summand, ...] = ()
    """The terms of the sum, or nothing where there is one term, or too much to look at."""
    sum_moves: dict[fs.Player, list[Move]] = field(default_factory=dict)
    """The winning moves in the summands of who moves first."""
    omitted: dict[str, str] = field(default_factory=dict)


def find_facts(
    expression: str,
    value: fs.Value,
    deadline: float | None = None,
    terms: Sequence[str] = (),
) -> Facts:
    """Find out everything about `value`, which `expression` stands for.

    Parameters
    ----------
    expression : str
        The text to be echoed.
    value : Value
        Its value.
    deadline : float, optional
        When, on the monotonic clock, the caller's own time is up. A fact that is too costly is
        left out, but running out of the caller's time is an error.
    terms : sequence of str, optional
        The terms that the expression is the sum of.

    Examples
    --------
    >>> facts = find_facts("+-1", fs.Value("+-1"))
    >>> str(facts.outcome), facts.birthday, facts.left_wins_by
    ('N', 2, (Value('1'),))
    >>> facts.omitted["atomic_weight"]
    'not infinitesimal'
    """
    facts = Facts(expression, value, value.outcome, value.left_stop, value.right_stop)
    omitted = facts.omitted

    def attempt(name: str, find: Callable[[], T]) -> T | None:
        try:
            with fs.engine.budget(seconds=PATIENCE):
                return find()
        except fs.NotAtomicError:
            omitted[name] = "not atomic" if value.is_infinitesimal else "not infinitesimal"
        except fs.BudgetExceeded as error:
            if out_of_time(deadline):
                raise
            omitted[name] = str(error)
        return None

    facts.text = attempt("value", lambda: str(value))
    facts.thermograph = attempt("thermograph", value.thermograph)
    facts.left_options = attempt("left_options", lambda: value.left_options)
    facts.right_options = attempt("right_options", lambda: value.right_options)
    if facts.left_options is not None:
        facts.left_wins_by = tuple(g for g in facts.left_options if g >= 0)
    if facts.right_options is not None:
        facts.right_wins_by = tuple(g for g in facts.right_options if g <= 0)
    facts.birthday = attempt("birthday", lambda: value.birthday)
    facts.followers = attempt("followers", lambda: value.follower_count)
    facts.atomic_weight = attempt("atomic_weight", value.atomic_weight)
    facts.misere_outcome = attempt("misere_outcome", lambda: value.misere_outcome)
    found = attempt("summands", lambda: _summands(terms, value))
    if found is not None:
        facts.summands, facts.sum_moves = found
    # The nimber *n is born on day n.
    facts.grundy = facts.birthday if value.is_nimber else None
    return facts


def _summands(
    terms: Sequence[str], total: fs.Value
) -> tuple[tuple[Summand, ...], dict[fs.Player, list[Move]]] | None:
    """Return the summands and the winning moves in them, where that is little work."""
    if not 1 < len(terms) <= MOST_SUMMANDS:
        return None
    summands = tuple(Summand(term, fs.Value(term)) for term in terms)
    if not is_small(summands):
        return None
    return summands, {
        player: winning_moves(summands, total, player) for player in (fs.Left, fs.Right)
    }


def rational(x: Fraction) -> str:
    """Return ``p/q``, or the integer; of any length, which ``str(x)`` is not.

    Examples
    --------
    >>> rational(Fraction(3, 8)), rational(Fraction(-2))
    ('3/8', '-2')
    """
    return str(fs.Value(x))


def spell(value: fs.Value, *, unicode: bool = False) -> str | None:
    """Return the text of a value, or None where it is too long."""
    try:
        return value.unicode() if unicode else str(value)
    except fs.BudgetExceeded:
        return None


def as_json(facts: Facts) -> dict[str, object]:
    """Return the object that ``farstar eval --json`` prints.

    Examples
    --------
    >>> shown = as_json(find_facts("*2", fs.Value("*2")))
    >>> shown["value"], shown["grundy"], shown["winning_moves"]
    ('*2', 2, {'left': ['0'], 'right': ['0']})
    """
    omitted = dict(facts.omitted)
    graph = facts.thermograph
    return {
        "schema": SCHEMA,
        "expression": facts.expression,
        "outcome": str(facts.outcome),
        "value": facts.text,
        "value_omitted": omitted.get("value"),
        "left_stop": rational(facts.left_stop),
        "right_stop": rational(facts.right_stop),
        "mean": None if graph is None else rational(graph.mean),
        "temperature": None if graph is None else rational(graph.temperature),
        "atomic_weight": None if facts.atomic_weight is None else spell(facts.atomic_weight),
        "birthday": _integer(facts.birthday, "birthday", omitted),
        "followers": _integer(facts.followers, "followers", omitted),
        "left_options": _texts(facts.left_options),
        "right_options": _texts(facts.right_options),
        "winning_moves": {
            "left": _texts(facts.left_wins_by),
            "right": _texts(facts.right_wins_by),
        },
        "summands": [_summand(facts, place) for place in range(len(facts.summands))] or None,
        "misere_outcome": None if facts.misere_outcome is None else str(facts.misere_outcome),
        "grundy": _integer(facts.grundy, "grundy", omitted),
        "thermograph": None if graph is None else _walls(graph),
        "omitted": omitted,
    }


def _integer(n: int | None, name: str, omitted: dict[str, str]) -> int | None:
    if n is not None and abs(n).bit_length() > 3 * _MOST_DIGITS:
        omitted[name] = f"expected at most {_MOST_DIGITS} digits"
        return None
    return n


def _texts(values: tuple[fs.Value, ...] | None) -> list[str | None] | None:
    return None if values is None else [spell(value) for value in values]


def _summand(facts: Facts, place: int) -> dict[str, object]:
    summand = facts.summands[place]
    wins = {
        side: [spell(move.option) for move in facts.sum_moves[player] if move.place == place]
        for side, player in (("left", fs.Left), ("right", fs.Right))
    }
    return {
        "expression": summand.expression,
        "value": spell(summand.value),
        "winning_moves": wins,
    }


def _walls(graph: fs.Thermograph) -> dict[str, object]:
    return {"left_wall": _wall(graph.left_wall), "right_wall": _wall(graph.right_wall)}


def _wall(wall: fs.Wall) -> dict[str, object]:
    return {
        "mast": rational(wall.mast),
        "critical_temperatures": [rational(t) for t in wall.critical_temperatures],
        "slopes": list(wall.slopes),
    }
