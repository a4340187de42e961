"""Codes of coin-turning games, as CGSuite writes them, and their Grundy values.

A row of coins shows heads or tails. A move turns some coins over, the last one from heads to tails;
the code says which. ``1-3`` turns one, two or three coins, ``3`` exactly three, ``1+`` any number.
Letters restrict where they are:

- ``C``: they are adjacent; ``C(5)``: they lie within five adjacent coins;
- ``E``: they are equally spaced; ``S``: they are arranged symmetrically;
- ``F``: the first coin of the row is one of them.

Several ranges are separated by commas: ``2-3,6C``. The coin in place n is a heap of n counters, and
a move replaces that heap by heaps for the other coins turned: two equal heaps cancel, as two turns
of a coin do. So a row is worth the sum of the values of its heads.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2003), chapter 14.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, islice

from farstar._arguments import shown
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.grundy import mex

_RANGE = re.compile(r"([0-9]{1,6})(?:(\+)|-([0-9]{1,6}))?((?:C\([0-9]{1,6}\)|[CESF])*)")
_LETTER = re.compile(r"C\(([0-9]+)\)|[CESF]")
_MOST_RANGES = 100
MOST_SUMS = 1 << 20
"""The most different sums that are kept for one heap."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One range of a code: how many coins may be turned, and where they are."""

    least: int
    most: int | None
    within: int | None = None
    spacing: str = ""
    with_first: bool = False

    def __str__(self) -> str:
        count = str(self.least)
        if self.most is None:
            count += "+"
        elif self.most > self.least:
            count += f"-{self.most}"
        window = f"C({self.within})" if self.within is not None else ""
        return f"{count}{'F' if self.with_first else ''}{self.spacing}{window}"

    def others(self, place: int) -> Iterator[tuple[int, ...]]:
        """Yield the places of the other coins turned, if the last one is in `place`."""
        first = 1 if self.within is None else max(1, place - self.within + 1)
        coins = range(first, place)
        for turned in self._counts(len(coins) + 1):
            others = turned - 1
            if self.spacing == "C":
                chosen: Iterable[tuple[int, ...]] = [tuple(range(place - others, place))]
            elif self.spacing == "E":
                gaps = range(1, (place - first) // others + 1) if others else [1]
                chosen = [tuple(range(place - gap * others, place, gap)) for gap in gaps]
            elif self.spacing == "S":
                chosen = _symmetric_places(first, place, turned)
            else:
                chosen = combinations(coins, others)
            for some in chosen:
                if not self.with_first or (*some, place)[0] == 1:
                    yield some

    def _counts(self, coins: int) -> range:
        most = coins if self.most is None else min(self.most, coins)
        return range(self.least, most + 1)

    def sums(self, place: int, values: Sequence[int], sets: _Sets) -> set[int]:
        """Return the values that a move from the heap `place` may leave."""
        first = 1 if self.within is None else max(1, place - self.within + 1)
        counts = self._counts(place - first + 1)
        if not counts:
            return set()
        if self.spacing in ("C", "E") or place == 1:
            return {_nim_sum(values, some) for some in self.others(place)}
        if self.spacing == "S":
            return self._symmetric(place, values, first)
        if self.within is None:
            return sets.sums_of_others(counts, with_first=self.with_first, values=values)
        if self.with_first:
            if first > 1:
                return set()
            items = [(values[i], 1) for i in range(2, place)]
            return {values[1] ^ x for x in _choices(items, counts.start - 2, counts.stop - 3)}
        items = [(values[i], 1) for i in range(first, place)]
        return _choices(items, counts.start - 1, counts.stop - 2)

    def _symmetric(self, place: int, values: Sequence[int], first: int) -> set[int]:
        found = {0} if self.least <= 1 and (not self.with_first or place == 1) else set()
        for start in [1] if self.with_first and first == 1 else range(first, place):
            if self.with_first and start != 1:
                continue
            centre = start + place
            inner = range(start + 1, (centre + 1) // 2)
            items = [(values[i] ^ values[centre - i], 2) for i in inner]
            if centre % 2 == 0 and centre // 2 > start:
                items.append((values[centre // 2], 1))
            most = place if self.most is None else self.most
            found |= {values[start] ^ x for x in _choices(items, self.least - 2, most - 2)}
        return found


@dataclass(frozen=True, slots=True)
class TurningCode:
    """Which coins may be turned.

    Examples
    --------
    >>> ruler = TurningCode.parse("1+C")
    >>> list(ruler.moves(3)), ruler.grundy_sequence(9)
    ([(), (2,), (1, 2)], [0, 1, 2, 1, 4, 1, 2, 1, 8])
    """

    turns: tuple[Turn, ...]

    @classmethod
    def parse(cls, text: str | TurningCode) -> TurningCode:
        """Read a code such as ``1-3``, ``1+S`` or ``2-3,6C``.

        Raises
        ------
        IllegalPositionError
            If it is not a code.
        """
        if isinstance(text, TurningCode):
            return text
        given: object = text
        if not isinstance(given, str):
            raise IllegalPositionError(f"expected a code such as 1-3 or 1+S, got {shown(text)}")
        ranges = given.upper().replace(" ", "").split(",")
        if len(ranges) > _MOST_RANGES:
            raise IllegalPositionError(f"expected at most {_MOST_RANGES} ranges, got {len(ranges)}")
        return cls(tuple(_turn(part, given) for part in ranges))

    def __str__(self) -> str:
        return ",".join(map(str, self.turns))

    def moves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that may be left of a heap; heaps may be listed more than once."""
        for turn in self.turns:
            yield from turn.others(heap)

    def grundy_sequence(self, length: int) -> list[int]:
        """Return the Grundy values of the heaps 0, 1, ..., `length` - 1.

        Examples
        --------
        >>> TurningCode.parse("1-3").grundy_sequence(9)
        [0, 1, 2, 4, 7, 8, 11, 13, 14]
        """
        return list(islice(self.grundy_values(), length))

    def grundy_values(self) -> Iterator[int]:
        """Yield the Grundy values of the heaps 0, 1, 2, ... without end."""
        values = [0]
        free = [turn for turn in self.turns if not turn.spacing and turn.within is None]
        sets = _Sets(free)
        yield 0
        for heap in count(1):
            excluded: set[int] = set()
            for turn in self.turns:
                excluded |= turn.sums(heap, values, sets)
            values.append(mex(excluded))
            if free:
                sets.add(heap, values[heap])
            yield values[heap]


def _turn(text: str, code: str) -> Turn:
    match = _RANGE.fullmatch(text)
    if match is None or int(match[1]) < 1 or (match[3] and int(match[3]) < int(match[1])):
        raise IllegalPositionError(
            f"expected a range of coins such as 3, 1-3 or 1+ with letters C, E, S, F or C(5), "
            f"got {text[:20]!r} in {shown(code)}"
        )
    least = int(match[1])
    most = None if match[2] else int(match[3] or least)
    within, spacing, with_first = None, "", False
    for letter in _LETTER.finditer(match[4]):
        if letter[1]:
            within = int(letter[1])
        elif letter[0] == "F":
            with_first = True
        else:
            spacing = letter[0]
    return Turn(least, most, within, spacing, with_first)


def _symmetric_places(first: int, last: int, coins: int) -> Iterator[tuple[int, ...]]:
    """Yield the other places of symmetric sets of coins that end with `last`."""
    if coins == 1:
        yield ()
        return
    for start in range(first, last):
        centre, is_odd = start + last, coins % 2
        if is_odd and (centre % 2 or centre // 2 == start):
            continue
        middle = (centre // 2,) * is_odd
        for inner in combinations(range(start + 1, (centre + 1) // 2), (coins - 2) // 2):
            yield (start, *inner, *middle, *(centre - place for place in reversed(inner)))


def _nim_sum(values: Sequence[int], places: Iterable[int]) -> int:
    total = 0
    for place in places:
        total ^= values[place]
    return total


def _choices(items: Sequence[tuple[int, int]], least: int, most: int) -> set[int]:
    """Return the sums of some items whose counts add up to a number in a range."""
    by_count: dict[int, set[int]] = {0: {0}}
    for value, coins in items:
        for total in sorted(by_count, reverse=True):
            if total + coins <= most:
                more = {value ^ x for x in by_count[total]}
                by_count.setdefault(total + coins, set()).update(more)
        _check(sum(map(len, by_count.values())))
    return set().union(*(sums for total, sums in by_count.items() if least <= total <= most))


class _Sets:
    """The sums of k different heaps for each k, with heap 1 and without it, as heaps are added."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        limits = [turn.most for turn in turns]
        self._most = None if None in limits else max((most or 0 for most in limits), default=0)
        self._sums: list[list[set[int]]] = [[{0}], [{0}]]

    def add(self, heap: int, value: int) -> None:
        """Add a heap; heap 1 is among the first sums only."""
        for sums in self._sums[: 1 if heap == 1 else 2]:
            if self._most is None or len(sums) < self._most:
                sums.append(set())
            for coins in range(len(sums) - 1, 0, -1):
                sums[coins] |= {value ^ x for x in sums[coins - 1]}
            _check(sum(map(len, sums)))

    def sums_of_others(self, counts: range, *, with_first: bool, values: Sequence[int]) -> set[int]:
        """Return the sums of the other coins, one fewer than `counts`."""
        sums = self._sums[with_first]
        if not with_first:
            return set().union(*sums[counts.start - 1 : counts.stop - 1])
        chosen = sums[max(0, counts.start - 2) : max(0, counts.stop - 2)]
        return {values[1] ^ x for x in set().union(*chosen)}


def _check(sums: int) -> None:
    if sums > MOST_SUMS:
        raise BudgetExceeded(f"expected at most {MOST_SUMS} different sums of heaps, got more")
