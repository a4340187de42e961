"""Bounds with an additive period: the tables of docs/prove.md, truth, and forgeries."""

from __future__ import annotations

import copy
import itertools
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import seal, theorem_checker
from farstar.certificates.theorem_work import TheoremWork
from farstar.games.patterns import pattern_rules
from farstar.prove import NotProved, Theorem
from farstar.prove._bounds import LEAVES
from farstar.prove._game import WordGame
from farstar.prove._labels import Labels, Leaves, PlainLabels, labels_of, word_at
from tests.prove.games import CLOBBER, STRIP, changed, covering, is_accepted, words_up_to

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
        (CLOBBER, "xxo", "nimbers", "ups, integers, dyadics, all"),
        ("cells x/o .\nleft xo -> ox\nright = left", "xo", "ups", "leave a dead cell"),
        ("cells x/o .\nleft xo+ -> .o+\nright = left", "xo", "ups", "a few letters"),
        ("cells x/o .\nleft [xo$]x -> =.\nright o -> .", "xo", "ups", "reads the outside"),
        (STRIP + "left .. -> #.\nright .# -> ##", ".", "integers", "one mark that no rule reads"),
        (covering([2], [3]), "#", "integers", r"word over \."),
    ],
)
def test_other_rules_are_refused(text: str, family: str, leaves: Any, message: str) -> None:
    with pytest.raises(fs.NotationError, match=message) as caught:
        fs.prove.bounds(text, family, leaves=leaves)
    assert "\n" not in str(caught.value)


def value_of(label: tuple[int, int], e: int, exponent: int = 0) -> fs.Value:
    """Return a bound: a number in units of 2^-exponent, ups, and perhaps a star."""
    return fs.Value(Fraction(label[0], 1 << exponent)) + fs.up(label[1]) + fs.star(e)


def compare_labels(word: str, text: str, length: int, leaves: Leaves) -> int:
    """Compare the labels of all words of a family with exact values; return how many there are."""
    compared = 0
    game: Any = pattern_rules(text)
    for is_negative in (False, True):
        family = theorem_checker.Bounds(WordGame(text).data, word, is_negative=is_negative)
        labels = labels_of(WordGame(text), word, leaves, is_negative=is_negative)
        for n in range(1, length + 1):
            if labels.extend() is not None:
                assert leaves.exponent is None, "only ups are too small for some games"
                break
            for number, (has_moves, (q, j0, j1), _) in enumerate(labels.row(n)):
                if has_moves:
                    member = word_at(family, n, number)
                    value = -game(member).value if is_negative else game(member).value
                    for e, j in enumerate((j0, j1)):
                        assert value >= value_of((q, j), e, leaves.exponent or 0), (member, q, j, e)
                    compared += 1
    return compared


@pytest.mark.parametrize("word", ["xxo", "xo"])
def test_labels_are_below_the_exact_values(word: str) -> None:
    for leaves in LEAVES.values():
        assert compare_labels(word, CLOBBER, 8, leaves) > 40


@pytest.mark.long
@pytest.mark.parametrize(
    "word", ["xxo", "xo", "xxoo", "xxxo", "xxxoo", "xxxooo", "xxoxo", "xxooxo"]
)
def test_labels_are_below_the_exact_values_up_to_sixteen_letters(word: str) -> None:
    assert compare_labels(word, CLOBBER, 16, LEAVES["ups"]) > 100


@pytest.mark.long
def test_every_word_of_twelve_letters_has_labels_below_its_value() -> None:
    """A word of twelve letters is a period of its own family, and so are its factors."""
    game: Any = pattern_rules(CLOBBER)
    values = {word: game(word).value for word in words_up_to("xo", 12) if len(word) > 1}
    family = theorem_checker.Bounds(WordGame(CLOBBER).data, "xo", is_negative=False)
    plain = PlainLabels(family, LEAVES["ups"])
    compared = 0
    for word in sorted(values, key=len):
        if family.has_moves(word) and word == family.same(word):
            entry = plain.entry(word)
            assert entry is not None
            _, label, _ = entry
            family.table[word] = label
            for e in (0, 1):
                assert values[word] >= value_of((0, label[1 + e]), e), word
            compared += 1
    assert compared > 4000


