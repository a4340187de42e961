"""Finding a quotient game by game: pretend first, learn where nothing known will do.

After each game the quotient is exact: it is reduced, its elements are sums of the games, and the
transition algebra has confirmed the outcome of every sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from farstar.engine import kernels
from farstar.misere._learn import Outcomes, Packed, Table, TooLarge, letters, pack
from farstar.misere._monoid import TRIVIAL, Letters, Monoid, Pair, Transitions
from farstar.rules import meter

MOST_ELEMENTS = 256
"""How many elements a quotient may have unless more are allowed."""

_MOST_NATIVE = 65_535
"""How many elements the core can number."""


class TooManyElements(Exception):  # noqa: N818 - always caught, and told in other words
    """No quotient of the allowed size was found."""


class Solver:
    """The quotient of the games added so far, of at most so many elements."""

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


def generators(monoid: Monoid, images: Sequence[int]) -> list[int]:
    """Return the games that are no sums of earlier ones, as far as the quotient can tell."""
    reached = {0}
    chosen = []
    for game, image in enumerate(images):
        if image in reached:
            continue
        chosen.append(game)
        frontier = list(reached)
        while frontier:
            products = {monoid.table[x][image] for x in frontier} - reached
            reached |= products
            frontier = sorted(products)
    return chosen


def representatives(monoid: Monoid, factors: Sequence[int]) -> list[Letters]:
    """Return for each element the least word: the shortest, and of those with early letters."""
    words: dict[int, Letters] = {0: ()}
    layer: dict[int, Letters] = {0: ()}
    while layer:
        following: dict[int, Letters] = {}
        for element, word in layer.items():
            for i, factor in enumerate(factors):
                product = monoid.table[element][factor]
                if product in words:
                    continue
                longer = tuple(sorted((*word, i)))
                if product not in following or longer < following[product]:
                    following[product] = longer
        words |= following
        layer = following
    return [words[element] for element in range(len(monoid))]


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
            # Whoever watches this thread's search sees the work of the core too.
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
    """Return a search in the core where there is one, and else in Python."""
    is_native = kernels.available() and most <= _MOST_NATIVE
    return NativeSolver(most) if is_native else Solver(most)
