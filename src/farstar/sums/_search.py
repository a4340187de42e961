"""A plain search through a sum: for engines without a search of their own, and as a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from farstar._outcome import Left, Player
from farstar.sums._bounds import glance
from farstar.sums._numbers import ups_options
from farstar.sums._summands import Constant, Node, Summands

_ENTRY_BYTES = 400
"""The bytes of a cached sum: its parts, its constant and its entry in the table."""


class Search:
    """Tries all moves of a sum, unless the bounds tell who wins, and caches all results."""

    def __init__(self, summands: Summands, charge: Callable[[int], None]) -> None:
        self.summands = summands
        self.charge = charge
        self.nodes = 0
        self._known: dict[tuple[Node, Player], bool] = {}

    @property
    def bytes(self) -> int:
        """The approximate number of bytes of the cache."""
        return _ENTRY_BYTES * len(self._known)

    def wins(self, root: Node, player: Player, limit: int) -> bool | None:
        """Return whether `player` wins by moving first; None after `limit` sums."""
        limit += self.nodes
        stack: list[tuple[Node, Player, Iterator[Node]]] = []
        wins = self._look(root, player)
        move, mover = root, player
        while stack or wins is None:
            if wins is None:
                if self.nodes >= limit:
                    return None
                self.nodes += 1
                self.charge(1)
                stack.append((move, mover, self._moves(move, mover)))
            node, mover, moves = stack[-1]
            # A move wins if the opponent, who moves next, does not.
            after = None if wins is False else next(moves, None)
            if wins is False or after is None:
                wins = self._known[node, mover] = wins is False
                stack.pop()
            else:
                move, mover = after, -mover
                wins = self._look(move, mover)
        return wins

    def _look(self, node: Node, player: Player) -> bool | None:
        """Return the result from the cache or from the bounds."""
        wins = self._known.get((node, player))
        if wins is None:
            seen = glance(node)
            loses = seen.at_most_zero if player is Left else seen.at_least_zero
            wins = None if loses is None else not loses
        return wins

    def _moves(self, node: Node, player: Player) -> Iterator[Node]:
        """Return the sums after each move, those in the hottest components first."""
        places = sorted(range(len(node.parts)), key=lambda place: -node.parts[place].spread)
        for place in places:
            part = node.parts[place]
            for option in part.after_moves[player is not Left]:
                yield self.summands.after(node, place, option)
        # Nobody needs to move in a number, and the moves in *n are those to smaller nimbers.
        value, up, star = node.constant
        sign = 1 if player is Left else -1
        shifts = ups_options(sign * up, star) if up else [(0, smaller) for smaller in range(star)]
        for n, m in shifts:
            yield Node(node.parts, Constant(value, sign * n, m))
