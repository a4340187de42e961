"""Rows: what is noted of one position, and what becomes of it if that fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from farstar import engine
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError
from farstar.invariants import look_up
from farstar.rules import meter
from farstar.surveys._columns import TEXT, type_of_cell
from farstar.surveys._work import (
    FAILURES,
    FailedPosition,
    PositionOverLimit,
    portable,
)
from farstar.tables import Invariant, plain, written

ERROR = "error"
"""The column in which failures are recorded, the last one."""

_LONGEST_ERROR = 500
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
_PLAIN_TYPES = {TEXT: str, "Boolean": bool, "Float64": float}
"""Cells that need no look: every one of these fits its column."""


def written_point(names: Iterable[str], point: Iterable[Any]) -> str:
    """Return a point as ``p=11, q=8``."""
    return ", ".join(f"{n}={written(v)}" for n, v in zip(names, point, strict=True))


class Row:
    """Computes the row of one point after the other.

    `make` returns the position at a point, `where` tells which points to take, and `functions` say
    what to note of each position. The `columns` with their types are those of the point, of what is
    noted, and ``error`` perhaps.
    """

    def __init__(
        self,
        make: Callable[..., Any],
        where: Callable[..., Any] | None,
        functions: Sequence[Invariant],
        columns: Mapping[str, str],
        names: Sequence[str],
        *,
        position_limit: int | None = None,
    ) -> None:
        self._make, self._where, self._functions = make, where, functions
        self._names, self._limit = names, position_limit
        kinds = list(columns.items())
        self._of_point = kinds[: len(names)]
        self._fits = all(kind != TEXT for _, kind in self._of_point)
        self._of_results = [
            (name, kind, _PLAIN_TYPES.get(kind))
            for name, kind in kinds[len(names) : len(names) + len(functions)]
        ]
        self._rest = [None] * (len(columns) - len(names) - len(functions))

    def cells(self, point: Sequence[Any]) -> Sequence[Any] | None:
        """Return the row of a point; None if the condition does not let it through.

        It raises `IllegalPositionError` where the rules know no position, and `FailedPosition`
        where the program fails.
        """
        with nullcontext() if self._limit is None else engine.budget(nodes=self._limit):
            return self._cells(point)

    def _cells(self, point: Sequence[Any]) -> Sequence[Any] | None:
        is_legal = False
        try:
            if self._where is not None and not self._where(*point):
                return None
            position = self._make(*point)
            is_legal = True
            results = [plain(look_up(function, position)) for function in self._functions]
        except FAILURES as error:
            if isinstance(error, IllegalPositionError) and not is_legal:
                raise
            raise self._failed(error, point) from error
        typed = self._typed(results, point)
        return [*(point if self._fits else self.written(point)), *typed, *self._rest]

    def results(self, game: Any, point: Sequence[Any]) -> list[Any]:
        """Return what is noted of a game, which is known already."""
        try:
            results = [plain(look_up(function, game)) for function in self._functions]
        except FAILURES as error:
            raise self._failed(error, point) from error
        return self._typed(results, point)

    def _typed(self, results: Sequence[Any], point: Sequence[Any]) -> list[Any]:
        return [
            cell if cell is None or type(cell) is as_is else self._cell(name, kind, cell, point)
            for (name, kind, as_is), cell in zip(self._of_results, results, strict=True)
        ]

    def without_results(self, point: Sequence[Any]) -> list[Any]:
        """Return the row of a point at which the program failed, up to the error."""
        return [*self.written(point), *(None for _ in self._functions)]

    def takes_points_as_they_are(self, some: Sequence[Any]) -> bool:
        """Tell whether the values of the only variable need not be written as text."""
        return self._fits or all(isinstance(value, str) for value in some)

    def written(self, point: Sequence[Any]) -> list[Any]:
        """Return the cells of a point."""
        cells = zip(self._of_point, point, strict=True)
        return [self._cell(name, kind, cell, point) for (name, kind), cell in cells]

    def _cell(self, name: str, kind: str, cell: Any, point: Sequence[Any]) -> Any:
        if kind == TEXT:
            return cell if isinstance(cell, str) else written(cell)
        given = type_of_cell(cell)
        if given == kind or (kind == "UInt32" and given == "Int64" and 0 <= cell < 2**32):
            return cell
        if kind == "Float64" and given == "Int64":
            return float(cell)
        raise FailedPosition(
            f"expected {kind} in the column {name!r}, got {written(cell)[:60]!r} at "
            f"{written_point(self._names, point)}: declare another type for it, such as str"
        )

    def _failed(self, error: BaseException, point: Sequence[Any]) -> FarstarError:
        """Return the failure of one position, or that of the whole survey."""
        at, limit = written_point(self._names, point), self._limit
        if not isinstance(error, BudgetExceeded):
            return portable(error, [at])
        _, nodes, memory = engine.bounds()
        if engine.is_out_of_time() or isinstance(error, FailedPosition):
            return error
        if limit is not None and nodes == limit and _is_used_up(limit):
            return PositionOverLimit(f"BudgetExceeded at {at}: more than {limit} nodes")
        if memory is not None or nodes != limit:
            return error
        # No budget is set, so the game itself has a bound that this position passes.
        return PositionOverLimit(f"BudgetExceeded at {at}: {error}")


def _is_used_up(limit: int) -> bool:
    return engine.active().nodes_left() == 0 or meter().spent > limit


def recorded(error: FailedPosition, at: str) -> str:
    """Return a failure as it is recorded: one line, the same in every run."""
    text = next(iter(str(error).splitlines()), "").replace(f" at {at}", "", 1)
    # Where an object is in memory is another matter in every run.
    return _ADDRESS.sub("0x...", text)[:_LONGEST_ERROR]
