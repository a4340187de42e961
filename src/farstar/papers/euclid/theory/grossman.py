"""Grossman's game: Euclid that stops when the two numbers are equal.

A position is an unordered pair of positive integers. A move subtracts a positive multiple of the
smaller number from the larger one so that the result stays positive. The player who cannot move,
which happens exactly at ``(a, a)``, loses in normal play and wins in misère play. (Several papers
call this game Euclid.)

With ``b/a = [a0, ..., an]`` in the short form the game is the row ``a0, ..., a(n-1), an - 1`` of
Serial Nim. It is also misère Euclid without the final move.

References
----------
.. [1] J. W. Grossman, A nim-type game, problem 1537, Math. Mag. 70 (1997) 382; solution by
   P. D. Straffin, 71 (1998) 394-395.
.. [2] T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003) 310-320.
.. [3] G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Math. 306 (2006).
.. [4] V. Gurvich, On the misère version of game Euclid and miserable games, Discrete Math. 307
   (2007).
"""

from __future__ import annotations

from farstar._arguments import integer, ordered_pair
from farstar.papers.euclid.theory import serial_nim
from farstar.papers.euclid.theory.cone import exceeds
from farstar.papers.euclid.theory.quotient_matrices import (
    lazy_quotients,
    partial_quotients,
    product,
)

__all__ = [
    "grundy",
    "grundy_by_quotients",
    "heaps",
    "is_fibonacci",
    "largest_multiplier",
    "length",
    "length_bounds",
    "multiplier_to_grundy",
    "reverse",
    "winning_multiplier",
    "wins",
]


def heaps(a: int, b: int) -> tuple[int, ...]:
    """Return the row of Serial Nim that the position is.

    Examples
    --------
    >>> heaps(5, 13), heaps(3, 3)
    ((2, 1, 1, 1), ())
    """
    small, large = ordered_pair(a, b, 1)
    row = list(partial_quotients(large, small))
    row[-1] -= 1
    return tuple(row) if row[-1] else ()


def grundy(a: int, b: int) -> int:
    """Return the Grundy value ``floor(|b/a - a/b|)``.

    Examples
    --------
    >>> grundy(2, 9), grundy(3, 7), grundy(4, 4)
    (4, 1, 0)

    References
    ----------
    Nivasch (2006).
    """
    small, large = ordered_pair(a, b, 1)
    return (large * large - small * small) // (small * large)


def grundy_by_quotients(a: int, b: int) -> int:
    """Return the Grundy value from the row of Serial Nim.

    Examples
    --------
    >>> grundy_by_quotients(2, 9), grundy_by_quotients(3, 7)
    (4, 1)

    References
    ----------
    G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid,
    Discrete Math. 311 (2011), Remark 3.
    """
    return serial_nim.grundy(heaps(a, b))


def is_fibonacci(a: int, b: int) -> bool:
    """Return whether the pair is a multiple of two consecutive Fibonacci numbers.

    ``(k, k)`` and ``(k, 2k)`` belong to them. Exactly there normal and misère play have
    different winners: nobody ever has a choice.

    Examples
    --------
    >>> is_fibonacci(10, 16), is_fibonacci(4, 4), is_fibonacci(3, 4)
    (True, True, False)
    """
    small, large = ordered_pair(a, b, 1)
    # The last quotient of the short form is 2, unless it is the only one and 1.
    quotients = lazy_quotients(large, small)
    first = next((quotient for quotient in quotients if quotient > 1), 1)
    return first <= 2 and next(quotients, None) is None


def wins(a: int, b: int, *, misere: bool = False) -> bool:
    """Return whether the player to move wins.

    In normal play that is whether the ratio of the larger number to the smaller exceeds the golden
    ratio.

    Examples
    --------
    >>> wins(8, 11), wins(2, 9), wins(3, 3), wins(3, 3, misere=True)
    (False, True, False, True)

    References
    ----------
    Lengyel (2003), Theorem A; Gurvich (2007) for misère play.
    """
    small, large = ordered_pair(a, b, 1)
    return exceeds(large, small) != (misere and is_fibonacci(small, large))


def winning_multiplier(a: int, b: int, *, misere: bool = False) -> int | None:
    """Return the only multiplier that wins, or None if there is none.

    Examples
    --------
    >>> winning_multiplier(2, 9), winning_multiplier(1, 6), winning_multiplier(1, 6, misere=True)
    (3, 5, 4)
    """
    small, large = ordered_pair(a, b, 1)
    quotient, remainder = divmod(large, small)
    if not remainder:
        left = 2 if misere else 1
        return quotient - left if quotient > left else None
    if wins(remainder, small, misere=misere):
        # The opponent must not get the rest, so one subtraction is left for them.
        return quotient - 1 or None
    return quotient


def largest_multiplier(a: int, b: int) -> int:
    """Return the largest legal multiplier, 0 at the end of the game; all smaller ones are legal.

    Examples
    --------
    >>> largest_multiplier(2, 9), largest_multiplier(3, 9), largest_multiplier(9, 9)
    (4, 2, 0)
    """
    small, large = ordered_pair(a, b, 1)
    return (large - 1) // small


def multiplier_to_grundy(a: int, b: int, value: int) -> int | None:
    """Return the only multiplier that leads to Grundy value `value`, or None.

    Examples
    --------
    >>> multiplier_to_grundy(2, 9, 1), multiplier_to_grundy(2, 9, 2), multiplier_to_grundy(2, 9, 4)
    (4, 2, None)
    """
    small, large = ordered_pair(a, b, 1)
    target = integer(value, 0, "a Grundy value")
    quotient, remainder = divmod(large, small)
    if not remainder:
        return serial_nim.take_in_front(quotient - 1, 0, target)
    return serial_nim.take_in_front(quotient, grundy(remainder, small), target)


def length(a: int, b: int, *, misere: bool = False) -> int:
    """Return how many moves the game lasts when the winner plays to win.

    For ``a < b`` in normal play this is ``n + 1`` plus the number of quotients ``ak >= 2`` with
    ``k < n`` whose rest ``[a(k+1), ..., an]`` exceeds the golden ratio.

    Examples
    --------
    >>> length(9, 2), length(11, 8), length(5, 13), length(25, 43)
    (3, 4, 5, 7)

    References
    ----------
    Lengyel (2003), Theorem 2.
    """
    return serial_nim.length(heaps(a, b), misere=misere)


def length_bounds(a: int, b: int) -> tuple[int, int]:
    """Return the bounds ``n + 1`` and ``2n + 1`` of `length` in normal play.

    The lower one is attained exactly if all quotients at even places, or all at odd places, are
    1; the upper one exactly if all quotients are at least 2. At ``(a, a)`` both bounds are 0.

    Examples
    --------
    >>> length_bounds(5, 13)
    (4, 7)
    """
    small, large = ordered_pair(a, b, 1)
    if small == large:
        return 0, 0
    count = sum(1 for _ in partial_quotients(large, small))
    return count, 2 * count - 1


def reverse(a: int, b: int) -> tuple[int, int]:
    """Return the position whose quotients are those of ``b/a`` read backwards.

    Its larger number is that of ``(a, b)`` in lowest terms. Its game lasts as long, or one move
    less where the second player wins ``(a, b)``.

    Examples
    --------
    >>> reverse(7, 18), reverse(25, 43)
    ((5, 18), (12, 43))

    References
    ----------
    Lengyel (2003), the example after Theorem 2.
    """
    small, large = ordered_pair(a, b, 1)
    # The backward fraction is the quotient of the last two numerators of the forward one.
    last, before, _, _ = product(list(partial_quotients(large, small)))
    return before, last
