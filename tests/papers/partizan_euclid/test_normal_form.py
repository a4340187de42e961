"""Normal forms against states computed by comparison of games."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.papers.partizan_euclid.theory.normal_form import (
    TRANSITIONS,
    is_normal,
    normal_form,
    normal_form_steps,
    same_state,
    state_number,
)
from farstar.papers.partizan_euclid.theory.words import Letter, Word
from tests.work import calls_of

if TYPE_CHECKING:
    from tests.papers.partizan_euclid.conftest import ThinGames

Words = Callable[[int], list[Word]]
RandomWords = Callable[[int, int], list[Word]]

# New states by length of the word, its e not counted.
NEW_STATES = [2, 4, 7, 11, 21, 40, 74, 140, 269, 517, 996, 1927, 3740, 7270, 14157, 27612, 53935]

RULES = {"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10"}


@pytest.mark.parametrize("length", [12, pytest.param(16, marks=pytest.mark.long)])
def test_all_words(games: ThinGames, words_of_length: Words, length: int) -> None:
    normal_by_state: dict[tuple[int, int], Word] = {}
    for n in range(length + 1):
        new = 0
        for word in words_of_length(n):
            normal = normal_form(word)
            state = games.state(word)
            assert games.state(normal) == state
            assert normal_by_state.setdefault(state, normal) == normal
            assert normal.length <= word.length
            assert is_normal(word) == (normal == word)
            new += normal == word
        if n:
            assert new == NEW_STATES[n - 1]


def test_random_words_keep_their_state(games: ThinGames, random_words: RandomWords) -> None:
    for word in random_words(150, 1):
        assert games.state(normal_form(word)) == games.state(word)


def test_steps_lead_from_the_word_to_its_normal_form(
    games: ThinGames, words_of_length: Words, random_words: RandomWords
) -> None:
    seen = set()
    for word in itertools.chain(words_of_length(9), random_words(150, 2)):
        for step in normal_form_steps(word):
            seen.add(step.rule)
            assert games.state(step.after) == games.state(step.before)
            assert step.after != step.before
            assert step.after.length <= step.before.length
            assert step.times >= 1
            assert normal_form(step.after) == normal_form(step.before)
    assert seen == RULES


@given(st.lists(st.tuples(st.sampled_from("lr"), st.integers(1, 12)), max_size=14))
def test_normal_forms_are_fixed_and_may_be_taken_inside(runs: list[tuple[Letter, int]]) -> None:
    word = Word.from_runs(runs)
    normal = normal_form(word)
    assert normal_form(normal) == normal
    assert is_normal(normal)
    assert not normal_form_steps(normal)
    for prefix in ("l", "r", "llrl"):
        assert normal_form(normal.prepend(prefix)) == normal_form(word.prepend(prefix))


@given(
    st.lists(st.tuples(st.sampled_from("lr"), st.integers(1, 6)), max_size=10),
    st.sampled_from("lr"),
    st.integers(1, 80),
)
def test_a_run_at_once_is_its_letters_one_by_one(
    runs: list[tuple[Letter, int]], letter: Letter, length: int
) -> None:
    suffix = Word.from_runs(runs)
    one_by_one = suffix
    for _ in range(length):
        one_by_one = normal_form(normal_form(one_by_one).prepend(letter))
    assert normal_form(Word.from_runs([(letter, length), *runs])) == normal_form(one_by_one)


def test_named_equalities() -> None:
    for text, normal in {
        "rllre": "le",
        "llle": "e",
        "lllre": "re",
        "llllle": "lle",
        "llrle": "e",
        "lllllrrre": "llrrre",
    }.items():
        assert normal_form(Word(text)) == Word(normal)
    for k in range(8):
        assert normal_form(Word("ll" + "r" * k + "le")) == Word("e")
        if k == 1 or k >= 3:
            assert normal_form(Word("lll" + "r" * k + "e")) == Word("r" * k + "e")
    for j in range(1, 5):
        for k in range(2, 6):
            assert normal_form(Word("ll" + "r" * j + "ll" + "r" * k + "e")) == Word("e")
    assert same_state(Word("rlrllrre"), Word("rlrllrre"))
    assert not same_state(Word("lle"), Word("llre"))


def test_accepted_words_by_length() -> None:
    counts = {0: 1}
    for expected in [*NEW_STATES, 105484, 206548, 404902, 794594, 1560932]:
        after: dict[int, int] = {}
        for state, count in counts.items():
            for target in TRANSITIONS[state]:
                if target is not None:
                    after[target] = after.get(target, 0) + count
        counts = after
        assert sum(counts.values()) == expected


def test_empty_word() -> None:
    assert normal_form(Word("")) == Word("")
    assert is_normal(Word(""))
    assert state_number(Word("")) is None
    assert normal_form_steps(Word("")) == []
    assert not same_state(Word(""), Word("lle"))


def test_astronomical_runs_and_many_runs() -> None:
    n = 10**30
    assert normal_form(Word(f"l{3 * n + 1}e")) == Word("le")
    assert normal_form(Word(f"r{n}e")) == Word(f"r{n}e")
    # R6 makes an r of each pair of l's beyond the third; R7 does the like inside.
    assert normal_form(Word(f"l{2 * n + 3}r5lre")) == Word(f"l3r{n + 5}lre")
    assert normal_form(Word(f"l3r2l{2 * n}r2lre")).length < n + 20
    long = Word.from_position(3**30000, 2**47549 + 1)
    normal = normal_form(long)
    assert is_normal(normal)
    steps = normal_form_steps(Word("l7r3" * 10000 + "lre"))
    assert len(steps) <= 100000


@pytest.mark.parametrize("find", [normal_form, normal_form_steps])
def test_work_grows_with_the_number_of_runs(find: Callable[[Word], object]) -> None:
    short, long = (Word("l7r3" * n + "lre") for n in (1000, 4000))
    assert calls_of(lambda: find(long)) < 5 * calls_of(lambda: find(short))
