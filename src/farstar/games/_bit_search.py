"""Exhaustive search of Geography on a digraph: positions as bit sets, memoised, no recursion.

A position is the vertex of the token and the set of vertices still open. Only the open vertices
that the token can still reach matter, so positions that agree on those are one.

The arcs come as a tuple of tables, one for each player in turn: one table for the impartial game,
Left's and Right's for the partizan one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from farstar._walk import bits, settle
from farstar.errors import BudgetExceeded
from farstar.rules import meter
from farstar.theory.impartial import mex

Table: TypeAlias = tuple[int, ...]
"""For each vertex the set of vertices that a player may move the token to."""

Place: TypeAlias = tuple[int, int, int]
"""Whose turn it is, where the token is, and what it can still reach."""

_MOST_POSITIONS = 8_000_000


def union(tables: tuple[Table, ...]) -> Table:
    """Return the table of all arcs, whoever they belong to."""
    if len(tables) == 1:
        return tables[0]
    return tuple(a | b for a, b in zip(*tables, strict=True))


def reachable(arcs: Table, token: int, unvisited: int) -> int:
    """Return the unvisited vertices that the token can reach."""
    seen = 0
    frontier = arcs[token] & unvisited
    while frontier:
        seen |= frontier
        after = 0
        while frontier:
            low = frontier & -frontier
            after |= arcs[low.bit_length() - 1]
            frontier ^= low
        frontier = after & unvisited & ~seen
    return seen


class BitSearch:
    """Outcomes and Grundy values of all positions of one digraph, with a cache."""

    def __init__(self, tables: tuple[Table, ...], *, misere: bool = False) -> None:
        self._tables = tables
        self._arcs = union(tables)
        self._misere = misere
        self._won: dict[Place, bool] = {}
        self._grundy: dict[tuple[int, int], int] = {}

    @property
    def is_full(self) -> bool:
        """Whether the cache is full."""
        return len(self._won) + len(self._grundy) >= _MOST_POSITIONS

    def wins(self, player: int, token: int, unvisited: int) -> bool:
        """Return whether `player`, whose turn it is, wins."""
        known = self._won
        start = (player, token, reachable(self._arcs, token, unvisited))
        # Each place of the stack has its moves still to be tried beside it.
        stack, moves = [start], [self._moves(start)]
        while stack:
            place = stack[-1]
            verdict, moves[-1], pending = self._try(place, moves[-1])
            if pending is not None:
                stack.append(pending)
                moves.append(self._moves(pending))
                continue
            self._count()
            known[place] = verdict
            stack.pop()
            moves.pop()
        return known[start]

    def _moves(self, place: Place) -> int:
        player, token, unvisited = place
        return self._tables[player][token] & unvisited

    def _try(self, place: Place, moves: int) -> tuple[bool, int, Place | None]:
        """Return the verdict, or else the moves that are left and a place to be solved first."""
        player, _, unvisited = place
        other = (player + 1) % len(self._tables)
        while moves:
            low = moves & -moves
            vertex = low.bit_length() - 1
            after = (other, vertex, reachable(self._arcs, vertex, unvisited ^ low))
            won = self._won.get(after)
            if won is None:
                return False, moves, after
            if not won:
                return True, 0, None
            moves ^= low
        return self._misere and not self._moves(place), 0, None

    def grundy(self, token: int, unvisited: int) -> int:
        """Return the Grundy value of the impartial game."""
        known, arcs = self._grundy, self._arcs

        def options(place: tuple[int, int]) -> list[tuple[int, int]]:
            return [
                (after, reachable(arcs, after, place[1] & ~(1 << after)))
                for after in bits(arcs[place[0]] & place[1])
            ]

        def excluded(_: object, after: Sequence[tuple[int, int]]) -> int:
            self._count()
            return mex([known[option] for option in after])

        return settle((token, reachable(arcs, token, unvisited)), known, options, excluded)

    def _count(self) -> None:
        # The search is shared by threads, and each of them has a meter and a budget of its own.
        meter().tick()
        if self.is_full:
            raise BudgetExceeded(
                f"expected a search of at most {_MOST_POSITIONS} positions on a graph of "
                f"{len(self._arcs)} vertices, got more"
            )
