"""Quantified formulas as sums without minus signs, against plain play."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random

import pytest

import farstar as fs
from farstar.errors import IllegalPositionError, NotationError
from farstar.papers.partizan_euclid.theory import hardness, quantified
from farstar.papers.partizan_euclid.theory.hardness import Instance, Switch
from farstar.papers.partizan_euclid.theory.quantified import Formula, is_true, read
from tests.sums.plain import Plain

LITERALS = [(name, value) for name in "xy" for value in (True, False)]


def plain_truth(formula: Formula, given: tuple[bool, ...] = ()) -> bool:
    """Tell whether a formula is true, one variable after the other."""
    if len(given) == len(formula.prefix):
        values = dict(zip((name for _, name in formula.prefix), given, strict=True))
        return all(any(values[v] is s for v, s in clause) for clause in formula.clauses)
    answers = [plain_truth(formula, (*given, value)) for value in (False, True)]
    return any(answers) if formula.prefix[len(given)][0] else all(answers)


def random_formula(rng: Random) -> Formula:
    names = "abcd"[: rng.randint(1, 4)]
    prefix = tuple((rng.random() < 0.5, name) for name in names)
    clauses = tuple(
        tuple(
            (name, rng.random() < 0.5)
            for name in rng.sample(names, rng.randint(1, min(3, len(names))))
        )
        for _ in range(rng.randint(1, 4))
    )
    return Formula(prefix, clauses)


def test_text_and_truth() -> None:
    rng = Random(1)
    for _ in range(300):
        formula = random_formula(rng)
        assert read(str(formula)) == formula
        assert is_true(formula) == plain_truth(formula)


def test_scores_of_all_formulas_with_one_variable() -> None:
    """Formulas of one variable with at most two clauses: false ones miss the target by 1 or 2."""
    one = [(("x", True),), (("x", False),), (("x", True), ("x", False))]
    truths = set()
    for exists in (True, False):
        for count in (1, 2):
            for clauses in combinations_with_replacement(one, count):
                formula = Formula(((exists, "x"),), clauses)
                instance = quantified.to_instance(formula)
                if len(instance.switches) > 10:
                    continue
                lacking = instance.target - hardness.left_stop(instance.switches)
                assert (lacking == 0) == is_true(formula), str(formula)
                assert lacking in (0, 1, 2), str(formula)
                truths.add(is_true(formula))
    assert truths == {True, False}


@pytest.mark.long
def test_scores_of_formulas_with_two_variables() -> None:
    """All prefixes, one clause of one or two literals."""
    clauses: list[tuple[quantified.Literal, ...]] = [(literal,) for literal in LITERALS]
    clauses += [(("x", a), ("y", b)) for a, b in product((True, False), repeat=2)]
    for prefix in product((True, False), repeat=2):
        for clause in clauses:
            formula = Formula(tuple(zip(prefix, "xy", strict=True)), (clause,))
            instance = quantified.to_instance(formula)
            reached = hardness.left_stop(instance.switches) >= instance.target
            assert reached == is_true(formula), str(formula)


def test_sums_of_positions_are_won_as_formulas_are_true() -> None:
    texts = [
        "exists x: x",
        "forall x: x",
        "exists x: x and not x",
        "forall x exists y: (x or y) and (not x or not y)",
        "exists x forall y: (x or y) and (not x or not y)",
    ]
    answers = []
    for text in texts:
        formula = read(text)
        instance = quantified.to_instance(formula)
        for unary in (False, True):
            pairs = quantified.to_positions(instance, unary=unary)
            total = fs.Sum(*[fs.PartizanEuclid(*pair) for pair in pairs])
            assert total.outcome.wins(fs.Left, first=True) == is_true(formula), text
            back = quantified.from_positions(pairs)
            low = sum(switch.c for switch in instance.switches)
            assert back.target == instance.target - low
        answers.append(is_true(formula))
    assert answers == [True, False, False, True, False]


def test_small_instances_played_by_the_rules() -> None:
    """Two switches, targets just within reach and just out of it; no theory decides the sums."""
    rng, plain = Random(3), Plain()
    for number in range(12):
        switches = []
        for _ in range(1 + number % 2):
            c = rng.randint(-1, 0)
            b = c + rng.randint(0, 1)
            switches.append(Switch(b + rng.randint(0, 1), b, c))
        target = hardness.left_stop(tuple(switches)) + number // 2 % 2
        pairs = quantified.to_positions(Instance(tuple(switches), target))
        total = fs.Sum(*[fs.PartizanEuclid(*pair) for pair in pairs])
        assert plain.wins(total, fs.Left) == (number // 2 % 2 == 0), str(total)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x or y", "expected a formula such as"),
        ("some x: x", "expected 'exists' or 'forall'"),
        ("exists x exists x: x", "each variable once"),
        ("exists x: y", "expected one of the variables x"),
        ("exists x: not not x", "perhaps after 'not'"),
        ("exists x: x or x or x or x", "at most three literals"),
        ("exists x: ", "expected one of the variables x"),
    ],
)
def test_bad_formulas_are_refused(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        read(text)


def test_bad_sums_are_refused() -> None:
    with pytest.raises(IllegalPositionError, match="at least one clause"):
        quantified.to_instance(Formula(((True, "x"),), ()))
    with pytest.raises(IllegalPositionError, match="expected positions whose weights"):
        quantified.from_positions(((4, 3),))
