"""The cone between the slopes 1/phi and phi: the geometry of Euclid and of Grossman's game.

A position ``(a, b)`` is a point of the plane. Off the diagonal there is one direction to move in:
down if ``a < b``, left if ``a > b``. The lost positions off the diagonal and off the axes are the
lattice points of the open cone ``1/phi < y/x < phi`` where phi is the golden ratio: from a point
inside, the only move leads out; from a point outside, exactly one move leads in.

Comparisons with phi, and with the other numbers ``[d, d, d, ...]``, are made on squares of
integers and are exact.

References
----------
T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003), section 2.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Literal

from farstar._arguments import integer

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["column", "contains", "direction", "exceeds", "line_of_play", "winning_step"]


def exceeds(b: int, a: int, digit: int = 1) -> bool:
    """Return whether ``b/a`` is greater than ``[digit, digit, digit, ...]``.

    That number is the positive root of ``x*x = digit*x + 1``; for ``digit = 1`` it is phi.

    Examples
    --------
    >>> exceeds(8, 5), exceeds(13, 8), exceeds(5, 2, digit=2)
    (False, True, True)
    """
    numerator = integer(b, 1, "the numerator")
    denominator = integer(a, 1, "the denominator")
    d = integer(digit, 1, "the digit")
    return numerator * (numerator - d * denominator) > denominator * denominator


def contains(x: int, y: int) -> bool:
    """Return whether the point lies in the open cone ``1/phi < y/x < phi``.

    Examples
    --------
    >>> contains(5, 8), contains(8, 13), contains(4, 4)
    (True, False, True)
    """
    small, large = sorted((integer(x, 1, "x"), integer(y, 1, "y")))
    return not exceeds(large, small)


def column(x: int) -> range:
    """Return the ``y`` for which ``(x, y)`` lies in the cone: exactly `x` of them.

    Examples
    --------
    >>> column(5)
    range(4, 9)
    """
    width = integer(x, 1, "x")
    # The column meets the cone from x/phi to x*phi, which differ by x and are irrational.
    top = (width + isqrt(5 * width * width)) // 2
    return range(top - width + 1, top + 1)


def direction(x: int, y: int) -> Literal["down", "left"] | None:
    """Return the direction of every move from ``(x, y)``, or None on the diagonal.

    Examples
    --------
    >>> direction(2, 9), direction(11, 8), direction(4, 4)
    ('down', 'left', None)
    """
    horizontal, vertical = integer(x, 1, "x"), integer(y, 1, "y")
    if horizontal == vertical:
        return None
    return "down" if horizontal < vertical else "left"


def winning_step(x: int, y: int) -> tuple[int, int] | None:
    """Return the point of the cone that one move of Grossman's game leads to.

    None for a point inside the cone, where no winning move exists.

    Examples
    --------
    >>> winning_step(2, 9), winning_step(13, 5), winning_step(8, 11)
    ((2, 3), (8, 5), None)
    """
    way = direction(x, y)
    if way is None or contains(x, y):
        return None
    if way == "left":
        return _drop(y, x), y
    return x, _drop(x, y)


def line_of_play(x: int, y: int) -> Iterator[tuple[int, int]]:
    """Yield the points that Grossman's game visits when the winner plays to win.

    Outside the cone the winner steps into it; inside there is only one move.

    Examples
    --------
    >>> list(line_of_play(9, 2)), list(line_of_play(8, 11))
    ([(9, 2), (3, 2), (1, 2), (1, 1)], [(8, 11), (8, 3), (2, 3), (2, 1), (1, 1)])
    """
    point = integer(x, 1, "x"), integer(y, 1, "y")
    return _line_of_play(point)


def _line_of_play(point: tuple[int, int]) -> Iterator[tuple[int, int]]:
    yield point
    while point[0] != point[1]:
        x, y = point
        point = winning_step(x, y) or ((x, y - x) if x < y else (x - y, y))
        yield point


def _drop(x: int, y: int) -> int:
    """Return the number congruent to `y` modulo `x` in the column of the cone at `x`."""
    lowest = column(x).start
    return lowest + (y - lowest) % x
