"""The explanation of a position from which play may go on for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farstar._arguments import clip
from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import budget
from farstar.errors import BudgetExceeded
from farstar.rules._explanation import Explanation, Reason
from farstar.rules._position import Position

if TYPE_CHECKING:
    from farstar.loopy import Loopy, LoopyOutcome

_TEXT = 200
_SECONDS = 1.0
_SHOWN_MOVES = 60

_RESULTS = {"win": "wins", "draw": "draws", "loss": "loses"}

_OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}

DRAWN = {
    "D": "a draw, whoever starts",
    "P^": "Left wins as the second player, and draws as the first",
    "Pv": "Right wins as the second player, and draws as the first",
    "N^": "Left wins as the first player, and draws as the second",
    "Nv": "Right wins as the first player, and draws as the second",
}
"""What the classes between the usual four mean."""


def what_is_forced(outcome: Outcome | LoopyOutcome) -> list[str]:
    """Return for each player who moves first what perfect play leads to."""
    return [
        f"{player.name.title()}, moving first, {_RESULTS[outcome.result(player, first=True)]}."
        for player in (Left, Right)
    ]


def value_step(value: Loopy) -> Reason:
    """Return what is said of a loopy value."""
    text = str(value)
    if value.is_short:
        items: tuple[str, ...] = ("it equals a short game",)
    elif value.is_stopper:
        items = ("it is a stopper: alternating play always ends",)
    elif value.is_stopper_sided:
        items = (
            f"with draws counted for Left it is {value.onside}",
            f"with draws counted for Right it is {value.offside}",
        )
    else:
        items = ("a side of it is not known to be a stopper, so it has no canonical form",)
    return Reason("Value", clip(text, _TEXT), items, {"value": text})


def explain_loopy(position: Position) -> Explanation:
    """Return who can force what, and the result of each move."""
    outcome = position.outcome
    meaning = " ".join(what_is_forced(outcome))
    steps = [
        Reason("Outcome", f"{outcome}: {meaning}", data={"outcome": str(outcome)}),
        _position_value(position),
    ]
    players = (Left,) if position.is_impartial else (Left, Right)
    steps += [_moves_step(position, player) for player in players]
    return Explanation(clip(str(position), _TEXT), tuple(steps))


def _position_value(position: Position) -> Reason:
    """Return what is said of the value, if it is found in a second."""
    try:
        with budget(seconds=_SECONDS):
            return value_step(position.loopy_value)
    except BudgetExceeded as error:
        return Reason("Value", f"left out: {clip(str(error), _TEXT)}", data={"value": None})


def _duration(result: str, length: int) -> str:
    """Return how long perfect play lasts after a move, the winner's fast and the loser's slow."""
    if result == "draw":
        return ""
    if length == 0:
        return " at once"
    return f", {length} {'move' if length == 1 else 'moves'} later"


def _moves_step(position: Position, player: Player) -> Reason:
    name = "Either player" if position.is_impartial else player.name.title()
    moves = position.moves(player)
    if not moves:
        return Reason(f"{name} to move", "there is no move, so the player to move loses")
    forced = [position.ruleset.forced(move.after.state, -player) for move in moves]
    results = [_OPPOSITE[result] for result, _ in forced]
    items = [
        f"{clip(move.text, _TEXT)}: {_RESULTS[result]}{_duration(result, length)}"
        for move, result, (_, length) in zip(moves[:_SHOWN_MOVES], results, forced, strict=False)
    ]
    if len(moves) > _SHOWN_MOVES:
        items.append(f"and {len(moves) - _SHOWN_MOVES} other moves")
    count = {result: results.count(result) for result in ("win", "draw") if result in results}
    verbs = [f"{_RESULTS[result] if n == 1 else result}" for result, n in count.items()]
    if len(moves) == 1:
        text = f"the only move {_RESULTS[results[0]]}"
    elif not count:
        text = "every move loses"
    else:
        first, *more = zip(count.values(), verbs, strict=True)
        text = f"{first[0]} of {len(moves)} moves {first[1]}"
        text += "".join(f", {n} {verb}" for n, verb in more)
    texts = [m.text for m, result in zip(moves, results, strict=True) if result == "win"]
    return Reason(
        f"{name} to move", text, tuple(items), {"player": str(player), "winning_moves": texts}
    )
