"""Rules of games on heaps, as they are written: ``n -> n-1 | n-3``, ``n -> a+b if a != b``.

Before the arrow stands what a heap consists of; after it the heaps that replace it. A letter is a
number from 0; a plus sign separates heaps, and an empty heap vanishes. New letters after the arrow
share out what the letter before it stands for.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from farstar.engine.rulesets import HeapRuleData, LinearData
from farstar.games.patterns._rows import Line, LineReader

MOST_LETTERS = 4
MOST_HEAPS_LEFT = 6
LARGEST_NUMBER = 10_000

_TOKEN = re.compile(r"\s*(\d+|[a-z](?![a-z])|->|→|<=|>=|!=|==|[<>=+\-|,]|if\b|and\b)")
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
}


_SIGNS = ("<", "<=", ">", ">=", "=", "!=")
"""In the order of the core."""


class Linear(NamedTuple):
    """A number plus multiples of letters."""

    number: int
    letters: tuple[tuple[str, int], ...] = ()

    def at(self, letters: dict[str, int]) -> int:
        """Return the value for given numbers."""
        return self.number + sum(n * letters[letter] for letter, n in self.letters)

    def is_at_least(self, least: int) -> bool:
        """Return whether the value is that large, whatever the letters are."""
        return self.number >= least and all(n >= 0 for _, n in self.letters)

    def plus(self, other: Linear, times: int = 1) -> Linear:
        """Return the sum with a multiple of another combination."""
        letters = dict(self.letters)
        for letter, n in other.letters:
            letters[letter] = letters.get(letter, 0) + times * n
        return _linear(self.number + times * other.number, letters)


def _linear(number: int, letters: dict[str, int]) -> Linear:
    return Linear(number, tuple(sorted((x, n) for x, n in letters.items() if n)))


class Comparison(NamedTuple):
    """A condition on the letters."""

    first: Linear
    sign: str
    second: Linear

    def holds(self, letters: dict[str, int]) -> bool:
        """Return whether the condition holds for given numbers."""
        return _COMPARISONS[self.sign](self.first.at(letters), self.second.at(letters))

    @property
    def excess(self) -> Linear | None:
        """What is at least 0 if the condition holds; None if it says nothing of the kind."""
        if self.sign in ("<", "<="):
            return self.second.plus(self.first, -1).plus(Linear(1), -1 if self.sign == "<" else 0)
        if self.sign in (">", ">="):
            return self.first.plus(self.second, -1).plus(Linear(1), -1 if self.sign == ">" else 0)
        return None


class HeapRule(NamedTuple):
    """One rule: a heap, and the heaps that replace it."""

    before: Linear
    after: tuple[Linear, ...]
    conditions: tuple[Comparison, ...]
    shared: Linear | None
    """A combination of letters that must be 0: new letters share out the letter of the heap."""
    is_smaller: bool
    """Whether the only new heap, a new letter, may be any smaller one."""
    text: str

    @property
    def leaves_smaller(self) -> bool:
        """Whether it is certain that every heap that is left is smaller than the heap was."""
        rest = self.before
        for part in self.after:
            rest = rest.plus(part, -1)
        if self.is_smaller or self.shared is not None or rest.is_at_least(0):
            return True  # a heap that is all that is shared out would be the same heap
        known = [Linear(0), *(c.excess for c in self.conditions if c.excess is not None)]
        least = 0 if len(self.after) == 1 else 1
        return all(
            any(self.before.plus(part, -1).plus(fact, -1).is_at_least(least) for fact in known)
            for part in self.after
        )


class _Reader(LineReader):
    """Reads a line of rules."""

    token = _TOKEN
    expected = "a rule such as n -> n-1 | n-3 or n -> a+b if a < b"

    def term(self, sign: int, letters: dict[str, int]) -> int:
        """Add a term such as ``3``, ``a`` or ``2a`` to the letters; return its number."""
        column, token = self.column(), self.next()
        number = 1
        if token.isdigit():
            number = int(token) if len(token) < 6 else LARGEST_NUMBER + 1
            if number > LARGEST_NUMBER:
                self.line.fail(column, f"expected numbers up to {LARGEST_NUMBER}, got {token[:20]}")
            if not (self.peek().isalpha() and len(self.peek()) == 1):
                return sign * number
            token = self.next()
        if not (token.isalpha() and len(token) == 1):
            self.line.fail(column, f"expected a number or a letter, got {token or 'the end'!r}")
        letters[token] = letters.get(token, 0) + sign * number
        return 0

    def sum(self, *, of_heaps: bool) -> list[Linear]:
        """Read terms with signs; with `of_heaps` a plus sign begins another heap."""
        heaps = []
        letters: dict[str, int] = {}
        number = self.term(1, letters)
        while self.peek() in ("+", "-"):
            sign = self.next()
            if sign == "+" and of_heaps:
                heaps.append(_linear(number, letters))
                number, letters = 0, {}
            number += self.term(1 if sign == "+" else -1, letters)
        return [*heaps, _linear(number, letters)]

    def conditions(self) -> list[Comparison]:
        comparisons = []
        while True:
            (first,) = self.sum(of_heaps=False)
            if self.peek() not in _COMPARISONS:
                self.line.fail(self.column(), "expected a comparison such as a < b")
            while self.peek() in _COMPARISONS:
                sign = self.next()
                (second,) = self.sum(of_heaps=False)
                comparisons.append(Comparison(first, sign, second))
                first = second
            if not self.skip("and"):
                return comparisons

    def rules(self) -> list[HeapRule]:
        rules = []
        while True:
            rules += self.rule()
            if self.place >= len(self.tokens):
                return rules
            if not self.skip(","):
                self.line.fail(self.column(), f"expected | or , or if, got {self.peek()!r}")

    def rule(self) -> list[HeapRule]:
        start = self.column()
        (before,) = self.sum(of_heaps=False)
        if any(n < 0 for _, n in before.letters) or before.number < 0:
            self.line.fail(start, "expected what a heap consists of, such as n or a+b+1")
        if not self.skip("->", "→"):
            self.line.fail(self.column(), "expected an arrow, as in n -> n-1")
        results = [(self.column(), self.sum(of_heaps=True))]
        while self.skip("|"):
            results.append((self.column(), self.sum(of_heaps=True)))
        conditions = self.conditions() if self.skip("if") else []
        text = self.line.text[start : self.column()].strip()
        return [
            self.made(start, column, before, after, conditions, text) for column, after in results
        ]

    def made(
        self,
        start: int,
        column: int,
        before: Linear,
        after: list[Linear],
        conditions: list[Comparison],
        text: str,
    ) -> HeapRule:
        """Return a rule, after a look at its letters."""
        old = {letter for letter, _ in before.letters}
        used = {letter for heap in after for letter, _ in heap.letters}
        new = used - old
        if len(old | new) > MOST_LETTERS:
            self.line.fail(start, f"expected at most {MOST_LETTERS} letters")
        if len(after) > MOST_HEAPS_LEFT:
            self.line.fail(column, f"expected at most {MOST_HEAPS_LEFT} heaps after the arrow")
        asked = {x for c in conditions for side in (c.first, c.second) for x, _ in side.letters}
        if asked - old - used:
            unknown = min(asked - old - used)
            self.line.fail(start, f"expected conditions on letters of the rule, got {unknown!r}")
        shared: Linear | None = None
        whole = Linear(0)
        for heap in after:
            whole = whole.plus(heap)
        is_smaller = len(after) == 1 and bool(new)
        if not is_smaller and new & {letter for letter, _ in whole.letters}:
            if len(before.letters) != 1 or before.letters[0][1] != 1:
                self.line.fail(
                    start,
                    "expected one letter before the arrow, which the new letters share out, "
                    f"got {text!r}",
                )
            shared = whole.plus(Linear(0, before.letters), -1)
        return HeapRule(before, tuple(after), tuple(conditions), shared, is_smaller, text)


def rules_as_numbers(rules: Sequence[HeapRule]) -> list[HeapRuleData]:
    """Return rules as the core takes them, with letters by their numbers."""
    return [_as_numbers(rule) for rule in rules]


def _as_numbers(rule: HeapRule) -> HeapRuleData:
    forms = [rule.before, *rule.after]
    letters = sorted({letter for form in forms for letter, _ in form.letters})

    def numbers(form: Linear) -> LinearData:
        factors = dict(form.letters)
        return form.number, [factors.get(letter, 0) for letter in letters]

    conditions = [
        (numbers(c.first.plus(c.second, -1)), _SIGNS.index("=" if c.sign == "==" else c.sign))
        for c in rule.conditions
    ]
    shared = [] if rule.shared is None else [numbers(rule.shared)]
    return numbers(rule.before), [*map(numbers, rule.after)], conditions, shared, rule.is_smaller


def heap_rules_of_line(line: Line) -> list[HeapRule]:
    """Return the rules of a line, which begins with a player."""
    column, player = line.words[0]
    last, word = line.words[-1]
    reader = _Reader(line, column + len(player), last + len(word))
    if not reader.tokens:
        line.fail(column, "expected a rule such as n -> n-1 | n-3")
    return reader.rules()
