"""What theory tells about a position or a sum without its value."""

from __future__ import annotations

import contextlib
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import IllegalPositionError
from farstar.games import Euclid, GeographyA, GeographyB, GeographyBoard, Grossman, PartizanEuclid
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
        facts.details = attempt("position", lambda: details(game)) or {}
    if all(is_infinitesimal(part) for _, part in parts):
        zero = facts.outcome is Outcome.P
        facts.left_stop = facts.right_stop = Fraction(0)
        facts.temperature = Fraction(-1 if zero else 0)
    elif isinstance(game, GeographyA | GeographyB | GeographyBoard):
        facts.temperature = attempt("temperature", lambda: game.temperature)
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
    """Tell whether a component is known to be infinitesimal without a search.

    In Partizan Euclid both players can move or neither can, and so they can in impartial games.
    """
    if isinstance(part, Value):
        return part.is_infinitesimal
    return part.is_impartial or isinstance(part, PartizanEuclid)


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
        if not isinstance(part, Value | GeographyA | GeographyB | GeographyBoard):
            return None
        total += sign * part.mean
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


def details(position: Position) -> dict[str, Any]:
    """Return what is particular to the game of a position, for JSON.

    Examples
    --------
    >>> import farstar as fs
    >>> details(fs.Euclid(9, 2))
    {'continued_fraction': [4, 2], 'length': 3}
    """
    if isinstance(position, PartizanEuclid):
        return {
            "word": str(position.signature),
            "irreducible_word": str(position.irreducible_word),
            "class": position.class_number,
        }
    if isinstance(position, Euclid | Grossman):
        found: dict[str, Any] = {}
        # There is no fraction with a 0, and only some sets of multipliers have a theory of lengths.
        with contextlib.suppress(IllegalPositionError):
            found["continued_fraction"] = list(position.continued_fraction)
        with contextlib.suppress(IllegalPositionError):
            found["length"] = position.length
        return found
    if isinstance(position, GeographyBoard):
        return {"position": str(position.position)}
    return {}


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
