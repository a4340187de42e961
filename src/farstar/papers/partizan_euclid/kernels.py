"""The bulk kernels for Partizan Euclid, which the native engine has: one call a table.

There is no plain version here; the callers have one of their own, and ask
`farstar.engine.kernels.available` first.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from farstar.engine.kernels import ThermalTable, available

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core
    from farstar._core import EuclidAutomaton, EuclidReader
    from farstar._core import partizan_euclid_form as euclid_form
    from farstar._core import partizan_euclid_form_counts as euclid_form_counts
    from farstar._core import partizan_euclid_form_places as euclid_form_places
    from farstar._core import partizan_euclid_growth as euclid_growth
    from farstar._core import partizan_euclid_subtree as euclid_subtree
    from farstar._core import partizan_euclid_weight_counts as euclid_weight_counts
    from farstar._core import partizan_euclid_weight_places as euclid_weight_places

__all__ = [
    "EuclidAutomaton",
    "EuclidReader",
    "available",
    "euclid_census",
    "euclid_form",
    "euclid_form_counts",
    "euclid_form_places",
    "euclid_forms",
    "euclid_growth",
    "euclid_outcomes",
    "euclid_positions",
    "euclid_subtree",
    "euclid_values",
    "euclid_weight_counts",
    "euclid_weight_places",
    "euclid_weights",
]

_MOST = 2**32 - 1
"""Larger bounds do not fit the native call; a table of this size is refused all the same."""


def euclid_values(bound: int) -> ThermalTable:
    """Return the values of Partizan Euclid, made canonical by comparing games.

    All coprime (p, q) with 1 < q < p < 2q and p <= `bound`.
    """
    return _core.partizan_euclid_values(min(bound, _MOST))


def euclid_forms(bound: int, automaton: Sequence[tuple[int, str, int, str]]) -> ThermalTable:
    """Return the same values without comparing games, by an automaton of normal forms."""
    return _core.partizan_euclid_forms(min(bound, _MOST), automaton)


def euclid_weights(bound: int, automaton: Sequence[tuple[int, int, str]]) -> ThermalTable:
    """Return their atomic weights, by an automaton of classes with far-star outcomes."""
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
    return _core.partizan_euclid_census(bound, automaton, part, parts, threads, every_node)


def euclid_outcomes(
    rows: range,
    automaton: Sequence[tuple[int, int, str]],
    *,
    threads: int = 1,
    vectors: bool = True,
) -> memoryview:
    """Return the letters of the outcomes of Partizan Euclid in some rows, a byte each."""
    return memoryview(
        _core.partizan_euclid_outcomes(rows.start, rows.stop, automaton, threads, vectors)
    )


def euclid_positions(
    rows: range, automaton: Sequence[tuple[int, int, str]], letter: str, *, threads: int = 1
) -> memoryview:
    """Return the positions in some rows whose outcome is `letter`, as numbers p, q, p, q, ..."""
    positions = _core.partizan_euclid_positions(rows.start, rows.stop, automaton, letter, threads)
    return memoryview(positions).cast("I")
