"""The six observations against outcomes and canonical forms found by plain means."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import TYPE_CHECKING

import pytest

from farstar import Outcome
from farstar.errors import IllegalPositionError
from farstar.papers.partizan_euclid.theory import observations as obs
from farstar.papers.partizan_euclid.theory.automata import outcome
from farstar.papers.partizan_euclid.theory.words import Word

if TYPE_CHECKING:
    from tests.papers.partizan_euclid.conftest import ThinGames

Words = Callable[[int], list[Word]]

ONE_PLAYER = {Outcome.L, Outcome.R}


def who(p: int, q: int) -> Outcome:
    return outcome(Word.from_position(p, q))


def up_star(games: ThinGames, ups: int, star: int) -> int:
    """Return a value with canonical form {0|{0|...{0|*}}}, its mirror image, or 0.

    From up = {0|*} and n.up + *j = {0|(n-1).up + *(j^1)}: n pairs of braces around * make n.up,
    with a star if n is even.
    """
    if (ups, star) == (0, 0):
        return 0
    assert star == (ups % 2 == 0)
    value = games.star
    for _ in range(abs(ups)):
        value = games.intern(0, value) if ups > 0 else games.intern(value, 0)
    return value


def test_observation_1(words_of_length: Words) -> None:
    for n in range(12):
        for word in words_of_length(n):
            if obs.wins_for_one_player(word):
                assert outcome(word) in ONE_PLAYER
    assert not obs.wins_for_one_player(Word(""))
    assert not obs.wins_for_one_player(Word("e"))


def test_observation_2() -> None:
    for q in range(2, 200):
        for p in range(q + 1, 2 * q):
            if who(p, q) not in ONE_PLAYER:
                assert obs.may_be_next_or_previous(p, q) or gcd(p, q) == q
    for p, q in ((4, 2), (5, 2), (2, 3), (0, 1)):
        with pytest.raises(IllegalPositionError):
            obs.may_be_next_or_previous(p, q)


def test_observation_3() -> None:
    for a in range(1, 120):
        for b in range(1, 120):
            first, second = obs.triple_left_twins(a, b)
            assert who(*first) == who(*second)
            if a > 2 * b:
                first, second = obs.withdrawn_right_twins(a, b)
                assert who(*first) == who(*second)
    for a, b in ((4, 3), (2, 1), (4, 2), (6, 3)):
        with pytest.raises(IllegalPositionError):
            obs.withdrawn_right_twins(a, b)
        # a > 2b is needed: these twins, too, have different outcomes.
        assert who(2 * a + b, a + b) != who(2 * a + 3 * b, a + 2 * b)
    # The twins of (4, 3) would have different outcomes.
    assert (who(11, 7), who(17, 10)) == (Outcome.P, Outcome.L)


def test_observation_4(games: ThinGames) -> None:
    for k in range(2, 60):
        word = obs.consecutive_word(k)
        assert word == Word.from_position(k + 1, k)
        assert games.state(word)[1] == up_star(games, *obs.consecutive_value(k))


def test_observation_5(games: ThinGames) -> None:
    a, b = 1, 2
    for k in range(3, 60):
        word = obs.fibonacci_word(k)
        assert word == Word.from_position(b, a)
        value = 0 if word.is_empty else games.state(word)[1]
        assert value == up_star(games, *obs.fibonacci_value(k))
        a, b = b, a + b


def test_observation_6(games: ThinGames, words_of_length: Words) -> None:
    applied = 0
    words = [word for n in range(7) for word in words_of_length(n)]
    for i, g in enumerate(words):
        for h in words[:i]:
            if obs.equal_by_tails(g, h):
                applied += 1
                assert games.state(g)[1] == games.state(h)[1]
    assert applied > 20
    for text in ("", "e", "re", "le", "lre"):
        assert not obs.equal_by_tails(Word(text), Word(text))


@pytest.mark.parametrize("function", [obs.consecutive_value, obs.fibonacci_value])
def test_bad_indices(function: Callable[[int], object]) -> None:
    with pytest.raises(IllegalPositionError):
        function(1)
