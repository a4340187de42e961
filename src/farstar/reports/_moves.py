"""The moves in a sum: in which summand, to what, and what that leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from farstar._outcome import Left, Player, Right
from farstar.expressions import Expression, Game
from farstar.values import Value

MOST_SUMMANDS = 12
MOST_MOVES = 200


@dataclass(frozen=True)
class Summand:
    """A term of a sum; a game that is no sum is its own only term."""

    expression: str
    game: Game
    """A value is played as its canonical form."""
    value: Value

    @classmethod
    def of(cls, expression: str, game: Game) -> Summand:
        """Return the summand that is this game."""
        return cls(expression, game, game if isinstance(game, Value) else game.value)

    def options(self, player: Player) -> tuple[Game, ...]:
        """Return what `player` can move to."""
        if isinstance(self.game, Value):
            return self.game.left_options if player is Left else self.game.right_options
        return self.game.options(player)


@dataclass(frozen=True)
class Move:
    """A move in one summand."""

    place: int
    """Which summand, from 0."""
    option: Summand
    """What it is moved to; the expression of a value is empty, so that it can be spelt later."""
    leaves: Value
    """The value of the sum after the move."""

    @property
    def cost(self) -> tuple[bool, bool, int]:
        """The smaller, the simpler is what the move leaves."""
        return not self.leaves.is_zero, not self.leaves.is_number, self.leaves.follower_count


def summands_of(terms: Sequence[Expression]) -> tuple[Summand, ...] | None:
    """Return the terms of a sum, or None where there are too many to look at all their moves."""
    if not 1 < len(terms) <= MOST_SUMMANDS:
        return None
    summands = tuple(Summand.of(term.normalised, term.game) for term in terms)
    return summands if is_small(summands) else None


def moves(summands: Sequence[Summand], total: Value, player: Player) -> list[Move]:
    """Return the moves of `player` in summands whose values add up to `total`."""
    return [
        Move(place, option, rest + option.value)
        for place, summand in enumerate(summands)
        for rest in [total - summand.value]
        for option in map(_option, summand.options(player))
    ]


def _option(game: Game) -> Summand:
    return Summand.of("" if isinstance(game, Value) else str(game), game)


def wins(move: Move, player: Player) -> bool:
    """Tell whether `player`, who makes this move, wins."""
    return move.leaves >= 0 if player is Left else move.leaves <= 0


def winning_moves(summands: Sequence[Summand], total: Value, player: Player) -> list[Move]:
    """Return the moves that win for `player`: in the hottest summand first, then the simplest.

    Examples
    --------
    >>> import farstar as fs
    >>> heaps = [Summand.of(text, fs.Value(text)) for text in ("*2", "*3")]
    >>> for move in winning_moves(heaps, fs.Value("*"), fs.Left):
    ...     print(heaps[move.place].expression, "to", move.option.value)
    *3 to *2
    """
    found = [move for move in moves(summands, total, player) if wins(move, player)]
    return sorted(found, key=lambda move: (-summands[move.place].value.temperature, move.cost))


def after(summands: Sequence[Summand], move: Move, text: str) -> list[Summand]:
    """Return the summands after `move`, whose option is written `text`."""
    changed = list(summands)
    changed[move.place] = Summand(text, move.option.game, move.option.value)
    return changed


def is_small(summands: Sequence[Summand]) -> bool:
    """Tell whether all moves can be looked at in no time."""
    if len(summands) > MOST_SUMMANDS:
        return False
    count = 0
    for summand in summands:
        for player in (Left, Right):
            count += len(summand.options(player))
    return count <= MOST_MOVES
