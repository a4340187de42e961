"""The native readers of single positions against the formulas and words of theory, in Python."""

from __future__ import annotations

import random

import pytest

import farstar as fs
from farstar import engine
from farstar.papers.geography import two_rows
from farstar.papers.geography.theory import two_rows as geography
from farstar.papers.partizan_euclid import kernels
from farstar.papers.partizan_euclid._rules import (
    native_outcome,
    native_value,
    native_weight,
    value_of_word,
    weight_of_word,
)
from farstar.papers.partizan_euclid.theory import automata

pytestmark = pytest.mark.skipif(
    "native" not in engine.available(), reason="the native engine is not built"
)


def check(p: int, q: int) -> None:
    word = fs.Word.from_position(p, q)
    assert native_outcome(p, q) is automata.outcome(word), (p, q)
    weight = native_weight(p, q)
    assert weight is None or weight == weight_of_word(word), (p, q)
    read = native_value(p, q)
    assert read is None or read == value_of_word(word), (p, q)
    # Long words are left to Python, and only these.
    assert (read is None) == (word.length > 1001), (p, q)


def test_small_positions() -> None:
    for p in range(1, 50):
        for q in range(1, 50):
            check(p, q)


def test_random_positions() -> None:
    rng = random.Random(8)
    for bits in (10, 20, 40, 64):
        for _ in range(25):
            check(rng.getrandbits(bits) + 1, rng.getrandbits(bits - 1) + 1)


def test_positions_at_the_edge_of_a_machine_word() -> None:
    a, b = 1, 1
    while a + b < 2**64:
        a, b = a + b, a
    check(a, b)
    check(a + b, a)
    check(2**64, 2**64 - 1)
    check(2**64 + 1, 2**63 - 1)
    check(3, 2**64 - 1)
    assert native_outcome(1, 2**64) is None
    assert native_value(1, 2**64) is None
    assert native_weight(1, 2**64) is None
    assert fs.PartizanEuclid(2**64 + 1, 2**64).outcome is fs.Outcome.L
    assert str(fs.PartizanEuclid(1, 2**64).outcome) == "L"


def test_words_as_long_as_are_read_at_once() -> None:
    for length in (999, 1000, 1001, 5000):
        check(length + 3, length + 2)


def test_without_kernels_python_does_it() -> None:
    with engine.use("reference"):
        assert native_outcome(11, 8) is None
        assert native_value(11, 8) is None
        assert native_weight(11, 8) is None
        g = fs.PartizanEuclid(11, 8)
        assert (str(g.outcome), str(g.value), str(g.atomic_weight())) == ("R", "vv*", "-2")


def test_geography_in_one_call() -> None:
    for x in range(9):
        for y in range(1, 9):
            for z in range(9):
                form = geography.value_of_a(x, y, z)
                assert fs.GeographyA(x, y, z).value == two_rows._from_inside(form), (x, y, z)


def test_geography_with_large_numbers() -> None:
    rng = random.Random(7)
    for _ in range(40):
        x, z = rng.getrandbits(rng.choice((3, 31, 80))), rng.getrandbits(rng.choice((3, 31, 80)))
        y = min(x, z) + rng.randrange(1, 30)
        form = geography.value_of_a(x, y, z)
        if form.depth < 100:
            assert fs.GeographyA(x, y, z).value == two_rows._from_inside(form), (x, y, z)


def test_a_reader_refuses_what_it_cannot_read() -> None:
    automaton = kernels.EuclidAutomaton([(1, 0), (0, 1)])
    assert automaton.read(2, 1) == 0
    for q, t in ((1, 1), (5, 0), (5, 6)):
        with pytest.raises(ValueError, match="expected 0 < t < q"):
            automaton.read(q, t)
    with pytest.raises(ValueError, match="at least one state"):
        kernels.EuclidAutomaton([])
    with pytest.raises(ValueError, match="number of a state"):
        kernels.EuclidAutomaton([(0, 1)])
