"""Impartial games with loops: the values of Smith and of Fraenkel.

A position has a finite value m, and then it is equal to the nim-heap of that size, or an infinite
one with a set K of numbers: those of its options that have finite values.

References
----------
.. [1] C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966) 51-81.
.. [2] A. S. Fraenkel and Y. Yesha, The generalized Sprague-Grundy function and its invariance
   under certain mappings, J. Combin. Theory Ser. A 43 (1986) 165-177.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from farstar.loopy._graph import charge
from farstar.loopy._outcome import LoopyOutcome

__all__ = ["LoopyNimber", "loopy_nimbers"]


@dataclass(frozen=True, slots=True)
class LoopyNimber:
    """A nimber, or infinity with the finite values of its options.

    Examples
    --------
    >>> str(LoopyNimber(3)), str(LoopyNimber(None, frozenset({0, 2})))
    ('3', 'inf{0,2}')
    >>> str(LoopyNimber(1) + LoopyNimber(None, frozenset({0, 2})))
    'inf{1,3}'
    """

    size: int | None
    """The size of the nim-heap, None if it is infinite."""

    reachable: frozenset[int] = frozenset()
    """The finite values of the options of an infinite one."""

    def __str__(self) -> str:
        if self.size is not None:
            return str(self.size)
        return f"inf{{{','.join(map(str, sorted(self.reachable)))}}}"

    def __add__(self, other: LoopyNimber) -> LoopyNimber:
        if self.size is not None and other.size is not None:
            return LoopyNimber(self.size ^ other.size)
        if self.size is None and other.size is None:
            return LoopyNimber(None)
        finite, infinite = (self, other) if other.size is None else (other, self)
        assert finite.size is not None
        return LoopyNimber(None, frozenset(finite.size ^ n for n in infinite.reachable))

    @property
    def outcome(self) -> LoopyOutcome:
        """N or P, or D for a draw.

        Examples
        --------
        >>> str(LoopyNimber(None, frozenset({0})).outcome), str(LoopyNimber(None).outcome)
        ('N', 'D')
        """
        if self.size is not None:
            return LoopyOutcome.N if self.size else LoopyOutcome.P
        return LoopyOutcome.N if 0 in self.reachable else LoopyOutcome.D


def loopy_nimbers(moves: Sequence[Sequence[int]]) -> list[LoopyNimber]:
    """Return the value of each vertex of a graph of moves.

    Numbers m are given out in ascending order. A vertex gets m if its options have all smaller
    numbers, none has m, and each option without a smaller number has an option with m: to move
    there is answered by moving back to m.

    Examples
    --------
    >>> [str(value) for value in loopy_nimbers([[0, 1], [2], []])]
    ['inf{1}', '1', '0']
    """
    size: list[int | None] = [None] * len(moves)
    before: list[list[int]] = [[] for _ in moves]
    for v, targets in enumerate(moves):
        for w in targets:
            before[w].append(v)
    for m in range(len(moves)):
        # Only who reaches all smaller numbers can get this one, so the numbers end soon.
        todo = [
            v
            for v, targets in enumerate(moves)
            if size[v] is None and {size[w] for w in targets}.issuperset(range(m))
        ]
        if not todo:
            break
        while todo:
            charge(1)
            v = todo.pop()
            if size[v] is None and _gets(v, m, moves, size):
                size[v] = m
                todo.extend(u for w in before[v] for u in before[w] if size[u] is None)
    return [
        LoopyNimber(n)
        if n is not None
        else LoopyNimber(None, frozenset(k for w in moves[v] if (k := size[w]) is not None))
        for v, n in enumerate(size)
    ]


def _gets(v: int, m: int, moves: Sequence[Sequence[int]], size: list[int | None]) -> bool:
    below = set(range(m))
    for w in moves[v]:
        known = size[w]
        if known is not None and known < m:
            below.discard(known)
        elif known == m or all(size[u] != m for u in moves[w]):
            return False
    return not below
