"""Grossman's game with restricted multipliers.

A move subtracts ``m`` times the smaller number from the larger one, where ``m`` belongs to a given
set and the result stays positive. A player who cannot move loses in normal play and wins in
misère play.

Closed forms for any size of numbers are known for three families: all multipliers, the
multipliers up to ``k``, and any set of odd numbers with 1 among them (there every play has the
same parity). For other sets with 1 in them, finite or periodic from some number on,
`quotient_actions` knows winners, goals and lengths. Grundy values, and sets without
1, fold from the last quotient to the first, every partial quotient being a heap of a subtraction
game. Sets given by a test are solved heap by heap while the quotients are small; beyond that
`BudgetExceeded` is raised.

References
----------
T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003), section 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from farstar._arguments import integer, ordered_pair
from farstar.impartial.grundy import mex
from farstar.impartial.number_sets import HeapTable, Multipliers, MultipliersLike, as_multipliers
from farstar.papers.euclid.theory import grossman, quotient_actions, serial_nim
from farstar.papers.euclid.theory.quotient_matrices import partial_quotients

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Goal",
    "first_two",
    "goals",
    "grundy",
    "length",
    "length_by_cases",
    "multipliers_to_grundy",
    "reduced_sequence",
    "winning_multipliers",
    "wins",
]


class Goal(NamedTuple):
    """What the winner aims at while a partial quotient is being used up."""

    quotient: int
    """The partial quotient."""
    case: Literal["a", "b", "c", "d", "e", "f"]
    """The case in the proof of Lengyel's Theorem 4."""
    residue: int
    """0 or 1: always leave a quotient that is congruent to this modulo ``k + 1``."""
    wins: bool
    """Whether the player who meets this quotient wins; else the goal is the opponent's."""


def reduced_sequence(a: int, b: int, k: int) -> tuple[int, ...]:
    """Return the reduced sequence of ones and twos of Theorems 4 and 5.

    Quotients divisible by ``k + 1`` are dropped, those congruent to 1 become 1, the others 2; a 2
    is appended unless the sequence ends in one.

    Examples
    --------
    >>> reduced_sequence(459, 2393, 2), reduced_sequence(29, 36, 2), reduced_sequence(1, 3, 2)
    ((2, 1, 1, 2, 2), (1, 1, 1, 2), (2,))
    """
    small, large = ordered_pair(a, b, 1)
    period = integer(k, 1, "k") + 1
    residues = (quotient % period for quotient in partial_quotients(large, small))
    sequence = [min(residue, 2) for residue in residues if residue]
    if not sequence or sequence[-1] != 2:
        sequence.append(2)
    return tuple(sequence)


def first_two(a: int, b: int, k: int) -> int:
    """Return the place of the first 2 in the reduced sequence; Player 1 wins if it is even.

    Examples
    --------
    >>> first_two(459, 2393, 2), first_two(459, 1934, 2)
    (0, 3)
    """
    return reduced_sequence(a, b, k).index(2)


def goals(a: int, b: int, k: int) -> tuple[Goal, ...]:
    """Return the winner's goal at every partial quotient, for multipliers up to `k`.

    Examples
    --------
    >>> [(goal.quotient, goal.case, goal.residue) for goal in goals(6, 19, 2)]
    [(3, 'e', 1), (6, 'e', 1)]

    References
    ----------
    Lengyel (2003), the cases in the proof of Theorem 4; an empty rest counts as won.
    """
    small, large = ordered_pair(a, b, 1)
    period = integer(k, 1, "k") + 1
    sequence: list[Goal] = []
    rest_wins = True
    for quotient in reversed(list(partial_quotients(large, small))):
        goal = _goal(quotient, quotient % period, rest_wins)
        sequence.append(goal)
        rest_wins = goal.wins
    return tuple(reversed(sequence))


def _goal(quotient: int, residue: int, rest_wins: bool) -> Goal:
    if residue == 1:
        return Goal(quotient, "a", 1, False) if rest_wins else Goal(quotient, "b", 0, True)
    if residue:
        return Goal(quotient, "c", 1, True) if rest_wins else Goal(quotient, "d", 0, True)
    return Goal(quotient, "e", 1, True) if rest_wins else Goal(quotient, "f", 0, False)


def wins(a: int, b: int, multipliers: MultipliersLike = None, *, misere: bool = False) -> bool:
    """Return whether the player to move wins.

    Examples
    --------
    >>> wins(459, 2393, {1, 2}), wins(459, 1934, {1, 2}), wins(2, 9, "odd")
    (True, False, True)

    References
    ----------
    Lengyel (2003), Theorems A, 5 and 6.
    """
    allowed = as_multipliers(multipliers)
    if allowed.is_unrestricted:
        return grossman.wins(a, b, misere=misere)
    row = grossman.heaps(a, b)
    if allowed.is_odd:
        return (sum(row) % 2 == 1) != misere
    if allowed.limit is not None:
        return serial_nim.wins(row, limit=allowed.limit, misere=misere)
    if _acts(allowed):
        return quotient_actions.wins(a, b, allowed, misere=misere)
    return bool(_Tables(allowed, misere=misere).fold(row))


def grundy(a: int, b: int, multipliers: MultipliersLike = None) -> int:
    """Return the Grundy value.

    Examples
    --------
    >>> grundy(2, 9), grundy(2, 9, {1, 2}), grundy(2, 9, "odd"), grundy(2, 9, {1, 4})
    (4, 0, 1, 2)
    """
    allowed = as_multipliers(multipliers)
    if allowed.is_unrestricted:
        return grossman.grundy(a, b)
    return _row_grundy(grossman.heaps(a, b), allowed)


