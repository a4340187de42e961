"""Uptimals: their canonical options against the engine, and the way back from deep values."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import farstar as fs
from farstar import Value
from farstar.values.order import near_options

from ..work import calls_of


def uptimal(coefficients: tuple[int, ...], star: int) -> Value:
    total = Value(f"*{star}")
    for order, c in enumerate(coefficients, start=1):
        total += c * Value(f"^<{order}>")
    return total


CASES = [
    c
    for order, bound in ((1, 5), (2, 4), (3, 2))
    for c in product(range(-bound, bound + 1), repeat=order)
    if c[-1]
]


@pytest.mark.parametrize("star", [0, 1])
def test_canonical_options(star: int) -> None:
    for c in CASES:
        v = uptimal(c, star)
        expected = {uptimal(*part) for part in near_options(c, star)}
        sign = 1 if c[-1] > 0 else -1
        near, far = (v.left_options, v.right_options)[::sign]
        assert set(near) == expected, (c, star)
        assert far == (uptimal(tuple(a - sign for a in c), star ^ 1),), (c, star)


@pytest.mark.parametrize("star", [0, 1, 2, 5])
def test_expansions_come_back(star: int) -> None:
    for c in CASES if star < 2 else CASES[::7]:
        v = uptimal(c, star) + 3
        expansion = v.uptimal_expansion()
        assert expansion is not None
        assert (expansion.number, expansion.coefficients, expansion.star) == (Fraction(3), c, star)


def test_others_are_no_uptimals() -> None:
    for text in ("Tiny(1)", "{^|v}", "{0,^|0}", "{0|^,*}", "{^^*|v*}", "{1|0}"):
        v = Value(text)
        expansion = v.uptimal_expansion()
        assert expansion is None or uptimal(expansion.coefficients, expansion.star) == v, text
    assert not Value("{0|^,*}").is_uptimal


def test_deep_uptimals_are_found_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    word = "lrllrlrrllrlrrlrllrlrlrlllrrlrlrrrllrlrlrrllrrlrlrlr" * 12 + "e"
    value = fs.Word(word).position.value
    assert calls_of(value.uptimal_expansion) < 20_000
    assert calls_of(Value("^[900]").uptimal_expansion) < 1_000_000
    monkeypatch.setattr("farstar.values.order.MAX_COEFFICIENTS", 1000)
    with pytest.raises(fs.BudgetExceeded, match="coefficients"):
        Value("^[100]").uptimal_expansion()
