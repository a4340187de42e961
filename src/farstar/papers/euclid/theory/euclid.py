"""Euclid, the game of Cole and Davie: Grundy values, winner, winning move, length.

A position is an unordered pair of numbers that are not negative. A move subtracts a positive
multiple of the smaller number from the larger one; the result may be 0 and may not be negative.
Whoever makes a 0 wins: ``(0, b)`` is the end, and the player who cannot move loses. In misère
play the player who cannot move wins.

With ``b/a = [a0, ..., an]`` in the short form (``an > 1`` if ``n > 0``) the game is the row
``a0, ..., an`` of Serial Nim, where a move with multiplier ``m`` takes ``m`` counters.

References
----------
.. [1] A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy
   for it, Math. Gaz. 53 (1969) 354-357.
.. [2] G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid,
   Discrete Math. 311 (2011).
"""

from __future__ import annotations

from itertools import pairwise

from farstar._arguments import integer, ordered_pair
from farstar.papers.euclid.theory import grossman, serial_nim
from farstar.papers.euclid.theory.cone import exceeds
from farstar.papers.euclid.theory.quotient_matrices import (
    lazy_quotients,
    partial_quotients,
    product,
)

__all__ = [
    "grossman_twin",
    "grundy",
    "grundy_by_grossman",
    "grundy_by_ratio",
    "grundy_by_twin",
    "heaps",
    "index",
    "largest_multiplier",
    "length",
    "multiplier_to_grundy",
    "winning_multiplier",
    "wins",
]


def heaps(a: int, b: int) -> tuple[int, ...]:
    """Return the row of Serial Nim that the position is.

    Examples
    --------
    >>> heaps(5, 13), heaps(0, 7)
    ((2, 1, 1, 2), ())
    """
    small, large = ordered_pair(a, b, 0)
    return tuple(partial_quotients(large, small)) if small else ()


def index(a: int, b: int) -> int:
    """Return the largest ``i`` with ``a0 = ... = a(i-1) <= ai`` for the quotients of ``b/a``.

    Examples
    --------
    >>> index(12, 29), index(2, 9)
    (3, 0)
    """
    small, large = ordered_pair(a, b, 1)
    return serial_nim.index(lazy_quotients(large, small))


def grundy(a: int, b: int) -> int:
    """Return the Grundy value: ``floor(b/a)``, less one if `index` is odd.

    Only the quotients up to the first that differs from ``a0`` are computed.

    Parameters
    ----------
    a, b : int
        The two numbers, in any order, not negative.

    Raises
    ------
    IllegalPositionError
        If a number is negative or not an integer.

    Examples
    --------
    >>> grundy(2, 9), grundy(3, 7), grundy(4, 4), grundy(0, 7)
    (4, 1, 1, 0)

    References
    ----------
    Cairns, Ho, Lengyel (2011), Theorem 1.
    """
    small, large = ordered_pair(a, b, 0)
    if not small:
        return 0
    return large // small - index(small, large) % 2


def grundy_by_ratio(a: int, b: int) -> int:
    """Return the Grundy value from comparing ``b/a`` with ``[a0, a0, a0, ...]``.

    The comparison is exact. It is turned round where ``b/a`` is itself ``[a0, ..., a0]``.

    Examples
    --------
    >>> grundy_by_ratio(2, 9), grundy_by_ratio(3, 7), grundy_by_ratio(2, 5)
    (4, 1, 1)

    References
    ----------
    Cairns, Ho, Lengyel (2011), Corollary of Theorem 1; its ``x_n`` must include ``n = 0``, and
    equal numbers are outside it.
    """
    small, large = ordered_pair(a, b, 0)
    if not small:
        return 0
    if small == large:
        return 1
    first = large // small
    above = exceeds(large, small, first)
    if first > 1 and _is_constant(small, large):
        above = not above
    return first if above else first - 1


def grundy_by_twin(a: int, b: int) -> int:
    """Return the Grundy value as that of `grossman_twin` in Grossman's game.

    Examples
    --------
    >>> grundy_by_twin(2, 9), grundy_by_twin(3, 7)
    (4, 1)

    References
    ----------
    Cairns, Ho, Lengyel (2011), Theorem 2.
    """
    small, large = ordered_pair(a, b, 0)
    return grossman.grundy(*grossman_twin(small, large))


