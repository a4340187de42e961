"""Atomic weights in closed form."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import ceil, floor

import pytest

from farstar import Value
from farstar.errors import IllegalPositionError, NotationError
from farstar.games import PartizanEuclid, bulk
from farstar.papers.beyond import densities
from farstar.papers.partizan_euclid import value_of_weight
from farstar.papers.partizan_euclid.theory import automata, weights
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.sums.weight_sums import Comb


def _words(longest: int) -> list[str]:
    return ["".join(t) for n in range(longest + 1) for t in product("lr", repeat=n)]


def test_closed_weights_are_those_of_canonical_forms() -> None:
    for letters in _words(9):
        word = Word(letters + "e")
        value = PartizanEuclid.from_word(word).search_atomic_weight()
        assert value_of_weight(weights.weight(word)) == value, letters


@cache
def _integers_around(weight: Value) -> tuple[int, int]:
    """Return 1 + max{n <| w} and min{n |> w} - 1 over the integers n; both are w for an integer."""
    low, high = floor(weight.right_stop) - 2, ceil(weight.left_stop) + 2
    not_above = max(n for n in range(low, high) if not weight <= n)
    not_below = min(n for n in range(low, high) if not weight >= n)
    return not_above + 1, not_below - 1


@cache
def _combined(x: Value, y: Value, far_star_outcome: str) -> Value:
    """Return the weight of a game whose options have these weights, as Winning Ways has it."""
    weight = Value.of([x - 2], [y + 2])
    if not weight.is_integer:
        return weight
    choices = {"N": 0, "L": _integers_around(y)[0] + 1, "R": _integers_around(x)[1] - 1}
    return Value(choices[far_star_outcome])


_Walk = tuple[automata.State, Value, Value]
"""Where a word leads in the automaton of far stars, and the weights of Left's option and itself."""


def _step(walk: _Walk, letter: str) -> _Walk:
    at, a, b = walk
    at = automata.far_star_automaton().advance(at, "l" if letter == "l" else "r")
    x, y = (b, a) if letter == "l" else (a, b)
    return at, x, _combined(x, y, str(at.value[automata.FAR]))


_as_value = cache(value_of_weight)


@pytest.mark.long
def test_closed_weights_are_those_of_the_recursion_on_games() -> None:
    start: _Walk = (automata.far_star_automaton().states[0], Value(0), Value(0))
    level = {"": start}
    for _ in range(18):
        level = {
            letter + word: _step(walk, letter) for word, walk in level.items() for letter in "lr"
        }
        for word, walk in level.items():
            assert _as_value(weights.weight(Word(word + "e"))) == walk[2], word
    dice = random.Random(19)
    for _ in range(100_000):
        share = dice.choice((0.2, 0.35, 0.5, 0.65, 0.8, 0.9))
        word = "".join("r" if dice.random() < share else "l" for _ in range(dice.randint(19, 90)))
        walk = start
        for letter in reversed(word):
            walk = _step(walk, letter)
        assert _as_value(weights.weight(Word(word + "e"))) == walk[2], word


def test_runs_cost_one_step_and_agree_with_letters() -> None:
    dice = random.Random(4)
    for _ in range(300):
        runs = [(dice.choice("lr"), dice.randint(1, 9)) for _ in range(dice.randint(1, 12))]
        word = Word.from_runs(runs)  # type: ignore[arg-type]
        *front, last = [len(run) for run in word.letters()[:-1].split("l")]
        digits = [*(n + 1 for n in front), last + 2]
        assert weights.weight(word) == weights.weight_of_digits(digits)
    assert weights.weight(Word("l" + "9" * 30 + "e")) == 0
    assert weights.weight(Word(f"l{10**30}rlle")) == -2 - 10**30
    assert weights.weight(Word(f"l{2 * 10**30}rlre")) == 10**30 + 1


def test_the_automaton_agrees_with_the_weights() -> None:
    automaton = weights.integrality_automaton()
    steps = {"l": automaton.l, "r": automaton.r}
    for letters in _words(11):
        at = 0
        for letter in reversed(letters):
            at = steps[letter][at]
        assert automaton.is_integer[at] == isinstance(weights.weight(Word(letters + "e")), int)
    assert len(automaton.l) == 19


def test_deep_combs() -> None:
    word = Word("lr2l" * 400 + "lr9lr3e")
    comb = weights.weight(word)
    assert isinstance(comb, Comb)
    assert len(comb.teeth) == 401
    assert weights.word_of_weight(comb) == word
    assert value_of_weight(comb) == PartizanEuclid.from_word(word).atomic_weight()


@pytest.mark.parametrize("comb", [Comb((3,), 5), Comb((2, 3), 5), Comb((8, 8), 4), Comb((), 3)])
def test_what_is_no_weight_is_refused(comb: Comb) -> None:
    with pytest.raises(NotationError, match="expected a weight of Partizan Euclid"):
        weights.word_of_weight(comb)


def test_digits_are_checked() -> None:
    with pytest.raises(NotationError):
        weights.weight_of_digits([2, 1])
    with pytest.raises(IllegalPositionError):
        weights.weight_of_digits([0, 2])


def test_counts_a_run_at_a_time_are_those_of_the_table() -> None:
    for bound in (3, 4, 10, 57, 400):
        table = bulk.partizan_euclid_atomic_weights(bound)
        counts = bulk.partizan_euclid_atomic_weight_counts(bound)
        assert counts == table.counts()
        parts = [
            bulk.partizan_euclid_atomic_weight_counts(bound, part=i, parts=3) for i in range(3)
        ]
        assert {w: sum(part.get(w, 0) for part in parts) for w in counts} == counts
        places = bulk.partizan_euclid_atomic_weight_occurrences(bound)
        assert {place.value: place.positions for place in places} == counts


@pytest.mark.long
def test_the_printed_digits_of_the_shares() -> None:
    combs = densities.comb_weight_shares(digits=17)
    # The true number is ...8636343: the last digit is rounded up here, and cut off elsewhere.
    assert str(combs.standard.value)[:-1] == "0.1268288454365586"
    assert str(combs.every.value) == "0.15606204603261044"
    fractions = densities.fraction_weight_shares()
    assert [str(one.value) for one in fractions] == ["0.010476937766986", "0.012478727037448"]
    assert str(densities.weight_loss_per_digit().value) == "0.915028412129"


def test_shares_of_integers_are_proved() -> None:
    shares = densities.integer_weight_shares(digits=6)
    assert [str(one.value) for one in shares] == ["0.927428", "0.910701"]
    assert {one.status for one in shares} == {"proved"}
