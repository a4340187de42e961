"""Relations between numbers that finite automata decide, in base b or in Zeckendorf's notation.

A word is a sequence of digits, the most significant one first; several numbers are read together,
one digit of each at a time. In Zeckendorf's notation the places stand for 1, 2, 3, 5, 8, ..., the
digits are 0 and 1, and no two neighbouring digits are both 1. Every relation accepts valid words
only, and a word with further zeros in front exactly if it accepts the word.

Linear relations are made by reading: after some digits the automaton knows the value of the
combination so far, and a value too large to return to 0 is given up. The stand-alone checker makes
them in another way, from an adder that it checks first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import Any

from farstar import engine
from farstar.errors import BudgetExceeded

MOST_STATES = 100_000
MOST_LETTERS = 20_000


@dataclass(frozen=True)
class Numeration:
    """A way to write numbers: base `digits`, or Zeckendorf's notation, with the digits 0 and 1."""

    digits: int
    is_zeckendorf: bool = False

    def __str__(self) -> str:
        return "Zeckendorf" if self.is_zeckendorf else f"base {self.digits}"

    def below(self, length: int) -> int:
        """Return how many numbers have at most so many digits."""
        if not self.is_zeckendorf:
            return int(self.digits**length)
        first, second = 1, 2
        for _ in range(length):
            first, second = second, first + second
        return first

    def word(self, number: int) -> list[int]:
        """Return the digits of a number, none for 0."""
        digits = []
        if not self.is_zeckendorf:
            while number:
                number, digit = divmod(number, self.digits)
                digits.append(digit)
            return digits[::-1]
        length = next(n for n in count() if self.below(n) > number)
        for place in reversed(range(length)):
            weight = self.below(place)
            digits.append(int(number >= weight))
            number -= weight * digits[-1]
        return digits

    def words(self, numbers: Sequence[int]) -> list[tuple[int, ...]]:
        """Return numbers digit by digit, all written with the same number of digits."""
        digits = [self.word(number) for number in numbers]
        length = max(map(len, digits), default=0)
        return list(zip(*([0] * (length - len(d)) + d for d in digits), strict=True))

    def number(self, digits: Iterable[int]) -> int:
        """Return the number that digits stand for."""
        word = list(digits)
        return sum(d * self.below(place) for place, d in enumerate(reversed(word)))


class Relation:
    """A relation between numbers: the least automaton of its words.

    Letter number ``sum(digit[i] * b**i)`` has digit ``i`` for the variable ``names[i]``.
    """

    __slots__ = ("accepting", "names", "rows")

    def __init__(self, names: tuple[str, ...], rows: list[list[int]], accepting: list[bool]):
        self.names = names
        self.rows = rows
        self.accepting = accepting

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def is_empty(self) -> bool:
        """Whether no numbers are related."""
        return not any(self.accepting)


