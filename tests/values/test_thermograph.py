"""Thermographs: walls, and the walls against stops of the cooled game."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

import farstar as fs
from farstar import Thermograph, Value, Wall
from farstar.testing import values
from farstar.values import outline


def test_of_a_hot_game() -> None:
    thermograph = Value("{3||2|1}").thermograph()
    assert thermograph.mean == Fraction(9, 4)
    assert thermograph.temperature == Fraction(3, 4)
    assert thermograph == Thermograph(
        Wall(Fraction(9, 4), [Fraction(3, 4)], [0, -1]),
        Wall(Fraction(9, 4), [Fraction(3, 4), Fraction(1, 2)], [0, 1, 0]),
    )


@pytest.mark.parametrize(
    ("text", "temperature"),
    [
        ("0", -1),
        ("-7", -1),
        ("1/2", Fraction(-1, 2)),
        ("-3/4", Fraction(-1, 4)),
        ("5/32", Fraction(-1, 32)),
        ("*", 0),
        ("1^", 0),
        ("{3|0||vv*|-1*}", 0),
        ("{1|-1}", 1),
        ("{3|0}", Fraction(3, 2)),
        ("Tiny(2)", 0),
    ],
)
def test_temperature(text: str, temperature: Fraction) -> None:
    v = Value(text)
    assert v.temperature == v.thermograph().temperature == temperature
    assert v.mean == v.thermograph().mean


def test_walls_are_the_stops_of_the_cooled_game() -> None:
    temperatures = [Fraction(n, 8) for n in range(-7, 17)]
    for v in fs.born_by_day(3)[::6]:
        thermograph = v.thermograph()
        for t in temperatures:
            cooled = v.cool(t)
            walls = thermograph.left_wall(t), thermograph.right_wall(t)
            assert walls == (cooled.left_stop, cooled.right_stop), (v, t)


def test_a_wall_is_a_function() -> None:
    wall = Wall(Fraction(3, 8), [Fraction(11, 8), Fraction(5, 4), Fraction(-1, 2)], [0, -1, 0, -1])
    assert wall(100) == wall(Fraction(11, 8)) == Fraction(3, 8)
    assert wall(Fraction(5, 4)) == wall(0) == wall(Fraction(-1, 2)) == Fraction(1, 2)
    assert wall(-1) == 1
    assert wall(Fraction(4, 3)) == Fraction(3, 8) + Fraction(11, 8) - Fraction(4, 3)
    assert wall.vertices == (
        (Fraction(1), Fraction(-1)),
        (Fraction(1, 2), Fraction(-1, 2)),
        (Fraction(1, 2), Fraction(5, 4)),
        (Fraction(3, 8), Fraction(11, 8)),
    )
    with pytest.raises(ValueError, match="at least -1"):
        wall(Fraction(-5, 4))


@pytest.mark.parametrize(
    ("temperatures", "slopes"),
    [([1], [0]), ([], [1]), ([1], [1, 0]), ([1, 2], [0, 1, 0]), ([-1], [0, 1])],
)
def test_malformed_walls(temperatures: list[int], slopes: list[int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Wall(0, temperatures, slopes)


def test_malformed_thermographs() -> None:
    with pytest.raises(ValueError, match="one mast"):
        Thermograph(Wall(0, [], [0]), Wall(1, [], [0]))


def test_equality_hash_and_pickle() -> None:
    one, other = Value("{2|-2}").thermograph(), Value("{2^|-2v}").thermograph()
    assert one == other
    assert hash(one) == hash(other)
    assert one != Value("{2|-1}").thermograph()
    assert one != "thermograph"
    assert one.left_wall != one.right_wall
    assert pickle.loads(pickle.dumps(one)) == one


def test_immutable() -> None:
    thermograph = Value(1).thermograph()
    with pytest.raises(AttributeError, match="cannot be changed"):
        thermograph.left_wall = thermograph.right_wall
    with pytest.raises(AttributeError, match="cannot be changed"):
        thermograph.left_wall.mast = Fraction(0)


def test_text_of_long_numbers() -> None:
    thermograph = Value.of([10**5000], [Value(1)]).thermograph()
    assert "0" * 4000 in str(thermograph)
    assert repr(thermograph).startswith("Thermograph(Wall(1")


def test_text() -> None:
    thermograph = Value("{2|-2}").thermograph()
    assert repr(thermograph) == "Thermograph(Wall(0, (2,), (0, -1)), Wall(0, (2,), (0, 1)))"
    assert str(thermograph).splitlines() == [
        "mean 0, temperature 2",
        "left wall: 3 at t=-1, 0 at t=2, then vertical",
        "right wall: -3 at t=-1, 0 at t=2, then vertical",
    ]


@given(values())
def test_the_lines_of_a_picture_are_the_walls(value: fs.Value) -> None:
    graph = value.thermograph()
    lines = outline(graph)
    assert lines.bottom == (0 if graph.temperature > 0 else -1)
    assert lines.foot == max(lines.bottom, graph.temperature)
    for wall, line in ((graph.left_wall, lines.left), (graph.right_wall, lines.right)):
        assert line[0] == (wall(lines.bottom), lines.bottom)
        assert line[-1] == (graph.mean, lines.foot)
        for (v0, t0), (v1, t1) in pairwise(line):
            for part in range(5):
                t = t0 + (t1 - t0) * Fraction(part, 4)
                assert wall(t) == v0 + (v1 - v0) * Fraction(part, 4)
