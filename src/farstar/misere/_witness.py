"""Games that show why one game is not at least another modulo a universe.

A witness X of "G is not >= H" belongs to the universe, and either Left, moving first, loses G + X
and wins H + X, or Right, moving first, wins G + X and loses H + X. It is built from the reason for
which the comparison by options fails, so that every answer "no" can be checked by play.

The *adjoint* G* of G adds up to a P-position with it: the adjoint of 0 is *, and otherwise the
adjoints of the Right options become Left options and conversely, where 0 takes the place of none.

References
----------
.. [1] A. N. Siegel, Misère canonical forms of partizan games, Games of No Chance 4 (2015) 225-239.
"""

from __future__ import annotations

from farstar.misere._partizan import STORE, Node
from farstar.misere._universe import Universe


class Witnesses:
    """Witnesses of one universe, each remembered.

    Parameters
    ----------
    universe : Universe
        The universe; it has to contain {A|B} with A and B.
    """

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self._adjoints: dict[Node, Node] = {0: STORE.make([0], [0])}
        self._known: dict[tuple[Node, Node], tuple[Node, bool]] = {}

    def find(self, g: Node, h: Node) -> Node:
        """Return a witness; G must not be at least H."""
        return self._witness(g, h)[0]

    def adjoint(self, g: Node) -> Node:
        """Return the game that adds up to a P-position with G."""
        known = self._adjoints.get(g)
        if known is None:
            left = [self.adjoint(x) for x in STORE.right(g)] or [0]
            right = [self.adjoint(x) for x in STORE.left(g)] or [0]
            known = self._adjoints[g] = STORE.make(left, right)
        return known

    def _witness(self, g: Node, h: Node) -> tuple[Node, bool]:
        """Return a witness, and whether it is about Left moving first."""
        known = self._known.get((g, h))
        if known is None:
            known = self._known[g, h] = self._build(g, h)
        return known

    def _build(self, g: Node, h: Node) -> tuple[Node, bool]:
        universe = self._universe
        for end in universe.ends(max(STORE.depth(g), STORE.depth(h)) + 1):
            other = STORE.conjugate(end)
            if STORE.wins_sum(h, end, is_left=True) and not STORE.wins_sum(g, end, is_left=True):
                return end, True
            if STORE.wins_sum(g, other, is_left=False) and not STORE.wins_sum(
                h, other, is_left=False
            ):
                return other, False
        for x in STORE.right(g):
            if self._can_be_linked(x, h):
                return self._link(x, h), False
        for x in STORE.left(h):
            if self._can_be_linked(g, x):
                return self._link(g, x), True
        raise AssertionError("a comparison that fails has a reason")

    def _can_be_linked(self, a: Node, b: Node) -> bool:
        above = self._universe.is_at_least
        return not any(above(x, b) for x in STORE.left(a)) and not any(
            above(a, x) for x in STORE.right(b)
        )

    def _link(self, a: Node, b: Node) -> Node:
        """Return a T for which Left loses A + T and Right loses B + T, each moving first."""
        right = [self._for_left(x, b) for x in STORE.left(a)]
        left = [self._for_right(a, x) for x in STORE.right(b)]
        return STORE.make(
            left or [STORE.make([0], [self.adjoint(a)])],
            right or [STORE.make([self.adjoint(b)], [0])],
        )

    def _for_left(self, g: Node, h: Node) -> Node:
        """Return a witness about Left moving first."""
        x, is_left = self._witness(g, h)
        return x if is_left else STORE.make([x], [self.adjoint(y) for y in STORE.left(g)] or [0])

    def _for_right(self, g: Node, h: Node) -> Node:
        """Return a witness about Right moving first."""
        x, is_left = self._witness(g, h)
        if not is_left:
            return x
        return STORE.make([self.adjoint(y) for y in STORE.right(h)] or [0], [x])
