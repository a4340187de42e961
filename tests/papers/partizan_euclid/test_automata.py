"""The automata against the tables of the literature and against plain search."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import Outcome
from farstar.errors import IllegalPositionError
from farstar.papers.partizan_euclid.theory.automata import (
    Automaton,
    class_number,
    far_star_automaton,
    outcome,
    outcome_with_heap,
    paired_outcome,
    paired_outcome_automaton,
)
from farstar.papers.partizan_euclid.theory.words import Letter, Word

# Figure 2 of McKay and Nowakowski: paired outcome, after l, after r, shortest word.
FIGURE_2 = """
PN NR PL e
NR RP NR le
PL LN PL re
RP PN RR lle
LN NP LL lre
RR RR RR rlle
NP PL NR llre
LL LL LL rlre
"""

# Class, shortest word, outcomes of Left's option and of the position + *0, *1, *2, after l and r.
CLASSES = """
0 e PNN NPN 1 2
1 le NPN RNR 3 1
2 re PNN LNL 4 5
3 lle RNR PNN 0 6
4 lre LNL NPN 7 8
5 rre PNN LLL 9 5
6 rlle RNR RRR 10 6
7 llre NPN PNN 2 1
8 rlre LNL LNL 11 11
9 lrre LLL NLL 12 13
10 lrlle RRR RRR 10 10
11 lrlre LNL LLL 13 11
12 llrre NLL PNN 5 14
13 rlrre LLL LLL 13 13
14 rllrre NLL RNN 15 14
15 lrllrre RNN PNN 0 16
16 rlrllrre RNN RRR 10 16
"""


@cache
def left_wins_first(p: int, q: int, heap: int) -> bool:
    options = [(p, q, smaller) for smaller in range(heap)]
    if p % q:
        options.append((q, p % q, heap))
    return any(not right_wins_first(*option) for option in options)


@cache
def right_wins_first(p: int, q: int, heap: int) -> bool:
    options = [(p, q, smaller) for smaller in range(heap)]
    if p % q:
        options.append((q, q - p % q, heap))
    return any(not left_wins_first(*option) for option in options)


def searched(p: int, q: int, heap: int = 0) -> Outcome:
    return Outcome.of(
        left_wins_first=left_wins_first(p, q, heap),
        right_wins_first=right_wins_first(p, q, heap),
    )


def test_figure_2() -> None:
    automaton = paired_outcome_automaton()
    by_pair = {"".join((s.left[0], s.value[0])): s for s in automaton.states}
    rows = [line.split() for line in FIGURE_2.strip().splitlines()]
    assert len(automaton.states) == len(rows) == 8
    for pair, after_l, after_r, word in rows:
        state = by_pair[pair]
        assert state.word.letters() == word
        assert automaton.advance(state, "l") == by_pair[after_l]
        assert automaton.advance(state, "r") == by_pair[after_r]


def test_classes() -> None:
    automaton = far_star_automaton()
    rows = [line.split() for line in CLASSES.strip().splitlines()]
    assert len(automaton.states) == len(rows) == 17
    for state, (number, word, left, value, after_l, after_r) in zip(
        automaton.states, rows, strict=True
    ):
        assert (str(state.number), state.word.letters()) == (number, word)
        assert ("".join(state.left), "".join(state.value)) == (left, value)
        assert str(automaton.transitions["l"][state.number]) == after_l
        assert str(automaton.transitions["r"][state.number]) == after_r


@pytest.mark.parametrize(("heaps", "states"), [(0, 8), (1, 15), (2, 17), (3, 17), (12, 17)])
def test_two_is_a_far_star(heaps: int, states: int) -> None:
    automaton = Automaton(heaps=heaps)
    assert len(automaton.states) == states
    for state in automaton.states:
        for outcomes in (state.left, state.value):
            assert Outcome.P not in outcomes[2:]
            assert len(set(outcomes[2:])) <= 1


@pytest.mark.parametrize("most", [150, pytest.param(1200, marks=pytest.mark.long)])
def test_outcomes_against_search(most: int) -> None:
    for p in range(1, most + 1):
        for q in range(1, max(p, 151)):
            assert outcome(Word.from_position(p, q)) == searched(p, q)


def test_paired_outcomes_against_search() -> None:
    for p in range(2, 120):
        for q in range(2, p):
            if p % q:
                word = Word.from_position(p, q)
                assert paired_outcome(word) == (searched(q, p % q), searched(p, q))


@pytest.mark.parametrize("heap", range(7))
def test_sums_with_heaps_against_search(heap: int) -> None:
    for p in range(1, 61):
        for q in range(1, 61):
            word = Word.from_position(p, q)
            assert outcome_with_heap(word, heap) == searched(p, q, heap)


@given(st.lists(st.tuples(st.sampled_from("lr"), st.integers(1, 30))))
def test_runs_agree_with_letters(runs: list[tuple[Letter, int]]) -> None:
    automaton = far_star_automaton()
    state = automaton.states[0]
    for letter, length in reversed(runs):
        for _ in range(length):
            state = automaton.states[automaton.transitions[letter][state.number]]
    word = Word.from_runs(runs)
    assert automaton.read(word) == state
    assert class_number(word) == state.number
    steps = list(automaton.walk(word))
    assert [step.run for step in steps] == list(reversed(word.runs))
    assert all(a.after == b.before for a, b in pairwise(steps))


def test_astronomical_words() -> None:
    huge = 10**1000
    assert outcome(Word.from_position(huge + 1, huge)) == Outcome.L
    for extra, expected in ((0, "N"), (1, "R"), (2, "P")):
        assert outcome(Word.from_runs([("l", 3 * huge + extra)])) == expected


def test_empty_word() -> None:
    assert outcome(Word("")) == Outcome.P
    assert outcome_with_heap(Word(""), 0) == Outcome.P
    assert outcome_with_heap(Word(""), 3) == Outcome.N
    assert class_number(Word("")) is None
    with pytest.raises(ValueError, match="ends in e"):
        paired_outcome(Word(""))
    with pytest.raises(IllegalPositionError):
        outcome_with_heap(Word("e"), -1)


@pytest.mark.long
def test_shares_of_the_outcomes() -> None:
    positions = [(p, q) for p in range(2, 1001) for q in range(1, p)]
    counts = Counter(outcome(Word.from_position(p, q)) for p, q in positions)
    shares = {str(o): round(count / len(positions), 4) for o, count in counts.items()}
    assert shares["L"] == pytest.approx(0.498, abs=5e-4)
    assert shares["R"] == pytest.approx(0.353, abs=5e-4)
    assert shares["P"] == pytest.approx(0.0755, abs=5e-5)
    assert shares["N"] == pytest.approx(0.0735, abs=5e-5)


@pytest.mark.long
def test_sums_with_heaps_against_search_far() -> None:
    for p in range(61, 161):
        for q in range(1, p):
            word = Word.from_position(p, q)
            for heap in range(5):
                assert outcome_with_heap(word, heap) == searched(p, q, heap)


def test_the_table_of_classes_on_the_page_of_proofs_is_right() -> None:
    """Each row, against games: the shortest word of its class, outcomes, next classes, weights."""
    page = (Path(__file__).parents[3] / "docs" / "proofs.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    rows = [row for row in rows if len(row) == 8 and row[0].isdecimal()]
    assert [int(row[0]) for row in rows] == list(range(17))
    words = [Word("".join(w) + "e") for n in range(8) for w in product("lr", repeat=n)]
    for number, shortest, alone, star, far, after_l, after_r, weight in rows:
        members = [w for w in words if class_number(w) == int(number)]
        assert Word(shortest) == members[0]
        for word in members[:8]:
            g = fs.PartizanEuclid(*word.pair).search_value()
            sums = [g, g + fs.star(1), g + fs.star(2), g + fs.star(3), g + fs.star(4)]
            assert "".join(str(one.outcome) for one in sums) == alone + star + far * 3
            assert class_number(word.prepend("l")) == int(after_l)
            assert class_number(word.prepend("r")) == int(after_r)
        weights = {str(fs.PartizanEuclid(*word.pair).atomic_weight()) for word in members}
        assert weights == {weight.replace("−", "-")} if weight != "varies" else len(weights) > 1
