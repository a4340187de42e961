"""The common base of the games on heaps: a state is a tuple of heaps, each a component."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from farstar._arguments import as_index, integers
from farstar._digits import to_text
from farstar._outcome import Outcome, Player
from farstar.errors import FarstarError, IllegalPositionError
from farstar.games.numbers import NumberRules
from farstar.games.wording import number, numbers
from farstar.impartial.grundy import nim_sum
from farstar.impartial.misere import Genus, MisereForms, heap_forms
from farstar.misere import QuotientTooLarge
from farstar.misere.finding import HeapQuotients, heap_games
from farstar.rules import (
    Explanation,
    ImpartialRuleset,
    Position,
    Reason,
    Step,
    clip,
    diagrams,
    meter,
)
from farstar.rules.diagrams import Diagram

Heaps: TypeAlias = tuple[int, ...]
"""The heaps that are not empty."""

MOST_HEAPS = 10_000
_LARGEST_MISERE = 1000
_MOST_COUNTERS = 24
_MOST_REMEMBERED = 100_000
"""Misère forms, and sums of them, that one ruleset keeps for the next question."""

_MOST_ELEMENTS = 48
"""Quotients up to this size are found in moments; Kayles has 40 elements."""
_LARGEST_QUOTIENT = 512


class HeapRules(NumberRules):
    """The rules of a game on heaps; a state is the tuple of heaps."""

    form = "heaps,..."

    def check(self, position: Any) -> Heaps:
        """Return the heaps that are not empty."""
        given = (position,) if as_index(position) is not None else position
        heaps = tuple(heap for heap in integers(given, 0, "each heap") if heap)
        if len(heaps) > MOST_HEAPS:
            raise IllegalPositionError(f"expected at most {MOST_HEAPS} heaps, got {len(heaps)}")
        return heaps

    def components(self, position: Heaps) -> list[Heaps]:
        """Return each heap on its own."""
        return [(heap,) for heap in position]

    def join(self, positions: Sequence[Heaps]) -> Heaps:
        """Return all heaps together."""
        return tuple(heap for position in positions for heap in position)

    def key(self, position: Heaps) -> Heaps:
        """Return the heaps in order of size."""
        return tuple(sorted(position))

    def diagram(self, position: Heaps) -> Diagram:
        """Return the heaps."""
        return diagrams.Heaps(position)

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]] | None:
        """Return the rules of Left and of Right for heaps up to a size, as arithmetic."""
        return None

    def plain_rules(self, position: Heaps) -> Mapping[str, Any] | None:
        """Return the heaps with the rules as arithmetic, if the game has some."""
        rules = self.heap_rules(max(position, default=0))
        if rules is None:
            return None
        heaps = [[heap] for heap in sorted(position)]
        return {"heaps": heaps, "left": rules[0], "right": rules[1]}


def replaced(heaps: Heaps, place: int, left: Iterable[int]) -> Heaps:
    """Return the heaps with one replaced by what is left of it."""
    return (*heaps[:place], *(heap for heap in left if heap), *heaps[place + 1 :])


def taken_down(heaps: Heaps, place: int, left: int) -> Step:
    """Return the move that takes a heap down to `left`: the lowest counter taken is its path."""
    return Step(replaced(heaps, heaps.index(heaps[place]), (left,)), ((place, left + 1),))


class ImpartialHeapRules(HeapRules, ImpartialRuleset):
    """The rules of an impartial game on heaps."""

    def parts(self, heap: int) -> Iterable[tuple[int, ...]]:
        """Return the heaps that a move may leave of one heap."""
        raise NotImplementedError(f"expected {type(self).__name__} to define parts(heap)")

    def moves_with_paths(self, position: Heaps, player: Player) -> Iterator[Step]:
        """Return the moves in every heap, including heaps that are equal to an earlier one."""
        for place, heap in enumerate(position):
            for left in self.parts(heap):
                yield self.step(position, place, left)

    def step(self, position: Heaps, place: int, left: tuple[int, ...]) -> Step:
        """Return the move that leaves `left` of a heap."""
        return taken_down(position, place, sum(left))

    def moves(self, position: Heaps) -> Iterator[Heaps]:
        """Return the heaps after a move in one of them."""
        for place, heap in enumerate(position):
            if place and heap in position[:place]:
                continue
            for left in self.parts(heap):
                yield replaced(position, place, left)

    def heap_grundy(self, heap: int) -> int | None:
        """Return the Grundy value of one heap by theory."""
        return None

    def closed_grundy(self, position: Heaps) -> int | None:
        """Return the sum without carry of the values of the heaps."""
        total = 0
        for heap in position:
            value = self.heap_grundy(heap)
            if value is None:
                return None
            total ^= value
        return total

    def part_worth(self, heap: int, value: int) -> tuple[int, ...]:
        """Return the heaps, worth `value`, that a move can leave of a heap; `value` is smaller."""
        return next(left for left in self.parts(heap) if self.closed_grundy(left) == value)

    def reason(self) -> str:
        """Return a sentence on how the values of heaps are known, or an empty text."""
        return ""

    def genus(self, position: Heaps) -> Genus:
        """Return the genus of a position, by canonical forms under misère play."""
        largest = max(position, default=0)
        if largest > _LARGEST_MISERE:
            raise IllegalPositionError(
                f"expected heaps of at most {_LARGEST_MISERE} for a genus, got {largest}"
            )
        forms, known = self._misere_forms(largest)
        total = forms.zero
        for heap in position:
            total = forms.add(total, known[heap])
        return forms.genus(total)

    def closed_misere_outcome(self, position: Heaps) -> Outcome | None:
        """Return the misère outcome by the genus, or by the misère quotient of the heaps.

        None where the quotient is large; then a search does the rest.
        """
        if sum(position) <= _MOST_COUNTERS:
            return Outcome.N if self.genus(position).misere_value else Outcome.P
        table = self._results().table("misere quotients")
        if "quotients" not in table:
            table["quotients"] = HeapQuotients(heap_games(self), _MOST_ELEMENTS)
            table["largest"] = float("inf")
        quotients: HeapQuotients = table["quotients"]
        largest = max(position)
        while quotients.heaps <= min(largest, table["largest"]) and quotients.period is None:
            if quotients.heaps > _LARGEST_QUOTIENT:
                return None
            try:
                quotients.extend()
            except QuotientTooLarge:
                table["largest"] = quotients.heaps - 1
        if quotients.period is None and largest > table["largest"]:
            return None
        return Outcome.P if quotients.is_losing(position) else Outcome.N

    def _misere_forms(self, largest: int) -> tuple[MisereForms, list[int]]:
        table = self._results().table("misere forms")
        if "forms" not in table or table["forms"].entries > _MOST_REMEMBERED:
            # The meter of the current budget, not of the first one.
            table["forms"], table["heaps"] = MisereForms(tick=lambda: meter().tick()), []
        forms: MisereForms = table["forms"]
        if len(table["heaps"]) <= largest:
            table["heaps"] = heap_forms(self.parts, largest, forms)
        heaps: list[int] = table["heaps"]
        return forms, heaps


class HeapPosition(Position):
    """A position of a game on heaps."""

    __slots__ = ()
    _state: Heaps

    @property
    def heaps(self) -> Heaps:
        """The heaps that are not empty."""
        return self._state

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(to_text, self.heaps))})"


class ImpartialHeapPosition(HeapPosition):
    """A position of an impartial game on heaps."""

    __slots__ = ()
    _ruleset: ImpartialHeapRules

    @property
    def genus(self) -> Genus:
        """The genus: the Grundy value, and those of misère play as its exponent.

        Examples
        --------
        >>> [str(fs.Kayles(n).genus) for n in range(1, 10)]
        ['1', '2', '3', '1', '4^146', '3', '2', '1^13', '4^046']
        """
        return self._ruleset.genus(self.heaps)

    def explain(self) -> Explanation:
        """Explain who wins, and why: the value of each heap, their sum, and a winning move.

        Examples
        --------
        >>> print(fs.Kayles(5, 7).explain())
        Kayles(5,7): the player to move wins
        1. Heaps: The Grundy value of a heap is the least number that is not the value of an ...
           - a heap of 5 is *4
           - a heap of 7 is *2
        2. Sum: Added without carry in base two, 4, 2 give 6, not 0, so some move makes it 0.
        3. Winning move: Replace the heap of 5 by heaps of 1, 3, together worth *2.
        4. Misère play: The genus is 6^46; if a player who cannot move wins, the player ...
        """
        return explanation(self)


def nim_misere_outcome(heaps: Heaps) -> Outcome:
    """Return who wins misère Nim: as in normal play unless no heap is larger than 1."""
    total = nim_sum(*heaps)
    won = bool(total) if max(heaps, default=0) > 1 else not total
    return Outcome.N if won else Outcome.P


_SHOWN_HEAPS = 20
_LARGEST_GENUS = 16
_TITLE = 200


def explanation(position: ImpartialHeapPosition) -> Explanation:
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
