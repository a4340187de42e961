"""Operations and properties of values, against the definitions spelt out naively."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import farstar as fs
from farstar import NotAtomicError, Value

DAY_2 = fs.born_by_day(2)
DAY_3 = fs.born_by_day(3)
COMPACT = [
    Value(x) + n * Value("^") + Value(f"*{m}")
    for x, n, m in product(("0", "1", "-2", "3/4"), range(-4, 5), range(5))
]
SOME = [*DAY_3[::7], *COMPACT]


@cache
def naive_birthday(v: Value) -> int:
    return max((naive_birthday(o) + 1 for o in v.left_options + v.right_options), default=0)


@cache
def naive_followers(v: Value) -> frozenset[Value]:
    return frozenset({v}).union(*map(naive_followers, v.left_options + v.right_options))


@cache
def naive_misere(v: Value, player: fs.Player) -> bool:
    """Tell whether `player` wins by moving first, where who cannot move wins."""
    moves = v.left_options if player is fs.Left else v.right_options
    return not moves or any(not naive_misere(o, -player) for o in moves)


@cache
def naive_all_small(v: Value) -> bool:
    return bool(v.left_options) == bool(v.right_options) and all(
        map(naive_all_small, v.left_options + v.right_options)
    )


@cache
def naive_parity(v: Value) -> frozenset[int]:
    """Return the parities of all the ways of play from `v` to a number."""
    if v.is_number:
        return frozenset({0})
    options = v.left_options + v.right_options
    return frozenset(1 - p for o in options for p in naive_parity(o))


def naive_even_and_odd(v: Value) -> tuple[bool, bool]:
    """Return whether `v` is even, and odd, by their definition."""
    options = [naive_even_and_odd(option) for option in v.left_options + v.right_options]
    if not options:
        return True, False
    return all(odd for _, odd in options), all(even for even, _ in options)


@pytest.mark.parametrize("games", [DAY_3, COMPACT], ids=["day 3", "compact"])
def test_shape(games: list[Value]) -> None:
    for v in games:
        assert v.birthday == naive_birthday(v), v
        assert v.follower_count == len(naive_followers(v)) == len(v.followers()), v
        assert v.is_all_small == naive_all_small(v), v
        misere = fs.Outcome.of(
            left_wins_first=naive_misere(v, fs.Left), right_wins_first=naive_misere(v, fs.Right)
        )
        assert v.misere_outcome is misere, v
        assert v.is_even_tempered == (naive_parity(v) == {0}), v
        assert v.is_odd_tempered == (naive_parity(v) == {1}), v
        assert (v.is_even, v.is_odd) == naive_even_and_odd(v), v


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("0", 0),
        ("3/4", 3),
        ("-1/2", 2),
        ("5/8", 4),
        ("^", 2),
        ("^^*", 3),
        ("*5", 5),
        ("Tiny(2)", 4),
    ],
)
def test_birthdays(text: str, days: int) -> None:
    assert Value(text).birthday == days


def test_outcomes() -> None:
    for v in DAY_3:
        sign = (v > 0) - (v < 0)
        expected = "P" if v == 0 else {1: "L", -1: "R", 0: "N"}[sign]
        assert v.outcome == expected


def test_predicates_on_day_2() -> None:
    def texts(name: str) -> set[str]:
        return {str(v) for v in DAY_2 if getattr(v, name)}

    numbers = {"0", "1", "-1", "2", "-2", "1/2", "-1/2"}
    assert texts("is_number") == numbers
    assert texts("is_integer") == numbers - {"1/2", "-1/2"}
    assert texts("is_zero") == {"0"}
    assert texts("is_nimber") == {"0", "*", "*2"}
    infinitesimal = {"0", "*", "*2", "^", "v", "^*", "v*"}
    assert texts("is_infinitesimal") == texts("is_all_small") == infinitesimal
    uptimal = numbers | infinitesimal | {"1*", "-1*"}
    assert texts("is_number_up_star") == texts("is_uptimal") == texts("is_number_ish") == uptimal
    hot = {"{1|0}", "{0|-1}", "+-1", "{1|*}", "{*|-1}", "{1|0,*}", "{0,*|-1}"}
    assert texts("is_hot") == hot
    assert texts("is_switch") == {"{1|0}", "{0|-1}", "+-1"}
    assert len(hot | uptimal) <= 22


def test_predicates_that_need_room() -> None:
    assert Value("Tiny(1)").is_infinitesimal
    assert not Value("Tiny(1)").is_all_small
    assert not Value("Tiny(1)").is_uptimal
    assert Value("3^<4>*2").is_uptimal
    assert not Value("^<4>").is_number_up_star


def test_uptimal_expansion() -> None:
    assert Value("1/2^[3]*2").uptimal_expansion() == (Fraction(1, 2), (1, 1, 1), 2)
    assert Value("v<3>").uptimal_expansion() == (Fraction(0), (0, 0, -1), 0)
    assert Value(7).uptimal_expansion() == (Fraction(7), (), 0)
    assert Value("{1|0}").uptimal_expansion() is None


def test_stops_carry_a_side() -> None:
    assert Value("{5|2,{3|-10}}").right_stop == 2
    assert [Value("{1|0}").left_stop, Value("{1|0}").right_stop] == [1, 0]


@pytest.mark.parametrize(
    ("text", "t", "cooled"),
    [
        ("{1|-1}", 1, "*"),
        ("{1|-1}", Fraction(1, 2), "+-1/2"),
        ("{1|-1}", Fraction(5, 4), "0"),
        ("{3|0}", 1, "{2|1}"),
        ("{2||1|-1}", 1, "1^"),
        ("{3||2|1}", Fraction(3, 4), "9/4*"),
        ("^", 1, "0"),
        ("^", 0, "^"),
        ("^", Fraction(-1, 2), "{1/2||0|-1}"),
        ("1/2", Fraction(-1, 2), "1/2*"),
        ("1/2", Fraction(-1, 4), "1/2"),
        ("7", Fraction(-1, 2), "7"),
    ],
)
def test_cool(text: str, t: Fraction, cooled: str) -> None:
    assert Value(text).cool(t) == Value(cooled)
    assert Value(text).cool(Value(t)) == Value(cooled)


def naive_cool(v: Value, t: Fraction) -> Value:
    """Cool as if the temperature were unknown: find the first freezing point below t by search."""
    if v.is_integer:
        return v
    # Freezing points of games born by day 2 have denominators of at most 4.
    steps = [Fraction(n, 4) for n in range(-3, 12)]
    for s in steps:
        if s > t:
            break
        moved = Value.of(
            [naive_cool(o, s) - s for o in v.left_options],
            [naive_cool(o, s) + s for o in v.right_options],
        )
        if s == t:
            return moved
        if moved.left_stop == moved.right_stop:
            return Value(moved.left_stop)
    raise AssertionError


def test_cooling_by_the_definition() -> None:
    for v in DAY_2:
        for n in range(-3, 8):
            assert v.cool(Fraction(n, 4)) == naive_cool(v, Fraction(n, 4)), (v, n)


@pytest.mark.parametrize("t", [-1, -2, "*", "{1|0}"])
def test_cooling_is_refused(t: int | str) -> None:
    with pytest.raises(ValueError, match="above -1"):
        Value("{1|0}").cool(t)


def test_cooling_by_a_third_is_refused() -> None:
    with pytest.raises(ValueError, match="dyadic"):
        Value("{1|0}").cool(Fraction(1, 3))


def test_freeze() -> None:
    assert Value("{3|0}").freeze() == Value("3/2*")
    assert Value("{0||0|-2}").freeze() == Value("Tiny(2)")
    assert Value("1/2").freeze() == Value("1/2")
    for v in DAY_3:
        frozen = v.freeze()
        assert frozen.left_stop == frozen.right_stop == v.mean
        assert v.is_number or not frozen.is_number


def test_heat_and_cool_are_inverse() -> None:
    for v in SOME:
        for t in (Fraction(1, 2), Fraction(1), Fraction(5, 4)):
            assert v.heat(t).cool(t) == v
    for v in SOME:
        for t in (Fraction(1, 4), Fraction(3, 4)):
            assert v.cool(-t).cool(t) == v


def test_heat_by_a_game() -> None:
    assert Value("{3|1/2||-1}").heat("*") == Value("{3|1/2||-1*}")
    assert Value("^*2").heat(Value("*")) == 0
    assert Value("1/2").heat(Value("^")) == Fraction(1, 2)
    assert Value("*").heat("{1|0}") == Value("{1|0||0|-1}")


def test_overheat() -> None:
    assert Value("5/8").overheat(1, 1) == Value("{2|1|||1|0||-1}")
    assert Value(-3).overheat("^", 1) == Value("v3")
    assert Value("*").overheat(1, "^") == Value("{^|v}")
    for v in DAY_2:
        if not {str(w) for w in v.followers()} & {"1/2", "-1/2"}:
            assert v.overheat(1, Fraction(1, 2)) == v.heat(Fraction(1, 2))


def test_reduced() -> None:
    assert Value("{1,{2|0}|0}").reduced() == Value("{1|0}")
    assert Value("{2^||1*|-1Tiny(1)}").reduced() == Value("{2||1|-1}")
    assert Value("5/8^<3>*2").reduced() == Fraction(5, 8)


def test_reduced_is_the_simplest_in_its_class() -> None:
    classes: dict[Value, list[Value]] = {}
    for v in DAY_3:
        r = v.reduced()
        assert (v - r).is_infinitesimal
        assert r.reduced() == r
        classes.setdefault(r, []).append(v)
    for r, members in classes.items():
        assert r.birthday == min(v.birthday for v in members)
        assert r in members
    forms = list(classes)
    assert not any(
        (g - h).is_infinitesimal for i, g in enumerate(forms[::3]) for h in forms[::3][:i]
    )


def test_incentives() -> None:
    def naive(gains: list[Value]) -> set[Value]:
        return {g for g in gains if not any(h > g for h in gains)}

    for v in DAY_3[::5]:
        left = [o - v for o in v.left_options]
        right = [v - o for o in v.right_options]
        assert set(v.left_incentives()) == naive(left)
        assert set(v.right_incentives()) == naive(right)
        assert set(v.incentives()) == naive(left + right)
    assert Value(0).incentives() == ()
    assert Value(-3).incentives() == (Value(-1),)


def test_ordinal_sums() -> None:
    # Hackenbush stalks: one edge at a time on top of what is below.
    assert Value(1).ordinal_sum(1) == 2
    assert Value(1).ordinal_sum(-1) == Fraction(1, 2)
    assert Value("*2").ordinal_sum("*3") == Value("*5")
    assert Value("*").ordinal_sum(1) == Value("^*")
    assert Value(0).ordinal_sum("{3||2|1}") == Value("{3||2|1}")
    assert Value("{3||2|1}").ordinal_sum(0) == Value("{3||2|1}")
    assert Value("1/2^").ordinal_sum(2) == Value("1/2^[3]")


def test_ordinal_sum_by_the_definition() -> None:
    @cache
    def naive(base: Value, top: Value) -> Value:
        return Value.of(
            [*base.left_options, *(naive(base, o) for o in top.left_options)],
            [*base.right_options, *(naive(base, o) for o in top.right_options)],
        )

    for base, top in product(DAY_2, DAY_2):
        assert base.ordinal_sum(top) == naive(base, top)


@pytest.mark.parametrize(
    ("text", "weight"),
    [("0", "0"), ("^3*", "3"), ("{^3*|0}", "3/2"), ("*7", "0"), ("v<2>", "0"), ("{^^|vv}", "*"),
     ("{^3*|v3*}", "+-1"), ("Tiny(1)", "0")],
)  # fmt: skip
def test_atomic_weight(text: str, weight: str) -> None:
    v = Value(text)
    assert v.is_atomic
    assert v.atomic_weight() == Value(weight)
    assert (-v).atomic_weight() == -Value(weight)


@pytest.mark.parametrize("text", ["1", "1/4", "{1|0}", "1^"])
def test_no_atomic_weight(text: str) -> None:
    assert not Value(text).is_atomic
    with pytest.raises(NotAtomicError):
        Value(text).atomic_weight()


def test_long_walks_are_refused() -> None:
    with pytest.raises(fs.BudgetExceeded, match="steps"):
        Value("^1000000001").heat(1)


def test_long_walks_keep_to_their_time() -> None:
    v = Value("{9000001||4000000|-4000001}")
    with fs.engine.budget(seconds=0), pytest.raises(fs.BudgetExceeded, match="out of time after"):
        _ = v.follower_count


def test_deep_values_do_not_recurse() -> None:
    v = Value("^5000")
    assert len(v.followers()) == 5002
    deep = Value("{1|0}")
    for n in range(2000):
        deep = Value.of([deep], [-n])
    assert deep.birthday > 2000
    assert deep.follower_count > 2000
    assert not deep.is_all_small
    assert not deep.is_even_tempered
    assert deep.misere_outcome in tuple(fs.Outcome)
    assert deep.freeze().left_stop == deep.mean
