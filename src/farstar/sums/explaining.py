"""The explanation of a sum."""

from __future__ import annotations

from farstar._digits import to_text
from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import budget
from farstar.errors import BudgetExceeded, LoopyError
from farstar.rules import Explanation, Position, Reason, clip
from farstar.rules.explaining import (
    MEANING,
    RESULTS,
    SHOWN_MOVES,
    VALUE_NODES,
    VALUE_SECONDS,
    what_is_forced,
)
from farstar.rules.native_search import has_board
from farstar.sums._problem import uncancelled
from farstar.sums._search import refuse_if_out_of_time
from farstar.sums._strategies import nim_sum
from farstar.sums._sum import Sum, of_terms
from farstar.sums._term import Term
from farstar.sums._verdict import Method, Verdict
from farstar.sums.choosing import Chooser
from farstar.values import Value

_TEXT = 200


def explain(total: Sum, chooser: Chooser | None = None) -> Explanation:
    """Return the explanation of a sum: its components, the method, and the moves that win.

    Pass a `chooser` that already knows about the sum to save work.
    """
    chooser = chooser or Chooser()
    verdict = chooser.decide(total)
    outcome = verdict.outcome
    if outcome is None:
        raise AssertionError("a verdict on both questions has an outcome")
    steps = [
        Reason(
            "Components",
            f"{len(total.terms)} in the sum" if total.terms else "none: nobody can move",
            tuple(map(_component, total.terms)),
        ),
        _method(total, verdict),
        Reason("Outcome", f"{outcome}: {_meaning(outcome)}", data={"outcome": str(outcome)}),
    ]
    players = (Left,) if total.is_impartial else (Left, Right)
    steps += [_moves(total, player, verdict, chooser) for player in players]
    return Explanation(f"`{clip(str(total), _TEXT)}`", tuple(steps))


def _meaning(outcome: Outcome) -> str:
    return MEANING.get(outcome) or " ".join(what_is_forced(outcome))


def _component(term: Term) -> str:
    name = f"`{'-' if term.sign < 0 else ''}{clip(str(term), _TEXT)}`"
    if isinstance(term.component, Value):
        return f"{name}: outcome {term.component.outcome}"
    if term.may_loop:
        return _component_that_may_loop(term, name)
    if term.is_impartial and (grundy := _cheap_grundy(term)) is not None:
        return f"{name}: Grundy value {clip(to_text(grundy), _TEXT)}"
    outcome = term.component.outcome
    text = f"{name}: outcome {outcome if term.sign > 0 else -outcome}"
    value = _cheap_value(term)
    return text if value is None else f"{text}, value `{clip(value, _TEXT)}`"


def _component_that_may_loop(term: Term, name: str) -> str:
    if term.is_impartial:
        return f"{name}: Grundy value {clip(str(term.loopy_grundy), _TEXT)}"
    outcome = term.component.outcome
    text = f"{name}: outcome {outcome if term.sign > 0 else -outcome}"
    try:
        with budget(seconds=VALUE_SECONDS):
            return f"{text}, value {clip(str(term.loopy_value), _TEXT)}"
    except BudgetExceeded:
        refuse_if_out_of_time()
        return text


def _cheap_grundy(term: Term) -> int | None:
    """Return the Grundy value; None if it takes long although who wins is known."""
    if not isinstance(term.component, Position) or not has_board(term.component):
        return term.grundy
    try:
        with budget(nodes=VALUE_NODES, seconds=VALUE_SECONDS):
            return term.grundy
    except BudgetExceeded:
        refuse_if_out_of_time()
        return None


def _cheap_value(term: Term) -> str | None:
    try:
        with budget(nodes=VALUE_NODES, seconds=VALUE_SECONDS):
            return str(of_terms((term,)).value)
    except BudgetExceeded:
        return None


def _method(total: Sum, verdict: Verdict) -> Reason:
    method = verdict.method
    if method is None:
        raise AssertionError("a verdict on both questions has a method")
    data = {"method": method.label}
    if method is Method.NIM_SUM and total.may_loop:
        numbers = " + ".join(str(term.loopy_grundy) for term in total.terms)
        text = f"{method.value}: {clip(numbers, _TEXT)} = {clip(str(total.loopy_grundy), _TEXT)}"
        return Reason("Method", text, data=data | {"grundy": str(total.loopy_grundy)})
    if method is Method.NIM_SUM:
        terms = uncancelled(total.terms)
        numbers = " xor ".join(to_text(term.grundy or 0) for term in terms) or "0"
        grundy = nim_sum(terms)
        text = f"{method.value}: `{clip(numbers, _TEXT)} = {clip(to_text(grundy), _TEXT)}`"
        return Reason("Method", text, data=data | {"grundy": grundy})
    items = [_answer(verdict, player) for player in (Left, Right)]
    items += [_why_shortened(player, moves) for player, moves in verdict.most_moves]
    return Reason("Method", method.value, tuple(items), data)


def _answer(verdict: Verdict, player: Player) -> str:
    """Return whether a player wins by moving first, and the method that decided it."""
    method = verdict.method_for(player)
    result = RESULTS[verdict.result(player) or ""]
    return f"{player.name.title()}, moving first, {result}" + (
        "" if method is None else f" ({method.label})"
    )


def _why_shortened(player: Player, moves: int) -> str:
    """Return why components were shortened before the sum was searched."""
    count = "1 move" if moves == 1 else f"{to_text(moves)} moves"
    return (
        f"{player.name.title()} has at most {count} in this sum, so long components were shortened "
        "where their length cannot matter"
    )


def _moves(total: Sum, player: Player, verdict: Verdict, chooser: Chooser) -> Reason:
    name = "Either player" if total.is_impartial else player.name.title()
    result = verdict.result(player) or ""
    data: dict[str, object] = {"player": str(player), "wins": result == "win"}
    try:
        winning = chooser.winning_moves(total, player)
        drawing = chooser.drawing_moves(total, player) if result == "draw" else ()
    except LoopyError as error:
        # The value of a component may have sides, but no options.
        text = f"{RESULTS[result]}; the moves cannot be listed: {error}"
        return Reason(f"{name} to move", text, data=data | {"winning_moves": None})
    except BudgetExceeded:
        if _can_be_listed(total, player):
            raise
        text = f"{RESULTS[result]}; there are too many moves to list"
        return Reason(f"{name} to move", text, data=data | {"winning_moves": None})
    good = winning or drawing
    items = [clip(move.text, _TEXT) for move in good[:SHOWN_MOVES]]
    if len(good) > SHOWN_MOVES:
        items.append(f"and {len(good) - SHOWN_MOVES} other moves")
    text = f"{len(winning) or 'no'} {'move wins' if len(winning) <= 1 else 'moves win'}"
    if drawing:
        text += f", {len(drawing)} {'draws' if len(drawing) == 1 else 'draw'}"
        data["drawing_moves"] = [move.text for move in drawing]
    data["winning_moves"] = [move.text for move in winning]
    return Reason(f"{name} to move", text, tuple(items), data)


def _can_be_listed(total: Sum, player: Player) -> bool:
    refuse_if_out_of_time()
    try:
        total.moves(player)
    except BudgetExceeded:
        return False
    return True
