"""Snort on opposable graphs: R. Ashmore, B. A. Austin, A. M. Davies, D. Dyer, W. Kellough (2025).

In Snort the players colour vertices of a graph, each in their own colour, and neighbours must not
get different colours. The player who cannot move loses. A graph is opposable if an automorphism of
order two maps every vertex to another one that is not a neighbour.

We read the abstract and the beginning of the introduction of "On graph automorphisms related to
Snort" (arXiv 2506.20669). The abstract has the first statement below, and says that the converse
fails; the theorems on products and on chess graphs, and the examples of the paper, we did not see.
The example with six vertices in the second statement is ours.

``farstar verify examples/papers/opposable_graphs.py`` plays the games out.
"""

from functools import cache
from itertools import combinations, permutations

from farstar import papers
from farstar.papers import same, sizes, true

PAPER = papers.Paper(
    "opposable-graphs",
    "On graph automorphisms related to Snort",
    authors="Rylo Ashmore, Beth Ann Austin, Alfie M. Davies, Danny Dyer and William Kellough",
)


def second_wins(n, edges):
    """Return whether the player who moves second wins, whoever that is, by the rules."""
    near = [0] * n
    for v, w in edges:
        near[v] |= 1 << w
        near[w] |= 1 << v

    @cache
    def wins(mine, other):
        # The player to move has coloured the first set, and the opponent the second one.
        taken = mine | other
        return any(
            not taken >> v & 1 and not near[v] & other and not wins(other, mine | 1 << v)
            for v in range(n)
        )

    return not wins(0, 0)


def is_opposable(n, edges):
    """Return whether some automorphism makes the graph opposable, by trying all permutations."""
    joined = {frozenset(edge) for edge in edges}
    return any(
        all(p[p[v]] == v != p[v] and frozenset((v, p[v])) not in joined for v in range(n))
        and {frozenset((p[v], p[w])) for v, w in edges} == joined
        for p in permutations(range(n))
    )


def opposable(pairs):
    """Yield all opposable graphs on so many pairs of vertices, 2i and 2i + 1 being exchanged."""
    joints = [
        ((2 * i, 2 * j + k), (2 * i + 1, 2 * j + 1 - k))
        for i, j in combinations(range(pairs), 2)
        for k in (0, 1)
    ]
    for chosen in range(1 << len(joints)):
        yield [edge for bit, both in enumerate(joints) if chosen >> bit & 1 for edge in both]


@PAPER.holds(
    "Abstract",
    "The player who moves second wins Snort on every opposable graph.",
    "Snort played out on all opposable graphs, up to isomorphism",
    sizes("{} pairs of vertices", 3),
)
def opposable_graphs(bound):
    """Play Snort out."""
    for pairs in range(1, bound + 1):
        for edges in opposable(pairs):
            yield true(f"{edges}: not opposable", is_opposable(2 * pairs, edges) or pairs > 3)
            yield true(f"{edges}: the first player wins", second_wins(2 * pairs, edges))


def graphs(n):
    """Yield the edges of all graphs with n vertices that have names."""
    pairs = list(combinations(range(n), 2))
    for chosen in range(1 << len(pairs)):
        yield [edge for bit, edge in enumerate(pairs) if chosen >> bit & 1]


@PAPER.holds(
    "Converse",
    "The player who moves second wins Snort on some graphs that are not opposable. The smallest "
    "have six vertices, such as a triangle beside a path of three vertices. (Our example.)",
    "Snort played out on all graphs with fewer vertices, and on that one",
    sizes("at most {} vertices", 5),
    status=papers.Status.CHECKED,
)
def converse(bound):
    """Compare who wins with opposability."""
    for n in range(1, min(bound, 5) + 1):
        for edges in graphs(n):
            yield same(f"{n} vertices, {edges}", is_opposable(n, edges), second_wins(n, edges))
    example = [(0, 1), (1, 2), (3, 4), (4, 5), (3, 5)]
    yield true("the example is opposable", not is_opposable(6, example))
    yield true("the first player wins the example", second_wins(6, example))
