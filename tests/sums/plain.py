"""Plain search of sums: every move of every component, nothing else."""

from __future__ import annotations

from collections.abc import Iterable

import farstar as fs
from farstar.sums import Term

Parts = tuple[int, ...]


class Plain:
    """Numbers the components that it meets, and searches sums of numbers by plain recursion."""

    def __init__(self, *, misere: bool = False) -> None:
        self._misere = misere
        self._numbers: dict[Term, int] = {}
        self._moves: list[dict[fs.Player, tuple[int, ...]]] = []
        self._memo: dict[tuple[Parts, fs.Player], bool] = {}

    def parts(self, game: fs.Position | fs.Sum) -> Parts:
        """Return a game as numbers; components without moves are left out."""
        numbers = [self._number(term) for term in fs.Sum(game).terms]
        return self._live(numbers)

    def wins(self, game: fs.Position | fs.Sum, player: fs.Player) -> bool:
        """Tell whether `player` wins by moving first."""
        return self._wins(self.parts(game), player)

    def outcome(self, game: fs.Position | fs.Sum) -> fs.Outcome:
        """Return who wins."""
        left, right = (self.wins(game, player) for player in (fs.Left, fs.Right))
        return fs.Outcome.of(left_wins_first=left, right_wins_first=right)

    def _wins(self, parts: Parts, player: fs.Player) -> bool:
        key = (parts, player)
        answer = self._memo.get(key)
        if answer is None:
            options = list(self._options(parts, player))
            answer = any(not self._wins(option, -player) for option in options)
            answer = self._memo[key] = answer or (self._misere and not options)
        return answer

    def _options(self, parts: Parts, player: fs.Player) -> Iterable[Parts]:
        for place, part in enumerate(parts):
            for after in self._moves[part][player]:
                yield self._live((*parts[:place], after, *parts[place + 1 :]))

    def _live(self, numbers: Iterable[int]) -> Parts:
        moves = self._moves
        return tuple(sorted(n for n in numbers if moves[n][fs.Left] or moves[n][fs.Right]))

    def _number(self, term: Term) -> int:
        if term not in self._numbers:
            # The moves first: a game has no loops, and so no move leads back to an open number.
            moves = {
                player: tuple(self._number(term.after(m)) for m in term.own_moves(player))
                for player in fs.Player
            }
            self._numbers[term] = len(self._moves)
            self._moves.append(moves)
        return self._numbers[term]
