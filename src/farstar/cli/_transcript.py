"""Games of ``farstar play`` in files: one JSON object each."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

import farstar as fs
from farstar.expressions import read
from farstar.reports import unfolded
from farstar.sums.matches import Match
from farstar.sums.players import PLAYERS

SCHEMA = "farstar.play/1"

SIDES = {"left": fs.Left, "right": fs.Right}
"""The players by name."""


@dataclass
class Transcript:
    """A match, and how it came about."""

    expression: str
    """The game, as an expression."""
    you: str
    """Which side the user plays, ``"left"`` or ``"right"``."""
    opponent: str
    """The kind of the other player."""
    seed: int
    """What the opponent's choices hang on."""
    match: Match
    path: str | None = field(default=None, kw_only=True)
    """Where it is saved."""

    @property
    def side(self) -> fs.Player:
        """Which side the user plays."""
        return SIDES[self.you]

    def to_dict(self) -> dict[str, Any]:
        """Return the transcript as plain data."""
        match = self.match
        winner = match.winner
        return {
            "schema": SCHEMA,
            "expression": self.expression,
            "misere": match.misere,
            "you": self.you,
            "first": match.first.name.lower(),
            "opponent": self.opponent,
            "seed": self.seed,
            "moves": match.record(),
            "winner": None if winner is None else winner.name.lower(),
        }

    def save(self) -> None:
        """Write the file, if there is to be one."""
        if self.path is None:
            return
        text = json.dumps(self.to_dict(), indent=1) + "\n"
        try:
            Path(self.path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise click.ClickException(
                f"expected a file that can be written, got {self.path!r}: {error.strerror}"
            ) from None


def load(path: str) -> Transcript:
    """Return the transcript in a file, every move of it checked."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from None
    except (ValueError, RecursionError):
        raise _unreadable(path, "this is no JSON") from None
    _check(path, data)
    try:
        start = unfolded(read(data["expression"]))
        match = Match(start, SIDES[data["first"]], misere=data["misere"])
        match.replay(data["moves"])
    except (fs.NotationError, fs.IllegalPositionError) as error:
        raise _unreadable(path, str(error)) from None
    return Transcript(data["expression"], data["you"], data["opponent"], data["seed"], match)


def _check(path: str, data: Any) -> None:
    """Refuse anything but an object with the right members."""
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise _unreadable(path, f"its schema is not {SCHEMA}")
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
            raise _unreadable(path, f"its member {name!r} is {str(data.get(name))[:40]!r}")


def _unreadable(path: str, why: str) -> click.ClickException:
    return click.ClickException(f"expected a game saved by farstar play, got {path!r}: {why}")


def mistakes(match: Match) -> frozenset[int]:
    """Return the places of the moves that gave a win away, if that is soon told."""
    with contextlib.suppress(fs.BudgetExceeded), fs.engine.budget(seconds=5):
        return frozenset(match.mistakes())
    return frozenset()
