"""Serial Nim: heaps in a row, of which only the first non-empty one may be reduced.

A move takes counters from the leftmost non-empty heap: any number, or at most `limit` of them
when a limit is given (then the game is a row of subtraction games with set ``{1, ..., limit}``).
A player who cannot move loses in normal play and wins in misère play. This is the sequential sum
of nim-heaps of Stromquist and Ullman, studied by Tan and, under this name, by Levine.

A row is a sequence of positive integers, leftmost heap first; the empty row is the end of the
game. The game Euclid on ``b/a = [a0, ..., an]`` is the row ``a0, ..., an`` and Grossman's game
is the row ``a0, ..., a(n-1), an - 1`` (an empty last heap is dropped).

Everything here follows from one step. Put a heap of ``m`` counters in front of a row. Whatever
the row is, the positions of the heap repeat with period ``limit + 1``, and each Grundy value is
reached by at most one move:

* the heap turns a row of Grundy value ``g`` into one of value ``g``, ``r - 1`` or ``r``, where
  ``r = m mod (limit + 1)``, as ``r = 0``, ``1 <= r <= g`` or ``r > g``;
* the player to move loses exactly if ``r = 1`` in front of a won row, ``r = 0`` in front of a
  lost one.

References
----------
.. [1] K. T. Tan, An easy Nim type game, Menemui Mat. 1 (1979) 30-34.
.. [2] L. Levine, Fractal sequences and restricted Nim, Ars Combin. 80 (2006), Prop. 5.1.
.. [3] G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid,
   Discrete Math. 311 (2011), Theorem 1 and Remark 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from farstar._arguments import integer, integers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "grundy",
    "index",
    "length",
    "sequential_grundy",
    "take_in_front",
    "take_to_grundy",
    "winning_take",
    "wins",
]


def index(heaps: Iterable[int]) -> int:
    """Return the largest ``i`` with ``a0 = ... = a(i-1) <= ai`` (the index I of Theorem 1).

    Only as many heaps are read as the answer needs, so a lazy iterable is welcome.

    Examples
    --------
    >>> index([2, 2, 3, 1]), index([2, 1]), index([2, 2, 2])
    (2, 0, 2)
    """
    first: int | None = None
    last = 0
    for i, item in enumerate(heaps):
        heap = integer(item, 1, "each heap")
        if first is None:
            first = heap
        elif heap != first:
            return i if heap > first else i - 1
        last = i
    return last


def grundy(heaps: Iterable[int]) -> int:
    """Return the Grundy value of a row: ``a0 - (I mod 2)``, and 0 for the empty row.

    Parameters
    ----------
    heaps : iterable of int
        The heaps, each at least 1, leftmost first.

    Examples
    --------
    >>> grundy([3, 1, 2]), grundy([2, 3]), grundy([])
    (3, 1, 0)
    """
    row = _row(heaps)
    return row[0] - index(row) % 2 if row else 0


def sequential_grundy(heaps: Iterable[int], *, limit: int | None = None) -> int:
    """Return the Grundy value of a row where a move takes at most `limit` counters.

    Computed heap by heap from the right end; without a limit it is a second way to `grundy`.

    Examples
    --------
    >>> sequential_grundy([3, 1, 2]), sequential_grundy([5, 4, 1], limit=2)
    (3, 2)
    """
    row, period = _row(heaps), _period(limit)
    value = 0
    for heap in reversed(row):
        value = _in_front(heap, value, period)
    return value


def wins(heaps: Iterable[int], *, limit: int | None = None, misere: bool = False) -> bool:
    """Return whether the player to move wins.

    Examples
    --------
    >>> wins([1, 1]), wins([1, 1], misere=True), wins([3], limit=2)
    (False, True, False)
    """
    return _wins(_row(heaps), _period(limit), misere)


def winning_take(
    heaps: Iterable[int], *, limit: int | None = None, misere: bool = False
) -> int | None:
    """Return the only winning number of counters to take, or None if there is none.

    Examples
    --------
    >>> winning_take([4, 1, 2]), winning_take([4, 2]), winning_take([1, 2])
    (4, 3, None)
    """
    row, period = _row(heaps), _period(limit)
    if not row:
        return None
    rest_wins = _wins(row[1:], period, misere)
    return _take_to_residue(row[0], 1 if rest_wins else 0, period)


def take_to_grundy(heaps: Iterable[int], value: int, *, limit: int | None = None) -> int | None:
    """Return the only number of counters to take that leaves a row of Grundy value `value`.

    Examples
    --------
    >>> take_to_grundy([4, 2], 1), take_to_grundy([4, 2], 2), take_to_grundy([4, 2], 4)
    (2, 4, None)
    """
    row = _row(heaps)
    target = integer(value, 0, "a Grundy value")
    if not row:
        return None
    rest = sequential_grundy(row[1:], limit=limit)
    return take_in_front(row[0], rest, target, limit=limit)


def length(heaps: Iterable[int], *, limit: int | None = None, misere: bool = False) -> int:
    """Return how many moves the game lasts when the winner plays winning moves only.

    The winner has one winning move at each turn and the loser's choices change nothing, so the
    number is well defined.

    Examples
    --------
    >>> length([4, 1, 1, 1]), length([7], limit=2), length([2, 2], misere=True)
    (5, 5, 4)

    References
    ----------
    T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003), Theorems 2
    and 5.
    """
    row, period = _row(heaps), _period(limit)
    won = misere
    moves = 0
    for heap in reversed(row):
        residue = heap if period is None else heap % period
        rounds = 1 if period is None else -(-heap // period)
        one_less = residue == 1 if won else residue != 0
        moves += 2 * rounds - one_less
        won = residue != (1 if won else 0)
    return moves


def take_in_front(heap: int, rest: int, value: int, *, limit: int | None = None) -> int | None:
    """Return the take from `heap`, before a row of Grundy value `rest`, that leaves `value`.

    Examples
    --------
    >>> take_in_front(4, 2, 0), take_in_front(4, 2, 3), take_in_front(4, 2, 4)
    (3, 1, None)
    """
    period = _period(limit)
    residue = 0 if value == rest else value + 1 if value < rest else value
    if period is not None and residue >= period:
        return None
    return _take_to_residue(heap, residue, period)


def _row(heaps: Iterable[int]) -> tuple[int, ...]:
    return integers(heaps, 1, "each heap")


def _period(limit: int | None) -> int | None:
    return None if limit is None else integer(limit, 1, "the limit") + 1


def _in_front(heap: int, value: int, period: int | None) -> int:
    """Return the Grundy value of `heap` counters in front of a row of Grundy value `value`."""
    residue = heap if period is None else heap % period
    if residue == 0:
        return value
    return residue - 1 if residue <= value else residue


def _wins(row: Sequence[int], period: int | None, misere: bool) -> bool:
    won = misere
    for heap in reversed(row):
        residue = heap if period is None else heap % period
        won = residue != (1 if won else 0)
    return won


def _take_to_residue(heap: int, residue: int, period: int | None) -> int | None:
    """Return the legal take that leaves `heap` at `residue` (modulo `period`), or None."""
    take = heap - residue if period is None else (heap - residue) % period
    return take if 1 <= take <= heap else None
