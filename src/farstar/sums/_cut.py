"""Cut what is too long to matter: a player with few moves sees only the beginning of a long run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from farstar._outcome import Left, Player, Right
from farstar.rules import ImpartialRuleset, Position, Ruleset
from farstar.sums._term import Term
from farstar.values import Value


class Cut(NamedTuple):
    """A smaller sum with the same winners, and the numbers of moves that allow it."""

    terms: tuple[Term, ...]
    """The smaller sum."""
    most_moves: Mapping[Player, int]
    """For each player for whom something was cut, the most moves that the player has."""


def cut(terms: tuple[Term, ...]) -> Cut | None:
    """Return a smaller sum with the same winners, or None if nothing can be cut.

    The moves of each player are counted over the whole sum. A ruleset shortens its positions by
    that number; see `Ruleset.shortened`.

    Examples
    --------
    >>> total = fs.PartizanEuclid(10**20 + 1, 10**20 - 1) + fs.PartizanEuclid(5, 3)
    >>> smaller = cut(total.terms)
    >>> [str(term) for term in smaller.terms], smaller.most_moves[fs.Left]
    (['E(13,11)', 'E(5,3)'], 4)
    """
    # This is asked of many sums, and few games have anything to cut.
    if not any(map(_may_be_long, terms)):
        return None
    shorter = list(map(_as_nimber, terms))
    moves = {player: _most_moves(shorter, player) for player in (Left, Right)}
    used = {}
    for player, most in moves.items():
        if most is None:
            continue
        for place, term in enumerate(shorter):
            shortened = _shortened(term, player, most)
            if shortened != term:
                shorter[place] = shortened
                used[player] = most
    return Cut(tuple(shorter), used) if used else None


def _may_be_long(term: Term) -> bool:
    rules = term.component.ruleset if isinstance(term.component, Position) else None
    return rules is not None and type(rules).shortened is not Ruleset.shortened


def _as_nimber(term: Term) -> Term:
    """Replace an impartial position by its Grundy value, if theory gives it."""
    component = term.component
    if isinstance(component, Position) and isinstance(component.ruleset, ImpartialRuleset):
        grundy = component.ruleset.closed_grundy(component.state)
        if grundy is not None:
            return Term(1, Value(f"*{grundy}"))
    return term


def _most_moves(terms: list[Term], player: Player) -> int | None:
    """Return the most moves that a player can make in a sum, None if that is not known."""
    total = 0
    # Positions first: most rulesets do not know the number.
    for term in sorted(terms, key=lambda term: isinstance(term.component, Value)):
        component = term.component
        owner = player if term.sign > 0 else -player
        if isinstance(component, Position):
            most = component.ruleset.most_moves(component.state, owner)
            if most is None:
                return None
        else:
            most = _moves_in_value(component, owner)
        total += most
    return total


def _moves_in_value(value: Value, player: Player) -> int:
    if value.is_integer:
        return max(0, int(value) if player is Left else -int(value))
    return value.birthday


def _shortened(term: Term, player: Player, moves: int) -> Term:
    component = term.component
    if not isinstance(component, Position):
        return term
    owner = player if term.sign > 0 else -player
    state = component.ruleset.shortened(component.state, owner, moves)
    return term if state == component.state else Term(term.sign, component.ruleset.wrap(state))
