"""The search for quotients in the core, compared with the one in Python."""

from __future__ import annotations

import pytest

import farstar as fs
from farstar.engine import kernels
from farstar.errors import BudgetExceeded
from farstar.rules import meter

pytestmark = pytest.mark.skipif(not kernels.available(), reason="needs the native engine")

# Quotients that are proved, that are too large, and that break earlier pretences on the way.
CODES = (
    "0.77",
    "0.123",
    "0.53",
    "0.71",
    "0.144",
    "4.56",
    "0.07",
    "0.663",
    "0.15",
    "0.3102",
    "4.71",
)


def quotient_of(code: str) -> object:
    """Return what is known about the quotient of 28 heaps, or why nothing is."""
    with fs.engine.budget(nodes=10**6):
        try:
            q = fs.misere_quotient(code, heaps=28, most=50)
        except BudgetExceeded as error:
            return str(error), meter().spent
        return q.growth, q.order, q.p_portion, str(q), meter().spent


@pytest.mark.parametrize("code", CODES)
def test_both_searches_find_the_same_in_the_same_number_of_steps(code: str) -> None:
    native = quotient_of(code)
    with fs.engine.use("reference"):
        assert quotient_of(code) == native


def test_memory_is_bounded() -> None:
    with fs.engine.budget(memory=100_000), pytest.raises(BudgetExceeded):
        fs.misere_quotient("0.07", heaps=28, most=500)


def test_options_have_to_be_earlier_games() -> None:
    with pytest.raises(ValueError, match="earlier games"):
        kernels.MisereSolver(10).add([(0,)])


def test_dawsons_kayles_beyond_24_heaps() -> None:
    q = fs.misere_quotient("0.07", heaps=29)
    assert q.growth == ((2, 2), (4, 6), (10, 12), (14, 24), (25, 144), (27, 176))
    assert (q.order, len(q.p_portion)) == (176, 28)


@pytest.mark.long
def test_dawsons_kayles_up_to_33_heaps() -> None:
    q = fs.misere_quotient("0.07", heaps=33, most=700)
    assert q.growth[-4:] == ((30, 360), (31, 520), (32, 552), (33, 638))
    assert len(q.p_portion) == 109
