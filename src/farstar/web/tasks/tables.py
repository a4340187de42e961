"""Tasks of the page Tables: a tile of a table at a time, and pictures and files of it.

The page shows a table like a map. A tile has `TILE` cells each way. Where several cells share a
pixel, a tile has one cell of every `step` rows and columns; which one varies from row to row, since
regular steps would show the divisors of the step and not the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError
from farstar.formulas import MarkedText, source_of, to_html
from farstar.tables import INVARIANTS, Table
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import task
from farstar.web.tasks._cells import tile_data
from farstar.web.tasks._reading import takes, takes_rules
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


@dataclass(frozen=True)
class Question:
    """Which table is wanted."""

    text: str
    down: Axis
    across: Axis
    show: str
    where: str

    @property
    def size(self) -> int:
        """The number of its cells."""
        return _size(self.down) * _size(self.across)

    def table(self, rows: list[int] | None = None, columns: list[int] | None = None) -> Table:
        """Return the table, or some of its rows and columns, after checking the question."""
        if len(self.text) > LONGEST_EXPRESSION:
            raise NotationError(
                f"expected at most {LONGEST_EXPRESSION} characters, got {len(self.text)}"
            )
        if self.show not in INVARIANTS:
            names = ", ".join(INVARIANTS)
            raise NotationError(f"expected an invariant, one of {names}, got {self.show!r}")
        for axis in (self.down, self.across):
            _check_axis(*axis)
        (down, top, bottom), (across, left, right) = self.down, self.across
        if down == across:
            raise NotationError(f"expected two different variables, got {down!r} twice")
        ranges: dict[str, Any] = {
            down: range(top, bottom + 1) if rows is None else rows,
            across: range(left, right + 1) if columns is None else columns,
        }
        condition = self.where.strip() or None
        return fs.table(self.text, show=self.show, where=condition, grid=True, **ranges)

    def watched_table(self, progress: Progress) -> Table:
        """Return the table, and tell how far it is."""

        def tell(count: int) -> None:
            done = min(count, self.size)
            progress(done, self.size, f"{done:,} of {self.size:,} positions")

        tell(0)
        with fs.progress(tell):
            return self.table()

    def caption(self, table: Table) -> MarkedText:
        """Return the caption of the table, from that of a part of it."""
        start = source_of(table.caption).rpartition(" for ")[0]
        ranges = ", ".join(f"{name} = {a}..{b}" for name, a, b in (self.down, self.across))
        where = self.where.strip()
        condition = f", where `{where}`" if where and "`" not in where else ""
        return MarkedText(f"{start} for `{ranges}`{condition}")


@task
@takes_rules
@takes(Question)
def describe(question: Question) -> dict[str, Any]:
    """Return the caption of a table, as HTML and as text, after checking the question.

    Examples
    --------
    >>> describe("E(p,q)", ("p", 1, 9), ("q", 1, 9), "outcome", "q < p")["text"]
    'Outcomes of E(p,q) for p = 1..9, q = 1..9, where q < p'
    """
    caption = question.caption(question.table([question.down[1]], [question.across[1]]))
    words = INVARIANTS[question.show].description
    return {"caption": to_html(caption), "text": str(caption), "words": words}


@task
@takes_rules
@takes(Question)
def tile(question: Question, step: int, row: int, column: int) -> dict[str, Any]:
    """Return one tile: an index for each cell, and what the indices stand for.

    So many rows and columns of the table as `step` says share one of the tile, and `row` and
    `column` say which tile of this step it is.

    Examples
    --------
    >>> table = ("Euclid(a,b)", ("a", 1, 3), ("b", 1, 3), "outcome", "")
    >>> corner = tile(*table, 1, 0, 0)
    >>> corner["kind"], corner["rows"], sorted(zip(corner["labels"], corner["counts"]))
    ('outcome', [1, 2, 3], [('N', 7), ('P', 2)])
    """
    if not 1 <= step <= _LARGEST_STEP:
        raise NotationError(f"expected a step from 1 to {_LARGEST_STEP}, got {step}")
    rows, columns = _sampled(question.down, step, row), _sampled(question.across, step, column)
    if not rows or not columns:
        raise NotationError(f"expected a tile of the table, got row {row}, column {column}")
    cells = [cell for row in question.table(rows, columns).rows for cell in row[1:]]
    return {"rows": rows, "columns": columns, **tile_data(cells)}


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
@takes(Question)
def export(question: Question, form: str, progress: Progress) -> bytes:
    """Return the table as a file: ``csv`` or ``latex``."""
    if form not in ("csv", "latex"):
        raise NotationError(f"expected csv or latex, got {form[:20]!r}")
    columns = _size(question.across)
    if form == "latex" and columns > _MOST_COLUMNS:
        raise BudgetExceeded(
            f"expected at most {_MOST_COLUMNS} columns in a LaTeX table, got {columns}: "
            "choose a smaller range"
        )
    if question.size > _MOST_WRITTEN:
        raise BudgetExceeded(
            f"expected at most {_MOST_WRITTEN:,} cells in a file, got {question.size:,}: choose "
            "smaller ranges, or `farstar survey` for billions"
        )
    table = question.watched_table(progress)
    return replace(table, caption=question.caption(table)).write(form).encode()


@task
@takes_rules
@takes(Question)
def picture(
    question: Question,
    form: str,
    view: tuple[int, int, int, int],
    colours: dict[str, Any],
    progress: Progress,
) -> bytes:
    """Return a picture of part of the table, as the page shows it: ``svg``, ``pdf`` or ``png``.

    The part in `view` is the first and last row, and the first and last column; for `colours` see
    `Colours`.
    """
    if form not in ("svg", "pdf", "png"):
        raise NotationError(f"expected svg, pdf or png, got {form[:20]!r}")
    (down, *rows), (across, *columns) = question.down, question.across
    top, bottom, left, right = view
    if not (rows[0] <= top <= bottom <= rows[1] and columns[0] <= left <= right <= columns[1]):
        raise NotationError(f"expected a part of the table, got {list(view)}")
    part = replace(question, down=(down, top, bottom), across=(across, left, right))
    if part.size > _MOST_DRAWN:
        raise BudgetExceeded(
            f"expected at most {_MOST_DRAWN:,} cells in a picture, got {part.size:,}: zoom in"
        )
    table = part.watched_table(progress)
    progress(part.size, part.size, "drawing")
    return draw_table(table, part.caption(table), Colours.read(colours), form)


def _size(axis: Axis) -> int:
    return axis[2] - axis[1] + 1


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
    return {name: invariant.description for name, invariant in INVARIANTS.items()}
