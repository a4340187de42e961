"""Sums of positions of different games and of values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.sums import SumMove, Term
from farstar.testing import values


class Nim(fs.ImpartialRuleset):
    """One heap."""

    def moves(self, heap: int) -> range:
        return range(heap)


class Take(fs.Ruleset):
    """Left takes one of her numbers from a heap, Right one of his."""

    def __init__(self, left: tuple[int, ...], right: tuple[int, ...]) -> None:
        self.numbers = (left, right)

    def left(self, heap: int) -> list[int]:
        return [heap - k for k in self.numbers[0] if k <= heap]

    def right(self, heap: int) -> list[int]:
        return [heap - k for k in self.numbers[1] if k <= heap]


class Known(Take):
    """The same, with closed outcomes and without a value."""

    def closed_outcome(self, heap: int) -> fs.Outcome:
        return Take(*self.numbers)(heap).outcome

    def closed_form(self, heap: int) -> fs.Value | None:
        raise fs.BudgetExceeded("the value is not to be asked for")


GAMES = (Nim(), Take((1,), (2,)), Take((2, 3), (1,)), Take((1, 4), (2, 3)))
positions = st.builds(lambda rules, heap: rules(heap), st.sampled_from(GAMES), st.integers(0, 5))
constants = st.sampled_from(["0", "*", "*2", "^", "1/2", "-1", "{1|-1}", "v*"]).map(fs.Value)
components: st.SearchStrategy[fs.Position | fs.Value] = positions | constants
signed = st.lists(st.tuples(st.sampled_from([1, -1]), components), max_size=3)


def built(parts: list[tuple[int, Any]]) -> fs.Sum:
    total = fs.Sum()
    for sign, component in parts:
        total = total + component if sign > 0 else total - component
    return total


Whole = tuple[tuple[int, Hashable], ...]


def plain_options(total: Whole, player: fs.Player) -> Iterator[Whole]:
    """Return the sums after a move, from the definition."""
    for i, (sign, component) in enumerate(total):
        owner = player if sign > 0 else -player
        if isinstance(component, fs.Position):
            after: tuple[Any, ...] = component.options(owner)
        else:
            assert isinstance(component, fs.Value)
            after = component.left_options if owner is fs.Left else component.right_options
        for option in after:
            yield (*total[:i], (sign, option), *total[i + 1 :])


def plain_wins(
    total: Whole, player: fs.Player, memo: dict[Any, bool], *, misere: bool = False
) -> bool:
    """Tell whether `player` wins by moving first, by plain recursion on the whole."""
    key = (total, player)
    if key not in memo:
        options = list(plain_options(total, player))
        memo[key] = (misere and not options) or any(
            not plain_wins(option, -player, memo, misere=misere) for option in options
        )
    return memo[key]


def plain_outcome(parts: list[tuple[int, Any]], *, misere: bool = False) -> fs.Outcome:
    memo: dict[Any, bool] = {}
    return fs.Outcome.of(
        left_wins_first=plain_wins(tuple(parts), fs.Left, memo, misere=misere),
        right_wins_first=plain_wins(tuple(parts), fs.Right, memo, misere=misere),
    )


@given(signed)
def test_outcomes_of_sums(parts: list[tuple[int, Any]]) -> None:
    total = built(parts)
    expected = plain_outcome(parts)
    assert total.outcome is expected
    assert total.search_outcome() is expected
    assert total.value.outcome is expected


@given(signed)
def test_values_of_sums(parts: list[tuple[int, Any]]) -> None:
    total = built(parts)
    expected = fs.Value(0)
    for sign, component in parts:
        value = component if isinstance(component, fs.Value) else component.value
        expected = expected + sign * value
    assert total.value == expected
    assert total.search_value() == expected
    assert (total.mean, total.temperature) == (expected.mean, expected.temperature)


@given(signed)
def test_misere_outcomes_of_sums(parts: list[tuple[int, Any]]) -> None:
    assert built(parts).misere_outcome is plain_outcome(parts, misere=True)


@given(signed, st.sampled_from(fs.Player), st.booleans())
def test_winning_moves_of_sums(
    parts: list[tuple[int, Any]], player: fs.Player, misere: bool
) -> None:
    total = built(parts)
    winning = total.winning_moves(player, misere=misere)
    moves = total.moves(player)
    memo: dict[Any, bool] = {}
    expected = [
        move
        for move in moves
        if not plain_wins(
            tuple((t.sign, t.component) for t in move.after.terms), -player, memo, misere=misere
        )
    ]
    assert list(winning) == expected
    if not misere:
        assert bool(winning) == total.outcome.wins(player, first=True)


@given(signed, signed)
def test_laws(a: list[tuple[int, Any]], b: list[tuple[int, Any]]) -> None:
    g, h = built(a), built(b)
    assert g + h == h + g
    assert hash(g + h) == hash(h + g)
    negative = -g
    assert -negative == g
    assert g - h == g + (-h) == -(h - g)
    assert (g - g).outcome is fs.Outcome.P
    assert (g - g).value == 0
    assert (g + h).value == g.value + h.value
    assert (-g).outcome is -g.outcome


@given(st.lists(st.tuples(st.sampled_from([1, -1]), st.integers(0, 60)), max_size=4))
def test_impartial_sums(parts: list[tuple[int, int]]) -> None:
    total = built([(sign, Nim()(heap)) for sign, heap in parts])
    nim_sum = 0
    for _, heap in parts:
        nim_sum ^= heap
    assert total.is_impartial
    assert total.grundy == nim_sum
    assert total.outcome is (fs.Outcome.N if nim_sum else fs.Outcome.P)
    assert bool(total.winning_moves()) == bool(nim_sum)


@given(values(), values(), st.integers(0, 3))
def test_values_stay_apart(g: fs.Value, h: fs.Value, heap: int) -> None:
    total = fs.Sum(g, Nim()(heap), -h)
    constants = [t.component for t in total.terms if isinstance(t.component, fs.Value)]
    assert constants == [x for x in (g, -h) if x != 0]
    assert total.value == g - h + Nim()(heap).value
    assert total.outcome is total.value.outcome
    for player, options in ((fs.Left, g.left_options), (fs.Right, g.right_options)):
        positions_after = [m.move.after for m in total.moves(player) if m.component == 0]
        assert g == 0 or positions_after == list(options)


def test_repr_of_values_that_stay_apart() -> None:
    total = fs.Sum(fs.Value("^"), fs.Value("*2"), Nim()(2), fs.Value(-1))
    assert repr(total) == "Sum(Value('^')) + Value('*2') + Nim()(2) + Value('-1')"
    assert str(total) == "^ + *2 + Nim(2) - 1"
    assert str(fs.Sum(-1, Nim()(2), fs.Value("+-1"))) == "-1 + Nim(2) + (+-1)"


def test_sums_under_each_engine(each_engine: engine.Engine) -> None:
    total = Take((1, 4), (2, 3))(9) - Take((1,), (2,))(7) + fs.Value("{2|-1}")
    assert total.value == total.search_value()
    assert total.outcome is total.search_outcome()


def test_outcomes_alone_can_decide() -> None:
    left, zero, star = Known((1,), ())(3), Known((1,), (1,))(2), Known((1,), (1,))(3)
    assert (left + zero).outcome is fs.Outcome.L
    assert (left + left - zero).outcome is fs.Outcome.L
    assert (zero - left).outcome is fs.Outcome.R
    assert (zero + zero).outcome is fs.Outcome.P
    assert (zero + star + zero).outcome is fs.Outcome.N
    assert (left + fs.Value("^")).outcome is fs.Outcome.L
    assert (-left).outcome is fs.Outcome.R
    assert (left - left).outcome is fs.Outcome.P
    for undecided in (left + star, star + star):
        with pytest.raises(fs.BudgetExceeded):
            _ = undecided.outcome


def test_a_sum_of_one_needs_no_value() -> None:
    alone = fs.Sum(Known((1, 2), (1,))(2))
    assert [m.text for m in alone.winning_moves(fs.Left)] == ["in Known(2): to 0"]
    assert [m.move.player for m in (-alone).winning_moves(fs.Right)] == [fs.Left]


def test_what_can_be_added() -> None:
    heap = Nim()(2)
    assert heap + 1 == 1 + heap == fs.Value(1) + heap == heap + Fraction(1)
    assert 1 - heap == fs.Value(1) - heap == -heap + 1
    assert (heap - Fraction(1, 2)).value == fs.Value("-1/2*2")
    assert sum([heap, Nim()(3)]) == heap + Nim()(3)
    assert 2 * heap == heap * 2 == heap + heap
    assert -2 * heap == -heap - heap
    assert 0 * heap == fs.Sum()
    assert fs.Sum(heap, 1, heap + 2) == heap + heap + 1 + 2
    assert fs.Sum(heap, 1, heap + 2) != heap + heap + 3
    assert +heap == heap


@pytest.mark.parametrize("other", ["*", None, 1.5, True, [1]])
def test_what_cannot_be_added(other: Any) -> None:
    heap = Nim()(2)
    additions: tuple[Callable[[], object], ...] = (
        lambda: heap + other,
        lambda: other - heap,
        lambda: heap + heap - other,
    )
    for add in additions:
        with pytest.raises(TypeError):
            add()
    with pytest.raises(TypeError, match="expected a Position, a Sum, a Value or a Loopy, got "):
        fs.Sum(other)


def test_numbers_that_are_not_dyadic() -> None:
    with pytest.raises(fs.NotationError, match="expected a dyadic rational"):
        _ = Nim()(2) + Fraction(1, 3)


def test_multiples_that_are_not_integers() -> None:
    for factor in (1.5, True, Nim()(2), fs.Value(2)):
        with pytest.raises(TypeError):
            _ = Nim()(2) * factor  # type: ignore[operator]
    with pytest.raises(fs.BudgetExceeded, match="at most 100000 terms"):
        _ = 10**9 * Nim()(2)


def test_many_terms() -> None:
    assert (1000 * Nim()(3) + Nim()(5)).outcome is fs.Outcome.N
    assert (500 * Take((1,), (2,))(4) - 500 * Take((1,), (2,))(4)).outcome is fs.Outcome.P


SUMS = (
    fs.Sum(),
    fs.Sum(Nim()(2)),
    -Nim()(2),
    Nim()(2) - Take((1,), (2,))(5),
    -Nim()(2) + Take((1,), (2,))(5) - fs.Value("^"),
    fs.Sum(3),
    Nim()(2) - 3,
)


@pytest.mark.parametrize("total", SUMS, ids=str)
def test_sums_survive(total: fs.Sum) -> None:
    names = {"Nim": Nim, "Take": Take, "Sum": fs.Sum, "Value": fs.Value}
    for again in (
        eval(repr(total), dict(names)),
        pickle.loads(pickle.dumps(total)),
        copy.copy(total),
        copy.deepcopy(total),
    ):
        assert type(again) is fs.Sum
        assert again == total
        assert hash(again) == hash(total)
        assert again.terms == total.terms


def test_how_sums_are_written() -> None:
    assert [str(total) for total in SUMS] == [
        "0",
        "Nim(2)",
        "-Nim(2)",
        "Nim(2) - Take(5)",
        "-Nim(2) + Take(5) + v",
        "3",
        "Nim(2) - 3",
    ]
    assert str(Nim()(2) + fs.Value("+-1")) == "Nim(2) + (+-1)"
    assert repr(Nim()(2) - 3) == "Nim()(2) + Value('-3')"


def test_sums_cannot_be_changed() -> None:
    total = Nim()(2) + Nim()(3)
    with pytest.raises(AttributeError, match="a sum cannot be changed"):
        total.terms = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="a sum cannot be changed"):
        del total._terms


def test_terms_and_moves() -> None:
    total = Nim()(1) - Take((1,), ())(2) + fs.Value("^")
    assert total.terms == (
        Term(1, Nim()(1)),
        Term(-1, Take((1,), ())(2)),
        Term(1, fs.Value("^")),
    )
    moves = total.moves(fs.Right)
    assert [str(move) for move in moves] == [
        "Right: in Nim(1): to 0",
        "Right: in -Take(2): to 1",
        "Right: in ^: to *",
    ]
    turned = moves[1]
    assert isinstance(turned, SumMove)
    assert (turned.component, turned.move.player, turned.player) == (1, fs.Left, fs.Right)
    assert turned.before == total
    assert turned.after == Nim()(1) - Take((1,), ())(1) + fs.Value("^")
    assert total.options(fs.Right) == tuple(move.after for move in moves)
    assert len((Nim()(1) + Nim()(1)).options()) == 1


def test_a_partizan_sum_needs_a_player() -> None:
    with pytest.raises(TypeError, match="expected the player Left or Right, got None"):
        (Nim()(1) + 1).moves()
    with pytest.raises(TypeError, match="expected impartial components for a Grundy value, got 1"):
        _ = (Nim()(1) + 1).grundy


@given(signed)
def test_explanations(parts: list[tuple[int, Any]]) -> None:
    total = built(parts)
    why = total.explain()
    steps = {step.title: step for step in why.steps}
    assert steps["Outcome"].data["outcome"] == str(total.outcome)
    assert len(steps["Components"].items) == len(total.terms)
    for player, title in ((fs.Left, "Left to move"), (fs.Right, "Right to move")):
        if title in steps:
            winning = [move.text for move in total.winning_moves(player)]
            assert steps[title].data["winning_moves"] == winning


def test_an_explanation_in_full() -> None:
    total = Nim()(3) + Nim()(5) - fs.Value("*2")
    assert str(total.explain()).splitlines() == [
        "Nim(3) + Nim(5) + *2",
        "1. Components: 3 in the sum",
        "   - Nim(3): Grundy value 3",
        "   - Nim(5): Grundy value 5",
        "   - *2: outcome N",
        "2. Method: every component is impartial, so the nim-sum of the Grundy values decides: "
        "3 xor 5 xor 2 = 4",
        "3. Outcome: N: the player who moves first wins",
        "4. Either player to move: 1 move wins",
        "   - in Nim(5): to 1",
    ]
