"""Theorems about all words of Partizan Euclid: the game on words is the game, and forgeries."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import farstar as fs
from farstar.games.patterns import pattern_rules
from farstar.papers.partizan_euclid.theory import all_words, automata
from farstar.papers.partizan_euclid.theory.words import Letter, Word
from farstar.prove import NotProved
from tests.prove.games import words_up_to


def words(length: int) -> list[Word]:
    return [Word(text + "e") for text in words_up_to("lr", length)]


def test_the_rules_on_words_are_those_of_the_game() -> None:
    """Every option of a position has the word that a move on words leaves: all up to 7 letters."""
    game: Any = pattern_rules(all_words.rules())
    for word in words(7):
        cells = len(word.letters())
        position = game(all_words.written(word))
        pair = fs.PartizanEuclid(*word.pair)
        for mine, theirs in (
            (position.left_options, pair.left_options),
            (position.right_options, pair.right_options),
        ):
            expected = {
                all_words.written(Word.from_position(option.p, option.q), cells=cells)
                for option in theirs
            }
            assert {option.board for option in mine} == expected


def test_the_theorems_agree_with_search_on_short_words() -> None:
    outcome, classes = all_words.outcome_theorem(), all_words.far_star_theorem()
    for word in words(6):
        position = fs.PartizanEuclid(*word.pair)
        assert outcome.value(all_words.written(word)) == str(position.search_outcome())
        for heap in range(3):
            total = position.value + fs.star(heap)
            assert classes.value(all_words.written(word, heap=heap)) == str(total.outcome)


def test_a_false_automaton_is_refused_with_a_word() -> None:
    chance = Random(4)
    for _ in range(25):
        right = automata.far_star_automaton()
        wrong = copy(right)
        letter: Letter = "l" if chance.random() < 0.5 else "r"
        row = list(right.transitions[letter])
        state = chance.randrange(len(row))
        row[state] = chance.choice([x for x in range(len(row)) if x != row[state]])
        wrong.transitions = {**right.transitions, letter: tuple(row)}
        differs = any(_read(wrong, text) != _read(right, text) for text in words_up_to("lr", 9))
        answer = all_words.prove_automaton(wrong, heap=True)
        if differs:
            assert isinstance(answer, NotProved)
            assert answer.counterexample is not None
        else:
            assert answer


def _read(automaton: automata.Automaton, text: str) -> object:
    state = 0
    for letter in text:
        state = automaton.transitions[letter][state]  # type: ignore[index]
    return automaton.states[state].value
