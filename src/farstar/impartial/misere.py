"""Misère play of impartial games: canonical forms, genus and outcome.

Under misère play a player who cannot move wins. Two games are equal if they may be exchanged in
every sum of impartial games. A game is brought to its canonical form by one rule: G equals H if
every option of H is an option of G and every other option of G has H among its own options; where H
has no option at all, G has to be won by the player to move as well.

The genus of G is its Grundy value with an exponent: the misère Grundy values of G, of G + *2, of
G + *2 + *2 and so on. From some place on these are alternately n and n + 2 (without carry), and the
last two digits that are written stand for all that follow. A game is *tame* as long as its genus is
that of a position of Nim; ``0`` is short for 0^120, ``1`` for 1^031, ``n`` for n^n(n+2).

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 12.
.. [2] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2003), chapter 13.
.. [3] T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A
   115 (2008) 593-622.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from farstar._walk import settle
from farstar.errors import BudgetExceeded
from farstar.impartial.grundy import mex

MOST_FORMS = 200_000
"""How many canonical forms are made before giving up."""


@dataclass(frozen=True, slots=True)
class Genus:
    """A Grundy value with its exponent.

    Examples
    --------
    >>> str(Genus(2, (0, 5, 2, 0))), str(Genus(0, (1, 2, 0))), Genus(0, (0, 2)).is_tame
    ('2^0520', '0', True)
    """

    value: int
    """The Grundy value under normal play."""

    exponent: tuple[int, ...]
    """The misère Grundy values of ``G``, ``G + *2``, ...; the last two digits alternate."""

    @property
    def is_nim_heap(self) -> bool:
        """Whether the genus is that of a single nim-heap."""
        return self.exponent == _heap_exponent(self.value)

    @property
    def is_tame(self) -> bool:
        """Whether the genus is that of a position of Nim.

        A tame game need not behave like Nim in sums unless its options are tame as well.
        """
        return self.is_nim_heap or self.exponent == (self.value, self.value ^ 2)

    @property
    def misere_value(self) -> int:
        """The misère Grundy value; the player to move loses exactly if it is 0."""
        return self.exponent[0]

    def __str__(self) -> str:
        if self.is_nim_heap:
            return str(self.value)
        digits = [str(d) if d < 10 else f"({d})" for d in self.exponent]
        return f"{self.value}^{''.join(digits)}"


class MisereForms:
    """Canonical forms under misère play, each made once and known by a number.

    Parameters
    ----------
    most : int
        How many forms may be made.
    tick : callable, optional
        Called for every form and sum that is worked out; what it raises ends the work.

    Examples
    --------
    >>> forms = MisereForms()
    >>> star = forms.make([forms.zero])
    >>> two = forms.make([forms.zero, star])
    >>> str(forms.genus(forms.add(two, two))), forms.is_won(two)
    ('0^02', True)
    """

    zero = 0

    def __init__(self, most: int = MOST_FORMS, tick: Callable[[], object] | None = None) -> None:
        self._most = most
        self._tick = tick or (lambda: None)
        self._options: list[frozenset[int]] = [frozenset()]
        self._ids: dict[frozenset[int], int] = {frozenset(): 0}
        self._won = [True]
        self._sums: dict[tuple[int, int], int] = {}
        self._genera = {self.zero: Genus(0, (1, 2, 0))}

    def __len__(self) -> int:
        return len(self._options)

    @property
    def entries(self) -> int:
        """How much is remembered: forms, sums of two and genera."""
        return len(self._options) + len(self._sums) + len(self._genera)

    def options(self, form: int) -> frozenset[int]:
        """Return the options of a form."""
        return self._options[form]

    def is_won(self, form: int) -> bool:
        """Return whether the player to move wins under misère play."""
        return self._won[form]

    def make(self, options: Iterable[int]) -> int:
        """Return the form that is equal to the game with these options."""
        given = frozenset(options)
        known = self._ids.get(given)
        if known is not None:
            return known
        won = any(not self._won[option] for option in given)
        form = self._simpler(given, won=won)
        if form is None:
            form = self._new(given, won=won)
        self._ids[given] = form
        return form

    def _simpler(self, given: frozenset[int], *, won: bool) -> int | None:
        """Return the form to which a game reverses, if there is one."""
        candidates = {h for option in given for h in self._options[option]}
        for h in sorted(candidates):
            kept = self._options[h]
            if not kept <= given or (h == self.zero and not won):
                continue
            if all(h in self._options[option] for option in given - kept):
                return h
        return None

    def _new(self, given: frozenset[int], *, won: bool) -> int:
        if len(self._options) >= self._most:
            raise BudgetExceeded(f"expected at most {self._most} misère forms, got more")
        self._options.append(given)
        self._won.append(won)
        return len(self._options) - 1

    def add(self, a: int, b: int) -> int:
        """Return the form of a sum; its followers are made first, without recursion."""
        return settle(_pair(a, b), self._sums, self._moves, self._sum)

    def _moves(self, pair: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = pair
        if x == self.zero:
            return []
        after = [_pair(option, y) for option in self._options[x]]
        return after + [_pair(x, option) for option in self._options[y]]

    def _sum(self, pair: tuple[int, int], after: Sequence[tuple[int, int]]) -> int:
        if not after:
            return pair[1]
        self._tick()
        return self.make(self._sums[moved] for moved in after)

    def genus(self, form: int) -> Genus:
        """Return the genus of a form."""
        known = self._genera
        return settle(
            form,
            known,
            lambda top: tuple(self._options[top]),
            lambda _, after: _genus([known[option] for option in after]),
        )


def heap_forms(
    moves: Callable[[int], Iterable[tuple[int, ...]]], heaps: int, forms: MisereForms
) -> list[int]:
    """Return the forms of the heaps 0, 1, ..., `heaps` of a game.

    Parameters
    ----------
    moves : callable
        The heaps that a move may leave of one heap, each smaller than it.
    """
    of_heaps: list[int] = []
    for heap in range(heaps + 1):
        options = []
        for left in moves(heap):
            total = forms.zero
            for part in left:
                total = forms.add(total, of_heaps[part])
            options.append(total)
        of_heaps.append(forms.make(options))
    return of_heaps


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a <= b else (b, a)


def _genus(options: list[Genus]) -> Genus:
    value = mex(option.value for option in options)
    longest = max(len(option.exponent) for option in options)
    digits: list[int] = []
    # A digit n is followed by n + 2 for ever once the options alternate and it has happened twice.
    while True:
        place = len(digits)
        excluded = {_digit(option, place) for option in options}
        if digits:
            excluded |= {digits[-1], digits[-1] ^ 1}
        digits.append(mex(excluded))
        if place > longest + 1 and digits[-1] == digits[-2] ^ 2 == digits[-3]:
            return Genus(value, _shortened(digits))


def _digit(genus: Genus, place: int) -> int:
    exponent = genus.exponent
    if place < len(exponent):
        return exponent[place]
    return exponent[-1] ^ (2 * ((place - len(exponent) + 1) % 2))


def _shortened(digits: list[int]) -> tuple[int, ...]:
    """Return the digits up to the first two from which on they alternate."""
    end = len(digits)
    while end > 2 and digits[end - 2] ^ 2 == digits[end - 3]:
        end -= 1
    return tuple(digits[:end])


def _heap_exponent(value: int) -> tuple[int, ...]:
    return ((1, 2, 0), (0, 3, 1))[value] if value < 2 else (value, value ^ 2)
