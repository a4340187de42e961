"""Canonical forms read off the automaton against those found by comparison."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import pytest

from farstar import engine
from farstar.engine import Handle
from farstar.errors import BudgetExceeded
from farstar.papers.partizan_euclid.theory.canonical import (
    ACTIONS,
    ValueTable,
    construction,
    equal_values,
)
from farstar.papers.partizan_euclid.theory.normal_form import TRANSITIONS, is_normal, normal_form
from farstar.papers.partizan_euclid.theory.words import Word
from tests.work import calls_of

if TYPE_CHECKING:
    from tests.papers.partizan_euclid.conftest import ThinGames

Words = Callable[[int], list[Word]]
RandomWords = Callable[[int, int], list[Word]]
T = TypeVar("T")

# New values, 0 apart, by length of the word (its e not counted).
NEW_VALUES = [2, 2, 5, 8, 15, 27, 53, 101, 197, 384, 756]


def carry(table: ValueTable, number: int, zero: T, braces: Callable[[T, T], T]) -> T:
    """Return a value of the table, form by form, as another engine makes it."""
    carried = {0: zero}
    for k in range(1, len(table)):
        form = table.form(k)
        assert form is not None
        # Options made by stripping braces come later in the table than the whole.
        if form.left in carried and form.last in carried:
            g = carried[form.last]
            for _ in range(form.length):
                g = braces(carried[form.left], g)
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
        carried = [carry(table, number, 0, games.intern) for number in (a, b)]
        assert tuple(carried) == games.state(word)


@pytest.mark.parametrize(
    "lengths", [range(12), pytest.param(range(12, 16), marks=pytest.mark.long)], ids=str
)
def test_forms_of_all_words(games: ThinGames, words_of_length: Words, lengths: range) -> None:
    check_forms(games, [word for n in lengths for word in words_of_length(n)])


def test_forms_of_random_words(games: ThinGames, random_words: RandomWords) -> None:
    check_forms(games, random_words(100, 3))


def test_forms_against_the_engine(words_of_length: Words) -> None:
    games = engine.active()
    zero = games.compact(0, 0, 0, 0)
    literal = {"e": (zero, games.construct([zero], [zero]))}

    def braces(left: Handle, right: Handle) -> Handle:
        form = games.construct([left], [right])
        # The engine must find nothing to simplify.
        assert games.options(form) == ((left,), (right,))
        return form

    for word in (word for n in range(8) for word in words_of_length(n)):
        letters = word.letters()
        if letters != "e":
            a, b = literal[letters[1:]]
            x, y = (b, a) if letters[0] == "l" else (a, b)
            literal[letters] = (x, games.construct([x], [y]))
        table = ValueTable()
        number = table.number(word)
        assert carry(table, number, zero, braces) == literal[letters][1]


def test_keys_are_equal_exactly_for_equal_values(games: ThinGames, words_of_length: Words) -> None:
    table = ValueTable()
    values: dict[int, int] = {}
    keys: set[int] = set()
    for n in range(12):
        new = 0
        for word in words_of_length(n):
            value = games.state(word)[1]
            key = table.number(word)
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


def test_right_option_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        ValueTable().right_option(0)


def test_long_words_and_runs() -> None:
    n = 10**1000
    table = ValueTable()
    assert table.form(table.number(Word.from_position(n + 1, n))) == (0, n - 1, 0)
    assert equal_values(Word(f"lr{10**40}lre"), Word(f"lr{10**40}lre"))
    assert not equal_values(Word(f"lr{10**40}lre"), Word(f"lr{10**40 + 1}lre"))
    assert not equal_values(Word(f"l{10**40}r2l2rlre"), Word(f"l{10**40 + 1}r2l2rlre"))
    word = Word("lr3" * 20000 + "lle")
    table.number(word)
    assert len(table) > 10000
    short, long = (Word("lr3" * n + "lle") for n in (1000, 4000))
    assert calls_of(lambda: table.number(long)) < 5 * calls_of(lambda: table.number(short))
    with pytest.raises(BudgetExceeded):
        table.number(Word(f"l{10**40}rlle"))
