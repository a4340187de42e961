"""Parts of the text inside ``Name(...)`` with their places, for errors that point at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from farstar._arguments import clip
from farstar._digits import from_text
from farstar.errors import IllegalPositionError, NotationError

_INTEGER = re.compile("[+-]?[0-9]+")
T = TypeVar("T")


class TextPart:
    """A part of a text, without the blanks around it, and its place in the text."""

    __slots__ = ("source", "start", "text")

    def __init__(self, source: str, start: int = 0, stop: int | None = None) -> None:
        piece = source[start:stop]
        self.source = source
        self.text = piece.strip()
        self.start = start + len(piece) - len(piece.lstrip())
        if not self.text:
            self.start = start

    def split(self, separator: str) -> list[TextPart]:
        """Return the pieces between separators; none for an empty text."""
        parts = []
        place = self.start
        for piece in self.text.split(separator) if self.text else ():
            parts.append(TextPart(self.source, place, place + len(piece)))
            place += len(piece) + len(separator)
        return parts

    def integer(self) -> int:
        """Return this part as an integer, of any number of digits."""
        text = self.text.replace("−", "-")
        if not _INTEGER.fullmatch(text):
            raise self.fault(f"expected an integer, got {clip(self.text, 40)!r}")
        return from_text(text)

    def integers(self) -> tuple[int, ...]:
        """Return the integers between commas."""
        return tuple(part.integer() for part in self.split(","))

    def exactly(self, count: int) -> tuple[int, ...]:
        """Return the integers between commas, whose number is given."""
        numbers = self.integers()
        if len(numbers) != count:
            wanted = {2: "two", 3: "three"}.get(count, str(count))
            raise self.fault(f"expected {wanted} integers, got {len(numbers)} of them")
        return numbers

    def before_semicolon(self, wanted: str) -> tuple[TextPart, TextPart | None]:
        """Return the part before the semicolon, and the part after it if there is one."""
        if ";" not in self.text:
            return self, None
        parts = self.split(";")
        if len(parts) > 2:
            raise parts[2].fault(f"expected one semicolon, then {wanted}, got another")
        if not parts[1].text:
            raise parts[1].fault(f"expected {wanted} after the semicolon, got nothing")
        return parts[0], parts[1]

    def fault(self, message: str, offset: int = 0) -> NotationError:
        """Return an error at this place."""
        return NotationError(message, self.source, self.start + offset)

    def placed(self, call: Callable[[], T]) -> T:
        """Return the result of `call`; errors that it raises point at this place."""
        try:
            return call()
        except NotationError as error:
            raise NotationError(error.message, self.source, self._column(error)) from None
        except IllegalPositionError as error:
            raise IllegalPositionError(error.message, self.source, self._column(error)) from None

    def _column(self, error: NotationError | IllegalPositionError) -> int:
        """Return the place of an error that may know where in this part it happened."""
        inside = error.column if error.text == self.text else None
        return self.start + (inside or 0)
