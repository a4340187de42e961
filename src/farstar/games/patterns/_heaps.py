"""Games on heaps whose rules are patterns of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from farstar._outcome import Outcome
from farstar.engine import active, rulesets
from farstar.errors import BudgetExceeded
from farstar.games._heaps import (
    HeapRules,
    Heaps,
    ImpartialHeapPosition,
    ImpartialHeapRules,
    replaced,
)
from farstar.games.patterns._heap_text import HeapRule, Linear, rules_as_numbers
from farstar.games.patterns._plain import heap_rules
from farstar.games.patterns._rules import WrittenPosition, WrittenRules
from farstar.rules import Step, meter
from farstar.values import Value, wrap

_MOST_TRIED = 2_000_000
"""How many choices of the letters are tried for one heap."""

_LARGEST_TABLE = 5_000


class HeapPatterns(WrittenRules, HeapRules):
    """What the impartial and the partizan games on heaps have in common."""

    def replacements(self, heap: int, side: int) -> tuple[Heaps, ...]:
        """Return what a player, 0 for Left and 1 for Right, can leave of a heap."""
        table = self._results().table("replacements")
        known: tuple[Heaps, ...] | None = table.get((heap, side))
        if known is None:
            rules = self.written.heaps[side]
            results = {after: None for rule in rules for after in _results(rule, heap)}
            known = table[heap, side] = tuple(results)
        return known

    def heap_rules(self, largest: int) -> tuple[list[str], list[str]] | None:
        """Return the rules of Left and of Right as arithmetic, if it can express them."""
        left, right = (heap_rules(side) for side in self.written.heaps)
        return None if left is None or right is None else (left, right)

    def moves_of(self, position: Heaps, mine: int, yours: int) -> Iterator[Heaps]:
        """Return the heaps after each move of a player."""
        for place, heap in enumerate(position):
            if heap not in position[:place]:
                for left in self.replacements(heap, mine):
                    yield replaced(position, place, left)


class PartizanHeapPatterns(HeapPatterns):
    """Rules on heaps that differ for the two players."""

    name = "PartizanHeapPatterns"

    def closed_form(self, position: Heaps) -> Value | None:
        """Return the sum of the values of the heaps, computed one after the other from 0.

        None if a heap can grow or is too large for a table; then a search does the rest.
        """
        values = _Table(self).up_to(max(position, default=0))
        if values is None:
            return None
        total = Value(0)
        for heap in position:
            total += values[heap]
        return total


class _Table:
    """The values of the heaps of a partizan game, from 0 upwards."""

    def __init__(self, rules: PartizanHeapPatterns) -> None:
        self._rules = rules
        self._values: list[Value] = (
            rules._results().table("heap values").setdefault(active().name, [])
        )

    def up_to(self, heap: int) -> list[Value] | None:
        if heap > _LARGEST_TABLE:
            return None
        if heap >= len(self._values):
            if rulesets.available():
                self._extend_natively(heap)
            else:
                self._extend(heap)
        return self._values if heap < len(self._values) else None

    def _extend_natively(self, last: int) -> None:
        left, right = (rules_as_numbers(side) for side in self._rules.written.heaps)
        known = [value._handle for value in self._values]
        self._values += map(wrap, rulesets.heap_values(left, right, last, known))

    def _extend(self, last: int) -> None:
        while len(self._values) <= last:
            options = [self._options(len(self._values), side) for side in (0, 1)]
            if options[0] is None or options[1] is None:
                return
            meter().tick()
            self._values.append(Value.of(left=options[0], right=options[1]))

    def _options(self, heap: int, side: int) -> list[Value] | None:
        options = []
        for after in self._rules.replacements(heap, side):
            total = Value(0)
            for part in after:
                if part >= heap:
                    return None
                total += self._values[part]
            options.append(total)
        return options


class ImpartialHeapPatterns(HeapPatterns, ImpartialHeapRules):
    """Rules on heaps that are the same for both players."""

    name = "ImpartialHeapPatterns"
    sides = (0, 0)

    def parts(self, heap: int) -> Iterable[Heaps]:
        """Return the heaps that a move may leave of one heap."""
        return self.replacements(heap, 0)

    def step(self, position: Heaps, place: int, left: tuple[int, ...]) -> Step:
        """Return the move that leaves `left` of a heap."""
        heap, rest = position[place], sum(left)
        after = replaced(position, position.index(heap), left)
        # The lowest counter that is taken, or the one above which the heap is split.
        return Step(after, ((place, rest + 1 if rest < heap else left[0]),))

    def heap_grundy(self, heap: int) -> int | None:
        """Return the Grundy value of a heap, from a table; None if heaps may grow."""
        table: list[int] = self._results().table("heap grundy").setdefault("", [])
        if heap > _LARGEST_TABLE:
            return None
        if heap >= len(table):
            if rulesets.available():
                self._extend_natively(heap, table)
            else:
                self._extend(heap, table)
        return table[heap] if heap < len(table) else None

    def _extend_natively(self, last: int, table: list[int]) -> None:
        rules, known = rules_as_numbers(self.written.heaps[0]), array("I", table).tobytes()
        table[:] = memoryview(rulesets.heap_grundy_values(rules, last, known)).cast("I")

    def _extend(self, last: int, table: list[int]) -> None:
        while len(table) <= last:
            size, reached = len(table), set[int]()
            meter().tick()
            for after in self.replacements(size, 0):
                if max(after, default=0) >= size:
                    return
                total = 0
                for part in after:
                    total ^= table[part]
                reached.add(total)
            table.append(next(n for n in range(len(reached) + 1) if n not in reached))

    def closed_misere_outcome(self, position: Heaps) -> Outcome | None:
        """Return the misère outcome by the quotient, unless heaps may grow."""
        if self.heap_grundy(max(position, default=0)) is None:
            return None
        return super().closed_misere_outcome(position)


class HeapPatternPosition(WrittenPosition, ImpartialHeapPosition, rules=ImpartialHeapPatterns):
    """A position of an impartial game on heaps whose rules are patterns."""

    __slots__ = ()


def _results(rule: HeapRule, heap: int) -> Iterator[Heaps]:
    """Yield what a rule can leave of a heap: heaps in order of size, none of them empty."""
    tried = 0
    if not heap:
        return
    for letters in _choices(rule, heap):
        tried += 1
        if tried > _MOST_TRIED:
            raise BudgetExceeded(
                f"expected at most {_MOST_TRIED} ways to apply {rule.text!r} to a heap of {heap}"
            )
        if tried % 256 == 0:
            meter().charge(1)
        if not all(condition.holds(letters) for condition in rule.conditions):
            continue
        heaps = [part.at(letters) for part in rule.after]
        if min(heaps) < 0 or (rule.is_smaller and heaps[0] >= heap):
            continue
        after = tuple(sorted(part for part in heaps if part))
        if after != (heap,):
            yield after


def _choices(rule: HeapRule, heap: int) -> Iterator[dict[str, int]]:
    """Yield the numbers for the letters that make up the heap."""
    new = sorted(
        {x for part in rule.after for x, _ in part.letters} - dict(rule.before.letters).keys()
    )
    for letters in _solutions(rule.before, {}, heap, heap):
        shares = [letters] if rule.shared is None else _solutions(rule.shared, letters, 0, heap)
        for chosen in shares:
            # Letters that cancel out in what is shared are free.
            yield from _free([x for x in new if x not in chosen], chosen, heap)


def _free(names: list[str], letters: dict[str, int], most: int) -> Iterator[dict[str, int]]:
    if not names:
        yield letters
        return
    for n in range(most + 1):
        yield from _free(names[1:], {**letters, names[0]: n}, most)


def _solutions(
    form: Linear, letters: dict[str, int], total: int, most: int
) -> Iterator[dict[str, int]]:
    """Yield the numbers from 0 to `most` for new letters of a form that give it a total."""
    rest = total - form.number - sum(n * letters[x] for x, n in form.letters if x in letters)
    new = [(x, n) for x, n in form.letters if x not in letters]
    if not new:
        if rest == 0:
            yield letters
        return
    (name, factor), *others = new
    if not others:
        n, remainder = divmod(rest, factor)
        if remainder == 0 and 0 <= n <= most:
            yield {**letters, name: n}
        return
    # With factors above 0 no letter is larger than what is left to share out.
    bound = min(most, rest // factor) if all(n > 0 for _, n in new) else most
    for n in range(bound + 1):
        yield from _solutions(form, {**letters, name: n}, total, most)
