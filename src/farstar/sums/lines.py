"""Lines of play: a whole game in which the winner never errs.

>>> import farstar as fs
>>> line = line_of_play(fs.Domineering("3x3"), fs.Left)
>>> line.winner.name, len(line.moves)
('LEFT', 3)
"""

from __future__ import annotations

from collections.abc import Sequence

from farstar._outcome import Left, Player
from farstar.errors import BudgetExceeded
from farstar.rules import Move, Position
from farstar.rules.native_search import first_accepted
from farstar.sums._search import refuse_if_out_of_time
from farstar.sums._sum import Sum, some_moves
from farstar.sums.choosing import Chooser
from farstar.sums.matches import Match
from farstar.sums.players import Game, PerfectPlayer

__all__ = ["line_of_play"]

_MOST_MOVES = 1000
"""How long a line may become."""

_MOST_COMPARED = 100
"""Losing moves whose followers are counted."""


def line_of_play(
    game: Game, first: Player = Left, *, misere: bool = False, most: int = _MOST_MOVES
) -> Match:
    """Return a match from `game` to its end in which the winner makes winning moves only.

    The winner makes the first winning move that is found. The loser, whose moves all lose, makes
    the one that leaves him the most moves compared with the winner. In a game with loops both make
    the moves that win soonest, draw, or lose latest.

    Parameters
    ----------
    game : Position or Sum
        Where the line begins.
    first : Player
        Who moves first.
    misere : bool
        Misère play: a player who cannot move wins.
    most : int
        The line ends after this many moves, even if the game is not over.

    Raises
    ------
    BudgetExceeded
        If the budget runs out first.

    See Also
    --------
    farstar.sums.players.PerfectPlayer : chooses one move.

    Examples
    --------
    >>> line = line_of_play(fs.Clobber("1x6"), fs.Right)
    >>> len(line.moves), line.winner.name, line.mistakes()
    (4, 'LEFT', ())
    """
    if not isinstance(game, Position | Sum):
        raise TypeError(f"expected a Position or a Sum to play in, got {game!r}")
    if most < 0:
        raise ValueError(f"expected a number of moves from 0, got {most}")
    match = Match(game, first, misere=misere)
    chooser = Chooser(misere=misere)
    while len(match.moves) < most and not match.is_over:
        match.append(_next_move(match, chooser))
    return match


def _next_move(match: Match, chooser: Chooser) -> Move:
    """Return a winning move, or one that resists if there is none."""
    game, player = match.game, match.to_move
    if game.may_loop:
        return PerfectPlayer(seed=0).choose(game, player, misere=match.misere)
    total = game if isinstance(game, Sum) else Sum(game)
    if not chooser.wins(total, player):
        return _most_resistant(match)
    if not match.is_listable:
        move = chooser.winning_move(total, player)
        assert move is not None
        return move if isinstance(game, Sum) else move.move
    return first_accepted(match.legal_moves, lambda move: _wins_by(chooser, move))


def _wins_by(chooser: Chooser, move: Move) -> bool:
    after = move.after if isinstance(move.after, Sum) else Sum(move.after)
    return not chooser.wins(after, -move.player)


def _most_resistant(match: Match) -> Move:
    """Return the move after which the player has the most moves compared with the opponent."""
    game, player = match.game, match.to_move
    moves: Sequence[Move]
    if match.is_listable:
        moves = match.legal_moves
    elif isinstance(game, Sum):
        moves = some_moves(game, player)
    else:
        moves = [lifted.move for lifted in some_moves(Sum(game), player)]

    def advantage(move: Move) -> int:
        return _count(move.after, player) - _count(move.after, -player)

    return max(moves[:_MOST_COMPARED], key=advantage)


def _count(game: Game, player: Player) -> int:
    """Return the number of moves; 0 if they cannot be listed."""
    try:
        return len(game.moves(player))
    except BudgetExceeded:
        refuse_if_out_of_time()
        return 0
