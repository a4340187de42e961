"""What theory tells about a position or a sum without its value."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from farstar._outcome import Left, Outcome, Player, Right
from farstar.rules import Move, Position
from farstar.sums import Sum
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.reports._facts import Attempts, Facts

_BY_VALUE = ("left_options", "right_options", "birthday", "followers", "thermograph", "summands")
_PERHAPS_BY_VALUE = ("left_stop", "right_stop", "mean", "temperature", "atomic_weight")

Parts = tuple[tuple[int, Position | Value], ...]


def find(facts: Facts, attempt: Attempts) -> None:
    """Find what needs no value: means, weights, words."""
    game = facts.game
    assert not isinstance(game, Value)
    parts = parts_of(game)
    if game.is_impartial:
        facts.grundy = attempt("grundy", lambda: game.grundy)
    if isinstance(game, Position):
        rules, state = game.ruleset, game.state
        facts.details = attempt("position", lambda: rules.details(state)) or {}
    if all(is_infinitesimal(part) for _, part in parts):
        zero = facts.outcome is Outcome.P
        facts.left_stop = facts.right_stop = Fraction(0)
        facts.temperature = Fraction(-1 if zero else 0)
    elif isinstance(game, Position):
        facts.temperature = attempt("temperature", lambda: rules.closed_temperature(state))
    facts.mean = attempt("mean", lambda: mean(parts))
    if game.is_impartial:
        facts.atomic_weight = Value(0)
    else:
        # A part without a weight is no verdict on the sum, whose value may have one.
        facts.atomic_weight = attempt("atomic_weight", lambda: weight(parts))


def find_moves(facts: Facts, attempt: Attempts) -> None:
    """Find the winning moves of a position or a sum."""
    facts.left_wins_by = attempt("winning_moves", lambda: _winning_moves(facts, Left))
    facts.right_wins_by = attempt("winning_moves", lambda: _winning_moves(facts, Right))


def _winning_moves(facts: Facts, player: Player) -> tuple[Move, ...]:
    game = facts.game
    assert not isinstance(game, Value)
    return game.winning_moves(player) if facts.outcome.wins(player, first=True) else ()


def parts_of(game: Position | Sum) -> Parts:
    """Return the components with their signs."""
    if isinstance(game, Position):
        return ((1, game),)
    return tuple((term.sign, term.component) for term in game.terms)


def is_infinitesimal(part: Position | Value) -> bool:
    """Tell whether a component is known to be infinitesimal without a search."""
    if isinstance(part, Value):
        return part.is_infinitesimal
    return part.is_impartial or part.ruleset.has_infinitesimal_values


def mean(parts: Parts) -> Fraction | None:
    """Return the mean of a sum, where theory tells the mean of every part.

    Examples
    --------
    >>> import farstar as fs
    >>> mean(parts_of(fs.parse("E(11,8) - A(3,2,1) + {3||2|1}")))
    Fraction(-1, 4)
    """
    total = Fraction(0)
    for sign, part in parts:
        if is_infinitesimal(part):
            continue
        own = part.mean if isinstance(part, Value) else part.ruleset.closed_mean(part.state)
        if own is None:
            return None
        total += sign * own
    return total


def weight(parts: Parts) -> Value:
    """Return the atomic weight of a sum, the sum of the weights of its parts.

    Examples
    --------
    >>> import farstar as fs
    >>> weight(parts_of(fs.parse("E(11,8) + Euclid(9,2) - ^3")))
    Value('-5')
    """
    total = Value(0)
    for sign, part in parts:
        # A nimber weighs nothing.
        if isinstance(part, Value) or not part.is_impartial:
            total += sign * part.atomic_weight()
    return total


def excuse(facts: Facts) -> None:
    """Note for every fact that needs the value that there is none."""
    if isinstance(facts.game, Sum):
        # Parts without a weight may have one together.
        facts.omitted.pop("atomic_weight", None)
    for name in _BY_VALUE:
        facts.omitted.setdefault(name, "the value was left out")
    for name in _PERHAPS_BY_VALUE:
        if getattr(facts, name) is None:
            facts.omitted.setdefault(name, "the value was left out")
