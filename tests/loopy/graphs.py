"""Graphs of loopy games, random ones among them, for tests and drills."""

from __future__ import annotations

from random import Random

from farstar.loopy._graph import (
    Graph,
    colours,
    components,
    explored,
    is_stopper,
    negative,
    quotient,
    total,
    trimmed,
)
from farstar.loopy._loopy import of_graphs
from farstar.loopy.order import are_equal, plain_order

__all__ = [
    "Graph",
    "are_equal",
    "colours",
    "components",
    "explored",
    "is_stopper",
    "negative",
    "of_graphs",
    "plain_order",
    "quotient",
    "random_graph",
    "total",
    "trimmed",
]


def random_graph(random: Random, most: int = 7) -> Graph:
    """Return a graph of 3 to `most` vertices, a few edges each."""
    size = random.randint(3, most)

    def side() -> tuple[int, ...]:
        count = random.choice((0, 1, 1, 1, 2, 2))
        return tuple(sorted(random.sample(range(size), min(count, size))))

    return trimmed([(side(), side()) for _ in range(size)])