@pytest.mark.parametrize("seed", range(3))
def test_native_labels_are_the_plain_ones(seed: int) -> None:
    chance = Random(seed)
    for _ in range(4):
        text, word = random_deadly_rules(chance), "".join(chance.choices("xo", k=3))
        game = WordGame(text)
        for leaves in LEAVES.values():
            family = theorem_checker.Bounds(game.data, word, is_negative=False)
            plain, native = (
                PlainLabels(family, leaves),
                labels_of(game, word, leaves, is_negative=False),
            )
            for n in range(1, 9):
                without = plain.extend()
                assert native.extend() == without
                if without is not None:
                    break
                assert native.row(n) == plain.row(n), (text, word, n)


def random_deadly_rules(chance: Random) -> str:
    """Return random rules of one to three letters that leave a dead cell."""

    def side() -> str:
        rules = set()
        for _ in range(chance.choice([1, 2, 3])):
            width = chance.choice([1, 2, 2, 3])
            after = chance.choices("xo.", k=width)
            after[chance.randrange(width)] = "."
            rules.add(("".join(chance.choices("xo", k=width)), "".join(after)))
        return " ".join(f"{before} -> {after}" for before, after in sorted(rules))

    # The first rules make sure that both letters are read, so that the dead cell is the only one.
    return f"board strip\ncells x o .\nleft xo -> x. {side()}\nright {side()}"


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(s, marks=pytest.mark.long) for s in range(2, 12))]
)
def test_labels_of_random_rules_are_below_the_exact_values(seed: int) -> None:
    chance = Random(seed)
    for _ in range(4):
        text, word = random_deadly_rules(chance), "".join(chance.choices("xo", k=2))
        for leaves in LEAVES.values():
            compare_labels(word, text, 6, leaves)


@pytest.mark.parametrize(
    "seed", [*range(1), *(pytest.param(s, marks=pytest.mark.long) for s in range(1, 12))]
)
@pytest.mark.parametrize("leaves", ["integers", "dyadics", "all"])
def test_bounds_of_random_rules_by_numbers_are_true(seed: int, leaves: Any) -> None:
    chance = Random(seed)
    proved = 0
    for _ in range(4):
        text, word = random_deadly_rules(chance), "".join(chance.choices("xo", k=2))
        answer = fs.prove.bounds(text, word, leaves=leaves, letters=60)
        if isinstance(answer, Theorem):
            proved += 1
            game: Any = pattern_rules(text)
            for n in range(1, 5):
                meant, value = answer.value(n), game(word * n).value
                if isinstance(meant, tuple):
                    assert meant[0] is None or value >= meant[0], (text, word, n)
                    assert meant[1] is None or value <= meant[1], (text, word, n)
                else:
                    assert value == meant, (text, word, n)
    assert proved


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
                q, number, e = theorem_checker.value_of_formula(formula, n)
                assert q == 0
                bound = fs.up(number) + fs.star(e)
                value = game(word * n).value
                assert formula["relation"] == "<=" or value >= bound, (text, word, n)
                assert formula["relation"] == ">=" or value <= bound, (text, word, n)
    assert proved


def test_raised_labels_are_refused() -> None:
    """The labels are as large as they can be proved, so that each larger one is refused."""
    certificate = bounds_of("xxoo").certificate()
    chance = Random(3)
    for _ in range(50):
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


# Numbers.


