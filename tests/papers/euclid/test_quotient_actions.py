"""Grossman's game with any set of multipliers that holds 1."""

from __future__ import annotations

import random

import pytest

from farstar.errors import IllegalPositionError
from farstar.games import Grossman, bulk
from farstar.impartial.number_sets import Multipliers, as_multipliers
from farstar.papers.beyond import densities
from farstar.papers.euclid.theory import quotient_actions, restricted


def _table(allowed: Multipliers, bound: int, *, misere: bool) -> dict[tuple[int, int], bool]:
    wins: dict[tuple[int, int], bool] = {}
    for b in range(1, bound + 1):
        for a in range(1, b + 1):
            after = [
                wins[min(a, b - m * a), max(a, b - m * a)]
                for m in range(1, (b - 1) // a + 1)
                if m in allowed
            ]
            wins[a, b] = not all(after) if after else misere
    return wins


@pytest.mark.parametrize("text", ["{1,4}", "{1,6,9}", "{1,3..}", "{1,2..+4}"])
@pytest.mark.parametrize("misere", [False, True])
def test_winners_of_both_kinds_of_play(text: str, misere: bool) -> None:
    allowed = as_multipliers(text)
    for (a, b), won in _table(allowed, 40, misere=misere).items():
        assert quotient_actions.wins(a, b, text, misere=misere) == won
        assert restricted.wins(a, b, text, misere=misere) == won
        assert (
            bool(list(restricted.winning_multipliers(a, b, text, misere=misere))) == won or a == b
        )


def test_lengths_are_those_known_for_multipliers_up_to_k() -> None:
    for k in (1, 2, 3, 5):
        for b in range(1, 40):
            for a in range(1, b + 1):
                assert quotient_actions.length(a, b, f"k={k}") == restricted.length(a, b, k)


def test_random_sets_against_the_rules() -> None:
    dice = random.Random(5)
    for _ in range(4):
        allowed = Multipliers.of({1, *dice.sample(range(2, 20), 4)})
        for (a, b), won in _table(allowed, 35, misere=False).items():
            assert str(Grossman(a, b, multipliers=allowed).outcome) == ("N" if won else "P")


def test_sets_of_progressions() -> None:
    allowed = Multipliers.parse("{1, 3, 5..+2, 10..}")
    assert [n for n in range(1, 13) if n in allowed] == [1, 3, 5, 7, 9, 10, 11, 12]
    assert Multipliers.parse(str(allowed)) == allowed
    assert Multipliers.parse(str(allowed.within(11))) == allowed.within(11)
    assert list(allowed.within(11)) == [1, 3, 5, 7, 9, 10, 11]
    assert as_multipliers("{1,3..+2}").is_odd
    assert not allowed.is_odd


def test_what_has_no_actions_is_refused() -> None:
    with pytest.raises(IllegalPositionError, match="with 1 in it"):
        quotient_actions.actions({2, 3})
    with pytest.raises(IllegalPositionError, match="eventually periodic"):
        quotient_actions.actions(lambda n: n % 2 == 1)


def test_counts_for_any_set() -> None:
    for text in ("{1,4}", "{1,6,9}", "odd", "{1,3..}"):
        wins = sum(quotient_actions.wins(a, b, text) for b in range(2, 61) for a in range(1, b))
        assert bulk.winner_counts(60, multipliers=text).wins == wins
        first = bulk.winner_counts((2, 31), multipliers=text).wins
        assert first + bulk.winner_counts((31, 61), multipliers=text).wins == wins


def test_probabilities_agree_with_those_for_k() -> None:
    for k in (2, 3):
        assert (
            densities.set_win_probability(f"k={k}", digits=8).value
            == densities.win_probability(k, digits=8).value
        )
        mine, known = densities.set_gap_bounds(f"k={k}"), densities.golden_gap_bounds(k)
        assert all(abs(x - y) < 10**-18 for x, y in zip(mine, known, strict=True))


@pytest.mark.long
def test_the_printed_shares() -> None:
    printed = {
        "{1,4}": 0.518541894,
        "{1,3,4}": 0.534970120,
        "{1,2,4}": 0.568134791,
        "{1,2,3,5}": 0.590677066,
        "{1,3}": 0.499996467,
    }
    for text, share in printed.items():
        counts = bulk.winner_counts(100_000, multipliers=text)
        assert round(counts.wins / (counts.wins + counts.losses), 9) == share
    for bound, share in {
        20_000: 0.53464,
        30_000: 0.53542,
        50_000: 0.53487,
        70_000: 0.53527,
    }.items():
        counts = bulk.winner_counts(bound, multipliers="{1,3,4}")
        assert round(counts.wins / (counts.wins + counts.losses), 5) == share


@pytest.mark.parametrize("text", ["{1,4}", "{1,3..}", "k=2"])
def test_goals_say_who_wins_at_each_quotient(text: str) -> None:
    wins = _table(as_multipliers(text), 30, misere=False)
    for a, b in wins:
        position, rest_wins = (a, b), list[bool]()
        goals = quotient_actions.goals(a, b, text)
        for goal in goals:
            small, large = position
            assert goal.quotient == large // small
            assert goal.wins == wins[position]
            rest_wins.append(goal.wins)
            position = large % small, small
        assert position[0] == 0
        # The winner wants to face the rest exactly if whoever faces it wins; nobody faces the end.
        assert [goal.leave for goal in goals] == [int(won) for won in [*rest_wins[1:], True]]