def _row_grundy(row: tuple[int, ...], allowed: Multipliers) -> int:
    if allowed.is_odd:
        return sum(row) % 2
    if allowed.kind == "all":
        return serial_nim.sequential_grundy(row, limit=allowed.limit)
    return _Tables(allowed).fold(row)


def winning_multipliers(
    a: int, b: int, multipliers: MultipliersLike = None, *, misere: bool = False
) -> Multipliers:
    """Return all multipliers that win, as a description that is small however many there are.

    Examples
    --------
    >>> winning_multipliers(459, 2393, {1, 2}), winning_multipliers(1, 10**9, "odd")
    (Multipliers.parse('k=1'), Multipliers.parse('odd<=999999999'))
    >>> winning_multipliers(459, 1934, {1, 2})
    Multipliers.parse('{}')
    """
    allowed = as_multipliers(multipliers)
    if allowed.is_unrestricted:
        only = grossman.winning_multiplier(a, b, misere=misere)
        return Multipliers.of([] if only is None else [only])
    row = grossman.heaps(a, b)
    if not row:
        return Multipliers.of([])
    if allowed.is_odd:
        # Every move turns the parity of what remains, so all moves win or none does.
        return allowed.within(row[0] if (sum(row) % 2 == 1) != misere else 0)
    if allowed.limit is not None:
        only = serial_nim.winning_take(row, limit=allowed.limit, misere=misere)
        return Multipliers.of([] if only is None else [only])
    if _acts(allowed):
        return quotient_actions.winning_multipliers(a, b, allowed, misere=misere)
    tables = _Tables(allowed, misere=misere)
    worths = tables.starting(tables.fold(row[1:]))
    return Multipliers.of(m for m in allowed.within(row[0]) if not worths[row[0] - m])


def _acts(allowed: Multipliers) -> bool:
    """Return whether quotients act as `quotient_actions` says."""
    return allowed.kind in ("set", "progressions") and 1 in allowed


def multipliers_to_grundy(
    a: int, b: int, value: int, multipliers: MultipliersLike = None
) -> Multipliers:
    """Return all multipliers that lead to a position of Grundy value `value`.

    Examples
    --------
    >>> multipliers_to_grundy(2, 9, 1, {1, 2}), multipliers_to_grundy(2, 9, 0, "odd")
    (Multipliers.parse('k=1'), Multipliers.parse('odd<=4'))
    """
    allowed = as_multipliers(multipliers)
    target = integer(value, 0, "a Grundy value")
    if allowed.is_unrestricted:
        only = grossman.multiplier_to_grundy(a, b, target)
        return Multipliers.of([] if only is None else [only])
    row = grossman.heaps(a, b)
    if not row:
        return Multipliers.of([])
    if allowed.is_odd:
        return allowed.within(row[0] if target == 1 - sum(row) % 2 else 0)
    if allowed.limit is not None:
        only = serial_nim.take_to_grundy(row, target, limit=allowed.limit)
        return Multipliers.of([] if only is None else [only])
    worths = _Tables(allowed).starting(_row_grundy(row[1:], allowed))
    return Multipliers.of(m for m in allowed.within(row[0]) if worths[row[0] - m] == target)


def length(a: int, b: int, k: int | None = None, *, misere: bool = False) -> int:
    """Return how many moves the game with multipliers up to `k` lasts when the winner plays to win.

    ``k=None`` allows all multipliers. The loser's choices do not change the length.

    Examples
    --------
    >>> length(459, 2393, 2), length(2, 9, 1), length(2, 9)
    (17, 5, 3)

    References
    ----------
    Lengyel (2003), Theorem 5.
    """
    return serial_nim.length(grossman.heaps(a, b), limit=k, misere=misere)


def length_by_cases(a: int, b: int, k: int) -> int:
    """Return the length of the game by counting the cases of the quotients.

    It is twice the sum of all ``ceil(ai / (k + 1))``, less the number of cases (a), (b) and (d),
    less one.

    Examples
    --------
    >>> length_by_cases(459, 2393, 2), length_by_cases(2, 3, 2)
    (17, 2)

    References
    ----------
    Lengyel (2003), Theorem 5. As printed the formula sets the quotients 1 apart but not their
    cases; counted over all quotients it holds.
    """
    steps = goals(a, b, k)
    rounds = sum(-(-goal.quotient // (k + 1)) for goal in steps)
    return 2 * rounds - sum(goal.case in "abd" for goal in steps) - 1


class _Tables:
    """Heap tables of one set of multipliers, one for each worth of the row behind the heap."""

    def __init__(self, allowed: Multipliers, *, misere: bool | None = None) -> None:
        self._allowed = allowed
        self._misere = misere
        self._tables: dict[int, HeapTable] = {}

    def starting(self, worth: int) -> HeapTable:
        if worth not in self._tables:
            combine = mex if self._misere is None else self._won
            self._tables[worth] = HeapTable(self._allowed, worth, combine)
        return self._tables[worth]

    def fold(self, row: tuple[int, ...]) -> int:
        worth = int(bool(self._misere))
        for heap in reversed(row):
            worth = self.starting(worth)[heap]
        return worth

    def _won(self, options: Sequence[int]) -> int:
        return int(0 in options if options else bool(self._misere))
