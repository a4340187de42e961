"""Periods of Grundy sequences, with a proof where there is one.

A sequence is periodic from n0 with period p if G(n+p) = G(n) for all n >= n0, and arithmetically
periodic with saltus s if G(n+p) = G(n) + s. Finitely many values prove it in two cases.

*Finite codes.* Let at most k counters be taken and a heap become at most t heaps. If
G(n+p) = G(n) for all n with n0 <= n < t*n0 + (t-1)*p + k then it holds for all n >= n0: from
there on the largest of the heaps that are left is at least n0 + p, so that p can be taken away from
it or added to it. For octal games, t = 2, this is the theorem of Guy and Smith [1]_. Octal games
of this kind are never arithmetically periodic with s > 0 [2]_.

*Any number but finitely many.* If heaps are not split and from some k on every number may be taken,
then the next value depends on the last k values, and on which values occurred before. Counted from
the least value that did not, that is a state; when a state comes back, the sequence is
arithmetically periodic from there.

References
----------
.. [1] R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52
   (1956) 514-526.
.. [2] R. B. Austin, Impartial and partisan games, M.Sc. thesis, University of Calgary (1976).
.. [3] A. N. Siegel, Combinatorial Game Theory, American Mathematical Society (2013), chapter IV.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from farstar._arguments import integer
from farstar.errors import IllegalPositionError
from farstar.impartial.codes import Code

_TIMES = 3
"""How many periods have to be seen where nothing proves that they go on."""


@dataclass(frozen=True, slots=True)
class Period:
    """How a Grundy sequence repeats."""

    preperiod: int
    """The least n from which on the values repeat."""

    period: int
    """The least number of heaps after which they do."""

    saltus: int
    """How much larger they are then."""

    checked: int
    """How many values were looked at."""

    is_proved: bool
    """Whether those prove that the sequence goes on like this for ever."""

    def value(self, values: Sequence[int], n: int) -> int:
        """Return the Grundy value of any heap from the values of small ones.

        Examples
        --------
        >>> values = Code.parse("0.77").grundy_sequence(200)
        >>> period(Code.parse("0.77"), values).value(values, 10**100)
        1
        """
        if n < len(values):
            return values[n]
        times, rest = divmod(n - self.preperiod, self.period)
        return values[self.preperiod + rest] + times * self.saltus

    def __str__(self) -> str:
        start = f"from {self.preperiod} on" if self.preperiod else "from the start"
        more = f", saltus {self.saltus}" if self.saltus else ""
        verdict = "proved" if self.is_proved else "not proved"
        return f"period {self.period} {start}{more} ({verdict}, {self.checked} values)"


def period(code: Code, values: Sequence[int]) -> Period | None:
    """Return how the sequence of a code repeats; None if the values do not show it.

    Parameters
    ----------
    code : Code
        The rules.
    values : sequence of int
        The Grundy values of the heaps 0, 1, 2, ...

    Examples
    --------
    >>> kayles = Code.parse("0.77")
    >>> str(period(kayles, kayles.grundy_sequence(200)))
    'period 12 from 71 on (proved, 200 values)'
    >>> period(kayles, kayles.grundy_sequence(150)) is None
    True
    >>> nim = Code.parse("0.[3]")
    >>> str(period(nim, nim.grundy_sequence(20)))
    'period 1 from the start, saltus 1 (proved, 20 values)'
    """
    if code.is_finite and (proved := _of_finite(code, values)) is not None:
        return proved
    if code.parts == 1 and len(code.repeated) == 1:
        return _by_states(code, values)
    seen = observed(values)
    # Without a proof a plain period of a finite code is too likely to end.
    return None if seen is None or (code.is_finite and not seen.saltus) else seen


def values_needed(code: Code, preperiod: int, length: int) -> int:
    """Return how many values prove a period of a finite code.

    Examples
    --------
    >>> values_needed(Code.parse("0.77"), 71, 12)
    168
    """
    if code.length is None:
        raise IllegalPositionError(f"expected a code that ends, got {code}")
    start, p = integer(preperiod, 0, "the preperiod"), integer(length, 1, "the period")
    return code.parts * (start + p) + code.length


def observed(values: Sequence[int]) -> Period | None:
    """Return the shortest period that the end of a sequence shows, three times at least.

    At least half of the values have to repeat. This proves nothing.

    Examples
    --------
    >>> observed([7, 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5])
    Period(preperiod=1, period=3, saltus=1, checked=13, is_proved=False)
    """
    steps = [b - a for a, b in pairwise(values)]
    n = len(values)
    for p, same in enumerate(overlaps(steps[::-1])):
        if p and same + p + 1 >= max(_TIMES * p, (n + 1) // 2):
            saltus = values[-1] - values[-1 - p]
            return Period(n - 1 - p - same, p, saltus, n, is_proved=False)
    return None


def _of_finite(code: Code, values: Sequence[int]) -> Period | None:
    n = len(values)
    for p, same in enumerate(overlaps(values[::-1])):
        if p and n >= values_needed(code, n - p - same, p):
            return Period(n - p - same, p, 0, n, is_proved=True)
    return None


def overlaps(sequence: Sequence[int]) -> list[int]:
    """Return for each p how long the sequence agrees with itself from p on.

    Examples
    --------
    >>> overlaps([1, 2, 1, 2, 1, 3])
    [6, 0, 3, 0, 1, 0]
    """
    n = len(sequence)
    lengths = [n] * min(n, 1)
    left = right = 0
    for p in range(1, n):
        same = min(right - p, lengths[p - left]) if p < right else 0
        while p + same < n and sequence[same] == sequence[p + same]:
            same += 1
        if p + same > right:
            left, right = p, p + same
        lengths.append(same)
    return lengths


def _by_states(code: Code, values: Sequence[int]) -> Period | None:
    """Return the period of a game in which all numbers from some k on may be taken."""
    most, tail = len(code.digits) - 1, code.repeated[0]
    earlier = {0} if tail & 1 else set()
    least = 0
    seen: dict[object, tuple[int, int]] = {}
    for n in range(most + 1, len(values) + 1):
        if tail & 2 and n - most > 1:
            earlier.add(values[n - most - 1])
        while least in earlier:
            least += 1
        earlier = {value for value in earlier if value > least}
        window = tuple(max(value - least, -1) for value in values[n - most : n])
        state = (frozenset(value - least for value in earlier), window)
        if state in seen:
            before, base = seen[state]
            return _from(values, before, n - before, least - base)
        seen[state] = (n, least)
    return None


def _from(values: Sequence[int], start: int, p: int, saltus: int) -> Period:
    """Return the shortest period, from the earliest place on, given one that is proved."""
    known = Period(start, p, saltus, len(values), is_proved=True)
    for q in (q for q in range(1, p + 1) if p % q == 0 and saltus * q % p == 0):
        jump = saltus * q // p
        if all(
            known.value(values, n + q) == known.value(values, n) + jump
            for n in range(start, start + p)
        ):
            break
    while start and known.value(values, start - 1 + q) == values[start - 1] + jump:
        start -= 1
    return Period(start, q, jump, len(values), is_proved=True)
