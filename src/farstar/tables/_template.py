"""Expressions with variables in them: ``E(p,q) + *n`` for each p, q and n."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from farstar.errors import NotationError
from farstar.tables._cells import written

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_WORDS = re.compile(r"[A-Za-z0-9]+")


class Template:
    """An expression that is read again for each choice of its variables.

    A variable is a name that stands alone in the expression.

    Examples
    --------
    >>> Template("{n|-n} + *", ["n"]).text(3)
    '{3|-3} + *'
    >>> Template("E(p,q)", ["p", "q"]).text(11, 8)
    'E(11,8)'
    """

    def __init__(self, expression: str, names: Sequence[str]) -> None:
        found = set(_WORDS.findall(expression))
        for name in names:
            if not _NAME.fullmatch(name) or name not in found:
                raise NotationError(
                    f"expected a variable of the expression {expression!r}, got {name!r}"
                    f"{_advice(name, found)}"
                )
        self.expression = expression
        self.names = tuple(names)

    def text(self, *point: Any) -> str:
        """Return the expression with the variables replaced."""
        values = dict(zip(self.names, map(written, point), strict=True))
        return _WORDS.sub(lambda match: values.get(match[0], match[0]), self.expression)

    def __call__(self, *point: Any) -> Any:
        """Return the game that the expression is."""
        return _parse(self.text(*point))


def _advice(name: str, words: set[str]) -> str:
    """Return what to do about a name that sticks to the x of a size."""
    for word in sorted(words):
        rows, _, columns = word.partition("x")
        if name in (rows, columns) and rows and columns:
            return f"; a name next to x needs a space: {rows} x {columns}"
    return ""


def _parse(text: str) -> Any:
    from farstar.expressions import parse

    return parse(text)
