"""Smaller counterexamples: a point that fails, with its coordinates lowered as far as they go.

A counterexample is *minimal* if no single coordinate can be moved to an earlier value of its range
with the claim still failing there. Whether that is so can only be found out by trying all earlier
values of each coordinate, so it takes as many tries as there are; a budget bounds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from farstar import engine
from farstar.errors import FarstarError

MOST_TRIES = 100_000

F = TypeVar("F")


def shrunk(
    failure: F, number: int, sizes: Sequence[int], fails: Callable[[int], F | None]
) -> tuple[F, bool]:
    """Lower the coordinates of a failure until it is minimal, or the tries are used up.

    Points are known by their numbers, the last coordinate changing fastest; `sizes` says how many
    values each has. `fails` returns the failure at a point, or None where there is none. Returned
    are the lowest failure, and whether all earlier values of each coordinate were tried.
    """
    places = list[int]()
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.insert(0, place)
    tries, knows_all = iter(range(MOST_TRIES)), True
    # A few far jumps first: where they succeed, less is left to try.
    for earlier in (_jumps, range):
        is_lowered = True
        while is_lowered:
            # Only the last round counts, in which nothing could be lowered.
            is_lowered, knows_all = False, True
            for axis in range(len(sizes)):
                for place in earlier(places[axis]):
                    if next(tries, None) is None:
                        return failure, False
                    other = [*places[:axis], place, *places[axis + 1 :]]
                    try:
                        outcome = fails(_number(other, sizes))
                    except FarstarError:
                        if engine.is_out_of_time():
                            return failure, False
                        # Nobody knows what the claim would say there.
                        knows_all = False
                        continue
                    if outcome is not None:
                        places, failure, is_lowered = other, outcome, True
                        break
    return failure, knows_all


def _jumps(place: int) -> Iterator[int]:
    """Yield smaller places: 0, the half, three quarters, and so on."""
    gap = place
    while gap:
        yield place - gap
        gap //= 2


def _number(places: Sequence[int], sizes: Sequence[int]) -> int:
    number = 0
    for place, size in zip(places, sizes, strict=True):
        number = number * size + place
    return number
