"""The cells of a tile as data: indices into a list of different texts, with their numbers."""

from __future__ import annotations

import base64
import zlib
from array import array
from collections import Counter
from fractions import Fraction
from typing import Any

import farstar as fs

_EMPTY = 0xFFFF
_CLASSES = 8
"""Values that get a colour of their own."""

_MOST_WRITTEN = 600
"""Values that are written out: writing thousands takes longer than finding them."""

_LONGEST_LABEL = 120
_MOST_FOLLOWERS = 40
"""Followers of a value that is written out."""


def tile_data(cells: list[Any]) -> dict[str, Any]:
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
        "labels": [label(cell, rank) for rank, cell in enumerate(kept)],
        "numbers": [scale_number(cell) for cell in kept],
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


def scale_number(cell: object) -> float | None:
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


def label(cell: object, rank: int = 0) -> str:
    """Return the text of a cell; rare and long values are described."""
    from farstar.reports import shorten, spell

    if not isinstance(cell, fs.Value):
        text = str(cell)
    elif rank >= _MOST_WRITTEN:
        text = f"of mean {cell.mean}; open the cell to see it"
    elif cell.follower_count > _MOST_FOLLOWERS:
        text = f"with {cell.follower_count} followers, of mean {cell.mean}"
    else:
        text = spell(cell, unicode=True) or "a long value"
    return shorten(text, _LONGEST_LABEL)
