"""Limits: against known digits, against each other, and against counts."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest

from farstar.errors import IllegalPositionError
from farstar.theory import densities, restricted


@pytest.mark.parametrize(
    ("k", "value"),
    [
        (2, "0.56813216709232386527932696896"),
        (3, "0.59067412737882204479612004861"),
        (10, "0.61488217648340838235423646881"),
        (20, "0.61725615848273048412818581398"),
    ],
)
def test_win_probabilities(k: int, value: str) -> None:
    found = densities.win_probability(k, digits=16)
    assert found.error < Decimal("1e-16")
    assert abs(found.value - Decimal(value)) <= found.error


def test_more_digits_agree_with_fewer() -> None:
    rough, fine = (densities.win_probability(4, digits=digits) for digits in (6, 28))
    assert abs(rough.value - fine.value) <= rough.error + fine.error
    assert fine.error < Decimal("1e-28")
    assert abs(fine.value - Decimal("0.6009192776698468265460316411814787")) <= fine.error


def test_one_multiplier_is_even() -> None:
    assert densities.win_probability(1) == (Decimal("0.5"), 0)


def test_bounds_hold_and_do_not_overlap() -> None:
    bounds = [densities.win_probability_bounds(k) for k in range(2, 12)]
    for k, (low, high) in enumerate(bounds, start=2):
        found = densities.win_probability(k, digits=6)
        assert low < found.value < high < Decimal("0.61803398874989484820458683436564")
    assert all(one[1] < other[0] for one, other in pairwise(bounds))


def test_outcome_shares() -> None:
    left, right = densities.outcome_shares(20)
    assert abs(left.value - Decimal("0.572201693044895214579775293127")) <= left.error
    assert abs(right.value - Decimal("0.427798306955104785420224706873")) <= right.error
    assert left.error < Decimal("1e-20")


@pytest.mark.parametrize("k", [2, 3, 4, 7])
@pytest.mark.parametrize("n", [1, 2, 3, 10, 61])
def test_counts(n: int, k: int) -> None:
    won = sum(restricted.wins(a, b, f"k={k}") for b in range(2, n + 1) for a in range(1, b))
    assert densities.count_wins(n, k) == won


def test_known_counts() -> None:
    assert densities.count_wins(2000, 2) == 1_136_104


def test_asymptotics() -> None:
    assert round(densities.previous_positions(10**6)) == 3_746_410_182
    assert abs(densities.mean_length(10**8) - 20.434552560) < 1e-5


@pytest.mark.parametrize(
    "call", [lambda: densities.win_probability(0), lambda: densities.count_wins(9, 1)]
)
def test_bad_input(call: object) -> None:
    with pytest.raises(IllegalPositionError):
        call()  # type: ignore[operator]
