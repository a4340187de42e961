"""P1, and the lemmas (E), (V) and (Q) in the proof of Theorem P5 (docs/products.md), by search.

Range: for P1 all boards of three rows with at most three columns beside the token's; for the others
all boards of 7 columns and four rows of the shapes that the lemmas are about.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

import farstar as fs
from farstar.papers.geography import kernels
from farstar.papers.geography.theory.products import Columns
from farstar.values import Value, wrap

pytestmark = pytest.mark.skipif(
    "native" not in fs.engine.available(), reason="needs the native engine"
)

FULL, WITHOUT_0, WITHOUT_1, LAST_TWO = 0b1111, 0b1110, 0b1101, 0b1100
OTHERS = 6


def value(row: int, own: int, j: int, e: int, f: int, g: int) -> Value:
    """Return the value with the token in a row, `own` open in its column, and other columns."""
    others = (WITHOUT_0,) * j + (WITHOUT_1,) * e + (FULL,) * f + (LAST_TWO,) * g
    position = Columns.of(4, row, own, others)
    return wrap(kernels.complete_products(4, [(position.own, position.others)])[0])


def c(k: int) -> Value:
    return Value(1 - Fraction(1, 2**k))


def a4(j: int, full: int) -> Value:
    return value(0, WITHOUT_0, j, 0, full, 0)


def boards() -> Iterator[tuple[int, int, int, int]]:
    """Yield (j, e, f, g) with g >= 1."""
    for g in range(1, OTHERS + 1):
        for e in range(OTHERS - g + 1):
            for j in range(OTHERS - g - e + 1):
                yield j, e, OTHERS - g - e - j, g


def test_more_columns_never_lower_a_value() -> None:
    columns = range(1, 8)
    for own in (0, 0b010, 0b100, 0b110):
        for others in combinations_with_replacement(range(8), 2):
            boards = [(own, others), *((own, (*others, column)) for column in columns)]
            small, *large = map(wrap, kernels.complete_products(3, boards))
            assert all(value >= small for value in large), (own, others)


def test_lemma_e() -> None:
    failures = set()
    for j, e, f, g in boards():
        holds = value(0, LAST_TWO, j, e, f, g) >= c(e + min(j, f))
        if g >= 2 or (j >= 1 and f >= 1):
            assert holds, (j, e, f, g)
        elif not holds:
            failures.add((j, e, f, g))
    # Without its condition the lemma is false.
    assert failures == {(3, 2, 0, 1), (2, 3, 0, 1)}
    assert value(0, LAST_TWO, 3, 2, 0, 1) == Value(Fraction(5, 8))


def test_lemma_v() -> None:
    for j, e, f, g in boards():
        if e == 0 and g >= 2 and j >= 1:
            assert value(0, WITHOUT_0, j, 0, f, g) >= c(min(j - 1, f)), (j, f, g)


def test_lemma_q() -> None:
    compared = 0
    for j, e, f, g in boards():
        total = j + e
        if g == 1 and j >= 1 and f >= total:
            bound = Value.of(left=[a4(total + 1, f)], right=[c(total)])
        elif g == 1 and j >= 1 and e >= 1 and f == total - 1:
            bound = Value.of(left=[c(total - 1)], right=[c(total)])
        else:
            continue
        assert value(1, WITHOUT_1, j, e, f, g) >= bound, (j, e, f)
        compared += 1
    assert compared == 5
