"""Matches: whose turn it is, which moves were made, and who has won.

>>> import farstar as fs
>>> match = Match(fs.Euclid(9, 2))
>>> match.play(fs.Euclid(9, 2).winning_moves(fs.Left)[0])
>>> match.to_move.name, match.is_over, match.record()[0]["text"]
('RIGHT', False, '(9,2) -> (3,2)')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from farstar._outcome import Left, Player
from farstar.engine import bounds
from farstar.errors import BudgetExceeded, IllegalPositionError, ValueOverflowError
from farstar.rules import Move, Position
from farstar.sums._sum import Sum, SumMove
from farstar.sums._term import Term
from farstar.sums.players import Game

__all__ = ["REPETITIONS", "Match", "wins"]

REPETITIONS = 3
_MOST_NEAR = 200
"""How often a position comes up until the game is a draw."""

_NO_BOUNDS = (None, None, None)


class Match:
    """A game that is being played: the first position, and the moves so far.

    Parameters
    ----------
    start : Position or Sum
        Where it begins.
    first : Player
        Who moves first.
    misere : bool
        Misère play: a player who cannot move wins.

    Examples
    --------
    >>> match = Match(fs.PartizanEuclid(5, 3), fs.Right)
    >>> match.play(match.legal_moves[0])
    >>> str(match.game), match.is_over, match.winner
    ('E(3,1)', True, <Player.RIGHT: 'R'>)
    """

    def __init__(self, start: Game, first: Player = Left, *, misere: bool = False) -> None:
        self._start = start
        self._first = first
        self._misere = misere
        self._moves: list[Move] = []
        self._legal: tuple[Move, ...] | None = None

    def __repr__(self) -> str:
        kind = ", misere" if self._misere else ""
        return f"<Match: {self._start}{kind}, {len(self._moves)} moves made>"

    @property
    def start(self) -> Game:
        """Where the game began."""
        return self._start

    @property
    def first(self) -> Player:
        """Who moved first."""
        return self._first

    @property
    def misere(self) -> bool:
        """Whether a player who cannot move wins."""
        return self._misere

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far."""
        return tuple(self._moves)

    @property
    def game(self) -> Game:
        """The position now."""
        current: Game = self._moves[-1].after if self._moves else self._start
        return current

    @property
    def to_move(self) -> Player:
        """Whose turn it is."""
        return self._first if len(self._moves) % 2 == 0 else -self._first

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the player to move."""
        if self._legal is None:
            self._legal = self.game.moves(self.to_move)
        return self._legal

    @property
    def is_listable(self) -> bool:
        """Whether the moves of the player to move are few enough to be listed."""
        try:
            return len(self.legal_moves) >= 0
        except BudgetExceeded:
            if bounds() != _NO_BOUNDS:
                # If the caller's budget ran out, nothing is known about the moves.
                raise
            return False

    @property
    def known_moves(self) -> tuple[Move, ...]:
        """The moves of the player to move, or some of them if there are too many to list.

        In a sum these are the moves of every component whose moves can be listed, and in the
        others the winning moves, as far as theory gives them.

        Examples
        --------
        >>> match = Match(fs.Euclid(10**20, 3))
        >>> match.is_listable, [move.text for move in match.known_moves]
        (False, ['(100000000000000000000,3) -> (4,3)'])
        """
        if self.is_listable:
            return self.legal_moves
        game = self.game
        if isinstance(game, Position):
            return self._known_of(game)
        return tuple(move for place in range(len(game.terms)) for move in self._known_in(place))

    def _known_of(self, game: Position) -> tuple[Move, ...]:
        """Return winning moves, or if there is none some other moves."""
        try:
            winning = game.winning_moves(self.to_move, misere=self._misere)
        except BudgetExceeded:
            winning = game.some_winning_moves(self.to_move, misere=self._misere)
        if winning or game.ruleset.first_moves(game.state, self.to_move) is None:
            return winning
        return game.some_moves(self.to_move)

    def _known_in(self, place: int) -> tuple[SumMove, ...]:
        game = self.game
        assert isinstance(game, Sum)
        try:
            return game._in(place, self.to_move)
        except BudgetExceeded:
            pass
        try:
            winning = game.winning_moves(self.to_move, misere=self._misere)
        except BudgetExceeded:
            return ()
        return tuple(move for move in winning if move.component == place)

    def moves_to_numbers(self, numbers: Iterable[int]) -> tuple[Move, ...]:
        """Return the moves to positions with these numbers, in any component.

        In an impartial component they are found without a list of all moves.

        Examples
        --------
        >>> match = Match(fs.Euclid(10**20, 3) + fs.PartizanEuclid(11, 8))
        >>> match.is_listable, [str(move.after) for move in match.moves_to_numbers([7, 3])]
        (False, ['Euclid(7,3) + E(11,8)'])
        """
        game, state = self.game, tuple(numbers)
        if isinstance(game, Position):
            candidates = [self.move_to(g) for g in _position(game, state)]
        else:
            candidates = [
                self._move_in(place, g)
                for place, term in enumerate(game.terms)
                for g in _position(term.component, state)
            ]
        return tuple(move for move in candidates if move is not None)

    def _move_in(self, place: int, after: Position) -> SumMove | None:
        """Return the move of a sum that leads to `after` in one component, or None."""
        game = self.game
        assert isinstance(game, Sum)
        term = game.terms[place]
        component = term.component
        if not isinstance(component, Position) or component.ruleset != after.ruleset:
            return None
        if component.is_impartial:
            moves = term.moves_to_grundy(self.to_move, after.grundy)
        else:
            moves = term.own_moves(self.to_move)
        matching = [move for move in moves if move.after == after]
        return game._lifted(place, self.to_move, matching[:1])[0] if matching else None

    def move_to(self, after: Game) -> Move | None:
        """Return the move that leads to `after`, or None if there is none.

        For an impartial position it is found without a list of all moves.

        Examples
        --------
        >>> match = Match(fs.Euclid(10**20, 3))
        >>> str(match.move_to(fs.Euclid(7, 3))), match.move_to(fs.Euclid(8, 3))
        ('Left: (100000000000000000000,3) -> (7,3)', None)
        """
        game = self.game
        moves: Iterable[Move]
        if isinstance(game, Position) and isinstance(after, Position):
            if after.ruleset != game.ruleset:
                return None
            near = self._moves_near(game, _first_difference(game.state, after.state))
            if near is not None:
                return next((move for move in near if move.after == after), None)
        if isinstance(game, Position) and isinstance(after, Position) and game.is_impartial:
            moves = Term(1, game).moves_to_grundy(self.to_move, after.grundy)
        else:
            moves = self.known_moves
        return next((move for move in moves if move.after == after), None)

    def _moves_near(self, game: Position, place: int | None) -> tuple[Move, ...] | None:
        """Return the moves near a place of a board with too many moves; None for other games."""
        is_long = isinstance(game.state, str) and not self.is_listable
        if place is None or not is_long:
            return None
        return game.some_moves(self.to_move, most=_MOST_NEAR, near=place)

    def moves_near(self, numbers: Iterable[int]) -> tuple[Move, ...]:
        """Return the moves near cells with these numbers, on a board with too many moves to list.

        Examples
        --------
        >>> match = Match(fs.Cram("1x1000000"))
        >>> len(match.moves_near([500_000])) > 2
        True
        """
        game = self.game
        if not isinstance(game, Position):
            return ()
        near = [self._moves_near(game, n - 1) or () for n in numbers]
        return tuple(dict.fromkeys(move for moves in near for move in moves))

    @property
    def is_over(self) -> bool:
        """Whether the player to move has no move, or the game is drawn."""
        return self.is_draw or (self.is_listable and not self.legal_moves)

    @property
    def is_draw(self) -> bool:
        """Whether a position came up for the third time, with the same player to move.

        Only in games that may loop; play would go on for ever.
        """
        earlier = [self._start, *(move.after for move in self._moves)]
        return earlier[len(self._moves) % 2 :: 2].count(self.game) >= REPETITIONS

    @property
    def winner(self) -> Player | None:
        """Who has won, or None while the game goes on, and if it is drawn."""
        if self.is_draw or not self.is_over:
            return None
        return self.to_move if self._misere else -self.to_move

    def play(self, move: Move) -> None:
        """Make a move.

        Raises
        ------
        IllegalPositionError
            If it is not a move of the player to move.
        """
        if not self._is_legal(move):
            raise IllegalPositionError(
                f"expected a move of {self.to_move.name.title()} in {self.game}, got {str(move)!r}"
            )
        self.append(move)

    def append(self, move: Move) -> None:
        """Make a move that is known to be legal, for example one of `legal_moves`."""
        self._moves.append(move)
        self._legal = None

    def _is_legal(self, move: Move) -> bool:
        if self.is_listable:
            return move in self.legal_moves
        if isinstance(move, SumMove):
            inner = move.move.after
            return move in self.known_moves or (
                isinstance(inner, Position) and move == self._move_in(move.component, inner)
            )
        return move == self.move_to(move.after)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves.

        Raises
        ------
        ValueError
            If there are fewer moves.
        """
        if not 0 <= count <= len(self._moves):
            raise ValueError(f"expected at most {len(self._moves)} moves to undo, got {count}")
        del self._moves[len(self._moves) - count :]
        self._legal = None

    def mistakes(self) -> tuple[int, ...]:
        """Return the places of the moves that gave away a win.

        Examples
        --------
        >>> match = Match(fs.Euclid(9, 2))
        >>> match.play(match.legal_moves[0])
        >>> match.moves[0].text, match.mistakes()
        ('(9,2) -> (7,2)', (0,))
        """
        return tuple(place for place, move in enumerate(self._moves) if self._is_mistake(move))

    def _is_mistake(self, move: Move) -> bool:
        misere = self._misere
        return wins(move.after, -move.player, misere=misere) and wins(
            move.before, move.player, misere=misere
        )

    # The record.

    def record(self) -> list[dict[str, str]]:
        """Return the moves as plain data, for JSON."""
        return [
            {
                "player": move.player.name.lower(),
                "text": move.text,
                "after": str(move.after),
            }
            for move in self._moves
        ]

    def _unlisted(self, entry: Mapping[str, Any]) -> tuple[Move, ...]:
        """Return the moves that an entry of a record can mean, if not all can be listed."""
        goal = _GOAL.search(str(entry.get("text")))
        if goal is None or self.is_listable:
            return ()
        return self.moves_to_numbers([int(n) for n in goal[1].split(",")])

    def replay(self, record: Iterable[Mapping[str, Any]]) -> None:
        """Make the moves of a record.

        Raises
        ------
        IllegalPositionError
            If one of them is not legal.

        Examples
        --------
        >>> match = Match(fs.Euclid(9, 2))
        >>> match.replay([{"player": "left", "text": "(9,2) -> (5,2)", "after": "Euclid(5,2)"}])
        >>> match.game
        Euclid(5, 2)
        """
        for number, entry in enumerate(record, start=1):
            player = self.to_move.name.lower()
            matching = [
                move
                for move in (*self.known_moves, *self._unlisted(entry))
                if entry.get("text") == move.text
                and entry.get("after") == str(move.after)
                and entry.get("player") == player
            ]
            if not matching:
                given = f"{entry.get('player')}: {entry.get('text')}"[:80]
                raise IllegalPositionError(
                    f"expected move {number} to be a move of {player}, got {given!r}"
                )
            self.play(matching[0])


_GOAL = re.compile(r"\(([0-9]{1,4000}(?:,[0-9]{1,4000})*)\)$", re.ASCII)
"""The numbers that a move leads to, at the end of its text."""


def _first_difference(before: object, after: object) -> int | None:
    """Return where two boards of the same size differ first; None for other states."""
    if not isinstance(before, str) or not isinstance(after, str) or len(before) != len(after):
        return None
    return next((i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b), None)


def _position(component: object, numbers: tuple[int, ...]) -> list[Position]:
    """Return the position of the same game with these numbers, if there is one."""
    if not isinstance(component, Position):
        return []
    try:
        return [component.ruleset(numbers)]
    except (IllegalPositionError, BudgetExceeded, ValueOverflowError, TypeError):
        return []


def wins(game: Game, player: Player, *, misere: bool = False) -> bool:
    """Return whether `player` wins by moving first.

    Examples
    --------
    >>> wins(fs.Euclid(2, 2), fs.Left), wins(fs.Euclid(2, 2), fs.Left, misere=True)
    (True, False)
    """
    outcome = game.misere_outcome if misere else game.outcome
    return outcome.wins(player, first=True)
