"""Players that choose their own moves, in positions and sums.

`PerfectPlayer` never lets a won game slip, `ThermalPlayer` plays where it is hottest, and
`RandomPlayer` plays anything.

>>> import farstar as fs
>>> str(PerfectPlayer(seed=1).choose(fs.Euclid(9, 2), fs.Left))
'Left: (9,2) -> (3,2)'
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import ClassVar, TypeAlias

from farstar._outcome import Player
from farstar.engine import budget
from farstar.errors import BudgetExceeded, ValueOverflowError
from farstar.rules import Move, Position
from farstar.sums._advice import hottest_moves
from farstar.sums._sum import Sum, SumMove, some_moves
from farstar.sums.choosing import Chooser
from farstar.values import Thermograph, Value

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
        if isinstance(game, Sum):
            return self._choose(game, player, misere=misere)
        return self._choose(Sum(game), player, misere=misere).move

    def _choose(self, total: Sum, player: Player, *, misere: bool) -> SumMove:
        return self._random.choice(_moves(total, player))


class PerfectPlayer(RandomPlayer):
    """A player who wins whatever can be won.

    Of several winning moves it makes any. Where every move loses it plays as `Sum.best_move`
    does, the move after which the smallest share of the opponent's answers wins, as far as that
    is found at little cost.

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

    def _choose(self, total: Sum, player: Player, *, misere: bool) -> SumMove:
        chooser = Chooser(misere=misere)
        winning = chooser.winning_move(total, player, self._random)
        if winning is not None:
            return winning
        moves = _moves(total, player)
        tried = self._random.sample(moves, min(len(moves), _MOST_COMPARED))
        best = tried[0]
        if len(tried) > 1:
            # Every move loses, so that any choice will do.
            with suppress(BudgetExceeded), budget(nodes=_NODES, seconds=_SECONDS):
                for harder in chooser.hardest(tried):
                    best = harder
        return best


class ThermalPlayer(RandomPlayer):
    """A player who moves in the hottest component, by thermographs alone.

    This is the Hotstrat of `Sum.thermal_advice`: good, not perfect. A component too large for a
    thermograph counts as an infinitesimal.

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

    def _choose(self, total: Sum, player: Player, *, misere: bool) -> SumMove:
        if misere:
            raise ValueError("expected normal play for a thermal player, got misere play")
        moves = _moves(total, player)
        if len(moves) == 1:
            return moves[0]
        return self._random.choice(hottest_moves(moves, _thermograph))


PLAYERS: dict[str, type[RandomPlayer]] = {
    kind.name: kind for kind in (PerfectPlayer, ThermalPlayer, RandomPlayer)
}
"""The kinds of players by name."""


def _moves(total: Sum, player: Player) -> tuple[SumMove, ...]:
    moves = some_moves(total, player)
    if not moves:
        raise ValueError(f"expected a game in which {player.name.title()} can move, got {total}")
    return moves


def _thermograph(component: Position | Value) -> Thermograph | None:
    """Return the thermograph of a component, None if it is too large for one."""
    try:
        with budget(nodes=_NODES, seconds=_SECONDS):
            return component.thermograph()
    except (BudgetExceeded, ValueOverflowError):
        return None
