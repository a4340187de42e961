"""The bulk kernels of the native engine: tables of handles, made in one call.

There is no reference version here: whoever offers a table to users has the plain way beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from farstar.engine._active import active
from farstar.engine._interface import Handle

__all__ = [
    "Table",
    "available",
    "euclid_census",
    "euclid_form",
    "euclid_forms",
    "euclid_values",
    "euclid_weights",
    "geography",
]


_MOST = 2**32 - 1
"""Larger bounds do not fit the native call; a table of this size is refused all the same."""


class Table(Protocol):
    """Handles by position, a tuple of integers; positions outside the table raise `KeyError`."""

    def __len__(self) -> int: ...
    def __getitem__(self, position: Any, /) -> Handle: ...
    def counts(self) -> list[tuple[Handle, int]]:
        """Return how often each game occurs, the most frequent first."""


def available() -> bool:
    """Tell whether the active engine has kernels."""
    return active().name == "native"


def euclid_values(bound: int) -> Table:
    """Return the values of Partizan Euclid, made canonical by comparing games.

    All coprime (p, q) with 1 < q < p < 2q and p <= `bound`.
    """
    from farstar import _core

    return _core.partizan_euclid_values(min(bound, _MOST))


def euclid_forms(bound: int, automaton: Sequence[tuple[int, str, int, str]]) -> Table:
    """Return the same values without comparing games, by an automaton of normal forms."""
    from farstar import _core

    return _core.partizan_euclid_forms(min(bound, _MOST), automaton)


def euclid_form(
    runs: Sequence[tuple[str, int]], automaton: Sequence[tuple[int, str, int, str]]
) -> Handle:
    """Return one such value, for a word given as (letter, length) from its e leftwards."""
    from farstar import _core

    return _core.partizan_euclid_form(runs, automaton)


def euclid_weights(bound: int, automaton: Sequence[tuple[int, int, str]]) -> Table:
    """Return their atomic weights, by an automaton of classes with far-star outcomes."""
    from farstar import _core

    return _core.partizan_euclid_weights(min(bound, _MOST), automaton)


def euclid_census(
    bound: int,
    automaton: Sequence[tuple[int, int, str]],
    *,
    part: int = 0,
    parts: int = 1,
    threads: int = 1,
    every_node: bool = False,
) -> dict[str, int]:
    """Count the outcomes of all Partizan Euclid positions with q < p <= `bound`, or of a part.

    Either whole subtrees at once where they share one outcome, or word by word.
    """
    from farstar import _core

    return _core.partizan_euclid_census(bound, automaton, part, parts, threads, every_node)


def geography(bound: int) -> Table:
    """Return the values of A(x, y, z), 0 <= x, z <= `bound`, 1 <= y <= `bound`."""
    from farstar import _core

    return _core.geography_values(min(bound, _MOST))
