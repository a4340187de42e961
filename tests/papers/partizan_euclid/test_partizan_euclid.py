"""Partizan Euclid: closed forms against brute force, over stated ranges."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.papers.partizan_euclid.theory import automata, observations

letters = st.sampled_from(["l", "r", "ll", "rr", "lll", "rlr", "rllr", "r5", "l4", "r12"])
words = st.lists(letters, max_size=12).map(lambda parts: fs.Word("".join(parts) + "e"))


def agree_on_outcome(p: int, q: int) -> None:
    g = fs.PartizanEuclid(p, q)
    searched = g.search_outcome()
    assert g.outcome is searched, (p, q)
    assert g.outcome_online().outcome is searched, (p, q)


def agree_on_value(p: int, q: int) -> None:
    g = fs.PartizanEuclid(p, q)
    value = g.search_value()
    assert g.value == value, (p, q)
    assert g.atomic_weight() == value.atomic_weight(), (p, q)


# Who wins.


def test_outcome_three_ways_up_to_150() -> None:
    for p in range(1, 151):
        for q in range(1, p + 1):
            agree_on_outcome(p, q)


def test_outcome_three_ways_where_the_divisor_is_larger() -> None:
    for q in range(1, 121):
        for p in range(1, q):
            agree_on_outcome(p, q)


@pytest.mark.long
def test_outcome_three_ways_up_to_600() -> None:
    for p in range(1, 601):
        for q in range(1, 601):
            agree_on_outcome(p, q)


def test_misere_outcome() -> None:
    for p in range(1, 121):
        for q in range(1, 121):
            g = fs.PartizanEuclid(p, q)
            assert g.misere_outcome is g.search_misere_outcome(), (p, q)


def test_outcome_with_heaps() -> None:
    heaps = [fs.Value(f"*{k}") if k else fs.Value(0) for k in range(7)]
    for p in range(1, 61):
        for q in range(1, 61):
            g = fs.PartizanEuclid(p, q)
            value = g.search_value()
            for k, heap in enumerate(heaps):
                assert g.outcome_with_heap(k) is (value + heap).outcome, (p, q, k)


def test_outcome_of_two_positions() -> None:
    positions = [fs.PartizanEuclid(p, q) for p in range(2, 22) for q in range(1, p)]
    settled = 0
    for g, h in itertools.combinations_with_replacement(positions, 2):
        true = (g.value + h.value).outcome
        assert g.outcome_with(h) is true, (g, h)
        decision = g.class_decision(h)
        settled += decision.outcome is not None
        if decision.left_wins_first is not None:
            assert decision.left_wins_first is true.wins(fs.Left, first=True)
        if decision.right_wins_first is not None:
            assert decision.right_wins_first is true.wins(fs.Right, first=True)
    assert settled > 10_000


def test_two_positions_whose_classes_say_nothing() -> None:
    for first, second in [("le", "r3e"), ("lrlle", "rlrrre"), ("rlle", "re"), ("r5lle", "r2e")]:
        g, h = fs.Word(first).position, fs.Word(second).position
        assert g.class_decision(h).outcome is None
        assert g.outcome_with(h) is (g.value + h.value).outcome


def test_winning_moves() -> None:
    for p in range(1, 61):
        for q in range(1, 61):
            g = fs.PartizanEuclid(p, q)
            for player in fs.Player:
                for misere in (False, True):
                    expected = fs.Position.winning_moves(g, player, misere=misere)
                    assert g.winning_moves(player, misere=misere) == expected


# Values and weights.


@pytest.mark.parametrize("most", [200, pytest.param(600, marks=pytest.mark.long)])
def test_values_and_weights(most: int) -> None:
    for p in range(1, most + 1):
        for q in range(1, p + 1):
            agree_on_value(p, q)


def test_values_and_weights_where_the_divisor_is_larger() -> None:
    for q in range(1, 81):
        for p in range(1, q):
            agree_on_value(p, q)


def test_values_and_weights_of_all_short_words() -> None:
    for n in range(12):
        for prefix in itertools.product("lr", repeat=n):
            agree_on_value(*fs.Word("".join(prefix) + "e").pair)


@given(words)
def test_values_and_weights_of_words_with_runs(word: fs.Word) -> None:
    agree_on_value(*word.pair)


def test_values_under_the_reference_engine() -> None:
    with fs.engine.use("reference"):
        for p in range(1, 41):
            for q in range(1, 41):
                agree_on_value(p, q)


def test_measures_of_the_value() -> None:
    for p in range(1, 61):
        for q in range(1, 61):
            g = fs.PartizanEuclid(p, q)
            value = g.search_value()
            assert g.temperature == value.temperature, (p, q)
            assert (g.mean, g.left_stop, g.right_stop) == (
                value.mean,
                value.left_stop,
                value.right_stop,
            )


def test_equal_values() -> None:
    positions = [fs.PartizanEuclid(p, q) for p in range(2, 20) for q in range(1, p)]
    for g, h in itertools.combinations(positions, 2):
        assert g.same_value(h) == (g.value == h.value), (g, h)


@pytest.mark.parametrize(
    ("p", "q", "weight"),
    [
        (203, 111, "{6|9/2}"),
        (425, 237, "{10|19/2}"),
        (211, 121, "8Tiny(3)"),
        (169, 97, "6Tiny(1)"),
        (190, 109, "7Tiny(2)"),
        (232, 133, "9Tiny(4)"),
        (289, 166, "8^"),
        (726, 419, "8^^*"),
        (106, 57, "8*"),
        (219, 122, "{7||6|5}"),
        (127, 73, "17/4"),
        (473, 273, "49/8"),
        (21, 11, "{6|2}"),
        (13, 7, "2*"),
        (11, 6, "3/2"),
    ],
)
def test_exotic_atomic_weights(p: int, q: int, weight: str) -> None:
    g = fs.PartizanEuclid(p, q)
    assert str(g.atomic_weight()) == weight
    assert str(g.value.atomic_weight()) == weight


def test_table_2_reads_the_smaller_number_first() -> None:
    for p in range(10, 16):
        for q in range(11, 21):
            if p < q:
                g, h = fs.PartizanEuclid(p, q), fs.PartizanEuclid(p + q, q)
                assert g.atomic_weight() == h.search_atomic_weight()
    assert str(fs.PartizanEuclid(10, 11).atomic_weight()) == "{6|2}"


# The word and its relatives.


def test_the_word_and_the_position_belong_together() -> None:
    for p in range(1, 101):
        for q in range(1, 101):
            g = fs.PartizanEuclid(p, q)
            assert type(g.signature) is fs.Word
            assert g.standard.signature == g.signature
            assert g.signature.position == g.standard
            if g.signature.length:
                assert g.standard.q < g.standard.p < 2 * g.standard.q
            assert len(g.spine) == max(g.signature.length, 1)
            signs = {1: "l", -1: "r", 0: ""}
            # The farther integer at the tie is the lower one, with a plus: the letter e.
            spelt = "".join(signs[term.sign] for term in g.ficf)
            assert (spelt[:-1] + "e" if spelt else "") == g.signature.letters()


def test_the_spine_holds_options() -> None:
    for p, q in [(12, 7), (24, 14), (58, 16), (5, 7), (300, 299)]:
        spine = fs.PartizanEuclid(p, q).spine
        assert spine[0] == fs.PartizanEuclid(p, q)
        for g, h in itertools.pairwise(spine):
            assert h in (*g.options(fs.Left), *g.options(fs.Right))
            assert h.q < h.p < 2 * h.q


def test_options_agree_with_the_word() -> None:
    for p in range(2, 80):
        for q in range(1, p):
            g = fs.PartizanEuclid(p, q)
            for player, word in (
                (fs.Left, g.signature.left_option()),
                (fs.Right, g.signature.right_option()),
            ):
                assert [h.signature for h in g.options(player)] == [word] * (word is not None)


def test_continued_fractions() -> None:
    g = fs.PartizanEuclid(11, 8)
    assert g.continued_fraction == (1, 2, 1, 2)
    assert [tuple(term) for term in g.nicf] == [(1, 1), (3, -1), (3, 0)]


def test_the_observations() -> None:
    for k in range(2, 60):
        g = fs.PartizanEuclid(k + 1, k)
        ups, star = observations.consecutive_value(k)
        assert g.value == ups * fs.Value("^") + star * fs.Value("*")
        assert g.signature == observations.consecutive_word(k)
        assert g.atomic_weight() == k - 2
    a, b = 1, 2
    for k in range(3, 40):
        g = fs.PartizanEuclid(b, a)
        ups, star = observations.fibonacci_value(k)
        assert g.value == ups * fs.Value("^") + star * fs.Value("*")
        assert g.signature == observations.fibonacci_word(k)
        a, b = b, a + b
    for a, b in itertools.product(range(1, 40), repeat=2):
        one, two = (fs.PartizanEuclid(*pair) for pair in observations.triple_left_twins(a, b))
        assert one.outcome is two.outcome
        if a > 2 * b:
            pairs = observations.withdrawn_right_twins(a, b)
            assert len({fs.PartizanEuclid(*pair).outcome for pair in pairs}) == 1


def test_classes_have_the_weights_of_their_bounds() -> None:
    rng = random.Random(7)
    for state in automata.far_star_automaton().states:
        assert state.word.position.class_number == state.number
    for _ in range(300):
        word = fs.Word("".join(rng.choice("lr") for _ in range(30)) + "e")
        g = word.position
        sign = {"L": 1, "R": -1, "N": 0, "P": 0}[g.outcome_with_heap(2)]
        weight = g.atomic_weight()
        assert weight >= 1 if sign > 0 else weight <= -1 if sign < 0 else weight == 0
