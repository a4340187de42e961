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

    def __init__(self, *, heaps: bool = True, most: int = MOST_POSITIONS) -> None:
        self._most = most
        """How many positions the games may have."""
        self._heaps = heaps
        """Whether rules of heaps can be used; otherwise their moves are listed."""
        self.games: list[dict[str, Any]] = []
        self.parts: list[list[int]] = []
        self.rows: list[Rows] = []
        self._places: dict[Hashable, int] = {}
        self._positions = 0
        self._compared: set[tuple[Hashable, Position]] = set()
        self._wrong: set[Hashable] = set()

    def component(self, game: Component, sign: int) -> int:
        """Add a component, and return which part it is."""
        key = (type(game), game)
        if key not in self._places:
            self._places[key] = len(self.games)
            described = self._described(game)
            self.games.append(described)
            self.rows.append(checker.positions(described))
        part = [self._places[key], sign]
        if part not in self.parts:
            self.parts.append(part)
        return self.parts.index(part)

    def moves(self, state: State, player: str) -> Iterable[State]:
        """Return the sums after a move."""
        options: Iterable[State] = checker.moves(self.parts, self.rows, state, player)
        return options

    def listed(
        self, starts: Iterable[Any], options: Callable[[Any], Iterable[Iterable[Any]]]
    ) -> tuple[Rows, list[Any]]:
        """Return the moves from everything that can be reached, and what the rows stand for."""
        met = list(dict.fromkeys(starts))
        for _ in met:
            self._count()
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
        rules = self.derived(game)
        if rules is not None:
            return {"name": name, **rules}
        return {"name": name, "moves": self.listed([game], options_of)[0]}

    def derived(self, game: Position) -> Mapping[str, Any] | None:
        """Return the rules of a position as text, if they give its moves."""
        rules = game.ruleset.plain_rules(game.state)
        if rules is None or ("heaps" in rules and not self._heaps):
            return None
        return rules if self._agrees(game, rules) else None

    def _agrees(self, game: Position, rules: Mapping[str, Any]) -> bool:
        """Return whether the rules as text give the moves of the game, in every position."""
        text = tuple(rules["left"]), tuple(rules["right"])
        try:
            agrees = text not in self._wrong and self._gives_moves(game, rules, text)
        except ValueError:  # numbers beyond what the checker takes
            agrees = False
        if not agrees:
            self._wrong.add(text)
        return agrees

    def _gives_moves(self, game: Position, rules: Mapping[str, Any], text: Hashable) -> bool:
        plain_rules = game.ruleset.plain_rules
        derive = checker.board_moves if "board" in rules else checker.heap_moves
        for position, options in self._reached(game, text):
            given = plain_rules(position.state)
            if given is None:
                return False
            start = start_of(given)
            for side, ours in zip(("left", "right"), options, strict=True):
                derived = {after for rule in rules[side] for after in derive(start, rule)}
                if derived != {start_of(plain_rules(option.state)) for option in ours}:
                    return False
        return True

    def _reached(
        self, game: Position, text: Hashable
    ) -> list[tuple[Position, tuple[Iterable[Position], Iterable[Position]]]]:
        """Return the positions that were not compared yet, with both players' options.

        They are counted first, so that a large game is refused before any work is done.
        """
        met = [game] if (text, game) not in self._compared else []
        for position in met:
            self._count()
            self._compared.add((text, position))
        reached = []
        for position in met:
            options = options_of(position)
            reached.append((position, options))
            for option in (*options[0], *options[1]):
                if (text, option) not in self._compared:
                    self._count()
                    self._compared.add((text, option))
                    met.append(option)
        return reached

    def _count(self) -> None:
        meter().tick()
        self._positions += 1
        if self._positions > self._most:
            raise BudgetExceeded(
                f"expected at most {self._most} positions for a certificate, got more"
            )


def options_of(position: Position) -> tuple[Iterable[Position], Iterable[Position]]:
    """Return the options of both players."""
    return position.options(Player.LEFT), position.options(Player.RIGHT)


def start_of(rules: Mapping[str, Any] | None) -> Hashable:
    """Return the position in rules as text: a board, or heaps as tuples."""
    if rules is None:
        return None
    board: Hashable = rules.get("board")
    return board if board is not None else tuple(map(tuple, rules["heaps"]))
