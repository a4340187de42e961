"""Euclid with fractions, with surds and with three numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import farstar as fs
from farstar.errors import FarstarError, IllegalPositionError
from farstar.games import Euclid, SurdEuclid, ThreeEuclid
from farstar.papers.euclid.theory.quadratic import Quadratic


@cache
def wins(numbers: tuple[int, ...], misere: bool) -> bool:
    """Tell whether the player to move wins 3-Euclid, by the rules alone."""
    after = set()
    for i in range(3):
        for j in range(3):
            for multiple in range(1, numbers[i]):
                rest = numbers[i] - multiple * numbers[j]
                if i != j and rest > 0:
                    after.add(tuple(rest if k == i else numbers[k] for k in range(3)))
    if not after:
        return misere
    return any(not wins(state, misere) for state in after)


def test_three_numbers_against_the_rules_alone() -> None:
    for a in range(1, 9):
        for b in range(a, 9):
            for c in range(b, 9):
                position = ThreeEuclid(c, a, b)
                assert (str(position.outcome) == "N") == wins((a, b, c), False)
                assert (str(position.misere_outcome) == "N") == wins((a, b, c), True)
                assert (position.grundy == 0) == (not wins((a, b, c), False))


def test_a_common_factor_of_three_numbers_does_not_matter() -> None:
    assert ThreeEuclid(8, 14, 18).grundy == ThreeEuclid(4, 7, 9).grundy
    assert ThreeEuclid(5, 5, 5).grundy == 0
    assert ThreeEuclid(5, 5, 5).moves() == ()
    assert ThreeEuclid(9, 4, 7).numbers == (4, 7, 9)


@pytest.mark.parametrize("numbers", [(0, 1, 2), (1, 2), (1, 2, 3, 4), (1, 2, -3)])
def test_what_is_no_triple_is_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(FarstarError):
        fs.parse(f"ThreeEuclid({','.join(map(str, numbers))})")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Euclid(3/2, 1)", "Euclid(3,2)"),
        ("Euclid(7/3, 5/6)", "Euclid(14,5)"),
        ("Euclid(sqrt(8), sqrt(2))", "Euclid(2,1)"),
        ("Euclid(1+sqrt(2), 3+3*sqrt(2))", "Euclid(1,3)"),
        ("Euclid(0*sqrt(2), 1/2)", "Euclid(0,1)"),
    ],
)
def test_numbers_with_a_common_unit_are_integers(text: str, same: str) -> None:
    assert fs.parse(text) == fs.parse(same)


def test_every_position_with_surds_is_a_draw() -> None:
    for text in ("(1+sqrt(5))/2", "sqrt(7)", "(3+sqrt(13))/2", "10*sqrt(2)"):
        position = SurdEuclid(text, 1)
        reached: set[fs.Position] = {position}
        todo: list[fs.Position] = [position]
        while todo:
            for option in todo.pop().options():
                if option not in reached:
                    reached.add(option)
                    todo.append(option)
        # As many positions as the quotients have units.
        before, period = position.continued_fraction
        assert len(reached) <= sum(before) + sum(period)
        assert {str(one.outcome) for one in reached} == {"D"}
        assert position.loopy_value == fs.Loopy("dud")


def test_only_the_ratio_of_surds_matters() -> None:
    assert SurdEuclid(1, "sqrt(2)") == SurdEuclid("sqrt(2)", 2) == SurdEuclid(2, "sqrt(8)")
    assert SurdEuclid(Quadratic.parse("sqrt(2)"), Fraction(1, 3)).ratio == Quadratic.of(0, 3, 2)
    assert fs.parse(str(SurdEuclid("sqrt(2)", 2))) == SurdEuclid("sqrt(2)", 2)


def test_surds_that_are_no_positions() -> None:
    with pytest.raises(IllegalPositionError, match=r"use Euclid\(3, 2\)"):
        SurdEuclid(Fraction(3, 2), 1)
    with pytest.raises(IllegalPositionError, match="positive"):
        SurdEuclid("-sqrt(2)", 1)
    with pytest.raises(IllegalPositionError, match=r"got 1\.5"):
        SurdEuclid(1.5, 1)  # type: ignore[arg-type]
    for text in ("Euclid(sqrt(2), sqrt(3))", "Euclid(sqrt(2, 1)", "Euclid(1/0, 1)", "Euclid(1/2)"):
        with pytest.raises(FarstarError):
            fs.parse(text)


def test_fractions_win_as_the_golden_ratio_says() -> None:
    golden = Quadratic.parse("(1+sqrt(5))/2")
    for p in range(1, 30):
        for q in range(1, p):
            position = fs.parse(f"Euclid({p}/7, {q}/7)")
            assert isinstance(position, Euclid)
            assert (str(position.outcome) == "N") == (Quadratic.of(Fraction(p, q)) > golden)
