"""Who wins a game that can be drawn, in nine classes; and impartial games with loops.

An impartial position has a finite value m, and then it is equal to the nim-heap of that size, or an
infinite one with a set K of numbers: those of its options that have finite values [1]_, [2]_.

References
----------
.. [1] C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966) 51-81.
.. [2] A. S. Fraenkel and Y. Yesha, The generalized Sprague-Grundy function and its invariance
   under certain mappings, J. Combin. Theory Ser. A 43 (1986) 165-177.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from farstar._outcome import Outcome, Player
from farstar.loopy._graph import charge

__all__ = ["LoopyNimber", "LoopyOutcome", "loopy_nimbers"]


_NAMES = {"PHat": "P^", "PCheck": "Pv", "NHat": "N^", "NCheck": "Nv"}


class LoopyOutcome(StrEnum):
    """The outcome of a loopy game: L, R, N, P, D (a draw), or one of four classes in between.

    The onside counts draws as wins of Left, the offside as wins of Right; where both have one
    outcome, nobody can force a draw that matters. In ``P^`` and ``N^`` Left can force a draw where
    the letter says that she loses; in ``Pv`` and ``Nv`` Right can.

    Examples
    --------
    >>> str(fs.Loopy("tis").outcome), str(fs.Loopy("dud").outcome), str(fs.Loopy("over").outcome)
    ('P^', 'D', 'L')
    >>> fs.LoopyOutcome("PHat")
    <LoopyOutcome.P_HAT: 'P^'>
    """

    L = "L"
    R = "R"
    N = "N"
    P = "P"
    D = "D"
    P_HAT = "P^"
    P_CHECK = "Pv"
    N_HAT = "N^"
    N_CHECK = "Nv"

    @classmethod
    def _missing_(cls, value: object) -> LoopyOutcome | None:
        """Read the names that CGSuite has: ``PHat``, ``PCheck``, ``NHat`` and ``NCheck``."""
        return cls(_NAMES[value]) if isinstance(value, str) and value in _NAMES else None

    @classmethod
    def of_sides(cls, on: Outcome, off: Outcome) -> LoopyOutcome:
        """Return the outcome of a game from those of its sides."""
        if on is off:
            return cls(on.value)
        pairs = {("L", "R"): "D", ("L", "P"): "P^", ("P", "R"): "Pv", ("L", "N"): "N^"}
        return cls(pairs.get((on.value, off.value), "Nv"))

    @classmethod
    def of_results(cls, left_first: str, right_first: str) -> LoopyOutcome:
        """Return the outcome, given what each player can force by moving first.

        Examples
        --------
        >>> LoopyOutcome.of_results("draw", "loss")
        <LoopyOutcome.P_HAT: 'P^'>
        """
        return cls.of_sides(
            Outcome.of(left_wins_first=left_first != "loss", right_wins_first=right_first == "win"),
            Outcome.of(left_wins_first=left_first == "win", right_wins_first=right_first != "loss"),
        )

    @property
    def as_outcome(self) -> Outcome:
        """The same class as an `Outcome` if it is L, R, N or P, where nobody can draw; else itself.

        Examples
        --------
        >>> fs.Loopy("over").outcome.as_outcome, fs.Loopy("dud").outcome.as_outcome
        (<Outcome.L: 'L'>, <LoopyOutcome.D: 'D'>)
        """
        has_draws = self.value not in ("L", "R", "N", "P")
        return cast("Outcome", self) if has_draws else Outcome(self.value)

    @property
    def sides(self) -> tuple[Outcome, Outcome]:
        """The outcomes of the onside and of the offside."""
        pairs = {"D": "LR", "P^": "LP", "Pv": "PR", "N^": "LN", "Nv": "NR"}
        both = pairs.get(self.value, self.value * 2)
        return Outcome(both[0]), Outcome(both[1])

    def result(self, player: Player, *, first: bool) -> str:
        """Return what `player` can force, moving first or second: ``win``, ``draw`` or ``loss``.

        Examples
        --------
        >>> fs.Loopy("tis").outcome.result(fs.Left, first=True)
        'draw'
        """
        generous, strict = self.sides if player is Player.LEFT else reversed(self.sides)
        if strict.wins(player, first=first):
            return "win"
        return "draw" if generous.wins(player, first=first) else "loss"

    def wins(self, player: Player, *, first: bool) -> bool:
        """Return whether `player` wins, moving first or second; a draw is no win."""
        return self.result(player, first=first) == "win"

    def __neg__(self) -> LoopyOutcome:
        on, off = self.sides
        return LoopyOutcome.of_sides(-off, -on)


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
        # A vertex has this number only if it reaches all smaller ones, so there are few numbers.
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
