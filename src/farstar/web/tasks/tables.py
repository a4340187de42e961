"""Tasks of the page Tables."""

from __future__ import annotations

import base64
import zlib
from array import array
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError
from farstar.tables import INVARIANTS, Table
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import task

Progress = Callable[[float, float, str], None]

_MOST_CELLS = 1_000_000
_MOST_LATEX = 10_000
"""Cells; nobody prints a larger table."""

_MOST_LABELS = 4_000
"""Different cells that keep their text; rarer ones are shown as others."""

_MOST_WRITTEN = 600
"""Values that are written out: writing thousands takes longer than finding them."""

_LONGEST_LABEL = 120
_MOST_FOLLOWERS = 40
"""Followers of a value that is written out."""

_EMPTY = 0xFFFF
_CLASSES = 8
"""Values that get a colour of their own."""

_TAKEN = ("caption", "grid", "show", "where")
"""What `fs.table` calls other things."""


@task
def grid(
    text: str,
    down: tuple[str, int, int],
    across: tuple[str, int, int],
    show: str,
    where: str,
    progress: Progress,
) -> dict[str, Any]:
    """Return a table for drawing: an index for each cell, and what the indices stand for.

    Examples
    --------
    >>> table = grid("Euclid(a,b)", ("a", 1, 3), ("b", 1, 3), "outcome", "", lambda *_: None)
    >>> table["kind"], [(entry["text"], entry["count"]) for entry in table["legend"]]
    ('outcome', [('N', 7), ('P', 2)])
    """
    table = _table(text, down, across, show, where, progress)
    cells = [cell for row in table.rows for cell in row[1:]]
    progress(len(cells), len(cells), "choosing colours")
    return {"caption": table.caption, **_indexed(cells)}


@task
def export(
    text: str,
    down: tuple[str, int, int],
    across: tuple[str, int, int],
    show: str,
    where: str,
    form: str,
    progress: Progress,
) -> bytes:
    """Return the table as a file: ``csv``, ``latex`` or ``png``."""
    table = _table(text, down, across, show, where, progress)
    if form == "png":
        return fs.plot(table, kind="heat-map").bytes("png")
    if form == "latex" and _size(down) * _size(across) > _MOST_LATEX:
        raise BudgetExceeded(
            f"expected at most {_MOST_LATEX} cells in a LaTeX table, "
            f"got {_size(down) * _size(across)}: choose smaller ranges"
        )
    return table.write(form).encode()


def _size(axis: tuple[str, int, int]) -> int:
    return axis[2] - axis[1] + 1


def _table(
    text: str,
    down: tuple[str, int, int],
    across: tuple[str, int, int],
    show: str,
    where: str,
    progress: Progress,
) -> Table:
    if len(text) > LONGEST_EXPRESSION:
        raise NotationError(f"expected at most {LONGEST_EXPRESSION} characters, got {len(text)}")
    if show not in INVARIANTS:
        raise NotationError(f"expected an invariant, one of {', '.join(INVARIANTS)}, got {show!r}")
    ranges = {name: _range(name, first, last) for name, first, last in (down, across)}
    if len(ranges) < 2:
        raise NotationError(f"expected two different variables, got {down[0]!r} twice")
    total = _size(down) * _size(across)
    if total > _MOST_CELLS:
        raise BudgetExceeded(
            f"expected at most {_MOST_CELLS:,} cells, a thousand by a thousand, got {total:,}: "
            "choose smaller ranges, or `farstar survey` for billions"
        )
    with fs.progress(lambda count: progress(min(count, total), total, _so_many(count, total))):
        return fs.table(text, show=show, where=where.strip() or None, grid=True, **ranges)


def _so_many(count: int, total: int) -> str:
    return f"{min(count, total):,} of {total:,} positions"


def _range(name: str, first: int, last: int) -> Any:
    if not (name.isascii() and name.isidentifier()) or name in _TAKEN or len(name) > 20:
        raise NotationError(f"expected the name of a variable, such as p, got {name[:40]!r}")
    if last < first:
        raise NotationError(f"expected a range that rises for {name}, got {first} to {last}")
    return range(first, last + 1)


