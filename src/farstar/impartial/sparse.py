"""The sparse space of a Grundy sequence: which values are rare, and how rare.

In many games of splitting heaps there is a set of bits such that almost every value has an odd
number of them: such values are *common*, the others (0 among them) are *rare*. The sum of two rare
or two common values is rare, and that of a rare and a common one is common. So the value of a heap
is nearly always decided by the few moves to one rare and one common heap, which makes fast
calculation possible; and if there are finitely many rare values, the sequence is periodic.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from farstar.errors import BudgetExceeded, IllegalPositionError

_MOST_BITS = 20


@dataclass(frozen=True, slots=True)
class SparseSpace:
    """How rare the rare values of a sequence are."""

    mask: int
    """The bits of which common values have an odd number."""

    heaps: int
    """How many heaps there are, that of size 0 left out."""

    rare: int
    """How many of them have a rare value."""

    last_rare: int | None
    """The largest heap with a rare value."""

    rare_values: tuple[int, ...]
    """The rare values that occur."""

    largest: tuple[int, int]
    """The largest value, and the first heap that has it."""

    def is_rare(self, value: int) -> bool:
        """Return whether a value is rare.

        Examples
        --------
        >>> SparseSpace(1, 9, 3, 8, (0, 2), (5, 7)).is_rare(6)
        True
        """
        return (value & self.mask).bit_count() % 2 == 0


def sparse_space(values: Sequence[int]) -> SparseSpace:
    """Return the set of bits for which the fewest values are rare, and what is known of them.

    Parameters
    ----------
    values : sequence of int
        The Grundy values of the heaps 0, 1, 2, ...; that of heap 0 does not count.

    Examples
    --------
    >>> from farstar.impartial.codes import KAYLES
    >>> space = sparse_space(KAYLES.grundy_sequence(1000))
    >>> space.mask, space.rare, space.last_rare, space.rare_values
    (15, 9, 70, (3, 5, 6))
    """
    if len(values) < 2:
        raise IllegalPositionError(f"expected at least 2 values, got {len(values)}")
    counts = Counter(values[1:])
    bits = max(counts).bit_length()
    if bits > _MOST_BITS:
        raise BudgetExceeded(f"expected values below 2^{_MOST_BITS}, got {max(counts)}")
    surplus = _walsh(counts, bits)
    # The sum over (-1)^(number of bits) is rare minus common values.
    mask = min(range(1 << bits), key=lambda m: (surplus[m], m))
    rare = [n for n in range(1, len(values)) if (values[n] & mask).bit_count() % 2 == 0]
    largest = max(values)
    return SparseSpace(
        mask,
        len(values) - 1,
        len(rare),
        rare[-1] if rare else None,
        tuple(sorted({values[n] for n in rare})),
        (largest, list(values).index(largest)),
    )


def _walsh(counts: Counter[int], bits: int) -> list[int]:
    sums = [counts[value] for value in range(1 << bits)]
    step = 1
    while step < len(sums):
        for start in range(0, len(sums), 2 * step):
            for i in range(start, start + step):
                a, b = sums[i], sums[i + step]
                sums[i], sums[i + step] = a + b, a - b
        step *= 2
    return sums
