"""Games with loops: outcomes with draws, and relations, for both readings of infinite play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from farstar.certificates import checker
from farstar.certificates._certificate import Certificate
from farstar.certificates._games import Component, Games, State
from farstar.certificates._strategies import DRAW, RelationFails, Solved, replies, state_of
from farstar.errors import BudgetExceeded
from farstar.loopy.order import strategy

MOST_PAIRS = 10_000_000
"""Moves that the checker looks at to see that a strategy allows no cycle."""

_LETTERS = {checker.LEFT: "L", checker.RIGHT: "R", DRAW: "D"}


def outcome_with_loops(
    components: Sequence[tuple[Component, int]], *, misere: bool = False
) -> Certificate:
    """Return a certificate of who wins a sum with loops, or that it is a draw.

    Raises
    ------
    BudgetExceeded
        If the certificate would be too large.
    """
    games = Games(heaps=False)
    start = [games.component(component, sign) for component, sign in components]
    state = state_of(start)
    is_sided = any("on" in game for game in games.games)
    moves = {reading: games.moves_in(reading) for reading in ("on", "off")}
    onside = Solved(moves["on"], state, misere=misere)
    offside = Solved(moves["off"], state, misere=misere) if is_sided else onside
    solved = {"on": onside, "off": offside}
    results = "".join(_LETTERS[_winner(solved, state, starter)] for starter in checker.OTHER)
    claim = next(name for name, known in checker.LOOPY_RESULTS.items() if known == results)
    strategies = []
    for player, starter, reading in checker.strategies_needed(claim, is_sided=is_sided):
        pairs = replies(moves[reading], state, player, starter, solved[reading].choose)
        strategies.append(_strategy(player, starter, reading, pairs))
    return _sealed(games, start, claim, strategies, play="misere" if misere else "normal")


def _winner(solved: dict[str, Solved], state: State, starter: str) -> str:
    """Return who wins although infinite play counts for the other player, or a draw."""
    for player, reading in ((checker.LEFT, "off"), (checker.RIGHT, "on")):
        if solved[reading].winner(state, starter) == player:
            return player
    return DRAW


def relation_with_loops(
    g: Sequence[tuple[Component, int]], relation: str, h: Sequence[tuple[Component, int]]
) -> Certificate:
    """Return a certificate that two sums with loops compare in this way.

    Raises
    ------
    RelationFails
        If the relation does not hold.
    BudgetExceeded
        If the certificate would be too large.
    """
    games = Games(heaps=False)
    of_g = [games.component(part, sign) for part, sign in g]
    of_h = [games.component(part, -sign, in_h=True) for part, sign in h]
    claim = f"g {relation} h"
    strategies = []
    for starter, who in zip(checker.OTHER, checker.LOOPY_RESULTS[claim], strict=True):
        if who != "-":
            player = {"L": checker.LEFT, "R": checker.RIGHT}[who]
            strategies += _relation_strategies(games, of_g, of_h, player, starter)
    return _sealed(games, [*of_g, *of_h], claim, strategies)


def _relation_strategies(
    games: Games, of_g: list[int], of_h: list[int], player: str, starter: str
) -> list[dict[str, Any]]:
    """Return strategies for both readings, or for one if the player moves first.

    The player who moves second shows that Left does not lose g - h, or that Right does not lose it,
    which is the same for h - g; the one who moves first shows the contrary.
    """
    strategies = []
    for reading in ("on", "off"):
        parts = (of_g, of_h) if starter == checker.RIGHT else (of_h, of_g)
        (first, first_states), (second, second_states) = (
            _graph(games, start, reading, is_exchanged=start is of_h) for start in parts
        )
        answer = strategy(first, second, reading)
        if answer.holds == (player != starter):
            pairs = [
                [_joined(first_states[v], second_states[w]) for v, w, _ in pair]
                for pair in answer.replies.items()
            ]
            strategies.append(_strategy(player, starter, reading, sorted(pairs)))
    if len(strategies) < (2 if player != starter else 1):
        raise RelationFails("{g} and {h} compare in another way")
    if player != starter:
        return strategies
    if len(strategies[0]["replies"]) ** 2 > MOST_PAIRS:
        raise BudgetExceeded(f"expected at most {MOST_PAIRS} moves to look at, got more")
    return strategies[:1]


def _graph(games: Games, start: list[int], reading: str, *, is_exchanged: bool) -> tuple[Any, Any]:
    """Return the graph of a sum, and the sums that its vertices stand for.

    The parts of h are subtracted; so the players are exchanged there.
    """
    players = (checker.RIGHT, checker.LEFT) if is_exchanged else (checker.LEFT, checker.RIGHT)
    moves = games.moves_in(reading)

    def options(state: State) -> Iterable[Iterable[State]]:
        return [moves(state, player) for player in players]

    rows, states = games.rows_from([state_of(start)], options)
    return tuple((tuple(left), tuple(right)) for left, right in rows), states


def _joined(*states: State) -> list[list[int]]:
    return sorted([part, position] for state in states for part, position in state)


def _strategy(player: str, starter: str, reading: str, pairs: list[Any]) -> dict[str, Any]:
    return {"player": player, "starter": starter, "reading": reading, "replies": pairs}


def _sealed(
    games: Games, start: list[int], claim: str, strategies: Any, *, play: str = "normal"
) -> Certificate:
    return Certificate.sealed(
        {
            "games": games.games,
            "parts": games.parts,
            "h": games.h,
            "start": start,
            "play": play,
            "claim": claim,
            "strategies": strategies,
        }
    )
