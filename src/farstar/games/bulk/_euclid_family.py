"""Euclid, Grossman's game and its restricted forms: Grundy values, winners and lengths in bulk."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from farstar.errors import IllegalPositionError
from farstar.games.bulk._partizan_euclid import part_of
from farstar.games.bulk._rows import (
    RowsLike,
    RowTable,
    cells_before,
    row_range,
    thread_count,
)
from farstar.theory import euclid, restricted
from farstar.theory._arguments import shown
from farstar.theory.multipliers import Multipliers, MultipliersLike, as_multipliers

Game: TypeAlias = Literal["grossman", "euclid"]
"""Grossman's game, whose numbers stay positive, or Euclid, where the one who makes a 0 wins."""


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
    game: Game = "grossman",
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
    >>> import farstar as fs
    >>> grundy_table(10)[9, 2], grundy_table(10, multipliers=fs.up_to(2))[9, 2]
    (4, 0)
    """
    rule, wanted = _rule(game, multipliers), row_range(rows)
    thread_count(jobs)
    return _table("I", wanted, rule.grundy)


def grundy_histogram(
    rows: RowsLike,
    game: Game = "grossman",
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
    return _histogram(grundy_table(rows, game, multipliers=multipliers, jobs=jobs))


def winner_table(
    rows: RowsLike,
    game: Game = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
) -> RowTable:
    """Return 1 for every pair ``(b, a)``, ``1 <= a < b``, that the player to move wins, else 0.

    Examples
    --------
    >>> import farstar as fs
    >>> winner_table((8, 9)).row(8).tolist()
    [1, 1, 1, 1, 0, 0, 0]
    >>> winner_table((8, 9), multipliers=fs.up_to(2)).row(8).tolist()
    [1, 0, 1, 1, 0, 0, 1]
    """
    rule, wanted = _rule(game, multipliers), row_range(rows)
    thread_count(jobs)
    return _table("B", wanted, rule.wins)


def winner_counts(
    rows: RowsLike,
    game: Game = "grossman",
    *,
    multipliers: MultipliersLike = None,
    jobs: int = 1,
    part: int = 0,
    parts: int = 1,
) -> WinnerCounts:
    """Count the pairs ``(b, a)``, ``1 <= a < b``, b in some rows, that the player to move wins.

    Natively nothing is listed: whole intervals of b/a are counted at once.

    Parameters
    ----------
    rows : int or tuple of int
        ``(first, stop)`` for ``first <= b < stop``, or a bound N for all ``b <= N``.
    game, multipliers, jobs
        As in `grundy_table`.
    part, parts : int
        Count only part number `part`, from 0, of `parts`; the parts add up to the whole.

    Examples
    --------
    >>> import farstar as fs
    >>> winner_counts(100), winner_counts(100, multipliers=fs.up_to(3))
    (WinnerCounts(wins=3071, losses=1879), WinnerCounts(wins=2935, losses=2015))
    """
    rule, wanted = _rule(game, multipliers), row_range(rows)
    thread_count(jobs)
    part_of(part, parts)
    return _plain_winner_counts(wanted, rule, part, parts)


def length_table(
    rows: RowsLike,
    game: Game = "grossman",
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
    rule, wanted = _rule(game, multipliers), row_range(rows)
    thread_count(jobs)
    return _table("I", wanted, rule.length)


def length_totals(
    rows: RowsLike,
    game: Game = "grossman",
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
    histogram = _histogram(length_table(rows, game, multipliers=multipliers, jobs=jobs))
    return _totals(histogram)


class _Rule(NamedTuple):
    """A game of the family, by its closed forms."""

    game: Game
    limit: int | None

    def wins(self, b: int, a: int) -> int:
        if self.game == "euclid":
            return int(euclid.wins(a, b))
        return int(restricted.wins(a, b, _allowed(self.limit)))

    def grundy(self, b: int, a: int) -> int:
        if self.game == "euclid":
            return euclid.grundy(a, b)
        return restricted.grundy(a, b, _allowed(self.limit))

    def length(self, b: int, a: int) -> int:
        if self.game == "euclid":
            return euclid.length(a, b)
        return restricted.length(a, b, self.limit)


def _allowed(limit: int | None) -> Multipliers | None:
    return None if limit is None else Multipliers("all", limit)


def _rule(game: str, multipliers: MultipliersLike) -> _Rule:
    allowed = as_multipliers(multipliers)
    if allowed.kind != "all":
        raise IllegalPositionError(f"expected the multipliers up to some k, or all, got {allowed}")
    if game == "grossman":
        return _Rule("grossman", allowed.limit)
    if game != "euclid":
        raise IllegalPositionError(f"expected the game grossman or euclid, got {shown(game)}")
    if not allowed.is_unrestricted:
        raise IllegalPositionError(f"expected Euclid with all multipliers, got {allowed}")
    return _Rule("euclid", None)


def _table(code: Literal["B", "I"], rows: range, cell: Callable[[int, int], int]) -> RowTable:
    cells = array(code, (cell(b, a) for b in rows for a in range(1, b)))
    return RowTable(rows, memoryview(cells))


def _histogram(table: RowTable) -> dict[int, int]:
    found: dict[int, int] = {}
    for number in table.data:
        found[number] = found.get(number, 0) + 1
    return dict(sorted(found.items()))


def _totals(histogram: dict[int, int]) -> LengthTotals:
    moves = sum(length * count for length, count in histogram.items())
    return LengthTotals(sum(histogram.values()), moves, histogram)


def _plain_winner_counts(rows: range, rule: _Rule, part: int, parts: int) -> WinnerCounts:
    chosen = rows[part::parts]
    wins = sum(rule.wins(b, a) for b in chosen for a in range(1, b))
    cells = sum(cells_before(b + 1) - cells_before(b) for b in chosen)
    return WinnerCounts(wins, cells - wins)
