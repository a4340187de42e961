"""Ranges as they are typed: ``p=11..20`` and ``n=1,2,5..9..2``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from farstar.errors import BudgetExceeded, NotationError

_RANGE = re.compile(r"([A-Za-z][A-Za-z0-9]*)=([-0-9.,\s]+)", re.ASCII)
_NO_RANGE = re.compile(r"[A-Za-z][A-Za-z0-9]*=(?:|[^=({]*\.\.[^=({]*)", re.ASCII)
"""What was meant as a range: nothing after the sign, or two dots outside of brackets."""
_PIECE = re.compile(r"(-?[0-9]{1,18})(?:\.\.(-?[0-9]{1,18})(?:\.\.([0-9]{1,18}))?)?", re.ASCII)
_MOST = 2_000_000
_TAKEN = ("caption", "grid", "show", "where")
"""What `fs.table` calls other things."""


def split(words: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
    """Return the expressions and the ranges among some words.

    Examples
    --------
    >>> split(["E(p,q)", "p=3..5", "q=1,4..8..2"])
    (['E(p,q)'], {'p': [3, 4, 5], 'q': [1, 4, 6, 8]})
    """
    expressions: list[str] = []
    ranges: dict[str, Any] = {}
    for word in words:
        match = _RANGE.fullmatch(word)
        if match is None:
            if _NO_RANGE.fullmatch(word):
                raise _expected_range(word)
            expressions.append(word)
            continue
        if match[1] in ranges:
            raise NotationError(f"expected one range for {match[1]}, got another: {word!r}")
        if match[1] in _TAKEN:
            raise NotationError(f"expected another name than {match[1]!r} for a variable")
        ranges[match[1]] = [n for piece in match[2].split(",") for n in _numbers(piece, word)]
    return expressions, ranges


def _expected_range(word: str) -> NotationError:
    return NotationError(f"expected a range such as p=11..20 or n=1,2,5..9..2, got {word[:80]!r}")


def _numbers(piece: str, word: str) -> range:
    match = _PIECE.fullmatch(piece.strip())
    if match is None:
        raise _expected_range(word)
    first = int(match[1])
    last = first if match[2] is None else int(match[2])
    step = 1 if match[3] is None else int(match[3])
    if step == 0 or last < first:
        raise NotationError(f"expected a range that rises, such as p=11..20, got {word!r}")
    if (last - first) // step >= _MOST:
        raise BudgetExceeded(f"expected a range of at most {_MOST} numbers, got {word!r}")
    return range(first, last + 1, step)
