"""Pieces of the text inside ``Name(...)`` that know their place, for errors that point at it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from farstar._digits import from_text
from farstar.errors import IllegalPositionError, NotationError

_INTEGER = re.compile("[+-]?[0-9]+")
T = TypeVar("T")


class Field:
    """A piece of a text, without the blanks around it."""

    __slots__ = ("source", "start", "text")

    def __init__(self, source: str, start: int = 0, stop: int | None = None) -> None:
        piece = source[start:stop]
        self.source = source
        self.text = piece.strip()
        self.start = start + len(piece) - len(piece.lstrip())
        if not self.text:
            self.start = start

    def split(self, separator: str) -> list[Field]:
        """Return the pieces between separators; none for an empty text."""
        fields = []
        place = self.start
        for piece in self.text.split(separator) if self.text else ():
            fields.append(Field(self.source, place, place + len(piece)))
            place += len(piece) + len(separator)
        return fields

    def integer(self) -> int:
        """Return the integer that this is, of any number of digits."""
        text = self.text.replace("−", "-")
        if not _INTEGER.fullmatch(text):
            raise self.fault(f"expected an integer, got {clip(self.text)!r}")
        return from_text(text)

    def integers(self) -> tuple[int, ...]:
        """Return the integers between commas."""
        return tuple(field.integer() for field in self.split(","))

    def fault(self, message: str, offset: int = 0) -> NotationError:
        """Return an error at this place."""
        return NotationError(message, self.source, self.start + offset)

    def placed(self, call: Callable[[], T]) -> T:
        """Return what `call` returns; an error of its own comes from this place."""
        try:
            return call()
        except NotationError as error:
            raise NotationError(error.message, self.source, self.start) from None
        except IllegalPositionError as error:
            raise IllegalPositionError(error.message, self.source, self.start) from None


def clip(text: str) -> str:
    """Return a text that is short enough for a message."""
    return text if len(text) <= 40 else text[:37] + "..."
