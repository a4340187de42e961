"""The bulk kernels of the native engine: tables of handles or of numbers, and Grundy sequences.

There is no reference version here; the callers have a plain computation of their own.

`loopy_order` tells for each pair of vertices of two graphs whether the first is >= the second, in
one of three readings: ``"stoppers"`` if no alternating play in either is infinite; ``"on"`` where
infinite play is a win of Left in each component, ``"off"`` where it is one of Right.

>>> from farstar.engine import kernels
>>> zero, over = [((), ())], [((1,), (0,)), ((), ())]
>>> if kernels.available():
...     assert kernels.loopy_order(over, zero, "stoppers")[0] == 1
...     assert kernels.loopy_order(zero, over, "stoppers")[0] == 0
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from mmap import mmap
from typing import Any, Protocol

from farstar.engine._active import Handle, active

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core
    from farstar._core import (
        FoxAndGeeseTable,
        MisereSolver,
        WordLabels,
        fox_and_geese,
        has_vectors,
        loopy_order,
        nim_product,
        write_seconds,
    )

__all__ = [
    "FoxAndGeeseTable",
    "MisereSolver",
    "Table",
    "ThermalTable",
    "WordLabels",
    "available",
    "fox_and_geese",
    "grundy_sequence",
    "has_vectors",
    "heap_record",
    "loopy_order",
    "nim_product",
    "sparse_mask",
    "write_seconds",
]


class Table(Protocol):
    """Handles by position, a tuple of integers; positions outside the table raise `KeyError`."""

    def __len__(self) -> int: ...
    def __getitem__(self, position: Any, /) -> Handle: ...
    def counts(self) -> list[tuple[Handle, int]]:
        """Return how often each game occurs, the most frequent first."""


class ThermalTable(Table, Protocol):
    """A table that knows the means and temperatures of its games."""

    def thermal(self) -> tuple[bytearray, bytearray, bytearray]:
        """Return positions as 32-bit integers, and means and temperatures as doubles."""


def available() -> bool:
    """Return whether the active engine has kernels."""
    return active().name == "native"


_MOST = 2**64 - 1


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
    >>> from farstar.engine import kernels
    >>> if kernels.available():
    ...     assert list(kernels.grundy_sequence((0, 7, 7), 9)) == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    numbers = _core.grundy_sequence(digits, min(count, _MOST), unequal)
    return memoryview(numbers).toreadonly().cast("I")


def heap_record(
    digits: Sequence[int],
    buffer: bytearray | mmap,
    width: int,
    known: int,
    *,
    unequal: bool = False,
    tile: int = 64,
) -> _core.HeapRecord:
    """Return what works out Grundy values in memory of the caller, such as a file in memory.

    Parameters
    ----------
    digits : sequence of int
        The code, as in `grundy_sequence`.
    buffer : buffer
        The values: unsigned numbers of `width` bytes, which may be written.
    width : int
        1, 2 or 4.
    known : int
        How many values there are already.
    unequal : bool
        Whether the two heaps of a split must differ.
    tile : int
        How many heaps are worked out together; the values do not depend on it.

    Examples
    --------
    >>> from farstar.engine import kernels
    >>> values = bytearray(9)
    >>> if kernels.available():
    ...     assert kernels.heap_record((0, 7, 7), values, 1, 0).extend(9) == "reached"
    ...     assert list(values) == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    return _core.HeapRecord(digits, unequal, buffer, width, known, tile)


def sparse_mask(numbers: memoryview) -> int:
    """Return the least mask with which the fewest numbers have an even number of bits in common.

    Those numbers are the rare ones of the sparse space; the others are common.

    Examples
    --------
    >>> from farstar.engine import kernels
    >>> if kernels.available():
    ...     assert kernels.sparse_mask(kernels.grundy_sequence((0, 7, 7), 10_000)) == 15
    """
    return _core.sparse_mask(bytes(numbers.cast("B")))
