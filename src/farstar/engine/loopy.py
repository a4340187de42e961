"""The order of loopy games at native speed; `farstar.loopy` has the plain way beside it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol, TypeAlias

from farstar.engine._active import active

# Without a native engine this module can be imported, and none of its functions is called.
with suppress(ImportError):
    from farstar import _core

__all__ = ["FoxAndGeeseTable", "Rows", "available", "fox_and_geese", "order"]

Rows: TypeAlias = Sequence[tuple[Sequence[int], Sequence[int]]]
"""For each vertex where Left and where Right can move to."""


def available() -> bool:
    """Tell whether the active engine orders graphs."""
    return active().name == "native"


def order(g: Rows, h: Rows, reading: str) -> bytes:
    """Return for each pair of vertices of two graphs whether the first is >= the second.

    Parameters
    ----------
    g, h : sequence of pairs of sequences of int
        The graphs.
    reading : str
        ``"stoppers"`` if no alternating play in either is infinite; ``"on"`` where infinite play
        is a win of Left in each component, ``"off"`` where it is one of Right.

    Examples
    --------
    >>> from farstar.engine import loopy
    >>> zero, over = [((), ())], [((1,), (0,)), ((), ())]
    >>> if loopy.available():
    ...     assert loopy.order(over, zero, "stoppers")[0] == 1
    ...     assert loopy.order(zero, over, "stoppers")[0] == 0
    """
    return _core.loopy_order(g, h, reading)


class FoxAndGeeseTable(Protocol):
    """The values of all positions of Fox and Geese on a board, by sets of geese.

    The squares of the colour of the first one are numbered row by row, the sets of geese in
    colexicographic order.
    """

    @property
    def squares(self) -> int:
        """How many squares there are."""

    @property
    def sets(self) -> int:
        """How many sets of geese there are."""

    def set_of(self, geese: Sequence[int], /) -> int:
        """Return the number of a set of geese, given by ascending squares."""

    def squares_of(self, number: int, /) -> list[int]:
        """Return the ascending squares of a set of geese."""

    def values(self, first: int, end: int, /) -> bytes:
        """Return the numbers of the values of some sets, four bytes for each square of the fox."""

    def graph(self, value: int, /) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the canonical form of a value as rows."""


def fox_and_geese(rows: int, columns: int, geese: int, reach: int) -> FoxAndGeeseTable:
    """Return the table of a board of Fox and Geese; values are computed when they are asked for.

    Examples
    --------
    >>> from farstar.engine import loopy
    >>> if loopy.available():
    ...     table = loopy.fox_and_geese(4, 4, 2, 1)
    ...     assert (table.squares, table.sets) == (8, 28)
    """
    return _core.fox_and_geese(rows, columns, geese, reach)
