"""Tasks of the page Tables: a tile of a table at a time, and pictures and files of it.

The page shows a table like a map. A tile has `TILE` cells each way. Where several cells share a
pixel, a tile has one cell of every `step` rows and columns; which one varies from row to row, since
regular steps would show the divisors of the step and not the game.
"""

from __future__ import annotations

import base64
import io
import math
import zlib
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import farstar as fs
from farstar.errors import BudgetExceeded, MissingExtraError, NotationError
from farstar.formulas import MarkedText, source_of, to_html
from farstar.tables import INVARIANTS, Table
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import task
from farstar.web.tasks._reading import takes, takes_rules
from farstar.web.tasks.all_sizes import WHATS, patterns_of

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

_EMPTY = 0xFFFF
_CLASSES = 8
"""Values that get a colour of their own."""

_MOST_SPELLED = 600
"""Values that are written out: writing thousands takes longer than finding them."""

_LONGEST_CELL = 120
_MOST_FOLLOWERS = 40
"""Followers of a value that is written out."""

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

    def watched_table(self, progress: Progress, step: int = 1) -> Table:
        """Return the table, or one of `step` rows and columns each, and tell how far it is."""
        rows, columns = _spread(self.down, step), _spread(self.across, step)
        size = len(rows) * len(columns)

        def tell(count: int) -> None:
            done = min(count, size)
            progress(done, size, f"{done:,} of {size:,} positions")

        tell(0)
        with fs.progress(tell):
            return self.table() if step == 1 else self.table(rows, columns)

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
    can_prove = question.show in WHATS and patterns_of(question.text) is not None
    text = str(caption)
    return {"caption": to_html(caption), "text": text, "words": words, "all_sizes": can_prove}


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
    return {"rows": rows, "columns": columns, **_tile_data(cells)}


def _sampled(axis: Axis, step: int, number: int) -> list[int]:
    """Return the values of a variable that a tile shows.

    Examples
    --------
    >>> _sampled(("p", 1, 300), 1, 2) == list(range(257, 301)), _sampled(("p", 1, 12), 4, 0)
    (True, [1, 7, 9])
    """
    return _spread(axis, step)[max(0, number * TILE) : max(0, (number + 1) * TILE)]


