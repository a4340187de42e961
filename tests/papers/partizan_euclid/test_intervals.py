"""The numbers along the word against comparisons, and the tests of sums against search."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar import Outcome
from farstar.papers.partizan_euclid.theory.automata import far_star_automaton
from farstar.papers.partizan_euclid.theory.intervals import profile, thresholds
from farstar.papers.partizan_euclid.theory.words import Letter, Word
from farstar.sums.intervals import (
    ZERO,
    Decision,
    Profile,
    Thresholds,
    braces,
    decide,
    decide_with_one_ply,
)

if TYPE_CHECKING:
    from tests.papers.partizan_euclid.conftest import ThinGames

Words = Callable[[int], list[Word]]


class UpStars:
    """Compares the tiny games with n.up + *j for any star j, straight from the definition."""

    def __init__(self, games: ThinGames) -> None:
        self.games = games
        self.known: dict[tuple[int, int, int, bool], bool] = {}

    @staticmethod
    def left_options(n: int, j: int) -> list[tuple[int, int]]:
        if n == 0:
            return [(0, i) for i in range(j)]
        if n > 0:
            return [(0, 0), (0, 1)] if (n, j) == (1, 1) else [(0, 0)]
        return [(n + 1, j ^ 1)]

    def geq(self, g: int, n: int, j: int) -> bool:
        key = (g, n, j, True)
        if key not in self.known:
            self.known[key] = not (g and self.leq(self.games.right[g], n, j)) and not any(
                self.leq(g, *u) for u in self.left_options(n, j)
            )
        return self.known[key]

    def leq(self, g: int, n: int, j: int) -> bool:
        key = (g, n, j, False)
        if key not in self.known:
            self.known[key] = not (g and self.geq(self.games.left[g], n, j)) and not any(
                self.geq(g, -m, i) for m, i in self.left_options(-n, j)
            )
        return self.known[key]

    def thresholds(self, g: int, bound: int, far: int) -> Thresholds:
        stars = (0, 1, far)
        span = range(-bound, bound + 1)
        l0, l1, l2 = (max(n for n in span if self.geq(g, n, j)) for j in stars)
        u0, u1, u2 = (min(n for n in span if self.leq(g, n, j)) for j in stars)
        return Thresholds((l0, l1, l2), (u0, u1, u2))


@pytest.mark.parametrize("far", [2, 3, 5])
def test_thresholds_against_comparison(games: ThinGames, words_of_length: Words, far: int) -> None:
    stars = UpStars(games)
    for n in range(9):
        for word in words_of_length(n):
            a, b = games.state(word)
            numbers = profile(word)
            assert numbers.value == stars.thresholds(b, n + 4, far)
            assert numbers.left == stars.thresholds(a, n + 4, far)


def test_profiles_have_the_numbers_of_the_options(words_of_length: Words) -> None:
    for n in range(11):
        for word in words_of_length(n):
            left, right = word.left_option(), word.right_option()
            assert left is not None
            assert right is not None
            assert profile(word) == Profile(thresholds(word), thresholds(left), thresholds(right))


@given(
    st.lists(st.tuples(st.sampled_from("lr"), st.integers(1, 60)), max_size=8),
)
def test_runs_agree_with_letters(runs: list[tuple[Letter, int]]) -> None:
    a, b, right = ZERO, braces(ZERO, ZERO), ZERO
    for letter, length in reversed(runs):
        for _ in range(length):
            if letter == "l":
                a, b, right = b, braces(b, a), a
            else:
                b, right = braces(a, b), b
    assert profile(Word.from_runs(runs)) == Profile(b, a, right)


def test_astronomical_runs() -> None:
    n = 10**300
    # r^n e is n.up, with a star if n is even.
    even = thresholds(Word.from_runs([("r", n)]))
    assert even == Thresholds((n - 2, n, n - 1), (n + 2, n, n + 1))
    odd = thresholds(Word.from_runs([("r", n + 1)]))
    assert odd == Thresholds((n + 1, n - 1, n), (n + 1, n + 3, n + 2))
    # rlle has atomic weight -2, and each l in front of it subtracts 1.
    for few in range(1, 5):
        assert thresholds(Word("l" * few + "rlle")).weight_floor == -(few + 2)
    low = thresholds(Word.from_runs([("l", n), ("r", 1), ("l", 2)]))
    assert low.weight_ceiling == low.weight_floor == -(n + 2)
    assert thresholds(Word.from_runs([("l", 3 * n)])) == thresholds(Word("e"))
    high = thresholds(Word.from_runs([("l", n), ("r", 3), ("l", 1), ("r", 1)]))
    assert high.weight_floor > n // 4


def test_signs_agree_with_the_automaton(words_of_length: Words) -> None:
    for word in words_of_length(11):
        state = far_star_automaton().read(word)
        numbers = thresholds(word)
        for j in range(3):
            above, below = numbers.lower[j] >= 0, numbers.upper[j] <= 0
            assert state.value[j] == Outcome.of(
                left_wins_first=not below, right_wins_first=not above
            )


class Sums:
    """Plays sums of tiny games to the end."""

    def __init__(self, games: ThinGames) -> None:
        self.games = games
        self.wins = cache(self._wins)

    def _wins(self, summands: tuple[int, ...], left: bool) -> bool:
        options = self.games.left if left else self.games.right
        for i, g in enumerate(summands):
            if g:
                after = [*summands[:i], options[g], *summands[i + 1 :]]
                if not self.wins(tuple(sorted(h for h in after if h)), not left):
                    return True
        return False

    def decide(self, summands: list[int]) -> Decision:
        key = tuple(sorted(g for g in summands if g))
        return Decision(self.wins(key, True), self.wins(key, False))


def agrees(claimed: Decision, true: Decision) -> bool:
    return all(c is None or c == t for c, t in zip(claimed, true, strict=True))


def test_decisions_about_pairs(games: ThinGames, words_of_length: Words) -> None:
    sums = Sums(games)
    words = [Word(""), *(word for n in range(5) for word in words_of_length(n))]
    settled = settled_with_ply = 0
    for u, v in itertools.combinations_with_replacement(words, 2):
        values = [0 if word.is_empty else games.state(word)[1] for word in (u, v)]
        true = sums.decide(values)
        first = decide([thresholds(u), thresholds(v)])
        second = decide_with_one_ply([profile(u), profile(v)])
        assert agrees(first, true)
        assert agrees(second, true)
        settled += first.outcome is not None
        settled_with_ply += second.outcome is not None
    assert settled < settled_with_ply


@pytest.mark.parametrize("count", [3, 4, 5])
def test_decisions_about_longer_sums(games: ThinGames, count: int) -> None:
    sums = Sums(games)
    rng = random.Random(count)
    open_questions = 0
    for _ in range(150):
        words = [
            Word("".join(rng.choice("llr") for _ in range(rng.randint(0, 6))) + "e")
            for _ in range(count)
        ]
        true = sums.decide([games.state(word)[1] for word in words])
        first = decide(thresholds(word) for word in words)
        second = decide_with_one_ply(profile(word) for word in words)
        assert agrees(first, true)
        assert agrees(second, true)
        assert agrees(first, second)
        open_questions += second.outcome is None
    assert open_questions < 60


def test_no_summands() -> None:
    assert decide([]).outcome == Outcome.P
    assert decide_with_one_ply([]).outcome == Outcome.P
    assert decide_with_one_ply([profile(Word(""))]).outcome == Outcome.P
