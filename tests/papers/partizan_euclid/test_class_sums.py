"""The table of class pairs against search, and its open entries against witnesses."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import pytest

from farstar import Outcome
from farstar.papers.partizan_euclid.theory.automata import class_number
from farstar.papers.partizan_euclid.theory.class_sums import bounds, decide_classes, decide_pair
from farstar.papers.partizan_euclid.theory.intervals import thresholds
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.sums.intervals import Decision

if TYPE_CHECKING:
    from tests.papers.partizan_euclid.conftest import ThinGames

Words = Callable[[int], list[Word]]

OPEN_PAIRS = {
    *((1, d) for d in (2, 5, 8, 11, 13)),
    *((d, 6) for d in (2, 5)),
    *((6, d) for d in (8, 9, 11, 13)),
    (5, 10),
    (9, 10),
    (10, 11),
    (10, 13),
}


@pytest.fixture(scope="module")
def words_by_class() -> dict[int, list[Word]]:
    by_class: dict[int, list[Word]] = {number: [] for number in range(17)}
    for n in range(10):
        for letters in itertools.product("lr", repeat=n):
            word = Word("".join(letters) + "e")
            number = class_number(word)
            assert number is not None
            by_class[number].append(word)
    return by_class


def test_138_of_153_pairs_are_decided() -> None:
    pairs = list(itertools.combinations_with_replacement(range(17), 2))
    assert len(pairs) == 153
    undecided = {pair for pair in pairs if decide_classes(*pair).outcome is None}
    assert undecided == OPEN_PAIRS
    assert len(pairs) - len(undecided) == 138
    for c, d in pairs:
        assert decide_classes(c, d) == decide_classes(d, c)


def test_partial_knowledge() -> None:
    for c, d in ((1, 5), (1, 11), (1, 13)):
        assert decide_classes(c, d).left_wins_first is True
    for c, d in ((6, 2), (6, 8), (6, 9), (10, 9)):
        assert decide_classes(c, d).right_wins_first is True
    assert decide_classes(1, 2).left_wins_first is False


def test_pairs_against_search(games: ThinGames, words_by_class: dict[int, list[Word]]) -> None:
    @cache
    def wins(g: int, h: int, left: bool) -> bool:
        options = games.left if left else games.right
        if g and not wins(options[g], h, not left):
            return True
        return bool(h) and not wins(g, options[h], not left)

    for c, d in itertools.combinations_with_replacement(range(17), 2):
        claimed = decide_classes(c, d)
        seen = set()
        for u in words_by_class[c][:30]:
            for v in words_by_class[d][:30]:
                g, h = games.state(u)[1], games.state(v)[1]
                true = Decision(wins(g, h, True), wins(g, h, False))
                seen.add(true)
                for claim, truth in zip(claimed, true, strict=True):
                    assert claim is None or claim == truth
        if (c, d) in OPEN_PAIRS:
            # Witnesses that the classes cannot decide.
            assert len({true.outcome for true in seen}) > 1


def test_bounds_hold(words_by_class: dict[int, list[Word]]) -> None:
    for number, words in words_by_class.items():
        bound = bounds(number)
        for word in words:
            numbers = thresholds(word)
            for j in range(3):
                low, high = bound.lower[j], bound.upper[j]
                assert low is None or low <= numbers.lower[j]
                assert high is None or high >= numbers.upper[j]


def test_bounds_in_words() -> None:
    for number in (5, 11, 13):
        assert bounds(number).lower[0] == 0
        assert bounds(number).lower[1:] == (1, 1)
    assert bounds(10).upper == (-2, -1, -1)
    assert bounds(16).lower == (-3, -2, -2)


def test_weights_by_class() -> None:
    expected = dict.fromkeys((0, 3, 4, 7, 12, 14, 15), (0, 0))
    expected |= {1: (-1, -1), 16: (-1, -1), 6: (-2, -2), 2: (1, 1), 8: (1, 1)}
    for number, weight in expected.items():
        assert bounds(number).weight == weight
    assert [bounds(number).weight[0] for number in (9, 5, 11, 13)] == [1, 2, 2, 2]
    assert bounds(10).weight[1] == -2


def test_pairs_of_words() -> None:
    assert decide_pair(Word(""), Word("")).outcome == Outcome.P
    assert decide_pair(Word(""), Word("le")).outcome == Outcome.R
    assert decide_pair(Word("r9e"), Word("")).outcome == Outcome.L
    assert decide_pair(Word("e"), Word("e")).outcome == Outcome.P
    assert decide_pair(Word("le"), Word("re")).outcome is None
