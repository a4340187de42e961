"""Integers of any length, to text and back."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar._digits import digit_count, first_digits, from_text, to_text


@given(st.integers() | st.integers(-(10**700), 10**700))
def test_small_numbers_agree_with_python(n: int) -> None:
    assert to_text(n) == str(n)
    assert from_text(str(n)) == n
    assert digit_count(n) == len(str(abs(n)))


@given(st.integers(1, 12_000), st.integers(-3, 3), st.sampled_from([2, 10]))
def test_long_numbers_return(exponent: int, offset: int, base: int) -> None:
    n = abs(base**exponent + offset)
    text = to_text(n)
    assert from_text(text) == n
    assert from_text("-" + text) == -n
    assert digit_count(n) == len(text)
    for count in (1, 12, 58, 100):
        assert first_digits(n + 1, count) == to_text(n + 1)[:count]


def test_powers_of_ten_are_written_digit_by_digit() -> None:
    for k in (639, 640, 641, 4_299, 4_300, 4_301, 30_000):
        assert to_text(10**k) == "1" + "0" * k
        assert to_text(10**k - 1) == "9" * k
        assert to_text(-(10**k)) == "-1" + "0" * k
        assert from_text("0" * 700 + "1" + "0" * k) == 10**k
        assert (digit_count(10**k), digit_count(10**k - 1)) == (k + 1, k)
        assert (first_digits(10**k, 3), first_digits(10**k - 1, 3)) == ("100", "999")


def test_the_global_limit_is_left_alone() -> None:
    before = sys.get_int_max_str_digits()
    to_text(10**5_000)
    from_text("1" * 5_000)
    assert sys.get_int_max_str_digits() == before


@pytest.mark.parametrize("text", ["", "-", "1_000", " 1", "1.0", "٣", "²", "--1", "x" * 5_000])
def test_what_is_no_integer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected an integer in decimal digits, got") as caught:
        from_text(text)
    assert len(str(caught.value)) < 120
