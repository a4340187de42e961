"""Finding a quotient game by game: pretend first, learn where nothing known will do.

After each game the quotient is exact: it is reduced, its elements are sums of the games, and the
transition algebra has confirmed the outcome of every sum.

A quotient whose shape is not known yet is learned from outcomes of sums [1]_. The table has a row
for each class that is known (a word in the generators) and a column for each test word; an entry is
the outcome of the sum of both. Rows that agree in all columns are taken to be one class. The table
is made closed (a row times a generator agrees with some row) and consistent with itself; what the
transition algebra refutes comes back as a word that gives a new column, or as a game that is not
equal to the word that stood for it.

References
----------
.. [1] D. Angluin, Learning regular sets from queries and counterexamples, Inform. and Comput. 75
   (1987) 87-106.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from farstar.engine import kernels
from farstar.misere._monoid import (
    TRIVIAL,
    Letters,
    Monoid,
    Pair,
    Transitions,
    generators,
    representatives,
)
from farstar.rules import meter

MOST_ELEMENTS = 256
"""How many elements a quotient may have unless more are allowed."""

_MOST_NATIVE = 65_535
"""How many elements the core can number."""


class TooManyElements(Exception):  # noqa: N818 - always caught and reported otherwise
    """No quotient of the allowed size was found."""


class Solver:
    """The quotient of the games added so far, with a bound on the number of elements."""

    def __init__(self, most: int = MOST_ELEMENTS) -> None:
        self.most = most
        self.monoid: Monoid = TRIVIAL
        self.options: list[tuple[Letters, ...]] = []
        self.images: list[int] = []
        self.transitions = self._fresh(TRIVIAL)
        self._by_options: dict[int, int] = {0: 0}
        self._columns: list[Letters] = []
        self.growth: list[tuple[int, int]] = []
        """The games at which the quotient grew, with its order from there on."""

    def add(self, options: Sequence[Letters]) -> None:
        """Add a game by its options, which are sums of earlier games.

        `TooManyElements` is raised, and nothing added, if the quotient would pass the bound.
        """
        after = tuple(dict.fromkeys(options))
        subset = self._subset(after, self.monoid, self.images)
        image = 0 if not after else self._pretend(subset)
        if image is None:
            self._learn(after)
            return
        self.images.append(image)
        self.options.append(after)
        self._by_options[subset] = image

    def _pretend(self, subset: int) -> int | None:
        """Return the element that a game with these options' images equals, if there is one."""
        known = self._by_options.get(subset)
        if known is not None and subset:
            return known
        for candidate in self._candidates(subset):
            pair = candidate, subset
            if self.transitions.add(len(self.images), pair) is None:
                return candidate
        return None

    def _candidates(self, subset: int) -> Iterator[int]:
        """Yield the elements that are never lost together with an option, where one is needed."""
        table, losing = self.monoid.table, self.monoid.losing
        for x, row in enumerate(table):
            for y, product in enumerate(row):
                if losing >> product & 1 and self.transitions.moved(subset, y) & losing:
                    break
            else:
                yield x

    def _learn(self, after: tuple[Letters, ...]) -> None:
        """Find the quotient with a new game that no known element equals."""
        new = len(self.images)
        options = [*self.options, after]
        promoted: set[int] = set()
        while True:
            letters_of = sorted({*generators(self.monoid, self.images), *promoted})
            spelt = self._spell(letters_of, promoted)
            attempt = _Attempt(self, [*letters_of, new], [*spelt, (len(letters_of),)], options)
            try:
                broken = attempt.run()
            except TooLarge:
                raise TooManyElements from None
            if broken is None:
                break
            promoted.add(broken)
        self.monoid, self.images, self.options = attempt.monoid, attempt.images, options
        self.transitions = attempt.transitions
        self._by_options = {pair[1]: pair[0] for pair in self.transitions.generators}
        self._columns = attempt.tests()
        self.growth.append((new, len(self.monoid)))

    def _spell(self, letters_of: Sequence[int], promoted: set[int]) -> list[Letters]:
        """Return for each earlier game the numbers of the generators whose sum it is."""
        basis = [letter for letter in letters_of if letter not in promoted]
        words = representatives(self.monoid, [self.images[letter] for letter in basis])
        place = {letter: i for i, letter in enumerate(letters_of)}
        return [
            (place[game],)
            if game in place
            else tuple(place[basis[i]] for i in words[self.images[game]])
            for game in range(len(self.images))
        ]

    def _subset(self, after: Sequence[Letters], monoid: Monoid, images: Sequence[int]) -> int:
        subset = 0
        for word in after:
            subset |= 1 << monoid.image(word, images)
        return subset

    def _fresh(self, monoid: Monoid) -> Transitions:
        return Transitions(monoid, lambda: meter().tick())


