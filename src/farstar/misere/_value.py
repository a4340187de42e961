"""Misère values: impartial games up to equality under misère play, and all that are born by a day.

Let D be the values born by some day. A set of them, as options, is the canonical form of a value
born by the next day unless it *reverses*: to an H whose options are in the set, while every other
member, and there is one, has H among its own options; to 0 only if the player to move wins.

The sets that reverse to one H are counted by a power of two, those that reverse to all members of a
set A likewise, and inclusion and exclusion does the rest. Such an H is an option of a member of D,
so that the day before suffices: the 22 values of day 4 count those of day 6 [1]_, [2]_.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 12.
.. [2] A. N. Siegel, Combinatorial Game Theory, American Mathematical Society (2013), chapter V.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from farstar._arguments import shown
from farstar._equality import is_number_or_text, refuse_equality
from farstar._immutable import Immutable
from farstar._outcome import Outcome
from farstar.errors import IllegalPositionError
from farstar.impartial.misere import Genus
from farstar.misere._forms import ALGEBRA, Pin, read_text, to_text
from farstar.misere._games import HeapGames, HeapRules, PositionGames
from farstar.rules import Position, meter
from farstar.values import Value

_LARGEST_HEAP = 10_000


class MisereValue(Immutable):
    """An impartial game under misère play, in canonical form.

    Two values are equal exactly if they may be exchanged in every sum of impartial games when a
    player who cannot move wins. Values are immutable, hashable, and can be added.

    Parameters
    ----------
    game : str, int, MisereValue or iterable
        A value in notation such as ``"*[2#0]"``, the size of a nim-heap, or the options.

    Examples
    --------
    >>> g = fs.MisereValue("*[2#0]")
    >>> str(g.genus), g.mate, g.is_restive, g.is_prime
    ('1^20', MisereValue('*[2#1]'), True, True)
    >>> fs.MisereValue(2) + fs.MisereValue(2) == fs.MisereValue(0), fs.MisereValue([[2], 0]) == g
    (False, True)
    """

    __slots__ = ("_form", "_pin")
    _noun = "misère value"
    _form: int
    _pin: Pin
    """Keeps the forms."""

    def __init__(self, game: str | int | MisereValue | Iterable[Any]) -> None:
        object.__setattr__(self, "_pin", ALGEBRA.pin())
        object.__setattr__(self, "_form", _form_of(game))

    @classmethod
    def of(cls, game: Position | Value) -> MisereValue:
        """Return the value of a position of an impartial ruleset, or of a nimber.

        Examples
        --------
        >>> fs.MisereValue.of(fs.Kayles(5)), fs.MisereValue.of(fs.Cram("2x3"))
        (MisereValue('*[2[2]321]'), MisereValue('*[1]'))
        """
        if isinstance(game, Value):
            if game.is_nimber:
                return cls(game.nim_value)
            raise IllegalPositionError(
                f"expected an impartial game for a misère value, got {shown(str(game))}"
            )
        rules = getattr(game, "ruleset", None)
        if isinstance(rules, HeapRules) and isinstance(game.state, tuple):
            games: HeapGames | PositionGames = HeapGames("heaps", rules.parts)
            numbers, count = game.state, max(game.state, default=0) + 1
        else:
            games = PositionGames([game])
            numbers, count = (games.number(game),), len(games)
        with ALGEBRA.pin():
            forms: list[int] = []
            for number in range(count):
                options = []
                for word in games.options(number):
                    meter().tick()
                    options.append(_total(forms[part] for part in word))
                forms.append(ALGEBRA.make(options))
            return wrap(_total(forms[number] for number in numbers))

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return MisereValue, (str(self),)

    # Properties.

    @property
    def options(self) -> tuple[MisereValue, ...]:
        """The options of the canonical form."""
        key = ALGEBRA.birthday
        return tuple(map(wrap, sorted(ALGEBRA.ordered(self._form), key=lambda x: (key(x), x))))

    @property
    def birthday(self) -> int:
        """The depth of the canonical form."""
        return ALGEBRA.birthday(self._form)

    @property
    def outcome(self) -> Outcome:
        """Who wins under misère play: P or N."""
        return Outcome.P if ALGEBRA.is_lost(self._form) else Outcome.N

    @property
    def genus(self) -> Genus:
        """The Grundy value, with the misère Grundy values of sums with ``*2`` as exponent."""
        return ALGEBRA.genus(self._form)

    @property
    def nim_value(self) -> int:
        """The Grundy value under normal play."""
        return self.genus.value

    @property
    def misere_nim_value(self) -> int:
        """The Grundy value under misère play."""
        return self.genus.misere_value

    @property
    def mate(self) -> MisereValue:
        """The mate: that of 0 is ``*1``, any other has the mates of the options as its options.

        A game and its mate add up to a P-position.
        """
        return wrap(ALGEBRA.mate(self._form))

    @property
    def is_nim_heap(self) -> bool:
        """Whether it is a nim-heap."""
        return self._form == ALGEBRA.heap(self.birthday)

    @property
    def is_even(self) -> bool:
        """Whether ``G + *1`` is not an option of this game G; of G and ``G + *1`` one is even.

        Examples
        --------
        >>> [fs.MisereValue(n).is_even for n in range(4)]
        [True, False, True, False]
        """
        return ALGEBRA.add(self._form, _form_of(1)) not in ALGEBRA.ordered(self._form)

    @property
    def is_extraverted(self) -> bool:
        """Whether all its options are parts of it.

        Examples
        --------
        >>> fs.MisereValue("*[[2]]").is_extraverted, fs.MisereValue("*[[2],0]").is_extraverted
        (True, False)
        """
        return all(option.is_part_of(self) for option in self.options)

    @property
    def is_introverted(self) -> bool:
        """Whether it is a part of all its options; only 0 and ``*1`` are.

        Examples
        --------
        >>> [fs.MisereValue(n).is_introverted for n in range(4)]
        [True, True, False, False]
        """
        return all(self.is_part_of(option) for option in self.options)

    # Tameness.

    @property
    def is_tame(self) -> bool:
        """Whether it and all its followers have the genus of a position of Nim."""
        return ALGEBRA.kind(self._form) == "tame"

    @property
    def is_generally_tame(self) -> bool:
        """Whether it acts like Nim in sums with tame games.

        Options that are not generally tame have to be answered by moves to generally tame games
        that restore the nim value, and the misère nim value.
        """
        return ALGEBRA.kind(self._form) in ("tame", "generally tame")

    @property
    def is_tameable(self) -> bool:
        """Whether the same holds with tameable games as options and answers."""
        return ALGEBRA.kind(self._form) != "wild"

    @property
    def is_restive(self) -> bool:
        """Whether all options are tame, and the nim value alone is 0 or 1."""
        return self.nim_value < 2 <= self.misere_nim_value and all(o.is_tame for o in self.options)

    @property
    def is_generally_restive(self) -> bool:
        """Whether the nim value alone is 0 or 1, and it acts so in sums with tame games.

        Options that are not generally tame have to be answered by moves to generally tame or
        generally restive games: one that restores the misère nim value, and one that restores the
        nim value, whose other value is 0, 1, or that misère nim value but for the last bit.
        """
        return ALGEBRA.is_generally_restive(self._form)

    @property
    def is_restless(self) -> bool:
        """Whether all options are generally tame, and the misère nim value alone is 0 or 1."""
        return self.misere_nim_value < 2 <= self.nim_value and all(
            option.is_generally_tame for option in self.options
        )

    @property
    def is_half_tame(self) -> bool:
        """Whether it is not generally tame, but twice the game is, with genus 0^0."""
        double = self + self
        values = double.nim_value, double.misere_nim_value
        return not self.is_generally_tame and double.is_generally_tame and values == (0, 0)

    # Sums and parts.

    def __add__(self, other: MisereValue | int) -> MisereValue:
        if not isinstance(other, MisereValue | int):
            return NotImplemented
        return wrap(ALGEBRA.add(self._form, _form_of(other)))

    __radd__ = __add__

    def __sub__(self, other: MisereValue | int) -> MisereValue:
        """Return the game that makes `other` up to this one.

        Raises
        ------
        IllegalPositionError
            If there is no such game.
        """
        if not isinstance(other, MisereValue | int):
            return NotImplemented
        rest = ALGEBRA.difference(self._form, _form_of(other))
        if rest is None:
            raise IllegalPositionError(
                f"expected a part of {self}, got {other}: no game makes it up to the sum"
            )
        return wrap(rest)

    def is_part_of(self, other: MisereValue | int | str) -> bool:
        """Return whether ``other - self`` exists."""
        return ALGEBRA.difference(_form_of(other), self._form) is not None

    @property
    def is_prime(self) -> bool:
        """Whether it is a sum of two games only if one of them is 0 or ``*1``, and is neither.

        These two are the units: they add up to 0 with a game, so they are parts of every game.
        """
        return ALGEBRA.is_prime(self._form)

    def parts(self) -> tuple[MisereValue, ...]:
        """Return the games of which it is a sum with another; G stands for G and ``G + *1``."""
        return tuple(map(wrap, ALGEBRA.proper_parts(self._form)))

    def partitions(self) -> list[tuple[MisereValue, ...]]:
        """Return all ways to write it as a sum of primes and a unit; there may be several.

        Of G and ``G + *1`` one is born first; it is called even, and the other odd. All primes are
        even ones here, so every way to write an odd game begins with the unit ``*1``, which is no
        prime. The unit 0 is left out.

        Examples
        --------
        >>> len(fs.MisereValue("*[4[2#]]").partitions())
        2
        >>> fs.MisereValue(2).partitions(), fs.MisereValue(3).partitions()
        ([(MisereValue('*[2]'),)], [(MisereValue('*[1]'), MisereValue('*[2]'))])
        """
        return [tuple(map(wrap, primes)) for primes in ALGEBRA.partitions(self._form)]

    def link(self, other: MisereValue) -> MisereValue | None:
        """Return a game with which both add up to P-positions; None if there is none."""
        linked = ALGEBRA.link(self._form, _form_of(other))
        return None if linked is None else wrap(linked)

    def distinguisher(self, other: MisereValue) -> MisereValue | None:
        """Return a game with which this one is a P-position and `other` is not; None if equal.

        Examples
        --------
        >>> g, h = fs.MisereValue(2) + 2, fs.MisereValue(0)
        >>> x = g.distinguisher(h)
        >>> x, str((g + x).outcome), str((h + x).outcome)
        (MisereValue('*[0]'), 'P', 'N')
        """
        form = _form_of(other)
        return None if form == self._form else wrap(ALGEBRA.test(self._form, form))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MisereValue):
            return self._form == other._form
        if is_number_or_text(other):
            raise refuse_equality("another misère value", other, "value == MisereValue({})")
        return NotImplemented

    def __hash__(self) -> int:
        return hash(("misere", self._form))

    def __str__(self) -> str:
        return to_text(self._form, ALGEBRA)

    def __repr__(self) -> str:
        return f"MisereValue({str(self)!r})"


def wrap(form: int) -> MisereValue:
    """Return the value with a form of the common store."""
    value = object.__new__(MisereValue)
    object.__setattr__(value, "_pin", ALGEBRA.pin())
    object.__setattr__(value, "_form", form)
    return value


def _total(forms: Iterable[int]) -> int:
    total = 0
    for form in forms:
        total = ALGEBRA.add(total, form)
    return total


def _form_of(game: object) -> int:
    if isinstance(game, MisereValue):
        return game._form
    if isinstance(game, str):
        return read_text(game, ALGEBRA)
    if isinstance(game, int) and not isinstance(game, bool):
        if 0 <= game <= _LARGEST_HEAP:
            return ALGEBRA.heap(game)
        raise IllegalPositionError(
            f"expected a nim-heap from 0 to {_LARGEST_HEAP}, got {shown(game)}"
        )
    if isinstance(game, Iterable):
        return ALGEBRA.make([_form_of(option) for option in game])
    raise IllegalPositionError(
        f"expected a misère value, a nim-heap, text or options, got {shown(game)}"
    )


Mask: TypeAlias = int
"""A set of values, read as bits."""

_LAST_LISTED = 4
_LAST_COUNTED = 6


def misere_born_by_day(day: int) -> tuple[MisereValue, ...]:
    """Return all misère values born by a day, which is at most 4.

    Examples
    --------
    >>> [len(misere_born_by_day(day)) for day in range(5)]
    [1, 2, 3, 5, 22]
    """
    if day not in range(_LAST_LISTED + 1):
        raise IllegalPositionError(
            f"expected a day from 0 to {_LAST_LISTED}, got {shown(day)}: 4171780 are born by day 5"
        )
    with ALGEBRA.pin():
        return tuple(map(wrap, _forms_born_by(day)))


def count_misere_born_by_day(day: int) -> int:
    """Return how many misère values are born by a day, which is at most 6.

    The number for day 6 has 1,255,831 digits.

    Examples
    --------
    >>> [count_misere_born_by_day(day) for day in range(6)]
    [1, 2, 3, 5, 22, 4171780]
    >>> 2**4171780 - count_misere_born_by_day(6) < 2**2096641
    True
    """
    if day not in range(_LAST_COUNTED + 1):
        raise IllegalPositionError(f"expected a day from 0 to {_LAST_COUNTED}, got {shown(day)}")
    if day < 2:
        return day + 1
    with ALGEBRA.pin():
        return _NextDays(_forms_born_by(day - 2)).count()


def _forms_born_by(day: int) -> list[int]:
    born = [0]
    for _ in range(day):
        subsets = range(1 << len(born))
        born = sorted(
            {ALGEBRA.make(x for i, x in enumerate(born) if chosen >> i & 1) for chosen in subsets}
        )
    return born


class _NextDays:
    """The values born by some day, from which those of the next two days are made.

    A value of the next day is the mask of its options.
    """

    def __init__(self, born: Sequence[int]) -> None:
        place = {form: i for i, form in enumerate(born)}
        self._size = len(born)
        self._options: list[Mask] = [
            sum(1 << place[x] for x in ALGEBRA.ordered(form)) for form in born
        ]
        self._lost: Mask = sum(1 << i for i, form in enumerate(born) if ALGEBRA.is_lost(form))
        self._reversible = set(self._reversible_sets())

    def count(self) -> int:
        """Return how many values are born by the day after the next."""
        values = (1 << self._size) - len(self._reversible)
        reversible = sum(
            self._reversing_to_all(chosen) * (1 if len(chosen) % 2 else -1)
            for chosen in self._compatible_sets()
        )
        return (1 << values) - reversible

    def _reversible_sets(self) -> Iterator[Mask]:
        """Yield the sets of values of the day that are not canonical."""
        for h, kept in enumerate(self._options):
            extra = sum(1 << x for x, after in enumerate(self._options) if after >> h & 1)
            more = extra
            while more:
                if kept or more & self._lost:
                    yield kept | more
                more = (more - 1) & extra

    def _compatible_sets(self) -> Iterator[list[int]]:
        """Yield the sets A of values such that some set may reverse to all members of A.

        Every option of a member then is an option of each other member, or has it as an option.
        """
        waiting = [[h] for h in range(self._size)]
        while waiting:
            chosen = waiting.pop()
            yield chosen
            waiting += [
                [*chosen, h]
                for h in range(chosen[-1] + 1, self._size)
                if all(self._agree(g, h) and self._agree(h, g) for g in chosen)
            ]

    def _agree(self, g: int, h: int) -> bool:
        other = self._options[h]
        return all(
            other >> x & 1 or self._options[x] >> h & 1
            for x in range(self._size)
            if self._options[g] >> x & 1
        )

    def _reversing_to_all(self, chosen: list[int]) -> int:
        """Return how many sets of values of the next day reverse to all of some values.

        They consist of the options of all of these, and of values that have all of them as options.
        """
        wanted = sum(1 << h for h in chosen)
        free = self._with_options(wanted)
        if 0 not in chosen:
            # A single value's options alone are its canonical form. Those of one of several
            # values do not reverse to the others, since it is canonical.
            return (1 << free) - (len(chosen) == 1)
        if any(self._options[h] & self._lost for h in chosen):
            return 1 << free
        # Only sets with a P-position reverse to 0.
        return (1 << free) - (1 << free - self._lost_with_options(wanted))

    def _with_options(self, wanted: Mask) -> int:
        """Return how many values of the next day have these options, and perhaps others."""
        every = 1 << self._size - wanted.bit_count()
        return every - sum(x & wanted == wanted for x in self._reversible)

    def _lost_with_options(self, wanted: Mask) -> int:
        """Return how many of them the player to move loses: no option is a P-position."""
        if wanted & self._lost:
            return 0
        every = 1 << self._size - (wanted | self._lost).bit_count()
        reversible = (x for x in self._reversible if not x & self._lost)
        return every - sum(x & wanted == wanted for x in reversible)
