"""Finds what a report says about a game under misère play: a player who cannot move wins."""

from __future__ import annotations

from farstar import engine
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError, LoopyError
from farstar.expressions import Expression
from farstar.misere import Misere, MisereGame, MisereValue
from farstar.reports._clock import Clock
from farstar.reports._find import find_moves
from farstar.reports._playable import is_impartial, unfolded
from farstar.reports._report import Report
from farstar.rules import Position
from farstar.sums import Sum
from farstar.sums.choosing import Chooser
from farstar.values import Form, Value

_UNIVERSES = ("dicot", "dead-ending")
_KINDS = ("tame", "generally_tame", "tameable", "restive", "restless", "half_tame", "prime")
_SHARE = 0.5
_QUOTIENT_NODES = 200_000
_MOST_ELEMENTS = 64
"""What a quotient may cost, and how large it may be."""


def misere_report(expression: Expression, clock: Clock) -> Report:
    """Find out what is known about a game under misère play.

    Who wins comes first, then the winning moves, then the value, then the quotient; what takes too
    long is left out.

    Raises
    ------
    LoopyError
        If a loopy value is not a stopper, and so has no moves.
    """
    with clock.share(subject="the game is "):
        game = unfolded(expression)
    found = Report(
        expression.normalised,
        game,
        clock,
        misere=True,
        played=str(game),
        chooser=Chooser(misere=True),
    )
    outcome = found.attempt("outcome", lambda: game.misere_outcome)
    if "outcome" in found.undefined:
        raise LoopyError(found.omitted["outcome"])
    if outcome is not None:
        found.found["outcome"] = outcome
        find_moves(found, game)
    if game.may_loop:
        found.omitted["value"] = "play may go on for ever, and such games have no misère value here"
        found.undefined.add("value")
    elif is_impartial(expression.game):
        found.universe = "impartial"
        _find_impartial_value(found, expression, game)
        if isinstance(game, Position):
            _find_quotient(found, game)
    else:
        _find_partizan_value(found, expression, game)
    return found


def kinds(value: MisereValue) -> list[str]:
    """Return how tame a misère value is, and whether it is prime.

    Examples
    --------
    >>> kinds(MisereValue("*[2#0]"))
    ['restive', 'half tame', 'prime']
    """
    return [kind.replace("_", " ") for kind in _KINDS if getattr(value, f"is_{kind}")]


def _find_impartial_value(found: Report, expression: Expression, game: Position | Sum) -> None:
    """Find the canonical form, and what follows from it."""

    def find() -> MisereValue:
        if isinstance(game, Sum):
            return game.misere_value
        return MisereValue.of(expression.game if isinstance(expression.game, Value) else game)

    value = found.value = found.attempt("value", find, _SHARE)
    if value is None:
        return
    found.text = found.attempt("value", lambda: str(value))

    def kind() -> str:
        return ", ".join([*([] if value.is_tameable else ["wild"]), *kinds(value)])

    found.details["genus"] = found.attempt("genus", lambda: str(value.genus))
    found.details["birthday"] = found.attempt("birthday", lambda: value.birthday)
    found.details["mate"] = found.attempt("mate", lambda: str(value.mate))
    found.details["kind"] = found.attempt("kind", kind)


def _find_partizan_value(found: Report, expression: Expression, game: Position | Sum) -> None:
    """Find the game modulo the smallest universe to which it belongs."""

    def find() -> MisereGame:
        played: Form | Position | Sum = game
        if isinstance(expression.game, Value) and not isinstance(game, Sum):
            played = Form(expression.game)
        for universe in map(Misere, _UNIVERSES):
            if universe.contains(played):
                return universe.simplest(played)
        raise IllegalPositionError(
            "a follower is an end from which the player who cannot move may be able to move "
            "later, so the game is not dead-ending"
        )

    value = found.value = found.attempt("value", find, _SHARE)
    if value is None:
        return
    found.text = found.attempt("value", lambda: str(value))
    found.universe = value.universe
    found.details["birthday"] = found.attempt("birthday", lambda: value.birthday)
    found.details["invertible"] = found.attempt("invertible", lambda: value.is_invertible)


def _find_quotient(found: Report, position: Position) -> None:
    """Find the quotient of the game, for heaps up to the largest one, if it is a small one."""
    from farstar.misere import misere_quotient

    heaps = position.state
    is_heaps = hasattr(position.ruleset, "parts") and isinstance(heaps, tuple)
    largest = max(heaps, default=0) if is_heaps else 0
    try:
        with found.clock.share(), engine.budget(nodes=_QUOTIENT_NODES):
            if is_heaps:
                quotient = misere_quotient(position.ruleset, heaps=largest, most=_MOST_ELEMENTS)
                element = quotient.image(*heaps)
            else:
                quotient = misere_quotient([position], most=_MOST_ELEMENTS)
                element = quotient.image(position)
    except BudgetExceeded as error:
        found.miss("quotient", error)
        return
    except FarstarError as error:
        found.omitted["quotient"] = str(error)
        return
    reach = f"heaps up to {largest}" if is_heaps else "this position's followers"
    count = len(quotient.p_portion)
    found.details["quotient"] = f"order {quotient.order}, {count} P-positions, for {reach}"
    found.details["element"] = element
    found.details["P-positions"] = ", ".join(quotient.p_portion)
