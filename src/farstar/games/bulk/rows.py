"""Triangular tables: a cell for each pair of positive integers, the larger one within some rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from farstar._arguments import integer, shown
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError

RowsLike: TypeAlias = "int | tuple[int, int]"
"""Rows from the first number up to, but without, the second; a bound N stands for (2, N + 1)."""

MOST_THREADS = 1024
LARGEST = 10**9
"""The largest row that there may be."""


def row_range(rows: RowsLike) -> range:
    """Return the rows that are meant; a row n holds the pairs (n, 1), ..., (n, n - 1)."""
    if isinstance(rows, tuple):
        if len(rows) != 2:
            raise IllegalPositionError(
                f"expected the first row and the row after the last, got {shown(rows)}"
            )
        first, stop = (integer(row, 0, "each row") for row in rows)
    else:
        first, stop = 2, integer(rows, 0, "a bound") + 1
    if stop > LARGEST + 1:
        raise BudgetExceeded(f"expected rows of at most {LARGEST}, got {shown(stop - 1)}")
    first = max(first, 2)
    return range(first, max(first, stop))


def cells_before(row: int) -> int:
    """Return how many cells the rows 2, ..., row - 1 have."""
    return (row - 1) * (row - 2) // 2 if row > 1 else 0


def row_starts(largest: int) -> list[int]:
    """Return where each row of a triangular table begins, less 1."""
    return [(n - 1) * (n - 2) // 2 - 1 if n > 1 else -1 for n in range(largest + 1)]


def thread_count(jobs: int) -> int:
    """Return how many threads are asked for."""
    return min(integer(jobs, 1, "the number of jobs"), MOST_THREADS)


def part_of(part: int, parts: int) -> None:
    """Check that `part` is the number of one of `parts` parts."""
    integer(parts, 1, "the number of parts")
    if integer(part, 0, "the part") >= parts:
        raise IllegalPositionError(
            f"expected a part below {shown(parts)}, the number of parts, got {shown(part)}"
        )


class RowTable:
    """A number for each pair (n, m) with 1 <= m < n and n in some rows, row after row.

    Examples
    --------
    >>> from farstar.games import bulk
    >>> table = bulk.winner_table((4, 7))
    >>> table[5, 2], table.row(6).tolist(), len(table)
    (1, [1, 1, 1, 0, 0], 12)
    >>> table.data.format, table.data.nbytes
    ('B', 12)
    """

    __slots__ = ("data", "rows")

    rows: range
    """The rows, each the larger number of its pairs."""
    data: memoryview
    """All cells, row after row, as a buffer: ``numpy.asarray(table.data)`` copies nothing."""

    def __init__(self, rows: range, data: memoryview) -> None:
        self.rows = rows
        self.data = data

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs in the order of the cells."""
        return ((n, m) for n in self.rows for m in range(1, n))

    def __getitem__(self, pair: tuple[int, int]) -> int:
        match pair:
            case (int() as n, int() as m) if n in self.rows and 1 <= m < n:
                return int(self.data[self.start(n) + m - 1])
        raise KeyError(f"expected (n, m) with 1 <= m < n and n in {self.rows}, got {shown(pair)}")

    def start(self, n: int) -> int:
        """Return where row `n` begins in the data; its cells are m = 1, ..., n - 1."""
        if n not in self.rows:
            raise KeyError(f"expected a row in {self.rows}, got {shown(n)}")
        return cells_before(n) - cells_before(self.rows.start)

    def row(self, n: int) -> memoryview:
        """Return the cells of one row, a view."""
        start = self.start(n)
        return self.data[start : start + n - 1]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} cells in rows {self.rows}>"


class OutcomeTable(RowTable):
    """An outcome for each pair, kept as the byte of its letter P, L, R or N.

    Examples
    --------
    >>> from farstar.games import bulk
    >>> table = bulk.partizan_euclid_outcomes((11, 13))
    >>> table.outcome(11, 8), bytes(table.row(11))
    (<Outcome.R: 'R'>, b'PNRNLNPRRL')
    """

    __slots__ = ()

    def outcome(self, p: int, q: int) -> Outcome:
        """Return the outcome of one position."""
        return Outcome(chr(self[p, q]))

    def counts(self) -> dict[Outcome, int]:
        """Return how often each outcome occurs.

        Examples
        --------
        >>> from farstar.games import bulk
        >>> {str(o): n for o, n in bulk.partizan_euclid_outcomes(30).counts().items()}
        {'P': 112, 'L': 151, 'R': 89, 'N': 83}
        """
        tally = dict.fromkeys((Outcome.P, Outcome.L, Outcome.R, Outcome.N), 0)
        slab = 1 << 24
        for start in range(0, len(self.data), slab):
            piece = bytes(self.data[start : start + slab])
            for outcome in tally:
                tally[outcome] += piece.count(outcome.value.encode())
        return tally
