"""Players that choose their own moves, in positions and sums.

`PerfectPlayer` never loses a won game, `ThermalPlayer` moves in the hottest component,
`RandomPlayer` makes random moves, and a `FalliblePlayer` is perfect most of the time.

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
from farstar.errors import BudgetExceeded, LoopyError, ValueOverflowError
from farstar.rules import Move, Position
from farstar.sums._advice import hottest_moves
from farstar.sums._sum import Sum, SumMove, some_moves
from farstar.sums._term import as_position
from farstar.sums.choosing import Chooser
from farstar.values import Thermograph, Value

__all__ = [
    "LEVELS",
    "PLAYERS",
    "FalliblePlayer",
    "Game",
    "PerfectPlayer",
    "RandomPlayer",
    "ThermalPlayer",
    "guess",
]

Game: TypeAlias = Position | Sum
"""What can be played."""

_MOST_COMPARED = 50
"""Losing moves whose answers are counted."""

_NODES, _SECONDS = 2_000_000, 0.5
"""The budget for choosing among losing moves."""


class RandomPlayer:
    """A player who makes random moves.

    Parameters
    ----------
    seed : int, optional
        Equal seeds make equal choices.

    Examples
    --------
    >>> RandomPlayer(seed=3).choose(fs.Euclid(2, 1), fs.Left).after in fs.Euclid(2, 1).options()
    True
    """

    name: ClassVar[str] = "random"
    plays_misere: ClassVar[bool] = True
    """Whether the player can play under misère play."""

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
        if game.may_loop:
            return self._choose_in_loops(game, player, misere=misere)
        if isinstance(game, Sum):
            return self._choose(game, player, misere=misere)
        return self._choose(Sum(game), player, misere=misere).move

    def _choose(self, total: Sum, player: Player, *, misere: bool) -> SumMove:
        return self._random.choice(_moves(total, player))

    def _choose_in_loops(self, game: Game, player: Player, *, misere: bool) -> Move:
        moves = game.moves(player)
        if not moves:
            raise ValueError(f"expected a game in which {player.name.title()} can move, got {game}")
        return self._random.choice(moves)


class PerfectPlayer(RandomPlayer):
    """A player who never loses a won game.

    Of several winning moves it makes any. Where every move loses it plays as `Sum.best_move`
    does, the move after which the smallest share of the opponent's answers wins, as far as that
    is found at little cost.

    Examples
    --------
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

    def _choose_in_loops(self, game: Game, player: Player, *, misere: bool) -> Move:
        """Return a move that wins soonest, else one that draws, else one that loses latest.

        To win soonest, all positions within reach have to be listed.
        """
        moves = list(game.moves(player))
        if not moves:
            raise ValueError(f"expected a game in which {player.name.title()} can move, got {game}")
        self._random.shuffle(moves)
        if isinstance(game, Sum) and not misere:
            chooser = Chooser()
            if chooser.result(game, player) == "draw":
                return next(m for m in moves if chooser.result(m.after, -player) == "draw")
        replies = {move: _forced(move.after, -player, misere=misere) for move in moves}
        ranks = {"loss": 0, "draw": 1, "win": 2}

        def rank(move: Move) -> tuple[int, int]:
            result, distance = replies[move]
            return ranks[result], distance if result == "loss" else -distance

        return min(moves, key=rank)


class ThermalPlayer(RandomPlayer):
    """A player who moves in the hottest component, by thermographs alone.

    This is the Hotstrat of `Sum.thermal_advice`: good, not perfect. A component too large for a
    thermograph counts as an infinitesimal.

    Examples
    --------
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

    def _choose_in_loops(self, game: Game, player: Player, *, misere: bool) -> Move:
        raise LoopyError(f"expected a game without loops for a thermal player, got {game}")


class FalliblePlayer(PerfectPlayer):
    """A player who plays some of the moves perfectly, and makes random ones otherwise.

    Examples
    --------
    >>> g = fs.Nim(3, 5, 7)
    >>> won = [ClubPlayer(seed).choose(g, fs.Left) in g.winning_moves() for seed in range(100)]
    >>> 60 <= sum(won) < 100
    True
    """

    name: ClassVar[str] = "fallible"
    share: ClassVar[float] = 0.5
    """The part of the moves that are perfect."""

    def choose(self, game: Game, player: Player, *, misere: bool = False) -> Move:
        """Return a move of `player`."""
        if self._random.random() < self.share:
            return super().choose(game, player, misere=misere)
        # Random moves need no search, so weak players answer at once.
        return RandomPlayer(self._random.randrange(2**32)).choose(game, player, misere=misere)


class NovicePlayer(FalliblePlayer):
    """A player who plays a third of the moves perfectly."""

    name: ClassVar[str] = "novice"
    share: ClassVar[float] = 0.35


class ClubPlayer(FalliblePlayer):
    """A player who plays two thirds of the moves perfectly."""

    name: ClassVar[str] = "club"
    share: ClassVar[float] = 0.65


class ExpertPlayer(FalliblePlayer):
    """A player who plays nearly all moves perfectly."""

    name: ClassVar[str] = "expert"
    share: ClassVar[float] = 0.9


LEVELS: tuple[str, ...] = ("random", "novice", "club", "expert", "perfect")
"""The players that differ in strength only, the weakest first."""

PLAYERS: dict[str, type[RandomPlayer]] = {
    kind.name: kind
    for kind in (
        PerfectPlayer,
        ExpertPlayer,
        ClubPlayer,
        NovicePlayer,
        RandomPlayer,
        ThermalPlayer,
    )
}
"""The kinds of players by name."""


def guess(game: Game, player: Player, *, misere: bool = False, seed: int | None = None) -> Move:
    """Return a sensible move of `player` without finding out who wins.

    It is the move after which the player has most moves more than the opponent (under misère
    play, fewest); only the moves after each of some moves are counted.

    Raises
    ------
    ValueError
        If there is no move.

    Examples
    --------
    >>> guess(fs.Domineering("2x3"), fs.Left, seed=1).text
    '(1,2)-(2,2)'
    """
    total = game if isinstance(game, Sum) else Sum(game)
    random = Random(seed)
    moves = _moves(total, player)
    tried = random.sample(moves, min(len(moves), _MOST_COMPARED))
    best = max(tried, key=lambda move: _lead(move) * (-1 if misere else 1))
    return best if isinstance(game, Sum) else best.move


def _lead(move: SumMove) -> int:
    """Return how many moves more the player has than the opponent after a move."""
    after, player = move.after, move.player
    return len(some_moves(after, player)) - len(some_moves(after, -player))


def _moves(total: Sum, player: Player) -> tuple[SumMove, ...]:
    moves = some_moves(total, player)
    if not moves:
        raise ValueError(f"expected a game in which {player.name.title()} can move, got {total}")
    return moves


def _forced(game: Game, player: Player, *, misere: bool) -> tuple[str, int]:
    """Return what `player`, moving first, can force in a game that may loop, and how soon."""
    position = as_position(game.terms) if isinstance(game, Sum) else game
    return position.ruleset.forced(position.state, player, misere=misere)


def _thermograph(component: Position | Value) -> Thermograph | None:
    """Return the thermograph of a component, None if it is too large for one."""
    try:
        with budget(nodes=_NODES, seconds=_SECONDS):
            return component.thermograph()
    except (BudgetExceeded, ValueOverflowError):
        return None
