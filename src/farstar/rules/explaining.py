"""The explanation of a position of any game: its outcome, its value, and its moves."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from farstar._arguments import clip
from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import bounds, budget
from farstar.errors import BudgetExceeded
from farstar.formulas import source_of
from farstar.rules import _search as search
from farstar.rules._explanation import Explanation, Reason
from farstar.rules._move import Move
from farstar.rules._position import Position
from farstar.rules.native_search import has_board
from farstar.values import Form, Value

if TYPE_CHECKING:
    from farstar.loopy import Loopy, LoopyOutcome

__all__ = [
    "DRAWN",
    "MEANING",
    "RESULTS",
    "explain",
    "theorem_steps",
    "value_step",
    "what_is_forced",
]

SHOWN_VALUES = 12
"""How many values of options are listed, and how many steps from them to the canonical form."""

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

DRAWN = {
    "D": "a draw, whoever starts",
    "P^": "Left wins as the second player, and draws as the first",
    "Pv": "Right wins as the second player, and draws as the first",
    "N^": "Left wins as the first player, and draws as the second",
    "Nv": "Right wins as the first player, and draws as the second",
}
"""What the classes between the usual four mean."""

RESULTS = {"win": "wins", "draw": "draws", "loss": "loses"}
"""What a player does who can force a result."""

_OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


def explain(position: Position) -> Explanation:
    """Return the explanation of a position of any game."""
    may_loop, outcome = position.ruleset.may_loop, position.outcome
    title = clip(str(position), _TEXT)
    meaning = " ".join(what_is_forced(outcome)) if may_loop else MEANING[outcome]
    players = (Left,) if position.is_impartial else (Left, Right)
    moves = [(_forced_step if may_loop else _moves_step)(position, player) for player in players]
    return Explanation(
        title if may_loop else f"`{title}`",
        (
            Reason("Outcome", f"{outcome}: {meaning}", data={"outcome": str(outcome)}),
            *theorem_steps(position),
            # The moves did not wait for the value, which may take longest.
            _loopy_value_step(position) if may_loop else _value_step(position),
            *moves,
        ),
    )


def theorem_steps(position: Position, *, misere: bool = False) -> tuple[Reason, ...]:
    """Return the step that names the theorem for all sizes by which a position is answered."""
    theorem = position.ruleset.theorem(position.state, misere=misere)
    if theorem is None:
        return ()
    name = (f"its name in the library is {theorem.name}",) if theorem.name else ()
    certificate = f"its certificate has the SHA-256 digest {theorem.digest}"
    data = {"theorem": theorem._asdict()}
    return (Reason("By a theorem", theorem.statement, (*name, certificate), data),)


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
        try:
            items = _mex_items(position) if position.is_impartial else _option_items(position)
        except BudgetExceeded:
            # By theory the value may be known before those of the options.
            items = []
    return Reason("Value", f"`{clip(text, _TEXT)}`", tuple(items), {"value": text})


def _mex_items(position: Position) -> list[str]:
    """Say which Grundy values the options have, and which is the least that is missing."""
    options = sorted({option.grundy for option in position.options(Left)})
    if not options:
        return []
    values = ", ".join(f"`*{n}`" if n > 1 else f"`{'0*'[n]}`" for n in options[:SHOWN_VALUES])
    more = ", ..." if len(options) > SHOWN_VALUES else ""
    return [f"the moves lead to {values}{more}; the least number missing is {position.grundy}"]


def _option_items(position: Position) -> list[str]:
    """Say which values the moves lead to, and which of them matter."""
    sides = [[move.after.value for move in position.moves(player)] for player in (Left, Right)]
    if not any(sides) or max(map(len, sides)) > SHOWN_MOVES:
        return []
    items = [
        f"{player.name.title()} can move to {_counted(values)}"
        for player, values in zip((Left, Right), sides, strict=True)
        if values
    ]
    left, right = (list(dict.fromkeys(values)) for values in sides)
    for step in Form.of(left, right).simplify():
        items.append(source_of(step.text) if len(step.text) <= _TEXT else clip(step.text, _TEXT))
        if len(items) > SHOWN_VALUES:
            return [*items, "and so on"]
    return items


def _counted(values: list[Value]) -> str:
    """Return different values with how many moves lead to each."""
    counts = Counter(values)
    texts = [
        f"`{clip(str(value), _TEXT)}`" + (f" ({count} moves)" if count > 1 else "")
        for value, count in counts.most_common(SHOWN_VALUES)
    ]
    more = len(counts) - len(texts)
    return ", ".join(texts) + (f" and {more} more values" if more else "")


def _moves_step(position: Position, player: Player) -> Reason:
    try:
        moves = position.moves(player)
    except BudgetExceeded as error:
        if _is_late():
            raise
        if not position.outcome.wins(player, first=True):
            why = f"loses; the moves are left out: {clip(str(error), _TEXT)}"
            data = {"player": str(player), "winning_moves": None}
            return Reason(_to_move(position, player), why, data=data)
        return _first_winning_step(position, player, error)
    winning = {move.after for move in position.winning_moves(player)} if moves else set()
    items = [_verdict(move, move.after in winning) for move in moves[:SHOWN_MOVES]]
    count = count_of_winning(len(winning), len(moves))
    texts = [move.text for move in moves if move.after in winning]
    return _step_of_moves(position, player, len(moves), count, items, texts)


def count_of_winning(winning: int, moves: int) -> str:
    """Say in words how many moves win."""
    if not winning:
        return "no move wins"
    if moves == 1:
        return "the only move wins"
    return f"{winning:,} of {moves:,} moves {'wins' if winning == 1 else 'win'}"


def _first_winning_step(position: Position, player: Player, error: BudgetExceeded) -> Reason:
    """Return some winning moves of a position whose moves are too many to list."""
    title = _to_move(position, player)
    try:
        texts = [move.text for move in position.some_winning_moves(player)]
    except BudgetExceeded:
        why = f"wins; the moves are left out: {clip(str(error), _TEXT)}"
        return Reason(title, why, data={"player": str(player), "winning_moves": None})
    items = tuple(source_of(clip(text, _TEXT)) for text in texts)
    data = {"player": str(player), "winning_moves": texts}
    return Reason(title, "wins, for example by these moves", items, data)


def _to_move(position: Position, player: Player) -> str:
    return f"{'Either player' if position.is_impartial else player.name.title()} to move"


def _step_of_moves(
    position: Position, player: Player, count: int, text: str, items: list[str], winning: list[str]
) -> Reason:
    """Return the step about the moves of a player, of whom `items` lists the first ones."""
    title = _to_move(position, player)
    if not count:
        return Reason(title, "there is no move, so the player to move loses")
    if count > SHOWN_MOVES:
        items = [*items, f"and {count - SHOWN_MOVES} other moves"]
    return Reason(title, text, tuple(items), {"player": str(player), "winning_moves": winning})


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


# Where play may go on for ever.


def what_is_forced(outcome: Outcome | LoopyOutcome) -> list[str]:
    """Return for each player who moves first what perfect play leads to."""
    return [
        f"{player.name.title()}, moving first, {RESULTS[outcome.result(player, first=True)]}."
        for player in (Left, Right)
    ]


def value_step(value: Loopy) -> Reason:
    """Return the step about a loopy value."""
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


def _loopy_value_step(position: Position) -> Reason:
    """Return the sentence about the value, if it is found within a second."""
    try:
        with budget(seconds=VALUE_SECONDS):
            return value_step(position.loopy_value)
    except BudgetExceeded as error:
        return Reason("Value", f"left out: {clip(str(error), _TEXT)}", data={"value": None})


def _forced_step(position: Position, player: Player) -> Reason:
    """Return what each move of a player leads to, and how soon."""
    moves = position.moves(player)
    forced = [position.ruleset.forced(move.after.state, -player) for move in moves]
    results = [_OPPOSITE[result] for result, _ in forced]
    items = [
        f"{clip(move.text, _TEXT)}: {RESULTS[result]}{_duration(result, length)}"
        for move, result, (_, length) in zip(moves[:SHOWN_MOVES], results, forced, strict=False)
    ]
    count = {result: results.count(result) for result in ("win", "draw") if result in results}
    if len(moves) == 1:
        text = f"the only move {RESULTS[results[0]]}"
    elif not count:
        text = "every move loses"
    else:
        verbs = [(n, RESULTS[result] if n == 1 else result) for result, n in count.items()]
        (first, verb), *more = verbs
        text = f"{first} of {len(moves)} moves {verb}" + "".join(f", {n} {v}" for n, v in more)
    texts = [m.text for m, result in zip(moves, results, strict=True) if result == "win"]
    return _step_of_moves(position, player, len(moves), text, items, texts)


def _duration(result: str, length: int) -> str:
    """Return how long perfect play lasts after a move, the winner's fast and the loser's slow."""
    if result == "draw":
        return ""
    if length == 0:
        return " at once"
    return f", {length} {'move' if length == 1 else 'moves'} later"
