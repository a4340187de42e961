"""The explanation of a sum."""

from __future__ import annotations

from farstar._digits import to_text
from farstar._outcome import Left, Player, Right
from farstar.engine import budget
from farstar.errors import BudgetExceeded
from farstar.rules import Explanation, Position, Reason, clip
from farstar.rules.explaining import MEANING, SHOWN_MOVES, VALUE_NODES, VALUE_SECONDS
from farstar.rules.native_search import has_board
from farstar.sums._merge import refuse_if_out_of_time
from farstar.sums._problem import uncancelled
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
        Reason("Outcome", f"{outcome}: {MEANING[outcome]}", data={"outcome": str(outcome)}),
    ]
    players = (Left,) if total.is_impartial else (Left, Right)
    steps += [_moves(total, player, verdict, chooser) for player in players]
    return Explanation(f"`{clip(str(total), _TEXT)}`", tuple(steps))


def _component(term: Term) -> str:
    name = f"`{'-' if term.sign < 0 else ''}{clip(str(term), _TEXT)}`"
    if isinstance(term.component, Value):
        return f"{name}: outcome {term.component.outcome}"
    if term.is_impartial and (grundy := _cheap_grundy(term)) is not None:
        return f"{name}: Grundy value {clip(to_text(grundy), _TEXT)}"
    outcome = term.component.outcome
    text = f"{name}: outcome {outcome if term.sign > 0 else -outcome}"
    value = _cheap_value(term)
    return text if value is None else f"{text}, value `{clip(value, _TEXT)}`"


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
    if method is Method.NIM_SUM:
        terms = uncancelled(total.terms)
        numbers = " xor ".join(to_text(term.grundy or 0) for term in terms) or "0"
        grundy = nim_sum(terms)
        text = f"{method.value}: `{clip(numbers, _TEXT)} = {clip(to_text(grundy), _TEXT)}`"
        return Reason("Method", text, data=data | {"grundy": grundy})
    items = [_answer(verdict, player) for player in (Left, Right)]
    return Reason("Method", method.value, tuple(items), data)


def _answer(verdict: Verdict, player: Player) -> str:
    """Return whether a player wins by moving first, and the method that decided it."""
    method = verdict.method_for(player)
    result = "wins" if verdict.wins(player) else "loses"
    return f"{player.name.title()}, moving first, {result}" + (
        "" if method is None else f" ({method.label})"
    )


def _moves(total: Sum, player: Player, verdict: Verdict, chooser: Chooser) -> Reason:
    name = "Either player" if total.is_impartial else player.name.title()
    wins = bool(verdict.wins(player))
    data: dict[str, object] = {"player": str(player), "wins": wins}
    try:
        winning = chooser.winning_moves(total, player)
    except BudgetExceeded:
        if _can_be_listed(total, player):
            raise
        text = f"{'wins' if wins else 'loses'}; there are too many moves to list"
        return Reason(f"{name} to move", text, data=data | {"winning_moves": None})
    items = [clip(move.text, _TEXT) for move in winning[:SHOWN_MOVES]]
    if len(winning) > SHOWN_MOVES:
        items.append(f"and {len(winning) - SHOWN_MOVES} other moves")
    verb = "move wins" if len(winning) <= 1 else "moves win"
    texts = [move.text for move in winning]
    return Reason(
        f"{name} to move",
        f"{len(winning) or 'no'} {verb}",
        tuple(items),
        data | {"winning_moves": texts},
    )


def _can_be_listed(total: Sum, player: Player) -> bool:
    refuse_if_out_of_time()
    try:
        total.moves(player)
    except BudgetExceeded:
        return False
    return True
