"""The search agrees with plain recursion, on any game and at any depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import engine
from farstar.impartial.grundy import mex

from .games import (
    Arcs,
    Kayles,
    KeyedOnGraph,
    OnGraph,
    PartizanSubtraction,
    SplitKayles,
    SplitTokens,
    Subtraction,
    ToadsAndFrogs,
    Tokens,
    graphs,
    plain_grundy,
    plain_outcome,
    plain_value,
    plain_wins,
)

HEAPS = range(11)
STRIPS = ("", "T", "T.F", "TF.", "TT.FF", "T.TF.F", ".T.F.", "TTF.F.", "T..F", "F.T", "TFT.F.F")
SPLIT_SUBTRACTION = PartizanSubtraction({1, 4}, {2, 3})


@pytest.mark.parametrize("strip", STRIPS)
def test_toads_and_frogs(strip: str, each_engine: engine.Engine) -> None:
    position = ToadsAndFrogs()(strip)
    assert position.value == plain_value(position.ruleset, strip)
    assert position.outcome is plain_outcome(position.ruleset, strip)
    assert position.misere_outcome is plain_outcome(position.ruleset, strip, misere=True)


def test_the_known_value_of_a_strip() -> None:
    assert ToadsAndFrogs()("TT.FF").value == fs.Value("*")
    assert ToadsAndFrogs()("T.F").value == fs.Value("*")


@pytest.mark.parametrize("heap", HEAPS)
def test_partizan_subtraction(heap: int, each_engine: engine.Engine) -> None:
    for rules in (SPLIT_SUBTRACTION, PartizanSubtraction({1}, {2}), PartizanSubtraction((), {1})):
        position = rules(heap)
        assert position.value == plain_value(rules, heap)
        assert position.outcome is plain_outcome(rules, heap)
        assert position.misere_outcome is plain_outcome(rules, heap, misere=True)


@pytest.mark.parametrize("numbers", [(1, 2, 3), (2, 5), (1, 4, 6), ()])
def test_subtraction(numbers: tuple[int, ...]) -> None:
    rules = Subtraction(*numbers)
    for heap in HEAPS:
        position = rules(heap)
        assert position.grundy == plain_grundy(rules, heap)
        assert position.value == fs.Value(f"*{position.grundy}" if position.grundy else 0)
        assert position.value == plain_value(rules, heap)
        assert position.outcome is plain_outcome(rules, heap)
        assert position.misere_outcome is plain_outcome(rules, heap, misere=True)


# The Grundy values of Kayles, R. K. Guy and C. A. B. Smith (1956).
KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7)


def test_kayles_with_components() -> None:
    rules = SplitKayles()
    assert tuple(rules((n,)).grundy for n in range(len(KAYLES))) == KAYLES
    assert rules((60,)).outcome is fs.Outcome.N
    assert rules((60, 60)).outcome is fs.Outcome.P
    assert rules(5, 7, 3).grundy == KAYLES[5] ^ KAYLES[7] ^ KAYLES[3]


@pytest.mark.parametrize("rows", [(), (1,), (6,), (3, 4), (2, 2, 3)])
def test_kayles_split_and_whole(rows: tuple[int, ...]) -> None:
    whole, split = Kayles()(rows), SplitKayles()(rows)
    assert whole.grundy == split.grundy == plain_grundy(Kayles(), rows)
    assert whole.value == split.value == split.search_value()
    assert whole.outcome is split.outcome is split.search_outcome()
    assert whole.misere_outcome is split.misere_outcome
    assert whole.misere_outcome is plain_outcome(Kayles(), rows, misere=True)
    assert texts(whole.winning_moves()) == texts(split.winning_moves())


def texts(moves: tuple[fs.Move, ...]) -> list[str]:
    return [move.text for move in moves]


@given(graphs(), st.sampled_from([OnGraph, KeyedOnGraph]))
def test_any_game(arcs: Arcs, kind: Callable[[Arcs], fs.Ruleset]) -> None:
    rules = kind(arcs)
    for node in range(len(arcs[0])):
        position = rules(node)
        assert position.outcome is plain_outcome(rules, node)
        assert position.misere_outcome is plain_outcome(rules, node, misere=True)
        assert position.value == position.search_value() == plain_value(rules, node)
        assert position.value.outcome is position.outcome


@given(graphs())
def test_winning_moves_are_those_after_which_the_opponent_loses(arcs: Arcs) -> None:
    rules = OnGraph(arcs)
    node = len(arcs[0]) - 1
    for player in fs.Player:
        for misere in (False, True):
            winning = [m.after.state for m in rules(node).winning_moves(player, misere=misere)]
            moves = rules.left(node) if player is fs.Left else rules.right(node)
            expected = [n for n in moves if not plain_wins(rules, n, -player, misere=misere)]
            assert winning == expected


@given(graphs(max_nodes=6), st.lists(st.integers(0, 5), max_size=3))
def test_components_change_nothing(arcs: Arcs, nodes: list[int]) -> None:
    tokens = tuple(node % len(arcs[0]) for node in nodes)
    whole, split = Tokens(arcs)(tokens), SplitTokens(arcs)(tokens)
    assert whole.outcome is split.outcome is plain_outcome(Tokens(arcs), tokens)
    assert whole.value == split.value
    assert whole.misere_outcome is split.misere_outcome


def test_mex() -> None:
    assert [mex(numbers) for numbers in ([], [0], [1], [2, 0, 1, 1], [5, 0])] == [0, 1, 0, 3, 1]


class Countdown(fs.Ruleset):
    """One move a turn, for Left by one and for Right by two."""

    def left(self, n: int) -> list[int]:
        return [n - 1] if n > 0 else []

    def right(self, n: int) -> list[int]:
        return [n - 2] if n > 1 else []


DEEP = 100_000


@pytest.mark.long
def test_a_game_of_a_hundred_thousand_moves() -> None:
    # Its values repeat with period three from the start, as plain recursion shows.
    rules = Countdown()
    assert [plain_value(rules, n) for n in range(3, 12)] == [rules(n).value for n in range(3, 12)]
    assert rules(DEEP).value == plain_value(rules, DEEP % 3 + 3)
    assert rules(DEEP).outcome is plain_outcome(rules, DEEP % 3 + 3)
    assert Subtraction(1)(DEEP).misere_outcome is fs.Outcome.N
    assert Subtraction(1, 2)(DEEP).grundy == DEEP % 3
    assert Subtraction(1, 2)(DEEP).explain().steps[0].data["outcome"] == "N"


@pytest.mark.long
def test_a_deep_game_of_components() -> None:
    class Chain(fs.ImpartialRuleset):
        def moves(self, n: Any) -> list[Any]:
            return [(n - 1, 0)] if isinstance(n, int) and n else []

        def components(self, n: Any) -> Any:
            return n if isinstance(n, tuple) else None

    assert Chain()(50_001).grundy == 1
    assert Chain()(50_001).outcome is fs.Outcome.N


def test_outcomes_are_searched_no_further_than_needed() -> None:
    class Wide(fs.Ruleset):
        asked = 0

        def left(self, n: int) -> list[int]:
            type(self).asked += 1
            return [0] if n == 0 else [0, *range(1, n)]

        def right(self, n: int) -> list[int]:
            type(self).asked += 1
            return [] if n == 0 else list(range(n))

    # Right has no move at 0, so the first move of Left wins although Left could loop there.
    assert Wide()._results() is Wide()._results()
    assert [m.after.state for m in Wide()(1).winning_moves(fs.Left)] == [0]
    assert Wide.asked <= 3


def test_searching_many_positions_is_not_quadratic() -> None:
    asked = []

    class Counted(fs.ImpartialRuleset):
        def moves(self, n: int) -> list[int]:
            asked.append(n)
            return [n - k for k in (1, 2, 3) if k <= n]

    for n in range(300):
        assert Counted()(n).grundy == n % 4
    assert sorted(asked) == list(range(300))
