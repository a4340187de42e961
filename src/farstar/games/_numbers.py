"""The common base of the games whose states are tuples of integers, such as heaps."""

from __future__ import annotations

from typing import ClassVar

from farstar._digits import to_text
from farstar._outcome import Player
from farstar.formulas import MarkedText
from farstar.rules import Path, Position, Ruleset, TextPart


class NumberRules(Ruleset):
    """The rules of a game whose state is a tuple of integers."""

    count: ClassVar[int | None] = None
    """How many numbers there are; None for any number of them."""

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these numbers."""
        part = TextPart(text)
        numbers = cls.numbers(part)
        return part.placed(lambda: cls()(numbers))

    @classmethod
    def numbers(cls, part: TextPart) -> tuple[int, ...]:
        """Return the numbers in a part of a text."""
        return part.integers() if cls.count is None else part.exactly(cls.count)

    def text(self, position: tuple[int, ...]) -> str:
        """Return the numbers with commas between them."""
        return ",".join(map(to_text, position))

    def label(
        self, player: Player, before: tuple[int, ...], after: tuple[int, ...], path: Path = ()
    ) -> str:
        """Return a move as ``(3,5) -> (3,1,2)``."""
        states = (f"({','.join(map(to_text, state))})" for state in (before, after))
        return MarkedText(f"`{' -> '.join(states)}`")
