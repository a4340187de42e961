"""Euclid, Grossman's game and its restricted forms: Grundy values, winners and lengths in bulk."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from math import isqrt
from typing import Any, Literal, NamedTuple, TypeAlias

from farstar._arguments import shown
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games.bulk.rows import (
    RowsLike,
    RowTable,
    cells_before,
    part_of,
    row_range,
    row_starts,
    thread_count,
)
from farstar.impartial.number_sets import Multipliers, MultipliersLike, as_multipliers
from farstar.invariants import INVARIANTS, look_up
from farstar.papers.euclid import kernels
from farstar.papers.euclid.euclid import Euclid, Grossman
from farstar.papers.euclid.theory import euclid, quotient_actions, restricted
from farstar.tables.batches import WASTE, Batch, Lookup, Provider

EuclidGame: TypeAlias = Literal["grossman", "euclid"]
"""Grossman's game, whose numbers stay positive, or Euclid, where the one who makes a 0 wins."""

What: TypeAlias = Literal["winners", "grundy", "lengths"]

_LARGEST_SUMS = 20_000_000


class WinnerCounts(NamedTuple):
    """How many positions the player to move wins and loses."""

    wins: int
    losses: int


class LengthTotals(NamedTuple):
    """The optimal lengths of many positions."""

    positions: int
    """How many positions there are."""
    moves: int
    """The sum of their lengths."""
    histogram: dict[int, int]
    """How many have each length, in order of length."""

    @property
    def mean(self) -> float:
        """The mean length."""
        return self.moves / self.positions if self.positions else 0.0


def grundy_table(
    rows: RowsLike,
    game: EuclidGame = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
) -> RowTable:
    """Return the Grundy values of all pairs ``(b, a)`` with ``1 <= a < b``, b in some rows.

    Parameters
    ----------
    rows : int or tuple of int
        ``(first, stop)`` for ``first <= b < stop``, or a bound N for all ``b <= N``.
    game : {'grossman', 'euclid'}
        Which game.
    multipliers : optional
        In Grossman's game, the set ``fs.up_to(k)``; all multipliers if it is left out.
    jobs : int
        How many threads share the work.

    Returns
    -------
    RowTable
        With unsigned 32-bit cells.

    Examples
    --------
    >>> grundy_table(10)[9, 2], grundy_table(10, multipliers=fs.up_to(2))[9, 2]
    (4, 0)
    """
    return _rule(game, multipliers).table("grundy", row_range(rows), thread_count(jobs))


def grundy_histogram(
    rows: RowsLike,
    game: EuclidGame = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
) -> dict[int, int]:
    """Return how many pairs ``(b, a)``, ``1 <= a < b``, b in some rows, have each Grundy value.

    Examples
    --------
    >>> grundy_histogram(10)
    {0: 16, 1: 11, 2: 6, 3: 4, 4: 3, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}
    """
    return _rule(game, multipliers).histogram("grundy", row_range(rows), thread_count(jobs))


def winner_table(
    rows: RowsLike,
    game: EuclidGame = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
) -> RowTable:
    """Return 1 for every pair ``(b, a)``, ``1 <= a < b``, that the player to move wins, else 0.

    Examples
    --------
    >>> winner_table((8, 9)).row(8).tolist()
    [1, 1, 1, 1, 0, 0, 0]
    >>> winner_table((8, 9), multipliers=fs.up_to(2)).row(8).tolist()
    [1, 0, 1, 1, 0, 0, 1]
    """
    return _rule(game, multipliers).table("winners", row_range(rows), thread_count(jobs))


