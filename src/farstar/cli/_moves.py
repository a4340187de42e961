"""The moves in a sum: in which summand, to what, and what that leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import farstar as fs

MOST_SUMMANDS = 12
MOST_MOVES = 200


@dataclass(frozen=True)
class Summand:
    """A term of a sum; a game that is no sum is its own only term."""

    expression: str
    value: fs.Value

    def options(self, player: fs.Player) -> tuple[fs.Value, ...]:
        """Return the canonical options of `player`."""
        return self.value.left_options if player is fs.Left else self.value.right_options


@dataclass(frozen=True)
class Move:
    """A move of a summand to one of its canonical options."""

    place: int
    """Which summand, from 0."""
    option: fs.Value
    leaves: fs.Value
    """The value of the sum after the move."""

    @property
    def cost(self) -> tuple[bool, bool, int]:
        """The smaller, the simpler is what the move leaves."""
        return not self.leaves.is_zero, not self.leaves.is_number, self.leaves.follower_count


def moves(summands: Sequence[Summand], total: fs.Value, player: fs.Player) -> list[Move]:
    """Return the moves of `player` in canonical summands whose sum is `total`."""
    return [
        Move(place, option, rest + option)
        for place, summand in enumerate(summands)
        for rest in [total - summand.value]
        for option in summand.options(player)
    ]


def wins(move: Move, player: fs.Player) -> bool:
    """Tell whether `player`, who makes this move, wins."""
    return move.leaves >= 0 if player is fs.Left else move.leaves <= 0


def winning_moves(summands: Sequence[Summand], total: fs.Value, player: fs.Player) -> list[Move]:
    """Return the moves that win for `player`: in the hottest summand first, then the simplest.

    Examples
    --------
    >>> heaps = [Summand(text, fs.Value(text)) for text in ("*2", "*3")]
    >>> for move in winning_moves(heaps, fs.Value("*"), fs.Left):
    ...     print(heaps[move.place].expression, "to", move.option)
    *3 to *2
    """
    found = [move for move in moves(summands, total, player) if wins(move, player)]
    return sorted(found, key=lambda move: (-summands[move.place].value.temperature, move.cost))


def after(summands: Sequence[Summand], move: Move, text: str) -> list[Summand]:
    """Return the summands after `move`, whose option is written `text`."""
    changed = list(summands)
    changed[move.place] = Summand(text, move.option)
    return changed


def is_small(summands: Sequence[Summand]) -> bool:
    """Tell whether all moves can be looked at in no time."""
    if len(summands) > MOST_SUMMANDS:
        return False
    count = 0
    for summand in summands:
        for player in (fs.Left, fs.Right):
            count += len(summand.options(player))
    return count <= MOST_MOVES
