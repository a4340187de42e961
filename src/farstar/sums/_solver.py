"""Decides sums: first the cheap methods, then searching and adding in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from farstar._outcome import Left, Player, Right
from farstar.engine import budget
from farstar.engine import state as engine_state
from farstar.errors import BudgetExceeded
from farstar.rules import ImpartialRuleset, Position, Ruleset
from farstar.sums._problem import Problem, SolverCache
from farstar.sums._search import refuse_if_out_of_time
from farstar.sums._strategies import (
    FROM_THEORY,
    FROM_VALUES,
    UNKNOWN,
    Strategies,
    by_closed_weights,
    compared,
    decision_by_bounds,
)
from farstar.sums._summands import Node
from farstar.sums._term import Term, may_loop
from farstar.sums._verdict import Attempt, Method, Undecided, Verdict
from farstar.sums.intervals import Decision
from farstar.values import Value

BOTH = (Left, Right)

_FIRST_ROUND = 8
"""The patience with which a sum is searched before any components are added."""
_GROWTH = 2
_WEIGHT_SUMS = 600
"""Sums of weights that may be searched for each unit of patience."""
_MANY_MOVES = 1000
"""Beside a position with more moves, others are replaced by their values to count their moves."""
_VALUE_STEPS = 200_000
"""The budget for each of these values."""


class Solver:
    """Decides sums, and caches what may help with the next one."""

    def __init__(self) -> None:
        self.cache = SolverCache(engine_state.engine)
        self._verdicts: dict[tuple[Term, ...], Verdict] = {}

    def decide(self, terms: tuple[Term, ...]) -> Verdict:
        """Return who wins, whoever moves first.

        Raises
        ------
        Undecided
            If the budget runs out first.
        """
        return self.settled(terms, BOTH)

    def wins(self, terms: tuple[Term, ...], player: Player) -> bool:
        """Return whether `player` wins by moving first."""
        return self.result(terms, player) == "win"

    def result(self, terms: tuple[Term, ...], player: Player) -> str:
        """Return ``win``, ``draw`` or ``loss`` if `player` moves first."""
        answer = self.settled(terms, (player,)).result(player)
        if answer is None:
            raise AssertionError("a verdict answers what it was asked for")
        return answer

    def settled(self, terms: tuple[Term, ...], wanted: tuple[Player, ...]) -> Verdict:
        """Return a verdict on the players `wanted`; each sum is decided once for each player."""
        known = self._verdicts.get(terms)
        if known is None or any(known.wins(player) is None for player in wanted):
            known = self._verdicts[terms] = self._settle(terms, wanted)
        return known

    def _settle(self, terms: tuple[Term, ...], wanted: tuple[Player, ...]) -> Verdict:
        if may_loop(terms):
            from farstar.sums._loops import settle_with_loops

            return settle_with_loops(terms, lambda short: self._settle(short, wanted))
        record = _Record(Problem(terms, wanted, self.cache))
        try:
            record.attempt_all(FROM_THEORY)
            record.cut()
            record.attempt_all(FROM_VALUES)
            if not record.is_complete:
                _search(record)
        except BudgetExceeded as error:
            raise Undecided(str(error), record.verdict()) from error
        return record.verdict()


class _Record:
    """The answers so far, and what they cost."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.answers: dict[Player, bool | None] = {Left: None, Right: None}
        self.attempts: list[Attempt] = []
        self.most_moves: Mapping[Player, int] = {}

    @property
    def is_complete(self) -> bool:
        return not self.open

    @property
    def open(self) -> tuple[Player, ...]:
        """The players for whom the answer is still unknown."""
        return tuple(p for p in self.problem.wanted if self.answers[p] is None)

    def attempt_all(self, strategies: Strategies) -> None:
        """Try methods until both questions are answered."""
        for method, strategy in strategies:
            if self.is_complete:
                return
            self.attempt(method, strategy)

    def cut(self) -> None:
        """Go on with a smaller sum that has the same winners, if there is one."""
        if self.is_complete:
            return
        smaller = cut(self.problem.terms)
        if smaller is not None:
            self.problem = Problem(smaller.terms, self.problem.wanted, self.problem.cache)
            self.most_moves = smaller.most_moves

    def attempt(self, method: Method, strategy: Callable[[Problem], Decision]) -> None:
        """Try a method, and record its answers and its cost."""
        start, nodes = time.process_time(), self._work()
        decision = UNKNOWN
        try:
            decision = strategy(self.problem)
        finally:
            settled = []
            for player, answer in zip(BOTH, decision, strict=True):
                if answer is not None and self.answers[player] is None:
                    self.answers[player] = answer
                    settled.append(player)
            seconds = time.process_time() - start
            work = max(0, self._work() - nodes)
            self.attempts.append(Attempt(method, tuple(settled), seconds, work))

    def _work(self) -> int:
        cache = self.problem.cache
        return cache.nodes + cache.engine.size()[0]

    def verdict(self) -> Verdict:
        """Return what is known."""
        return Verdict(
            self.answers[Left],
            self.answers[Right],
            tuple(self.attempts),
            most_moves=tuple(self.most_moves.items()),
        )