def winner_counts(
    rows: RowsLike,
    game: EuclidGame = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
    part: int = 0,
    parts: int = 1,
) -> WinnerCounts:
    """Count the pairs ``(b, a)``, ``1 <= a < b``, b in some rows, that the player to move wins.

    Natively nothing is listed: every continued fraction is cut in two, and the parts are counted
    apart, so that the time grows like ``bound**(4/3)``.

    Parameters
    ----------
    rows : int or tuple of int
        ``(first, stop)`` for ``first <= b < stop``, or a bound N for all ``b <= N``.
    game, jobs
        As in `grundy_table`.
    multipliers : optional
        For Grossman's game any set with 1 in it that is finite or periodic from some number on.
    part, parts : int
        Count only part number `part`, from 0, of `parts`: some of the rows. The parts add up to
        the whole, but each takes about as long as the whole up to its end.

    Examples
    --------
    >>> winner_counts(100), winner_counts(100, multipliers=fs.up_to(3))
    (WinnerCounts(wins=3071, losses=1879), WinnerCounts(wins=2935, losses=2015))
    """
    wanted, threads = row_range(rows), thread_count(jobs)
    part_of(part, parts)
    share = _share(wanted, part, parts)
    allowed = as_multipliers(multipliers)
    if game == "grossman" and allowed.kind != "all":
        wins = _wins_to(share.stop - 1, allowed, threads) - _wins_to(
            share.start - 1, allowed, threads
        )
    else:
        wins, _ = _rule(game, allowed).sums(share, threads)
    return WinnerCounts(wins, cells_before(share.stop) - cells_before(share.start) - wins)


def length_table(
    rows: RowsLike,
    game: EuclidGame = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
) -> RowTable:
    """Return the optimal lengths of all pairs ``(b, a)``, ``1 <= a < b``, b in some rows.

    Examples
    --------
    >>> length_table((9, 10)).row(9).tolist()
    [1, 3, 1, 3, 3, 2, 4, 2]
    """
    return _rule(game, multipliers).table("lengths", row_range(rows), thread_count(jobs))


def length_totals(
    rows: RowsLike,
    game: EuclidGame = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
) -> LengthTotals:
    """Return the number of those pairs, the sum of their optimal lengths, and the histogram.

    Examples
    --------
    >>> length_totals(10)
    LengthTotals(positions=45, moves=93, histogram={1: 17, 2: 12, 3: 12, 4: 4})
    """
    rule, wanted = _rule(game, multipliers), row_range(rows)
    histogram = rule.histogram("lengths", wanted, thread_count(jobs))
    moves = sum(length * count for length, count in histogram.items())
    return LengthTotals(sum(histogram.values()), moves, histogram)


def length_sum(
    rows: RowsLike,
    game: EuclidGame = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
) -> int:
    """Return the sum of the optimal lengths of those pairs, without listing them.

    As for `winner_counts`, the time grows like ``bound**(4/3)``; rows that do not begin
    at the first cost two counts.

    Examples
    --------
    >>> length_sum(10), length_sum(1000), length_sum((501, 1001))
    (93, 3485386, 2714665)
    """
    return _rule(game, multipliers).sums(row_range(rows), thread_count(jobs))[1]


def _wins_to(bound: int, allowed: Multipliers, threads: int) -> int:
    """Return how many pairs up to a bound are won, by what quotients do to the rest."""
    table = quotient_actions.actions(allowed)
    if bound < 2:
        return 0
    _summed(bound)
    if not kernels.available():
        pairs = ((a, b) for b in range(2, bound + 1) for a in range(1, b))
        return sum(quotient_actions.wins(a, b, allowed) for a, b in pairs)
    names = ("same", "turn", "win")
    # A quotient needs its predecessor too, so the period shows one later.
    stop = table.preperiod + table.period + 1
    kinds = [0, *(names.index(table.action(q)) for q in range(1, stop))]
    return kernels.action_wins(kinds, table.period, bound, threads=threads)


