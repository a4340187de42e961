"""Impartial tools: nimbers by Conway's definition, periods and genera by brute force."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial import grundy as impartial
from farstar.impartial import sparse as impartial_sparse
from farstar.impartial.codes import DAWSONS_KAYLES, KAYLES, Code, grundys_game
from farstar.impartial.misere import Genus, MisereForms, heap_forms
from farstar.impartial.periods import Period, observed, period, values_needed

NIMBERS = st.integers(0, 2**70)
CODES = (
    "0.77",
    "0.07",
    "0.137",
    "0.3F",
    "4.37",
    "0.[3]",
    "0.1[30]",
    "C.8",
    "8.0",
    "0.4[7]",
    "0.00",
)


def mex(numbers: Iterable[int]) -> int:
    present = set(numbers)
    return next(n for n in itertools.count() if n not in present)


# Nimbers.


def test_ugly_products_by_the_rule_for_powers_of_two() -> None:
    ugly = impartial.ugly_product
    for power in (1, 2, 4, 8, 16):
        for k in range(power):
            odious = k.bit_count() % 2
            assert ugly(power, k) == ugly(k, power) == (power if odious else 0) + k // 2
        assert ugly(power, power) == -(-power // 2)
    for a, b, c in itertools.product(range(24), repeat=3):
        assert ugly(a ^ b, c) == ugly(a, c) ^ ugly(b, c)


def test_nim_products_by_the_definition() -> None:
    size = 40
    table = [[0] * size for _ in range(size)]
    for a, b in itertools.product(range(size), repeat=2):
        table[a][b] = mex(
            table[x][b] ^ table[a][y] ^ table[x][y] for x in range(a) for y in range(b)
        )
        assert impartial.nim_product(a, b) == table[a][b]


@given(NIMBERS, NIMBERS, NIMBERS)
def test_nimbers_are_a_field(a: int, b: int, c: int) -> None:
    product, total = impartial.nim_product, impartial.nim_sum
    assert product(a, b) == product(b, a)
    assert product(product(a, b), c) == product(a, b, c)
    assert product(a, total(b, c)) == total(product(a, b), product(a, c))
    assert product(a, 1) == a
    if a:
        assert product(a, impartial.nim_inverse(a)) == 1
        assert impartial.nim_quotient(product(a, b), a) == b


@given(NIMBERS, st.integers(-5, 9))
def test_nim_powers_and_roots(a: int, n: int) -> None:
    root = impartial.nim_square_root(a)
    assert impartial.nim_product(root, root) == a
    if a or n >= 0:
        assert (
            impartial.nim_power(a, n + 1) == impartial.nim_product(impartial.nim_power(a, n), a)
            or n < 0
        )
        base = impartial.nim_inverse(a) if n < 0 else a
        assert impartial.nim_power(a, n) == impartial.nim_product(*[base] * abs(n))


def test_fermat_powers() -> None:
    for k in range(6):
        power = 1 << (1 << k)
        assert impartial.nim_product(power, power) == power ^ (power >> 1)
        assert impartial.nim_product(power, power - 1) == power * (power - 1)


@pytest.mark.parametrize("bad", [-1, 1.5, True, "2"])
def test_what_is_no_nimber(bad: int) -> None:
    with pytest.raises(IllegalPositionError, match="expected a nimber"):
        impartial.nim_product(bad, 2)


def test_limits_of_nimbers() -> None:
    with pytest.raises(IllegalPositionError, match="other than 0"):
        impartial.nim_inverse(0)
    with pytest.raises(BudgetExceeded, match="bits"):
        impartial.nim_product(1 << (1 << 15), 2)
    assert impartial.mex([]) == 0
    assert impartial.mex([2, 0, 1, 5]) == 3


# Codes.


@pytest.mark.parametrize("text", CODES)
def test_sequences_by_the_moves(text: str) -> None:
    code = Code.parse(text)
    values: list[int] = []
    for heap in range(30):
        assert all(sum(left) <= heap and heap not in left for left in code.moves(heap))
        values.append(
            mex(impartial.nim_sum(*(values[n] for n in left)) for left in code.moves(heap))
        )
    assert code.grundy_sequence(30) == values


def test_grundys_game_by_its_definition() -> None:
    @cache
    def value(n: int) -> int:
        return mex(value(a) ^ value(n - a) for a in range(1, n) if a != n - a)

    assert grundys_game(60) == [value(n) for n in range(60)]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        (".77", "0.77"),
        ("0.770", "0.77"),
        ("0.3f", "0.3F"),
        ("0.[33]", "0.[3]"),
        ("0.3[3]", "0.[3]"),
        ("0.1[030]", "0.1[030]"),
        ("0.[00]", "0.0"),
        ("4.", "4.0"),
        ("0.03[03]", "0.[03]"),
    ],
)
def test_codes_have_a_normal_form(text: str, normal: str) -> None:
    code = Code.parse(text)
    assert str(code) == normal
    assert Code.parse(str(code)) == code
    assert [code.digit(k) for k in range(8)] == [Code.parse(normal).digit(k) for k in range(8)]


@pytest.mark.parametrize(
    "bad", ["", "77", "0.7G", "1.3", "3.0", "0.[", "0.[]", "0.7 7", 0.77, None]
)
def test_what_is_no_code(bad: str) -> None:
    with pytest.raises(IllegalPositionError, match="expected"):
        Code.parse(bad)


# Periods.


PERIODIC = ("0.77", "0.07", "0.15", "0.33", "0.303", "0.72", "0.044", "0.111", "0.7", "4.07")


@pytest.mark.parametrize("text", PERIODIC)
def test_proved_periods_hold_much_further(text: str) -> None:
    code = Code.parse(text)
    values = code.grundy_sequence(1600)
    periodicity = period(code, values[:600])
    assert periodicity is not None
    assert periodicity.is_proved
    assert values_needed(code, periodicity.preperiod, periodicity.period) <= 600
    assert [periodicity.value(values[:600], n) for n in range(1600)] == values
    p, start = periodicity.period, periodicity.preperiod
    assert start == 0 or values[start - 1] != values[start - 1 + p]
    assert all(values[start:-q] != values[start + q :] for q in range(1, p))


@pytest.mark.parametrize(
    "text", ["0.[3]", "0.1[3]", "0.0[3]", "0.0030[3]", "0.30[2]", "0.33[1]", "0.0303[3]", "0.02[2]"]
)
def test_all_but_finitely_many_takes(text: str) -> None:
    code = Code.parse(text)
    values = code.grundy_sequence(500)
    periodicity = period(code, values[:200])
    assert periodicity is not None
    assert periodicity.is_proved
    assert [periodicity.value(values[:200], n) for n in range(500)] == values
    p, start = periodicity.period, periodicity.preperiod
    assert start == 0 or values[start - 1] + periodicity.saltus != values[start - 1 + p]


def test_what_is_not_proved_is_not_called_so() -> None:
    assert period(KAYLES, KAYLES.grundy_sequence(167)) is None
    periodicity = period(KAYLES, KAYLES.grundy_sequence(168))
    assert periodicity == Period(71, 12, 0, 168, is_proved=True)
    hexadecimal = Code.parse("0.3F")
    seen = period(hexadecimal, hexadecimal.grundy_sequence(120))
    assert seen == Period(0, 6, 3, 120, is_proved=False)
    assert str(seen) == "period 6 from the start, saltus 3 (not proved, 120 values)"
    assert observed(grundys_game(300)) is None
    assert period(DAWSONS_KAYLES, []) is None
    with pytest.raises(IllegalPositionError, match="a code that ends"):
        values_needed(Code.parse("0.[3]"), 1, 1)


@given(
    st.lists(st.integers(0, 9), max_size=6),
    st.lists(st.integers(0, 9), min_size=1, max_size=5),
    st.integers(0, 3),
)
def test_periods_that_were_put_there_are_seen(
    start: list[int], block: list[int], jump: int
) -> None:
    values = start + [n + jump * i for i in range(20) for n in block]
    periodicity = observed(values)
    assert periodicity is not None
    assert periodicity.period <= len(block)
    assert periodicity.preperiod <= len(start)
    assert periodicity.saltus * len(block) == jump * periodicity.period
    assert [
        periodicity.value(values[: len(start) + len(block)], n) for n in range(len(values))
    ] == values


# Sparse spaces.


@pytest.mark.parametrize("values", [KAYLES.grundy_sequence(400), grundys_game(400)])
def test_no_other_mask_has_fewer_rare_values(values: list[int]) -> None:
    space = impartial_sparse.sparse_space(values)

    def rare(mask: int) -> list[int]:
        return [n for n in range(1, len(values)) if (values[n] & mask).bit_count() % 2 == 0]

    assert space.rare == len(rare(space.mask)) == min(len(rare(mask)) for mask in range(64))
    assert space.last_rare == rare(space.mask)[-1]
    assert space.rare_values == tuple(sorted({values[n] for n in rare(space.mask)}))
    assert space.largest == (max(values), values.index(max(values)))
    assert [n for n in range(1, 400) if space.is_rare(values[n])] == rare(space.mask)


def test_kayles_has_the_evil_numbers_as_its_sparse_space() -> None:
    """Winning Ways, chapter 4: rare values have an even number of ones in base two."""
    space = impartial_sparse.sparse_space(KAYLES.grundy_sequence(2000))
    assert all(n.bit_count() % 2 == 0 for n in space.rare_values)
    assert space.last_rare == 70
    with pytest.raises(IllegalPositionError, match="at least 2 values"):
        impartial_sparse.sparse_space([0])


# Misère play.


@cache
def misere_value(game: str, heaps: tuple[int, ...], twos: int) -> int:
    """Return the misère Grundy value of heaps and nim-heaps of size 2, by the definition."""
    moves = {"kayles": KAYLES.moves, "dawson": DAWSONS_KAYLES.moves, "grundy": grundy_moves}[game]
    options = []
    for place, heap in enumerate(heaps):
        rest = heaps[:place] + heaps[place + 1 :]
        for left in moves(heap):
            options.append((tuple(sorted(rest + left)), twos, 0))
    if twos:
        options += [(heaps, twos - 1, 0), (heaps, twos - 1, 1)]
    return misere_mex([misere_one(game, h, t, ones) for h, t, ones in options])


@cache
def misere_one(game: str, heaps: tuple[int, ...], twos: int, ones: int) -> int:
    # Adding a heap of size 1 adds 1 without carry in misère play as well.
    return misere_value(game, heaps, twos) ^ ones


def misere_mex(options: list[int]) -> int:
    return mex(options) if options else 1


def grundy_moves(heap: int) -> list[tuple[int, ...]]:
    return [(i, heap - i) for i in range(1, (heap + 1) // 2)]


@pytest.mark.parametrize("game", ["kayles", "dawson", "grundy"])
def test_genera_by_the_definition(game: str) -> None:
    moves = {"kayles": KAYLES.moves, "dawson": DAWSONS_KAYLES.moves, "grundy": grundy_moves}[game]
    forms = MisereForms()
    for heap, form in enumerate(heap_forms(moves, 13, forms)):
        exponent = forms.genus(form).exponent
        for place in range(len(exponent)):
            assert misere_value(game, (heap,), place) == exponent[place], (heap, place)
        assert forms.is_won(form) == (exponent[0] != 0)


def test_canonical_forms_keep_misere_outcomes_of_sums() -> None:
    forms = MisereForms()
    heaps = heap_forms(KAYLES.moves, 9, forms)
    for a, b in itertools.combinations_with_replacement(range(10), 2):
        total = forms.add(heaps[a], heaps[b])
        assert forms.is_won(total) == (misere_value("kayles", tuple(sorted((a, b))), 0) != 0)


def test_nim_heaps_and_limits_of_forms() -> None:
    forms = MisereForms()
    nim = heap_forms(lambda n: [(m,) for m in range(n)], 5, forms)
    assert [str(forms.genus(heap)) for heap in nim] == ["0", "1", "2", "3", "4", "5"]
    pair = forms.add(nim[3], nim[3])
    assert forms.genus(pair) == Genus(0, (0, 2))
    assert forms.genus(pair).is_tame
    assert not Genus(4, (1, 4, 6)).is_tame
    # A heap of size 1 twice is nothing.
    assert forms.add(nim[1], nim[1]) == forms.zero
    with pytest.raises(BudgetExceeded, match="misère forms"):
        heap_forms(KAYLES.moves, 30, MisereForms(most=50))