def _search(record: _Record) -> None:
    """Search, with closer bounds the second time; then add components and search again.

    Each time there is more patience.
    """
    turn = _Turn(record, record.problem.node, _FIRST_ROUND)
    _weigh(record, _WEIGHT_SUMS * turn.patience)
    while not record.is_complete:
        record.attempt(Method.SEARCH, turn.search_whole)
        if turn.has_added and not record.is_complete:
            record.attempt(Method.HALVES, turn.search)
        if len(turn.node.parts) == 2 and not record.is_complete:
            record.attempt(Method.HALVES, turn.compare)
        turn.patience *= _GROWTH
        _weigh(record, _WEIGHT_SUMS * turn.patience)
        if not record.is_complete:
            record.attempt(Method.HALVES, turn.add_up)


def _weigh(record: _Record, steps: int) -> None:
    """Go on comparing weights if they were stopped for lack of steps."""
    weights = record.problem.closed_weights
    if weights is not None and weights.is_open and not record.is_complete:
        record.attempt(Method.WEIGHTS, partial(by_closed_weights, steps=steps))


class _Turn:
    """Rounds of searching and adding, with a patience that grows."""

    def __init__(self, record: _Record, node: Node, patience: int) -> None:
        self.record = record
        self.node = node
        self.patience = patience
        self.has_added = False

    def add_up(self, problem: Problem) -> Decision:
        """Add the components that are cheap to add, unless closer bounds were found instead."""
        cache = problem.cache
        if not cache.refine():
            node = cache.merger.merged(self.node, cache.steps(self.patience))
            self.has_added = self.has_added or node is not self.node
            self.node = node
        return decision_by_bounds(self.node)

    def search(self, problem: Problem) -> Decision:
        """Search the sum as it is now."""
        return self._search(problem, self.node)

    def search_whole(self, problem: Problem) -> Decision:
        """Search the sum before anything was added: adding does not always help."""
        return self._search(problem, problem.node)

    def _search(self, problem: Problem, node: Node) -> Decision:
        cache = problem.cache
        wins = {p: cache.wins(node, p, self.patience) for p in self.record.open}
        return Decision(wins.get(Left), wins.get(Right))

    def compare(self, problem: Problem) -> Decision:
        """Let the engine compare one half with the negative of the other."""
        try:
            with budget(nodes=problem.cache.steps(self.patience)):
                return compared(problem, self.node)
        except BudgetExceeded:
            refuse_if_out_of_time()
            return UNKNOWN


# Long runs: a player with few moves sees only their beginning.


