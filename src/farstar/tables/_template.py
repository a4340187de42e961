"""Expressions that contain variables: ``E(p,q) + *n`` for each p, q and n."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from farstar._digits import to_text
from farstar.errors import NotationError
from farstar.tables._cells import written
from farstar.tables._condition import Reader, arithmetic

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_WORDS = re.compile(r"[A-Za-z0-9]+")
_POSITION = re.compile(
    r"\b(?!tiny\b|miny\b)([A-Z][A-Z_]*)\s*\(((?:[^()]|\([^()]*\))*)\)", re.IGNORECASE
)
"""A position, with brackets perhaps, one inside the other."""
_SEPARATOR = re.compile(r"([,;|]| x |=)")


class Template:
    """An expression that is read again for each choice of its variables.

    A variable is a name that stands alone in the expression. The arguments of a position are
    numbers, so sums, products and remainders are computed there.

    Examples
    --------
    >>> Template("{n|-n} + *", ["n"]).text(3)
    '{3|-3} + *'
    >>> Template("E(p,q)", ["p", "q"]).text(11, 8)
    'E(11,8)'
    >>> Template("E(2*k+1, k+1) + *k", ["k"]).text(5)
    'E(11,6) + *5'
    """

    def __init__(self, expression: str, names: Sequence[str]) -> None:
        words = set(_WORDS.findall(expression))
        for name in names:
            if not _NAME.fullmatch(name) or name not in words:
                raise NotationError(
                    f"expected a variable of the expression {expression!r}, got {name!r}"
                    f"{_advice(name, words)}"
                )
        self.expression = expression
        self.names = tuple(names)
        pieces = _pieces(expression)
        # A name before = is that of an option, not a variable.
        options = {i for i, (_, sign) in enumerate(pairwise(pieces)) if sign == "="}
        self._pieces = [
            (piece, arithmetic(piece, names), i not in options) for i, piece in enumerate(pieces)
        ]

    def text(self, *point: Any) -> str:
        """Return the expression with the variables replaced."""
        values = dict(zip(self.names, map(written, point), strict=True))
        whole = all(type(value) is int for value in point)

        def filled(piece: str, work_out: Reader | None, is_open: bool) -> str:
            if not is_open:
                return piece
            if work_out is None or not whole:
                return _WORDS.sub(lambda match: values.get(match[0], match[0]), piece)
            try:
                return to_text(work_out(point))
            except ZeroDivisionError:
                raise NotationError(
                    f"expected a number in {self.expression!r}, got a division by zero in "
                    f"{piece.strip()!r}"
                ) from None

        return "".join(filled(*piece) for piece in self._pieces)

    def __call__(self, *point: Any) -> Any:
        """Return the game that the expression is."""
        from farstar.expressions import parse

        return parse(self.text(*point))


def _pieces(expression: str) -> list[str]:
    """Return the expression in pieces: what stands between the commas of a position is one."""
    pieces, start = [], 0
    for call in _POSITION.finditer(expression):
        pieces.append(expression[start : call.start(2)])
        pieces += _SEPARATOR.split(call[2])
        start = call.end(2)
    return [*pieces, expression[start:]]


def _advice(name: str, words: set[str]) -> str:
    """Return what to do about a name that sticks to the x of a size."""
    for word in sorted(words):
        rows, _, columns = word.partition("x")
        if name in (rows, columns) and rows and columns:
            return f"; a name next to x needs a space: {rows} x {columns}"
    return ""
