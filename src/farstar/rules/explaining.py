"""The explanation of a position of any game: its outcome, its value, and its moves."""

from __future__ import annotations

import time

from farstar._arguments import clip
from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import bounds, budget
from farstar.errors import BudgetExceeded
from farstar.formulas import source_of
from farstar.rules import _search as search
from farstar.rules._explanation import Explanation, Reason
from farstar.rules._loopy_explaining import DRAWN, explain_loopy, value_step, what_is_forced
from farstar.rules._move import Move
from farstar.rules._position import Position
from farstar.rules.native_search import has_board

__all__ = ["DRAWN", "MEANING", "explain", "value_step", "what_is_forced"]

SHOWN_MOVES = 60
"""How many moves of a player are listed."""

VALUE_NODES = 20_000
VALUE_SECONDS = 1.0
"""The budget for the value, which is optional in an explanation."""

_TEXT = 200

MEANING = {
    Outcome.L: "Left wins, whoever moves first",
    Outcome.R: "Right wins, whoever moves first",
    Outcome.N: "the player who moves first wins",
    Outcome.P: "the player who moves second wins",
}


def explain(position: Position) -> Explanation:
    """Return the explanation of a position of any game."""
    if position.ruleset.may_loop:
        return explain_loopy(position)
    steps = [_outcome_step(position)]
    players = (Left,) if position.is_impartial else (Left, Right)
    steps += [_moves_step(position, player) for player in players]
    # The moves do not wait for the value, which may take longest.
    steps.insert(1, _value_step(position))
    return Explanation(f"`{clip(str(position), _TEXT)}`", tuple(steps))


def _outcome_step(position: Position) -> Reason:
    outcome = position.outcome
    return Reason("Outcome", f"{outcome}: {MEANING[outcome]}", data={"outcome": str(outcome)})


def _value_step(position: Position) -> Reason:
    with budget(nodes=VALUE_NODES, seconds=VALUE_SECONDS):
        try:
            text = str(position.value)
        except BudgetExceeded as error:
            why = f"left out: {clip(str(error), _TEXT)}"
            if has_board(position):
                why += (
                    "; a search through the boards decides who wins, without values of large ones"
                )
            return Reason("Value", why, data={"value": None})
    return Reason("Value", f"`{clip(text, _TEXT)}`", data={"value": text})


def _moves_step(position: Position, player: Player) -> Reason:
    name = "Either player" if position.is_impartial else player.name.title()
    try:
        moves = position.moves(player)
    except BudgetExceeded as error:
        if _is_late():
            raise
        who = "wins" if position.outcome.wins(player, first=True) else "loses"
        why = f"{who}; the moves are left out: {clip(str(error), _TEXT)}"
        return Reason(f"{name} to move", why, data={"player": str(player), "winning_moves": None})
    if not moves:
        return Reason(f"{name} to move", "there is no move, so the player to move loses")
    winning = {move.after for move in position.winning_moves(player)}
    items = [_verdict(move, move.after in winning) for move in moves[:SHOWN_MOVES]]
    if len(moves) > SHOWN_MOVES:
        items.append(f"and {len(moves) - SHOWN_MOVES} other moves")
    count = f"{len(winning)} of {len(moves)} moves win" if winning else "no move wins"
    texts = [move.text for move in moves if move.after in winning]
    return Reason(
        f"{name} to move", count, tuple(items), {"player": str(player), "winning_moves": texts}
    )


def _verdict(move: Move, wins: bool) -> str:
    outcome = move.after.outcome
    head = f"{source_of(clip(move.text, _TEXT))}: outcome {outcome}, "
    if wins:
        return head + "wins: the opponent has no winning reply"
    try:
        reply = _winning_reply(move.after, -move.player)
    except BudgetExceeded:
        if _is_late():
            raise
        return head + "loses"
    return head + f"loses to the reply {source_of(clip(reply.text, _TEXT))}"


def _is_late() -> bool:
    """Return whether the time is up, as opposed to too many moves to list."""
    deadline = bounds()[0]
    return deadline is not None and time.monotonic() >= deadline


def _winning_reply(position: Position, player: Player) -> Move:
    for reply in position.moves(player):
        if not search.wins(position.ruleset, reply.after.state, -player, closed=True):
            return reply
    raise AssertionError(f"{position} has no winning reply although its outcome promises one")
