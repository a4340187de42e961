"""Explanations of games on heaps: the value of each heap, the nim-sum, and a winning move."""

from __future__ import annotations

from farstar.errors import FarstarError
from farstar.games._heaps import ImpartialHeapPosition, ImpartialHeapRules, replaced
from farstar.games._wording import number, numbers
from farstar.rules import Explanation, Reason, clip

_SHOWN_HEAPS = 20
_LARGEST_GENUS = 16
_TITLE = 200


def explain(position: ImpartialHeapPosition) -> Explanation:
    """Return the explanation of a position on heaps."""
    rules = position._ruleset
    verdict = "the player to move wins" if position.grundy else "the player who moved last wins"
    title = f"`{clip(str(position), _TITLE)}`: {verdict}"
    if not position.heaps:
        return Explanation(title, (Reason("The end", "There is no heap left."),))
    steps = [_values(position, rules), _sum(position, rules), _move(position, rules)]
    if max(position.heaps) <= _LARGEST_GENUS and len(position.heaps) <= 2:
        steps.append(_genus(position))
    return Explanation(title, tuple(steps))


def _grundy(rules: ImpartialHeapRules, heap: int) -> int:
    grundy = rules.heap_grundy(heap)
    return rules.wrap((heap,)).grundy if grundy is None else grundy


def _values(position: ImpartialHeapPosition, rules: ImpartialHeapRules) -> Reason:
    heaps = position.heaps[:_SHOWN_HEAPS]
    items = [f"a heap of {number(heap)} is `*{number(_grundy(rules, heap))}`" for heap in heaps]
    if len(position.heaps) > len(heaps):
        items.append(f"and {len(position.heaps) - len(heaps)} more heaps")
    text = "The Grundy value of a heap is the least number that is not the value of an option."
    reason = rules.reason()
    return Reason("Heaps", f"{text} {reason}".strip(), tuple(items))


def _sum(position: ImpartialHeapPosition, rules: ImpartialHeapRules) -> Reason:
    values = [_grundy(rules, heap) for heap in position.heaps]
    total = position.grundy
    verdict = "not 0, so some move makes it 0." if total else "and every move changes that."
    text = f"There is one heap, so the sum is {number(total)}, {verdict}"
    if len(values) > 1:
        added = "Added without carry in base two"
        text = f"{added}, {numbers(values)} give {number(total)}, {verdict}"
    return Reason("Sum", text, (), {"grundy": total})


def _move(position: ImpartialHeapPosition, rules: ImpartialHeapRules) -> Reason:
    total = position.grundy
    if not total:
        return Reason("No winning move", "The opponent can make the sum 0 again after any move.")
    place = next(
        i for i, heap in enumerate(position.heaps) if (g := _grundy(rules, heap)) ^ total < g
    )
    heap = position.heaps[place]
    wanted = _grundy(rules, heap) ^ total
    try:
        left = rules.part_worth(heap, wanted)
    except FarstarError as error:
        return Reason("Winning move", f"left out: {clip(str(error), _TITLE)}")
    after = rules.wrap(replaced(position.heaps, place, left))
    text = f"Reduce the heap of {number(heap)} to {number(sum(left))}, which is worth"
    if len(left) > 1:
        text = f"Replace the heap of {number(heap)} by heaps of {numbers(left)}, together worth"
    text += f" `*{number(wanted)}`."
    return Reason("Winning move", text, (), {"after": clip(str(after), _TITLE)})


def _genus(position: ImpartialHeapPosition) -> Reason:
    genus = position.genus
    verdict = "loses" if genus.misere_value == 0 else "wins"
    return Reason(
        "Misère play",
        f"The genus is `{genus}`; if a player who cannot move wins, the player to move {verdict}.",
        (),
        {"genus": str(genus)},
    )
