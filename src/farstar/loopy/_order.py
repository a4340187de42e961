"""The order of graphs, by the active engine."""

from __future__ import annotations

from farstar.engine import loopy as native
from farstar.loopy import _reference
from farstar.loopy._graph import Graph


def order(g: Graph, h: Graph, reading: str) -> bytes:
    """Return for each pair of vertices whether the first is >= the second, row by row of G."""
    if native.available():
        return native.order(g, h, reading)
    return _reference.order(g, h, reading)


def at_least(g: Graph, h: Graph, reading: str) -> bool:
    """Tell whether ``G >= H`` in a reading of infinite play."""
    return order(g, h, reading)[0] != 0


def are_equal(g: Graph, h: Graph, reading: str) -> bool:
    """Tell whether ``G = H`` in a reading of infinite play."""
    return g == h or (at_least(g, h, reading) and at_least(h, g, reading))
