"""Grossman's game with any set of multipliers that holds 1: what each quotient does.

Let ``b/a = [a0, ..., an]``, and let Z be the heaps of the one-heap subtraction game with that set
that the player to move loses. A quotient q in front of a rest acts on who wins it:

* ``same`` if q belongs to Z: the winner stays the same,
* ``turn`` if q - 1 belongs to Z: the other player wins,
* ``win`` otherwise: the player to move wins, whatever the rest is.

The end counts as won. Z is periodic from some heap on if the set is finite, or if its large
members are whole classes modulo some number; so all is known for numbers of any size. Proofs:
``docs/multipliers.md``.

References
----------
.. [1] T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003), section 5.
.. [2] T. S. Ferguson, Misère annihilation games, J. Combin. Theory Ser. A 37 (1984), on pairs of
   heaps with Grundy values 0 and 1.
.. [3] D. Collins, Variations on a theme of Euclid, Integers 5 (2005), G03, on sets of multipliers
   and take-away games in sequence; we have seen its abstract and introduction only.
.. [4] W. Stromquist, D. Ullman, Sequential compounds of combinatorial games, Theoret. Comput. Sci.
   119 (1993) 311-321; we have not seen it.
"""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from typing import Literal, NamedTuple, TypeAlias

from farstar._arguments import ordered_pair
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.number_sets import HeapTable, Multipliers, MultipliersLike, as_multipliers
from farstar.papers.euclid.theory import grossman
from farstar.papers.euclid.theory.quotient_matrices import partial_quotients

__all__ = [
    "Action",
    "Actions",
    "QuotientGoal",
    "actions",
    "goals",
    "length",
    "winning_multipliers",
    "wins",
]

Action: TypeAlias = Literal["same", "turn", "win"]

_MOST_HEAPS = 1_000_000
_MOST_WORK = 20_000_000


class Actions(NamedTuple):
    """Which heaps are lost, with a period.

    Examples
    --------
    >>> table = actions({1, 4})
    >>> [table.action(q) for q in (1, 2, 3, 4, 5)], table.preperiod, table.period
    (['turn', 'same', 'turn', 'win', 'same'], 0, 5)
    >>> actions({1, 6, 9})[:2]
    (10, 5)
    """

    preperiod: int
    """The least heap from which on Z repeats."""
    period: int
    """The least number of heaps after which it does."""
    lost: tuple[bool, ...]
    """Whether the heaps 0, 1, ..., preperiod + period - 1 belong to Z."""

    def is_lost(self, heap: int) -> bool:
        """Return whether a heap belongs to Z."""
        if heap < 0:
            return False
        if heap >= len(self.lost):
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return self.lost[heap]

    def action(self, quotient: int) -> Action:
        """Return what a quotient does to the rest."""
        if self.is_lost(quotient):
            return "same"
        return "turn" if self.is_lost(quotient - 1) else "win"


class QuotientGoal(NamedTuple):
    """What the winner aims at while a quotient is being used up."""

    quotient: int
    action: Action
    wins: bool
    """Whether the player who meets this quotient wins; else the goal is the opponent's."""
    leave: Literal[0, 1]
    """The winner always leaves a quotient q with q - `leave` in Z."""


def actions(multipliers: MultipliersLike = None) -> Actions:
    """Return how quotients act with a set of multipliers that holds 1.

    Raises
    ------
    IllegalPositionError
        If 1 is not in the set, or only a test says what is.
    BudgetExceeded
        If no period shows within a million heaps.

    Examples
    --------
    >>> actions("k=3").period, actions("odd").period, actions("{1,3..}").lost
    (4, 2, (True, False, True, False))
    """
    allowed = as_multipliers(multipliers)
    if allowed.kind == "test":
        raise IllegalPositionError(
            f"expected a finite or eventually periodic set of multipliers, got {allowed}"
        )
    if 1 not in allowed:
        raise IllegalPositionError(f"expected a set of multipliers with 1 in it, got {allowed}")
    return _actions(allowed)


@lru_cache(maxsize=256)
def _actions(allowed: Multipliers) -> Actions:
    members, progressions = allowed.parts()
    modulus = lcm(*(step for _, step in progressions))
    last = max([1, *members, *(first + modulus for first, _ in progressions)])
    takes = [take for take in range(1, last + 1) if take in allowed] if progressions else members
    large = {n % modulus for n in range(last + 1, last + modulus + 1) if n in allowed}
    lost, old = [True], set[int]()
    seen: dict[tuple[tuple[bool, ...], int, frozenset[int]], int] = {}
    work = 0
    while True:
        heap = len(lost)
        if heap > last and lost[heap - last - 1]:
            # From now on only its class matters.
            old.add((heap - last - 1) % modulus)
        if heap >= last:
            key = (tuple(lost[heap - last :]), heap % modulus, frozenset(old))
            first = seen.setdefault(key, heap)
            if first < heap:
                return _shortened(lost, first, heap - first)
        is_won = any(lost[heap - take] for take in takes if take <= heap) or any(
            (heap - residue) % modulus in large for residue in old
        )
        lost.append(not is_won)
        work += len(takes) + last
        if heap > _MOST_HEAPS or work > _MOST_WORK:
            raise BudgetExceeded(
                f"expected a period within {heap} heaps for the multipliers {allowed}, got none"
            )


