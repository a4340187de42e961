"""A sum to be decided, prepared step by step: first the positions, then their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import cached_property
from typing import Any, NamedTuple

from farstar._outcome import Outcome, Player
from farstar.engine import Engine, Handle, bounds
from farstar.errors import BudgetExceeded
from farstar.rules import Position, meter
from farstar.sums._search import Merger, NativeSearch, Search
from farstar.sums._summands import Node, Summands, of_ups, ups_options
from farstar.sums._term import Term, total
from farstar.sums.intervals import Profile, Thresholds
from farstar.sums.weight_sums import Weight, WeightSum
from farstar.values import Value

_WEIGHED = 256
"""Sums that are searched before the memory in use is checked."""

_MOST_SUMMANDS = 64
"""Sums of more terms are not searched as boards."""

_PLAIN_STEPS = 500
"""Steps of the engine that take about as long as searching one sum, if both are in Python."""
_STEPS = 6_000
"""The same, if both are in the core."""
_FASTER = 250
"""How many sums the core may search for each sum in Python."""


class SolverCache:
    """A cache for questions about one sum and about the sums after its moves."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.summands = Summands(engine)
        self.search = Search(self.summands, self.charge)
        core = getattr(engine, "sum_search", None)
        self.native = None if core is None else NativeSearch(core(), self.charge, self.room)
        self.merger = Merger(self.summands, self.is_narrow)
        self._handles: dict[Term, Handle] = {}
        self._profiles: dict[Hashable, Profile | None] = {}

    @property
    def nodes(self) -> int:
        """The number of sums searched."""
        return self.search.nodes + (0 if self.native is None else self.native.nodes)

    def charge(self, count: int) -> None:
        """Count sums that were searched; raise `BudgetExceeded` when the budget runs out."""
        present = meter()
        present.charge(count)
        if present.spent % _WEIGHED < count:
            room = self.room()
            if room is not None and room < 0:
                raise BudgetExceeded("out of budget: the memory limit is reached")

    def room(self) -> int | None:
        """Return how many bytes the budget leaves for the searches, None without a bound."""
        memory = bounds()[2]
        if memory is None:
            return None
        held = self.search.bytes + (0 if self.native is None else self.native.bytes)
        left = int(memory) - held
        if self.engine.size()[1] > left:
            # Garbage of earlier work does not count against this one.
            self.engine.collect()
        return left - self.engine.size()[1]

    def wins(self, node: Node, player: Player, patience: int) -> bool | None:
        """Search a sum with the given patience; the core is faster, and so searches more.

        With a patience of 0 only the bounds are asked.
        """
        if self.native is not None and self.native.fits(node):
            return self.native.wins(node, player, _FASTER * patience)
        return self.search.wins(node, player, patience)

    def refine(self) -> bool:
        """Find closer bounds on the values, once; return whether any have changed."""
        return self.native is not None and self.native.refine()

    def is_narrow(self, g: Handle) -> bool:
        """Return whether the bounds on a value are so close that the search need not move in it."""
        part = self.summands.take_apart(g).part
        return part is None or (self.native is not None and self.native.is_narrow(part))

    def steps(self, patience: int) -> int:
        """Return how many steps the engine may take to add two parts, with the given patience."""
        return patience * (_PLAIN_STEPS if self.native is None else _STEPS)

    def handle(self, term: Term) -> Handle:
        """Return the value of a term."""
        value = self._handles.get(term)
        if value is None:
            value = self._handles[term] = term.handle
        return value

    def profile(self, position: Position) -> Profile | None:
        """Return the bounds on a position and its options by ups and stars."""
        if position not in self._profiles:
            self._profiles[position] = position.ruleset.closed_profile(position.state)
        return self._profiles[position]


class UpStarBounds(NamedTuple):
    """Bounds on a component and its options by ups and stars."""

    value: Thresholds
    left: tuple[Thresholds, ...]
    right: tuple[Thresholds, ...]

    def __neg__(self) -> UpStarBounds:
        return UpStarBounds(
            -self.value,
            tuple(-one for one in self.right),
            tuple(-one for one in self.left),
        )


