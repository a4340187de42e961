"""Quantified formulas as sums without minus signs, against plain play."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, product
from pathlib import Path
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


def test_random_formulas_are_true_as_their_sums_are_won() -> None:
    """Formulas of two or three variables: values one after the other, against the sum solved.

    Two with a clause of three literals, the others with at most three clauses of one or two.
    """
    rng, seen = Random(7), set()
    shapes = [(2, (3,)), (2, (3, 1))] + [(2, (1, 2)), (3, (2, 2)), (2, (2, 2, 1)), (3, (2,))] * 5
    for variables, sizes in shapes:
        names = "xyz"[:variables]
        clauses = tuple(
            tuple((rng.choice(names), rng.random() < 0.5) for _ in range(size)) for size in sizes
        )
        formula = Formula(tuple((rng.random() < 0.5, name) for name in names), clauses)
        pairs = quantified.to_positions(quantified.to_instance(formula))
        total = fs.Sum(*[fs.PartizanEuclid(*pair) for pair in pairs])
        assert total.outcome.wins(fs.Left, first=True) == plain_truth(formula), str(formula)
        seen.add(plain_truth(formula))
    assert seen == {True, False}


def test_the_example_of_the_page() -> None:
    """The table of docs/hardness.md is the ladder that the program makes."""
    page = (Path(__file__).resolve().parents[3] / "docs" / "hardness.md").read_text("utf-8")
    rows = re.findall(r"^\| \d, (?:Left|Right)'s \| (\d+) \| ([^|]+?) \|", page, re.M)
    formula = read("forall x exists y: (x or y) and (not x or not y)")
    expected = []
    for height, sizes in rows:
        numbers = [] if sizes == "single switch" else [int(size) for size in sizes.split(", ")]
        t = int(height)
        expected += [Switch(t, s - t, -s - t) for s in numbers] or [Switch(t, -t, -t)]
    instance = quantified.to_instance(formula)
    assert list(instance.switches) == expected
    assert f"the score is at least 160 + {instance.target - 160}, which is the target" in page
    pairs = quantified.to_positions(instance, unary=True)
    assert pairs.count((5, 3)) == int(re.findall(r"K = (\d+)\.", page)[0])
    for pair in re.findall(r"E\((\d{5,}), (\d+)\)", page):
        assert tuple(map(int, pair)) in pairs[:3]


def test_formulas_come_back_from_heights_and_sizes() -> None:
    """Random formulas of up to four variables: the formula that is read back is true alike."""
    rng, seen = Random(9), set()
    for number in range(200):
        formula = random_formula(rng)
        instance = quantified.to_instance(formula)
        back = quantified.to_formula(instance)
        assert plain_truth(back) == plain_truth(formula), str(formula)
        assert [one for one, _ in back.prefix[: len(formula.prefix)]] == [
            one for one, _ in formula.prefix
        ]
        if all(len(clause) < 3 for clause in formula.clauses):
            new = {name: f"x{place}" for place, (_, name) in enumerate(formula.prefix, 1)}
            renamed = [[(new[name], value) for name, value in c] for c in formula.clauses]
            assert list(map(list, back.clauses)) == renamed
        seen.add((plain_truth(formula), max(map(len, formula.clauses))))
        if number < 10:
            pairs = quantified.to_positions(instance)
            assert quantified.to_formula(quantified.from_positions(pairs)) == back
    assert len(seen) == 6


@pytest.mark.parametrize(
    "instance",
    [
        Instance((Switch(2, 1, 0),), 1),
        Instance((Switch(9, 4, -5), Switch(2, 1, 0)), 10),
        Instance((Switch(9, -9, -9), Switch(4, -4, -4)), 5),
        quantified.to_instance(read("exists x: x"))._replace(target=14),
        Instance(quantified.to_instance(read("exists x: x")).switches[1:], 15),
    ],
)
def test_other_instances_do_not_come_back(instance: Instance) -> None:
    with pytest.raises(IllegalPositionError, match="expected an instance made by to_instance"):
        quantified.to_formula(instance)


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
