"""The games of a certificate: rules from which the moves can be derived, or lists of moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from typing import Any, NoReturn, TypeAlias

from farstar._outcome import Player
from farstar.certificates import checker
from farstar.errors import BudgetExceeded
from farstar.loopy import Loopy
from farstar.rules import Position, Ruleset, meter
from farstar.values import Value

MOST_POSITIONS = 20_000
"""Positions of all games of one certificate."""

Rows: TypeAlias = list[list[list[int]]]
"""For each position those that Left and that Right can move to."""

State: TypeAlias = tuple[tuple[int, int], ...]
"""Components of a sum: part and position, in order."""

Moves: TypeAlias = Callable[[State, str], Iterable[State]]
"""The sums after a move of a player."""

Component: TypeAlias = Position | Value | Loopy
"""What a sum consists of."""


class Work(checker.Budget):
    """The steps of the checker, within the budget of Farstar."""

    def spend(self, steps: int) -> None:
        """Count some steps."""
        meter().charge(0)
        super().spend(steps)

    def stop(self, message: str) -> NoReturn:
        """Raise an error: there are too many."""
        raise BudgetExceeded(message)


class Games:
    """The games of a certificate and the parts of its sum, as they are collected."""

    def __init__(self, *, heaps: bool = True, most: int = MOST_POSITIONS) -> None:
        self._most = most
        """How many positions the games may have."""
        self._heaps = heaps
        """Whether rules of heaps can be used; otherwise their moves are listed."""
        self.games: list[dict[str, Any]] = []
        self.parts: list[list[int]] = []
        self.h: list[int] = []
        """The parts that are subtracted in a relation of games with loops."""
        self.rows: list[Rows] = []
        """The moves of each game."""
        self.sides: list[tuple[Rows, Rows]] = []
        """The moves of each game on its onside and on its offside."""
        self._places: dict[Hashable, int] = {}
        self._positions = 0
        self._compared: set[tuple[Hashable, Position]] = set()
        self._starts: dict[Ruleset, dict[Any, Any]] = {}
        self._wrong: set[Hashable] = set()
        self._moves: dict[Hashable, Callable[[Any], tuple[set[Any], set[Any]]]] = {}
        """The moves by rules as text, each position derived once."""
        self._sums: dict[tuple[str, int], checker.Sum] = {}

    def component(self, game: Component, sign: int, *, in_h: bool = False) -> int:
        """Add a component, and return which part it is; those of h are parts of their own."""
        key = (type(game), game)
        if key not in self._places:
            self._places[key] = len(self.games)
            described, onside, offside = self._described(game)
            self.games.append(described)
            self.sides.append((onside, offside))
            self.rows.append(onside)
        wanted = [self._places[key], sign]
        for number, part in enumerate(self.parts):
            if part == wanted and (number in self.h) == in_h:
                return number
        self.parts.append(wanted)
        if in_h:
            self.h.append(len(self.parts) - 1)
        return len(self.parts) - 1

    def moves(self, state: State, player: str) -> Iterable[State]:
        """Return the sums after a move, if there are no loops."""
        return self.moves_in("on")(state, player)

    def moves_in(self, reading: str) -> Moves:
        """Return the moves in a reading of infinite play: those of onsides or of offsides."""
        key = reading, len(self.parts)
        if key not in self._sums:
            document = {"parts": self.parts, "h": self.h}
            self._sums[key] = checker.sum_in_reading(document, self.sides, reading)
        total = self._sums[key]

        def moves(state: State, player: str) -> Iterable[State]:
            return {after for after, _ in total.moves(state, player)}

        return moves

    def listing(self, options: Callable[[Any], Iterable[Iterable[Any]]]) -> Listing:
        """Return a list of moves, empty for now, whose positions count as those of the games."""
        return Listing(options, self._count)

    def rows_from(
        self, starts: Iterable[Any], options: Callable[[Any], Iterable[Iterable[Any]]]
    ) -> tuple[Rows, list[Any]]:
        """Return the moves from everything that can be reached, and what the rows stand for."""
        listing = self.listing(options)
        listing.add(*starts)
        return listing.rows, listing.met

    def form(self, values: Iterable[Value]) -> tuple[Rows, list[Value]]:
        """Return the canonical forms of values, the given ones first."""
        return self.rows_from(values, lambda g: (g.left_options, g.right_options))

    def _described(self, game: Component) -> tuple[dict[str, Any], Rows, Rows]:
        """Return a game as data, with its moves on the onside and on the offside."""
        name = label_of(str(game))
        if isinstance(game, Loopy):
            on, off = ([list(map(list, row)) for row in graph] for graph in game._sides())
            listed = {"moves": on} if on == off else {"on": on, "off": off}
            return {"name": name, **listed}, on, off
        rules = self.derived(game) if isinstance(game, Position) else None
        if rules is not None:
            moves = self._moves[rules_text(rules)]
            rows = list(checker.numbered(moves, start_of(rules), Work()))
            return {"name": name, **rules}, rows, rows
        rows, _ = (
            self.form([game]) if isinstance(game, Value) else self.rows_from([game], options_of)
        )
        return {"name": name, "moves": rows}, rows, rows

    def derived(self, game: Position) -> Mapping[str, Any] | None:
        """Return the rules of a position as text, if they give its moves."""
        rules = game.ruleset.plain_rules(game.state)
        if rules is None or ("heaps" in rules and not self._heaps):
            return None
        # The checkers take no heaps of zeros.
        if not all(map(any, rules.get("heaps", ()))):
            return None
        return rules if self._agrees(game, rules) else None

    def _agrees(self, game: Position, rules: Mapping[str, Any]) -> bool:
        """Return whether the rules as text give the moves of the game, in every position."""
        text = rules_text(rules)
        try:
            agrees = text not in self._wrong and self._gives_moves(game, rules, text)
        except (ValueError, checker.NotSupported):  # numbers beyond what the checker takes
            agrees = False
        if not agrees:
            self._wrong.add(text)
        return agrees

    def _gives_moves(self, game: Position, rules: Mapping[str, Any], text: Hashable) -> bool:
        kind = checker.BoardRules if "board" in rules else checker.HeapRules
        if text not in self._moves:
            self._moves[text] = cache(kind(rules["left"], rules["right"], Work()).moves)
        starts = self._starts.setdefault(game.ruleset, {})

        def start(position: Position) -> Any:
            if position.state not in starts:
                given = game.ruleset.plain_rules(position.state)
                starts[position.state] = None if given is None else start_of(given)
            return starts[position.state]

        for position, options in self._reached(game, text):
            meter().charge(0)
            place = start(position)
            if place is None:
                return False
            for derived, ours in zip(self._moves[text](place), options, strict=True):
                if derived != set(map(start, ours)):
                    return False
        return True

    def _reached(
        self, game: Position, text: Hashable
    ) -> list[tuple[Position, tuple[tuple[Position, ...], tuple[Position, ...]]]]:
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
            meter().charge(len(options[0]) + len(options[1]))
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


class Listing:
    """The moves from everything that can be reached, row by row."""

    def __init__(
        self, options: Callable[[Any], Iterable[Iterable[Any]]], count: Callable[[], None]
    ) -> None:
        self.rows: Rows = []
        self.met: list[Any] = []
        """What the rows stand for."""
        self._options = options
        self._count = count
        self._places: dict[Any, int] = {}

    def add(self, *starts: Any) -> int:
        """Add these games, the rows of new ones first, with all that follow; return a row of one.

        Raises
        ------
        BudgetExceeded
            If there are too many.
        """
        for start in starts:
            self._place(start)
        while len(self.rows) < len(self.met):
            sides = self._options(self.met[len(self.rows)])
            row = [sorted({self._place(option) for option in side}) for side in sides]
            meter().charge(sum(map(len, row)))
            self.rows.append(row)
        return self._place(starts[0])

    def _place(self, game: Any) -> int:
        if game not in self._places:
            self._count()
            self._places[game] = len(self.met)
            self.met.append(game)
        return self._places[game]


def label_of(name: str) -> str:
    """Return a name as the checker takes it: what cannot be seen is written as an escape."""
    visible = "".join(
        c if c.isprintable() and not checker.INVISIBLE.match(c) else ascii(c)[1:-1] for c in name
    )
    return visible if checker.is_visible(visible) else "a game without a name"


def options_of(position: Position) -> tuple[tuple[Position, ...], tuple[Position, ...]]:
    """Return the options of both players."""
    return position.options(Player.LEFT), position.options(Player.RIGHT)


def positions_of(game: dict[str, Any]) -> tuple[Rows, Rows]:
    """Return the moves of a game of a certificate, on its onside and on its offside."""
    onside, offside = checker.sides_of(game, Work())
    return list(onside), list(offside)


def rules_text(rules: Mapping[str, Any]) -> Hashable:
    """Return both players' rules, without a position."""
    return "board" in rules, tuple(rules["left"]), tuple(rules["right"])


def start_of(rules: Mapping[str, Any] | None) -> Hashable:
    """Return the position in rules as text: a board, or heaps as tuples."""
    if rules is None:
        return None
    board: Hashable = rules.get("board")
    return board if board is not None else tuple(map(tuple, rules["heaps"]))
