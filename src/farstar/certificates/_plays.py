"""Sums with too many positions to list, in which play is short: strategies for what is met.

A player who has few moves in every component ends each play soon, however long the components are.
So a strategy meets few positions, and these are written in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

from farstar._outcome import Player
from farstar.certificates import checker
from farstar.certificates._certificate import Certificate
from farstar.certificates._games import (
    MOST_POSITIONS,
    Component,
    Games,
    Work,
    label_of,
    options_of,
    start_of,
)
from farstar.certificates._strategies import claimed, replies
from farstar.errors import BudgetExceeded
from farstar.rules import Position, meter
from farstar.values import Value

Place: TypeAlias = Any
"""A position as a certificate writes it: a board, heaps, or the row of a form."""

State: TypeAlias = tuple[tuple[int, Place], ...]
"""Components of a sum: part and position, in order."""

_MANY_MOVES = 1000
"""A sum that cannot be listed is played out if one player has more moves, the other one fewer."""

MOST_SUMS = 300_000
"""Sums, each with a player to move, that are played out for one certificate."""


def is_long(components: Iterable[tuple[Component, int]]) -> bool:
    """Return whether a sum may have too many positions to list, though play in it is short.

    Play is short if a player is known to have few moves in every component.
    """
    shortest, longest = _most_moves(components, needs_all=True)
    return shortest is not None and shortest < MOST_POSITIONS < longest


def may_be_played(components: Iterable[tuple[Component, int]]) -> bool:
    """Return whether play may be short in a sum with too many positions to list.

    Components whose moves are not counted are not expected to have many: a strategy that meets too
    much is refused while it is made.
    """
    shortest, longest = _most_moves(components, needs_all=False)
    return shortest is not None and shortest < _MANY_MOVES < longest


def _most_moves(
    components: Iterable[tuple[Component, int]], *, needs_all: bool
) -> tuple[int | None, int]:
    """Return how many moves the players have in the components that count them, fewest first.

    If `needs_all`, the fewest are None if no player's moves are counted in all components.
    """
    games = [(game, sign) for game, sign in components if isinstance(game, Position)]
    moves = {
        player: [
            game.ruleset.most_moves(game.state, player if sign > 0 else -player)
            for game, sign in games
        ]
        for player in Player
    }
    known = [[most for most in numbers if most is not None] for numbers in moves.values()]
    counted = (sum(numbers) for numbers in known if not needs_all or len(numbers) == len(games))
    return min(counted, default=None), max(map(sum, known))


def by_plays(components: Sequence[tuple[Component, int]], relation: str | None) -> Certificate:
    """Return a certificate of an outcome or a relation by strategies for the positions met.

    Raises
    ------
    ValueError
        If the relation does not hold.
    BudgetExceeded
        If a strategy meets too many sums, or rules are beyond the checker.
    """
    played = _Played(components)
    winners = _Winners(played.moves)
    wins = {player: winners.wins(played.start, player) for player in checker.OTHER}
    outcome = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
    claim = claimed(outcome[wins[checker.LEFT], wins[checker.RIGHT]], relation)

    def chosen(after: Iterable[State], player: str) -> State:
        """Return the winning move after which the opponent has the fewest moves."""
        other = checker.OTHER[player]
        winning = [state for state in after if not winners.wins(state, other)]
        assert winning, "no winning move where theory has one"
        return min(winning, key=lambda state: (len(played.moves(state, other)), state))

    turns = zip(checker.OTHER, checker.RESULTS[claim], strict=True)
    plays = [
        {"player": player, "starter": starter}
        | {"replies": replies(played.moves, played.start, player, starter, chosen)}
        for starter, player in turns
        if player
    ]
    return Certificate.sealed(
        {
            "games": played.games,
            "parts": played.parts,
            "start": played.components,
            "play": "normal",
            "claim": claim,
            "plays": plays,
        }
    )


class _Winners:
    """Who wins the sums that play leads to, found by playing them out."""

    def __init__(self, moves: Callable[[State, str], Iterable[State]]) -> None:
        self._moves = moves
        self._known: dict[tuple[State, str], bool] = {}

    def wins(self, start: State, player: str) -> bool:
        """Return whether a player wins moving first."""
        todo = [(start, player)]
        while todo:
            meter().tick()
            turn = state, mover = todo[-1]
            if turn in self._known:
                todo.pop()
                continue
            if len(self._known) >= MOST_SUMS:
                raise BudgetExceeded(
                    f"expected at most {MOST_SUMS} sums to which play leads, got more"
                )
            other = checker.OTHER[mover]
            followers = [(after, other) for after in self._moves(state, mover)]
            answers = [self._known.get(follower) for follower in followers]
            if False in answers:
                self._known[todo.pop()] = True
            elif None in answers:
                # The first one that is open may settle it; the others are looked at if not.
                todo.append(followers[answers.index(None)])
            else:
                self._known[todo.pop()] = False
        return self._known[start, player]


class _Played:
    """A sum of which only the positions that play leads to are known."""

    def __init__(self, components: Sequence[tuple[Component, int]]) -> None:
        self.games: list[dict[str, Any]] = []
        self.parts: list[list[int]] = []
        self.components: list[int] = []
        self._options: list[Callable[[Place], Sequence[Sequence[Place]]]] = []
        self._meaning: list[dict[Place, Any]] = []
        """For each game what its places stand for."""
        known: dict[Any, int] = {}
        starts = []
        for game, sign in components:
            key = (type(game), game)
            if key not in known:
                known[key] = len(self.games)
                starts.append(self._add(game))
            part = [known[key], sign]
            if part not in self.parts:
                self.parts.append(part)
            self.components.append(self.parts.index(part))
        self.start: State = tuple(
            sorted((part, starts[self.parts[part][0]]) for part in self.components)
        )

    def moves(self, state: State, player: str) -> set[State]:
        """Return the sums after a move."""
        after = set()
        for i, (part, place) in enumerate(state):
            game, sign = self.parts[part]
            for option in self._options[game](place)[(player == checker.RIGHT) != (sign < 0)]:
                after.add(tuple(sorted((*state[:i], *state[i + 1 :], (part, option)))))
        return after

    def _add(self, game: Component) -> Place:
        """Add a game, and return its first place."""
        name = label_of(str(game))
        rules = game.ruleset.plain_rules(game.state) if isinstance(game, Position) else None
        if rules is None:
            listed = Games()
            rows, meaning = (
                listed.form([game])
                if isinstance(game, Value)
                else listed.rows_from([game], options_of)
            )
            self.games.append({"name": name, "moves": rows})
            self._meaning.append(dict(enumerate(meaning)))
            self._options.append(lambda row: rows[row])
            return 0
        start = start_of(rules)
        self.games.append({"name": name, **rules})
        self._meaning.append({start: game})
        self._options.append(self._derived(rules, self._meaning[-1]))
        return start

    def _derived(self, rules: Any, meaning: dict[Place, Any]) -> Callable[[Place], Any]:
        """Return the moves by the rules, which are compared with those of the game."""
        kind = checker.BoardRules if "board" in rules else checker.HeapRules
        derive = kind(rules["left"], rules["right"], Work()).moves

        @cache
        def options(place: Place) -> tuple[list[Place], list[Place]]:
            meter().tick()
            position = meaning[place]
            sides = []
            for derived, ours in zip(_derived_by(derive, place), options_of(position), strict=True):
                places = {start_of(p.ruleset.plain_rules(p.state)): p for p in ours}
                if places.keys() != derived:
                    raise AssertionError(f"the rules as text give other moves of {position}")
                meaning.update(places)
                sides.append(sorted(derived))
            return sides[0], sides[1]

        return options


def _derived_by(derive: Callable[[Place], Any], place: Place) -> Any:
    try:
        return derive(place)
    except (ValueError, checker.NotSupported) as error:  # numbers beyond what the checker takes
        raise BudgetExceeded(str(error)) from None
