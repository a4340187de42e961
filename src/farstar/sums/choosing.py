"""Which moves win a sum, and which is the best of those that lose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from farstar._outcome import Outcome, Player
from farstar.errors import BudgetExceeded
from farstar.rules import Position
from farstar.sums._search import refuse_if_out_of_time
from farstar.sums._solver import Solver
from farstar.sums._strategies import nim_sum
from farstar.sums._term import as_position, make_room
from farstar.sums._verdict import Method, Undecided, Verdict

if TYPE_CHECKING:
    from farstar.sums._sum import Sum, SumMove

Ease: TypeAlias = tuple[Fraction, int]
"""The share of the answers that win, and then how many answers there are, negative."""


class Chooser:
    """Finds winning moves, and caches what may help with the next question.

    Parameters
    ----------
    misere : bool
        Misère play: a player who cannot move wins.
    """

    def __init__(self, *, misere: bool = False) -> None:
        if misere:
            make_room()
        self.misere = misere
        self._solver = Solver()

    def decide(self, total: Sum) -> Verdict:
        """Return who wins under normal play, and by which method; each sum is decided once."""
        return self._solver.decide(total.terms)

    def outcome(self, total: Sum) -> Outcome:
        """Return the outcome under normal play."""
        outcome = self.decide(total).outcome
        if outcome is None:
            raise AssertionError("a verdict on both questions has an outcome")
        return outcome

    def wins(self, total: Sum, player: Player) -> bool:
        """Return whether `player` wins by moving first."""
        if self.misere:
            return as_position(total.terms)._wins(player, misere=True)
        return self._solver.wins(total.terms, player)

    def result(self, total: Sum, player: Player) -> str:
        """Return ``win``, ``draw`` or ``loss`` if `player` moves first."""
        if not self.misere:
            return self._solver.result(total.terms, player)
        if total.may_loop:
            position = as_position(total.terms)
            return position.ruleset.forced(position.state, player, misere=True)[0]
        return "win" if self.wins(total, player) else "loss"

    def winning_moves(self, total: Sum, player: Player) -> tuple[SumMove, ...]:
        """Return every winning move.

        Raises
        ------
        Undecided
            If the budget runs out first; the error contains the winning moves found so far.
        """
        moves = self._at_once(total, player)
        if moves is not None:
            return moves
        if not self.wins(total, player):
            return ()
        winning: list[SumMove] = []
        try:
            for move in total.moves(player):
                if self.result(move.after, -player) == "loss":
                    winning.append(move)
        except Undecided as error:
            verdict = self._solver.settled(total.terms, (player,))
            raise Undecided(error.reason, verdict, tuple(winning)) from error
        return tuple(winning)

    def drawing_moves(self, total: Sum, player: Player) -> tuple[SumMove, ...]:
        """Return every move by which `player` can force a draw, but no more."""
        if not total.may_loop:
            return ()
        moves = total.moves(player)
        return tuple(move for move in moves if self.result(move.after, -player) == "draw")

    def winning_move(
        self, total: Sum, player: Player, random: Random | None = None
    ) -> SumMove | None:
        """Return the first winning move, or with `random` any of them; None if there is none."""
        known = self._some_at_once(total, player)
        if known is not None:
            moves, are_all = list(known), True
        elif self.wins(total, player):
            moves, are_all = self._candidates(total, player)
        else:
            return None
        if random is not None:
            random.shuffle(moves)
        if known is not None:
            return moves[0] if moves else None
        # If one of them wins, the last one need not be checked.
        for move in moves[:-1] if are_all else moves:
            if self.result(move.after, -player) == "loss":
                return move
        if not are_all:
            raise BudgetExceeded(
                "expected a winning move among those that can be listed; there are too many others"
            )
        return moves[-1]

    def _some_at_once(self, total: Sum, player: Player) -> tuple[SumMove, ...] | None:
        """Return winning moves if theory lists them, or the first ones; else None."""
        terms = total.terms
        component = terms[0].component if len(terms) == 1 else None
        if isinstance(component, Position) and not component.may_loop:
            owner = player if terms[0].sign > 0 else -player
            rules, state = component.ruleset, component.state
            if rules.closed_winning_moves(state, owner, misere=self.misere) is not None:
                moves = component.some_winning_moves(owner, misere=self.misere)
                return total._lifted(0, player, moves)
        return self._at_once(total, player)

    def _candidates(self, total: Sum, player: Player) -> tuple[list[SumMove], bool]:
        """Return all moves, or some if there are too many to list, and whether they are all."""
        from farstar.sums._sum import some_moves

        try:
            return list(total.moves(player)), True
        except BudgetExceeded:
            refuse_if_out_of_time()
            return list(some_moves(total, player)), False

    def hardest(self, moves: Iterable[SumMove]) -> Iterator[SumMove]:
        """Yield one losing move after the other, each harder to answer than the one before."""
        least: Ease | None = None
        for move in moves:
            ease = self._ease(move)
            if least is None or ease < least:
                least = ease
                yield move

    def _ease(self, move: SumMove) -> Ease:
        """Return how easy the opponent's task is after a move."""
        after, opponent = move.after, -move.player
        count = len(after.moves(opponent))
        if not count:
            # Under misère play the opponent has won already.
            return Fraction(1), 0
        return Fraction(len(self.winning_moves(after, opponent)), count), -count

    def _at_once(self, total: Sum, player: Player) -> tuple[SumMove, ...] | None:
        """Return the winning moves if theory lists them, else None."""
        terms = total.terms
        if len(terms) == 1 and isinstance(terms[0].component, Position):
            owner = player if terms[0].sign > 0 else -player
            moves = terms[0].component.winning_moves(owner, misere=self.misere)
            return total._lifted(0, player, moves)
        if self.misere or total.may_loop or not total.is_impartial:
            return None
        if self.decide(total).method is Method.BOARDS:
            return None
        numbers = [term.grundy or 0 for term in terms]
        grundy = nim_sum(terms)
        if not grundy:
            return ()
        return tuple(
            move
            for place, term in enumerate(terms)
            for move in total._lifted(
                place, player, term.moves_to_grundy(player, grundy ^ numbers[place])
            )
        )
