"""The order of loopy games at native speed; `farstar.loopy` has the plain way beside it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from farstar.engine._active import active

# Without a native engine this module can be imported, and none of its functions is called.
with suppress(ImportError):
    from farstar import _core

__all__ = ["Rows", "available", "order"]

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
