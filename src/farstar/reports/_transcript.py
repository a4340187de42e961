"""Games against the computer as plain data, for files: one JSON object each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from farstar._outcome import Left, Player, Right
from farstar.errors import NotationError
from farstar.expressions import read
from farstar.reports._form import unfolded
from farstar.sums.matches import Match
from farstar.sums.players import PLAYERS

_SCHEMA = "farstar.play/1"

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
            "schema": _SCHEMA,
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
    if not isinstance(data, dict) or data.get("schema") != _SCHEMA:
        raise NotationError(f"its schema is not {_SCHEMA}")
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
