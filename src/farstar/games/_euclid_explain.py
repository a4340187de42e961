"""Explanations of Euclid and Grossman's game, step by step."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from farstar.games import _row_explain as rows
from farstar.games._multiplier_sets import is_single, least
from farstar.games._wording import count, number, numbers, pair
from farstar.rules import Explanation, Reason
from farstar.theory import serial_nim

if TYPE_CHECKING:
    from farstar.games._euclid_family import EuclidFamily

_SHOWN_MOVES = 12


def explain(position: EuclidFamily) -> Explanation:
    """Return the explanation of a position of either game, with any set of multipliers."""
    verdict = "the player to move wins" if position.grundy else "the player who moved last wins"
    allowed = position.multipliers
    suffix = "" if allowed.is_unrestricted else f" with multipliers {allowed}"
    title = f"`{position.ruleset.name}{pair(position.a, position.b)}`{suffix}: {verdict}"
    row = position.heaps
    if not row:
        return Explanation(title, (_end(position),))
    steps = [_quotients(position), *_reasons(position, row), _grundy(position), _move(position)]
    if position.multipliers.kind == "all":
        steps.append(_play(position))
    steps.append(_misere(position))
    return Explanation(title, tuple(steps))


def _end(position: EuclidFamily) -> Reason:
    why = "one number is 0" if not position.small else "no result may be 0"
    return Reason(
        "The end", f"There is no move: {why}. The player to move loses.", (), {"heaps": []}
    )


def _quotients(position: EuclidFamily) -> Reason:
    digits, row = position.continued_fraction, position.heaps
    fraction = f"{number(position.large)}/{number(position.small)}"
    text = f"The continued fraction of `{fraction}` is `[{numbers(digits)}]`. "
    if row == digits:
        text += "A move takes counters from the first heap of this row, until it is empty."
    else:
        text += (
            f"No result may be 0, so the last quotient is reduced by one: the heaps are "
            f"{numbers(row)}, and a move takes counters from the first until it is empty."
        )
    data = {"quotients": rows.plain(digits), "heaps": rows.plain(row)}
    return Reason("Quotients", text, (), data)


def _reasons(position: EuclidFamily, row: tuple[int, ...]) -> list[Reason]:
    allowed = position.multipliers
    if allowed.is_unrestricted:
        return [rows.first_choice(row), *_golden_ratio(position)]
    if allowed.is_odd:
        return [rows.parity(row)]
    if allowed.limit is not None:
        return [_reduced(position, allowed.limit), _goals(position)]
    return [rows.subtraction(row, allowed)]


def _golden_ratio(position: EuclidFamily) -> list[Reason]:
    a, b = position.small, position.large
    if a == b:
        return []
    difference = b * b - a * b - a * a
    sign = ">" if difference > 0 else "<"
    text = (
        f"With `a = {number(a)}` and `b = {number(b)}`, `b*b - a*b - a*a = {number(difference)} "
        f"{sign} 0`: `b/a` is {'above' if difference > 0 else 'below'} the golden ratio, the slope "
        f"of the cone, so {'the player to move wins' if difference > 0 else 'every move loses'}."
    )
    return [Reason("Golden ratio", text, (), {"in_cone": difference < 0})]


def _reduced(position: EuclidFamily, k: int) -> Reason:
    sequence = position.reduced_sequence
    # The theorem speaks of Grossman's game, which is one counter shorter at the end.
    counted = " (the last one increased by one)" if position.ends_in_zero else ""
    place = sequence.index(2)
    verdict = "odd: the player to move loses" if place % 2 else "even: the player to move wins"
    text = (
        f"Modulo `k + 1 = {number(k + 1)}` drop the quotients{counted} that leave 0, write 1 for "
        f"those that leave 1 and 2 for the others, and end in 2: {numbers(sequence)}. The first 2 "
        f"is at place {place}, which is {verdict}."
    )
    return Reason("Reduced sequence", text, (), {"sequence": [*sequence], "first_two": place})


def _goals(position: EuclidFamily) -> Reason:
    goals, period = position.goals, (position.multipliers.limit or 0) + 1
    items = tuple(
        f"quotient {number(goal.quotient)}: case ({goal.case}); the winner, who moves "
        f"{'first' if goal.wins else 'second'} there, always leaves {goal.residue} modulo "
        f"{number(period)}"
        for goal in goals[:_SHOWN_MOVES]
    )
    if len(goals) > _SHOWN_MOVES:
        items += (f"... and {count(len(goals) - _SHOWN_MOVES, 'quotient')} more",)
    data = {
        "goals": [{"case": goal.case, "residue": goal.residue, "wins": goal.wins} for goal in goals]
    }
    text = (
        "Whenever the opponent takes 1 to `k` counters, the winner takes the rest of `k + 1`, and "
        "so reaches the goal at each quotient."
    )
    return Reason("Goals", text, items, data)


def _grundy(position: EuclidFamily) -> Reason:
    a, b, value = position.small, position.large, position.grundy
    if not position.multipliers.is_unrestricted:
        text = f"Folding the heaps from the last to the first gives {number(value)}."
    elif position.ends_in_zero:
        place = serial_nim.index(position.heaps)
        text = (
            f"The index I, the largest `i` with `a0 = ... = a(i-1) <= ai`, is {place}; the Grundy "
            f"value is `a0 - (I mod 2) = {number(b // a)} - {place % 2} = {number(value)}`."
        )
    else:
        text = (
            f"`floor((b*b - a*a) / (a*b)) = floor({number(b * b - a * a)} / {number(a * b)}) = "
            f"{number(value)}`."
        )
    return Reason("Grundy value", text, (), {"grundy": rows.plain_number(value)})


def _move(position: EuclidFamily) -> Reason:
    winning = position.winning_multipliers()
    chosen = least(winning)
    if chosen is None:
        return Reason("No winning move", _why_lost(position), (), {"multipliers": "{}"})
    after = position.after(chosen)
    text = (
        f"Subtract {number(chosen)} times {number(position.small)}: "
        f"`{pair(position.a, position.b)} -> {pair(after.a, after.b)}`."
    )
    if is_single(winning):
        text += " No other move wins."
    else:
        text += f" The winning multipliers are {winning}."
    return Reason("Winning move", f"{text} {_why_won(after)}", (), {"multipliers": str(winning)})


def _why_lost(position: EuclidFamily) -> str:
    if position.multipliers.is_unrestricted or position.heaps[0] == 1:
        only = position.after(1) if 1 in position.legal_multipliers() else None
        if only is None:
            return "There is no legal move."
        text = f"The quotient is 1, so the only move is to `{pair(only.a, only.b)}`"
        reply = least(only.winning_multipliers())
        if reply is None:
            return text + "."
        answer = only.after(reply)
        return f"{text}, and the opponent wins by moving to `{pair(answer.a, answer.b)}`."
    if position.multipliers.is_odd:
        return "Every move leaves an odd number of counters to the opponent."
    if position.multipliers.limit is not None:
        return "Whatever is subtracted, the opponent has an answer that reaches the goal."
    return "Every move leaves a position that the opponent wins."


def _why_won(after: EuclidFamily) -> str:
    row = after.heaps
    if not row:
        return "That ends the game."
    if row[0] == 1 and 1 in after.legal_multipliers():
        reply = after.after(1)
        return f"The quotient is now 1, so the reply is forced: to `{pair(reply.a, reply.b)}`."
    if after.multipliers.is_odd:
        return "An even number of counters is left, and every move takes an odd number."
    if least(after.legal_multipliers()) is None:
        return "The opponent has no legal move."
    if after.multipliers.limit is not None:
        return "Whatever the opponent replies, there is again a move to the goal."
    return "After every reply the player to move wins again."


def _play(position: EuclidFamily) -> Reason:
    length = position.length
    line = list(islice(position.line_of_play(), _SHOWN_MOVES + 1))
    moves = " -> ".join(pair(place.a, place.b) for place in line)
    if length > _SHOWN_MOVES:
        moves += " -> ..."
    text = f"If both play well, the game lasts {count(length, 'move')}: `{moves}`."
    return Reason("Play", text, (), {"length": rows.plain_number(length)})


def _misere(position: EuclidFamily) -> Reason:
    won = position.misere_outcome == "N"
    who = "the player to move" if won else "the player who moved last"
    same = won == bool(position.grundy)
    text = f"In misère play {who} wins{', as in normal play' if same else ' instead'}."
    return Reason("Misère play", text, (), {"misere_outcome": str(position.misere_outcome)})
