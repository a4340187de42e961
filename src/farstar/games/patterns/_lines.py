"""The lines of a text with rules, and errors that name line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from farstar.errors import NotationError

_WORD = re.compile(r"\S+")
_COMMENT = re.compile(r"(?:^|\s)//")


class Line(NamedTuple):
    """A line with something on it: its words, each with its column counted from 0."""

    number: int
    words: list[tuple[int, str]]
    text: str

    def fail(self, column: int, message: str) -> NoReturn:
        """Raise an error at a column of this line."""
        place = f"line {self.number}, column {column + 1}"
        raise NotationError(f"{place}: {message}", self.text, column)


def lines(text: str) -> Iterator[Line]:
    """Yield the lines that say something, without their comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        kept = _COMMENT.split(line, maxsplit=1)[0]
        words = [(match.start(), match[0]) for match in _WORD.finditer(kept)]
        if words:
            yield Line(number, words, line)
