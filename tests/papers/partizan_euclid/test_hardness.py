"""The reduction from sums of switches to sums of Partizan Euclid."""

from __future__ import annotations

from itertools import product

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.papers.partizan_euclid.theory import hardness
from farstar.papers.partizan_euclid.theory.hardness import EuclidSum, Instance, Switch


def test_weights_of_the_sum_are_four_times_the_instance_and_one() -> None:
    for a, b, c in product(range(-2, 3), repeat=3):
        if not a >= b >= c:
            continue
        euclid_sum = hardness.to_euclid(Instance((Switch(a, b, c), Switch(3, 1, 0)), target=2))
        total = sum(
            (fs.PartizanEuclid(*pair).atomic_weight() for pair in euclid_sum.plus), fs.Value(0)
        )
        total -= fs.PartizanEuclid(*euclid_sum.minus).atomic_weight()
        stop = hardness.left_stop((Switch(a, b, c), Switch(3, 1, 0)))
        assert total.left_stop == 4 * (stop - 2) + 1


def test_the_way_back() -> None:
    instance = Instance((Switch(10**40, 5, -(10**40)), Switch(7, 7, 7)), target=-3)
    back = hardness.from_euclid(hardness.to_euclid(instance))
    assert back.switches == (Switch(2 * 10**40, 5 + 10**40, 0), Switch(0, 0, 0))
    assert back.target == -3 + 10**40 - 7


def test_bad_input_is_refused() -> None:
    with pytest.raises(IllegalPositionError, match="a >= b >= c"):
        hardness.to_euclid(Instance((Switch(1, 2, 0),)))
    with pytest.raises(IllegalPositionError, match="at least one switch"):
        hardness.to_euclid(Instance(()))
    with pytest.raises(IllegalPositionError):
        hardness.from_euclid(EuclidSum(((11, 8),), (4, 3)))
    with pytest.raises(BudgetExceeded):
        hardness.left_stop((Switch(1, 0, 0),) * 20)
