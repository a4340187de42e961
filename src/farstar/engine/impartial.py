"""Grundy sequences of heap games at native speed.

There is no reference version here; the callers have a plain computation of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from farstar.engine._active import active

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core

__all__ = ["available", "grundy_sequence", "sparse_mask"]

_MOST = 2**64 - 1


def available() -> bool:
    """Return whether the active engine has sequences."""
    return active().name == "native"


def grundy_sequence(digits: Sequence[int], count: int, *, unequal: bool = False) -> memoryview:
    """Return the Grundy values of the heaps 0, ..., count - 1 of a take-and-break game.

    They are exact: a heap is computed from its options, or follows from a period that the
    theorem on octal games proves. Time and memory budgets and interrupts work; a heap counts
    as one node.

    Parameters
    ----------
    digits : sequence of int
        The octal digit k is about taking k counters: its bit j allows exactly j heaps to be
        left. Kayles, 0.77, is ``(0, 7, 7)``. The first digit is 0, or 4 where a heap may be split
        without taking anything.
    count : int
        How many heaps.
    unequal : bool
        Whether the two heaps of a split must differ: Grundy's game is ``(4,)`` with this.

    Returns
    -------
    memoryview
        Unsigned 32-bit numbers, without a copy for NumPy and others that read buffers.

    Examples
    --------
    >>> from farstar.engine import impartial
    >>> if impartial.available():
    ...     assert list(impartial.grundy_sequence((0, 7, 7), 9)) == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    numbers = _core.grundy_sequence(digits, min(count, _MOST), unequal)
    return memoryview(numbers).toreadonly().cast("I")


def sparse_mask(numbers: memoryview) -> int:
    """Return the least mask with which the fewest numbers have an even number of bits in common.

    Those numbers are the rare ones of the sparse space; the others are common.

    Examples
    --------
    >>> from farstar.engine import impartial
    >>> if impartial.available():
    ...     assert impartial.sparse_mask(impartial.grundy_sequence((0, 7, 7), 10_000)) == 15
    """
    return _core.sparse_mask(bytes(numbers.cast("B")))
