"""Steps: the state after a move, and the places of the diagram that the move touches."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, TypeAlias

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