@pytest.mark.parametrize(
    ("left", "right", "lower"),
    [(1, 2, (1, 4, 3)), (2, 3, (0, 2, 29)), (3, 4, (0, 24, 9)), (2, 5, None)],
)
def test_bounds_of_strips(left: int, right: int, lower: tuple[int, int, int] | None) -> None:
    """Labels that grow by a number with so many cells, from some length on."""
    theorem = fs.prove.bounds(covering([left], [right]), ".", leaves="integers", letters=240)
    assert isinstance(theorem, Theorem)
    table = theorem.certificate().data["lower"]
    assert (table and (table["number"], table["p"], table["l0"])) == lower
    heaps: Any = pattern_rules(f"game S\nboard heaps\nleft n+{left} -> a+b\nright n+{right} -> a+b")
    for n in range(1, 22):
        meant = theorem.value(n)
        low, high = meant if isinstance(meant, tuple) else (meant, meant)
        value = heaps(n).value
        assert low is None or value >= low
        assert high is None or value <= high


CANNIBAL = "cells x/o .\nleft xo -> .x rows xx -> .x rows\nright = swap of left"


@pytest.mark.parametrize(
    ("text", "word", "leaves", "statement"),
    [
        (CANNIBAL, "x", "integers", "x^n = n-1 for all n >= 1"),
        (CANNIBAL, "xoox", "all", "(xoox)^n = 0 for all n >= 1"),
        (
            CANNIBAL,
            "xoox",
            "dyadics",
            "(xoox)^n >= -1/8 for all n >= 2; (xoox)^n <= 0 for all n >= 1",
        ),
        (
            covering([1], [2]),
            ".",
            "all",
            ".^(4t+1) >= t+1, .^(4t+2) >= t + 1.up*, .^(4t+3) >= t+1 + 1.up*, .^(4t+4) >= t+1 "
            "for all t >= 0; .^(4t+1) <= t+1, .^(4t+2) <= t+1 + (-1).up*, "
            ".^(4t+3) <= t+2 + (-1).up*, .^(4t+4) <= t+1 for all t >= 0",
        ),
        (
            "cells a b .\nleft ab -> .a\nright b -> .",
            "ab",
            "all",
            "(ab)^n = *, 0, ... with period 2 for all n >= 1",
        ),
    ],
)
def test_theorems_about_numbers(text: str, word: str, leaves: Any, statement: str) -> None:
    theorem = fs.prove.bounds(text, word, leaves=leaves)
    assert isinstance(theorem, Theorem), theorem
    assert theorem.statement == statement


def number_forgeries(theorem: Theorem) -> list[tuple[list[Any], Any]]:
    """Return changes of a certificate that make false claims, or claims without a proof."""
    data = theorem.certificate().data
    forgeries: list[tuple[list[Any], Any]] = [
        (["rules", "left"], data["rules"]["right"]),
        (["formulas"], []),
        *((["formulas", 0, "from"], n) for n in (0, -1)),
        (["formulas", 0, "relation"], ">"),
        (["formulas", 0, "values"], []),
        (["formulas", 0, "exponent"], -1),
    ]
    for side in ("lower", "upper"):
        table = data[side]
        for field in ("sigma", "number"):
            forgeries += [([side, field], table[field] + n) for n in (1, 2)]
        forgeries += [([side, "p"], n) for n in (0, -1)]
        forgeries += [([side, "l0"], n) for n in (0, -1)]
        forgeries += [([side, "exponent"], n) for n in (-1, 61)]
        forgeries.append(([side, "labels"], table["labels"][:-1]))
        forgeries.append(([side, "labels"], table["labels"] * 2))
    for i, formula in enumerate(data["formulas"]):
        sign = -1 if formula["relation"] == "<=" else 1
        for row, (q, j, e) in enumerate(formula["values"]):
            path = ["formulas", i, "values", row]
            forgeries += [(path, [q + sign * n, j, e]) for n in (1, 16)]
            forgeries += [(path, [q, j + sign * 4, e]), (path, [q, j, e + 2])]
        forgeries += [
            (["formulas", i, "grows", k], formula["grows"][k] + n) for k in (0, 1) for n in (-1, 1)
        ]
    return forgeries


