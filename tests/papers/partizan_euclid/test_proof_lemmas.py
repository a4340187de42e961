"""G1 to G4 and the lemmas in the proof of Theorem 9 (docs/proofs.md), by comparing games.

Range: for G1 to G4 all pairs of values of words of at most 6 letters; otherwise all normal words of
at most 12 letters, 16 in the long tests. Numbers are states of the automaton of normal forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import pytest

from farstar.papers.partizan_euclid.theory.automata import class_number
from farstar.papers.partizan_euclid.theory.normal_form import TRANSITIONS
from farstar.papers.partizan_euclid.theory.words import Word

if TYPE_CHECKING:
    from tests.papers.partizan_euclid.conftest import ThinGames

LEFT_REGION = {6, 9, 12, 14, 15, 17, *range(19, 22), *range(23, 30)}
INCREASING = {9, 14, 15, 17, 20, 21, 24, 25, 26, 27, 29}
CONFUSED = {6, 12, 19, 23, 28}
LENGTHS = [12, pytest.param(16, marks=pytest.mark.long)]


class NormalWord(NamedTuple):
    """A normal word with its state in the automaton and its pair of values."""

    letters: str
    state: int
    a: int
    b: int


def normal_words(games: ThinGames, longest: int) -> Iterator[NormalWord]:
    layer = [("e", 0)]
    for _ in range(longest + 1):
        for letters, state in layer:
            yield NormalWord(letters, state, *games.state(Word(letters)))
        layer = [
            (letter + letters, target)
            for letters, state in layer
            for letter, target in zip("lr", TRANSITIONS[state], strict=True)
            if target is not None
        ]


def left_region(games: ThinGames, longest: int) -> list[NormalWord]:
    # The word llre is in state 6 too, but outside the region: state 30 of the completed automaton.
    return [
        word
        for word in normal_words(games, longest)
        if word.state in LEFT_REGION and word.letters != "llre"
    ]


def rho(games: ThinGames, value: int) -> int:
    return games.braces(0, value)


def is_less(games: ThinGames, x: int, y: int) -> bool:
    return games.geq(y, x) and not games.geq(x, y)


def are_confused(games: ThinGames, x: int, y: int) -> bool:
    return not games.geq(x, y) and not games.geq(y, x)


def by_letters(words: Iterable[NormalWord]) -> dict[str, NormalWord]:
    return {word.letters: word for word in words}


def test_lemmas_on_two_options(games: ThinGames) -> None:
    values = {value for word in normal_words(games, 6) for value in (word.a, word.b)}
    for x in values:
        for y in values:
            game = games.braces(x, y)
            assert not games.geq(x, game)  # G1
            assert not games.geq(game, y)
            if game:  # G2
                assert games.geq(x, games.left[game])
                assert games.geq(games.right[game], y)
            raised, lowered = rho(games, y), games.braces(x, 0)
            if games.geq(x, 0) and not games.geq(x, raised):  # G3
                assert game == raised
            if games.geq(0, y) and not games.geq(lowered, y):
                assert game == lowered
            after = games.braces(x, game)  # G4
            if game:
                assert not games.geq(games.left[game], after)


@pytest.mark.parametrize("length", LENGTHS)
def test_the_region_and_its_order(games: ThinGames, length: int) -> None:
    for word in normal_words(games, length):
        inside = class_number(Word(word.letters)) in (8, 11, 13)
        assert inside == (word.state in LEFT_REGION and word.letters != "llre")
        if inside:
            assert is_less(games, 0, word.a)
            assert is_less(games, 0, word.b)
            assert is_less(games, word.a, word.b) == (word.state in INCREASING)
            assert are_confused(games, word.a, word.b) == (word.state in CONFUSED)
        elif word.state in (4, 7, 13, 22):
            assert not is_less(games, 0, word.b)


@pytest.mark.parametrize("length", LENGTHS)
def test_lemma_c(games: ThinGames, length: int) -> None:
    witnesses = []
    for word in left_region(games, length):
        raised = rho(games, word.b)
        if word.state in (23, 28):
            assert word.a == raised
            witnesses.append(word.letters)
        else:
            assert is_less(games, word.a, raised)
    # Not only words lllS with S in 21 have a = rho(b); this is the shortest other one.
    assert "lrrrlre" in witnesses


@pytest.mark.parametrize("length", LENGTHS)
def test_the_reversal_inside_lemma_c(games: ThinGames, length: int) -> None:
    words = by_letters(left_region(games, length))
    compared = 0
    for word in words.values():
        if word.state not in (21, 27):
            continue
        assert word.letters.startswith("rr")
        first, second = words[word.letters[1:]], words[word.letters[2:]]
        assert (first.a, second.a) == (word.a, word.a)
        assert (word.b, first.b) == (rho(games, first.b), rho(games, second.b))
        assert is_less(games, word.a, second.b)
        hot = games.braces(word.b, word.a)
        assert (games.left[hot], games.right[hot]) == (word.b, word.a)
        assert games.geq(first.b, hot)
        assert rho(games, hot) == word.b
        compared += 1
    assert compared > 50


@pytest.mark.parametrize("length", LENGTHS)
def test_lemma_d_no_swapped_states(games: ThinGames, length: int) -> None:
    confused = [word for word in left_region(games, length) if word.state in (12, 19, 23, 28)]
    pairs = {(word.a, word.b) for word in confused}
    assert not any((word.b, word.a) in pairs for word in confused)


@pytest.mark.parametrize("length", LENGTHS)
def test_lemma_e_in_state_21_the_value_determines_the_state(games: ThinGames, length: int) -> None:
    of_value: dict[int, int] = {}
    for word in left_region(games, length):
        if word.state == 21:
            assert games.left[word.b] == 0
            assert of_value.setdefault(word.b, word.a) == word.a
            value = word.b
            while games.left[value] == 0 and value != games.star:
                value = games.right[value]
            star_case = games.braces(games.braces(0, games.star), games.star)
            assert word.a == (star_case if value == games.star else games.left[value])


@pytest.mark.parametrize("length", LENGTHS)
def test_state_6_has_swapped_states_of_state_19(games: ThinGames, length: int) -> None:
    words = by_letters(left_region(games, length))
    in_six = [word for word in words.values() if word.state == 6]
    assert in_six
    for word in in_six:
        suffix = words[word.letters[2:]]
        assert word.letters.startswith("lr")
        assert suffix.state in (12, 19)
        raised = rho(games, suffix.a), rho(games, suffix.b)
        assert (word.b, word.a) == raised == games.state(Word("ll" + suffix.letters))


@pytest.mark.parametrize("length", LENGTHS)
def test_outside_both_regions(games: ThinGames, length: int) -> None:
    by_class: dict[int | None, list[NormalWord]] = {}
    words = by_letters(normal_words(games, length))
    for word in words.values():
        by_class.setdefault(class_number(Word(word.letters)), []).append(word)
    for number in (0, 2, 4, 7, 8):
        assert len(by_class[number]) == 1
    for number, first_letters in ((3, "l"), (9, "l"), (12, "l"), (14, "r"), (15, "l")):
        assert {word.letters[0] for word in by_class[number]} == set(first_letters)
    for word in by_class[1]:
        assert (games.right[word.b] == 0) == (word.letters == "le")
    for number in (3, 9, 12, 15):
        for word in by_class[number]:
            suffix = words[word.letters[1:]]
            assert word.a == suffix.b
            assert suffix.a == {3: games.star, 9: 0}.get(number, games.left[suffix.b])
    for word in by_class[5]:
        right = games.right[word.b]
        if word.letters[0] == "l":
            assert are_confused(games, right, 0)
            suffix = words[word.letters[1:]]
            assert (suffix.b, suffix.a) == (word.a, right)
        else:
            assert is_less(games, 0, right)