class Cut(NamedTuple):
    """A smaller sum with the same winners, and the numbers of moves that allow it."""

    terms: tuple[Term, ...]
    """The smaller sum."""
    most_moves: Mapping[Player, int]
    """For each player for whom something was cut, the most moves that the player has."""


def cut(terms: tuple[Term, ...]) -> Cut | None:
    """Return a smaller sum with the same winners, or None if nothing can be cut.

    The moves of each player are counted over the whole sum. A ruleset shortens its positions by
    that number; see `Ruleset.shortened`. Beside very long positions, those of games whose rules do
    not count moves are replaced by their values, whose moves are counted.

    Examples
    --------
    >>> total = fs.PartizanEuclid(10**20 + 1, 10**20 - 1) + fs.PartizanEuclid(5, 3)
    >>> smaller = cut(total.terms)
    >>> [str(term) for term in smaller.terms], smaller.most_moves[fs.Left]
    (['E(13,11)', 'E(5,3)'], 4)
    """
    # This is tried on many sums, and few games have anything to cut.
    if not any(map(_may_be_long, terms)):
        return None
    shorter = list(map(_as_nimber, terms))
    if any(map(_is_very_long, terms)):
        shorter = list(map(_as_value, shorter))
    moves = {player: _most_moves(shorter, player) for player in (Left, Right)}
    used = {}
    for player, most in moves.items():
        if most is None:
            continue
        for place, term in enumerate(shorter):
            shortened = _shortened(term, player, most)
            if shortened != term:
                shorter[place] = shortened
                used[player] = most
    return Cut(tuple(shorter), used) if used else None


def _may_be_long(term: Term) -> bool:
    rules = term.component.ruleset if isinstance(term.component, Position) else None
    return rules is not None and type(rules).shortened is not Ruleset.shortened


def _is_very_long(term: Term) -> bool:
    """Return whether a position has many moves, so that its value is out of reach."""
    position = term.component
    if not isinstance(position, Position) or not _may_be_long(term):
        return False
    counted = (position.ruleset.most_moves(position.state, player) for player in BOTH)
    return any((most or 0) > _MANY_MOVES for most in counted)


def _as_value(term: Term) -> Term:
    """Replace a position whose rules do not count moves by its value, if that is soon found."""
    component = term.component
    if not isinstance(component, Position):
        return term
    if None not in (component.ruleset.most_moves(component.state, player) for player in BOTH):
        return term
    try:
        with budget(nodes=_VALUE_STEPS):
            return Term(1, component.value if term.sign > 0 else -component.value)
    except BudgetExceeded:
        refuse_if_out_of_time()
        return term


def _as_nimber(term: Term) -> Term:
    """Replace an impartial position by its Grundy value, if theory gives it."""
    component = term.component
    if isinstance(component, Position) and isinstance(component.ruleset, ImpartialRuleset):
        grundy = component.ruleset.closed_grundy(component.state)
        if grundy is not None:
            return Term(1, Value(f"*{grundy}"))
    return term


def _most_moves(terms: list[Term], player: Player) -> int | None:
    """Return the most moves that a player can make in a sum, None if that is not known."""
    total = 0
    # Positions first: most rulesets do not know the number.
    for term in sorted(terms, key=lambda term: isinstance(term.component, Value)):
        component = term.component
        owner = player if term.sign > 0 else -player
        if isinstance(component, Position):
            most = component.ruleset.most_moves(component.state, owner)
            if most is None:
                return None
        else:
            most = _moves_in_value(component, owner)
        total += most
    return total


def _moves_in_value(value: Value, player: Player) -> int:
    if value.is_integer:
        return max(0, int(value) if player is Left else -int(value))
    return value.birthday


def _shortened(term: Term, player: Player, moves: int) -> Term:
    component = term.component
    if not isinstance(component, Position):
        return term
    owner = player if term.sign > 0 else -player
    state = component.ruleset.shortened(component.state, owner, moves)
    return term if state == component.state else Term(term.sign, component.ruleset.wrap(state))
