"""Edge geography on grids: T. Sereekiatdilok and P. Vichitkunakorn, arXiv 2504.12148 (2025).

A token lies on a vertex of a graph. A player moves it along an edge, and removes this edge. The
player who cannot move loses. The graph is a grid of m columns and n rows.

We read the abstract, the introduction and a summary, which state both theorems below. Their proofs,
by trails that are reflected at the rim of the grid, we did not see.

``farstar verify examples/papers/edge_geography.py`` plays the game out.
"""

from functools import cache
from itertools import product
from math import gcd

import farstar as fs
from farstar import papers
from farstar.papers import same, sizes

PAPER = papers.Paper(
    "edge-geography",
    "Undirected edge geography games on grids",
    authors="Tharit Sereekiatdilok and Panupong Vichitkunakorn",
)


def edges_of(m, n):
    """Return the edges of a grid."""
    across = [((a, b), (a + 1, b)) for a in range(1, m) for b in range(1, n + 1)]
    along = [((a, b), (a, b + 1)) for a in range(1, m + 1) for b in range(1, n)]
    return across + along


class EdgeGeography(fs.ImpartialRuleset):
    """A position is the place of the token, and the edges that are left."""

    def moves(self, position):
        """Return the positions after a move."""
        place, edges = position
        for edge in sorted(edges):
            if place in edge:
                one, other = edge
                yield other if place == one else one, edges - {edge}


def lost_places(m, n):
    """Return the vertices from which the player to move loses, by playing everything out."""
    ends = edges_of(m, n)
    around = {}
    for i, (one, other) in enumerate(ends):
        around.setdefault(one, []).append((1 << i, other))
        around.setdefault(other, []).append((1 << i, one))

    @cache
    def is_won(place, left):
        return any(left & bit and not is_won(to, left ^ bit) for bit, to in around[place])

    return {place for place in around if not is_won(place, (1 << len(ends)) - 1)}


def grids(bound):
    """Yield the grids with at most `bound` edges, and more than one vertex."""
    for m, n in product(range(1, bound + 2), repeat=2):
        if m <= n and 1 <= len(edges_of(m, n)) <= bound:
            yield m, n


@PAPER.holds(
    "Theorem 1",
    "From a corner of a grid of `m` columns and `n` rows the player to move loses exactly if "
    "`gcd(m + 1, n + 1) > 1`. (Fraenkel, Scheinerman and Ullman, 1993.)",
    "the game played out, also by the general search",
    sizes("grids of at most {} edges", 13),
)
def corners(bound):
    """Compare corners with the divisor."""
    rules = EdgeGeography()
    for m, n in grids(bound):
        is_lost = gcd(m + 1, n + 1) > 1
        yield same(f"{m} x {n}", is_lost, (1, 1) in lost_places(m, n))
        if len(edges_of(m, n)) <= 8:
            start = rules(((1, 1), frozenset(edges_of(m, n))))
            yield same(f"{m} x {n}, search", is_lost, start.outcome is fs.Outcome.P)


@PAPER.holds(
    "Theorem 2",
    "From the vertex `(a, b)` the player to move loses exactly if `gcd(m + 1, n + 1)` divides "
    "neither `a` nor `b`.",
    "the game played out from every vertex",
    sizes("grids of at most {} edges", 13),
)
def all_places(bound):
    """Compare all vertices with the divisor."""
    for m, n in grids(bound):
        divisor, lost = gcd(m + 1, n + 1), lost_places(m, n)
        for a, b in product(range(1, m + 1), range(1, n + 1)):
            expected = a % divisor != 0 and b % divisor != 0
            yield same(f"{m} x {n} from ({a},{b})", expected, (a, b) in lost)
