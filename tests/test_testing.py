"""The strategies that Farstar offers to its users."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings

import farstar as fs
from farstar.testing import Form, build, dyadics, forms, handle, values
from tests.running import python


@given(values())
def test_values(v: fs.Value) -> None:
    assert isinstance(v, fs.Value)
    assert v - v == 0


@given(values(all_small=True))
def test_all_small_values(v: fs.Value) -> None:
    assert v.is_all_small


@given(dyadics(max_size=2, max_exponent=5))
def test_dyadics(x: Fraction) -> None:
    assert abs(x) <= 2
    assert 32 % x.denominator == 0


@given(forms())
def test_forms_build_the_same_in_both_ways(form: Form) -> None:
    by_handle = handle(fs.engine.active(), form)
    left, right = fs.engine.active().options(by_handle)
    v = build(form)
    assert (len(v.left_options), len(v.right_options)) == (len(left), len(right))
    assert fs.engine.active().stops(by_handle)[0][0] == v.left_stop.numerator


@pytest.mark.long
@pytest.mark.parametrize(
    "wanted",
    [
        lambda v: v.is_hot,
        lambda v: v.is_infinitesimal and not v.is_number_up_star,
        lambda v: v.is_infinitesimal and not v.is_all_small,
        lambda v: v.is_number and not v.is_integer,
        lambda v: len(v.left_options) > 1,
    ],
    ids=["hot", "infinitesimal", "not all-small", "fraction", "two options"],
)
def test_every_kind_turns_up(wanted: object) -> None:
    once = settings(phases=[Phase.generate], max_examples=2000)
    assert find(values(), wanted, settings=once) is not None  # type: ignore[arg-type]


def test_a_missing_hypothesis_names_the_extra() -> None:
    program = """
import sys
sys.modules["hypothesis"] = None
import farstar
try:
    import farstar.testing
except farstar.MissingExtraError as error:
    print(error)
"""
    done = python("-c", program, check=True)
    assert "farstar[test]" in done.stdout
    assert done.stderr == ""
