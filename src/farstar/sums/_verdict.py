"""Who wins a sum, as far as it is known, by which method, and at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import BudgetExceeded

if TYPE_CHECKING:
    from farstar.sums._sum import SumMove


class Method(Enum):
    """The argument that settled a question; the value is a sentence that describes it.

    Examples
    --------
    >>> Method.CANCELLED.label, Method.CANCELLED.value
    ('cancelled', 'the components cancel in pairs, G + (-G) = 0')
    """

    CANCELLED = "the components cancel in pairs, G + (-G) = 0"
    ALONE = "only one component is left"
    NIM_SUM = "every component is impartial, so the nim-sum of the Grundy values decides"
    OUTCOMES = "the outcomes of the components decide: P adds nothing, L + L is L, R + R is R"
    THEORY = "a theorem about sums in this game decides"
    INTERVALS = "bounds on the components, by ups and stars, decide"
    ONE_PLY = "bounds on the components after each first move, by ups and stars, decide"
    BOARDS = "a search through the boards decides, without their values"
    FOLDED = "the values add up to a number, ups and a nimber"
    STOPS = "the stops of the components decide"
    THERMOGRAPHS = "the thermographs of the components decide"
    WEIGHTS = "the atomic weights decide: two ahead wins"
    COMPARED = "a comparison of the values decides"
    SEARCH = "a search through the sum decides"
    LOOPY_VALUES = "some components may loop, so all values are added as loopy values, with draws"
    HALVES = "some components were added, and a comparison of the parts decides"

    @property
    def label(self) -> str:
        """A short name.

        Examples
        --------
        >>> Method.NIM_SUM.label
        'nim-sum'
        """
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One method that was tried, what it settled and what it cost.

    Examples
    --------
    >>> attempt = (fs.Euclid(9, 2) + fs.SerialNim(3)).decide().attempts[-1]
    >>> attempt.method.label, [player.name for player in attempt.settled]
    ('nim-sum', ['LEFT', 'RIGHT'])
    """

    method: Method
    settled: tuple[Player, ...]
    """The players for whom it decided whether they win by moving first."""
    seconds: float
    """Processor time."""
    nodes: int
    """Sums searched, and games added to the engine's store."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins a sum, as far as it is known.

    Examples
    --------
    >>> verdict = (fs.GeographyA(3, 2, 1) - fs.GeographyA(0, 5, 0) - 3).decide()
    >>> str(verdict.outcome), verdict.method.label
    ('R', 'thermographs')
    """

    left_wins_first: bool | None
    """Whether Left wins by moving first; None if that is not known."""
    right_wins_first: bool | None
    """Whether Right wins by moving first; None if that is not known."""
    attempts: tuple[Attempt, ...]
    """The methods tried, in order."""
    draws_first: tuple[Player, ...] = ()
    """The players who draw by moving first; only if a component may loop."""
    most_moves: tuple[tuple[Player, int], ...] = ()
    """Players with so few moves that components could be shortened, and how many they have."""

    @classmethod
    def of(cls, outcome: Outcome, attempts: tuple[Attempt, ...]) -> Verdict:
        """Return the verdict of an outcome, which may be a `LoopyOutcome`."""
        results = {player: outcome.result(player, first=True) for player in (Left, Right)}
        draws = tuple(player for player, result in results.items() if result == "draw")
        return cls(results[Left] == "win", results[Right] == "win", attempts, draws)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, if both questions are settled; with draws it is a `LoopyOutcome`."""
        left, right = self.left_wins_first, self.right_wins_first
        if left is None or right is None:
            return None
        if not self.draws_first:
            return Outcome.of(left_wins_first=left, right_wins_first=right)
        from farstar.loopy import LoopyOutcome

        results = (self.result(player) or "" for player in (Left, Right))
        return LoopyOutcome.of_results(*results).as_outcome

    @property
    def method(self) -> Method | None:
        """The method that settled the last question."""
        return next((a.method for a in reversed(self.attempts) if a.settled), None)

    def method_for(self, player: Player) -> Method | None:
        """Return the method that settled whether `player` wins by moving first."""
        return next((a.method for a in self.attempts if player in a.settled), None)

    @property
    def seconds(self) -> float:
        """Processor time in all."""
        return sum(attempt.seconds for attempt in self.attempts)

    @property
    def nodes(self) -> int:
        """The total number of sums searched and games constructed."""
        return sum(attempt.nodes for attempt in self.attempts)

    def wins(self, player: Player) -> bool | None:
        """Return whether `player` wins by moving first; None if that is not known."""
        return self.left_wins_first if player is Left else self.right_wins_first

    def result(self, player: Player) -> str | None:
        """Return ``win``, ``draw`` or ``loss`` if `player` moves first; None if it is not known."""
        wins = self.wins(player)
        if wins is None:
            return None
        return "win" if wins else "draw" if player in self.draws_first else "loss"

    def __str__(self) -> str:
        if self.outcome is not None:
            return f"{self.outcome}, by {self.method.label if self.method else 'definition'}"
        known = [
            f"{player.name.title()} {'wins' if self.wins(player) else 'loses'} moving first"
            for player in (Left, Right)
            if self.wins(player) is not None
        ]
        return "; ".join(known) or "nothing is known"

    def __repr__(self) -> str:
        return f"<Verdict: {self}>"

    def __setstate__(self, values: Sequence[Any]) -> None:
        """Restore a pickle; in those of earlier versions the last fields are missing."""
        Verdict.__init__(self, *values)


class Undecided(BudgetExceeded):
    """The budget ran out before a sum was decided; the error contains what is known.

    Parameters
    ----------
    reason : str
        Which bound was exceeded.
    verdict : Verdict
        What is known about the sum.
    winning : tuple of SumMove
        The winning moves found so far, if moves were asked for; there may be others.

    Examples
    --------
    >>> try:
    ...     with fs.engine.budget(nodes=0):
    ...         (fs.GeographyA(0, 9, 2) - fs.GeographyA(2, 12, 1) + fs.Value("^")).decide()
    ... except Undecided as error:
    ...     print(error.verdict, len(error.verdict.attempts) > 3)
    nothing is known True
    """

    def __init__(self, reason: str, verdict: Verdict, winning: tuple[SumMove, ...] = ()) -> None:
        count = f"; winning moves found so far: {len(winning)}" if winning else ""
        super().__init__(f"{reason}; known about the sum: {verdict}{count}")
        self.reason = reason
        self.verdict = verdict
        self.winning = winning

    def __reduce__(self) -> tuple[type[Undecided], tuple[str, Verdict, tuple[SumMove, ...]]]:
        return Undecided, (self.reason, self.verdict, self.winning)
