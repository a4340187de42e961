"""Canonical forms read off the automaton against those found by comparison."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from farstar import engine
from farstar.errors import BudgetExceeded
from farstar.theory.canonical import (
    ACTIONS,
    ValueTable,
    construction,
    equal_values,
    value_key,
)
from farstar.theory.normal_form import TRANSITIONS, is_normal, normal_form
from farstar.theory.words import Word

from ..work import calls_of

if TYPE_CHECKING:
    from tests.theory.conftest import ThinGames

Words = Callable[[int], list[Word]]
RandomWords = Callable[[int, int], list[Word]]

# New values, 0 apart, by length of the word (its e not counted).
NEW_VALUES = [2, 2, 5, 8, 15, 27, 53, 101, 197, 384, 756]


def thin(table: ValueTable, games: ThinGames, number: int) -> int:
    """Carry a value from the table to the tiny engine, form by form, with no simplification."""
    carried = {0: 0}
    for k in range(1, len(table)):
        form = table.form(k)
        assert form is not None
        # Options made by stripping braces come later in the table than the whole.
        if form.left in carried and form.last in carried:
            g = carried[form.last]
            for _ in range(form.length):
                g = games.intern(carried[form.left], g)
            carried[k] = g
    return carried[number]


def test_actions_stand_where_letters_are_accepted() -> None:
    assert len(ACTIONS) == len(TRANSITIONS)
    for actions, targets in zip(ACTIONS, TRANSITIONS, strict=True):
        for action, target in zip(actions, targets, strict=True):
            assert (action == ".") == (target is None)


def check_forms(games: ThinGames, words: list[Word]) -> None:
    for word in words:
        table = ValueTable()
        a, b = table.state(word)
        assert (thin(table, games, a), thin(table, games, b)) == games.state(word)


def test_forms_of_all_words_to_length_11(games: ThinGames, words_of_length: Words) -> None:
    check_forms(games, [word for n in range(12) for word in words_of_length(n)])


def test_forms_of_random_words(games: ThinGames, random_words: RandomWords) -> None:
    check_forms(games, random_words(100, 3))


@pytest.mark.long
def test_forms_of_all_words_to_length_15(games: ThinGames, words_of_length: Words) -> None:
    check_forms(games, [word for n in range(12, 16) for word in words_of_length(n)])


def test_forms_against_the_engine(words_of_length: Words) -> None:
    games = engine.active()
    zero = games.compact(0, 0, 0, 0)
    literal = {"e": (zero, games.construct([zero], [zero]))}
    for word in (word for n in range(8) for word in words_of_length(n)):
        letters = word.letters()
        if letters != "e":
            a, b = literal[letters[1:]]
            x, y = (b, a) if letters[0] == "l" else (a, b)
            literal[letters] = (x, games.construct([x], [y]))
        made = [zero]
        for form in value_key(word):
            g = made[form.last]
            for _ in range(form.length):
                after = games.construct([made[form.left]], [g])
                # The engine must find nothing to simplify.
                assert games.options(after) == ((made[form.left],), (g,))
                g = after
            made.append(g)
        assert made[-1] == literal[letters][1]


def test_keys_are_equal_exactly_for_equal_values(games: ThinGames, words_of_length: Words) -> None:
    table = ValueTable()
    values: dict[int, tuple[int, object]] = {}
    keys: set[object] = set()
    for n in range(12):
        new = 0
        for word in words_of_length(n):
            value = games.state(word)[1]
            key = (table.number(word), value_key(word))
            new += value not in values and value != 0
            assert values.setdefault(value, key) == key
            keys.add(key)
        if n:
            assert new == NEW_VALUES[n - 1]
    assert len(keys) == len(values)


def test_construction_covers_the_normal_form(
    words_of_length: Words, random_words: RandomWords
) -> None:
    for word in itertools.chain(words_of_length(9), random_words(50, 4)):
        steps = list(construction(word))
        runs = [(step.letter, step.length) for step in reversed(steps)]
        assert Word.from_runs(runs) == normal_form(word)
        done = Word("e")
        for step in steps:
            assert is_normal(done)
            assert ACTIONS[step.state][step.letter == "r"] == step.action
            done = done.prepend(step.letter * step.length)


def test_equal_values_with_different_states() -> None:
    # Both are 0, but Left's options differ.
    assert equal_values(Word("lle"), Word("llre"))
    assert equal_values(Word(""), Word("lle"))
    assert value_key(Word("")) == ()


def test_right_option_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        ValueTable().right_option(0)


def test_long_words_and_runs() -> None:
    n = 10**1000
    assert value_key(Word.from_position(n + 1, n)) == ((0, n - 1, 0),)
    assert equal_values(Word(f"lr{10**40}lre"), Word(f"lr{10**40}lre"))
    assert not equal_values(Word(f"lr{10**40}lre"), Word(f"lr{10**40 + 1}lre"))
    assert not equal_values(Word(f"l{10**40}r2l2rlre"), Word(f"l{10**40 + 1}r2l2rlre"))
    word = Word("lr3" * 20000 + "lle")
    assert len(value_key(word)) > 10000
    short, long = (Word("lr3" * n + "lle") for n in (1000, 4000))
    assert calls_of(lambda: value_key(long)) < 5 * calls_of(lambda: value_key(short))
    with pytest.raises(BudgetExceeded):
        value_key(Word(f"l{10**40}rlle"))
