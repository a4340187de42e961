"""Lines of play that lead to the options of the canonical form.

Let K be the canonical form of a position G, and X an option of K for Left. Some move of Left leads
to a position that is at least X. If that is not X itself, the move is reversible: Right has an
answer that is at most G, and then Left has again a move to a position that is at least X. Play
ends, so it reaches X.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from farstar._outcome import Player
from farstar.rules._move import Move
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.rules._position import Position


def canonical_lines(position: Position, player: Player) -> tuple[tuple[Move, ...], ...]:
    """Return a line for each option of the canonical form."""
    value = position.value
    options = value.left_options if player is Player.LEFT else value.right_options
    return tuple(_line(position, player, value, option) for option in options)


def _line(position: Position, player: Player, value: Value, option: Value) -> tuple[Move, ...]:
    line = [_at_least(position, player, option)]
    while line[-1].after.value != option:
        line.append(_at_least(line[-1].after, -player, value))
        line.append(_at_least(line[-1].after, player, option))
    return tuple(line)


def _at_least(position: Position, player: Player, bound: Value) -> Move:
    """Return a move to a position that is as good as `bound` for the player, if possible equal."""
    good = None
    for move in position.moves(player):
        value = move.after.value
        if value == bound:
            return move
        if good is None and (value >= bound if player is Player.LEFT else value <= bound):
            good = move
    if good is None:
        raise AssertionError(f"expected a move as good as {bound} in {position}, found none")
    return good
