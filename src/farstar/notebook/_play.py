"""A game against the computer."""

from __future__ import annotations

from typing import Any, ClassVar

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, NotationError
from farstar.notebook._widget import Widget, match_view, playable
from farstar.sums.matches import Match
from farstar.sums.notation import parse_move, short_text
from farstar.sums.players import PLAYERS
from farstar.web.tasks.play import answer_of, judged, keys_of


class Play(Widget):
    """A game against the computer, which answers every move at once.

    Parameters
    ----------
    game : Position, Sum, Value or str
        Where it begins.
    side : {"left", "right"}
        Which player you are.
    first : {"left", "right"}, optional
        Who moves first; by default you.
    opponent : str
        How the computer plays: ``perfect`` or one of the weaker players of `farstar play`.
    misere : bool
        Misère play: a player who cannot move wins.

    Examples
    --------
    >>> from farstar.notebook import Play
    >>> game = Play(fs.Nim(1, 2), opponent="perfect")
    >>> game.move("1,1")
    >>> game.position, game.winner
    (Nim(1), None)
    >>> game.move("()")
    >>> game.winner.name
    'LEFT'
    """

    kind: ClassVar[str] = "play"
    actions: ClassVar[tuple[str, ...]] = ("move", "back", "restart", "judge", "set_opponent")

    def __init__(
        self,
        game: Any,
        *,
        side: str = "left",
        first: str | None = None,
        opponent: str = "perfect",
        misere: bool = False,
    ) -> None:
        super().__init__()
        for name in (side, first or side):
            if name not in reports.SIDES:
                raise NotationError(f"expected left or right, got {name!r:.40}")
        self.you = reports.SIDES[side]
        self.match = Match(playable(game), reports.SIDES[first or side], misere=misere)
        self._guessed = False
        self._good: list[str] | None = None
        self.set_opponent(opponent)
        self._answer()

    @property
    def position(self) -> fs.Position | fs.Sum:
        """The position now."""
        game: fs.Position | fs.Sum = self.match.game
        return game

    @property
    def winner(self) -> fs.Player | None:
        """Who has won; None while the game goes on, and for a draw."""
        return self.match.winner

    def _answer(self) -> None:
        """Let the computer move if it is its turn, and show the result."""
        self._good = None
        match = self.match
        if not match.is_over and not match.is_draw and match.to_move is not self.you:
            move, self._guessed = answer_of(match, self.opponent, seed=1)
            match.play(move)
        self._show()

    def _show(self) -> None:
        match = self.match
        last = match.moves[-1] if match.moves else None
        self.view = {
            "kind": self.kind,
            **match_view(match),
            "status": self._status(),
            "last": "" if last is None else f"{_name(last.player)}: {reports.shorten(last.text)}",
            "good": self._good,
            "opponent": self.opponent,
            "opponents": list(PLAYERS),
            "can_go_back": len(match.moves) > 1,
            "is_over": match.is_over or match.is_draw,
        }

    def _status(self) -> str:
        match = self.match
        if match.is_draw:
            return "The game is a draw."
        if match.winner is not None:
            who = "You win" if match.winner is self.you else "The computer wins"
            return f"{who}: {_name(match.winner)}."
        guessed = " The computer had to guess." if self._guessed else ""
        return f"Your turn: you are {_name(self.you)}.{guessed}"

    # What the page asks for.

    def move(self, key: str) -> None:
        """Make the move with a short text; the computer answers."""
        if self.match.is_over or self.match.is_draw:
            raise NotationError("expected a game that goes on, got one that is over")
        self.match.play(parse_move(key, self.match))
        self._answer()

    def back(self) -> None:
        """Take back your last move and the answer."""
        own_moves = [n for n, move in enumerate(self.match.moves) if move.player is self.you]
        if not own_moves:
            raise NotationError("expected a move to take back, got none")
        self.match.undo(len(self.match.moves) - own_moves[-1])
        self._answer()

    def restart(self) -> None:
        """Begin again from the first position."""
        self.match.undo(len(self.match.moves))
        self._guessed = False
        self._answer()

    def judge(self) -> None:
        """Mark the moves that win, or that hold a draw."""
        match = self.match
        try:
            _, good = judged(match)
        except BudgetExceeded:
            raise BudgetExceeded("expected a position that is decided quickly") from None
        keys = keys_of(match)
        self._good = [keys.get(move) or short_text(move) for move in good]
        self._show()

    def set_opponent(self, opponent: str) -> None:
        """Choose how the computer plays from now on."""
        if opponent not in PLAYERS:
            raise NotationError(f"expected one of {', '.join(PLAYERS)}, got {opponent!r:.40}")
        if self.match.misere and not PLAYERS[opponent].plays_misere:
            raise NotationError(f"expected another opponent for misère play, got {opponent}")
        self.opponent = opponent
        self._show()


def _name(player: fs.Player) -> str:
    return player.name.capitalize()
