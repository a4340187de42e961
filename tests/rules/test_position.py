"""Positions, moves and rulesets as objects."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import farstar as fs
from farstar.rules import Explanation

from . import games
from .games import Kayles, OnGraph, PartizanSubtraction, SplitKayles, Subtraction, ToadsAndFrogs

POSITIONS = (
    Subtraction(1, 2)(7),
    Kayles()((3,)),
    Kayles()(3, 4),
    Kayles()(()),
    PartizanSubtraction({1, 3}, right=[2])(5),
    ToadsAndFrogs()("T.F"),
    OnGraph((((), (0,)), ((), ())))(1),
)
NAMES = vars(games) | {"fs": fs}


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_repr_is_evaluable(position: fs.Position) -> None:
    again = eval(repr(position), dict(NAMES))
    assert again == position
    assert hash(again) == hash(position)
    assert repr(again) == repr(position)


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_positions_are_pickled_and_copied(position: fs.Position) -> None:
    before = position.value
    for again in (
        pickle.loads(pickle.dumps(position)),
        copy.copy(position),
        copy.deepcopy(position),
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert again.value == before


def test_how_positions_are_written() -> None:
    assert repr(Subtraction(1, 2)(7)) == "Subtraction(1, 2)(7)"
    assert str(Subtraction(1, 2)(7)) == "Subtraction(7)"
    assert repr(PartizanSubtraction({3, 1}, right=[2])(5)) == (
        "PartizanSubtraction({1, 3}, right=[2])(5)"
    )
    assert repr(Kayles()(3, 4)) == "Kayles()(3, 4)"
    assert repr(Kayles()((3,))) == "Kayles()((3,))"
    assert str(Kayles()(3, 4)) == "Kayles(3,4)"
    assert str(ToadsAndFrogs()("T, F")) == "ToadsAndFrogs('T, F')"


def test_huge_numbers_are_written() -> None:
    huge = 10**5000
    assert repr(Subtraction(1)(huge)) == f"Subtraction(1)(1{'0' * 5000})"
    assert str(Kayles()(huge, 1)) == f"Kayles(1{'0' * 5000},1)"


def test_equality_is_structural() -> None:
    rules = Subtraction(1, 2)
    assert rules(0) == Subtraction(1, 2)(0) != rules(3)
    assert rules(0).value == rules(3).value
    assert Subtraction(1, 2)(5) != Subtraction(1, 3)(5)
    assert Kayles()((5,)) != SplitKayles()((5,))
    assert len({rules(5), Subtraction(1, 2)(5), rules(6)}) == 2


def test_rulesets_are_equal_by_class_arguments_and_attributes() -> None:
    assert PartizanSubtraction({1}, [2]) == PartizanSubtraction({1}, [2])
    assert hash(PartizanSubtraction({1}, [2])) == hash(PartizanSubtraction({1}, [2]))
    assert PartizanSubtraction({1}, [2]) != PartizanSubtraction({1}, [3])
    assert Kayles() != SplitKayles()
    changed = Kayles()
    changed.pins = 2  # type: ignore[attr-defined]
    assert changed != Kayles()


def test_rulesets_that_differ_do_not_share_results() -> None:
    assert [Subtraction(k)(4).grundy for k in (1, 2, 3, 4, 5)] == [0, 0, 1, 1, 0]
    assert [PartizanSubtraction({k}, ())(4).value for k in (1, 2, 3, 4, 5)] == [4, 2, 1, 1, 0]


def test_a_ruleset_with_unhashable_parts() -> None:
    class Odd:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Odd)

    class Strange(fs.ImpartialRuleset):
        def __init__(self, part: Odd) -> None:
            self.part = part

        def moves(self, n: int) -> range:
            return range(n)

    assert Strange(Odd()) == Strange(Odd())
    assert Strange(Odd())(3) == Strange(Odd())(3)
    assert Strange(Odd())(3).grundy == 3


def test_many_rulesets_of_one_class() -> None:
    for k in range(1, 600):
        assert Subtraction(k, k + 1)(k).grundy == 1
    assert len(Subtraction._memos) <= 256


def test_forgetting() -> None:
    rules = Subtraction(1, 7)
    assert rules(20).grundy == 0
    assert len(rules._results())
    Subtraction(1, 7).forget()
    assert not len(rules._results())
    assert rules(20).grundy == 0


def test_positions_cannot_be_changed() -> None:
    position = Subtraction(1)(3)
    with pytest.raises(AttributeError, match="a position cannot be changed: 'state'"):
        position.state = 4  # type: ignore[misc]
    with pytest.raises(AttributeError, match="a position cannot be changed"):
        del position._state
    move = position.moves(fs.Left)[0]
    with pytest.raises(AttributeError):
        move.text = "another"  # type: ignore[misc]


def test_moves() -> None:
    position = PartizanSubtraction({1, 3}, {2})(5)
    assert position.options(fs.Left) == (position.ruleset(4), position.ruleset(2))
    (move,) = position.moves(fs.Right)
    assert (move.player, move.text) == (fs.Right, "to 3")
    assert (move.before, move.after) == (position, position.ruleset(3))
    assert str(move) == "Right: to 3"
    assert pickle.loads(pickle.dumps(move)) == move
    assert [str(move) for move in Kayles()(1, 1).moves()] == [
        "Left: to (0,0,1)",
        "Left: to (1,0,0)",
    ]
    assert Subtraction(1)(0).moves() == Subtraction(1)(0).winning_moves() == ()


def test_each_option_is_listed_once() -> None:
    assert len(Kayles()((2,)).options()) == len(set(Kayles()((2,)).options())) == 3
    assert Subtraction(1, 1, 1)(4).options() == (Subtraction(1, 1, 1)(3),)


def test_moves_may_be_given_as_positions() -> None:
    class Nim(fs.ImpartialRuleset):
        def moves(self, n: int) -> list[fs.Position]:
            return [self(m) for m in range(n)]

    assert Nim()(4).grundy == 4
    assert Nim()(2).options() == (Nim()(0), Nim()(1))


@pytest.mark.parametrize("player", ["Lefty", "", None, 1, True])
def test_what_is_no_player(player: Any) -> None:
    position = PartizanSubtraction({1}, {2})(5)
    for method in (position.options, position.moves, position.winning_moves):
        with pytest.raises(TypeError, match="expected the player Left or Right, got "):
            method(player)


def test_players_by_letter() -> None:
    position = PartizanSubtraction({1}, {2})(5)
    assert position.options("L") == position.options(fs.Left)


def test_measures_are_those_of_the_value() -> None:
    position = PartizanSubtraction({2}, {3})(4)
    value = position.value
    assert (position.mean, position.temperature) == (value.mean, value.temperature)
    assert (position.left_stop, position.right_stop) == (value.left_stop, value.right_stop)
    assert position.thermograph() == value.thermograph()
    star = Subtraction(1)(1)
    assert star.atomic_weight() == 0
    with pytest.raises(fs.NotAtomicError):
        PartizanSubtraction({1}, ())(1).atomic_weight()


def test_grundy_values_are_of_impartial_games() -> None:
    position = ToadsAndFrogs()("T.F")
    refusal = r"expected an impartial game .* got ToadsAndFrogs"
    with pytest.raises(TypeError, match=refusal):
        _ = position.grundy
    with pytest.raises(TypeError, match=refusal):
        position.search_grundy()


class Closed(Subtraction):
    """A closed form that is wrong on purpose, to see where it is used."""

    def closed_grundy(self, heap: int) -> int | None:
        return 17 if heap == 3 else None

    def closed_misere_outcome(self, heap: int) -> fs.Outcome | None:
        return fs.Outcome.L if heap == 3 else None


def test_closed_forms_of_impartial_games() -> None:
    position = Closed(1, 2)(3)
    assert (position.grundy, position.value) == (17, fs.Value("*17"))
    assert position.outcome is fs.Outcome.N
    assert position.misere_outcome is fs.Outcome.L
    assert position.search_grundy() == 0
    assert position.search_value() == 0
    assert position.search_outcome() is fs.Outcome.P
    assert position.search_misere_outcome() is fs.Outcome.N
    # Followers count as well, unless brute force was asked for.
    assert (Closed(1, 2)(4).grundy, Closed(1, 2)(4).search_grundy()) == (0, 1)


class PartizanClosed(PartizanSubtraction):
    """The same for a partizan game."""

    def closed_form(self, heap: int) -> fs.Value | None:
        return fs.Value("^") if heap == 3 else None


def test_closed_forms_of_partizan_games() -> None:
    rules, plain = PartizanClosed({1, 2}, {1}), PartizanSubtraction({1, 2}, {1})
    assert rules(3).value == fs.Value("^")
    assert rules(3).outcome is fs.Outcome.L
    assert rules(3).search_value() == plain(3).value
    assert rules(3).search_outcome() is plain(3).outcome
    assert rules(4).value == fs.Value.of(["^", plain(2).value], ["^"])
    assert rules(4).search_value() == plain(4).value
    assert rules(4).misere_outcome is plain(4).misere_outcome


class OutcomeOnly(PartizanSubtraction):
    """A closed outcome goes before a closed form, which may be dear."""

    def closed_form(self, heap: int) -> fs.Value | None:
        raise AssertionError("not asked for")

    def closed_outcome(self, heap: int) -> fs.Outcome | None:
        return fs.Outcome.R


def test_closed_outcomes() -> None:
    position = OutcomeOnly({1}, {1})(1)
    assert position.outcome is fs.Outcome.R
    assert position.search_outcome() is fs.Outcome.N
    assert position.winning_moves(fs.Left) == ()
    assert len(position.winning_moves(fs.Right)) == 1


class Own(fs.Position):
    """A position class of its own, as built-in games have them."""

    def __init__(self, heap: int) -> None:
        super().__init__(OWN_RULES, heap)

    @property
    def twice(self) -> int:
        return 2 * int(self.state)


class OwnRules(fs.ImpartialRuleset):
    """Nim that checks its positions and makes them `Own`."""

    name = "O"

    def moves(self, heap: int) -> range:
        return range(heap)

    def check(self, heap: Any) -> int:
        if type(heap) is not int or heap < 0:
            raise fs.IllegalPositionError(f"expected a heap of 0 or more, got {heap!r}")
        return heap

    def wrap(self, state: int) -> Own:
        return Own._of(self, state)


OWN_RULES = OwnRules()


def test_positions_of_a_class_of_their_own() -> None:
    position = Own(3)
    assert (repr(position), str(position)) == ("Own(3)", "O(3)")
    assert [option.twice for option in position.options() if isinstance(option, Own)] == [0, 2, 4]
    assert position == OWN_RULES(3)
    assert pickle.loads(pickle.dumps(position)) == position
    assert type(pickle.loads(pickle.dumps(position))) is Own
    for make in (Own, OWN_RULES):
        with pytest.raises(fs.IllegalPositionError, match="expected a heap of 0 or more, got -1"):
            make(-1)


def wrong(answer: Any, method: str = "left") -> fs.Position:
    """Return a position whose ruleset gives a wrong answer."""
    good: Callable[[Any, Any], Any] = lambda self, n: []  # noqa: E731
    members = {"left": good, "right": good, method: lambda self, n: answer}
    rules: fs.Ruleset = type("Wrong", (fs.Ruleset,), members)()
    return rules(5)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, r"expected Wrong.left\(5\) to be an iterable of positions, got None"),
        (7, r"expected Wrong.left\(5\) to be an iterable of positions, got 7"),
        ("ab", r"expected Wrong.left\(5\) to be an iterable of positions, got 'ab'"),
        ([[1]], r"expected Wrong.left\(5\) to be hashable positions .*, got \[1\]"),
        ([(1, [2])], r"expected Wrong.left\(5\) to be hashable positions .*, got \(1, \[2\]\)"),
        ([[0] * 1000], r"got \[0, 0, .*\.\.\.$"),
    ],
)
def test_wrong_answers_of_a_ruleset(answer: Any, message: str) -> None:
    for question in ("value", "outcome", "misere_outcome"):
        with pytest.raises(TypeError, match=message) as caught:
            getattr(wrong(answer), question)
        assert len(str(caught.value)) < 200
        assert "\n" not in str(caught.value)
    with pytest.raises(TypeError, match=message):
        wrong(answer).options(fs.Left)


def test_wrong_components() -> None:
    with pytest.raises(TypeError, match=r"Wrong.components\(5\) to be an iterable"):
        _ = wrong(3, "components").value
    with pytest.raises(TypeError, match=r"Wrong.components\(5\) to be hashable"):
        _ = wrong([[3]], "components").outcome


def test_endless_options() -> None:
    from itertools import count

    with pytest.raises(fs.BudgetExceeded, match=r"Wrong.left\(5\) to be at most 1000000"):
        _ = wrong(count()).value


def test_errors_of_the_user_pass_through() -> None:
    class Broken(fs.ImpartialRuleset):
        def moves(self, n: int) -> Any:
            yield n - 1
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        _ = Broken()(3).grundy


def test_unhashable_and_missing_states() -> None:
    with pytest.raises(TypeError, match=r"expected a hashable position of Kayles, got \[3, 4\]"):
        Kayles()([3, 4])
    with pytest.raises(TypeError, match=r"expected the state of a position: Kayles\(\)\(...\)"):
        Kayles()()
    with pytest.raises(TypeError, match="expected a Ruleset, got 3"):
        fs.Position(3, 4)  # type: ignore[arg-type]


def test_methods_that_are_missing() -> None:
    class Nothing(fs.Ruleset):
        pass

    class Neither(fs.ImpartialRuleset):
        pass

    with pytest.raises(NotImplementedError, match="expected Nothing to define left"):
        _ = Nothing()(1).value
    with pytest.raises(NotImplementedError, match="expected Neither to define moves"):
        _ = Neither()(1).grundy


def test_explanations() -> None:
    why = PartizanSubtraction({1, 4}, {2, 3})(7).explain()
    assert isinstance(why, Explanation)
    assert [step.title for step in why.steps] == [
        "Outcome",
        "Value",
        "Left to move",
        "Right to move",
    ]
    assert why.title == "PartizanSubtraction(7)"
