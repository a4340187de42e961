"""Decides sums with components that may loop, with draws.

A component that may loop does not cancel against its negative: G - G can be a draw. So the values
of all components are added as loopy values, as notation does. If all of them turn out to be short,
the sum is decided like any other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import is_out_of_time
from farstar.engine import state as engine_state
from farstar.errors import BudgetExceeded
from farstar.loopy import Loopy, LoopyOutcome
from farstar.loopy.evaluation import is_drawn_with_anything, outcome_of_total
from farstar.loopy.outcomes import LoopyNimber
from farstar.sums._problem import folded, uncancelled
from farstar.sums._term import Term, as_position, make_room, total, without_zeros
from farstar.sums._verdict import Attempt, Method, Undecided, Verdict


def settle_with_loops(
    terms: tuple[Term, ...], settle_short: Callable[[tuple[Term, ...]], Verdict]
) -> Verdict:
    """Return who wins a sum with components that may loop; `settle_short` decides all other sums.

    Raises
    ------
    Undecided
        If the budget runs out first.
    """
    rest = uncancelled(folded(terms))
    attempts: list[Attempt] = []
    # If the values are too large, perhaps the positions within reach can be listed.
    for method in (_method(rest), Method.SEARCH):
        start, size = time.process_time(), engine_state.engine.size()[0]
        outcome: Outcome | None = None
        failure: BudgetExceeded | None = None
        try:
            outcome = _outcome(rest, method)
        except BudgetExceeded as error:
            failure = error
        settled: tuple[Player, ...] = () if outcome is None else (Left, Right)
        nodes = max(0, engine_state.engine.size()[0] - size)
        attempts.append(Attempt(method, settled, time.process_time() - start, nodes))
        if failure is None:
            break
        if method is Method.SEARCH or is_out_of_time():
            raise Undecided(str(failure), Verdict(None, None, tuple(attempts))) from failure
    if outcome is not None:
        return Verdict.of(outcome, tuple(attempts))
    # It is the values that cancel or stand alone, so the method says nothing about components.
    verdict = settle_short(_short_values(rest))
    settled = tuple(player for player in (Left, Right) if verdict.wins(player) is not None)
    cost = attempts.pop()
    whole = Attempt(
        cost.method, settled, cost.seconds + verdict.seconds, cost.nodes + verdict.nodes
    )
    return replace(verdict, attempts=(*attempts, whole))


def loopy_total(terms: tuple[Term, ...]) -> Loopy:
    """Return the value of a sum with components that may loop."""
    short = tuple(term for term in terms if not term.may_loop)
    value = Loopy(total(short))
    for term in terms:
        if term.may_loop:
            value = value + term.loopy_value
    return value


def loopy_nim_sum(terms: tuple[Term, ...]) -> LoopyNimber:
    """Return the Grundy value of a sum of impartial terms that may loop."""
    nimber = LoopyNimber(0)
    for term in terms:
        nimber = nimber + term.loopy_grundy
    return nimber


def _method(terms: tuple[Term, ...]) -> Method:
    if len(terms) == 1:
        return Method.ALONE
    return Method.NIM_SUM if all(t.is_impartial for t in terms) else Method.LOOPY_VALUES


def _outcome(terms: tuple[Term, ...], method: Method) -> Outcome | None:
    """Return who wins; None if all values are short."""
    if method is Method.SEARCH:
        make_room()
        return as_position(terms).search_outcome()
    if method is Method.ALONE:
        outcome = terms[0].component.outcome
        return outcome if terms[0].sign > 0 else -outcome
    if method is Method.NIM_SUM:
        return loopy_nim_sum(terms).outcome.as_outcome
    loops = [term.loopy_value for term in terms if term.may_loop]
    if all(value.is_short for value in loops):
        return None
    if is_drawn_with_anything(loops):
        return LoopyOutcome.D.as_outcome
    short = total(tuple(term for term in terms if not term.may_loop))
    return outcome_of_total([*loops, Loopy(short)]).as_outcome


def _short_values(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the terms with the values of those that may loop but equal short games."""
    return without_zeros(Term(1, t.loopy_value.value) if t.may_loop else t for t in terms)
