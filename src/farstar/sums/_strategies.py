"""The methods for deciding a sum, the cheapest first; each answers only what it can prove."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from farstar._outcome import Left, Outcome, Right
from farstar.engine import Engine, Handle, budget
from farstar.errors import BudgetExceeded
from farstar.rules import Position
from farstar.rules.native_search import first_to_finish, native_wins
from farstar.sums._problem import Problem, UpStarBounds
from farstar.sums._search import refuse_if_out_of_time
from farstar.sums._summands import Node, judge_by_bounds
from farstar.sums._term import Term
from farstar.sums._verdict import Method
from farstar.sums.intervals import Decision, Thresholds, decide
from farstar.sums.weight_sums import Comb, WeightSum
from farstar.values import wrap


def signed_weight(engine: Engine, weight: Handle) -> tuple[int, int | Fraction | Comb] | None:
    """Return a weight that is a number or, but for its sign, a comb of integers; None for others.

    Examples
    --------
    >>> engine = fs.engine.active()
    >>> for text in ("7/4", "3*", "{9|2}", "{{-2|-4}|-5}", "{2||1|0}", "{3|^}"):
    ...     signed_weight(engine, fs.Value(text)._handle)
    (1, Fraction(7, 4))
    (1, Comb(teeth=(3,), end=3))
    (1, Comb(teeth=(9,), end=2))
    (-1, Comb(teeth=(5, 4), end=2))
    (1, Comb(teeth=(2, 1), end=0))
    (1, Comb(teeth=(3, 0, 0), end=0))
    """
    compact = engine.as_compact(weight)
    if compact is not None and not (compact[2] or compact[3]):
        return 1, Fraction(compact[0], 2 ** compact[1])
    for sign, g in ((1, weight), (-1, engine.negate(weight))):
        comb = _comb(engine, g)
        if comb is not None:
            return sign, comb
    return None


def _comb(engine: Engine, g: Handle) -> Comb | None:
    teeth: list[int] = []
    end = _last_entries(engine, g)
    while end is None:
        left, right = engine.options(g)
        tooth = engine.as_compact(left[0]) if len(left) == len(right) == 1 else None
        if tooth is None or any(tooth[1:]):
            return None
        teeth.append(tooth[0])
        g = right[0]
        end = _last_entries(engine, g)
    entries = [*teeth, *end]
    is_falling = all(m >= n for m, n in pairwise(entries[:-1]))
    if len(entries) < 2 or not is_falling or entries[-2] < entries[-1] - 1:
        return None
    return Comb(tuple(entries[:-1]), entries[-1])


def _last_entries(engine: Engine, g: Handle) -> list[int] | None:
    """Return the entries of a comb that needs no list of options: n, n + 2^-k, n + * or n + up."""
    compact = engine.as_compact(g)
    if compact is None:
        return None
    numerator, exponent, up, star = compact
    n = numerator >> exponent
    if (up, star) == (0, 0) and numerator - (n << exponent) in (0, 1):
        return [n] if not exponent else [n] * exponent + [n + 1]
    if not exponent and (up, star) in ((0, 1), (1, 0)):
        return [n] * (2 + up)
    return None


UNKNOWN = Decision(None, None)

_WEIGHT_STEPS = 5_000
"""Steps of the engine that adding up weights may take if they are not all combs."""

_WEIGHT_SUMS = 5_000
"""Sums of weights that may be searched for one question before anything else is tried."""

_STEPS_OF_A_WEIGHT_SUM = 100
"""Steps of the engine that take about as long as searching one sum of weights."""


def by_cancelling(problem: Problem) -> Decision:
    """Say P if the components cancel in pairs."""
    return UNKNOWN if problem.terms else Decision(left_wins_first=False, right_wins_first=False)


def by_nim_sum(problem: Problem) -> Decision:
    """Take the nim-sum if all components are impartial."""
    if not all(term.is_impartial for term in problem.terms):
        return UNKNOWN
    if by_boards(problem) != UNKNOWN:
        return UNKNOWN  # Grundy values take longer than the search, which is tried later.
    wins = nim_sum(problem.terms) != 0
    return Decision(left_wins_first=wins, right_wins_first=wins)


def by_being_alone(problem: Problem) -> Decision:
    """Ask the only component that is left."""
    if len(problem.terms) != 1:
        return UNKNOWN
    term = problem.terms[0]
    outcome = term.component.outcome
    return _of_outcome(outcome if term.sign > 0 else -outcome)


def by_outcomes(problem: Problem) -> Decision:
    """Combine the closed outcomes of the components."""
    if problem.outcomes is None:
        return UNKNOWN
    others = [outcome for outcome in problem.outcomes if outcome is not Outcome.P]
    if not others:
        return _of_outcome(Outcome.P)
    kinds = set(others)
    if len(kinds) == 1 and (len(others) == 1 or Outcome.N not in kinds):
        return _of_outcome(others[0])
    # L + L + N: Left wins by moving first, since she leaves something that she wins.
    if kinds == {Outcome.L, Outcome.N} and others.count(Outcome.N) == 1:
        return Decision(left_wins_first=True, right_wins_first=None)
    if kinds == {Outcome.R, Outcome.N} and others.count(Outcome.N) == 1:
        return Decision(left_wins_first=None, right_wins_first=True)
    return UNKNOWN


def by_theory(problem: Problem) -> Decision:
    """Ask the ruleset, if all components except for a nim-heap have the same ruleset."""
    rules, signed, heap = None, [], 0
    for term in problem.terms:
        component = term.component
        if term.is_impartial:
            heap ^= term.grundy or 0
        elif not isinstance(component, Position) or rules not in (None, component.ruleset):
            return UNKNOWN
        else:
            rules = component.ruleset
            signed.append((term.sign, component.state))
    decision = None if rules is None else rules.closed_sum(tuple(signed), heap)
    return UNKNOWN if decision is None else decision


def by_intervals(problem: Problem) -> Decision:
    """Add the bounds on the components by ups and stars."""
    if problem.up_star_bounds is None:
        return UNKNOWN
    return decide([bounds.value for bounds in problem.up_star_bounds])


def by_one_ply(problem: Problem) -> Decision:
    """Add the bounds by ups and stars after each first move."""
    up_star_bounds = problem.up_star_bounds
    if up_star_bounds is None:
        return UNKNOWN
    left = [decide(after).right_wins_first for after in _moved(up_star_bounds, "left")]
    right = [decide(after).left_wins_first for after in _moved(up_star_bounds, "right")]
    return Decision(_first(left), _first(right))


def _moved(up_star_bounds: list[UpStarBounds], side: str) -> Iterator[list[Thresholds]]:
    values = [bounds.value for bounds in up_star_bounds]
    for place, bounds in enumerate(up_star_bounds):
        for option in getattr(bounds, side):
            yield [*values[:place], option, *values[place + 1 :]]


def _first(replies: list[bool | None]) -> bool | None:
    """Return whether a player wins, given whether the opponent wins after each move."""
    if False in replies:
        return True
    return None if None in replies else False


def by_boards(problem: Problem) -> Decision:
    """Search the boards, unless the values of all components are found sooner."""
    boards = problem.boards
    if boards is None:
        return UNKNOWN

    def find_values() -> Decision:
        problem.find_values()
        return UNKNOWN

    def search() -> Decision:
        wins = {player: native_wins(boards, player) for player in problem.wanted}
        return Decision(wins.get(Left), wins.get(Right))

    return first_to_finish(find_values, search)


def by_folding(problem: Problem) -> Decision:
    """Read off who wins if nothing but a number, ups and a nimber is left."""
    node = problem.node
    return decision_by_bounds(node) if not node.parts else UNKNOWN


def by_comparison(problem: Problem) -> Decision:
    """Compare the only part that is left with the rest."""
    node = problem.node
    return compared(problem, node) if len(node.parts) == 1 else UNKNOWN


def compared(problem: Problem, node: Node) -> Decision:
    """Compare one part of a sum with the negative of the others, by the engine."""
    engine = problem.cache.engine
    rest: Handle = problem.cache.summands.handle(node)
    for part in node.parts[1:]:
        rest = engine.add(rest, part.handle)
    g, h = node.parts[0].handle, engine.negate(rest)
    return Decision(
        not engine.geq(h, g) if Left in problem.wanted else None,
        not engine.geq(g, h) if Right in problem.wanted else None,
    )


def by_stops(problem: Problem) -> Decision:
    """Add up the stops of a hot sum."""
    hot = any(part.is_hot for part in problem.node.parts)
    return decision_by_bounds(problem.node) if hot or problem.node.constant.number else UNKNOWN


def by_thermographs(problem: Problem) -> Decision:
    """Add up the thermographs of a hot sum."""
    if not any(part.is_hot for part in problem.node.parts):
        return UNKNOWN
    wins = {player: problem.cache.wins(problem.node, player, 0) for player in problem.wanted}
    return Decision(wins.get(Left), wins.get(Right))


def by_closed_weights(problem: Problem, steps: int = 0) -> Decision:
    """Compare the sum of the closed atomic weights with 0 and 2; no game is built."""
    weights = problem.closed_weights
    return UNKNOWN if weights is None else weights.decide(steps=max(steps, _WEIGHT_SUMS))


def by_more_weights(problem: Problem) -> Decision:
    """Go on comparing closed weights, in turns with finding the values, until either is done."""
    weights, steps = problem.closed_weights, _WEIGHT_SUMS
    decision = UNKNOWN
    while weights is not None and weights.is_open:
        try:
            with budget(nodes=_STEPS_OF_A_WEIGHT_SUM * steps):
                problem.find_values()
            return decision
        except BudgetExceeded:
            refuse_if_out_of_time()
        steps *= 2
        decision = weights.decide(steps=steps)
        if all(known is not None for known in decision):
            break
    return decision


def by_weights(problem: Problem) -> Decision:
    """Add up the atomic weights of a sum of infinitesimals."""
    node, engine = problem.node, problem.cache.engine
    if node.constant.number or problem.closed_weights is not None:
        return UNKNOWN
    weights = [part.weight for part in node.parts if part.weight is not None]
    if len(weights) < len(node.parts):
        return UNKNOWN
    if all(wrap(part.handle).is_all_small for part in node.parts):
        combs = [signed_weight(engine, weight) for weight in weights]
        if None not in combs:
            terms = [comb for comb in combs if comb is not None]
            total = WeightSum([(1, node.constant.up), *terms], problem.cache.charge)
            return total.decide(steps=_WEIGHT_SUMS)
    return _by_adding_weights(problem, weights)


def _by_adding_weights(problem: Problem, weights: list[Handle]) -> Decision:
    """Let the engine add up weights of any kind, if that is cheap."""
    engine = problem.cache.engine
    try:
        with budget(nodes=_WEIGHT_STEPS):
            total = engine.compact(problem.node.constant.up, 0, 0, 0)
            for weight in weights:
                total = engine.add(total, weight)
    except BudgetExceeded:
        refuse_if_out_of_time()
        return UNKNOWN

    def at_least(n: int, sign: int) -> bool:
        bound = engine.compact(n, 0, 0, 0)
        return engine.geq(total, bound) if sign > 0 else engine.geq(engine.negate(bound), total)

    return Decision(
        True if at_least(1, 1) else False if at_least(2, -1) else None,
        True if at_least(1, -1) else False if at_least(2, 1) else None,
    )


def by_value_intervals(problem: Problem) -> Decision:
    """Add the bounds on the values by ups and stars."""
    hot = any(part.is_hot for part in problem.node.parts)
    return UNKNOWN if hot else decision_by_bounds(problem.node)


def decision_by_bounds(node: Node) -> Decision:
    """Return what the bounds say about who wins."""
    seen = judge_by_bounds(node)
    return Decision(
        None if seen.at_most_zero is None else not seen.at_most_zero,
        None if seen.at_least_zero is None else not seen.at_least_zero,
    )


def _of_outcome(outcome: Outcome) -> Decision:
    return Decision(outcome.wins(Left, first=True), outcome.wins(Right, first=True))


def nim_sum(terms: tuple[Term, ...]) -> int:
    """Return the Grundy value of a sum of impartial terms."""
    total = 0
    for term in terms:
        number = term.grundy
        if number is None:
            raise TypeError(f"expected impartial components for a Grundy value, got {term}")
        total ^= number
    return total


Strategies: TypeAlias = tuple[tuple[Method, Callable[[Problem], Decision]], ...]

FROM_THEORY: Strategies = (
    (Method.CANCELLED, by_cancelling),
    (Method.NIM_SUM, by_nim_sum),
    (Method.ALONE, by_being_alone),
    (Method.OUTCOMES, by_outcomes),
    (Method.THEORY, by_theory),
    (Method.WEIGHTS, by_closed_weights),
    (Method.INTERVALS, by_intervals),
    (Method.ONE_PLY, by_one_ply),
)
"""The methods that build no game, in the order in which they are tried."""

FROM_VALUES: Strategies = (
    (Method.BOARDS, by_boards),
    (Method.WEIGHTS, by_more_weights),
    (Method.FOLDED, by_folding),
    (Method.COMPARED, by_comparison),
    (Method.STOPS, by_stops),
    (Method.THERMOGRAPHS, by_thermographs),
    (Method.WEIGHTS, by_weights),
    (Method.INTERVALS, by_value_intervals),
)
"""The other methods that need no search of the sum, in the order in which they are tried."""
