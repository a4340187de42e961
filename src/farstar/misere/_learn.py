"""Learning a quotient whose shape is not known yet, from outcomes of sums.

The table has a row for each class that is known (a word in the generators) and a column for each
test word; an entry is the outcome of the sum of both. Rows that agree in all columns are taken to
be one class. The table is made closed (a row times a generator agrees with some row) and consistent
with itself; what the transition algebra refutes comes back as a word that gives a new column, or as
a game that is not equal to the word that stood for it.

References
----------
.. [1] D. Angluin, Learning regular sets from queries and counterexamples, Inform. and Comput. 75
   (1987) 87-106.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from farstar.misere._monoid import Monoid

_BITS = 16
"""How many bits of a packed word count one generator."""

Packed: TypeAlias = int
"""A word: the exponent of generator number i stands at bit 16i."""


class TooLarge(Exception):  # noqa: N818 - always caught, and told in other words
    """There are more rows than are allowed."""


class Outcomes:
    """Outcomes of words; `known` tells those of words without the last generator.

    The `options` of each generator are words. If the first generator is a heap of one, two of them
    are nothing: it `cancels`. Every word that is worked out is a `tick`.
    """

    def __init__(
        self,
        options: Sequence[Sequence[Packed]],
        known: Callable[[Packed], bool],
        *,
        cancels: bool,
        tick: Callable[[], object],
    ) -> None:
        self._steps = [
            (_BITS * i, sorted({word - (1 << _BITS * i) for word in words}))
            for i, words in enumerate(options)
        ]
        self._new = 1 << _BITS * (len(options) - 1)
        self._known = known
        self._mask = ~(((1 << _BITS) - 1) ^ 1) if cancels else -1
        self._tick = tick
        self._memo: dict[Packed, bool] = {}

    def is_losing(self, word: Packed) -> bool:
        """Return whether a word is a P-position; no recursion, whatever its length."""
        word &= self._mask
        if word < self._new:
            return self._known(word)
        memo = self._memo
        if word in memo:
            return memo[word]
        stack = [(word, iter(self._after(word)))]
        while stack:
            top, options = stack[-1]
            for option in options:
                if option < self._new:
                    lost = self._known(option)
                elif option in memo:
                    lost = memo[option]
                else:
                    stack.append((option, iter(self._after(option))))
                    break
                if lost:
                    memo[top] = False
                    break
            else:
                memo[top] = True
            # A lost position is won by whoever can move to it, one place down the stack.
            while stack and stack[-1][0] in memo:
                lost = memo[stack.pop()[0]]
                if lost and stack:
                    memo[stack[-1][0]] = False
        return memo[word]

    def _after(self, word: Packed) -> list[Packed]:
        self._tick()
        mask, full = self._mask, (1 << _BITS) - 1
        options = []
        for shift, steps in reversed(self._steps):
            if word >> shift & full:
                options += [(word + step) & mask for step in steps]
        return options


class Table:
    """Rows, at most so many, columns and the classes that they tell apart.

    The columns to begin with are test words; the empty word is always one. An outcome is a number
    of so many bits, and odd for a P-position of an impartial game.
    """

    def __init__(
        self,
        outcome: Callable[[Packed], int],
        generators: int,
        columns: Sequence[Packed],
        most: int,
        *,
        bits: int = 1,
    ) -> None:
        self._outcome = outcome
        self._bits = bits
        self._units = [1 << _BITS * i for i in range(generators)]
        self._most = most
        self.columns: list[Packed] = list(dict.fromkeys([0, *columns]))
        self.rows: list[Packed] = []
        self.steps: list[list[int]] = []
        """Where each row leads by each generator."""
        self._signatures: dict[Packed, tuple[int, int]] = {}
        self.outcomes: list[int] = []
        """The outcome of each row."""

    def monoid(self) -> Monoid:
        """Return the commutative monoid of the classes, once the table agrees with itself."""
        while True:
            signatures = self._close()
            suffix = self._noncommuting(signatures)
            if suffix is None:
                monoid = self._monoid()
                suffix = self._misjudged(monoid, signatures)
            if suffix is None:
                return monoid
            self.columns.append(suffix)

    def refine(self, word: Packed) -> bool:
        """Add a column if the table misjudges a word; tell whether it does."""
        suffix = self._suffix(0, word)
        if suffix is not None:
            self.columns.append(suffix)
        return suffix is not None

    def class_of(self, word: Packed, start: int = 0) -> int:
        """Return the row to which a word leads."""
        for generator in letters(word):
            start = self.steps[start][generator]
        return start

    def _signature(self, word: Packed) -> int:
        """Return the outcomes of a word with each of the columns, as bits."""
        total, done = self._signatures.get(word, (0, 0))
        for place in range(done, len(self.columns)):
            total |= self._outcome(word + self.columns[place]) << place * self._bits
        self._signatures[word] = total, len(self.columns)
        return total

    def _close(self) -> list[int]:
        # Rows stay apart when columns are added, so those that there are remain.
        rows = self.rows or [0]
        known: dict[int, int] = {}
        for place, row in enumerate(rows):
            known[self._signature(row)] = place
        steps: list[list[int]] = []
        place = 0
        while place < len(rows):
            line = []
            for unit in self._units:
                signature = self._signature(rows[place] + unit)
                if signature not in known:
                    known[signature] = len(rows)
                    rows.append(rows[place] + unit)
                    if len(rows) > self._most:
                        raise TooLarge
                line.append(known[signature])
            steps.append(line)
            place += 1
        self.rows, self.steps = rows, steps
        self.outcomes = [self._at(signature, 0) for signature in known]
        return list(known)

    def _at(self, signature: int, column: int) -> int:
        return signature >> column * self._bits & ((1 << self._bits) - 1)

    def _noncommuting(self, signatures: Sequence[int]) -> Packed | None:
        steps = self.steps
        for place, line in enumerate(steps):
            for g, one in enumerate(line):
                for h in range(g):
                    a, b = steps[one][h], steps[line[h]][g]
                    if a == b:
                        continue
                    differing = signatures[a] ^ signatures[b]
                    column = ((differing & -differing).bit_length() - 1) // self._bits
                    test = self.columns[column]
                    truth = self._outcome(self.rows[place] + self._units[g] + self._units[h] + test)
                    # The way whose end is judged differently took a wrong turn at its first step.
                    second = h if self._at(signatures[a], column) != truth else g
                    return self._units[second] + test
        return None

    def _monoid(self) -> Monoid:
        size = len(self.rows)
        table = []
        spelt = [letters(row) for row in self.rows]
        for x in range(size):
            line = []
            for word in spelt:
                at = x
                for generator in word:
                    at = self.steps[at][generator]
                line.append(at)
            table.append(tuple(line))
        losing = sum(1 << x for x in range(size) if self.outcomes[x] & 1)
        return Monoid(tuple(table), losing)

    def _misjudged(self, monoid: Monoid, signatures: Sequence[int]) -> Packed | None:
        for place, column in enumerate(self.columns):
            factor = self.class_of(column)
            for x, signature in enumerate(signatures):
                if self.outcomes[monoid.table[x][factor]] != self._at(signature, place):
                    return self._suffix(x, column)
        return None

    def _suffix(self, start: int, word: Packed) -> Packed | None:
        """Return a test that splits a class, if the word from a row on is misjudged."""
        at, left = start, word
        truth = self._outcome(self.rows[at] + left)
        if truth == self.outcomes[self.class_of(word, start)]:
            return None
        for generator in letters(word):
            at = self.steps[at][generator]
            left -= self._units[generator]
            if self._outcome(self.rows[at] + left) != truth:
                return left
        raise AssertionError("a misjudged word changes its outcome on the way to its class")


def letters(word: Packed) -> list[int]:
    """Return the generators of a packed word in order.

    Examples
    --------
    >>> letters(pack([2, 0, 2]))
    [0, 2, 2]
    """
    spelt = []
    generator = 0
    while word:
        copies = word & ((1 << _BITS) - 1)
        spelt += [generator] * copies
        word >>= _BITS
        generator += 1
    return spelt


def pack(generators: Sequence[int]) -> Packed:
    """Return the packed word of some generators."""
    return sum(1 << _BITS * generator for generator in generators)
