"""Forms of partizan games, each kept once, and who wins them under misère play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from farstar._walk import reached
from farstar.errors import BudgetExceeded
from farstar.rules import meter

Node: TypeAlias = int
"""The number of a form."""

DEEPEST = 120
"""How deep forms may be; comparing them recurses as deep as both together."""


class FormStore:
    """Forms by their Left and Right options; equal forms have equal numbers."""

    def __init__(self) -> None:
        empty = ((), ())
        self._options: list[tuple[tuple[Node, ...], tuple[Node, ...]]] = [empty]
        self._nodes: dict[tuple[tuple[Node, ...], tuple[Node, ...]], Node] = {empty: 0}
        self._depths = [0]
        self._sums: dict[tuple[Node, Node], Node] = {}
        self._conjugates: dict[Node, Node] = {0: 0}
        self._winners: dict[tuple[Node, bool], bool] = {}
        self._sum_winners: dict[tuple[Node, Node, bool], bool] = {}

    def make(self, left: Iterable[Node], right: Iterable[Node]) -> Node:
        """Return the form with these options."""
        key = tuple(sorted(set(left))), tuple(sorted(set(right)))
        node = self._nodes.get(key)
        if node is None:
            meter().tick()
            depth = 1 + max((self._depths[x] for side in key for x in side), default=-1)
            if depth > DEEPEST:
                raise BudgetExceeded(f"expected games of depth at most {DEEPEST}, got {depth}")
            node = self._nodes[key] = len(self._options)
            self._options.append(key)
            self._depths.append(depth)
        return node

    def left(self, g: Node) -> tuple[Node, ...]:
        """Return the Left options."""
        return self._options[g][0]

    def right(self, g: Node) -> tuple[Node, ...]:
        """Return the Right options."""
        return self._options[g][1]

    def depth(self, g: Node) -> int:
        """Return the length of the longest play, by moves of either player."""
        return self._depths[g]

    def conjugate(self, g: Node) -> Node:
        """Return the form with the players exchanged."""
        known = self._conjugates.get(g)
        if known is None:
            left, right = self._options[g]
            known = self.make(map(self.conjugate, right), map(self.conjugate, left))
            self._conjugates[g] = known
            self._conjugates[known] = g
        return known

    def add(self, g: Node, h: Node) -> Node:
        """Return the form of a sum."""
        if g > h:
            g, h = h, g
        if g == 0:
            return h
        known = self._sums.get((g, h))
        if known is None:
            sides = []
            for place in (0, 1):
                moves = [self.add(x, h) for x in self._options[g][place]]
                sides.append(moves + [self.add(g, x) for x in self._options[h][place]])
            known = self._sums[g, h] = self.make(*sides)
        return known

    def wins(self, g: Node, *, is_left: bool) -> bool:
        """Return whether a player wins, moving first: also if there is no move."""
        known = self._winners.get((g, is_left))
        if known is None:
            after = self._options[g][0 if is_left else 1]
            known = not after or any(not self.wins(x, is_left=not is_left) for x in after)
            self._winners[g, is_left] = known
        return known

    def wins_sum(self, g: Node, h: Node, *, is_left: bool) -> bool:
        """Return whether a player wins a sum, moving first, without making the sum."""
        if g > h:
            g, h = h, g
        key = g, h, is_left
        known = self._sum_winners.get(key)
        if known is None:
            meter().tick()
            place = 0 if is_left else 1
            after = [(x, h) for x in self._options[g][place]]
            after += [(g, x) for x in self._options[h][place]]
            known = not after or any(not self.wins_sum(*x, is_left=not is_left) for x in after)
            self._sum_winners[key] = known
        return known

    def followers(self, g: Node) -> list[Node]:
        """Return all followers, the form itself among them, the simplest first."""
        followers = reached([g], lambda x: (*self._options[x][0], *self._options[x][1]))
        return sorted(followers, key=lambda x: (self._depths[x], x))

    def text(self, g: Node) -> str:
        """Return a form in braces; integers and nim-heaps by their names."""
        texts: dict[Node, str] = {}
        for node in self.followers(g):
            texts[node] = self._name(node) or (
                "{"
                + "|".join(",".join(sorted(texts[x] for x in s)) for s in self._options[node])
                + "}"
            )
        return texts[g]

    def _name(self, g: Node) -> str | None:
        depth = self._depths[g]
        if g == 0:
            return "0"
        if g == self.integer(depth):
            return str(depth)
        if g == self.integer(-depth):
            return str(-depth)
        if g == self.heap(depth):
            return "*" if depth == 1 else f"*{depth}"
        return None

    def integer(self, n: int) -> Node:
        """Return the form in which one player has n moves in a row and the other none."""
        node = 0
        for _ in range(abs(n)):
            node = self.make([node], []) if n > 0 else self.make([], [node])
        return node

    def heap(self, n: int) -> Node:
        """Return a nim-heap."""
        nodes: list[Node] = []
        for _ in range(n + 1):
            nodes.append(self.make(nodes, nodes))
        return nodes[-1]


STORE = FormStore()
"""The forms of this process."""
