"""Players that choose their own moves, in positions and sums.

`PerfectPlayer` never lets a won game slip, `ThermalPlayer` plays where it is hottest, and
`RandomPlayer` plays anything.

>>> import farstar as fs
>>> str(PerfectPlayer(seed=1).choose(fs.Euclid(9, 2), fs.Left))
'Left: (9,2) -> (3,2)'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar, TypeAlias

from farstar._outcome import Left, Player
from farstar.engine import budget
from farstar.errors import BudgetExceeded, ValueOverflowError
from farstar.rules import Move, Position
from farstar.sums._sum import Sum, SumMove

__all__ = ["PLAYERS", "Game", "PerfectPlayer", "RandomPlayer", "ThermalPlayer"]

Game: TypeAlias = Position | Sum
"""What can be played."""

_MOST_COMPARED = 50
"""Losing moves whose answers are counted."""

_NODES, _SECONDS = 2_000_000, 2.0
"""What may be spent on choosing among moves when nothing hangs on it."""


class RandomPlayer:
    """A player to whom all moves are alike.

    Parameters
    ----------
    seed : int, optional
        Equal seeds make equal choices.

    Examples
    --------
    >>> import farstar as fs
    >>> RandomPlayer(seed=3).choose(fs.Euclid(2, 1), fs.Left).after in fs.Euclid(2, 1).options()
    True
    """

    name: ClassVar[str] = "random"
    plays_misere: ClassVar[bool] = True
    """Whether the player knows what to do where the last move loses."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, game: Game, player: Player, *, misere: bool = False) -> Move:
        """Return a move of `player`.

        Raises
        ------
        ValueError
            If there is no move.
        """
        if not isinstance(game, Position | Sum):
            raise TypeError(f"expected a Position or a Sum to play in, got {game!r}")
        return self._choose(game, player, misere=misere)

    def _choose(self, game: Game, player: Player, *, misere: bool) -> Move:
        return self._random.choice(_moves(game, player))


class PerfectPlayer(RandomPlayer):
    """A player who wins whatever can be won.

    Of several winning moves it makes any. Where every move loses it makes the one after which the
    smallest share of the opponent's answers wins, as far as that is found at little cost.

    Parameters
    ----------
    seed : int, optional
        Equal seeds make equal choices.

    Examples
    --------
    >>> import farstar as fs
    >>> g = fs.SerialNim(1, 4) + fs.SerialNim(3)
    >>> PerfectPlayer().choose(g, fs.Left).text
    'in SerialNim(3): (3) -> ()'
    """

    name: ClassVar[str] = "perfect"

    def _choose(self, game: Game, player: Player, *, misere: bool) -> Move:
        winning = game.winning_moves(player, misere=misere)
        if winning:
            return self._random.choice(winning)
        return self._hardest(_moves(game, player), misere=misere)

    def _hardest(self, moves: Sequence[Move], *, misere: bool) -> Move:
        """Return the move whose answer is hardest to find."""
        if len(moves) == 1:
            return moves[0]
        tried = self._random.sample(moves, min(len(moves), _MOST_COMPARED))
        best, least = tried[0], None
        try:
            with budget(nodes=_NODES, seconds=_SECONDS):
                for move in tried:
                    cost = _ease(move, misere=misere)
                    if least is None or cost < least:
                        best, least = move, cost
        except BudgetExceeded:
            # Every move loses, so that any choice will do.
            return best
        return best


class ThermalPlayer(RandomPlayer):
    """A player who moves in the hottest component, by thermographs alone.

    This is Hotstrat: good, not perfect. In the hottest component it makes the move that is best
    at its temperature. A component too large for a thermograph counts as one of temperature 0.

    Parameters
    ----------
    seed : int, optional
        Equal seeds make equal choices.

    Examples
    --------
    >>> import farstar as fs
    >>> g = fs.GeographyA(3, 2, 1) + fs.Value("+-5")
    >>> ThermalPlayer().choose(g, fs.Right).text
    'in +-5: to -5'
    """

    name: ClassVar[str] = "thermal"
    plays_misere: ClassVar[bool] = False

    def _choose(self, game: Game, player: Player, *, misere: bool) -> Move:
        if misere:
            raise ValueError("expected normal play for a thermal player, got misere play")
        moves = _moves(game, player)
        if len(moves) == 1:
            return moves[0]
        scores = _thermal_scores(moves)
        best = max(scores)
        return self._random.choice([m for m, s in zip(moves, scores, strict=True) if s == best])


PLAYERS: dict[str, type[RandomPlayer]] = {
    kind.name: kind for kind in (PerfectPlayer, ThermalPlayer, RandomPlayer)
}
"""The kinds of players by name."""


def _moves(game: Game, player: Player) -> tuple[Move, ...]:
    moves: tuple[Move, ...] = game.moves(player)
    if not moves:
        raise ValueError(f"expected a game in which {player.name.title()} can move, got {game}")
    return moves


def _ease(move: Move, *, misere: bool) -> tuple[Fraction, int]:
    """Return how easy the opponent's task is: the share of winning answers, fewest answers."""
    game, opponent = move.after, -move.player
    answers = len(game.moves(opponent))
    if not answers:
        return Fraction(1), 0
    winning = len(game.winning_moves(opponent, misere=misere))
    return Fraction(winning, answers), -answers


_Heat: TypeAlias = tuple[Fraction, Fraction]


def _thermal_scores(moves: Iterable[Move]) -> list[_Heat]:
    """Return for each move the temperature of its component, and what it gains there."""
    known: dict[object, _Heat] = {}
    scores = []
    for move in moves:
        played = move.move if isinstance(move, SumMove) else move
        place = move.component if isinstance(move, SumMove) else 0
        key = (place, played.after)
        if key not in known:
            known[key] = _heat(played)
        scores.append(known[key])
    return scores


def _heat(move: Move) -> _Heat:
    """Return the temperature of a component, and what a move loses against the best one there."""
    try:
        with budget(nodes=_NODES, seconds=_SECONDS):
            before, after = move.before.thermograph(), move.after.thermograph()
    except (BudgetExceeded, ValueOverflowError):
        return Fraction(0), Fraction(0)
    t = before.temperature
    if move.player is Left:
        return t, after.right_wall(t) - t - before.mean
    return t, before.mean - after.left_wall(t) - t
