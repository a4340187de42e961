"""Where it is hot: what thermographs suggest to a player in a sum.

*Hotstrat* moves in the hottest component. *Sentestrat* first looks at the component where the
opponent has just moved: if that is now hotter than the ambient temperature (the lowest at which
the game has been played so far) it answers there, and otherwise it does as Hotstrat does. Both
are rules of thumb that lose little; only among numbers and switches of numbers is the hottest
move sure to be best.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from farstar._outcome import Left, Player
from farstar.sums._term import Term
from farstar.values import Value
from farstar.values._value import wrap

if TYPE_CHECKING:
    from farstar.sums._sum import Sum, SumMove


@dataclass(frozen=True, slots=True)
class Climate:
    """How hot it is in one component."""

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
    suggestions: list[Suggestion] = []
    hottest = _hottest(climates, moves)
    if hottest is not None:
        rough = not all(map(_is_switch_or_number, total.terms))
        first = _suggestion("Hotstrat", hottest, moves, "the hottest component", rough)
        answer = _answered(climates, moves, answer_to, ambient)
        if answer is None:
            reason = "no answer is called for, so the hottest component"
            second = Suggestion("Sentestrat", first.move, reason, rough)
        else:
            reason = "the component just moved in is hotter than the ambient temperature"
            second = _suggestion("Sentestrat", answer, moves, reason, rough)
        suggestions = [first, second]
    return ThermalAdvice(player, tuple(climates), tuple(suggestions))


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


def _hottest(climates: list[Climate], moves: tuple[SumMove, ...]) -> Climate | None:
    """Return the hottest component in which the player can move."""
    playable = {move.component for move in moves}
    return next((climate for climate in climates if climate.component in playable), None)


def _answered(
    climates: list[Climate],
    moves: tuple[SumMove, ...],
    answer_to: int | None,
    ambient: Fraction | None,
) -> Climate | None:
    """Return the component where the opponent has just moved, if it calls for an answer."""
    playable = {move.component for move in moves}
    for climate in climates:
        if climate.component == answer_to and answer_to in playable:
            calls = ambient is not None and climate.temperature > ambient
            return climate if calls else None
    return None


def _suggestion(
    strategy: str, climate: Climate, moves: tuple[SumMove, ...], reason: str, rough: bool
) -> Suggestion:
    """Return the move in a component that is best at the component's own temperature."""
    here = [move for move in moves if move.component == climate.component]
    t = max(climate.temperature, Fraction(0))

    def worth(move: SumMove) -> Fraction:
        graph = wrap(move.before.terms[move.component].after(move.move).handle).thermograph()
        return graph.right_wall(t) if move.player is Left else -graph.left_wall(t)

    return Suggestion(strategy, max(here, key=worth), reason, rough)


def _is_switch_or_number(term: Term) -> bool:
    g = wrap(term.handle)
    return g.is_number or g.is_switch
