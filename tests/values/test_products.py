"""Products, powers, companions and options worth playing, against their definitions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import Value
from farstar.testing import dyadics, values

DAY_2 = fs.born_by_day(2)
DAY_3 = fs.born_by_day(3)
# As text, which every engine reads.
DAY_2_TEXT = [str(v) for v in DAY_2]
SOME_TEXT = [str(v) for v in DAY_3[::23]]
UNITS_TEXT = ("^", "^^", "^^*", "1/2", "1", "Tiny(1)", "^<2>", "{2||1|0}", "1*")
UNITS = tuple(map(Value, UNITS_TEXT))
ENGINES = pytest.mark.usefixtures("each_engine")
PLAYERS = (fs.Left, fs.Right)


def moves(v: Value, player: fs.Player) -> tuple[Value, ...]:
    return v.left_options if player is fs.Left else v.right_options


# The Norton product


def naive_norton(g: Value, unit: Value) -> Value:
    """Spell out the definition, with every incentive."""
    if g.is_integer:
        return g.mean.numerator * unit
    gains = [2 * unit - h for h in unit.right_options] + [*unit.left_options]
    return Value.of(
        [naive_norton(h, unit) + gain for h in g.left_options for gain in gains],
        [naive_norton(h, unit) - gain for h in g.right_options for gain in gains],
    )


@ENGINES
def test_norton_products_by_definition() -> None:
    for g, unit in product(map(Value, DAY_2_TEXT), map(Value, (*UNITS_TEXT, "^*", "*", "-1"))):
        assert g.norton_product(unit) == naive_norton(g, unit), (g, unit)


@given(values(max_leaves=4), values(max_leaves=4), st.sampled_from(UNITS))
@settings(max_examples=25)
def test_norton_products_add_up_and_keep_the_order(g: Value, h: Value, unit: Value) -> None:
    left, right = g.norton_product(unit), h.norton_product(unit)
    assert (g + h).norton_product(unit) == left + right
    assert (-g).norton_product(unit) == -left
    assert (g >= h) <= (left >= right)


@given(values(max_leaves=5))
@settings(max_examples=40)
def test_products_with_up_have_their_factor_as_atomic_weight(g: Value) -> None:
    assert g.norton_product("^").atomic_weight() == g


def test_the_units_of_the_norton_product() -> None:
    assert all(g.norton_product(1) == g for g in DAY_2)
    assert all(Value(n).norton_product(u) == n * u for n in range(-5, 6) for u in UNITS)
    assert Value(10**12).norton_product("^") == 10**12 * Value("^")


# Ordinal sums, their products and inverses


@given(values(max_leaves=4), values(max_leaves=4), values(max_leaves=4))
@settings(max_examples=30)
def test_laws_of_the_ordinal_sum(g: Value, h: Value, k: Value) -> None:
    total = g.ordinal_sum(h)
    assert -total == (-g).ordinal_sum(-h)
    assert g.ordinal_sum(0) == g
    assert Value(0).ordinal_sum(h) == h
    # The colon principle, both ways.
    assert (h >= k) == (total >= g.ordinal_sum(k))


@ENGINES
def test_the_subordinate_undoes_the_ordinal_sum() -> None:
    games = [*map(Value, DAY_2_TEXT)]
    for base in games:
        known = {base.ordinal_sum(top): top for top in games}
        for top in games:
            assert base.ordinal_sum(top).subordinate(base) == top
        # A subordinate is not born later than the sum.
        for g in games:
            assert g.subordinate(base) == known.get(g), (g, base)


@pytest.mark.parametrize(
    "text", ["*", "*3", "1", "-2", "1/2", "^", "v*", "+-1", "{2|1}", "Tiny(1)"]
)
def test_ordinal_products(text: str) -> None:
    g = Value(text)
    assert g.ordinal_product(0) == 0
    assert g.ordinal_product(1) == g
    for n in (2, 3, 4):
        assert g.ordinal_product(n) == g.ordinal_sum(g.ordinal_product(n - 1))
        assert (-g).ordinal_product(n) == -g.ordinal_product(n)


def test_ordinal_products_of_ordinals() -> None:
    assert Value("*2").ordinal_product(10**6) == Value(f"*{2 * 10**6}")
    assert Value(-3).ordinal_product(10**20) == -3 * 10**20
    with pytest.raises(fs.BudgetExceeded, match="copies"):
        Value("^").ordinal_product(10**20)
    assert Value("1/2").ordinal_product("2") == Value("1/2").ordinal_product(2)


@pytest.mark.parametrize(
    ("g", "h", "conjunctive", "ordinal"),
    [
        ("1/2", "1/4", "1/2", "11/32"),
        ("*5", "*6", "*5", "*30"),
        ("+-1", "^^", "{0|-1}", "+-1"),
        ("{1|0}", "0", "0", "0"),
        ("{*|*}", "3", "2", "0"),
    ],
)
def test_compounds_of_forms_as_in_cgsuite(g: str, h: str, conjunctive: str, ordinal: str) -> None:
    assert str(fs.Form(g).conjunctive_sum(h).value) == conjunctive
    assert str(fs.Form(g).ordinal_product(h).value) == ordinal


@settings(max_examples=30)
@given(st.sampled_from(DAY_2), st.integers(0, 3))
def test_ordinal_products_by_integers_are_towers(g: Value, n: int) -> None:
    ordinals: list[fs.Form] = []
    for _ in range(n):
        ordinals.append(fs.Form.of(ordinals))
    ordinal = fs.Form.of(ordinals)
    assert fs.Form(g).ordinal_product(ordinal).value == g.ordinal_product(n)


@settings(max_examples=30)
@given(st.sampled_from(DAY_2), st.sampled_from(DAY_2), st.sampled_from(DAY_2))
def test_a_subordinate_to_a_form_is_the_top(a: Value, b: Value, top: Value) -> None:
    base = fs.Form.of([a, b], [b])
    assert base.ordinal_sum(top).value.subordinate(base) == top


def test_continued_sums_of_heaps_last_as_long_as_the_longer_one() -> None:
    for a in range(4):
        for b in range(4):
            assert fs.Form(f"*{a}").continued_sum(f"*{b}").value == Value(f"*{max(a, b)}")
            assert fs.Form(a).continued_sum(b).value == max(a, b)


# Powers


@ENGINES
def test_powers_of_up() -> None:
    up = Value("^")
    assert up.pow(0) == Value("*")
    for n in range(1, 8):
        assert up.pow(n) == Value(f"^<{n}>")
        assert up.pow_to(n) == Value(f"^[{n}]")


@pytest.mark.parametrize(
    "text", ["^", "^*2", "^3", "Tiny(1)", "Tiny({3|1})", "1/2", "1/4", "{0||0,*|-1}"]
)
def test_powers_add_up(text: str) -> None:
    g = Value(text)
    total = Value(0)
    for n in range(1, 5):
        total += g.pow(n)
        assert total == g.pow_to(n)
    (h,) = g.right_options
    assert g.pow_to(3) == Value.of([g.pow_to(2)], [h])


@given(dyadics().filter(lambda x: x > 0))
def test_powers_to_numbers_by_definition(x: Fraction) -> None:
    for g in (Value("^"), Value("Tiny(2)"), Value("^3")):
        number, (h,) = Value(x), g.right_options
        lower = [g.pow_to(y.mean) for y in number.left_options]
        upper = [g.pow_to(y.mean) for y in number.right_options]
        assert g.pow_to(x) == Value.of([0, *lower], [h, *upper])
        assert g.pow(x + 1) == Value.of([0], [h - g.pow_to(x)])


def test_powers_that_are_refused() -> None:
    for text in ("1", "*2", "^*", "{1|0}", "v", "*1000000", "0"):
        with pytest.raises(ValueError, match=r"expected a game \{0\|H\}"):
            Value(text).pow(2)
    for x in (-1, Fraction(1, 2), Fraction(1, 3)):
        with pytest.raises(ValueError, match="dyadic"):
            Value("^").pow(x)
    with pytest.raises(ValueError, match=">= 0"):
        Value("^").pow_to(-1)


# The companion


@pytest.mark.parametrize(
    "games", [fs.born_by_day(1), DAY_2, DAY_3], ids=["day 1", "day 2", "day 3"]
)
def test_the_companion_is_an_automorphism(games: tuple[Value, ...]) -> None:
    companion = {v: v.companion() for v in games}
    assert set(companion.values()) == set(games)
    assert all(companion[companion[v]] == v for v in games)
    assert all(companion[-v] == -companion[v] for v in games)
    some = games[:: 1 + len(games) // 200]
    assert all((companion[v] >= companion[w]) == (v >= w) for v, w in product(some, some))


def test_there_is_no_other_automorphism_of_day_2() -> None:
    """Every automorphism fixes or exchanges the same pairs: count them by backtracking."""
    n = len(DAY_2)
    above = [[v >= w for w in DAY_2] for v in DAY_2]
    shape = [(sum(above[i]), sum(row[i] for row in above)) for i in range(n)]

    def extend(image: list[int]) -> int:
        i = len(image)
        if i == n:
            return 1
        fits = (
            j
            for j in range(n)
            if shape[j] == shape[i]
            and j not in image
            and all(
                above[i][a] == above[j][b] and above[a][i] == above[b][j]
                for a, b in enumerate(image)
            )
        )
        return sum(extend([*image, j]) for j in fits)

    assert extend([]) == 2


# Stops and options worth playing


@cache
def naive_stop_count(v: Value) -> int:
    options = v.left_options + v.right_options
    return 1 if v.is_number else sum(map(naive_stop_count, options))


def test_stop_counts() -> None:
    compact = [
        Value(x) + n * Value("^") + Value(f"*{m}")
        for x, n, m in product(("0", "-2", "3/4"), range(-5, 6), range(6))
    ]
    for v in (*DAY_3, *compact):
        assert v.stop_count == naive_stop_count(v), v
    assert Value(f"^{10**12}").stop_count == 10**12 + 3
    with pytest.raises(fs.BudgetExceeded, match="nimbers"):
        _ = Value(f"*{10**6}").stop_count


def test_strong_stops_are_stops() -> None:
    for v in DAY_2:
        assert (v.strong_left_stop, v.strong_right_stop) == (v.left_stop, v.right_stop)


def naive_orthodox(v: Value, player: fs.Player, t: Fraction) -> set[Value]:
    """Return the options whose stop after cooling, less the tax, is that of `v`."""
    if v.is_number or t > v.temperature:
        return set()
    cooled = v.thermograph()
    if player is fs.Left:
        goal = cooled.left_wall(t) + t
        return {h for h in v.left_options if h.cool(t).right_stop == goal}
    goal = cooled.right_wall(t) - t
    return {h for h in v.right_options if h.cool(t).left_stop == goal}


@ENGINES
def test_orthodox_options_of_day_3() -> None:
    games = [*map(Value, SOME_TEXT)]
    grid = [Fraction(n, 8) for n in range(17)]
    for v, player in product(games, PLAYERS):
        ever = set[Value]()
        for t in grid:
            expected = naive_orthodox(v, player, t)
            assert set(v.orthodox_options(player, t)) == expected, (v, player, t)
            ever |= expected
        assert set(v.orthodox_options(player)) == ever, (v, player)
        assert v.sensible_options(player) == v.orthodox_options(player, 0)


@given(values(max_leaves=9), st.sampled_from(PLAYERS))
@settings(max_examples=30)
def test_some_option_is_orthodox_at_every_temperature(v: Value, player: fs.Player) -> None:
    orthodox = set(v.orthodox_options(player))
    assert orthodox <= set(moves(v, player))
    top = v.temperature
    for t in [top * Fraction(n, 8) for n in range(9)] if top >= 0 else []:
        now = set(v.orthodox_options(player, t))
        assert now, (v, player, t)
        assert now <= orthodox


def test_moves_in_numbers_are_not_sensible() -> None:
    for text, player in product(("5", "-3/8", "0"), PLAYERS):
        assert Value(text).sensible_options(player) == ()
        assert Value(text).orthodox_options(player) == ()
    with pytest.raises(TypeError, match="Left or Right"):
        Value("*").sensible_options("left")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 0"):
        Value("*").orthodox_options(fs.Left, -1)
