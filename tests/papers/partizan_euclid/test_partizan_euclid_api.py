"""Partizan Euclid as a user meets it: words, text, errors, explanations, huge numbers."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.papers.partizan_euclid.theory import words as theory

GOOGOL = 10**1000


@pytest.mark.parametrize(
    "numbers",
    [(0, 1), (1, 0), (-3, 2), (3, -2), (True, 2), (3, False), (1.0, 2), ("3", "2"), (None, 2)],
)
def test_bad_numbers_are_refused_in_one_line(numbers: tuple[Any, Any]) -> None:
    with pytest.raises(fs.IllegalPositionError, match="expected each number of a position") as info:
        fs.PartizanEuclid(*numbers)
    assert "\n" not in str(info.value)


def test_other_bad_input() -> None:
    g = fs.PartizanEuclid(11, 8)
    with pytest.raises(fs.IllegalPositionError, match="expected each number"):
        fs.PartizanEuclid(float("nan"), 2)  # type: ignore[arg-type]
    with pytest.raises(fs.IllegalPositionError, match="expected two positive integers"):
        g.ruleset(1, 2, 3)
    with pytest.raises(fs.IllegalPositionError, match="expected the nim-heap"):
        g.outcome_with_heap(-1)
    with pytest.raises(fs.IllegalPositionError, match="expected a position of Partizan Euclid"):
        g.outcome_with(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected the player"):
        g.winning_moves()
    with pytest.raises(fs.IllegalPositionError, match="a negative integer of 20001 bits"):
        fs.PartizanEuclid(-(2**20000), 1)


def test_a_position_is_a_position() -> None:
    g = fs.PartizanEuclid(11, 8)
    assert isinstance(g, fs.Position)
    assert (g.p, g.q, g.state, str(g)) == (11, 8, (11, 8), "E(11,8)")
    assert eval(repr(g), {"PartizanEuclid": fs.PartizanEuclid}) == g
    assert pickle.loads(pickle.dumps(g)) == g == copy.deepcopy(g)
    assert type(pickle.loads(pickle.dumps(g))) is fs.PartizanEuclid
    assert len({g, fs.PartizanEuclid(11, 8), fs.PartizanEuclid(22, 16)}) == 2
    assert type(g.ruleset(5, 3)) is fs.PartizanEuclid
    with pytest.raises(AttributeError):
        g.p = 3  # type: ignore[misc]


def test_moves_are_written_out() -> None:
    g = fs.PartizanEuclid(11, 8)
    assert [str(m) for m in g.moves(fs.Left)] == ["Left: (11,8) -> (8,3)"]
    assert [str(m) for m in g.winning_moves(fs.Right)] == ["Right: (11,8) -> (8,5)"]
    assert fs.PartizanEuclid(6, 3).moves(fs.Left) == ()


def test_sums_with_other_things() -> None:
    g = fs.PartizanEuclid(11, 8)
    total = g + fs.Value("^^*") - fs.PartizanEuclid(3, 2)
    assert total.value == fs.Value("*")
    assert str(total.outcome) == "N"


# Words.


def test_words() -> None:
    word = fs.Word("lllrrlllre")
    assert (str(word), repr(word), word.length) == ("l3r2l3re", "Word('l3r2l3re')", 10)
    assert word.position == fs.PartizanEuclid(146, 89)
    assert word.position.signature is word
    assert fs.Word("").position == fs.PartizanEuclid(2, 1)
    assert "lr" + fs.Word("le") == fs.Word("lrle")
    assert [step.rule for step in fs.Word("r2l3rlle").reductions()] == [2, 1, 2]
    assert [step.rule for step in fs.Word("l5r3e").normal_form_steps()] == ["R4"]
    with pytest.raises(fs.NotationError, match="expected letters"):
        _ = 3 + fs.Word("le")


@pytest.mark.parametrize("text", ["", "e", "lrlle", "r100l3e"])
def test_words_are_made_of_words(text: str) -> None:
    assert fs.Word is theory.Word
    word = fs.Word(text)
    copies = [pickle.loads(pickle.dumps(word)), word.normal_form(), word.irreducible()]
    copies += [fs.Word.from_position(*word.pair)]
    if text:
        copies += [word.prepend("l"), word.suffix(1), word.left_option(), word.right_option()]
    assert {type(one) for one in copies} == {fs.Word}


@given(st.text(alphabet="lr", max_size=30), st.text(alphabet="lr", max_size=10))
def test_equal_states_stay_equal(letters: str, prefix: str) -> None:
    word = fs.Word(letters + "e")
    normal = word.normal_form()
    assert normal.length <= word.length
    assert (prefix + word).same_value(prefix + normal)
    assert (prefix + word).same_state(prefix + normal)
    assert word.outcome is word.irreducible().outcome is normal.outcome
    assert word.class_number == normal.class_number


# Explanations.


def test_explanation_of_eleven_eight() -> None:
    why = fs.PartizanEuclid(11, 8).explain()
    steps = {step.title: step for step in why.steps}
    assert why.title == "E(11,8): Right wins, whoever moves first (R)"
    assert steps["Word"].data["signature"] == "rl2e"
    assert steps["Reductions"].data["irreducible_word"] == "rl2e"
    assert steps["Automaton"].items == ("e: (P,N)", "l2: (R,P)", "r: (R,R)")
    assert "(11,8) -> (8,5)" in steps["Winning move of Right"].text
    assert "Left has no winning move" in steps
    assert steps["Class"].data["class"] == 6
    assert steps["Atomic weight"].data["atomic_weight"] == "-2"
    assert steps["Value"].data["value"] == "vv*"
    for text in (why.text(), why.markdown(), why.html()):
        assert "Observation" in text


def test_explanation_names_each_rule() -> None:
    why = fs.Word("r2l3rlle").position.explain()
    step = next(step for step in why.steps if step.title == "Reductions")
    assert step.items == (
        "rule 2 (rr -> r): r2 -> r",
        "rule 1 (lll -> nothing): rl3 -> r",
        "rule 2 (rr -> r): r2 -> r",
    )


def test_explanations_agree_with_the_position() -> None:
    for p in range(1, 31):
        for q in range(1, 31):
            g = fs.PartizanEuclid(p, q)
            why = g.explain()
            json.dumps(why.to_dict())
            assert why.title.endswith(f"({g.outcome})")
            winners = {s.data["player"] for s in why.steps if s.data.get("wins")}
            assert winners == {str(player) for player in fs.Player if g.winning_moves(player)}


# Huge numbers.


def _huge(digits: int) -> tuple[int, int]:
    rng = random.Random(digits)
    q = rng.randrange(10 ** (digits - 1), 10**digits)
    return q + rng.randrange(1, q), q


@pytest.mark.parametrize("digits", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_outcome_of_huge_numbers(digits: int) -> None:
    g = fs.PartizanEuclid(*_huge(digits))
    outcome = g.outcome
    assert g.outcome_online().outcome is outcome
    assert bool(g.winning_moves(fs.Left)) is outcome.wins(fs.Left, first=True)
    assert fs.parse(str(g)) == g
    assert len(str(g)) > 2 * digits


def test_one_more_than_a_huge_number() -> None:
    g = fs.PartizanEuclid(GOOGOL + 1, GOOGOL)
    assert str(g.outcome) == "L"
    assert g.irreducible_word == fs.Word("re")
    assert g.atomic_weight() == GOOGOL - 2
    assert g.standard == g
    assert g.mean == g.temperature == 0
    assert [len(w.signature.runs) for w in (*g.options(fs.Left), *g.options(fs.Right))] == [0, 1]
    assert "1001 digits" in g.explain().text()
    assert fs.PartizanEuclid(2**62 + 1, 2**62).value == fs.Value(f"^{2**62 - 2}*")


@pytest.mark.parametrize("what", ["value", "spine", "ficf"])
def test_too_large_is_refused_at_once(what: str) -> None:
    with pytest.raises(fs.BudgetExceeded, match=r"expected a .* got one"):
        getattr(fs.PartizanEuclid(GOOGOL + 1, GOOGOL), what)


def test_values_that_are_too_long_to_build_are_refused() -> None:
    g = fs.PartizanEuclid(10**9 + 7, 10**9 - 3)
    assert g.atomic_weight() == 100_000_000
    with pytest.raises(fs.BudgetExceeded, match="at most 2000000 games"):
        _ = g.value


@pytest.mark.long
def test_long_words_need_the_kernel() -> None:
    g = fs.Word("lrr" * 8_000 + "lrlre").position
    assert g.atomic_weight().is_number
    if fs.engine.active().name == "native":
        assert g.value.outcome is g.outcome
        assert g.value.atomic_weight() == g.atomic_weight()
    with fs.engine.use("reference"), pytest.raises(fs.BudgetExceeded, match="at most 10000 steps"):
        _ = fs.Word("lrr" * 8_000 + "lrlre").position.value


def test_the_kernel_makes_what_the_engine_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["r5lr3l2re", "l7r2lrl3r4e", "lr30lr2lle", "rlrllr9e", "l4r6l5rlre", "l9e", "r8e", "e"]
    by_kernel = [fs.Word(word).position.value for word in words]
    monkeypatch.setattr(fs.engine.kernels, "available", lambda: False)
    assert [fs.Word(word).position.value for word in words] == by_kernel
    assert [fs.Word(word).position.search_value() for word in words] == by_kernel


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("r100000l2e", "-2"),
        ("r100000lr3e", "100002"),
        ("lr30000lr30000lr30000re", "{89997|60002}"),
        ("lr100000lrllrrlr2e", "{100002|7}"),
        ("l100000rlle", "-100002"),
        ("l100000rlr3e", "50003"),
    ],
)
def test_words_of_many_letters(text: str, weight: str) -> None:
    g = fs.Word(text).position
    assert str(g.atomic_weight()) == weight
    assert str(g.value.atomic_weight()) == weight
    assert g.value.outcome is g.outcome
