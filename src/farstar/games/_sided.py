"""The common base of the games in which both players move alike, but for what is theirs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, ClassVar

from farstar.rules import Ruleset


class SidedRules(Ruleset):
    """The rules of a game whose moves follow from what belongs to the player."""

    sides: ClassVar[tuple[Any, Any]] = ("x", "o")
    """What belongs to Left and what to Right, such as their marks."""

    def left(self, position: Any) -> Iterable[Hashable]:
        """Return Left's moves."""
        return self.moves_of(position, *self.sides)

    def right(self, position: Any) -> Iterable[Hashable]:
        """Return Right's moves."""
        return self.moves_of(position, *reversed(self.sides))

    def moves_of(self, position: Any, mine: Any, yours: Any) -> Iterable[Hashable]:
        """Return the moves of the player to whom `mine` belongs."""
        raise NotImplementedError(f"expected {type(self).__name__} to define moves_of")
