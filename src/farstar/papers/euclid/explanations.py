"""Explanations of Euclid, Grossman's game and rows of heaps, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from farstar._digits import to_text
from farstar.games.numbers import is_single, least
from farstar.games.wording import count, number, numbers, pair
from farstar.impartial.number_sets import Multipliers
from farstar.papers.euclid.theory import restricted, serial_nim
from farstar.papers.euclid.theory.continued_fractions import quotients
from farstar.papers.euclid.theory.quotient_matrices import product
from farstar.rules import Explanation, Reason

if TYPE_CHECKING:
    from farstar.papers.euclid._family import EuclidFamily


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
    data = {"quotients": plain(digits), "heaps": plain(row)}
    return Reason("Quotients", text, (), data)


def _reasons(position: EuclidFamily, row: tuple[int, ...]) -> list[Reason]:
    allowed = position.multipliers
    if allowed.is_unrestricted:
        return [first_choice(row), *_golden_ratio(position)]
    if allowed.is_odd:
        return [parity(row)]
    if allowed.limit is not None:
        return [_reduced(position, allowed.limit), _goals(position)]
    return [subtraction(row, allowed)]


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
    return Reason("Grundy value", text, (), {"grundy": plain_number(value)})


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
    return Reason("Play", text, (), {"length": plain_number(length)})


def _misere(position: EuclidFamily) -> Reason:
    won = position.misere_outcome == "N"
    who = "the player to move" if won else "the player who moved last"
    same = won == bool(position.grundy)
    text = f"In misère play {who} wins{', as in normal play' if same else ' instead'}."
    return Reason("Misère play", text, (), {"misere_outcome": str(position.misere_outcome)})


_PLAIN_BITS = 4096
_SHOWN_HEAPS = 12


def plain_number(n: int) -> int | str:
    """Return a number as data: huge ones as text, which every JSON reader accepts."""
    return n if n.bit_length() <= _PLAIN_BITS else to_text(n)


def plain(items: Iterable[int]) -> list[int | str]:
    """Return numbers as data."""
    return [plain_number(n) for n in items]


def grossman_pair(row: tuple[int, ...]) -> tuple[int, int]:
    """Return the position of Grossman's game that is equivalent to this row of heaps."""
    quotients = [*row[:-1], row[-1] + 1] if row else [1]
    large, _, small, _ = product(quotients)
    return small, large


def first_choice(row: tuple[int, ...]) -> Reason:
    """Explain who wins a row of heaps without a limit on the takes."""
    place = next((i for i, heap in enumerate(row) if heap > 1), None)
    if place is None:
        won = len(row) % 2 == 1
        text = (
            f"All heaps are 1, so every move is forced and the game lasts {count(len(row), 'move')}"
            f": the player to move {'makes' if won else 'does not make'} the last one."
        )
    else:
        won = place % 2 == 0
        before = f"the {count(place, 'heap')} before it are 1, so" if place > 1 else ""
        before = "the heap before it is 1, so" if place == 1 else before
        text = (
            f"The first heap that is not 1 is {number(row[place])}, at place {place}"
            f"{f'; {before} play up to there is forced' if place else ''}. Whoever meets it can "
            f"take all of it or all but one, and so decides who must begin the rest. Place {place} "
            f"is {'even: that is the player to move' if won else 'odd: that is the opponent'}."
        )
    return Reason("First heap that is not 1", text, (), {"place": place, "wins": won})


def parity(row: tuple[int, ...]) -> Reason:
    """Explain a row where every take is odd and 1 is always legal."""
    total = sum(row)
    verdict = "odd: the player to move wins" if total % 2 else "even: the player to move loses"
    text = (
        f"Every move takes an odd number of counters and 1 is always legal, so all plays have the "
        f"same parity. The heaps hold {number(total)} counters, which is {verdict}."
    )
    return Reason("Parity", text, (), {"counters": plain_number(total)})


def residues(row: tuple[int, ...], limit: int) -> Reason:
    """Explain a row where a move takes at most `limit` counters."""
    period = limit + 1
    items = []
    for i in range(min(len(row), _SHOWN_HEAPS)):
        rest = serial_nim.wins(row[i + 1 :], limit=limit)
        goal = 1 if rest else 0
        won = row[i] % period != goal
        items.append(
            f"heap {number(row[i])}: the rest is {'won' if rest else 'lost'} for whoever begins "
            f"it, so the winner leaves {goal} modulo {number(period)}, and the player who meets "
            f"{number(row[i] % period)} {'wins' if won else 'loses'}"
        )
    if len(row) > _SHOWN_HEAPS:
        items.append(f"... and {count(len(row) - _SHOWN_HEAPS, 'heap')} more")
    text = f"Modulo {number(period)} the heaps are {numbers([h % period for h in row])}."
    return Reason("Residues", text, tuple(items), {"residues": plain(h % period for h in row)})


def subtraction(row: tuple[int, ...], takes: Multipliers) -> Reason:
    """Explain a row where the takes come from a set without a closed form."""
    first = max(0, len(row) - _SHOWN_HEAPS)
    items = []
    for i in range(len(row) - 1, first - 1, -1):
        value = restricted.grundy(*grossman_pair(row[i:]), takes)
        items.append(f"from heap {number(row[i])} at place {i} on: {number(value)}")
    if first:
        items.append(f"... and {count(first, 'heap')} before these")
    text = (
        f"Each heap is a subtraction game with takes {takes} that stands in front of what follows "
        f"it. From the last heap to the first the Grundy values are:"
    )
    return Reason("Subtraction games", text, tuple(items), {})


_MOST_QUOTIENTS = 12


def quotients_of(p: int, q: int) -> str:
    """Return the first quotients of p/q in a sentence."""
    first = [number(n) for n in islice(quotients(p, q), _MOST_QUOTIENTS + 1)]
    if len(first) > _MOST_QUOTIENTS:
        first[_MOST_QUOTIENTS:] = ["..."]
    noun = "quotient" if len(first) == 1 else "quotients"
    return f"{number(p)}/{number(q)} has the {noun} {', '.join(first)}"
