"""Cases that several papers go through, and a record of what brute force was asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import gcd


class Asked:
    """A record of what was asked of brute force, and of which positions, while one is kept."""

    def __init__(self) -> None:
        self._notes: dict[tuple[str, str, tuple[object, ...]], None] | None = None

    @contextmanager
    def noted(self) -> Iterator[dict[tuple[str, str, tuple[object, ...]], None]]:
        """Keep a record of each question: what is asked, a template, and the values to fill in.

        What is asked is something that a family may be certified for, or ``sum`` for the outcome of
        a sum.
        """
        self._notes = {}
        try:
            yield self._notes
        finally:
            self._notes = None

    def note(self, what: str, template: str, *arguments: object) -> None:
        """Record one question, if a record is kept."""
        if self._notes is not None:
            self._notes[what, template, arguments] = None


ASKED = Asked()
"""The record of this process."""


def coprime_pairs(bound: int) -> Iterator[tuple[int, int]]:
    """Yield the coprime pairs ``(p, q)`` with ``q < p <= bound``."""
    return ((p, q) for q, p in pairs(bound) if gcd(p, q) == 1)


def pairs(bound: int, least: int = 1) -> Iterator[tuple[int, int]]:
    """Yield all pairs ``least <= a < b <= bound``."""
    return ((a, b) for b in range(least, bound + 1) for a in range(least, b))


def pairs_or_equal(bound: int, least: int = 1) -> Iterator[tuple[int, int]]:
    """Yield all pairs ``least <= a <= b <= bound`` with ``b >= 1``."""
    return ((a, b) for b in range(1, bound + 1) for a in range(least, b + 1))


def running_means(
    bound: int, of: Callable[[int, int], float], start: int = 2
) -> Iterator[tuple[int, float]]:
    """Yield N with the mean of a function over all pairs ``a < b <= N``, for N from `start` on."""
    total = 0.0
    for b in range(2, bound + 1):
        total += sum(of(a, b) for a in range(1, b))
        if b >= start:
            yield b, total / (b * (b - 1) / 2)