class Problem:
    """A sum, and the players for whom to decide whether they win by moving first."""

    def __init__(
        self, terms: tuple[Term, ...], wanted: tuple[Player, ...], cache: SolverCache
    ) -> None:
        self.terms = uncancelled(folded(terms))
        self.cancelled = len(terms) - len(self.terms)
        self.wanted = wanted
        self.cache = cache

    def find_values(self) -> None:
        """Find the values of all terms."""
        for term in self.terms:
            self.cache.handle(term)

    @cached_property
    def node(self) -> Node:
        """The sum of the values; opposite ones are cancelled, simple ones combined."""
        return self.cache.summands.node([self.cache.handle(term) for term in self.terms])

    @cached_property
    def boards(self) -> list[tuple[int, Any]] | None:
        """What the native search takes: boards, and values of the rest; None without a board."""
        if self.cache.engine.name != "native" or len(self.terms) > _MOST_SUMMANDS:
            return None
        boards = [(term.sign, _native_board(term)) for term in self.terms]
        if all(board is None for _, board in boards):
            return None
        return [
            (1, self.cache.handle(term)) if board is None else (sign, board)
            for term, (sign, board) in zip(self.terms, boards, strict=True)
        ]

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...] | None:
        """The outcomes of the components, if theory gives all of them."""
        known = []
        for term in self.terms:
            outcome = closed_outcome(term)
            if outcome is None:
                return None
            known.append(outcome)
        return tuple(known)

    @cached_property
    def up_star_bounds(self) -> list[UpStarBounds] | None:
        """The bounds on each component by ups and stars, if theory gives all of them."""
        bounds, up, star = [], 0, 0
        for term in self.terms:
            component = term.component
            if isinstance(component, Position):
                if component.is_impartial:
                    star ^= component.grundy
                    continue
                profile = self.cache.profile(component)
                if profile is None:
                    return None
                one = _from_profile(profile)
                bounds.append(one if term.sign > 0 else -one)
            else:
                compact = self.cache.engine.as_compact(component._handle)
                if compact is None or compact[0]:
                    return None
                up, star = up + compact[2], star ^ compact[3]
        if up or star:
            bounds.append(_from_ups(up, star))
        return bounds

    @cached_property
    def closed_weights(self) -> WeightSum | None:
        """The sum of the atomic weights, if theory gives all of them."""
        weights: list[tuple[int, Weight]] = []
        for term in self.terms:
            component = term.component
            if term.is_impartial:
                continue
            if isinstance(component, Position):
                weight = component.ruleset.closed_weight(component.state)
            else:
                compact = self.cache.engine.as_compact(component._handle)
                weight = None if compact is None or compact[0] else compact[2]
            if weight is None:
                return None
            weights.append((term.sign, weight))
        return WeightSum(weights, self.cache.charge)


def _native_board(term: Term) -> Any:
    component = term.component
    if not isinstance(component, Position):
        return None
    return component.ruleset.native_board(component.state)


def closed_outcome(term: Term) -> Outcome | None:
    """Return the outcome of a term if theory gives it."""
    component = term.component
    if not isinstance(component, Position):
        return component.outcome
    outcome = component.ruleset.closed_outcome(component.state)
    return outcome if outcome is None or term.sign > 0 else -outcome


def folded(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the terms, with all values that are numbers, ups and nimbers combined into one."""
    simple: list[Term] = []
    others: list[Term] = []
    for term in terms:
        is_simple = isinstance(term.component, Value) and term.component.is_number_up_star
        (simple if is_simple else others).append(term)
    if len(simple) < 2:
        return terms
    constant = total(tuple(simple))
    return (*others, Term(1, constant)) if constant else tuple(others)


def uncancelled(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the terms without pairs of one component with opposite signs.

    G - G = 0 needs play in G to end, so components that may loop stay.
    """
    counts = Counter(dict.fromkeys(terms, 0))
    for term in terms:
        if counts.get(-term, 0) > 0 and not term.may_loop:
            counts[-term] -= 1
        else:
            counts[term] += 1
    return tuple(counts.elements())


def _from_profile(profile: Profile) -> UpStarBounds:
    left = () if profile.left is None else (profile.left,)
    right = () if profile.right is None else (profile.right,)
    return UpStarBounds(profile.value, left, right)


def _from_ups(up: int, star: int) -> UpStarBounds:
    left = tuple(of_ups(*option) for option in ups_options(up, star))
    right = tuple(of_ups(-u, s) for u, s in ups_options(-up, star))
    return UpStarBounds(of_ups(up, star), left, right)
