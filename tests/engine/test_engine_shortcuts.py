"""The shortcuts that engines take for numbers, ups and stars, against the bare definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

import farstar as fs

from . import brute

pytestmark = pytest.mark.usefixtures("each_engine")

NUMBERS = [Fraction(n, 8) for n in range(-12, 13)]
RECORDS = [
    (x, n, m)
    for x in (Fraction(0), Fraction(1), Fraction(-3, 4))
    for n in range(-4, 5)
    for m in range(5)
]


def short(x: Fraction, ups: int, star: int) -> fs.Value:
    """Return a number plus ups plus a nimber, which the engines store as three integers."""
    return fs.Value(x) + ups * fs.Value("^") + fs.Value(f"*{star}")


def written_out(v: fs.Value, known: dict[str, brute.Game]) -> brute.Game:
    if str(v) not in known:
        left, right = (
            frozenset(written_out(option, known) for option in side)
            for side in (v.left_options, v.right_options)
        )
        known[str(v)] = (left, right)
    return known[str(v)]


def birthday(x: Fraction) -> int:
    """Return the birthday of a number: steps of the sign expansion."""
    if x.denominator == 1:
        return abs(x.numerator)
    return abs(x.numerator) // x.denominator + x.denominator.bit_length()


@pytest.mark.parametrize("fits", list(product([False, True], repeat=2)))
def test_simplest_number_is_the_earliest_born(fits: tuple[bool, bool]) -> None:
    """A number may be equal to an option only if a star is added to that option."""
    candidates = sorted((Fraction(n, 16) for n in range(-32, 33)), key=birthday)
    for low, high in product(NUMBERS, NUMBERS):
        inside = [
            x
            for x in candidates
            if (low < x or (fits[0] and low == x)) and (x < high or (fits[1] and x == high))
        ]
        if inside and low < high:
            left, right = short(low, 0, int(fits[0])), short(high, 0, int(fits[1]))
            assert fs.Value.of([left], [right]) == inside[0]


def test_simplest_number_without_a_bound() -> None:
    half = Fraction(1, 2)
    assert fs.Value.of([], []) == 0
    assert fs.Value.of([5 * half], []) == 3
    assert fs.Value.of([], [-3]) == -4
    assert fs.Value.of([], [short(Fraction(-3), 0, 1)]) == -3
    assert fs.Value.of([-half], []) == 0


def test_forms_are_canonical_and_give_the_game_back() -> None:
    known: dict[str, brute.Game] = {}
    for record in RECORDS:
        g = short(*record)
        written = written_out(g, known)
        assert fs.Value.of(g.left_options, g.right_options) == g
        assert brute.canonical(written) == written
        assert written_out(-g, known) == brute.negate(written)


def test_order_is_that_of_the_options() -> None:
    known: dict[str, brute.Game] = {}
    games = [short(*record) for record in RECORDS if record[1] < 3 and record[2] < 4]
    written = [written_out(g, known) for g in games]
    for (g, bare_g), (h, bare_h) in product(zip(games, written, strict=True), repeat=2):
        assert (g >= h) == brute.geq(bare_g, bare_h)


def test_the_best_options_are_the_undominated_ones() -> None:
    games = [short(Fraction(0), n, m) for n in range(-2, 3) for m in range(4)]
    known: dict[str, brute.Game] = {}
    for chosen in combinations(games, 3):
        form = (frozenset(written_out(g, known) for g in chosen), frozenset((brute.ZERO,)))
        assert written_out(fs.Value.of(chosen, [0]), known) == brute.canonical(form)


def test_thermographs_are_masts_at_the_number() -> None:
    for x, ups, star in RECORDS:
        g = short(x, ups, star)
        graph = g.thermograph()
        assert graph.mean == x
        assert graph.temperature == (-Fraction(1, x.denominator) if g.is_number else 0)