class _Rule(NamedTuple):
    """A game of the family: its closed forms, and its kernels."""

    grossman: bool
    limit: int | None

    def table(self, what: What, rows: range, threads: int) -> RowTable:
        if not kernels.available():
            return RowTable(rows, self._plain(what, rows))
        cells = kernels.family_cells(what, **self._asdict(), rows=rows, threads=threads)
        return RowTable(rows, cells)

    def histogram(
        self, what: Literal["grundy", "lengths"], rows: range, threads: int
    ) -> dict[int, int]:
        if kernels.available():
            return kernels.family_histogram(what, **self._asdict(), rows=rows, threads=threads)
        return dict(sorted(Counter(self._plain(what, rows)).items()))

    def sums(self, rows: range, threads: int) -> tuple[int, int]:
        """Return how many positions are won, and the sum of their lengths."""
        if not kernels.available():
            return sum(self._plain("winners", rows)), sum(self._plain("lengths", rows))
        wins, moves = self._sums_to(rows.stop - 1, threads)
        wins_before, moves_before = self._sums_to(rows.start - 1, threads)
        return wins - wins_before, moves - moves_before

    def _sums_to(self, bound: int, threads: int) -> tuple[int, int]:
        if bound < 2:
            return 0, 0
        return kernels.family_sums(**self._asdict(), bound=_summed(bound), threads=threads)

    def _plain(self, what: What, rows: range) -> memoryview:
        allowed = None if self.limit is None else Multipliers("all", self.limit)

        def cell(a: int, b: int) -> int:
            if what == "lengths":
                return restricted.length(a, b, self.limit) if self.grossman else euclid.length(a, b)
            if what == "winners":
                return restricted.wins(a, b, allowed) if self.grossman else euclid.wins(a, b)
            return restricted.grundy(a, b, allowed) if self.grossman else euclid.grundy(a, b)

        code = "B" if what == "winners" else "I"
        return memoryview(array(code, (cell(a, b) for b in rows for a in range(1, b))))


def _summed(bound: int) -> int:
    if bound > _LARGEST_SUMS:
        raise BudgetExceeded(f"expected rows of at most {_LARGEST_SUMS}, got {bound}")
    return bound


def _rule(game: str, multipliers: MultipliersLike) -> _Rule:
    allowed = as_multipliers(multipliers)
    if allowed.kind != "all":
        raise IllegalPositionError(f"expected the multipliers up to some k, or all, got {allowed}")
    if game == "grossman":
        return _Rule(True, allowed.limit)
    if game != "euclid":
        raise IllegalPositionError(f"expected the game grossman or euclid, got {shown(game)}")
    if not allowed.is_unrestricted:
        raise IllegalPositionError(f"expected Euclid with all multipliers, got {allowed}")
    return _Rule(False, None)


def _share(rows: range, part: int, parts: int) -> range:
    """Return the rows of one part, such that all parts have about as many cells."""
    first, last = cells_before(rows.start), cells_before(rows.stop)
    starts = [_row_at(first + (last - first) * edge // parts, rows) for edge in (part, part + 1)]
    return range(starts[0], rows.stop if part + 1 == parts else starts[1])


def _row_at(cell: int, rows: range) -> int:
    """Return the first of the rows that begins at this cell or later."""
    row = (3 + isqrt(8 * cell + 1)) // 2 if cell else rows.start
    while row > rows.start and cells_before(row - 1) >= cell:
        row -= 1
    return min(max(row, rows.start), rows.stop)


def _euclid_family(game: type[Euclid | Grossman]) -> Provider:
    kind: Any = "euclid" if game is Euclid else "grossman"

    def provider(name: str, largest: Sequence[int], cells: int) -> Lookup | None:
        top = max(largest)
        if name not in ("grundy", "outcome", "length") or top * top > WASTE * cells:
            return None
        read: Callable[[int], object] = int
        if name == "grundy":
            data = grundy_table(top, kind).data
        elif name == "outcome":
            data = winner_table(top, kind).data
            read = (Outcome.P, Outcome.N).__getitem__
        else:
            data = length_table(top, kind).data
        starts = row_starts(top)
        equal = look_up(INVARIANTS[name], game(1, 1))
        ended = look_up(INVARIANTS[name], game(0, 1)) if game is Euclid else None

        def cell(a: int, b: int) -> object:
            if a > b:
                a, b = b, a
            if a == b or not a:
                return equal if a else ended
            return read(data[starts[b] + a])

        return cell

    return provider


EUCLID = Batch(_euclid_family(Euclid), (0, 0))
GROSSMAN = Batch(_euclid_family(Grossman), (1, 1))