class Arithmetic:
    """Relations between numbers in one notation, and how to combine them."""

    def __init__(self, notation: Numeration) -> None:
        self.notation = notation
        self._fresh = count()

    # Making automata.

    def explored(
        self,
        names: Iterable[str],
        start: Hashable,
        step: Callable[[Any, tuple[int, ...]], Hashable],
        accepts: Callable[[Any], bool],
    ) -> Relation:
        """Return the least automaton of one that is given by its steps."""
        ordered = tuple(names)
        letters = self.letters(len(ordered))
        numbers: dict[Hashable, int] = {start: 0}
        states: list[Any] = [start]
        rows: list[list[int]] = []
        for state in states:
            row = []
            for digits in letters:
                target = step(state, digits)
                if target not in numbers:
                    numbers[target] = len(states)
                    states.append(target)
                row.append(numbers[target])
            rows.append(row)
            self._guard(len(states))
        return _minimised(ordered, rows, [accepts(state) for state in states])

    def _guard(self, states: int) -> None:
        if states > MOST_STATES:
            raise BudgetExceeded(f"an automaton has more than {MOST_STATES} states")
        if engine.is_out_of_time():
            raise BudgetExceeded("out of time while combining automata")

    def letters(self, variables: int) -> list[tuple[int, ...]]:
        """Return the digits that may be read together, in the order of the letters' numbers."""
        if self.notation.digits**variables > MOST_LETTERS:
            raise BudgetExceeded(
                f"{variables} numbers in {self.notation} at a time have more than "
                f"{MOST_LETTERS} letters"
            )
        columns = product(range(self.notation.digits), repeat=variables)
        return [digits[::-1] for digits in columns]

    def relation(
        self,
        names: Sequence[str],
        start: Hashable,
        step: Callable[[Any, tuple[int, ...]], Hashable],
        accepts: Callable[[Any], bool],
    ) -> Relation:
        """Return the relation of an automaton, restricted to valid words."""
        made = self.explored(names, start, step, accepts)
        return self.both(made, self.valid(names)) if self.notation.is_zeckendorf else made

    def valid(self, names: Sequence[str]) -> Relation:
        """Return the relation between all numbers."""
        if not self.notation.is_zeckendorf:
            return self.explored(names, 0, lambda state, digits: 0, lambda state: True)
        return self.explored(
            names,
            (0,) * len(names),
            lambda last, digits: (
                None
                if last is None or any(x and y for x, y in zip(last, digits, strict=True))
                else digits
            ),
            lambda last: last is not None,
        )

    # Combining relations.

    def _combined(
        self, one: Relation, two: Relation, keep: Callable[[bool, bool], bool]
    ) -> Relation:
        names = tuple(dict.fromkeys((*one.names, *two.names)))
        first, second = self._columns(names, one.names), self._columns(names, two.names)
        pairs = list(zip(first, second, strict=True))
        numbers = {(0, 0): 0}
        states = [(0, 0)]
        rows = []
        for s, t in states:
            row = []
            here, there = one.rows[s], two.rows[t]
            for i, j in pairs:
                target = here[i], there[j]
                number = numbers.get(target)
                if number is None:
                    number = numbers[target] = len(states)
                    states.append(target)
                row.append(number)
            rows.append(row)
            self._guard(len(states))
        return _minimised(
            names, rows, [keep(one.accepting[s], two.accepting[t]) for s, t in states]
        )

    def _columns(self, names: tuple[str, ...], part: tuple[str, ...]) -> list[int]:
        """Return the number of the letter of a part of the variables, for each letter of all."""
        places = [names.index(name) for name in part]
        base = self.notation.digits
        return [
            sum(digits[place] * base**i for i, place in enumerate(places))
            for digits in self.letters(len(names))
        ]

    def both(self, first: Relation, *others: Relation) -> Relation:
        """Return the conjunction."""
        for other in others:
            first = self._combined(first, other, lambda x, y: x and y)
        return first

    def either(self, first: Relation, *others: Relation) -> Relation:
        """Return the disjunction."""
        for other in others:
            names = tuple(dict.fromkeys((*first.names, *other.names)))
            first = self._combined(first, other, lambda x, y: x or y)
            first = self.both(first, self.valid(names))
        return first

    def negation(self, relation: Relation) -> Relation:
        """Return the complement among the valid words."""
        flipped = Relation(relation.names, relation.rows, [not x for x in relation.accepting])
        return self.both(flipped, self.valid(relation.names))

    def without(self, relation: Relation, *names: str) -> Relation:
        """Return the relation that some numbers exist which complete it.

        The numbers that are left out may be longer than the others, so the automaton may start
        wherever zeros of the others lead.
        """
        for name in names:
            place = relation.names.index(name)
            left = relation.names[:place] + relation.names[place + 1 :]
            base = self.notation.digits
            all_names = self.letters(len(left))
            choices = [
                [
                    sum(
                        digit * base**i
                        for i, digit in enumerate((*digits[:place], chosen, *digits[place:]))
                    )
                    for chosen in range(base)
                ]
                for digits in all_names
            ]
            start = {0}
            waiting = [0]
            while waiting:
                row = relation.rows[waiting.pop()]
                for letter in choices[0]:
                    if row[letter] not in start:
                        start.add(row[letter])
                        waiting.append(row[letter])
            numbered = dict(zip(all_names, choices, strict=True))
            relation = self._subsets(relation, left, frozenset(start), numbered)
            relation = self.both(relation, self.valid(left))
        return relation

    def _subsets(
        self,
        relation: Relation,
        names: tuple[str, ...],
        start: frozenset[int],
        choices: Mapping[tuple[int, ...], Sequence[int]],
    ) -> Relation:
        """Return the automaton of sets of states, where each letter stands for several."""
        rows, accepting = relation.rows, relation.accepting

        def step(states: frozenset[int], digits: tuple[int, ...]) -> frozenset[int]:
            return frozenset(rows[s][letter] for s in states for letter in choices[digits])

        return self.explored(names, start, step, lambda states: any(accepting[s] for s in states))

    def renamed(self, relation: Relation, names: Mapping[str, str]) -> Relation:
        """Return the relation with other names of its variables."""
        renamed = tuple(names[name] for name in relation.names)
        return Relation(renamed, relation.rows, relation.accepting)

    def example(self, relation: Relation) -> dict[str, int] | None:
        """Return the numbers of a shortest word that is accepted; None if there is none."""
        letters = self.letters(len(relation.names))
        words: dict[int, tuple[tuple[int, ...], ...]] = {0: ()}
        for state in (reached := [0]):
            if relation.accepting[state]:
                columns = list(zip(*words[state], strict=True)) or [()] * len(relation.names)
                numbers = map(self.notation.number, columns)
                return dict(zip(relation.names, numbers, strict=True))
            for digits, target in zip(letters, relation.rows[state], strict=True):
                if target not in words:
                    words[target] = (*words[state], digits)
                    reached.append(target)
        return None

    # Relations to begin with.

    def fresh(self) -> str:
        """Return a new name of a variable."""
        return f"_{next(self._fresh)}"

    def less(self, first: str, second: str) -> Relation:
        """Return ``first < second``: the order of numbers is that of words of equal length."""
        return self.relation(
            (first, second), 0, lambda s, d: s or d[1] - d[0], lambda state: state > 0
        )

    def same(self, first: str, second: str) -> Relation:
        """Return ``first = second``."""
        return self.relation((first, second), True, lambda s, d: s and d[0] == d[1], bool)

    def linear(self, factors: Mapping[str, int], number: int) -> Relation:
        """Return the relation that ``sum(factor * variable) + number`` is 0."""
        names = tuple(factors)
        numbers = tuple(factors.values())
        most = max(sum(n for n in numbers if n > 0), sum(-n for n in numbers if n < 0))
        slack = abs(number)

        # The digits that follow add at most `most` times the largest number of their length. If the
        # value so far is larger in size by more than `slack`, it stays so for every length:
        # in Zeckendorf's notation the excess satisfies the recurrence of the Fibonacci numbers, so
        # that two positive values in a row are enough.
        def based(value: int | None, digits: tuple[int, ...]) -> int | None:
            if value is None:
                return None
            value = value * self.notation.digits + sum(map(int.__mul__, numbers, digits))
            return value if abs(value) <= most + slack else None

        def zeckendorf(
            state: tuple[int, int] | None, digits: tuple[int, ...]
        ) -> tuple[int, int] | None:
            if state is None:
                return None
            last = state[0] + state[1] + sum(map(int.__mul__, numbers, digits))
            before = state[0]
            for sign in (1, -1):
                excess = sign * last - most
                if min(excess, 2 * excess) + sign * before > slack:
                    return None
            return last, before

        if self.notation.is_zeckendorf:
            return self.relation(
                names, (0, 0), zeckendorf, lambda s: s is not None and s[0] + s[1] + number == 0
            )
        return self.relation(names, 0, based, lambda s: s is not None and s + number == 0)

    def place_value(self, name: str) -> Relation:
        """Return that a number is the value of a place: one digit 1, and zeros."""
        return self.relation((name,), 0, lambda s, d: min(2, s + d[0]), lambda state: state == 1)


def _minimised(names: tuple[str, ...], rows: list[list[int]], accepting: list[bool]) -> Relation:
    """Return the least automaton, its states numbered in the order in which they are reached."""
    classes = [int(x) for x in accepting]
    total = len(set(classes))
    while True:
        marks: dict[tuple[int, ...], int] = {}
        refined = [
            marks.setdefault((classes[state], *[classes[t] for t in row]), len(marks))
            for state, row in enumerate(rows)
        ]
        classes = refined
        if len(marks) == total:
            break
        total = len(marks)
    representative: dict[int, int] = {}
    for state, number in enumerate(classes):
        representative.setdefault(number, state)
    order = {classes[0]: 0}
    reached = [classes[0]]
    new_rows = []
    for number in reached:
        row = []
        for target in rows[representative[number]]:
            name = classes[target]
            if name not in order:
                order[name] = len(reached)
                reached.append(name)
            row.append(order[name])
        new_rows.append(row)
    return Relation(names, new_rows, [accepting[representative[number]] for number in reached])
