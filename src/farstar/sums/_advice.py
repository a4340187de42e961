"""Thermal strategies: what thermographs suggest to a player in a sum.

*Hotstrat* moves in the hottest component. *Sentestrat* first looks at the component where the
opponent has just moved: if that is now hotter than the ambient temperature (the lowest at which
the game has been played so far) it answers there, and otherwise it moves like Hotstrat. Both
are rules of thumb that lose little; the hottest move is certain to be best only among numbers and
switches of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from farstar._outcome import Left, Player
from farstar.rules import Move, Position
from farstar.sums._term import Term
from farstar.values import Thermograph, Value, wrap

if TYPE_CHECKING:
    from farstar.sums._sum import Sum, SumMove


Game: TypeAlias = Position | Value
"""A component, without its sign."""


def _thermograph(game: Game) -> Thermograph | None:
    return game.thermograph()


@dataclass(frozen=True, slots=True)
class Climate:
    """The mean, temperature, stops and incentives of one component."""

    component: int
    """The place of the component among the terms."""
    mean: Fraction
    temperature: Fraction
    left_stop: Fraction
    right_stop: Fraction
    left_incentives: tuple[Value, ...]
    """What Left gains by each move, without the dominated ones."""
    right_incentives: tuple[Value, ...]
    """What Right gains by each move, without the dominated ones."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move that a strategy suggests."""

    strategy: str
    """``"Hotstrat"`` or ``"Sentestrat"``."""
    move: SumMove
    reason: str
    is_heuristic: bool
    """Whether there may be a better move."""


@dataclass(frozen=True, slots=True)
class ThermalAdvice:
    """The climates of the components, the hottest first, and the moves they suggest."""

    player: Player
    climates: tuple[Climate, ...]
    suggestions: tuple[Suggestion, ...]
    """Hotstrat's and Sentestrat's; none if the player has no move."""

    def suggested_by(self, strategy: str) -> SumMove | None:
        """Return the move that a strategy suggests."""
        return next((s.move for s in self.suggestions if s.strategy == strategy), None)

    def __str__(self) -> str:
        lines = [
            f"component {c.component}: mean {c.mean}, temperature {c.temperature}"
            for c in self.climates
        ]
        for s in self.suggestions:
            mark = " (a heuristic)" if s.is_heuristic else ""
            lines.append(f"{s.strategy}{mark}: {s.move}; {s.reason}")
        return "\n".join(lines)


def thermal_advice(
    total: Sum, player: Player, answer_to: int | None, ambient: Fraction | None
) -> ThermalAdvice:
    """Return the climates of a sum and the moves that they suggest to `player`."""
    climates = sorted(
        (_climate(place, term) for place, term in enumerate(total.terms)),
        key=lambda climate: (-climate.temperature, climate.component),
    )
    moves = total.moves(player)
    if not moves:
        return ThermalAdvice(player, tuple(climates), ())
    rough = not all(map(_is_switch_or_number, total.terms))
    hot = Suggestion("Hotstrat", hottest_moves(moves)[0], "the hottest component", rough)
    answers = [move for move in moves if move.component == answer_to]
    if answers and _calls_for_an_answer(climates, answer_to, ambient):
        reason = "the component just moved in is hotter than the ambient temperature"
        sente = Suggestion("Sentestrat", hottest_moves(answers)[0], reason, rough)
    else:
        reason = "no answer is called for, so the hottest component"
        sente = Suggestion("Sentestrat", hot.move, reason, rough)
    return ThermalAdvice(player, tuple(climates), (hot, sente))


def hottest_moves(
    moves: Sequence[SumMove], graph_of: Callable[[Game], Thermograph | None] = _thermograph
) -> list[SumMove]:
    """Return the moves that are equally good for Hotstrat, in the order of `moves`.

    They are in the hottest component, and lose least at its own temperature.

    Parameters
    ----------
    moves : sequence of SumMove
        The moves to choose from.
    graph_of : callable, optional
        Returns the thermograph of a component; one for which it returns None counts as an
        infinitesimal, with nothing known about its moves.
    """
    known: dict[tuple[int, Game], tuple[Fraction, Fraction]] = {}
    scores = []
    for move in moves:
        key = (move.component, move.move.after)
        if key not in known:
            known[key] = _score(move.move, graph_of)
        scores.append(known[key])
    best = max(scores)
    return [move for move, score in zip(moves, scores, strict=True) if score == best]


def _score(move: Move, graph_of: Callable[[Game], Thermograph | None]) -> tuple[Fraction, Fraction]:
    """Return the temperature of a component, and what a move gains there at that temperature.

    The gain is 0 for the best move of a player who gains by moving, and negative otherwise.
    """
    before = graph_of(move.before)
    after = None if before is None else graph_of(move.after)
    if before is None or after is None:
        return Fraction(0), Fraction(0)
    t = before.temperature
    if move.player is Left:
        return t, after.right_wall(t) - t - before.mean
    return t, before.mean - after.left_wall(t) - t


def _climate(place: int, term: Term) -> Climate:
    g = wrap(term.handle)
    return Climate(
        place,
        g.mean,
        g.temperature,
        g.left_stop,
        g.right_stop,
        g.left_incentives(),
        g.right_incentives(),
    )


def _calls_for_an_answer(
    climates: list[Climate], answer_to: int | None, ambient: Fraction | None
) -> bool:
    """Return whether the component where the opponent has just moved calls for an answer."""
    here = next(climate for climate in climates if climate.component == answer_to)
    return ambient is not None and here.temperature > ambient


def _is_switch_or_number(term: Term) -> bool:
    g = wrap(term.handle)
    return g.is_number or g.is_switch
