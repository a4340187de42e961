"""Moves: who moved, from where, to where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from farstar._outcome import Player
from farstar.rules._step import Path


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a player.

    Examples
    --------
    >>> class Nim(fs.ImpartialRuleset):
    ...     def moves(self, n):
    ...         return range(n)
    >>> Nim()(2).moves(fs.Left)
    (<Left: to 0>, <Left: to 1>)
    """

    player: Player
    """Who moves."""

    text: str
    """The text of the move."""

    before: Any
    """The position before the move."""

    after: Any
    """The position after the move."""

    path: Path = field(default=(), compare=False, kw_only=True)
    """The places of ``before.diagram()`` that it touches; empty if the rules do not say."""

    def __str__(self) -> str:
        return f"{self.player.name.title()}: {self.text}"

    def __repr__(self) -> str:
        return f"<{self}>"
