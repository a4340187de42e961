"""Partizan Geography on K_n x K_m: Left moves the token within its row, Right within its column.

No cell is visited twice. What matters of a position is which rows are open in each column and
where the token is; rows may be renamed and columns exchanged. The token starts on a board with n
columns and m rows, of which every other cell is open. Proofs: ``docs/products.md``.

References
----------
.. [1] R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import NamedTuple

from farstar._arguments import integer

__all__ = ["Columns", "mean_bounds_of_four_rows", "start_of_three_rows"]


class Columns(NamedTuple):
    """A position up to symmetry: sets of open rows as bits, the token in row 0 (bit 1).

    Examples
    --------
    >>> Columns.start(3, 2)
    Columns(rows=2, own=2, others=(3, 3))
    >>> Columns.start(3, 2).left_options(), Columns.start(3, 2).right_options()
    ((Columns(rows=2, own=2, others=(2, 3)),), (Columns(rows=2, own=0, others=(3, 3)),))
    """

    rows: int
    """How many rows there are."""
    own: int
    """The open rows of the token's column."""
    others: tuple[int, ...]
    """The open rows of every other column that has one, in order."""

    @classmethod
    def start(cls, n: int, m: int) -> Columns:
        """Return the token on a board with n columns and m rows, all other cells open."""
        columns, rows = integer(n, 1, "the number of columns"), integer(m, 1, "the number of rows")
        full = (1 << rows) - 1
        return cls(rows, full - 1, (full,) * (columns - 1))

    @classmethod
    def of(cls, rows: int, row: int, own: int, others: tuple[int, ...]) -> Columns:
        """Return the position with the token in any row, up to symmetry.

        Examples
        --------
        >>> Columns.of(3, 2, 1, (0, 5, 4))
        Columns(rows=3, own=2, others=(1, 3))
        """
        open_ones = [column for column in others if column]
        best = min(
            (table[own], tuple(sorted(table[column] for column in open_ones)))
            for table in _renamings(rows, row)
        )
        return cls(rows, *best)

    def left_options(self) -> tuple[Columns, ...]:
        """Return where Left can move: to the token's row in another column."""
        options = {}
        for i, column in enumerate(self.others):
            if column & 1 and column not in options:
                rest = (*self.others[:i], *self.others[i + 1 :], self.own)
                options[column] = Columns.of(self.rows, 0, column & ~1, rest)
        return tuple(options.values())

    def right_options(self) -> tuple[Columns, ...]:
        """Return where Right can move: to another row of the token's column."""
        return tuple(
            Columns.of(self.rows, row, self.own & ~(1 << row), self.others)
            for row in range(1, self.rows)
            if self.own >> row & 1
        )


@cache
def _renamings(rows: int, row: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to rename rows that make `row` the row 0, as tables on sets of rows."""
    rest = [other for other in range(rows) if other != row]
    tables = []
    for order in permutations(range(1, rows)):
        to = {row: 0, **dict(zip(rest, order, strict=True))}
        tables.append(
            tuple(
                sum(1 << to[i] for i in range(rows) if open_ones >> i & 1)
                for open_ones in range(1 << rows)
            )
        )
    return tuple(tables)


def start_of_three_rows(n: int) -> tuple[Fraction, Fraction]:
    """Return x and y such that the start of K_n x K_3 is ``{x|y}``, for n >= 6.

    Examples
    --------
    >>> start_of_three_rows(6)
    (Fraction(15, 16), Fraction(0, 1))
    """
    columns = integer(n, 6, "the number of columns")
    return 1 - Fraction(1, 2 ** (columns - 2)), Fraction(0)


def mean_bounds_of_four_rows(n: int) -> tuple[Fraction, Fraction]:
    """Return bounds of the mean of the start of K_n x K_4, n >= 8; equal ones for even n.

    Examples
    --------
    >>> mean_bounds_of_four_rows(8), mean_bounds_of_four_rows(9)
    ((Fraction(21, 64), Fraction(21, 64)), (Fraction(21, 64), Fraction(85, 256)))
    """
    columns = integer(n, 8, "the number of columns")
    k = (columns - 1) // 2
    low = Fraction(1, 3) * (1 - Fraction(1, 4 ** (k if columns % 2 == 0 else k - 1)))
    return low, Fraction(1, 3) * (1 - Fraction(1, 4**k))
