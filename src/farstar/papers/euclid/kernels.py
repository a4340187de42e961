"""The bulk kernels for Euclid and Grossman's game, which the native engine has.

There is no plain version here; the callers have one of their own, and ask
`farstar.engine.kernels.available` first.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from farstar.engine.kernels import available

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core
    from farstar._core import grossman_action_wins as action_wins

__all__ = [
    "action_wins",
    "available",
    "family_cells",
    "family_histogram",
    "family_sums",
]

_MOST = 2**32 - 1
"""Larger bounds do not fit the native call; a table of this size is refused all the same."""


def family_cells(
    what: Literal["winners", "grundy", "lengths"],
    *,
    grossman: bool,
    limit: int | None,
    rows: range,
    threads: int = 1,
    vectors: bool = True,
) -> memoryview:
    """Return a number for each (b, a), a < b, in some rows: of Euclid or of Grossman's game."""
    game = grossman, min(limit or 0, _MOST)
    if what == "winners":
        return memoryview(
            _core.euclid_family_winners(*game, rows.start, rows.stop, threads, vectors)
        )
    make = _core.euclid_family_grundy if what == "grundy" else _core.euclid_family_lengths
    return memoryview(make(*game, rows.start, rows.stop, threads)).cast("I")


def family_histogram(
    what: Literal["grundy", "lengths"],
    *,
    grossman: bool,
    limit: int | None,
    rows: range,
    threads: int = 1,
) -> dict[int, int]:
    """Return how often each of those numbers occurs, without keeping them."""
    count = _core.euclid_family_length_histogram
    if what == "grundy":
        count = _core.euclid_family_grundy_histogram
    return dict(count(grossman, min(limit or 0, _MOST), rows.start, rows.stop, threads))


def family_sums(
    *, grossman: bool, limit: int | None, bound: int, threads: int = 1, cut: int = 0
) -> tuple[int, int]:
    """Return how many (b, a), a < b <= `bound`, are won, and the sum of the optimal lengths.

    Nothing is listed; `cut` says where pairs are split, and 0 leaves the choice to the kernel.
    """
    return _core.euclid_family_sums(grossman, min(limit or 0, _MOST), bound, threads, cut)
