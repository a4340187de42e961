"""How two games compare, and whether a relation between them holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from farstar._outcome import Outcome, Relation
from farstar.errors import LoopyError
from farstar.expressions import Expression, Game
from farstar.loopy import Loopy
from farstar.reports._clock import Clock
from farstar.reports._record import WHO_WINS
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Value

_SCHEMA = "farstar.compare/1"

_OUTCOMES = {
    Relation.GREATER: Outcome.L,
    Relation.LESS: Outcome.R,
    Relation.EQUAL: Outcome.P,
    Relation.CONFUSED: Outcome.N,
}

_HOLDS = {
    "==": {Relation.EQUAL},
    "!=": {Relation.LESS, Relation.GREATER, Relation.CONFUSED},
    "<": {Relation.LESS},
    "<=": {Relation.LESS, Relation.EQUAL},
    ">": {Relation.GREATER},
    ">=": {Relation.GREATER, Relation.EQUAL},
    "||": {Relation.CONFUSED},
    "<|": {Relation.LESS, Relation.CONFUSED},
    "|>": {Relation.GREATER, Relation.CONFUSED},
}
"""When each relation that can be asked for holds."""


@dataclass(frozen=True)
class Comparison:
    """How two games compare.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> print(compare(read("{1|0}"), read("1/2")))
    {1|0} || 1/2
    """

    left: str
    """The first game, as it was understood."""
    right: str
    """The second game."""
    relation: Relation
    """How the first compares with the second."""
    asked: str | None = None
    """The relation that was asked for, such as ``>=``."""
    is_loopy: bool = False
    """Whether play in the difference may go on for ever."""

    @property
    def holds(self) -> bool | None:
        """Whether the relation that was asked for holds; None if none was."""
        return None if self.asked is None else self.relation in _HOLDS[self.asked]

    @property
    def reason(self) -> str:
        """Who wins the difference, in words."""
        if self.is_loopy:
            return "proved by strategies for the difference, where play may go on for ever"
        outcome = _OUTCOMES[self.relation]
        return f"in the difference {WHO_WINS[outcome]} ({outcome})"

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    def as_json(self) -> dict[str, Any]:
        """Return what ``farstar compare --json`` prints."""
        return {
            "schema": _SCHEMA,
            "left": self.left,
            "right": self.right,
            "relation": str(self.relation),
            "asked": self.asked,
            "holds": self.holds,
        }


def compare(
    left: Expression, right: Expression, clock: Clock | None = None, asked: str | None = None
) -> Comparison:
    """Compare two games, by who wins the difference.

    Raises
    ------
    BudgetExceeded
        If that is not found out in time.
    """
    with (clock or Clock()).share(subject="how they compare is "):
        if left.number is not None or right.number is not None:
            return _compare_numbers(left, right, asked)
        g, h = left.game, right.game
        is_loopy = _may_loop(g) or _may_loop(h)
        if isinstance(g, Value) and isinstance(h, Value):
            relation = g.compare(h)
        else:
            relation = Sum(g).compare(Sum(h))
    return Comparison(left.normalised, right.normalised, relation, asked, is_loopy)


def _compare_numbers(left: Expression, right: Expression, asked: str | None) -> Comparison:
    """Compare two expressions, at least one of which is a transfinite number or nimber."""
    relation = _transfinite_relation(left, right)
    return Comparison(left.normalised, right.normalised, relation, asked)


def _transfinite_relation(left: Expression, right: Expression) -> Relation:
    if left.number is None:
        return -_transfinite_relation(right, left)
    other = right.game if right.number is None else right.number
    if isinstance(other, Position | Sum):
        other = other.value
    if isinstance(other, Loopy):
        raise LoopyError(f"expected a short game beside {left.normalised}, got {right.normalised}")
    return left.number.compare(other)


def _may_loop(game: Game) -> bool:
    return isinstance(game, Loopy) or (isinstance(game, Position | Sum) and game.may_loop)
