"""Misère canonical forms of impartial games: mates, differences, parts, links; their notation.

Forms are numbers of one store that is shared by all values. Everything here rests on three facts.
An option of the canonical form of X + Y is X' + Y or X + Y' (so of any option of a sum one summand
is a part). H + X = G has at most one solution X, and its options are among the differences G' - H
and G - H'. Two games G and H are *linked*, that is G + T and H + T are P-positions for some T,
exactly if neither equals an option of the other.

In the notation, ``*[2#0]`` is the game with the options 2# and 0. A digit is a nim-heap, larger
heaps stand in angle brackets: ``<12>``. The options of a game stand side by side, those of an
option in parentheses. ``#`` makes the game whose only option is what stands before. Subscripts, in
square brackets after an item, go on with it: a number is added, ``-`` and a number subtracts it,
``#`` as before. So ``4[2#]`` is the game whose only option is *4 + *2. With commas, options are
lists: ``*[[4,2],4,3,1]``.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 12.
.. [2] A. N. Siegel, Combinatorial Game Theory, American Mathematical Society (2013), chapter V.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from itertools import combinations

from farstar._walk import reached, settle
from farstar.errors import BudgetExceeded, NotationError
from farstar.impartial.grundy import mex
from farstar.impartial.misere import MisereForms
from farstar.rules import meter

_MOST_FORMS = 2_000_000
_MOST_DIFFERENCES = 14
_DEEPEST = 150
"""Birthdays up to which links, differences and parts are worked out; they recurse as deep."""


MOST_REMEMBERED = 200_000
"""Forms and answers that are kept although no misère value is in use."""


class Pin:
    """Held by every misère value, and by all work on forms: they stay as long as it exists."""

    __slots__ = ("__weakref__",)

    def __enter__(self) -> None:
        """Keep the forms during the work in a ``with`` block."""

    def __exit__(self, *_: object) -> None:
        """Release them, unless something else holds them."""


class FormAlgebra(MisereForms):
    """Operations on canonical forms; every result is remembered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pin: Callable[[], Pin | None] = lambda: None
        self._start()

    def pin(self) -> Pin:
        """Return what keeps the forms; if nothing did and there are many, clear them first."""
        pin = self._pin()
        if pin is not None:
            return pin
        with self._lock:
            pin = self._pin()
            if pin is None:
                if self.entries > MOST_REMEMBERED:
                    self._start()
                pin = Pin()
                self._pin = weakref.ref(pin)
            return pin

    @property
    def entries(self) -> int:
        """How much is remembered: forms, and answers to what was asked of them."""
        parts, tests = len(self._parts), len(self._tests)
        return super().entries + len(self._differences) + parts + tests + len(self._kinds)

    def _start(self) -> None:
        super().__init__(_MOST_FORMS, tick=lambda: meter().tick())
        self._heaps = [0]
        self._birthdays: dict[int, int] = {0: 0}
        self._mates: dict[int, int] = {0: self.heap(1)}
        self._differences: dict[tuple[int, int], int | None] = {}
        self._parts: dict[int, frozenset[int]] = {0: frozenset({0, self.heap(1)})}
        self._tests: dict[tuple[int, int], int] = {}
        self._kinds: dict[int, str] = {}
        self._restive: dict[int, bool] = {}

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
        raise AssertionError("some game distinguishes different canonical forms")

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

    def is_generally_restive(self, form: int) -> bool:
        """Return whether only the nim value is 0 or 1, in a way that sums with tame games keep."""

        def followers(top: int) -> list[int]:
            return sorted({x for o in self.ordered(top) for x in (o, *self.ordered(o))})

        self.kind(form)
        return settle(form, self._restive, followers, self._is_restive)

    def _is_restive(self, form: int, _: object) -> bool:
        plus, minus = self._values(form)
        if not plus < 2 <= minus:
            return False
        options = self.ordered(form)
        tame = [option for option in options if self._acts_tame(option)]
        if len(tame) == len(options):
            return True
        for option in options:
            if option in tame:
                continue
            replies = [
                self._values(x)
                for x in self.ordered(option)
                if self._acts_tame(x) or self._restive[x]
            ]
            fits = [(p, m) for p, m in replies if m == minus and (p < 2 or p ^ minus < 2)]
            back = [(p, m) for p, m in replies if p == plus and (m < 2 or m ^ minus < 2)]
            if not fits or not back:
                return False
        values = [self._values(option) for option in tame]
        return mex(p for p, _ in values) == plus and mex(m for _, m in values) == minus

    def _acts_tame(self, form: int) -> bool:
        return self.kind(form) in ("tame", "generally tame")

    def _values(self, form: int) -> tuple[int, int]:
        genus = self.genus(form)
        return genus.value, genus.misere_value


