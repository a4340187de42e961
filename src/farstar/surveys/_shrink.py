"""Smaller counterexamples: a point that fails, with its coordinates lowered as far as they go.

A counterexample is *minimal* if no single coordinate can be moved to an earlier value of its range
with the claim still failing there. Whether that is so can only be found out by trying all earlier
values of each coordinate, so it takes as many tries as there are; a budget bounds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from farstar.errors import FarstarError
from farstar.surveys._work import is_out_of_time

MOST_TRIES = 100_000

F = TypeVar("F")


@dataclass(frozen=True)
class Shrunk(Generic[F]):
    """A failure that was lowered."""

    failure: F
    is_minimal: bool
    """Whether all earlier values of each coordinate were tried."""


class _OutOfTriesError(Exception):
    """The tries are used up."""


class _Shrinking(Generic[F]):
    def __init__(
        self, failure: F, number: int, sizes: Sequence[int], fails: Callable[[int], F | None]
    ) -> None:
        self.failure = failure
        self.places = _places(number, sizes)
        self.knows_all = True
        self._sizes = sizes
        self._fails = fails
        self._tries = 0

    def lower_each(self, earlier: Callable[[int], Iterable[int]]) -> bool:
        """Lower each coordinate once, to one of its earlier places; tell whether one could be."""
        lowered = False
        for axis in range(len(self._sizes)):
            lowered |= self._lower(axis, earlier(self.places[axis]))
        return lowered

    def _lower(self, axis: int, earlier: Iterable[int]) -> bool:
        """Move a coordinate to the first of these places at which the claim fails, if any."""
        for place in earlier:
            if self._tries >= MOST_TRIES:
                raise _OutOfTriesError
            self._tries += 1
            places = [*self.places[:axis], place, *self.places[axis + 1 :]]
            try:
                failure = self._fails(_number(places, self._sizes))
            except FarstarError:
                if is_out_of_time():
                    raise _OutOfTriesError from None
                # Nobody knows what the claim would say there.
                self.knows_all = False
                continue
            if failure is not None:
                self.places, self.failure = places, failure
                return True
        return False


def shrunk(
    failure: F, number: int, sizes: Sequence[int], fails: Callable[[int], F | None]
) -> Shrunk[F]:
    """Lower the coordinates of a failure until it is minimal, or the tries are used up.

    Parameters
    ----------
    failure : object
        What is known of the failure at the point `number`.
    number : int
        The number of that point among all points, the last coordinate changing fastest.
    sizes : sequence of int
        How many values each coordinate has.
    fails : callable
        Returns the failure at a point, or None where there is none.

    Examples
    --------
    >>> shrunk(99, 99, [100], lambda n: n if n % 7 == 3 else None)
    Shrunk(failure=3, is_minimal=True)
    """
    state = _Shrinking(failure, number, sizes, fails)
    try:
        # A few far jumps first: where they succeed, less is left to try.
        while state.lower_each(_jumps):
            pass
        state.knows_all = True
        while state.lower_each(range):
            # Only the last round counts, in which nothing could be lowered.
            state.knows_all = True
    except _OutOfTriesError:
        return Shrunk(state.failure, is_minimal=False)
    return Shrunk(state.failure, is_minimal=state.knows_all)


def _jumps(place: int) -> Iterator[int]:
    """Yield smaller places: 0, the half, three quarters, and so on."""
    gap = place
    while gap:
        yield place - gap
        gap //= 2


def _places(number: int, sizes: Sequence[int]) -> list[int]:
    places = []
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.append(place)
    return places[::-1]


def _number(places: Sequence[int], sizes: Sequence[int]) -> int:
    number = 0
    for place, size in zip(places, sizes, strict=True):
        number = number * size + place
    return number
