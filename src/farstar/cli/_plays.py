"""What ``farstar moves`` finds out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import farstar as fs
from farstar.cli._form import unfolded
from farstar.expressions import Expression

_PLAYERS = {"left": fs.Left, "right": fs.Right}


@dataclass(frozen=True)
class Plays:
    """The winning moves in a game."""

    expression: str
    outcome: fs.Outcome
    misere: bool
    impartial: bool
    sides: dict[str, dict[str, Any]]
    """For each player asked for: whether moving first wins, and how."""

    def as_json(self) -> dict[str, Any]:
        """Return what ``farstar moves --json`` prints, but for the schema."""
        return {
            "expression": self.expression,
            "outcome": str(self.outcome),
            "misere": self.misere,
            "left": self.sides.get("left"),
            "right": self.sides.get("right"),
        }


def find_plays(expression: Expression, player: str = "both", *, misere: bool = False) -> Plays:
    """Find the winning moves of one player, or of both.

    Parameters
    ----------
    expression : Expression
        What was read.
    player : str
        ``"left"``, ``"right"`` or ``"both"``.
    misere : bool
        Misère play: who cannot move wins.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> plays = find_plays(read("E(11,8) - E(3,2)"), "right")
    >>> [move["text"] for move in plays.sides["right"]["winning_moves"]]
    ['in -E(3,2): (3,2) -> (2,1)']
    """
    names = tuple(_PLAYERS) if player == "both" else (player,)
    game = unfolded(expression)
    try:
        return _plays(expression, game, names, misere=misere)
    except (fs.BudgetExceeded, fs.ValueOverflowError):
        # Sums know shortcuts for a value that they do not know for one in pieces.
        folded = expression.game
        if misere or isinstance(folded, fs.Value) or folded == game:
            raise
        return _plays(expression, folded, names, misere=misere)


def _plays(
    expression: Expression, game: fs.Position | fs.Sum, names: tuple[str, ...], *, misere: bool
) -> Plays:
    outcome = game.misere_outcome if misere else game.outcome
    sides = {name: _side(game, outcome, _PLAYERS[name], misere=misere) for name in names}
    return Plays(expression.normalised, outcome, misere, _is_impartial(expression), sides)


def _side(
    game: fs.Position | fs.Sum, outcome: fs.Outcome, player: fs.Player, *, misere: bool
) -> dict[str, Any]:
    wins = outcome.wins(player, first=True)
    winning = game.winning_moves(player, misere=misere) if wins else ()
    return {
        "wins": wins,
        "moves": _count(game, player),
        "winning_moves": [{"text": move.text, "after": str(move.after)} for move in winning],
    }


def _count(game: fs.Position | fs.Sum, player: fs.Player) -> int | None:
    """Return how many moves there are, or None where they are too many to list."""
    try:
        return len(game.moves(player))
    except fs.BudgetExceeded:
        return None


def _is_impartial(expression: Expression) -> bool:
    game = expression.game
    return game.is_nimber if isinstance(game, fs.Value) else game.is_impartial
