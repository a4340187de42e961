"""The lines of a thermograph: walls, and the scaffolds from which they are cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from farstar.values import Thermograph, Value, Wall

Point: TypeAlias = tuple[Fraction, Fraction]
"""A value and a temperature."""

Line: TypeAlias = list[Point]
"""Corners from the lowest temperature up."""


def wall_line(wall: Wall, bottom: Fraction, top: Fraction) -> Line:
    """Return the corners of a wall between two temperatures."""
    between = sorted(t for t in wall.critical_temperatures if bottom < t < top)
    return [(wall(t), t) for t in (bottom, *between, top)]


def scaffold(value: Value, *, left: bool, top: Fraction) -> Line:
    """Return a scaffold from temperature -1 up to `top`; no corners if there is no option.

    Left's is the largest right wall of a Left option, less the tax t; Right's is the smallest
    left wall of a Right option, plus the tax.
    """
    walls = option_walls(value, left=left)
    if not walls:
        return []
    best: Callable[..., Fraction] = max if left else min
    tax = -1 if left else 1
    temperatures = _corners(walls, Fraction(-1), top)
    line = [(best(wall(t) for wall in walls) + tax * t, t) for t in temperatures]
    return _straightened(line)


def option_walls(value: Value, *, left: bool) -> list[Wall]:
    """Return the walls that make a scaffold: the right walls of the Left options, or mirrored."""
    if left:
        return [option.thermograph().right_wall for option in value.left_options]
    return [option.thermograph().left_wall for option in value.right_options]


def _corners(walls: Sequence[Wall], bottom: Fraction, top: Fraction) -> list[Fraction]:
    """Return every temperature where a wall bends or where two walls may cross."""
    bends = {t for wall in walls for t in wall.critical_temperatures if bottom < t < top}
    bends_and_ends = sorted({bottom, top, *bends})
    crossings: set[Fraction] = set()
    for low, high in pairwise(bends_and_ends):
        crossings |= _crossings(walls, low, high)
    return sorted({*bends_and_ends, *crossings})


def _crossings(walls: Sequence[Wall], low: Fraction, high: Fraction) -> set[Fraction]:
    """Return where straight pieces of walls cross between two temperatures.

    Slopes are -1, 0 and 1, and of parallel pieces only the outermost matter.
    """
    pieces: dict[Fraction, list[Fraction]] = {}
    for wall in walls:
        start = wall(low)
        slope = (wall(high) - start) / (high - low)
        pieces.setdefault(slope, []).append(start)
    lines = [(s, pick(starts)) for s, starts in pieces.items() for pick in (min, max)]
    crossings = set()
    for i, (slope, start) in enumerate(lines):
        for other_slope, other_start in lines[:i]:
            if slope != other_slope:
                t = low + (other_start - start) / (slope - other_slope)
                if low < t < high:
                    crossings.add(t)
    return crossings


def _straightened(line: Line) -> Line:
    """Leave out the corners that lie on a straight line between their neighbours."""
    kept: Line = []
    for point in line:
        while len(kept) > 1 and _slope(kept[-2], kept[-1]) == _slope(kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _slope(a: Point, b: Point) -> Fraction:
    return (b[0] - a[0]) / (b[1] - a[1])


def lowest(graphs: Sequence[Thermograph]) -> Fraction:
    """Return where a picture begins: at 0 for hot games, else at -1."""
    return Fraction(0 if all(graph.temperature > 0 for graph in graphs) else -1)