def _spread(axis: Axis, step: int) -> list[int]:
    """Return one of each `step` values of a variable, so that no pattern of their own shows."""
    _, first, last = axis
    places = range(-(-(last - first + 1) // step))
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
    `Colours`. Of a part that is too large for a picture, some rows and columns are shown, as on the
    page.
    """
    if form not in ("svg", "pdf", "png"):
        raise NotationError(f"expected svg, pdf or png, got {form[:20]!r}")
    (down, *rows), (across, *columns) = question.down, question.across
    top, bottom, left, right = view
    if not (rows[0] <= top <= bottom <= rows[1] and columns[0] <= left <= right <= columns[1]):
        raise NotationError(f"expected a part of the table, got {list(view)}")
    part = replace(question, down=(down, top, bottom), across=(across, left, right))
    step = 1
    while part.size > _MOST_DRAWN * step * step:
        step += 1
    table = part.watched_table(progress, step)
    progress(1, 1, "drawing")
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
            "smaller range"
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


# A picture of a table for printing, in the colours and words of the page.


Colour = tuple[int, int, int]

_MOST_CLASSES = 12
_MOST_LEVELS = 20_000
_LONGEST_LABEL = 30
_FITTING_LABEL = 6
"""Characters of a text that fits into a cell."""

_MOST_TEXTS = 1_600
"""Cells that are large enough for text."""


@dataclass(frozen=True)
class Colours:
    """What the colours of a table stand for, as the page has chosen them."""

    classes: dict[str, Colour]
    """The colours of texts; empty where numbers are coloured."""
    others: Colour
    ramp: tuple[Colour, ...] = ()
    """Colours from the smallest number to the largest."""
    scale: str = "linear"
    """``linear``, ``log`` or ``rank``."""
    limits: tuple[float, float] = (0.0, 1.0)
    levels: tuple[tuple[float, float], ...] = ()
    """For ranks, numbers in order, each with its place on the scale."""

    @classmethod
    def read(cls, data: dict[str, Any]) -> Colours:
        """Check and read what a page has sent."""
        try:
            classes = {str(key)[:200]: _colour(value) for key, value in data["classes"].items()}
            levels = tuple(sorted((float(n), float(at)) for n, at in data.get("levels", ())))
            low, high = map(float, data.get("limits", (0, 1)))
            colours = cls(
                classes,
                _colour(data["others"]),
                tuple(map(_colour, data.get("ramp", ()))),
                str(data.get("scale", "linear")),
                (low, high),
                levels,
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise NotationError("expected the colours of a table, as its page sends them") from None
        if len(classes) > _MOST_CLASSES or len(levels) > _MOST_LEVELS or len(colours.ramp) > 64:
            raise NotationError("expected fewer colours")
        if not all(map(math.isfinite, (low, high, *(x for pair in levels for x in pair)))):
            raise NotationError("expected finite numbers")
        return colours

    def colour_of(self, cell: object) -> Colour:
        """Return the colour of a cell."""
        if not self.ramp:
            return self.classes.get(_label(cell), self.others)
        number = _scale_number(cell)
        return self.others if number is None else self.shade(self.share(number))

    def share(self, number: float) -> float:
        """Return where a number is on the scale, between 0 and 1."""
        if self.scale == "rank":
            place = bisect_left(self.levels, (number, -1.0))
            at = self.levels[min(place, len(self.levels) - 1)][1] if self.levels else 0.0
            return min(1.0, max(0.0, at))
        low, high = (_grown(x) if self.scale == "log" else x for x in self.limits)
        at = _grown(number) if self.scale == "log" else number
        return min(1.0, max(0.0, (at - low) / (high - low))) if high > low else 0.0

    def shade(self, share: float) -> Colour:
        """Return the colour at a place of the ramp."""
        at = share * (len(self.ramp) - 1)
        i = min(int(at), max(0, len(self.ramp) - 2))
        low, high = self.ramp[i], self.ramp[min(i + 1, len(self.ramp) - 1)]
        mixed = [round(a + (at - i) * (b - a)) for a, b in zip(low, high, strict=True)]
        return mixed[0], mixed[1], mixed[2]


def _grown(number: float) -> float:
    """Return the logarithm of a number and one more, with the sign of the number."""
    return math.copysign(math.log1p(abs(number)), number)


def _colour(value: Any) -> Colour:
    red, green, blue = (int(part) for part in value)
    if not all(0 <= part <= 255 for part in (red, green, blue)):
        raise ValueError(value)
    return red, green, blue


def draw_table(table: Table, caption: str, colours: Colours, form: str) -> bytes:
    """Return the bytes of a picture: ``svg``, ``pdf`` or ``png``."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "expected matplotlib to be installed: pip install 'farstar[plot]'"
        raise MissingExtraError(message) from error
    if table.axes is None:
        raise NotationError("expected a table with two ranges")
    rows = [row[1:] for row in table.rows]
    downs: list[Any] = [row[0] for row in table.rows]
    acrosses: list[Any] = list(table.headings[1:])
    blank = (255, 255, 255)
    pixels = [[blank if cell is None else colours.colour_of(cell) for cell in row] for row in rows]
    side = min(0.3, max(0.012, 6.4 / max(len(rows), len(acrosses))))
    width, height = max(3.2, side * len(acrosses)), max(0.6, side * len(rows))
    # Text stays text in vector formats, and the same table gives the same bytes.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "farstar"}):
        figure = Figure(figsize=(width + 1.4, height + 1.8), dpi=150, layout="constrained")
        axes = figure.add_subplot()
        first, last = downs[0], downs[-1]
        extent = (acrosses[0] - 0.5, acrosses[-1] + 0.5, last + 0.5, first - 0.5)
        axes.imshow(pixels, extent=extent, interpolation="none", aspect="equal")
        axes.set_xlabel(table.axes.column)
        axes.set_ylabel(table.axes.row, rotation=0, labelpad=12)
        axes.xaxis.set_label_position("top")
        axes.xaxis.tick_top()
        axes.locator_params(integer=True)
        _write_cells(axes, rows, downs, acrosses, pixels)
        _add_legend(figure, axes, colours)
        figure.suptitle(_wrapped(caption.replace("$", r"\$"), width), fontsize=10)
        stream = io.BytesIO()
        metadata = (
            {"Date": None} if form == "svg" else {"CreationDate": None} if form == "pdf" else None
        )
        figure.savefig(stream, format=form, metadata=metadata)
    return stream.getvalue()


def _wrapped(caption: str, width: float) -> str:
    """Return a caption in lines as wide as the picture, broken before its ranges."""
    return caption if len(caption) < 14 * width else caption.replace(" for ", "\nfor ", 1)


def _write_cells(axes: Any, rows: Any, downs: Any, acrosses: Any, pixels: Any) -> None:
    if len(downs) * len(acrosses) > _MOST_TEXTS or max(len(downs), len(acrosses)) > 40:
        return
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            text = "" if cell is None else _label(cell)
            if 0 < len(text) <= _FITTING_LABEL:
                red, green, blue = pixels[r][c]
                ink = "black" if 3 * red + 6 * green + blue > 1280 else "white"
                axes.text(acrosses[c], downs[r], text, ha="center", va="center", color=ink, size=6)


def _add_legend(figure: Any, axes: Any, colours: Colours) -> None:
    from matplotlib.patches import Patch

    if colours.ramp:
        steps = 64
        strip = figure.add_axes([0.2, 0.035, 0.6, 0.018])
        strip.set_in_layout(False)
        strip.imshow([[colours.shade(i / (steps - 1)) for i in range(steps)]], aspect="auto")
        low, high = colours.limits
        strip.set_xticks([0, steps - 1], [f"{low:g}", f"{high:g} ({colours.scale} scale)"], size=7)
        strip.set_yticks([])
        return
    names = {
        "L": "Left wins",
        "R": "Right wins",
        "N": "first player wins",
        "P": "second player wins",
    }
    patches = [
        Patch(
            facecolor=(red / 255, green / 255, blue / 255),
            edgecolor="grey",
            label=f"{text[:_LONGEST_LABEL]}: {names[text]}"
            if text in names
            else text[:_LONGEST_LABEL],
        )
        for text, (red, green, blue) in colours.classes.items()
    ]
    if patches:
        figure.legend(handles=patches, loc="outside lower center", ncols=4, fontsize=7)


# The cells of a tile as data: indices into a list of different texts, with their numbers.


def _tile_data(cells: list[Any]) -> dict[str, Any]:
    """Return cells as indices into a list of texts, the most frequent first.

    ``numbers`` has the place of each text on a scale, or None; a value has its mean. ``kind`` is
    ``outcome``, ``number`` if all are numbers, ``class`` if a few values fill most cells, or else
    ``mean``.
    """
    # Equal cells are often the same object, and values take long to hash: each object once.
    objects = {id(cell): cell for cell in cells if cell is not None}
    numbers: dict[Any, int] = {}
    number_of = {key: numbers.setdefault(cell, len(numbers)) for key, cell in objects.items()}
    tally = Counter(map(number_of.get, map(id, cells)))
    different = list(numbers)
    order = sorted(range(len(different)), key=lambda number: -tally[number])[:_EMPTY]
    kept = [different[number] for number in order]
    counts = [tally[number] for number in order]
    place = {number: rank for rank, number in enumerate(order)}
    indices = array("H", (_EMPTY if cell is None else place[number_of[id(cell)]] for cell in cells))
    return {
        "cells": base64.b64encode(zlib.compress(indices.tobytes(), 6)).decode(),
        "labels": [_label(cell, rank) for rank, cell in enumerate(kept)],
        "numbers": [_scale_number(cell) for cell in kept],
        "counts": counts,
        "kind": _kind(kept, counts),
    }


def _kind(kept: list[Any], counts: list[int]) -> str:
    if kept and all(isinstance(cell, fs.Outcome) for cell in kept):
        return "outcome"
    if kept and all(_is_number(cell) for cell in kept):
        return "number"
    if all(isinstance(cell, fs.Value) for cell in kept) and (
        2 * sum(counts[:_CLASSES]) < sum(counts)
    ):
        return "mean"
    return "class"


def _is_number(cell: object) -> bool:
    if isinstance(cell, fs.Value):
        return bool(cell.is_number)
    return isinstance(cell, int | Fraction) and not isinstance(cell, bool)


def _scale_number(cell: object) -> float | None:
    """Return the place of a cell on a scale of numbers, None where it has none."""
    if isinstance(cell, fs.Value):
        number: Fraction | int = cell.mean
    elif isinstance(cell, int | Fraction) and not isinstance(cell, bool):
        number = cell
    else:
        return None
    try:
        return float(number)
    except OverflowError:
        return None


def _label(cell: object, rank: int = 0) -> str:
    """Return the text of a cell; rare and long values are described."""
    from farstar.reports import shorten, spell

    if not isinstance(cell, fs.Value):
        text = str(cell)
    elif rank >= _MOST_SPELLED:
        text = f"of mean {cell.mean}; open the cell to see it"
    elif cell.follower_count > _MOST_FOLLOWERS:
        text = f"with {cell.follower_count} followers, of mean {cell.mean}"
    else:
        text = spell(cell, unicode=True) or "a long value"
    return shorten(text, _LONGEST_CELL)