ALGEBRA = FormAlgebra()
"""The store of all misère values of this process."""


_MOST_BRACKETS = 100
_MOST_FOLLOWERS = 400
"""Forms with at most this many followers are searched for sums, to write them as sums."""


def to_text(form: int, algebra: FormAlgebra) -> str:
    """Return a form as ``*[...]``."""
    writer = _Writer(form, algebra)
    return f"*[{writer.item(form, is_top=True)}]"


class _Writer:
    """Writes the followers of one form."""

    def __init__(self, form: int, algebra: FormAlgebra) -> None:
        self._algebra = algebra
        self._heap_of: dict[int, int] = {}
        self._items: dict[int, tuple[str, str]] = {}
        size = 0
        followers = reached([form], algebra.ordered)
        self._finds_sums = len(followers) <= _MOST_FOLLOWERS
        days = algebra.birthday(form)
        while size <= days:
            self._heap_of[algebra.heap(size)] = size
            size += 1
        for follower in sorted(followers, key=lambda x: (algebra.birthday(x), x)):
            self._write(follower)

    def item(self, form: int, *, is_top: bool = False) -> str:
        base, more = self._write(form)
        if more.strip("#"):
            return f"{base}[{more}]"
        if is_top and base.startswith("(") and not more:
            return base[1:-1]
        return base + more

    def _write(self, form: int) -> tuple[str, str]:
        """Return an item as what it begins with, and what is done with that."""
        known = self._items.get(form)
        if known is None:
            known = self._items[form] = self._base(form)
        return known

    def _base(self, form: int) -> tuple[str, str]:
        algebra = self._algebra
        size = self._heap_of.get(form)
        if size is not None:
            return (str(size) if size < 10 else f"<{size}>"), ""
        options = algebra.ordered(form)
        if len(options) == 1:
            base, more = self._write(options[0])
            return base, more + "#"
        even = algebra.even_part(form)
        if even != form:
            base, more = self._write(even)
            return base, more + "1"
        if self._finds_sums:
            size = 2
            while size <= algebra.birthday(form):
                rest = algebra.difference(form, algebra.heap(size))
                if rest is not None and algebra.birthday(rest) < algebra.birthday(form):
                    base, more = self._write(rest)
                    return base, more + (str(size) if size < 10 else f"<{size}>")
                size *= 2
        ordered = sorted(options, key=self._rank)
        return f"({''.join(map(self.item, ordered))})", ""

    def _rank(self, form: int) -> tuple[int, bool, str]:
        text = self.item(form)
        return -self._algebra.birthday(form), not text.startswith("("), text


def read_text(text: str, algebra: FormAlgebra) -> int:
    """Return the form that is written; a `NotationError` has the column of the fault."""
    return _Reader(text, algebra).whole()


