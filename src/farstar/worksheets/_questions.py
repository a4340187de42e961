"""Questions about positions: how they are made at random, and why their answers are right."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import active, bounds, budget
from farstar.errors import BudgetExceeded, IllegalPositionError, LoopyError, NotationError
from farstar.expressions import known_game, parse
from farstar.figures import layout
from farstar.rules import Explanation, Position
from farstar.values import Value

_NODES = 30_000
"""What everything about one position may cost, so that a worksheet is made in seconds."""

_TRIES = 300
_MOST_MOVES = 14
_LONGEST_VALUE = 24
_LARGEST_PICTURE = 460.0, 300.0
"""Pixels: several questions have to fit on a page."""

_MOST_REASONS = 8
_WINS = ", wins: "
"""What an explanation says about a winning move."""

_MISERE = "Misère play"
"""The step about another convention than that of a worksheet."""


@dataclass(frozen=True)
class Question:
    """One exercise with its answer."""

    kind: str
    """``who``, ``move``, ``value``, ``order`` or ``thermograph``."""

    prompt: str
    games: tuple[Position, ...]
    """The positions that are shown; those of an exercise about several are called A, B, ..."""

    answer: str
    reasons: tuple[str, ...]
    thermograph: Value | None = None
    """The value whose thermograph belongs to the answer, if one does."""


LEVELS: Mapping[int, tuple[str, ...]] = {
    1: ("who",),
    2: ("who", "move"),
    3: ("move", "value"),
    4: ("value", "order"),
    5: ("value", "order", "thermograph"),
}
"""The kinds of questions of each level."""


class Candidates:
    """Positions of some games, at random but the same for the same seed."""

    def __init__(self, names: list[str], level: int, random: Random) -> None:
        self._names = names
        self._level = level
        self._random = random
        self._used: set[str] = set()

    def take(self, is_good: Callable[[Position], Any]) -> tuple[Position, Any] | None:
        """Return a new position, and what `is_good` says of it; None if none was found."""
        for _ in range(_TRIES):
            try:
                with budget(nodes=_NODES):
                    position = self._position()
                    if position is None or str(position) in self._used:
                        continue
                    found = is_good(position)
            except BudgetExceeded:
                if _is_spent():
                    raise
                continue
            except (IllegalPositionError, LoopyError, NotationError):
                continue
            if found:
                self._used.add(str(position))
                return position, found
        return None

    def _position(self) -> Position | None:
        """Return a first position of a game, after some moves, if it has a picture and moves."""
        game = self._first(self._random.choice(self._names))
        if not isinstance(game, Position) or game.may_loop:
            return None
        for _ in range(self._random.randint(0, 6)):
            moves = game.options(self._random.choice((Left, Right)))
            if not moves:
                break
            game = self._random.choice(moves)
        counts = [len(game.moves(player)) for player in (Left, Right)]
        if not all(counts) or max(counts) > _MOST_MOVES:
            return None
        diagram = game.diagram()
        if diagram is not None:
            scene = layout(diagram)
            if scene.width > _LARGEST_PICTURE[0] or scene.height > _LARGEST_PICTURE[1]:
                return None
        return game

    def _first(self, name: str) -> Any:
        """Return a first position: one of those that the game names, or one of a random size."""
        if "(" in name:
            return parse(name)
        rules = known_game(name).rules
        sized = {
            field: str(self._random.randint(2, 2 + self._level))
            if entry.pattern == r"\d{1,9}"
            else ",".join(
                str(self._random.randint(1, 3 + 2 * self._level))
                for _ in range(self._random.randint(1, 3))
            )
            for field, entry in rules.fields.items()
            if entry.choices is None and re.fullmatch(r"[\d, ]+", entry.value)
        }
        starts = list(rules.starts)
        if rules.template and len(sized) == len(rules.fields) and self._random.random() < 0.7:
            return parse(rules.template.format(**sized))
        return parse(self._random.choice(starts)) if starts else None


def _is_spent() -> bool:
    """Return whether the budget of the whole worksheet is used up, not only that of a position."""
    deadline, _, _ = bounds()
    return (deadline is not None and time.monotonic() >= deadline) or active().nodes_left() == 0


# The kinds of questions.


def _who(candidates: Candidates) -> Question | None:
    def outcome_if_not_trivial(game: Position) -> Outcome | None:
        return game.outcome if _has_replies(game) else None

    taken = candidates.take(outcome_if_not_trivial)
    if taken is None:
        return None
    game, outcome = taken
    left, right = (_name(_winner(outcome, player)) for player in (Left, Right))
    return Question(
        "who",
        "Who wins: the player who moves first, or the one who moves second?"
        if game.is_impartial
        else "Who wins if Left moves first, and who wins if Right moves first?",
        (game,),
        f"If Left moves first, {left} wins; if Right moves first, {right} wins "
        f"(outcome {outcome}).",
        _reasons(game.explain(), "to move"),
    )


def _has_replies(game: Position) -> bool:
    """Return whether some move has a reply; otherwise it is plain who wins."""
    return any(after.moves(-player) for player in (Left, Right) for after in game.options(player))


def _move(candidates: Candidates) -> Question | None:
    def only_move(game: Position) -> Any:
        moves = game.winning_moves(Left)
        return moves if len(moves) == 1 and len(game.moves(Left)) > 2 else None

    taken = candidates.take(only_move)
    if taken is None:
        return None
    game, (move,) = taken
    who = "You are" if game.is_impartial else "Left is"
    return Question(
        "move",
        f"{who} to move. Exactly one move wins: which one?",
        (game,),
        f"{move.text}.",
        _reasons(game.explain(), "Either player to move" if game.is_impartial else "Left to move"),
    )


def _value(candidates: Candidates) -> Question | None:
    taken = candidates.take(lambda game: _short_value(game, {Value(0)}))
    if taken is None:
        return None
    game, value = taken
    return Question(
        "value",
        "What is the value of this position?",
        (game,),
        f"{value.unicode()}.",
        (*_in_plain_text(value), *_reasons(game.explain(), "Value")),
    )


def _in_plain_text(value: Value) -> tuple[str, ...]:
    """Return how a value is written in the reasons, if that differs from the answer."""
    signs, plain = value.unicode(), str(value)
    is_clear = signs.replace("∗", "*") == plain
    return () if is_clear else (f"In plain text {signs} is written {plain}.",)


def _short_value(game: Position, refused: set[Value]) -> Value | None:
    value = game.value
    is_fine = value not in refused and len(str(value)) <= _LONGEST_VALUE
    return value if is_fine else None


def _order(candidates: Candidates) -> Question | None:
    games: dict[Value, Position] = {}
    for _ in range(4):

        def comparable(game: Position) -> Value | None:
            value = _short_value(game, set(games))
            if value is None or any(value.is_confused_with(other) for other in games):
                return None
            return value

        taken = candidates.take(comparable)
        if taken is not None:
            games[taken[1]] = taken[0]
    if len(games) < 3:
        return None
    letters = {value: "ABCD"[n] for n, value in enumerate(games)}
    ordered = sorted(games, key=lambda value: sum(value >= other for other in games))
    reasons = [f"{letters[value]} has the value {value.unicode()}." for value in games]
    reasons += [
        f"In {letters[high]} - {letters[low]} Left wins, whoever moves first: "
        f"{letters[high]} > {letters[low]}."
        for low, high in pairwise(ordered)
    ]
    return Question(
        "order",
        "Order these games from the least to the greatest.",
        tuple(games.values()),
        " < ".join(letters[value] for value in ordered) + ".",
        tuple(reasons),
    )


def _thermograph(candidates: Candidates) -> Question | None:
    def hot(game: Position) -> Value | None:
        value = _short_value(game, set())
        return value if value is not None and value.temperature > 0 else None

    taken = candidates.take(hot)
    if taken is None:
        return None
    game, value = taken
    graph = value.thermograph()
    return Question(
        "thermograph",
        "Draw the thermograph of this position. What are its mean and its temperature?",
        (game,),
        f"Mean {_number(graph.mean)}, temperature {_number(graph.temperature)}.",
        (
            f"The value is {value.unicode()}.",
            f"If Left starts, play stops at {_number(value.left_stop)}; "
            f"if Right starts, at {_number(value.right_stop)}.",
            f"The walls meet at temperature {_number(graph.temperature)} and value "
            f"{_number(graph.mean)}, where the mast begins.",
        ),
        value,
    )


KINDS: Mapping[str, Callable[[Candidates], Question | None]] = {
    "who": _who,
    "move": _move,
    "value": _value,
    "order": _order,
    "thermograph": _thermograph,
}
"""What makes a question of each kind."""


def _reasons(explanation: Explanation, title: str) -> tuple[str, ...]:
    """Return what an explanation says in the steps of a title; winning moves come first."""
    lines: list[str] = []
    for step in explanation.steps:
        if title in step.title:
            items = sorted(map(str, step.items), key=lambda line: _WINS not in line)
            lines += [f"{step.title}: {step.text}", *items]
    if not lines:
        # A game with a theory of its own is explained by the theory.
        lines = [
            f"{step.title}: {step.text}" for step in explanation.steps if step.title != _MISERE
        ]
    plain = [str(line).replace("`", "") for line in lines]
    more = len(plain) - _MOST_REASONS
    return (*plain[:_MOST_REASONS], *([f"and {more} more lines like these"] if more > 0 else []))


def _winner(outcome: Outcome, first: Player) -> Player:
    return first if outcome.wins(first, first=True) else -first


def _name(player: Player) -> str:
    return player.name.title()


def _number(x: Fraction) -> str:
    return str(x)