@pytest.mark.parametrize(
    ("text", "word", "leaves"),
    [
        (covering([1], [2]), ".", "integers"),
        (covering([1], [2]), ".", "all"),
        (CANNIBAL, "x", "dyadics"),
        pytest.param(CANNIBAL, "xoox", "all", marks=pytest.mark.long),
    ],
)
def test_forged_bounds_by_numbers_are_refused(text: str, word: str, leaves: Any) -> None:
    theorem = fs.prove.bounds(text, word, leaves=leaves)
    assert isinstance(theorem, Theorem)
    certificate = theorem.certificate()
    for path, value in number_forgeries(theorem):
        assert not is_accepted(changed(certificate, path, value)), (path, value)
    chance = Random(5)
    for _ in range(40):
        side = chance.choice(["lower", "upper"])
        row = chance.randrange(len(certificate.data[side]["labels"]))
        path = [side, "labels", row, 1]
        label = certificate.data[side]["labels"][row][1]
        assert not is_accepted(changed(certificate, path, label + chance.choice([16, 32])))


class Clock:
    """A clock that runs out when it was read so often; nothing waits for the real one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, left: float) -> None:
        self.left, self.reads = left, 0
        monkeypatch.setattr(fs.engine, "is_out_of_time", self.read)

    def read(self) -> bool:
        self.reads += 1
        return self.reads > self.left


def bounds_of_cannibal_clobber() -> Theorem | NotProved:
    return fs.prove.bounds(CANNIBAL, "xoox", leaves="all")


@pytest.mark.long
def test_the_budget_is_polled_in_all_parts_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the clock runs out, labels, periods or the check: the work ends at that moment."""
    clock = Clock(monkeypatch, float("inf"))
    theorem = bounds_of_cannibal_clobber()
    assert isinstance(theorem, Theorem)
    reads = clock.reads
    steps = Clock(monkeypatch, float("inf"))
    theorem.certificate().theorem()
    assert 10 < steps.reads < reads - 10  # both the search and the check look at the clock
    for left in {0, 1, 10, reads - steps.reads, reads - steps.reads // 2, reads - 1}:
        clock = Clock(monkeypatch, left)
        answer = bounds_of_cannibal_clobber()
        assert isinstance(answer, NotProved)
        assert answer.is_out_of_budget
        assert clock.reads == left + 1
    Clock(monkeypatch, reads)
    assert isinstance(bounds_of_cannibal_clobber(), Theorem)


def test_the_check_of_a_certificate_polls_after_a_bounded_number_of_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = TheoremWork()
    counted = []
    monkeypatch.setattr(fs.engine, "is_out_of_time", lambda: counted.append(work.left))
    theorem_checker.check(bounds_of("xxoo").certificate().data, work)
    gaps = [before - after for before, after in itertools.pairwise([work.steps, *counted])]
    assert len(gaps) > 3
    assert max(gaps) <= TheoremWork.POLL_EVERY + 40  # a word has fewer than 40 letters


def rows_before_the_end(labels: Labels) -> int:
    """Return how many rows of labels the budget allows."""
    for reached in itertools.count():
        try:
            labels.extend()
        except fs.BudgetExceeded:
            return reached
    raise AssertionError


def test_labels_that_are_stopped_go_on_as_if_they_had_not_been() -> None:
    game = WordGame(CANNIBAL)
    labels = labels_of(game, "xxo", LEAVES["all"], is_negative=False)
    plain = PlainLabels(theorem_checker.Bounds(game.data, "xxo", is_negative=False), LEAVES["all"])
    length = 20
    with fs.engine.budget(seconds=0):
        reached = rows_before_the_end(labels)
    assert reached < length
    for _ in range(length - reached):
        labels.extend()
    for _ in range(length):
        plain.extend()
    assert labels.row(length) == plain.row(length)
