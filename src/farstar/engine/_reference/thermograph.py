"""Thermographs.

A wall is its corners (temperature, value) from temperature -1 up; above the last corner it is
constant.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from farstar.engine._interface import Dyadic, Wall
from farstar.engine._reference.store import Game, Steps, compact, left_of, question, right_of

Points: TypeAlias = tuple[tuple[Fraction, Fraction], ...]


@question
def thermograph(g: Game) -> Steps:
    """Return the Left and the Right wall.

    The Left scaffold at temperature t is the highest Right wall of a Left option, less t; the
    Right scaffold is the lowest Left wall of a Right option, plus t. They meet for good at the
    temperature of the game, with the mast above. An integer is all mast.
    """
    if g.compact is not None:
        x, n, m = g.compact
        if n == m == 0 and x.denominator == 1:
            mast: Points = ((Fraction(-1), x),)
            return mast, mast
        # From three ups or *2 on, the options have the same walls as one step before.
        g = compact(x, max(-3, min(n, 3)), min(m, 2))
    left: list[Points] = []
    right: list[Points] = []
    for option in left_of(g):
        left.append(_tilt((yield thermograph(option))[1], 1))
    for option in right_of(g):
        right.append(_tilt((yield thermograph(option))[0], -1))
    return _walls(_highest(left), _highest(right))


def _tilt(wall: Points, sign: int) -> Points:
    """Return sign * wall - t: a scaffold, or a Right scaffold upside down."""
    return tuple((t, sign * v - t) for t, v in wall)


def _value(scaffold: Points, t: Fraction) -> Fraction:
    """Return the value at t; above its last corner a scaffold falls with slope -1."""
    i = bisect_right(scaffold, t, key=lambda corner: corner[0]) - 1
    (t0, v0) = scaffold[i]
    if i + 1 == len(scaffold):
        return v0 - (t - t0)
    t1, v1 = scaffold[i + 1]
    return v0 + (v1 - v0) * (t - t0) / (t1 - t0)


def _highest(scaffolds: list[Points]) -> Points:
    """Return the pointwise maximum."""
    best = scaffolds[0]
    for other in scaffolds[1:]:
        if other == best:
            continue
        corners: list[tuple[Fraction, Fraction]] = []
        before = Fraction(0)
        for t in sorted({t for t, _ in best + other}):
            a, b = _value(best, t), _value(other, t)
            if before * (a - b) < 0:
                last = corners[-1][0]
                crossing = last + (t - last) * before / (before - (a - b))
                corners.append((crossing, _value(best, crossing)))
            corners.append((t, max(a, b)))
            before = a - b
        best = _without_straight_corners(corners)
    return best


def _walls(left: Points, minus_right: Points) -> tuple[Points, Points]:
    """Cut two scaffolds (the Right one upside down) where they meet for good."""
    temperatures = sorted({t for t, _ in left + minus_right})
    gaps = [_value(left, t) + _value(minus_right, t) for t in temperatures]
    i = max(i for i, gap in enumerate(gaps) if gap > 0)
    fall = Fraction(2)
    if i + 1 < len(gaps):
        fall = (gaps[i] - gaps[i + 1]) / (temperatures[i + 1] - temperatures[i])
    top = temperatures[i] + gaps[i] / fall
    left_wall = (*(c for c in left if c[0] < top), (top, _value(left, top)))
    right_wall = (*(c for c in minus_right if c[0] < top), (top, _value(minus_right, top)))
    upright = tuple((t, -v) for t, v in right_wall)
    return _without_straight_corners(left_wall), _without_straight_corners(upright)


def _without_straight_corners(corners: Sequence[tuple[Fraction, Fraction]]) -> Points:
    """Drop the corners between two pieces of equal slope."""
    kept: list[tuple[Fraction, Fraction]] = []
    for t, v in corners:
        if len(kept) > 1 and _slope(kept[-2], kept[-1]) == _slope(kept[-1], (t, v)):
            kept.pop()
        kept.append((t, v))
    return tuple(kept)


def _slope(low: tuple[Fraction, Fraction], high: tuple[Fraction, Fraction]) -> Fraction:
    return (high[1] - low[1]) / (high[0] - low[0])


def as_wall(corners: Points) -> Wall:
    """Write a wall as mast value, temperatures from the top down, slopes from the mast down."""
    pieces = [int(_slope(*pair)) for pair in pairwise(corners)]
    temperatures = [t for t, _ in corners[1:]]
    if pieces and pieces[-1] == 0:
        pieces.pop()
        temperatures.pop()
    return (
        dyadic(corners[-1][1]),
        tuple(dyadic(t) for t in reversed(temperatures)),
        (0, *reversed(pieces)),
    )


def dyadic(x: Fraction) -> Dyadic:
    return x.numerator, x.denominator.bit_length() - 1
