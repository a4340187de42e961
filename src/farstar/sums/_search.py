"""A search through a sum, with bounds at every step and a cache of results."""

from __future__ import annotations

from collections.abc import Callable

from farstar._outcome import Left, Player, Right
from farstar.sums._bounds import glance
from farstar.sums._numbers import ups_options
from farstar.sums._summands import Constant, Node, Number, Summands

_ENTRY_BYTES = 400
"""The bytes of a cached sum: its parts, its constant and its entry in the table."""


class _Frame:
    """A sum on the stack, and its moves that are neither known to win nor known to lose."""

    __slots__ = ("moves", "node", "place", "player")

    def __init__(self, node: Node, player: Player, moves: list[Node]) -> None:
        self.node = node
        self.player = player
        self.moves = moves
        self.place = 0


class Search:
    """Finds out whether a player wins by moving first.

    The bounds are checked for every move before any is searched, so that one ply is free.
    Otherwise the hottest component comes first. All results are cached.
    """

    def __init__(self, summands: Summands, charge: Callable[[int], None]) -> None:
        self.summands = summands
        self.charge = charge
        self.nodes = 0
        self._known: dict[Player, dict[Node, bool]] = {Left: {}, Right: {}}

    @property
    def bytes(self) -> int:
        """The approximate number of bytes of the cache."""
        return _ENTRY_BYTES * sum(map(len, self._known.values()))

    def wins(self, root: Node, player: Player, limit: float) -> bool | None:
        """Return whether `player` wins by moving first; None after `limit` sums."""
        result = self.known(root, player)
        if result is not None:
            return result
        limit += self.nodes
        stack: list[_Frame] = []
        result = self._enter(stack, root, player)
        while stack:
            if self.nodes > limit:
                return None
            frame = stack[-1]
            if result is False:
                result = True
            elif frame.place == len(frame.moves):
                result = False
            else:
                opponent = -frame.player
                move = frame.moves[frame.place]
                frame.place += 1
                result = self.known(move, opponent)
                if result is None:
                    result = self._enter(stack, move, opponent)
                continue
            self._known[frame.player][frame.node] = result
            stack.pop()
        return result

    def known(self, node: Node, player: Player) -> bool | None:
        """Return the result from the cache or from the bounds."""
        table = self._known[player]
        wins = table.get(node)
        if wins is None:
            seen = glance(node)
            loses = seen.at_most_zero if player is Left else seen.at_least_zero
            if loses is not None:
                wins = table[node] = not loses
        return wins

    def _enter(self, stack: list[_Frame], node: Node, player: Player) -> bool | None:
        """Check all moves of a sum; push it on the stack if that does not settle it."""
        self.nodes += 1
        self.charge(1)
        opponent = -player
        table = self._known[opponent]
        waiting: list[tuple[Number, Number, int, Node]] = []
        for heat, move in self._moves(node, player):
            wins = table.get(move)
            if wins is None:
                seen = glance(move)
                loses = seen.at_most_zero if opponent is Left else seen.at_least_zero
                if loses is None:
                    worse = -seen.estimate if player is Left else seen.estimate
                    waiting.append((-heat, worse, len(waiting), move))
                    continue
                wins = table[move] = not loses
            if not wins:
                self._known[player][node] = True
                return True
        if not waiting:
            self._known[player][node] = False
            return False
        waiting.sort()
        stack.append(_Frame(node, player, [entry[-1] for entry in waiting]))
        return None

    def _moves(self, node: Node, player: Player) -> list[tuple[Number, Node]]:
        """Return the sums after each move, with the temperature of the component."""
        summands, moves = self.summands, []
        before = None
        for place, part in enumerate(node.parts):
            if part is before:
                continue
            before = part
            options = part.left if player is Left else part.right
            heat = part.temperature
            moves += [(heat, summands.after(node, place, option)) for option in options]
        value, up, star = node.constant
        # Nobody needs to move in a number, and the moves in *n are those to smaller nimbers.
        sign = 1 if player is Left else -1
        if up:
            shifts = [(sign * u, s) for u, s in ups_options(sign * up, star)]
        else:
            shifts = [(0, smaller) for smaller in range(star)]
        moves += [(0, Node(node.parts, Constant(value, u, s))) for u, s in shifts]
        return moves
