"""The numbers of `farstar.sums.intervals` for positions of Partizan Euclid, along their words.

No position of Partizan Euclid can tell the star ``*2`` from a larger one, so the six numbers say
all that ups and stars can say. A run of equal letters is done at once as soon as its pattern shows.
"""

from __future__ import annotations

from farstar.errors import BudgetExceeded
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.sums.intervals import ZERO, Profile, Thresholds, braces, with_star

__all__ = ["profile", "thresholds"]

_LETTER_LIMIT = 10_000_000


def thresholds(word: Word) -> Thresholds:
    """Return the six numbers of the position with this signature.

    Examples
    --------
    >>> thresholds(Word("r5e"))
    Thresholds(lower=(5, 3, 4), upper=(5, 7, 6))
    >>> thresholds(Word("")) == ZERO
    True
    """
    return profile(word).value


def profile(word: Word) -> Profile:
    """Return the numbers of the position with this signature and of its options.

    Raises
    ------
    BudgetExceeded
        If a run of l's is too long to walk along and shows no pattern.
    """
    if word.is_empty:
        return Profile(ZERO, None, None)
    at = Profile(braces(ZERO, ZERO), ZERO, ZERO)
    for letter, length in reversed(word.runs):
        at = _put_r(at, length) if letter == "r" else _put_l(at, length)
    return at


def _put_r(at: Profile, length: int) -> Profile:
    """Put ``r^length`` in front: ``(a, b)`` becomes ``(a, {a|b})``.

    The numbers soon stand still, or grow by 1 a letter (the plain and the starred ones taking
    turns); then the rest of the run is done at once.
    """
    a, b = _left(at), at.value
    before = b
    while length:
        before, b = b, braces(a, b)
        length -= 1
        if b == before:
            break
        if length > 2 and _grows(a, b):
            jump = (length - 2) // 2 * 2
            b = _moved(b, jump)
            length -= jump
    return Profile(b, a, before)


def _grows(a: Thresholds, b: Thresholds) -> bool:
    """Return whether ``lower[j] = upper[j] - 1, upper[j] = upper[j^1] + 1`` from now on with r.

    This is what `braces` does if all numbers are large and those of `a` do not interfere.
    """
    return all(
        b.upper[j] >= 4 and b.upper[with_star(j)] - 1 >= a.lower[j] for j in range(3)
    ) and all(b.lower[j] == b.upper[with_star(j)] - 2 for j in range(3))


def _left(at: Profile) -> Thresholds:
    """Return the numbers of Left's option, which only the empty word lacks."""
    if at.left is None:
        raise AssertionError("the empty word cannot be extended")
    return at.left


def _moved(numbers: Thresholds, by: int) -> Thresholds:
    a, b, c = numbers.lower
    d, e, f = numbers.upper
    return Thresholds((a + by, b + by, c + by), (d + by, e + by, f + by))


_CYCLE = 12
"""Letters after which a run of l's is looked at for a pattern; a multiple of 2, 3 and 4."""


def _put_l(at: Profile, length: int) -> Profile:
    """Put ``l^length`` in front: ``(a, b)`` becomes ``(b, {b|a})``.

    If twelve letters changed every number by the same amount c, the next twelve will do so too:
    nothing has changed if c = 0, and otherwise all numbers must be so large, on the side of c,
    that `braces` is a maximum or minimum of shifted numbers, which commutes with adding c.
    """
    a, b, right = _left(at), at.value, at.right
    walked = 0
    while length:
        start = (a, b)
        met = [a, b]
        for _ in range(min(_CYCLE, length)):
            a, b, right = b, braces(b, a), a
            length -= 1
            met.append(b)
        walked += _CYCLE
        if walked > _LETTER_LIMIT:
            raise BudgetExceeded(f"expected a run of at most {_LETTER_LIMIT} l's without pattern")
        shift = b.lower[0] - start[1].lower[0]
        if (a, b) == (_moved(start[0], shift), _moved(start[1], shift)) and _far(met, shift):
            times, length = divmod(length, _CYCLE)
            a, b = _moved(a, times * shift), _moved(b, times * shift)
            right = None if right is None else _moved(right, times * shift)
    return Profile(b, a, right)


def _far(met: list[Thresholds], shift: int) -> bool:
    """Return whether all numbers are at least 4 in the direction of `shift`, or it is 0."""
    numbers = [n for one in met for n in (*one.lower, *one.upper)]
    return not shift or (min(numbers) >= 4 if shift > 0 else max(numbers) <= -4)
