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
    >>> import farstar as fs
    >>> class Nim(fs.ImpartialRuleset):
    ...     def moves(self, n):
    ...         return range(n)
    >>> [str(move) for move in Nim()(2).moves(fs.Left)]
    ['Left: to 0', 'Left: to 1']
    """

    player: Player
    """Who moves."""

    text: str
    """How the move is written."""

    before: Any
    """The position in which it is made."""

    after: Any
    """The position that it leads to."""

    path: Path = field(default=(), compare=False, kw_only=True)
    """The places of ``before.diagram()`` that it touches; empty where the rules do not say."""

    def __str__(self) -> str:
        return f"{self.player.name.title()}: {self.text}"