class _Reader:
    """A reader of one text, from left to right."""

    def __init__(self, text: str, algebra: FormAlgebra) -> None:
        self._text = text
        self._algebra = algebra
        self._at = 0
        self._depth = 0

    def whole(self) -> int:
        form = self._sum()
        if self._at < len(self._text):
            raise self._fault("the end of the value")
        return form

    def _peek(self) -> str:
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1
        return self._text[self._at : self._at + 1]

    def _take(self, wanted: str) -> bool:
        if self._peek() != wanted:
            return False
        self._at += 1
        return True

    def _need(self, wanted: str) -> None:
        if not self._take(wanted):
            raise self._fault(repr(wanted))

    def _fault(self, wanted: str) -> NotationError:
        rest = self._text[self._at : self._at + 10]
        got = repr(rest) if rest else "the end"
        message = f"column {self._at + 1}: expected {wanted} in a misère value, got {got}"
        return NotationError(message, self._text, self._at)

    def _sum(self) -> int:
        total = self._value()
        while True:
            if self._take("+"):
                total = self._algebra.add(total, self._value())
            elif self._take("-"):
                total = self._minus(total, self._value())
            else:
                return total

    def _minus(self, g: int, h: int) -> int:
        rest = self._algebra.difference(g, h)
        if rest is None:
            raise self._fault("a difference that exists: no game makes the sum,")
        return rest

    def _value(self) -> int:
        self._depth += 1
        if self._depth > _MOST_BRACKETS:
            raise self._fault(f"at most {_MOST_BRACKETS} brackets inside each other")
        if self._take("*"):
            if self._take("["):
                form = self._body()
            elif self._peek().isdigit():
                form = self._number()
            else:
                form = self._algebra.heap(1)
        elif self._peek().isdigit():
            form = self._number()
        elif self._take("["):
            form = self._algebra.make(self._list())
        else:
            raise self._fault("'*', a number or '['")
        self._depth -= 1
        return form

    def _number(self) -> int:
        start = self._at
        while self._text[self._at : self._at + 1].isdigit():
            self._at += 1
        digits = self._text[start : self._at]
        if len(digits) > 4:
            raise self._fault("a nim-heap below 10000")
        return self._algebra.heap(int(digits))

    def _body(self) -> int:
        """Read what stands in ``*[...]``: a list with commas, or items side by side."""
        start, level = self._at, 0
        is_list = self._peek() in "[*"
        for place in range(start, len(self._text)):
            level += {"[": 1, "]": -1}.get(self._text[place], 0)
            if level < 0:
                break
            is_list = is_list or (level == 0 and self._text[place] == ",")
        forms = self._list() if is_list else self._items("]")
        return forms[0] if len(forms) == 1 else self._algebra.make(forms)

    def _list(self) -> list[int]:
        forms = []
        if not self._take("]"):
            forms.append(self._sum())
            while self._take(","):
                forms.append(self._sum())
            self._need("]")
        return forms

    def _items(self, end: str) -> list[int]:
        forms = []
        while not self._take(end):
            forms.append(self._item())
        return forms

    def _item(self) -> int:
        form = self._atom("a digit, '<' or '('")
        while True:
            if self._take("#"):
                form = self._algebra.make([form])
            elif self._take("["):
                form = self._subscript(form)
            else:
                return form

    def _atom(self, wanted: str) -> int:
        character = self._peek()
        if character.isdigit():
            self._at += 1
            return self._algebra.heap(int(character))
        if self._take("<"):
            form = self._number()
            self._need(">")
            return form
        if self._take("("):
            self._depth += 1
            if self._depth > _MOST_BRACKETS:
                raise self._fault(f"at most {_MOST_BRACKETS} brackets inside each other")
            form = self._algebra.make(self._items(")"))
            self._depth -= 1
            return form
        raise self._fault(wanted)

    def _subscript(self, form: int) -> int:
        while not self._take("]"):
            if self._take("#"):
                form = self._algebra.make([form])
            elif self._take("-"):
                form = self._minus(form, self._atom("a nim-heap or '('"))
            else:
                form = self._algebra.add(form, self._atom("']', '#', '-', a nim-heap or '('"))
        return form
