"""What a position holds, the steps that a ruleset yields, and the moves made of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from farstar._immutable import Immutable
from farstar._outcome import Player


class Storage(Immutable):
    """A state under a ruleset; the storage of a `Position`, which the search can recognise."""

    __slots__ = ("_ruleset", "_state")
    _noun = "position"

    _ruleset: Any
    _state: Any


set_ruleset = Storage.__dict__["_ruleset"].__set__
set_state = Storage.__dict__["_state"].__set__


Place: TypeAlias = tuple[int, ...]
"""The name of a place in a diagram, such as row and column of a cell, counted from 0."""

Path: TypeAlias = tuple[Place, ...]
"""The places that a move touches, in the order in which a player would click on them."""


class Step(NamedTuple):
    """What `Ruleset.left` and `Ruleset.right` may yield instead of a bare state.

    Examples
    --------
    >>> class Coins(fs.ImpartialRuleset):
    ...     "Take a coin from either end of a row."
    ...     def moves(self, row):
    ...         if row:
    ...             yield fs.Step(row[1:], path=((0,),), text="the first")
    ...             yield fs.Step(row[:-1], path=((len(row) - 1,),), text="the last")
    >>> [(move.text, move.path) for move in Coins()("HTT").moves()]
    [('the first', ((0,),)), ('the last', ((2,),))]
    """

    after: Hashable
    """The state that the move leads to."""

    path: Path = ()
    """The places that it touches."""

    text: str | None = None
    """The text of the move; by default that of `Ruleset.label`."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a player.

    Examples
    --------
    >>> fs.Domineering("2x2").moves(fs.Left)
    (<Left: (1,1)-(2,1)>, <Left: (1,2)-(2,2)>)
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
