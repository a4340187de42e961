"""Grossman's game with restricted multipliers: closed forms against plain play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.number_sets import Multipliers, MultipliersLike, odd, up_to
from farstar.papers.euclid.theory import euclid, grossman, restricted
from tests.papers.euclid.euclid_brute import Brute


def check_against(game: Brute, given_set: MultipliersLike) -> None:
    """Compare winner, winning multipliers and Grundy values everywhere."""
    for a, b in game.moves:
        assert restricted.grundy(a, b, given_set) == game.grundy[a, b], (a, b)
        for misere in (False, True):
            wins = game.wins[misere][a, b]
            assert restricted.wins(a, b, given_set, misere=misere) is wins, (a, b)
            winning = list(restricted.winning_multipliers(b, a, given_set, misere=misere))
            assert winning == game.winning((a, b), misere), (a, b)


@pytest.fixture(scope="module", params=range(1, 8))
def limited(request: pytest.FixtureRequest) -> tuple[int, Brute]:
    k: int = request.param
    return k, Brute(90, lambda m: m <= k)


def test_reduced_sequence_and_goals_tell_the_winner(limited: tuple[int, Brute]) -> None:
    k, game = limited
    for (a, b), wins in game.wins[False].items():
        assert (restricted.first_two(a, b, k) % 2 == 0) is wins, (a, b)
        assert restricted.wins(a, b, up_to(k)) is wins, (a, b)
        assert restricted.goals(a, b, k)[0].wins is wins, (a, b)


def test_lengths_of_limited_games(limited: tuple[int, Brute]) -> None:
    k, game = limited
    for a, b in game.moves:
        assert game.lengths[False][a, b] == {restricted.length(a, b, k)}, (a, b)
        assert restricted.length_by_cases(a, b, k) == restricted.length(a, b, k), (a, b)
        assert game.lengths[True][a, b] == {restricted.length(a, b, k, misere=True)}, (a, b)


def test_goals_are_the_winning_moves(limited: tuple[int, Brute]) -> None:
    k, game = limited
    for a, b in game.moves:
        if a == b:
            continue
        goal = restricted.goals(a, b, k)[0]
        winning = game.winning((a, b), False)
        assert goal.quotient == b // a
        if goal.wins:
            assert (goal.quotient - winning[0]) % (k + 1) == goal.residue, (a, b)


@pytest.mark.parametrize("k", range(1, 8))
def test_limited_games_everywhere(k: int) -> None:
    check_against(Brute(45, lambda m: m <= k), set(range(1, k + 1)))


def _member(members: Iterable[int]) -> Callable[[int], bool]:
    return partial(lambda allowed, m: m in allowed, frozenset(members))


@pytest.mark.parametrize(
    "members", [{1, 3}, {1, 5}, {1, 3, 9}, {1, 3, 4}, {2}, {2, 3}, {1, 4}, {3, 5, 8}, {1, 2, 4, 8}]
)
def test_finite_sets(members: set[int]) -> None:
    check_against(Brute(45, _member(members)), members)


def test_odd_sets_have_a_fixed_parity() -> None:
    game = Brute(120, lambda m: m % 2 == 1)
    check_against(game, odd)
    for (a, b), lengths in game.lengths[False].items():
        parity = (sum(euclid.heaps(a, b)) - 1) % 2
        assert {n % 2 for n in lengths} == {parity}


def test_sets_given_by_a_test() -> None:
    def square(n: int) -> bool:
        return int(n**0.5) ** 2 == n

    check_against(Brute(60, square), square)
    check_against(Brute(60, square), Multipliers.where(square, "squares"))
    with pytest.raises(BudgetExceeded, match="expected quotients"):
        restricted.wins(1, 10**9, square)


def test_all_multipliers_give_grossmans_game() -> None:
    for b in range(1, 60):
        for a in range(1, b + 1):
            assert restricted.grundy(a, b) == grossman.grundy(a, b)
            assert restricted.wins(a, b, misere=True) is grossman.wins(a, b, misere=True)
            assert restricted.length(a, b) == grossman.length(a, b)


@pytest.mark.parametrize("given_set", [None, {1, 2}, {1, 2, 3, 4, 5}, {1, 3}, {1, 4}, {2, 5}])
def test_multipliers_that_reach_a_grundy_value(given_set: set[int] | None) -> None:
    game = Brute(40, (lambda _: True) if given_set is None else _member(given_set))
    for (a, b), moves in game.moves.items():
        for value in range(8):
            expected = [m for m, after in moves.items() if game.grundy[after] == value]
            reaching = restricted.multipliers_to_grundy(a, b, value, given_set)
            assert list(reaching) == expected, (a, b, value)


def test_examples_of_lengyel() -> None:
    assert restricted.reduced_sequence(9, 11, 2) == (1, 1, 2)
    assert restricted.reduced_sequence(29, 36, 2) == (1, 1, 1, 2)
    assert restricted.reduced_sequence(459, 2393, 2) == (2, 1, 1, 2, 2)
    assert restricted.reduced_sequence(459, 1934, 2) == (1, 1, 1, 2, 2)
    goals = restricted.goals(459, 2393, 2)
    assert [goal.quotient for goal in goals] == [5, 4, 1, 2, 6, 5]
    assert "".join(goal.case for goal in goals) == "cbacec"
    assert [goal.residue for goal in goals] == [1, 0, 1, 1, 1, 1]
    assert restricted.goals(459, 1934, 2)[0] == (4, "a", 1, False)


@given(st.integers(1, 10**40), st.integers(1, 10**40), st.integers(1, 50))
def test_cutting_a_finite_set_loses_nothing(a: int, b: int, k: int) -> None:
    winning = restricted.winning_multipliers(a, b, up_to(k))
    assert (not winning.is_empty) == restricted.wins(a, b, up_to(k))
    for m in winning:
        small, large = min(a, b), max(a, b)
        assert not restricted.wins(small, large - m * small, up_to(k))


def test_ten_thousand_digits() -> None:
    random = Random(11)
    a, b = random.randrange(10**9999, 10**10000), random.randrange(10**9999, 10**10000)
    for multipliers in (None, up_to(2), up_to(10**50), odd, {1, 4}, {1, 3, 9}):
        wins = restricted.wins(a, b, multipliers)
        assert restricted.winning_multipliers(a, b, multipliers).is_empty is not wins
        assert (restricted.grundy(a, b, multipliers) > 0) is wins
    assert restricted.length(a, b, 3) == restricted.length_by_cases(a, b, 3)
    # One quotient of a thousand digits, and a description that stays small.
    assert str(restricted.winning_multipliers(1, 10**1000, odd)).startswith("odd<=99")
    assert restricted.wins(1, 10**1000, {1, 4, 6})


@pytest.mark.parametrize("bad", [0, -1, True, 2.0, float("nan"), "2", None])
def test_bad_input_is_refused_in_one_line(bad: object) -> None:
    for call in (
        lambda: restricted.wins(bad, 3, {1, 2}),  # type: ignore[arg-type]
        lambda: restricted.grundy(3, bad, odd),  # type: ignore[arg-type]
        lambda: restricted.reduced_sequence(2, 3, bad),  # type: ignore[arg-type]
        lambda: restricted.goals(bad, 3, 2),  # type: ignore[arg-type]
        lambda: restricted.winning_multipliers(2, 3, [bad]),  # type: ignore[list-item]
    ):
        with pytest.raises(IllegalPositionError, match="expected") as caught:
            call()
        assert "\n" not in str(caught.value)
    with pytest.raises(IllegalPositionError, match="at least one multiplier"):
        restricted.wins(2, 3, set())


@pytest.mark.long
def test_limited_games_further() -> None:
    for k in range(1, 8):
        game = Brute(400, partial(lambda k, m: m <= k, k))
        for a, b in game.moves:
            for misere in (False, True):
                assert restricted.wins(a, b, up_to(k), misere=misere) is game.wins[misere][a, b]
                length = restricted.length(a, b, k, misere=misere)
                assert game.lengths[misere][a, b] == {length}, (a, b, k)
