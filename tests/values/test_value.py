"""Construction, arithmetic and order of values."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

import farstar as fs
from farstar import Value


def test_sources() -> None:
    assert Value() == Value(0) == Value("0") == Value("{|}") == 0
    assert Value(Fraction(3, 8)) == Value("3/8") == Fraction(3, 8)
    v = Value("{3||2|1}")
    assert Value(v) is v
    assert Value.of(left=[3], right=[Value.of([2], [1])]) == v
    assert Value.of(left=["3"], right=["{2|1}"]) == v
    assert Value.of() == 0
    assert Value.of([Fraction(1, 2)], [1]) == Fraction(3, 4)


def test_integer_like_objects_are_integers() -> None:
    class Three:
        def __index__(self) -> int:
            return 3

    assert Value(Three()) == 3  # type: ignore[arg-type]
    assert Value(1) + Three() == 4  # type: ignore[operator]
    assert Value("^") * Three() == Value("^3")  # type: ignore[operator]


@pytest.mark.parametrize("wrong", [True, 0.5, None, 1j, [1], b"1"])
def test_refused_sources(wrong: object) -> None:
    with pytest.raises(TypeError, match="expected"):
        Value(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Value.of([wrong])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        Value(1) + wrong  # type: ignore[operator]
    with pytest.raises(TypeError):
        assert Value(1) < wrong  # type: ignore[operator]
    if not isinstance(wrong, float):
        assert Value(1) != wrong
        assert Value(0) != wrong


def test_a_float_is_told_why() -> None:
    with pytest.raises(TypeError, match=r"float 0\.5: use a Fraction"):
        Value(0.5)  # type: ignore[arg-type]


def test_non_dyadic_numbers_are_told_why() -> None:
    with pytest.raises(fs.NotationError, match=r"dyadic.*Fraction\(1, 3\)"):
        Value(Fraction(1, 3))
    assert Value(1) != Fraction(1, 3)
    with pytest.raises(TypeError):
        assert Value(1) > Fraction(1, 3)


def test_errors_show_numbers_of_any_length() -> None:
    with pytest.raises(fs.NotationError, match=r"dyadic.* a number of .* bits"):
        Value(Fraction(10**6000, 3))
    with pytest.raises(ValueError, match=r"above -1.* a number of .* bits"):
        Value("^").cool(-(10**6000))


def test_text_is_not_a_list_of_options() -> None:
    with pytest.raises(TypeError, match="list of options"):
        Value.of("12")


def test_immutable_and_final() -> None:
    v = Value("^")
    with pytest.raises(AttributeError, match="cannot be changed"):
        v._handle = Value(1)._handle
    with pytest.raises(AttributeError, match="cannot be changed"):
        del v._handle
    with pytest.raises(AttributeError):
        v.note = 1
    assert copy.copy(v) is v
    assert copy.deepcopy([v])[0] is v


def test_arithmetic_with_numbers() -> None:
    v = Value("{1|-1}")
    assert v + 1 == 1 + v == Value("{2|0}")
    assert v - Fraction(1, 2) == -(Fraction(1, 2) - v) == Value("{1/2|-3/2}")
    assert 0 - v == -v == v
    assert +v is v
    assert sum([v, v, Value("*")]) == Value("*")


def test_arithmetic_of_compact_values() -> None:
    assert Value("*5") + Value("*3") == Value("*6")
    assert Value("^3*2") - Value("^*") == Value("^^*3")
    assert Value("73/16v9*8") + Value("7/16^9") == Value("5*8")


@pytest.mark.parametrize("text", ["3/8", "^", "*", "1/2v3*2", "{3||2|1}", "+-{1,1*}", "Tiny(2)"])
def test_multiples(text: str) -> None:
    v = Value(text)
    total = Value(0)
    for n in range(9):
        assert n * v == v * n == total
        assert -n * v == -total
        total = total + v


def test_multiples_are_fast_and_exact() -> None:
    huge = 3**5000
    assert huge * Value("1/4*3") == Value(Fraction(huge, 4)) + Value("*3")
    assert 3**30 * Value("1/4^*3") == Value(f"^{3**30}*3") + Fraction(3**30, 4)
    assert (10**18) * Value("{2|0}") == 10**18
    assert (10**18 + 1) * Value("{2|0}") == 10**18 + Value("{2|0}")
    assert (2**70) * Value(Fraction(1, 2**70)) == 1


def test_products_are_refused() -> None:
    with pytest.raises(TypeError, match="product of two values is undefined"):
        Value(2) * Value("*")  # type: ignore[operator]
    for wrong in (True, 1.5, Fraction(1, 2), "2"):
        with pytest.raises(TypeError):
            wrong * Value("*")  # type: ignore[operator]


def test_truth() -> None:
    assert not Value("{v|^}")
    assert Value("*")


def test_order() -> None:
    up, star = Value("^"), Value("*")
    assert up > 0
    assert 0 < up < Fraction(1, 2**100)
    assert not up < 0
    assert Value(-1) < up <= up >= up
    assert not up < up
    assert [star < 0, star > 0, star == 0] == [False] * 3
    assert 2 * up > star
    assert not up >= star
    assert Value("2") != Value("*2")


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        ("0", "{v|^}", "="),
        ("^", "0", ">"),
        ("v*", "^", "<"),
        ("^", "*", "||"),
        ("{1|0}", "0", "||"),
        ("{1|0}", "1", "||"),
        ("{1|0}", "1/2", "||"),
        ("{1|0}", "-1/1024", ">"),
        ("{5|2,{3|-10}}", "2", "||"),
        ("{5|2,{3|-10}}", "127/64", ">"),
    ],
)
def test_compare(left: str, right: str, relation: str) -> None:
    g, h = Value(left), Value(right)
    assert g.compare(h) == relation
    assert g.compare(right) is fs.Relation(relation)
    assert h.compare(g) is -fs.Relation(relation)
    assert g.is_confused_with(h) == (relation == "||")
    assert g.less_or_fuzzy(h) == (relation in ("<", "||"))
    assert g.greater_or_fuzzy(h) == (relation in (">", "||"))


def test_hash_equals_that_of_the_equal_number() -> None:
    for number in (0, 7, -1, 2**70, Fraction(3, 8), Fraction(-1, 2**40)):
        assert hash(Value(number)) == hash(number)
        assert {number: "x"}[Value(number)] == "x"  # type: ignore[index]
    assert len({Value("{0|*}"), Value("^"), Value("{0,{0|0}|*}")}) == 1


def test_enumerations() -> None:
    assert -fs.Left is fs.Right
    assert -fs.Right is fs.Left
    assert [str(player) for player in fs.Player] == ["L", "R"]
    assert [-o for o in fs.Outcome] == [fs.Outcome.R, fs.Outcome.L, fs.Outcome.N, fs.Outcome.P]
    wins = {
        (str(o), str(p), first)
        for o in fs.Outcome
        for p in fs.Player
        for first in (True, False)
        if o.wins(p, first=first)
    }
    assert wins == {
        ("L", "L", True), ("L", "L", False), ("R", "R", True), ("R", "R", False),
        ("N", "L", True), ("N", "R", True), ("P", "L", False), ("P", "R", False),
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["0", "-3/8", "^3*2", "{3||2|1}", "+-{1,1*}", "2Tiny(2)", "^[3]*", "{0,*,{1|0}|-1}"],
)
def test_text_round_trip(text: str) -> None:
    v = Value(text)
    assert Value(str(v)) == v
    assert repr(v) == f"Value('{v}')"
    assert f"{v:>40}" == str(v).rjust(40)
    assert v.unicode()
    assert v._repr_latex_() == f"${v.latex()}$"


def _doubled(levels: int) -> Value:
    # Each level mentions the one before twice, so the text doubles and the graph does not.
    v = Value("{1|0}")
    for n in range(levels):
        v = Value.of([v + 3 * n + 5], [v - 3 * n - 5])
    return v


def test_values_too_long_to_print() -> None:
    v = _doubled(20)
    with pytest.raises(fs.BudgetExceeded):
        str(v)
    assert repr(v).startswith("<Value: ")
    assert repr(v).endswith(" followers, text too long>")
    assert v._repr_latex_() is None


def test_huge_numbers_are_not_chains() -> None:
    v = Value(10**12)
    assert v.birthday == 10**12
    assert v.follower_count == 10**12 + 1
    assert v.misere_outcome == "R"
    assert v.temperature == -1
    assert v.left_options == (Value(10**12 - 1),)
    assert v.right_options == ()
    assert v.heat(1) == v.cool(1) == v.reduced() == v
    assert v.overheat(2, 1) == 2 * 10**12
    assert (10**12 * Value("^")).birthday == 10**12 + 1
    hot = Value.of([v], [-v])
    assert hot.temperature == 10**12
    assert hot.birthday == 10**12 + 1


@pytest.mark.parametrize("text", ["1000000000000", "^1000000000000", "*1000000000"])
def test_followers_of_a_huge_value_are_refused(text: str) -> None:
    with pytest.raises(fs.BudgetExceeded, match="followers"):
        Value(text).followers()
    with pytest.raises(fs.BudgetExceeded, match="followers"):
        Value("*").ordinal_sum(text)


def test_numbers_beyond_machine_words() -> None:
    tiny = Fraction(1, 2**200)
    v = Value.of([0], [tiny])
    assert v == tiny / 2
    assert v.temperature == -tiny / 2
    assert v.birthday == 202
    big = Value(2**100 + 1)
    assert big - 1 == 2**100
    assert Value.of([2**100], [Fraction(2**101 + 1, 2)]) == Fraction(2**102 + 1, 4)
    assert Value.of([2**64], [-(2**64)]).temperature == 2**64


def test_many_options_on_a_side() -> None:
    v = Value.of([Value("*") + n for n in range(20_000)], [-1])
    assert v == Value.of([Value("19999*")], [-1])


def test_equal_options_do_not_delete_each_other() -> None:
    assert Value.of(["*", "*", "{0|0}"], [0, 0, "{v|^}"]) == Value("{*|0}") == Value("v")


def test_options_in_the_order_of_notation() -> None:
    v = Value("{0,*,-1|-1,{1|-2},{2|0}}")
    assert v.left_options == (Value(0), Value("*"))
    assert v.right_options == (Value(-1),)
    assert [str(g) for g in Value("*3").left_options] == ["0", "*", "*2"]


def test_followers() -> None:
    v = Value("{3||2|1}")
    assert v.followers()[0] == v
    assert set(v.followers()) == {v, Value("{2|1}"), Value(0), Value(1), Value(2), Value(3)}
    assert v.follower_count == 6


def test_live_values_survive_a_collection() -> None:
    kept = Value("{7||5*|1^}") + Value("Tiny(3)")
    text = str(kept)
    for n in range(50):
        Value.of([n + Value("^")], [-n])
    fs.engine.collect()
    assert str(kept) == text
    assert kept == Value("{7||5*|1^}") + Value("Tiny(3)")
    assert kept - kept == 0


def test_a_budget_ends_the_work() -> None:
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=3):
        Value("{9|8||7^|5*2}").heat(3)
    assert Value("{9|8||7^|5*2}").heat(3).cool(3) == Value("{9|8||7^|5*2}")


def test_born_by_day() -> None:
    days = [fs.born_by_day(n) for n in range(4)]
    assert [len(day) for day in days] == [1, 4, 22, 1474]
    for n, day in enumerate(days):
        assert len(set(day)) == len(day)
        assert all(v.birthday <= n for v in day)
        assert set(days[max(0, n - 1)]) <= set(day)
        assert {-v for v in day} == set(day)
    with pytest.raises(fs.BudgetExceeded, match="day 4"):
        fs.born_by_day(4)
    for wrong in (-1, True, 1.0, "2"):
        with pytest.raises(ValueError, match="expected a day"):
            fs.born_by_day(wrong)  # type: ignore[arg-type]


@pytest.mark.skipif("native" not in fs.engine.available(), reason="needs both engines")
def test_values_are_printed_whichever_engine_is_active() -> None:
    with fs.engine.use("native"):
        native = fs.Value("{3||2|1}")
    with fs.engine.use("reference"):
        reference = fs.Value("{3||2|1}")
        assert repr(native) == "Value('{3||2|1}')"
        assert native.latex() == reference.latex()
        with pytest.raises(TypeError, match="expected a value of the reference engine") as caught:
            _ = native + reference
        assert "\n" not in str(caught.value)
    with fs.engine.use("native"):
        assert str(reference) == reference.unicode() == "{3||2|1}"
