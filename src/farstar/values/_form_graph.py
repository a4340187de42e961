"""Games written down, as a graph: what a `Form` is made of.

A node is a pair of lists of options, which stand before it. An option is the place of a node, or a
*leaf*: a tuple of one handle, which stands for a canonical form that need not be written out (the
integer 10**9 is a leaf). Equal nodes are one node.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from farstar._outcome import Outcome
from farstar.engine import Handle, is_out_of_time, state
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.values._operations import misere_outcome
from farstar.values.order import sort_options

Key: TypeAlias = "int | tuple[Handle]"
"""The place of a node, or a canonical form."""

Sides: TypeAlias = tuple[tuple[Key, ...], tuple[Key, ...]]

State = TypeVar("State", bound=Hashable)

MAX_NODES = 100_000
"""Nodes that a graph may have."""

MAX_EDGES = 2_000_000
"""Options that all nodes of a graph may have together."""


def check_time() -> None:
    """Raise `BudgetExceeded` once the time of the budget is over."""
    if is_out_of_time():
        raise BudgetExceeded("out of time: a form is too large for the budget")


class Graph:
    """Nodes after their options; it only grows."""

    def __init__(self, nodes: Iterable[Sides] = ()) -> None:
        self.nodes: list[Sides] = list(nodes)
        self._values: list[Handle] = []
        self._places: dict[Sides, int] = {node: i for i, node in enumerate(self.nodes)}
        self.names: dict[int, Hashable] = {}
        """What a node is called where a text need not be read back: the text of this."""
        self._leaf_sides: dict[Handle, Sides] = {}
        self._negatives: dict[int, int] = {}
        self._edges = sum(len(left) + len(right) for left, right in self.nodes)

    def copy(self) -> Graph:
        """Return a graph of the same nodes at the same places, which grows by itself."""
        other = Graph(self.nodes)
        other._values = list(self._values)
        other.names = dict(self.names)
        return other

    def add(self, left: Iterable[Key], right: Iterable[Key]) -> int:
        """Return the place of the node with these options."""
        node = (tuple(left), tuple(right))
        place = self._places.get(node)
        if place is not None:
            return place
        self._edges += len(node[0]) + len(node[1])
        if len(self.nodes) >= MAX_NODES or self._edges > MAX_EDGES:
            raise BudgetExceeded(
                f"expected a form of at most {MAX_NODES} different positions and {MAX_EDGES} moves"
            )
        if len(self.nodes) % 256 == 0:
            check_time()
        self._places[node] = len(self.nodes)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def sides(self, key: Key) -> Sides:
        """Return the Left and the Right options, those of a leaf as leaves."""
        if isinstance(key, int):
            return self.nodes[key]
        known = self._leaf_sides.get(key[0])
        if known is None:
            left, right = map(sort_options, state.engine.options(key[0]))
            known = (tuple((h,) for h in left), tuple((h,) for h in right))
            self._leaf_sides[key[0]] = known
        return known

    def value(self, key: Key) -> Handle:
        """Return the value of a node or leaf."""
        if not isinstance(key, int):
            return key[0]
        values = self._values
        while len(values) <= key:
            left, right = self.nodes[len(values)]
            values.append(
                state.engine.construct(
                    [self._known(k) for k in left], [self._known(k) for k in right]
                )
            )
        return values[key]

    def _known(self, key: Key) -> Handle:
        return self._values[key] if isinstance(key, int) else key[0]

    def negative(self, key: Key) -> Key:
        """Return the form with the players exchanged everywhere."""
        if not isinstance(key, int):
            return (state.engine.negate(key[0]),)
        known = self._negatives
        stack = [key]
        while stack:
            place = stack[-1]
            if place in known:
                stack.pop()
                continue
            left, right = self.nodes[place]
            missing = [k for k in (*left, *right) if isinstance(k, int) and k not in known]
            if missing:
                stack.extend(missing)
                continue
            known[place] = other = self.add(map(self._flip, right), map(self._flip, left))
            known[other] = place
        return known[key]

    def _flip(self, key: Key) -> Key:
        return self._negatives[key] if isinstance(key, int) else (state.engine.negate(key[0]),)

    def classes(self, known: dict[object, int]) -> list[object]:
        """Return for each node what it literally is: equal for identical forms, in any graph.

        A node that is literally a canonical form gets that leaf, any other one a number from
        `known`, which graphs that are compared share. Order and repetition of options do not
        count.
        """
        numbers: list[object] = []
        for place, sides in enumerate(self.nodes):
            left, right = (
                frozenset(numbers[k] if isinstance(k, int) else k for k in side) for side in sides
            )
            if self._is_canonical(place, left, right):
                numbers.append((self.value(place),))
            else:
                # A leaf is a tuple of one, so that it cannot be taken for a number.
                numbers.append(known.setdefault((left, right), len(known)))
        return numbers

    def _is_canonical(self, place: int, left: frozenset[object], right: frozenset[object]) -> bool:
        if not all(isinstance(option, tuple) for side in (left, right) for option in side):
            return False
        value = self.value(place)
        parts = state.engine.as_compact(value)
        # A huge nimber has too many options to list, and here are fewer.
        if parts is not None and not parts[2] and parts[3] > len(left):
            return False
        canonical = self.sides((value,))
        return left == frozenset(canonical[0]) and right == frozenset(canonical[1])

    def misere_outcome(self, key: Key) -> Outcome:
        """Return who wins if a player who cannot move wins."""
        outcomes: list[Outcome] = []

        def outcome(k: Key) -> Outcome:
            return outcomes[k] if isinstance(k, int) else misere_outcome(k[0])

        for left, right in self.nodes[: key + 1] if isinstance(key, int) else ():
            lefts, rights = {outcome(k) for k in left}, {outcome(k) for k in right}
            outcomes.append(
                Outcome.of(
                    left_wins_first=not left or not lefts.isdisjoint((Outcome.L, Outcome.P)),
                    right_wins_first=not right or not rights.isdisjoint((Outcome.R, Outcome.P)),
                )
            )
        return outcome(key)


def explore(
    start: State,
    moves: Callable[[State], tuple[Iterable[State], Iterable[State]]],
    leaf: Callable[[State], Key | None] = lambda _: None,
    graph: Graph | None = None,
    *,
    named: bool = False,
) -> tuple[Graph, Key]:
    """Write down the game that begins at `start`, each state once.

    Parameters
    ----------
    start : hashable
        Where the game begins.
    moves : callable
        Gives the states that Left and that Right can move to.
    leaf : callable, optional
        Gives the key of a state that is known already, or None.
    graph : Graph, optional
        The graph to add to; a new one by default.
    named : bool
        Whether the nodes are called by the states.

    Raises
    ------
    IllegalPositionError
        If a state can come back.
    BudgetExceeded
        If there are too many states.
    """
    graph = Graph() if graph is None else graph
    keys: dict[State, Key] = {}
    # The line of play that led here, each state with its moves and what is left to look at.
    line: dict[State, tuple[tuple[State, ...], tuple[State, ...], Iterator[State]]] = {}
    current, entering = start, True
    while True:
        if entering:
            known = leaf(current)
            if known is None:
                left, right = map(tuple, moves(current))
                line[current] = (left, right, iter((*left, *right)))
            else:
                keys[current] = known
        if not line:
            return graph, keys[start]
        current = next(reversed(line))
        left, right, rest = line[current]
        following = next((s for s in rest if s not in keys), None)
        entering = following is not None
        if following is None:
            del line[current]
            place = graph.add((keys[s] for s in left), (keys[s] for s in right))
            keys[current] = place
            if named:
                graph.names.setdefault(place, current)
        elif following in line:
            raise IllegalPositionError(
                "expected a game without loops, got one in which a position can recur"
            )
        else:
            current = following
        if len(keys) + len(line) > MAX_NODES:
            raise BudgetExceeded(f"expected a form of at most {MAX_NODES} different positions")
