"""Arithmetic of misère canonical forms of impartial games: mates, differences, parts, links.

Forms are numbers of one store that is shared by all values. Everything here rests on three facts.
An option of the canonical form of X + Y is X' + Y or X + Y' (so of any option of a sum one summand
is a part). H + X = G has at most one solution X, and its options are among the differences G' - H
and G - H'. Two games G and H are *linked*, that is G + T and H + T are P-positions for some T,
exactly if neither equals an option of the other.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 12.
.. [2] A. N. Siegel, Combinatorial Game Theory, American Mathematical Society (2013), chapter V.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from farstar._walk import settle
from farstar.errors import BudgetExceeded
from farstar.rules import meter
from farstar.theory.impartial import mex
from farstar.theory.impartial_misere import MisereForms

_MOST_FORMS = 2_000_000
_MOST_DIFFERENCES = 14
_DEEPEST = 150
"""Birthdays up to which links, differences and parts are worked out; they recurse as deep."""


class FormAlgebra(MisereForms):
    """What can be asked of canonical forms, each answer remembered."""

    def __init__(self) -> None:
        super().__init__(_MOST_FORMS, tick=lambda: meter().tick())
        self._heaps = [0]
        self._birthdays: dict[int, int] = {0: 0}
        self._mates: dict[int, int] = {0: self.heap(1)}
        self._differences: dict[tuple[int, int], int | None] = {}
        self._parts: dict[int, frozenset[int]] = {0: frozenset({0, self.heap(1)})}
        self._tests: dict[tuple[int, int], int] = {}
        self._kinds: dict[int, str] = {}

    def ordered(self, form: int) -> list[int]:
        """Return the options in order."""
        return sorted(self.options(form))

    def heap(self, size: int) -> int:
        """Return a nim-heap."""
        while len(self._heaps) <= size:
            meter().tick()
            self._heaps.append(self.make(self._heaps))
        return self._heaps[size]

    def is_lost(self, form: int) -> bool:
        """Return whether the player to move loses."""
        return not self.is_won(form)

    def _fold(self, form: int, known: dict[int, int], work: Callable[[list[int]], int]) -> int:
        """Return what `work` makes of the results of the options; no recursion."""
        return settle(form, known, self.ordered, lambda _, after: work([known[x] for x in after]))

    def birthday(self, form: int) -> int:
        """Return the depth of the canonical form."""
        return self._fold(form, self._birthdays, lambda days: 1 + max(days, default=-1))

    def mate(self, form: int) -> int:
        """Return the mate, with which the form adds up to a P-position."""
        return self._fold(form, self._mates, self.make)

    # Differences and parts.

    def difference(self, g: int, h: int) -> int | None:
        """Return the X with H + X = G, or None if there is none."""
        if (g, h) in self._differences:
            return self._differences[g, h]
        self._bounded(g, h)
        meter().tick()
        known = self._solve(g, h)
        self._differences[g, h] = known
        return known

    def _solve(self, g: int, h: int) -> int | None:
        if h in (0, self.heap(1)):
            return self.add(g, h)
        pairs = [(after, h) for after in self.ordered(g)] + [(g, x) for x in self.ordered(h)]
        differences = [self.difference(*pair) for pair in pairs]
        candidates = sorted({x for x in differences if x is not None})
        value = self.genus(g).value ^ self.genus(h).value
        if mex(self.genus(x).value for x in candidates) < value:
            return None
        if self.add(h, x := self.make(candidates)) == g:
            return x
        if len(candidates) > _MOST_DIFFERENCES:
            raise BudgetExceeded(
                f"expected at most {_MOST_DIFFERENCES} candidates in a difference of misère "
                f"values, got {len(candidates)}"
            )
        for size in range(len(candidates)):
            for chosen in combinations(candidates, size):
                if mex(self.genus(x).value for x in chosen) != value:
                    continue
                meter().tick()
                if self.add(h, x := self.make(chosen)) == g:
                    return x
        return None

    def parts(self, form: int) -> frozenset[int]:
        """Return all X for which the difference with the form exists; 0 and *1 among them."""
        known = self._parts.get(form)
        if known is None:
            self._bounded(form)
            # Of any option one summand is a part.
            fewest = min((self.parts(option) for option in self.ordered(form)), key=len)
            reached = set()
            for part in sorted(fewest):
                rest = self.difference(form, part)
                if rest is not None:
                    reached |= {part, rest}
            known = self._parts[form] = frozenset(reached)
        return known

    def even_part(self, form: int) -> int:
        """Return the one of G and G + *1 that is born first."""
        other = self.add(form, self.heap(1))
        return form if self.birthday(form) < self.birthday(other) else other

    def proper_parts(self, form: int) -> list[int]:
        """Return the even parts other than 0 and the form's own."""
        even = self.even_part(form)
        parts = {self.even_part(part) for part in self.parts(form)} - {0, even}
        return sorted(parts, key=lambda part: (self.birthday(part), part))

    def is_prime(self, form: int) -> bool:
        """Return whether a form is no unit and has no proper parts."""
        return self.even_part(form) != 0 and not self.proper_parts(form)

    def partitions(self, form: int) -> list[list[int]]:
        """Return all ways to write a form as a sum of even primes, and *1 where it is odd."""
        even = self.even_part(form)
        unit = [] if even == form else [self.heap(1)]
        primes = [p for p in [*self.proper_parts(form), even] if self.is_prime(p)]
        # The rest that is still to be written, and the first prime that may be used for it.
        waiting: list[tuple[int, int, list[int]]] = [(even, 0, [])]
        complete = []
        while waiting:
            rest, first, chosen = waiting.pop()
            if rest == 0:
                complete.append(unit + chosen)
                continue
            for place in range(len(primes) - 1, first - 1, -1):
                left = self.difference(rest, primes[place])
                if left is not None:
                    waiting.append((self.even_part(left), place, [*chosen, primes[place]]))
        return complete

    # Links and distinguishers.

    def link(self, g: int, h: int) -> int | None:
        """Return a T for which G + T and H + T are P-positions, or None if there is none."""
        if g in self.options(h) or h in self.options(g):
            return None
        tests = {self.test(x, h) for x in self.ordered(g)}
        tests |= {self.test(x, g) for x in self.ordered(h)}
        return self.make(tests) if tests else self.heap(1)

    def test(self, g: int, h: int) -> int:
        """Return an X for which G + X is a P-position and H + X is not; G and H differ."""
        known = self._tests.get((g, h))
        if known is None:
            self._bounded(g, h)
            meter().tick()
            known = self._tests[g, h] = self._find_test(g, h)
        return known

    def _find_test(self, g: int, h: int) -> int:
        some = self._distinguish(g, h)
        if self.is_lost(self.add(g, some)):
            return some
        # Answers to every move: G' by its mate; and the other sum is won by a move to `some`.
        return self.make([some, *(self.mate(option) for option in self.ordered(g))])

    def _distinguish(self, g: int, h: int) -> int:
        if self.is_lost(g) != self.is_lost(h):
            return 0
        for one, other in ((g, h), (h, g)):
            for option in self.ordered(one):
                link = None if option in self.options(other) else self.link(option, other)
                if link is not None:
                    return link
        raise AssertionError("different canonical forms are told apart by some game")

    def _bounded(self, *forms: int) -> None:
        depth = sum(map(self.birthday, forms))
        if depth > _DEEPEST:
            raise BudgetExceeded(
                f"expected misère values with birthdays of at most {_DEEPEST} together, got {depth}"
            )

    # Tameness.

    def kind(self, form: int) -> str:
        """Return ``tame``, ``generally tame``, ``tameable`` or ``wild``."""

        def followers(top: int) -> list[int]:
            return sorted({x for o in self.ordered(top) for x in (o, *self.ordered(o))})

        return settle(form, self._kinds, followers, self._kind)

    def _kind(self, form: int, _: object) -> str:
        plus, minus = self._values(form)
        if plus != minus and max(plus, minus) > 1:
            return "wild"
        options = self.ordered(form)
        if all(self._kinds[option] == "tame" for option in options):
            return "tame"
        if self._behaves(form, {"tame", "generally tame"}):
            return "generally tame"
        if self._behaves(form, {"tame", "generally tame", "tameable"}):
            return "tameable"
        return "wild"

    def _behaves(self, form: int, kinds: set[str]) -> bool:
        """Return whether options of these kinds determine the values, the others being answered."""
        plus, minus = self._values(form)
        options = self.ordered(form)
        good = [option for option in options if self._kinds[option] in kinds]
        for option in options:
            if option in good:
                continue
            replies = [self._values(x) for x in self.ordered(option) if self._kinds[x] in kinds]
            if plus not in {p for p, _ in replies} or minus not in {m for _, m in replies}:
                return False
        if not good and "tameable" in kinds:
            return plus == 0
        values = [self._values(option) for option in good]
        return mex(p for p, _ in values) == plus and mex(m for _, m in values) == minus

    def _values(self, form: int) -> tuple[int, int]:
        genus = self.genus(form)
        return genus.value, genus.misere_value


ALGEBRA = FormAlgebra()
"""The store of all misère values of this process."""