def _indexed(cells: list[Any]) -> dict[str, Any]:
    """Return the cells as indices into a list of texts, the most frequent first."""
    # Equal cells are often the same object, and values take long to hash: each object once.
    objects = {id(cell): cell for cell in cells if cell is not None}
    numbers: dict[Any, int] = {}
    number_of = {key: numbers.setdefault(cell, len(numbers)) for key, cell in objects.items()}
    tally = Counter(map(number_of.get, map(id, cells)))
    different = list(numbers)
    order = _in_order(different, tally)[:_MOST_LABELS]
    kept = [different[number] for number in order]
    counts = [tally[number] for number in order]
    place = {number: rank for rank, number in enumerate(order)}
    places = {key: place.get(number, len(order)) for key, number in number_of.items()}
    indices = array("H", (places.get(id(cell), _EMPTY) for cell in cells))
    if array("H", [1]).tobytes() != b"\x01\x00":
        indices.byteswap()
    filled = len(cells) - tally[None]
    kind, shades, ends = _shades(kept, counts, filled)
    labels = [_label(cell, rank) for rank, cell in enumerate(kept)]
    if len(different) > len(kept):
        labels.append("other")
        shades.append(-1)
    has_legend = kind != "size" or len(kept) <= 12
    legend = [
        {"text": label, "shade": shade, "count": count}
        for count, label, shade in zip(counts, labels, shades, strict=False)
        if has_legend and shade >= 0
    ]
    return {
        "cells": base64.b64encode(zlib.compress(indices.tobytes(), 6)).decode(),
        "labels": labels,
        "shades": shades,
        "kind": kind,
        "legend": legend,
        "different": len(different),
        "ends": ends,
    }


def _in_order(different: list[Any], tally: Counter[int | None]) -> list[int]:
    """Return the numbers of the cells in the order of the legend."""
    numbers = range(len(different))
    if all(isinstance(cell, fs.Outcome) for cell in different):
        order = list(fs.Outcome)
        return sorted(numbers, key=lambda number: order.index(different[number]))
    return sorted(numbers, key=lambda number: -tally[number])


def _shades(
    kept: list[Any], counts: list[int], filled: int
) -> tuple[str, list[float], list[str] | None]:
    """Return how cells are coloured, the colour of each as a number, and what the ends stand for.

    Outcomes and the most frequent values have a class each, and -1 is for the rest. Numbers have a
    place between 0 and 1, and so have values by their means, where hardly two of them are equal.
    """
    if kept and all(isinstance(cell, fs.Outcome) for cell in kept):
        return "outcome", [float("LRNP".index(cell.value)) for cell in kept], None
    numbers = [number for cell in kept if (number := _number(cell)) is not None]
    if numbers and len(numbers) == len(kept):
        return "size", _places(numbers), [str(min(numbers)), str(max(numbers))]
    frequent = sum(counts[:_CLASSES])
    if 2 * frequent < filled and all(isinstance(cell, fs.Value) for cell in kept):
        means = [cell.mean for cell in kept]
        return "size", _places(means), [f"mean {min(means)}", f"mean {max(means)}"]
    return "class", [float(i) if i < _CLASSES else -1.0 for i in range(len(kept))], None


def _places(numbers: list[Fraction]) -> list[float]:
    low, high = min(numbers), max(numbers)
    spread = high - low or Fraction(1)
    return [float((number - low) / spread) for number in numbers]


def _number(cell: object) -> Fraction | None:
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int | Fraction):
        return Fraction(cell)
    if isinstance(cell, fs.Value) and cell.is_number:
        return cell.mean
    return None


def _label(cell: object, rank: int) -> str:
    from farstar.reports import spell

    if not isinstance(cell, fs.Value):
        text = str(cell)
    elif rank >= _MOST_WRITTEN:
        text = f"of mean {cell.mean}; open the cell to see it"
    elif cell.follower_count > _MOST_FOLLOWERS:
        text = f"with {cell.follower_count} followers, of mean {cell.mean}"
    else:
        text = spell(cell, unicode=True) or "a long value"
    return text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"
