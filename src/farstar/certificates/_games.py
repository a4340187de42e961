"""The games of a certificate: rules from which the moves can be derived, or lists of moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from farstar._outcome import Player
from farstar.certificates import checker
from farstar.errors import BudgetExceeded, LoopyError
from farstar.loopy import Loopy
from farstar.rules import Position, meter
from farstar.values import Value

MOST_POSITIONS = 20_000
"""Positions of all games of one certificate."""

Rows: TypeAlias = list[list[list[int]]]
"""For each position those that Left and that Right can move to."""

State: TypeAlias = tuple[tuple[int, int], ...]
"""Components of a sum: part and position, in order."""

Component: TypeAlias = Position | Value | Loopy
"""What a sum consists of."""


class Games:
    """The games of a certificate and the parts of its sum, as they are collected."""

    def __init__(self) -> None:
        self.games: list[dict[str, Any]] = []
        self.parts: list[list[int]] = []
        self.rows: list[Rows] = []
        self._places: dict[Hashable, int] = {}
        self._positions = 0

    def component(self, game: Component, sign: int) -> tuple[int, int]:
        """Add a component, and return it as a part and its position."""
        key = (type(game), game)
        if key not in self._places:
            self._places[key] = len(self.games)
            described = self._described(game)
            self.games.append(described)
            self.rows.append(checker.positions(described))
        part = [self._places[key], sign]
        if part not in self.parts:
            self.parts.append(part)
        return self.parts.index(part), 0

    def moves(self, state: State, player: str) -> Iterable[State]:
        """Return the sums after a move."""
        options: Iterable[State] = checker.moves(self.parts, self.rows, state, player)
        return options

    def listed(
        self, starts: Iterable[Any], options: Callable[[Any], Iterable[Iterable[Any]]]
    ) -> tuple[Rows, list[Any]]:
        """Return the moves from everything that can be reached, and what the rows stand for."""
        met = list(dict.fromkeys(starts))
        place = {game: i for i, game in enumerate(met)}
        rows: Rows = []
        for game in met:
            row = []
            for side in options(game):
                targets = set()
                for option in side:
                    if option not in place:
                        self._count()
                        place[option] = len(met)
                        met.append(option)
                    targets.add(place[option])
                row.append(sorted(targets))
            rows.append(row)
        return rows, met

    def form(self, values: Iterable[Value]) -> tuple[Rows, list[Value]]:
        """Return the canonical forms of values, the given ones first."""
        return self.listed(values, lambda g: (g.left_options, g.right_options))

    def _described(self, game: Component) -> dict[str, Any]:
        name = str(game)
        if isinstance(game, Value):
            return {"name": name, "moves": self.form([game])[0]}
        if isinstance(game, Loopy):
            if not game.is_stopper:
                raise LoopyError(f"expected a stopper for a certificate, got {game!r}")
            return {"name": name, "moves": [list(map(list, row)) for row in game.graph()]}
        rules = game.ruleset.plain_rules(game.state)
        if rules is not None and self._agrees(game, rules):
            return {"name": name, **rules}
        return {"name": name, "moves": self.listed([game], _options)[0]}

    def _agrees(self, game: Position, rules: Mapping[str, Any]) -> bool:
        """Return whether the rules as text give the moves of the game, in every position."""
        try:
            return self._gives_moves(game, rules)
        except checker.Refused:  # numbers beyond what the checker takes
            return False

    def _gives_moves(self, game: Position, rules: Mapping[str, Any]) -> bool:
        plain_rules = game.ruleset.plain_rules
        derive = checker.board_moves if "board" in rules else checker.heap_moves
        met = [game]
        seen = {game}
        for position in met:
            given = plain_rules(position.state)
            if given is None:
                return False
            start = _start(given)
            for player, side in ((Player.LEFT, "left"), (Player.RIGHT, "right")):
                derived = {after for rule in rules[side] for after in derive(start, rule)}
                options = position.options(player)
                if derived != {_start(plain_rules(option.state)) for option in options}:
                    return False
                for option in options:
                    if option not in seen:
                        self._count()
                        seen.add(option)
                        met.append(option)
        return True

    def _count(self) -> None:
        meter().tick()
        self._positions += 1
        if self._positions > MOST_POSITIONS:
            raise BudgetExceeded(
                f"expected at most {MOST_POSITIONS} positions for a certificate, got more"
            )


def _options(position: Position) -> Iterable[Iterable[Position]]:
    return position.options(Player.LEFT), position.options(Player.RIGHT)


def _start(rules: Mapping[str, Any] | None) -> Hashable:
    if rules is None:
        return None
    board: Hashable = rules.get("board")
    return board if board is not None else tuple(map(tuple, rules["heaps"]))
