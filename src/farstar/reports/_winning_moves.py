"""The winning moves of a game, as ``farstar moves`` shows them, and transcripts of matches."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import BudgetExceeded, NotationError
from farstar.expressions import Expression, read
from farstar.reports._find import drawing_moves_of, first_winning_moves_of, outcome_of
from farstar.reports._playable import components, is_impartial, unfolded
from farstar.reports._report import move_json
from farstar.rules import Position
from farstar.sums import Sum
from farstar.sums.choosing import Chooser
from farstar.sums.lines import line_of_play
from farstar.sums.matches import Match
from farstar.sums.players import PLAYERS

_SCHEMA = "farstar.moves/1"
_PLAYERS = {"left": Left, "right": Right}

_MOST_COUNTED = 100_000
"""Moves that are worth counting."""


@dataclass(frozen=True)
class Plays:
    """The winning moves in a game."""

    expression: str
    outcome: Outcome
    misere: bool
    impartial: bool
    sides: dict[str, dict[str, Any]]
    """For each player asked for: whether moving first wins, and how."""

    def as_json(self) -> dict[str, Any]:
        """Return what ``farstar moves --json`` prints."""
        return {
            "schema": _SCHEMA,
            "expression": self.expression,
            "outcome": str(self.outcome),
            "misere": self.misere,
            "left": self.sides.get("left"),
            "right": self.sides.get("right"),
        }


def moves_report(text: str, player: str = "both", *, misere: bool = False) -> dict[str, Any]:
    """Return the object that ``farstar moves --json`` prints for the expression `text`.

    Examples
    --------
    >>> moves_report("*2")["left"]["winning_moves"]
    [{'text': 'to 0', 'after': '0'}]
    """
    return find_plays(read(text), player, misere=misere).as_json()


def find_plays(
    expression: Expression, player: str = "both", *, misere: bool = False, line: bool = False
) -> Plays:
    """Find the winning moves of one player, or of both.

    Parameters
    ----------
    expression : Expression
        What was read.
    player : str
        ``"left"``, ``"right"`` or ``"both"``.
    misere : bool
        Misère play: a player who cannot move wins.
    line : bool
        For each player who moves first, also give a line of play, as `line_of_play` does.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> plays = find_plays(read("E(11,8) - E(3,2)"), "right")
    >>> [move["text"] for move in plays.sides["right"]["winning_moves"]]
    ['in -E(3,2): (3,2) -> (2,1)']
    """
    names = tuple(_PLAYERS) if player == "both" else (player,)
    game = unfolded(expression)
    chooser = Chooser(misere=misere)
    # The chooser remembers who wins when it is asked for the moves.
    outcome = game.misere_outcome if misere else outcome_of(game, chooser)
    sides = {name: _side(game, outcome, _PLAYERS[name], chooser) for name in names}
    if line:
        for name in names:
            match = line_of_play(game, _PLAYERS[name], misere=misere)
            sides[name]["line"] = match.record()
            sides[name]["line_is_whole"] = match.is_over
    return Plays(expression.normalised, outcome, misere, is_impartial(expression.game), sides)


def _side(
    game: Position | Sum, outcome: Outcome, player: Player, chooser: Chooser
) -> dict[str, Any]:
    wins = outcome.wins(player, first=True)
    winning, are_all = first_winning_moves_of(game, player, chooser) if wins else ((), True)
    draws: dict[str, Any] = {}
    if game.may_loop:
        drawing = () if wins else drawing_moves_of(game, player, chooser)
        draws = {"draws": bool(drawing), "drawing_moves": list(map(move_json, drawing))}
    return {
        "wins": wins,
        **draws,
        "moves": _count(game, player),
        "winning_moves": list(map(move_json, winning)),
        "are_all": are_all,
    }


def _count(game: Position | Sum, player: Player) -> int | None:
    """Return the number of moves, or None if there are too many to list."""
    try:
        if any(_has_many_moves(g, player) for g in components(game) if isinstance(g, Position)):
            return None
        return len(game.moves(player))
    except BudgetExceeded:
        return None


def _has_many_moves(position: Position, player: Player) -> bool:
    """Return whether it would take long just to count the moves."""
    steps = position.ruleset.moves_with_paths(position.state, player)
    return next(islice(iter(steps), _MOST_COUNTED, None), None) is not None


# Games against the computer as plain data, for files: one JSON object each.


_TRANSCRIPT_SCHEMA = "farstar.play/1"

SIDES = {"left": Left, "right": Right}
"""The players by name."""


@dataclass
class Transcript:
    """A match, and its settings.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> match = Match(unfolded(read("*2")))
    >>> match.play(match.legal_moves[0])
    >>> data = Transcript("*2", "left", "perfect", 1, match).to_dict()
    >>> data["moves"], data["winner"]
    ([{'player': 'left', 'text': 'to 0', 'after': '0'}], 'left')
    >>> Transcript.from_dict(data).to_dict() == data
    True
    """

    expression: str
    """The game, as an expression."""
    you: str
    """Which side the user plays, ``"left"`` or ``"right"``."""
    opponent: str
    """The kind of the other player."""
    seed: int
    """The seed of the opponent's choices."""
    match: Match

    @property
    def side(self) -> Player:
        """Which side the user plays."""
        return SIDES[self.you]

    def to_dict(self) -> dict[str, Any]:
        """Return the transcript as plain data, for JSON."""
        match = self.match
        winner = match.winner
        return {
            "schema": _TRANSCRIPT_SCHEMA,
            "expression": self.expression,
            "misere": match.misere,
            "you": self.you,
            "first": match.first.name.lower(),
            "opponent": self.opponent,
            "seed": self.seed,
            "moves": match.record(),
            "winner": None if winner is None else winner.name.lower(),
        }

    @classmethod
    def from_dict(cls, data: Any) -> Transcript:
        """Return the transcript from plain data; every move is checked.

        Raises
        ------
        NotationError
            If a member is missing or wrong.
        IllegalPositionError
            If a move is not legal.
        """
        _check(data)
        start = unfolded(read(data["expression"]))
        match = Match(start, SIDES[data["first"]], misere=data["misere"])
        match.replay(data["moves"])
        return cls(data["expression"], data["you"], data["opponent"], data["seed"], match)


def _check(data: Any) -> None:
    """Refuse anything but an object with the right members."""
    if not isinstance(data, dict) or data.get("schema") != _TRANSCRIPT_SCHEMA:
        raise NotationError(f"its schema is not {_TRANSCRIPT_SCHEMA}")
    moves = data.get("moves")
    fine = {
        "expression": isinstance(data.get("expression"), str),
        "misere": isinstance(data.get("misere"), bool),
        "you": data.get("you") in ("left", "right"),
        "first": data.get("first") in ("left", "right"),
        "opponent": data.get("opponent") in tuple(PLAYERS),
        "seed": isinstance(data.get("seed"), int),
        "moves": isinstance(moves, list) and all(isinstance(move, dict) for move in moves),
    }
    for name, is_fine in fine.items():
        if not is_fine:
            raise NotationError(f"its member {name!r} is {str(data.get(name))[:40]!r}")
