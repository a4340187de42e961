"""Conditions on positions, as they come from a command line."""

from __future__ import annotations

from random import Random

import pytest

import farstar as fs
from farstar.surveys._position_condition import PositionCondition
from farstar.tables import Condition


def holds(text: str, position: str, **point: int) -> bool:
    return PositionCondition(text, list(point))(fs.parse(position), point)


@pytest.mark.parametrize(
    "text",
    [
        "value == *2",
        "value=={0,*|0,*}",
        "value != {2|-1}",
        "not value == {2|-1}",
        "value == E(2,1) - E(2,1) + *2",
        "grundy == 2",
        "grundy % 2 == 0",
        "2*grundy - 1 == 3",
        "birthday == 2 and followers >= 3",
        "outcome == N",
        "outcome == 'N'",
        "outcome != P and outcome != L",
        "mean == 0 < grundy <= 2",
        "left_stop == right stop",
        "left-stop == 0",
        "temperature < 1/2",
        "temperature > -1/2",
        "is_nimber",
        "not is_number and (value == 7 or is_nimber)",
        "(value) == (*2)",
        "((grundy == 2))",
        "value > v and value < ^",
        "not value > 0",
        "position == '*2'",
        "grundy == n and value == *n",
        "n - 2 == 0 and n == grundy",
        "value == {n - n, * | 0, *}",
    ],
)
def test_what_holds_of_star_two(text: str) -> None:
    assert holds(text, "*2", n=2)
    assert not holds(f"not ({text})", "*2", n=2)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("value == 1", "*2"),
        ("value < *2", "*2"),
        ("value <= 0", "*2"),
        ("value >= 0", "*2"),
        ("grundy == 1", "{1|-1}"),
        ("grundy != 1", "{1|-1}"),
        ("atomic weight == 0", "{1|-1}"),
        ("1 < temperature < 1", "{1|-1}"),
        ("grundy % 0 == 0", "*"),
    ],
)
def test_what_does_not_hold(text: str, position: str) -> None:
    """What is confused, and what is not defined, satisfies no comparison."""
    assert not holds(text, position)


def test_ups_of_higher_order_are_no_comparisons() -> None:
    assert holds("value == ^<2>", "^<2>")
    assert holds("^<2> < value", "^")
    assert not holds("value == v<2>", "^<2>")


def test_own_invariants() -> None:
    condition = PositionCondition(
        "double == 4 and is_odd", [], {"double": lambda g: 4, "is_odd": _odd}
    )
    assert condition(fs.parse("*"), {})


def _odd(_: object) -> bool:
    return True


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "and",
        "value ==",
        "== value",
        "value == {2|-1",
        "value == 2}",
        "(value == 2",
        "value == 2)",
        "value == 2 and",
        "value == 2 or or value == 3",
        "not",
        "value == 1 1 E",
        "__class__ == 1",
        "value.__class__ == 1",
        "(lambda: 1)() == 1",
        "__import__('os').system('true') == 0",
        "value == 2**100",
        "1/0 == 1",
        "value == 'x' 'y",
        "value ; 1 == 1",
        "(" * 100,
        "((((((" * 30 + "value == 1",
        "value == " + "1+" * 200 + "1",
    ],
)
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(fs.NotationError, match="expected a condition"):
        PositionCondition(text, ["n"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("left wins by > 1", "cannot be compared"),
        ("value", "'value' is neither true nor false: compare it"),
        ("value < 'x'", "texts are equal or not, and nothing else"),
        ("no_such_thing == 1", "expected an invariant or an attribute of SerialNim"),
        ("value % 2 == 1", "cannot be worked out"),
    ],
)
def test_what_cannot_be_asked_of_a_position(text: str, why: str) -> None:
    with pytest.raises(fs.FarstarError, match=why):
        holds(text, "SerialNim(2)")


@pytest.mark.parametrize(
    "text",
    [
        "q < p < 2*q and gcd(p, q) == 1",
        "gcd(p + 1, q) == 4 or p % q == 0",
        "not p // q == 1",
        "p = 2*q or p % 5 and not (q - 7)",
        "((p) = (q)) or not (p < 3 and (q % (p - 4) == 1 or q > 9))",
        "p % (7 % 4) == gcd(4, 6) - 1 or q < (3 // 2) % p",
    ],
)
def test_conditions_on_variables_are_conditions_on_positions(text: str) -> None:
    on_variables = Condition(text, ["p", "q"])
    results = set()
    for p in range(1, 14):
        for q in range(1, 14):
            results.add(on_variables(p, q))
            assert holds(text, "0", p=p, q=q) == on_variables(p, q), (p, q)
    assert results == {True, False}


def test_random_conditions_on_variables_are_conditions_on_positions() -> None:
    random, answers = Random(29), []

    def number(depth: int) -> str:
        if not depth or random.random() < 0.3:
            return random.choice(["p", "q", "0", "1", "2", "3"])
        form = random.choice(["({}+{})", "{}*{}", "{} - {}", "gcd({}, {})", "({} % {})"])
        return form.format(number(depth - 1), number(depth - 1))

    def condition(depth: int) -> str:
        if not depth or random.random() < 0.3:
            signs = random.choices(["<", "<=", "==", "=", "!=", ">", ">="], k=random.randint(1, 2))
            return number(2) + "".join(f" {sign} {number(2)}" for sign in signs)
        form = random.choice(["({})", "not ({})", "{} and {}", "{} or {}"])
        return form.format(condition(depth - 1), condition(depth - 1))

    for _ in range(300):
        text, p, q = condition(2), random.randint(-3, 6), random.randint(-3, 6)
        answers.append(Condition(text, ["p", "q"])(p, q))
        assert holds(text, "0", p=p, q=q) == answers[-1], (text, p, q)
    assert 50 < sum(answers) < 250


def test_a_greatest_common_divisor_of_invariants() -> None:
    assert holds("gcd(grundy, k) == 2", "*4", k=6)


def test_a_single_sign_of_equality_will_do() -> None:
    for text, other in (("value = +-1", "value == +-1"), ("outcome = N", "outcome == N")):
        single, double = (PositionCondition(condition, ()) for condition in (text, other))
        for game in (fs.Domineering("2x2"), fs.Domineering("2x3"), fs.Domineering("1x2")):
            assert single(game, {}) == double(game, {})
    bounded = fs.parse("Euclid(4,2; k=2)")
    assert PositionCondition("value = Euclid(4,2; k=2)", ())(bounded, {})