def grundy_by_grossman(a: int, b: int) -> int:
    """Return the Grundy value as that of the same pair in Grossman's game, corrected.

    The two differ only where all quotients are equal: then by +1 for an odd number of them and
    by -1 for an even number.

    Examples
    --------
    >>> grundy_by_grossman(2, 9), grundy_by_grossman(2, 5), grundy_by_grossman(1, 5)
    (4, 1, 5)

    References
    ----------
    Cairns, Ho, Lengyel (2011), Theorem 3.
    """
    small, large = ordered_pair(a, b, 0)
    if not small:
        return 0
    value = grossman.grundy(small, large)
    if not _is_constant(small, large):
        return value
    return value + 1 if sum(1 for _ in lazy_quotients(large, small)) % 2 else value - 1


def grossman_twin(a: int, b: int) -> tuple[int, int]:
    """Return the position of Grossman's game that has the same moves throughout.

    Its continued fraction is that of ``b/a`` with the last quotient one greater.

    Examples
    --------
    >>> grossman_twin(3, 7), grossman_twin(0, 7)
    ((4, 9), (1, 1))
    """
    row = list(heaps(a, b)) or [0]
    row[-1] += 1
    large, _, small, _ = product(row)
    return small, large


def wins(a: int, b: int, *, misere: bool = False) -> bool:
    """Return whether the player to move wins.

    For ``0 < a < b`` that is whether ``b/a`` exceeds the golden ratio, in normal and in misère
    play alike; the two differ at ``a = b`` and at ``a = 0``.

    Examples
    --------
    >>> wins(5, 8), wins(8, 13), wins(3, 3), wins(3, 3, misere=True), wins(0, 3, misere=True)
    (False, True, True, False, True)
    """
    small, large = ordered_pair(a, b, 0)
    if not small:
        return misere
    if small == large:
        return not misere
    return exceeds(large, small)


def winning_multiplier(a: int, b: int, *, misere: bool = False) -> int | None:
    """Return the only multiplier that wins, or None if there is none.

    Examples
    --------
    >>> winning_multiplier(2, 9), winning_multiplier(3, 14), winning_multiplier(5, 8)
    (3, 4, None)
    """
    small, large = ordered_pair(a, b, 0)
    if not small:
        return None
    if misere:
        # No move to a 0 wins in misère play, and without those moves this is Grossman's game.
        return grossman.winning_multiplier(small, large)
    quotient, remainder = divmod(large, small)
    if remainder and exceeds(small, remainder):
        return quotient - 1 or None
    return quotient


def largest_multiplier(a: int, b: int) -> int:
    """Return the largest legal multiplier, 0 at the end of the game; all smaller ones are legal.

    Examples
    --------
    >>> largest_multiplier(2, 9), largest_multiplier(3, 9), largest_multiplier(0, 9)
    (4, 3, 0)
    """
    small, large = ordered_pair(a, b, 0)
    return large // small if small else 0


def multiplier_to_grundy(a: int, b: int, value: int) -> int | None:
    """Return the only multiplier that leads to Grundy value `value`, or None.

    Examples
    --------
    >>> multiplier_to_grundy(2, 9, 1), multiplier_to_grundy(2, 9, 2), multiplier_to_grundy(2, 9, 4)
    (2, 4, None)
    """
    small, large = ordered_pair(a, b, 0)
    target = integer(value, 0, "a Grundy value")
    if not small:
        return None
    quotient, remainder = divmod(large, small)
    return serial_nim.take_in_front(quotient, grundy(remainder, small), target)


def length(a: int, b: int, *, misere: bool = False) -> int:
    """Return how many moves the game lasts when the winner plays to win.

    Examples
    --------
    >>> length(2, 9), length(5, 13), length(5, 13, misere=True), length(0, 4)
    (3, 5, 6, 0)

    References
    ----------
    Theorem 2 of Lengyel (2003), read on the row of Serial Nim.
    """
    return serial_nim.length(heaps(a, b), misere=misere)


def _is_constant(small: int, large: int) -> bool:
    """Return whether all quotients are equal; stops at the first that differs."""
    return all(first == second for first, second in pairwise(lazy_quotients(large, small)))