def _shortened(lost: list[bool], first: int, period: int) -> Actions:
    """Return the least preperiod and period, from some that hold."""
    cycle = lost[first : first + period]
    for shorter in range(1, period + 1):
        if period % shorter == 0 and cycle == cycle[:shorter] * (period // shorter):
            period = shorter
            break
    while first and lost[first - 1] == lost[first - 1 + period]:
        first -= 1
    return Actions(first, period, tuple(lost[: first + period]))


def wins(a: int, b: int, multipliers: MultipliersLike = None, *, misere: bool = False) -> bool:
    """Return whether the player to move wins.

    Examples
    --------
    >>> wins(4, 9, {1, 4}), wins(5, 9, {1, 4}), wins(10**50, 10**50 + 1, "{1,3..}")
    (True, True, False)
    """
    table = actions(multipliers)
    keeps = True
    for heap in grossman.heaps(a, b):
        action = table.action(heap)
        if action == "win":
            return keeps
        if action == "turn":
            keeps = not keeps
    # At the end the player to move loses, or wins in misère play.
    return keeps == misere


def goals(a: int, b: int, multipliers: MultipliersLike = None) -> tuple[QuotientGoal, ...]:
    """Return the winner's goal at every quotient.

    Examples
    --------
    >>> [(goal.quotient, goal.action, goal.leave) for goal in goals(459, 2393, {1, 4})]
    [(5, 'same', 1), (4, 'win', 1), (1, 'turn', 0), (2, 'same', 0), (6, 'turn', 1), (5, 'same', 1)]
    """
    table = actions(multipliers)
    small, large = ordered_pair(a, b, 1)
    goals: list[QuotientGoal] = []
    rest = True
    for quotient in reversed(list(partial_quotients(large, small))):
        action = table.action(quotient)
        after = True if action == "win" else rest != (action == "turn")
        goals.append(QuotientGoal(quotient, action, after, 1 if rest else 0))
        rest = after
    return tuple(reversed(goals))


def winning_multipliers(
    a: int, b: int, multipliers: MultipliersLike = None, *, misere: bool = False
) -> Multipliers:
    """Return all multipliers that win.

    Examples
    --------
    >>> winning_multipliers(459, 2393, {1, 4}), winning_multipliers(5, 9, {1, 4})
    (Multipliers.parse('{4}'), Multipliers.parse('k=1'))
    """
    allowed, table = as_multipliers(multipliers), actions(multipliers)
    row = grossman.heaps(a, b)
    if not row:
        return Multipliers.of([])
    rest = bool(misere)
    for heap in reversed(row[1:]):
        action = table.action(heap)
        rest = True if action == "win" else rest != (action == "turn")
    legal = allowed.within(row[0])
    spare = row[0] - int(rest)
    if allowed.most is not None:
        return Multipliers.of(m for m in legal if table.is_lost(spare - m))
    return Multipliers.where(
        lambda m: m in legal and table.is_lost(spare - m), f"winning ones of {allowed}"
    ).within(row[0])


class _Lengths(HeapTable):
    """How many moves a heap takes before a rest that is lost or won.

    The winner plays to win, and as fast as he can; the loser delays as long as he can.
    """

    most_work = _MOST_WORK

    def __init__(self, allowed: Multipliers, *, rest: bool) -> None:
        super().__init__(allowed, 0, max)
        self._table = actions(allowed)
        self._rest = int(rest)

    def _worth(self, size: int) -> int:
        before = [size - take for take in self._members]
        if self._is_lost(size):
            return 1 + max(self._worths[n] for n in before)
        return 1 + min(self._worths[n] for n in before if self._is_lost(n))

    def _state(self, size: int, most: int) -> tuple[int, ...] | None:
        if size <= most + self._table.preperiod:
            return None
        window = (n - self._worths[size] for n in self._worths[-most:])
        return (*window, size % self._table.period)

    def _is_lost(self, heap: int) -> bool:
        return self._table.is_lost(heap - self._rest)


@lru_cache(maxsize=16)
def _lengths(allowed: Multipliers) -> tuple[_Lengths, _Lengths]:
    return _Lengths(allowed, rest=False), _Lengths(allowed, rest=True)


def length(a: int, b: int, multipliers: MultipliersLike = None, *, misere: bool = False) -> int:
    """Return how many moves are made if the winner is fast and the loser slow.

    For the multipliers up to k every play of the loser leads to the same length; not so here.

    Examples
    --------
    >>> length(459, 2393, {1, 4}), length(459, 2393, "k=2"), length(2, 9, {1, 3})
    (13, 17, 3)
    """
    allowed = as_multipliers(multipliers)
    table = actions(allowed)
    before = _lengths(allowed)
    rest, moves = bool(misere), 0
    for heap in reversed(grossman.heaps(a, b)):
        moves += before[rest][heap]
        action = table.action(heap)
        rest = True if action == "win" else rest != (action == "turn")
    return moves
