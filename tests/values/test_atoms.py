"""Values with a notation of their own, found by their options alone."""

from __future__ import annotations

import pytest

import farstar as fs


@pytest.mark.parametrize("shape", ["<{}>", "[{}]"])
@pytest.mark.parametrize("number", ["", "3", "-5/8"])
@pytest.mark.parametrize("star", ["", "*", "*2", "*3", "*6"])
def test_high_ups_are_recognised(each_engine: str, shape: str, number: str, star: str) -> None:
    for sign in "^v":
        for order in (2, 3, 4, 7):
            text = f"{number}{sign}{shape.format(order)}{star}"
            assert str(fs.Value(text)) == text


@pytest.mark.parametrize("star", ["", "*", "*2"])
def test_every_notation_is_an_uptimal_with_these_coefficients(star: str) -> None:
    coefficients = {"^": (1,), "v3": (-3,), "^<4>": (0, 0, 0, 1), "v[5]": (-1,) * 5}
    for ups, expected in coefficients.items():
        expansion = fs.Value(f"{ups}{star}").uptimal_expansion()
        assert expansion is not None
        assert expansion.number == 0
        assert expansion.coefficients == expected
        assert expansion.star == {"": 0, "*": 1, "*2": 2}[star]


@pytest.mark.parametrize("text", ["^<2>+^<2>", "^[2]+^", "^<3>-^<2>", "^<2>+^<3>", "^[3]+^[2]*2"])
def test_other_uptimals_and_their_like_are_written_with_braces(text: str) -> None:
    value = fs.Value(text)
    assert str(value).startswith("{")
    assert fs.Value(str(value)) == value


def test_deep_values_are_refused_before_anything_is_written() -> None:
    # All 501 followers of the first are uptimals, which takes long to find out and is not needed.
    for word in ("rl2r" * 125 + "lle", "lr2" * 20_000 + "lrlre"):
        value = fs.Word(word).position.value
        assert repr(value).endswith("followers, text too long>")
        with pytest.raises(fs.BudgetExceeded, match="expected a text"):
            str(value)
