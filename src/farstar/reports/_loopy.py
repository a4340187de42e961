"""What is said of a game in which play may go on for ever."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import ClassVar

from farstar._outcome import Left, Right
from farstar.errors import LoopyError
from farstar.loopy import Loopy
from farstar.reports._clock import Clock
from farstar.reports._facts import MOST, Facts
from farstar.rules import Explanation, Position, Reason, Ruleset
from farstar.rules.explaining import value_step, what_is_forced


class StopperForms(Ruleset):
    """Play in the canonical forms of stoppers; a state is a loopy value."""

    name: ClassVar[str] = "Stopper"
    may_loop: ClassVar[bool] = True

    def left(self, position: Loopy) -> Iterable[Hashable]:
        """Return the Left options of the canonical form."""
        return position.left_options

    def right(self, position: Loopy) -> Iterable[Hashable]:
        """Return the Right options of the canonical form."""
        return position.right_options

    def closed_loopy(self, position: Loopy) -> Loopy:
        """Return the value itself."""
        return position

    def text(self, position: Loopy) -> str:
        """Return the value in notation."""
        return str(position)


class StopperForm(Position, rules=StopperForms):
    """The canonical form of a stopper, as a position that is written like the value."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.ruleset.text(self.state)


_FORMS = StopperForms()


def stopper_form(value: Loopy) -> Position:
    """Return a stopper as a position, to be played as its canonical form.

    Others have sides, but no options.
    """
    if not value.is_stopper:
        raise LoopyError(f"expected a stopper to play, got {value}: it has sides, but no options")
    return _FORMS(value)


def loopy_facts(text: str, game: Loopy | Position, clock: Clock) -> Facts:
    """Find out what there is to say about a loopy game."""
    facts = Facts(text, game, clock)
    outcome = facts.attempt("outcome", lambda: game.outcome, MOST)
    if outcome is not None:
        facts.found["outcome"] = outcome
    if isinstance(game, Position):
        _find_moves(facts, game)
    value = facts.attempt(
        "value", lambda: game.loopy_value if isinstance(game, Position) else game, MOST
    )
    if value is None:
        return facts
    facts.text = facts.attempt("value", lambda: str(value))
    facts.details["kind"] = _kind(value)
    if isinstance(game, Loopy) and value.is_stopper:
        _find_moves(facts, stopper_form(value))
    for name, ask in _questions(value).items():
        answer = facts.attempt(name, ask)
        if answer is not None:
            facts.details[name] = answer
    return facts


def _find_moves(facts: Facts, position: Position) -> None:
    find = partial(partial, position.winning_moves)
    facts.left_wins_by = facts.attempt("winning_moves", find(Left))
    facts.right_wins_by = facts.attempt("winning_moves", find(Right))


def _kind(value: Loopy) -> str:
    if value.is_short:
        return "no loop"
    if value.is_stopper:
        return "stopper"
    return "both sides are stoppers" if value.is_stopper_sided else "not all sides are stoppers"


def _questions(value: Loopy) -> dict[str, Callable[[], object]]:
    """Return what is asked about a value of this kind."""
    questions: dict[str, Callable[[], object]] = {}
    if value.is_stopper:
        questions["stops"] = lambda: f"Left {value.left_stop}, Right {value.right_stop}"
        questions["left_options"] = lambda: _listed(value.left_options)
        questions["right_options"] = lambda: _listed(value.right_options)
        questions["followers"] = lambda: value.follower_count
    elif value.is_stopper_sided:
        questions["onside"] = lambda: str(value.onside)
        questions["offside"] = lambda: str(value.offside)
    if value.is_stopper_sided:
        questions["degree"] = lambda: str(value.degree())
        questions["variety"] = lambda: _variety(value)
    return questions


def _variety(value: Loopy) -> str:
    try:
        return str(value.variety())
    except LoopyError:
        return "none (the game is not stable)"


def _listed(options: tuple[Loopy, ...]) -> str:
    return ", ".join(map(str, options)) or "none"


def explain_value(text: str, value: Loopy) -> Explanation:
    """Return why a loopy value has its outcome."""
    outcome = value.outcome
    forced = " ".join(what_is_forced(outcome))
    return Explanation(
        text,
        (
            value_step(value),
            Reason("Outcome", f"{outcome}: {forced}", data={"outcome": str(outcome)}),
        ),
    )
