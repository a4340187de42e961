"""Bounds with an additive period: the tables of docs/prove.md, truth, and forgeries."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import seal, theorem_checker
from farstar.games.patterns import pattern_rules
from farstar.prove import NotProved, Theorem
from tests.prove.games import CLOBBER, STRIP, changed, covering, is_accepted

# The statement, and sigma, p and l0 of the lower and of the upper bounds.
PROVED = {
    "xxo": ("(xxo)^n = floor((n+1)/2).up for all n >= 1", (1, 6, 24), (-1, 6, 35)),
    "xxoo": ("(xxoo)^n = 0 for all n >= 1", (0, 4, 6), (0, 4, 6)),
    "xxxoo": ("(xxxoo)^n = 0 for all n >= 1", (0, 5, 41), (0, 5, 41)),
    "xxxo": (
        "(xxxo)^n >= (4 floor((n+1)/4) - 1).up for all n >= 1; "
        "(xxxo)^n <= 4 floor((n+3)/4).up for all n >= 1",
        (4, 16, 32),
        (-4, 16, 20),
    ),
}


def bounds_of(word: str) -> Theorem:
    theorem = fs.prove.bounds(CLOBBER, word)
    assert isinstance(theorem, Theorem), theorem
    return theorem


@pytest.mark.parametrize(
    "word", ["xxoo", *(pytest.param(w, marks=pytest.mark.long) for w in ("xxo", "xxxoo", "xxxo"))]
)
def test_rows_of_the_table(word: str) -> None:
    statement, *tables = PROVED[word]
    theorem = bounds_of(word)
    assert theorem.statement == statement
    for name, expected in zip(("lower", "upper"), tables, strict=True):
        table = theorem.certificate().data[name]
        assert (table["sigma"], table["p"], table["l0"]) == expected
    clobber: Any = pattern_rules(CLOBBER)
    for n in range(1, 6):
        value = clobber(word * n).value
        meant = theorem.value(n)
        if isinstance(meant, tuple):
            lower, upper = meant
            assert lower <= value <= upper
        else:
            assert value == meant


@pytest.mark.parametrize("word", ["xo", "xxxooo"])
def test_families_without_a_period_are_not_proved(word: str) -> None:
    answer = fs.prove.bounds(CLOBBER, word, letters=80)
    assert isinstance(answer, NotProved)
    assert "no period" in answer.reason


@pytest.mark.parametrize(
    ("text", "family", "leaves", "message"),
    [
        (CLOBBER, "xxa", "ups", "a word over x o"),
        (CLOBBER, "xx.", "ups", "a word over x o"),
        (CLOBBER, "", "ups", "a word over x o"),
        (CLOBBER, "xxo", "nimbers", "ups or integers"),
        (CLOBBER.replace(" rows", ""), "xxo", "ups", "not symmetric under reversal"),
        (covering([3], [2]), ".", "ups", "not about two letters"),
        ("cells x/o .\nleft xo -> ..\nright = left", "xo", "ups", "one dead cell"),
        (CLOBBER, "x", "integers", "cover"),
        (STRIP + "left .. -> #.\nright . -> #", ".", "integers", "cover"),
        (covering([2], [3]), "#", "integers", r"family \.\^n"),
    ],
)
def test_other_rules_are_refused(text: str, family: str, leaves: Any, message: str) -> None:
    with pytest.raises(fs.NotationError, match=message) as caught:
        fs.prove.bounds(text, family, leaves=leaves)
    assert "\n" not in str(caught.value)


def compare_labels(word: str, text: str, length: int) -> int:
    """Compare the labels of all words of a family with exact values; return how many there are."""
    from farstar.prove._bounds import Labels
    from farstar.prove._game import WordGame

    compared = 0
    game: Any = pattern_rules(text)
    for is_negative in (False, True):
        labels = Labels(WordGame(text), word, is_negative=is_negative)
        labels.extend(length)
        for member, (j0, j1) in labels.labels.items():
            value = -game(member).value if is_negative else game(member).value
            assert value >= fs.up(j0), (member, j0)
            assert value >= fs.up(j1) + fs.star(), (member, j1)
            compared += 1
    return compared


@pytest.mark.parametrize("word", ["xxo", "xo"])
def test_labels_are_below_the_exact_values(word: str) -> None:
    assert compare_labels(word, CLOBBER, 9) > 40


@pytest.mark.long
@pytest.mark.parametrize(
    "word", ["xxo", "xo", "xxoo", "xxxo", "xxxoo", "xxxooo", "xxoxo", "xxooxo"]
)
def test_labels_are_below_the_exact_values_up_to_sixteen_letters(word: str) -> None:
    assert compare_labels(word, CLOBBER, 16) > 100


def random_strip_rules(chance: Random) -> str:
    """Return random rules that leave one dead cell of two letters and are symmetric."""

    def side() -> str:
        rules = set()
        for before in ("xo", "ox", "xx", "oo"):
            if before == "xo" or chance.random() < 0.5:
                letter = chance.choice("xo")
                after = chance.choice([f".{letter}", f"{letter}."])
                rules |= {(before, after), (before[::-1], after[::-1])}
        return " ".join(f"{before} -> {after}" for before, after in sorted(rules))

    return f"board strip\ncells x o .\nleft {side()}\nright {side()}"


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(s, marks=pytest.mark.long) for s in range(3, 12))]
)
def test_bounds_of_random_rules_are_true(seed: int) -> None:
    """Whatever is proved of random rules of this kind is true of the exact values."""
    chance = Random(seed)
    proved = 0
    for _ in range(30):
        text = random_strip_rules(chance)
        word = "".join(chance.choices("xo", k=chance.choice([2, 3])))
        answer = fs.prove.bounds(text, word, letters=60)
        if not isinstance(answer, Theorem):
            continue
        proved += 1
        game: Any = pattern_rules(text)
        for formula in answer.certificate().data["formulas"]:
            for n in range(formula["from"], 12 // len(word) + 1):
                number = theorem_checker.value_of_formula(formula, n)
                bound = fs.up(number) + fs.star(formula["star"])
                value = game(word * n).value
                assert formula["relation"] == "<=" or value >= bound, (text, word, n)
                assert formula["relation"] == ">=" or value <= bound, (text, word, n)
    assert proved


def test_raised_labels_are_refused() -> None:
    """The labels are as large as they can be proved, so that each larger one is refused."""
    certificate = bounds_of("xxoo").certificate()
    chance = Random(3)
    for _ in range(150):
        side = chance.choice(["lower", "upper"])
        row = chance.randrange(len(certificate.data[side]["labels"]))
        place = chance.choice([1, 2])
        label = certificate.data[side]["labels"][row][place]
        path = [side, "labels", row, place]
        assert not is_accepted(changed(certificate, path, label + chance.choice([1, 2, 3])))


def test_false_theorems_are_refused() -> None:
    certificate = bounds_of("xxoo").certificate()
    data = certificate.data
    forgeries: list[tuple[list[Any], Any]] = [
        *((["formulas", 0, "plus"], n) for n in (-2, -1, 1, 2)),
        (["formulas", 0, "star"], 1),
        (["formulas", 0, "factor"], 1),
        (["formulas", 0, "modulus"], 0),
        (["formulas", 0, "from"], 0),
        (["formulas", 0, "relation"], ">"),
        (["formulas"], []),
        (["lower"], None),
        *((["lower", "sigma"], n) for n in (-1, 1, 2)),
        *((["lower", "l0"], n) for n in (0, 2, 3, 4, 5, 7)),
        *((["lower", "p"], n) for n in (-4, 0, 2, 3, 8)),
        (["word"], "xxo"),
        (["word"], "xx.o"),
        (["rules", "left"], data["rules"]["right"]),
        (["rules", "left"], data["rules"]["left"][:1]),
        (["lower", "labels"], data["lower"]["labels"][:-1]),
        (["lower", "labels"], data["lower"]["labels"] * 2),
    ]
    for path, value in forgeries:
        assert not is_accepted(changed(certificate, path, value)), (path, value)


@pytest.mark.long
def test_raised_labels_of_the_clobber_theorem_are_refused() -> None:
    certificate = bounds_of("xxo").certificate()
    chance = Random(8)
    refused = 0
    for _ in range(60):
        data = copy.deepcopy(dict(certificate.data))
        del data["digest"], data["version"]
        side = chance.choice(["lower", "upper"])
        row = chance.choice(data[side]["labels"])
        row[chance.choice([1, 2])] += chance.choice([1, 2])
        refused += not is_accepted(seal(data))
    assert refused == 60


# Strips and integers.


@pytest.mark.parametrize(
    ("left", "right", "lower"),
    [(1, 2, (1, 4, 0)), (2, 3, (0, 2, 29)), (3, 4, (0, 24, 4)), (2, 5, None)],
)
def test_bounds_of_strips(left: int, right: int, lower: tuple[int, int, int] | None) -> None:
    theorem = fs.prove.bounds(covering([left], [right]), ".", leaves="integers")
    assert isinstance(theorem, Theorem)
    table = theorem.certificate().data["lower"]
    assert (table and (table["sigma"], table["p"], table["n0"])) == lower
    heaps: Any = pattern_rules(f"game S\nboard heaps\nleft n+{left} -> a+b\nright n+{right} -> a+b")
    for n in range(1, 22):
        low, high = theorem.value(n)
        value = heaps(n).value
        assert low is None or value >= low
        assert high is None or value <= high


def test_forged_bounds_of_strips_are_refused() -> None:
    certificate = fs.prove.bounds(covering([1], [2]), ".", leaves="integers")
    assert isinstance(certificate, Theorem)
    proof = certificate.certificate()
    labels = proof.data["lower"]["labels"]
    forgeries: list[tuple[list[Any], Any]] = [
        *((["lower", "labels", i], labels[i] + more) for i in range(4) for more in (1, 2)),
        *((["lower", "sigma"], n) for n in (2, 3)),
        *((["lower", "p"], n) for n in (0, 2, 3)),
        (["lower", "n0"], -1),
        (["rules", "right"], [". -> #"]),
        (["rules", "left"], [".. -> ##"]),
    ]
    for path, value in forgeries:
        assert not is_accepted(changed(proof, path, value)), (path, value)