class _Attempt:
    """Learning with a fixed choice of generators."""

    def __init__(
        self,
        solver: Solver,
        letters_of: list[int],
        spelt: list[Letters],
        options: list[tuple[Letters, ...]],
    ) -> None:
        self._solver = solver
        self._letters = letters_of
        self._spelt = [pack(word) for word in spelt]
        self._options = options
        earlier = solver.monoid
        factors = [solver.images[letter] for letter in letters_of[:-1]]
        elements: dict[Packed, int] = {}

        def known(word: Packed) -> bool:
            element = elements.get(word)
            if element is None:
                element = earlier.product(factors[i] for i in letters(word))
                elements[word] = element
            return bool(earlier.losing >> element & 1)

        first = letters_of[0]
        self.outcomes = Outcomes(
            [[self._pack(word) for word in options[letter]] for letter in letters_of],
            known,
            cancels=options[first] == ((),),
            tick=lambda: meter().tick(),
        )
        columns = [self._pack(word) for word in solver._columns]
        self.table = Table(self.outcomes.is_losing, len(letters_of), columns, solver.most)

    def run(self) -> int | None:
        """Learn; return a game that is not the word that stood for it, or None when done."""
        while True:
            self.monoid = self.table.monoid()
            self.images = [self.table.class_of(word) for word in self._spelt]
            word = self._contradiction()
            if word is None:
                return None
            if not self._refined(word):
                return self._broken(word)

    def tests(self) -> list[Letters]:
        """Return the columns as sums of games."""
        return [tuple(self._letters[i] for i in letters(c)) for c in self.table.columns]

    def _contradiction(self) -> Letters | None:
        self.transitions = self._solver._fresh(self.monoid)
        pairs: dict[Pair, int] = {}
        for game, after in enumerate(self._options):
            subset = self._solver._subset(after, self.monoid, self.images)
            if not after and self.images[game]:
                return (game,)
            pairs.setdefault((self.images[game], subset), game)
        for pair, game in pairs.items():
            word = self.transitions.add(game, pair)
            if word is not None:
                return word
        return None

    def _refined(self, word: Letters) -> bool:
        """Add a column if the table misjudges the word or one of its options."""
        candidates = [word]
        for place, game in enumerate(word):
            rest = word[:place] + word[place + 1 :]
            candidates += [rest + after for after in self._options[game]]
        return any(self.table.refine(self._pack(c)) for c in candidates)

    def _broken(self, word: Letters) -> int:
        """Return the last game of a word that is not a generator."""
        for game in reversed(word):
            if game not in self._letters:
                return game
        raise AssertionError("a sum of generators is misjudged by the table, or not at all")

    def _pack(self, word: Letters) -> Packed:
        return sum(self._spelt[game] for game in word)


class NativeSolver:
    """The same search in the core."""

    def __init__(self, most: int = MOST_ELEMENTS) -> None:
        self.most = most
        self._search = kernels.MisereSolver(min(most, _MOST_NATIVE))

    def add(self, options: Sequence[Letters]) -> None:
        """Add a game by its options, as `Solver.add` does."""
        before = self._search.steps
        for name in ("images", "monoid"):
            self.__dict__.pop(name, None)
        try:
            accepted = self._search.add(options)
        finally:
            # Progress reports of this thread include the work of the core.
            meter().charge(self._search.steps - before)
        if not accepted:
            raise TooManyElements

    @cached_property
    def images(self) -> list[int]:
        """The element of each game."""
        return self._search.images()

    @cached_property
    def monoid(self) -> Monoid:
        """The quotient."""
        return Monoid(tuple(self._search.table()), sum(1 << x for x in self._search.losing()))

    @property
    def growth(self) -> list[tuple[int, int]]:
        """The games at which the quotient grew, with its order from there on."""
        return self._search.growth()

    @property
    def pairs(self) -> int:
        """How many pairs the transition algebra has."""
        return self._search.pairs


def new_solver(most: int) -> Solver | NativeSolver:
    """Return a search in the core if it is available, otherwise one in Python."""
    is_native = kernels.available() and most <= _MOST_NATIVE
    return NativeSolver(most) if is_native else Solver(most)


_BITS = 16
"""How many bits of a packed word count one generator."""

Packed: TypeAlias = int
"""A word: the exponent of generator number i stands at bit 16i."""


class TooLarge(Exception):  # noqa: N818 - always caught and reported otherwise
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
        """Add a column if the table misjudges a word; return whether it does."""
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
        # Rows remain different when columns are added, so the existing ones stay.
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
                    # The path whose end disagrees with the truth took a wrong first step.
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
