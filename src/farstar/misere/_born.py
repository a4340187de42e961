"""Misère values by the day on which they are born: lists of few, and counts of many.

Let D be the values born by some day. A set of them, as options, is the canonical form of a value
born by the next day unless it *reverses*: to an H whose options are in the set, while every other
member, and there is one, has H among its own options; to 0 only if the player to move wins.

The sets that reverse to one H are counted by a power of two, those that reverse to all members of a
set A likewise, and inclusion and exclusion does the rest. Such an H is an option of a member of D,
so that the day before suffices: the 22 values of day 4 count those of day 6.

References
----------
.. [1] J. H. Conway, On Numbers and Games, 2nd ed., A K Peters (2001), chapter 12.
.. [2] A. N. Siegel, Combinatorial Game Theory, American Mathematical Society (2013), chapter V.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from farstar._arguments import shown
from farstar.errors import IllegalPositionError
from farstar.misere._forms import ALGEBRA
from farstar.misere._value import MisereValue, wrap

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
