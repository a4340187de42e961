"""The six observations on Partizan Euclid, in corrected form.

McKay and Nowakowski end their paper with six observations. Those printed wrongly are stated here as
they hold; each function says what was printed.

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013), sections 4
   and 5.
"""

from __future__ import annotations

from typing import NamedTuple

from farstar._arguments import integer, shown
from farstar.errors import IllegalPositionError
from farstar.papers.partizan_euclid.theory.normal_form import same_state
from farstar.papers.partizan_euclid.theory.words import Word

__all__ = [
    "UpStar",
    "consecutive_value",
    "consecutive_word",
    "equal_by_tails",
    "fibonacci_value",
    "fibonacci_word",
    "may_be_next_or_previous",
    "triple_left_twins",
    "wins_for_one_player",
    "withdrawn_right_twins",
]


class UpStar(NamedTuple):
    """The value ``ups.up + *star``."""

    ups: int
    star: int


def wins_for_one_player(word: Word) -> bool:
    """Return whether Observation 1 applies: a word that begins with ``r`` has outcome L or R.

    Examples
    --------
    >>> wins_for_one_player(Word("rlle")), wins_for_one_player(Word("lle"))
    (True, False)
    """
    return bool(word.runs) and word.runs[0].letter == "r"


def may_be_next_or_previous(p: int, q: int) -> bool:
    """Return whether a standard position may have outcome N or P, by Observation 2.

    Such a position has ``p/2 < q <= 2p/3``; outside that range the outcome is L or R.

    Raises
    ------
    IllegalPositionError
        If the position is not standard, ``q < p < 2q``.

    Examples
    --------
    >>> may_be_next_or_previous(8, 5), may_be_next_or_previous(11, 8)
    (True, False)
    """
    integer(q, 1, "each number of a position")
    integer(p, 1, "each number of a position")
    if not q < p < 2 * q:
        raise IllegalPositionError(
            f"expected a standard position, q < p < 2q, got ({shown(p)}, {shown(q)})"
        )
    return 3 * q <= 2 * p


def triple_left_twins(a: int, b: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return ``(a+b, a)`` and ``(5a+3b, 3a+2b)``, which have the same outcome (Observation 3.1).

    The paper asks for ``a > b > 0``; all positive integers will do.

    Examples
    --------
    >>> triple_left_twins(2, 1)
    ((3, 2), (13, 8))
    """
    integer(a, 1, "each number")
    integer(b, 1, "each number")
    return (a + b, a), (5 * a + 3 * b, 3 * a + 2 * b)


def withdrawn_right_twins(a: int, b: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return ``(2a+b, a+b)`` and ``(2a+3b, a+2b)``, which have the same outcome if ``a > 2b``.

    Observation 3.2 says this for outcome P only; it holds for every outcome. The hypothesis is
    needed: ``(a, b) = (4, 3)`` gives the outcomes P and L.

    Examples
    --------
    >>> withdrawn_right_twins(5, 2)
    ((12, 7), (16, 9))
    """
    integer(b, 1, "each number")
    integer(a, 2 * b + 1, "the first number")
    return (2 * a + b, a + b), (2 * a + 3 * b, a + 2 * b)


def consecutive_value(k: int) -> UpStar:
    """Return the value of ``E(k+1, k)`` for ``k >= 2`` (Observation 4).

    It is ``* + (k-2).(up + *)``: the star is there exactly if `k` is even.

    Examples
    --------
    >>> [tuple(consecutive_value(k)) for k in (2, 3, 4, 5)]
    [(0, 1), (1, 0), (2, 1), (3, 0)]
    """
    integer(k, 2, "the smaller number of the position")
    return UpStar(k - 2, (k - 1) % 2)


def consecutive_word(k: int) -> Word:
    """Return the signature ``r^(k-2) e`` of ``E(k+1, k)`` for ``k >= 2``.

    The paper has ``r^k e``, which is the signature of ``E(k+3, k+2)``.

    Examples
    --------
    >>> consecutive_word(5)
    Word('r3e')
    """
    return Word.from_runs([("r", integer(k, 2, "the smaller number of the position") - 2)])


def fibonacci_value(k: int) -> UpStar:
    """Return the value of ``E(f_k, f_(k-1))`` for ``k >= 3`` (Observation 5).

    It is 0, ``*`` or down as `k` is 0, 1 or 2 modulo 3. The paper has up, ``*``, 0.

    Examples
    --------
    >>> [tuple(fibonacci_value(k)) for k in (3, 4, 5, 6)]
    [(0, 0), (0, 1), (-1, 0), (0, 0)]
    """
    remainder = integer(k, 3, "the index") % 3
    return UpStar(-1 if remainder == 2 else 0, 1 if remainder == 1 else 0)


def fibonacci_word(k: int) -> Word:
    """Return the signature of ``E(f_k, f_(k-1))``: λ for ``k = 3``, else ``l^(k-4) e``.

    The paper has ``l^k e``.

    Examples
    --------
    >>> fibonacci_word(3), fibonacci_word(6)
    (Word(''), Word('l2e'))
    """
    if integer(k, 3, "the index") == 3:
        return Word("")
    return Word.from_runs([("l", k - 4)])


def equal_by_tails(word: Word, other: Word) -> bool:
    """Return whether Observation 6 shows that two words have equal values.

    It says that ``α l r^a l β e`` and ``α l r^b l γ e`` are equal if the tails ``r^a l β e`` and
    ``r^b l γ e`` are equal in value and so are ``β e`` and ``γ e``, Left's options of the tails. As
    equal tails stay so with the same letters in front, the longest tails decide.

    Examples
    --------
    >>> equal_by_tails(Word("llllle"), Word("llle")), equal_by_tails(Word("l5e"), Word("l2e"))
    (False, True)
    """
    tails = []
    for one in (word, other):
        tail = one.suffix(one.runs[0].length) if wins_for_one_player(one) else one
        if not tail.runs:
            return False
        tail = tail.suffix(1)
        if not any(run.letter == "l" for run in tail.runs):
            return False
        tails.append(tail)
    if word.length - tails[0].length != other.length - tails[1].length:
        return False
    return same_state(*tails)
