"""Sums without minus signs by the cut alone, against plain play and against the solver."""

from itertools import product
from random import Random

import pytest

import farstar as fs
from farstar.papers.partizan_euclid.theory import plain_sums
from farstar.papers.partizan_euclid.theory.words import Word
from tests.papers.partizan_euclid.test_cut import random_word
from tests.sums.plain import Plain


def positions(words: list[Word]) -> fs.Sum:
    return fs.Sum(*[fs.PartizanEuclid(*word.pair) for word in words])


def test_outcomes_are_those_of_plain_play() -> None:
    """All sums of two words of at most 4 letters before the e."""
    plain = Plain()
    words = [Word("".join(letters) + "e") for n in range(5) for letters in product("lr", repeat=n)]
    for i, one in enumerate(words):
        for other in words[i:]:
            pair = [one, other]
            assert plain_sums.outcome(pair) is plain.outcome(positions(pair)), (one, other)


def test_sums_with_huge_runs_agree_with_the_solver() -> None:
    rng = Random(3)
    for _ in range(80):
        words = [random_word(rng, 10**20) for _ in range(rng.randint(1, 4))]
        assert plain_sums.outcome(words) is positions(words).outcome, words


def test_the_bound_on_the_number_of_sums_holds() -> None:
    rng, most = Random(4), 0.0
    for _ in range(100):
        words = [random_word(rng, 10**6) for _ in range(rng.randint(1, 3))]
        search = plain_sums._Search(plain_sums.cut_words(words))
        for player in fs.Player:
            search.wins(player)
        most = max(most, len(search.known) / plain_sums.most_sums(words))
    assert 0.1 < most <= 1


def test_left_makes_no_more_moves_than_letters() -> None:
    """Of each word of at most 6 letters: the longest series of moves of Left's, Right helping."""

    def longest(word: Word) -> int:
        options = [(word.left_option(), 1), (word.right_option(), 0)]
        return max((n + longest(after) for after, n in options if after is not None), default=0)

    for n in range(7):
        for letters in product("lr", repeat=n):
            word = Word("".join(letters) + "e")
            assert longest(word) <= plain_sums.most_left_moves([word])


def test_nothing_is_won_by_the_player_to_move() -> None:
    assert plain_sums.outcome([]) is fs.Outcome.P
    assert plain_sums.outcome([Word()]) is fs.Outcome.P
    assert plain_sums.most_sums([]) == 2


def test_a_budget_ends_the_search() -> None:
    words = [Word("lrlr900lrlr900lre")] * 6
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(nodes=100):
        plain_sums.outcome(words)
