"""What ``farstar eval`` finds out about a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from farstar import engine
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import BudgetExceeded, NotAtomicError, ValueOverflowError
from farstar.expressions import Expression, Game
from farstar.reports import _closed
from farstar.reports._form import unfolded
from farstar.reports._moves import Move, Summand, summands_of, winning_moves
from farstar.values import Thermograph, Value

PATIENCE = 20.0
"""Seconds after which one fact about a value is left out, so that the others are still shown."""

POSITION_PATIENCE = 1.5
"""Seconds for all facts about a position but the outcome, unless more time was granted."""

_OF_THE_LIMIT = 0.8
"""The part of the time limit that may go into such facts."""

_now = time.monotonic

T = TypeVar("T")


@dataclass
class Facts:
    """All that is shown of one game; None where it was left out, with the reason in `omitted`."""

    expression: str
    game: Game
    outcome: Outcome
    value: Value | None = None
    text: str | None = None
    left_stop: Fraction | None = None
    right_stop: Fraction | None = None
    mean: Fraction | None = None
    temperature: Fraction | None = None
    thermograph: Thermograph | None = None
    atomic_weight: Value | None = None
    misere_outcome: Outcome | None = None
    birthday: int | None = None
    followers: int | None = None
    left_options: tuple[Value, ...] | None = None
    right_options: tuple[Value, ...] | None = None
    left_wins_by: tuple[Any, ...] | None = None
    """The canonical Left options that win for Left, who moves first; of a position its moves."""
    right_wins_by: tuple[Any, ...] | None = None
    grundy: int | None = None
    details: dict[str, Any] = field(default_factory=dict)
    """What is particular to the game of a position, such as its word."""
    summands: tuple[Summand, ...] = ()
    """The terms of the sum, or nothing where there is one term, or too much to look at."""
    sum_moves: dict[Player, list[Move]] = field(default_factory=dict)
    """The winning moves in the summands of who moves first."""
    omitted: dict[str, str] = field(default_factory=dict)


class Attempts:
    """Tries to find facts, each within a budget, and notes why one was left out.

    Parameters
    ----------
    facts : Facts
        Where the reasons are noted.
    deadline : float, optional
        When, on the monotonic clock, the caller's own time is up; that is an error.
    each : float
        Seconds for one fact.
    total : float
        Seconds for all of them.
    """

    def __init__(self, facts: Facts, deadline: float | None, each: float, total: float) -> None:
        self.facts = facts
        self.deadline = deadline
        self.each = each
        self.end = _now() + total

    def __call__(self, name: str, find: Callable[[], T]) -> T | None:
        """Return what `find` finds, or None with a reason in `omitted`."""
        omitted = self.facts.omitted
        seconds = min(self.each, self.end - _now())
        if seconds <= 0:
            omitted[name] = "out of time: --time-limit allows more"
            return None
        try:
            with engine.budget(seconds=seconds):
                return find()
        except NotAtomicError:
            omitted[name] = "not atomic"
        except (BudgetExceeded, ValueOverflowError) as error:
            if out_of_time(self.deadline):
                raise
            omitted[name] = str(error)
        return None


def find_facts(expression: Expression, deadline: float | None = None) -> Facts:
    """Find out everything about the game that `expression` stands for.

    Parameters
    ----------
    expression : Expression
        What was read.
    deadline : float, optional
        When, on the monotonic clock, the caller's own time is up. A fact that is too costly is
        left out, but running out of the caller's time is an error.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> facts = find_facts(read("+-1"))
    >>> str(facts.outcome), facts.birthday, facts.left_wins_by
    ('N', 2, (Value('1'),))
    >>> facts.omitted["atomic_weight"]
    'not infinitesimal'
    >>> find_facts(read("E(11,8)")).details["word"]
    'rl2e'
    """
    start = _now()
    game = expression.game
    if isinstance(game, Value):
        return value_facts(expression.normalised, game, deadline, expression.terms)
    facts = Facts(expression.normalised, game, game.outcome)
    granted = POSITION_PATIENCE if deadline is None else _OF_THE_LIMIT * (deadline - start)
    _find_of_position(facts, expression, deadline, start, granted)
    # Few games have a theory of misère play, and a search for it must leave time for the rest.
    rest = granted / (4 if deadline is None else 8)
    misere = Attempts(facts, deadline, rest, rest)
    facts.misere_outcome = misere("misere_outcome", lambda: unfolded(expression).misere_outcome)
    return facts


def _find_of_position(
    facts: Facts, expression: Expression, deadline: float | None, start: float, granted: float
) -> None:
    """Find the facts about a position or a sum under normal play."""
    game = expression.game
    assert not isinstance(game, Value)
    # What theory tells is worth half of that even where the outcome took all of it.
    closed = Attempts(facts, deadline, granted, max(granted / 2, start + granted - _now()))
    _closed.find(facts, closed)
    if facts.grundy is not None:
        # The nimber costs no more time, unlike a list of moves.
        facts.value = closed("value", lambda: game.value)
    _closed.find_moves(facts, closed)
    attempt = Attempts(facts, deadline, granted, start + granted - _now())
    if facts.outcome is Outcome.P:
        # Who moves first loses just where the value is 0, so that nothing is left to search for.
        facts.value = Value(0)
    if facts.value is not None:
        at_once = Attempts(facts, deadline, PATIENCE, PATIENCE)
        _find_by_value(facts, facts.value, at_once)
        _find_summands(facts, facts.value, attempt, expression.terms)
        return
    if "value" not in facts.omitted:
        facts.value = attempt("value", lambda: game.value)
    if facts.value is None:
        _closed.excuse(facts)
    else:
        _find_by_value(facts, facts.value, attempt)
        _find_summands(facts, facts.value, attempt, expression.terms)


def value_facts(
    text: str,
    value: Value,
    deadline: float | None = None,
    terms: Sequence[Expression] = (),
) -> Facts:
    """Find out everything about a value, the sum of `terms`, which is written `text`."""
    facts = Facts(text, value, value.outcome, value)
    attempt = Attempts(facts, deadline, PATIENCE, float("inf"))
    _find_by_value(facts, value, attempt)
    _find_summands(facts, value, attempt, terms)
    facts.misere_outcome = attempt("misere_outcome", lambda: value.misere_outcome)
    return facts


def _find_by_value(facts: Facts, value: Value, attempt: Attempts) -> None:
    """Find what the value tells, but for what is known already."""
    facts.left_stop, facts.right_stop = value.left_stop, value.right_stop
    facts.text = attempt("value", lambda: str(value))
    graph = facts.thermograph = attempt("thermograph", value.thermograph)
    if graph is not None:
        facts.mean, facts.temperature = graph.mean, graph.temperature
    facts.left_options = attempt("left_options", lambda: value.left_options)
    facts.right_options = attempt("right_options", lambda: value.right_options)
    if isinstance(facts.game, Value):
        _find_winning_options(facts)
    facts.birthday = attempt("birthday", lambda: value.birthday)
    facts.followers = attempt("followers", lambda: value.follower_count)
    if facts.atomic_weight is None:
        facts.atomic_weight = attempt("atomic_weight", value.atomic_weight)
    if facts.atomic_weight is not None:
        facts.omitted.pop("atomic_weight", None)
    elif not value.is_infinitesimal:
        facts.omitted["atomic_weight"] = "not infinitesimal"
    if value.is_nimber and facts.grundy is None:
        # The nimber *n is born on day n.
        facts.grundy = facts.birthday
    if facts.grundy is not None:
        facts.omitted.pop("grundy", None)


def _find_summands(
    facts: Facts, value: Value, attempt: Attempts, terms: Sequence[Expression]
) -> None:
    """Find the terms of a sum and the winning moves in each."""
    found = attempt("summands", lambda: summands_of(terms))
    if found is not None:
        moves = attempt("summands", lambda: _sum_moves(found, value))
        facts.summands, facts.sum_moves = (found, moves) if moves is not None else ((), {})


def _find_winning_options(facts: Facts) -> None:
    if facts.left_options is not None:
        facts.left_wins_by = tuple(g for g in facts.left_options if g >= 0)
    if facts.right_options is not None:
        facts.right_wins_by = tuple(g for g in facts.right_options if g <= 0)


def _sum_moves(summands: Sequence[Summand], total: Value) -> dict[Player, list[Move]]:
    return {player: winning_moves(summands, total, player) for player in (Left, Right)}


def out_of_time(deadline: float | None) -> bool:
    """Tell whether `deadline`, on the monotonic clock, has passed; None never passes."""
    return deadline is not None and _now() >= deadline


def rational(x: Fraction | int) -> str:
    """Return ``p/q``, or the integer; of any length, which ``str(x)`` is not.

    Examples
    --------
    >>> rational(Fraction(3, 8)), rational(Fraction(-2))
    ('3/8', '-2')
    """
    return str(Value(x))


def spell(value: Value, *, unicode: bool = False) -> str | None:
    """Return the text of a value, or None where it is too long."""
    try:
        return value.unicode() if unicode else str(value)
    except BudgetExceeded:
        return None
