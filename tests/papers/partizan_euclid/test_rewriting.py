"""The rewriting rules keep the paired outcome and lead to nine words in every order."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.papers.partizan_euclid.theory.automata import (
    outcome,
    paired_outcome,
    paired_outcome_automaton,
)
from farstar.papers.partizan_euclid.theory.rewriting import (
    Rewriting,
    irreducible_word,
    reductions,
    rewrite,
    rewritings,
)
from farstar.papers.partizan_euclid.theory.words import Word

IRREDUCIBLE = {
    "": "P",
    "e": "N",
    "re": "L",
    "le": "R",
    "lle": "P",
    "lre": "N",
    "rlre": "L",
    "rlle": "R",
    "llre": "P",
}


def all_words(length: int) -> list[Word]:
    letters = (itertools.product("lr", repeat=n) for n in range(length + 1))
    return [Word("".join(word) + "e") for word in itertools.chain.from_iterable(letters)]


def test_irreducible_words() -> None:
    irreducible = {word.letters() for word in [Word(""), *all_words(11)] if not rewritings(word)}
    assert irreducible == set(IRREDUCIBLE)
    assert {s.word.letters() for s in paired_outcome_automaton().states} == irreducible - {""}
    for text, who in IRREDUCIBLE.items():
        assert outcome(Word(text)) == who


def test_every_single_rewriting_keeps_the_paired_outcome() -> None:
    for word in all_words(10):
        for step in rewritings(word):
            assert paired_outcome(step.after) == paired_outcome(word)
            assert step.after.length < word.length


def test_every_order_ends_alike() -> None:
    rng = random.Random(1)
    for word in all_words(9):
        ends = set()
        for choose in (None, lambda steps: steps[-1], rng.choice, rng.choice):
            last = word
            for step in rewrite(word, choose):
                last = step.after
            ends.add(last)
        assert ends == {irreducible_word(word)}


def test_local_confluence() -> None:
    def end(word: Word) -> Word:
        for step in rewrite(word):
            word = step.after
        return word

    for word in all_words(10):
        assert len({end(step.after) for step in rewritings(word)}) <= 1


@given(st.lists(st.tuples(st.sampled_from("lr"), st.integers(1, 8)), max_size=20))
def test_online_algorithm(runs: list[tuple[str, int]]) -> None:
    word = Word.from_runs(runs)  # type: ignore[arg-type]
    result = irreducible_word(word)
    assert result.letters() in IRREDUCIBLE
    assert paired_outcome(result) == paired_outcome(word)


def online_by_letters(letters: str) -> tuple[list[int], str]:
    """Run section 3.1 one letter at a time; return the rules used and the word held at the end."""
    held, rules = "", []

    def use(rule: int, result: str) -> None:
        nonlocal held
        rules.append(rule)
        held = result

    for letter in letters:
        held += letter
        assert len(held) <= 9
        if letter == "l" and held.endswith("lll"):
            use(1, held[:-3])
        elif held.endswith("rr"):
            use(2, held[:-1])
        elif held.endswith("rlr") and held != "rlr":
            use(3, "rlr")
        elif held.endswith("rllrllr"):
            use(4, held[:-6])
        elif held.endswith("rllre"):
            use(5, held[:-5] + "le")
        elif held.endswith("rlle") and held != "rlle":
            use(6, "rlle")
        elif held.endswith("rle"):
            use(7, held[:-3] + "le")
    if held.endswith("llle"):
        use(1, held[:-4] + "e")
    return rules, held


@pytest.mark.parametrize("length", [11])
def test_runs_record_what_letters_do(length: int) -> None:
    for word in all_words(length):
        rules, held = online_by_letters(word.letters())
        assert irreducible_word(word).letters() == held
        recorded = [(step.rule, step.times) for step in reductions(word)]
        assert [rule for rule, times in recorded for _ in range(times)] == rules


def test_records_are_readable() -> None:
    steps = list(reductions(Word("l1000000re")))
    assert steps == [(1, 333333, "l1000000", "l")]
    assert list(reductions(Word("lr5le"))) == [(2, 4, "lr5", "lr"), (7, 1, "lrle", "l2e")]
    assert list(reductions(Word(""))) == []


def test_rules_5_to_7_hold_only_at_the_end() -> None:
    # Lemma 14 as printed would allow rule 7 here.
    assert paired_outcome(Word("rlre")) != paired_outcome(Word("lre"))


def test_a_chooser_is_asked() -> None:
    asked = []

    def choose(steps: Sequence[Rewriting]) -> Rewriting:
        asked.append(len(steps))
        return steps[0]

    assert [step.rule for step in rewrite(Word("rrle"), choose)] == [2, 7]
    assert asked == [2, 1]


@pytest.mark.long
def test_online_algorithm_far() -> None:
    for word in all_words(16):
        assert paired_outcome(irreducible_word(word)) == paired_outcome(word)
