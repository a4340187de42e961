"""How many misère values are born by each day."""

from __future__ import annotations

from itertools import combinations

import pytest

from farstar.errors import IllegalPositionError
from farstar.impartial.misere import MisereForms
from farstar.misere import count_misere_born_by_day, misere_born_by_day
from farstar.misere._value import _forms_born_by, _NextDays

# Thompson's corrected count of day 6, as powers of two with their factors, and what is added.
DAY_SIX = {
    4171780: 1, 2096640: -1, 2095104: -1, 2094593: -1, 2094080: -1, 2091522: -3, 2088960: -1,
    2088705: -1, 2088448: -1, 2088193: -1, 2086912: -1, 2086657: -1, 2086401: -1, 2086145: -1,
    2085888: -1, 2079234: -1, 1960962: 1, 0: 21,
}  # fmt: skip


def test_counts_by_day() -> None:
    assert [len(misere_born_by_day(day)) for day in range(5)] == [1, 2, 3, 5, 22]
    assert [count_misere_born_by_day(day) for day in range(6)] == [1, 2, 3, 5, 22, 4171780]
    for day in (-1, 7, 10**9):
        with pytest.raises(IllegalPositionError, match="0 to 6"):
            count_misere_born_by_day(day)
    with pytest.raises(IllegalPositionError, match="0 to 4"):
        misere_born_by_day(5)


def test_day_six_is_the_published_number() -> None:
    wanted = sum(factor << exponent for exponent, factor in DAY_SIX.items())
    assert count_misere_born_by_day(6) == wanted


def test_day_four_against_a_list_of_all_sets() -> None:
    forms = MisereForms()
    born = [0]
    for _ in range(3):
        born = sorted({forms.make(s) for n in range(len(born) + 1) for s in combinations(born, n)})
    sets = [frozenset(s) for n in range(6) for s in combinations(born, n)]
    assert sum(forms.options(forms.make(s)) == s for s in sets) == 22


@pytest.mark.long
def test_day_five_against_all_sets_of_day_four() -> None:
    """Each of the 4,194,304 sets is tried with each of the 22 values to which it may reverse."""
    numpy = pytest.importorskip("numpy")
    days = _NextDays(_forms_born_by(4))
    options, lost = days._options, days._lost
    sets = numpy.arange(1 << len(options), dtype=numpy.int64)
    reverses = numpy.zeros(len(sets), dtype=bool)
    for h, kept in enumerate(options):
        above = sum(1 << x for x, after in enumerate(options) if after >> h & 1)
        rest = sets & ~kept
        to_h = (sets & kept == kept) & (rest != 0) & (rest & ~above == 0)
        reverses |= to_h if kept else to_h & (sets & lost != 0)
    assert int((~reverses).sum()) == 4171780


@pytest.mark.parametrize("places", [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 4)])
def test_inclusion_and_exclusion_against_a_list(places: tuple[int, ...]) -> None:
    """A few values instead of all of a day: every set of the values of the next day is tried."""
    born = _forms_born_by(3)
    days = _NextDays([born[place] for place in places])
    values = [x for x in range(1 << len(places)) if x not in days._reversible]
    count = 0
    for chosen in range(1 << len(values)):
        options = [value for i, value in enumerate(values) if chosen >> i & 1]
        count += not any(_reverses(options, h, days) for h in range(len(places)))
    assert days.count() == count


def _reverses(options: list[int], h: int, days: _NextDays) -> bool:
    """Tell by definition whether a set reverses to a value; values are masks of their options."""
    own = [mask for i, mask in enumerate(days._options) if days._options[h] >> i & 1]
    if any(mask not in options for mask in own):
        return False
    rest = [mask for mask in options if mask not in own]
    has_p_position = any(mask and not mask & days._lost for mask in options)
    return bool(rest) and all(mask >> h & 1 for mask in rest) and (bool(own) or has_p_position)
