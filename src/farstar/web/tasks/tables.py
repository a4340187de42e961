"""Tasks of the page Tables: a tile of a table at a time, and pictures and files of it.

The page shows a table like a map. A tile has `TILE` cells each way. Where several cells share a
pixel, a tile has one cell of every `step` rows and columns; which one varies from row to row, since
regular steps would show the divisors of the step and not the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError
from farstar.formulas import MarkedText, source_of, to_html
from farstar.tables import INVARIANTS, Table
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import task
from farstar.web.tasks._cells import tile_data
from farstar.web.tasks._own_rules import takes_rules
from farstar.web.tasks._table_picture import Colours, draw_table

Axis = tuple[str, int, int]
"""A variable, its first value and its last one."""

Progress = Callable[..., None]

TILE = 128
_LONGEST_SIDE = 5_000
_LARGEST_STEP = 64
_MOST_WRITTEN = 1_000_000
"""Cells of a file."""

_MOST_DRAWN = 400_000
"""Cells of a picture."""

_MOST_COLUMNS = 40
"""Columns of a LaTeX table; nobody prints a wider one."""

_TAKEN = ("caption", "grid", "show", "where")
"""What `fs.table` calls other things."""


@task
@takes_rules
def describe(text: str, down: Axis, across: Axis, show: str, where: str) -> dict[str, Any]:
    """Return the caption of a table, as HTML and as text, after checking the question.

    Examples
    --------
    >>> describe("E(p,q)", ("p", 1, 9), ("q", 1, 9), "outcome", "q < p")["text"]
    'Outcomes of E(p,q) for p = 1..9, q = 1..9, where q < p'
    """
    caption = _caption(_table(text, down, across, show, where, rows=[down[1]], columns=[across[1]]))
    caption = _captioned(caption, down, across, where)
    return {"caption": to_html(caption), "text": str(caption), "words": INVARIANTS[show].words}


def _caption(table: Table) -> str:
    """Return the caption of a table without its ranges."""
    return source_of(table.caption).rpartition(" for ")[0]


def _captioned(start: str, down: Axis, across: Axis, where: str) -> MarkedText:
    ranges = ", ".join(f"{name} = {first}..{last}" for name, first, last in (down, across))
    condition = f", where `{where.strip()}`" if where.strip() and "`" not in where else ""
    return MarkedText(f"{start} for `{ranges}`{condition}")


@task
@takes_rules
def tile(
    text: str,
    down: Axis,
    across: Axis,
    show: str,
    where: str,
    step: int,
    row: int,
    column: int,
) -> dict[str, Any]:
    """Return one tile: an index for each cell, and what the indices stand for.

    Parameters
    ----------
    text, down, across, show, where
        The table.
    step : int
        How many rows and columns of the table share one of the tile.
    row, column : int
        Which tile of this step.

    Examples
    --------
    >>> table = ("Euclid(a,b)", ("a", 1, 3), ("b", 1, 3), "outcome", "")
    >>> corner = tile(*table, 1, 0, 0)
    >>> corner["kind"], corner["rows"], sorted(zip(corner["labels"], corner["counts"]))
    ('outcome', [1, 2, 3], [('N', 7), ('P', 2)])
    """
    if not 1 <= step <= _LARGEST_STEP:
        raise NotationError(f"expected a step from 1 to {_LARGEST_STEP}, got {step}")
    rows, columns = _sampled(down, step, row), _sampled(across, step, column)
    if not rows or not columns:
        raise NotationError(f"expected a tile of the table, got row {row}, column {column}")
    cells = _cells(_table(text, down, across, show, where, rows=rows, columns=columns))
    return {"rows": rows, "columns": columns, **tile_data(cells)}


def _cells(table: Table) -> list[Any]:
    return [cell for row in table.rows for cell in row[1:]]


def _sampled(axis: Axis, step: int, number: int) -> list[int]:
    """Return the values of a variable that a tile shows.

    Examples
    --------
    >>> _sampled(("p", 1, 300), 1, 2) == list(range(257, 301)), _sampled(("p", 1, 12), 4, 0)
    (True, [1, 7, 9])
    """
    _, first, last = axis
    count = -(-(last - first + 1) // step)
    places = range(max(0, number * TILE), min(count, (number + 1) * TILE))
    # Multiplying by an odd number near 2^32 / phi spreads the places evenly.
    return [min(last, first + i * step + (i * 2654435769 % 2**32 * step >> 32)) for i in places]


@task
@takes_rules
def export(
    text: str,
    down: Axis,
    across: Axis,
    show: str,
    where: str,
    form: str,
    progress: Progress,
) -> bytes:
    """Return the table as a file: ``csv`` or ``latex``."""
    if form not in ("csv", "latex"):
        raise NotationError(f"expected csv or latex, got {form[:20]!r}")
    total = _size(down) * _size(across)
    if form == "latex" and _size(across) > _MOST_COLUMNS:
        raise BudgetExceeded(
            f"expected at most {_MOST_COLUMNS} columns in a LaTeX table, got {_size(across)}: "
            "choose a smaller range"
        )
    if total > _MOST_WRITTEN:
        raise BudgetExceeded(
            f"expected at most {_MOST_WRITTEN:,} cells in a file, got {total:,}: choose smaller "
            "ranges, or `farstar survey` for billions"
        )
    progress(0, total, _so_many(0, total))
    with fs.progress(lambda count: progress(min(count, total), total, _so_many(count, total))):
        table = _table(text, down, across, show, where)
    from dataclasses import replace

    caption = _captioned(_caption(table), down, across, where)
    return replace(table, caption=caption).write(form).encode()


@task
@takes_rules
def picture(
    text: str,
    down: Axis,
    across: Axis,
    show: str,
    where: str,
    form: str,
    view: tuple[int, int, int, int],
    colours: dict[str, Any],
    progress: Progress,
) -> bytes:
    """Return a picture of part of the table, as the page shows it: ``svg``, ``pdf`` or ``png``.

    Parameters
    ----------
    text, down, across, show, where
        The table.
    form : str
        The format.
    view : tuple
        The first and last row, and the first and last column, that are in view.
    colours : dict
        What the colours stand for; see `Colours`.
    """
    if form not in ("svg", "pdf", "png"):
        raise NotationError(f"expected svg, pdf or png, got {form[:20]!r}")
    top, bottom, left, right = view
    shown_down, shown_across = (down[0], top, bottom), (across[0], left, right)
    if not (down[1] <= top <= bottom <= down[2] and across[1] <= left <= right <= across[2]):
        raise NotationError(f"expected a part of the table, got {list(view)}")
    total = _size(shown_down) * _size(shown_across)
    if total > _MOST_DRAWN:
        raise BudgetExceeded(
            f"expected at most {_MOST_DRAWN:,} cells in a picture, got {total:,}: zoom in"
        )
    with fs.progress(lambda count: progress(min(count, total), total, _so_many(count, total))):
        table = _table(text, shown_down, shown_across, show, where)
    caption = _captioned(_caption(table), shown_down, shown_across, where)
    progress(total, total, "drawing")
    return draw_table(table, caption, Colours.read(colours), form)


def _size(axis: Axis) -> int:
    return axis[2] - axis[1] + 1


def _table(
    text: str,
    down: Axis,
    across: Axis,
    show: str,
    where: str,
    *,
    rows: list[int] | None = None,
    columns: list[int] | None = None,
) -> Table:
    """Return the table, or some of its rows and columns, after checking the question."""
    if len(text) > LONGEST_EXPRESSION:
        raise NotationError(f"expected at most {LONGEST_EXPRESSION} characters, got {len(text)}")
    if show not in INVARIANTS:
        raise NotationError(f"expected an invariant, one of {', '.join(INVARIANTS)}, got {show!r}")
    for name, first, last in (down, across):
        _check_axis(name, first, last)
    if down[0] == across[0]:
        raise NotationError(f"expected two different variables, got {down[0]!r} twice")
    ranges: dict[str, Any] = {
        down[0]: range(down[1], down[2] + 1) if rows is None else rows,
        across[0]: range(across[1], across[2] + 1) if columns is None else columns,
    }
    return fs.table(text, show=show, where=where.strip() or None, grid=True, **ranges)


def _so_many(count: int, total: int) -> str:
    return f"{min(count, total):,} of {total:,} positions"


def _check_axis(name: str, first: int, last: int) -> None:
    if not (name.isascii() and name.isidentifier()) or name in _TAKEN or len(name) > 20:
        raise NotationError(f"expected the name of a variable, such as p, got {name[:40]!r}")
    if last < first:
        raise NotationError(f"expected a range that rises for {name}, got {first} to {last}")
    if last - first >= _LONGEST_SIDE or max(abs(first), abs(last)) > 10**15:
        raise NotationError(
            f"expected at most {_LONGEST_SIDE:,} values of {name}, got {first} to {last}: choose a "
            "smaller range, or `farstar survey` for billions"
        )


@task
def invariants() -> dict[str, str]:
    """Return what a table can show, and what each is in a few words.

    Examples
    --------
    >>> invariants()["mean"]
    'the average worth of each copy of the game among many'
    """
    return {name: invariant.words for name, invariant in INVARIANTS.items()}
