"""Games written down, as a graph: what a `Form` is made of; and the sums of such games.

A node is a pair of lists of options, which stand before it. An option is the place of a node, or a
*leaf*: a tuple of one handle, which stands for a canonical form that need not be written out (the
integer 10**9 is a leaf). Equal nodes are one node.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import chain, product
from typing import TypeAlias, TypeVar

from farstar._outcome import Outcome
from farstar._walk import settle
from farstar.engine import Handle, is_out_of_time, state
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.values._operations import misere_outcome
from farstar.values.notation import children, evaluate, parse
from farstar.values.order import sort_options
from farstar.values.printing import ascii_text
from farstar.values.tree import (
    MAX_DEPTH,
    MAX_LENGTH,
    Braces,
    Miny,
    Negation,
    Node,
    PlusMinus,
    Tiny,
    comma_separated,
)

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
        """The name of a node, where the text need not be read back: the text of this object."""
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

        def flip(k: Key) -> Key:
            return self._negatives[k] if isinstance(k, int) else (state.engine.negate(k[0]),)

        def inner_nodes(place: int) -> list[int]:
            return [k for side in self.nodes[place] for k in side if isinstance(k, int)]

        def negated(place: int, _: object) -> int:
            left, right = self.nodes[place]
            other = self.add(map(flip, right), map(flip, left))
            self._negatives[other] = place
            return other

        return settle(key, self._negatives, inner_nodes, negated)

    def classes(self, known: dict[object, int]) -> list[object]:
        """Return a key for each node: equal for identical forms, in any graph.

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
        # A huge nimber has too many options to list.
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
    """Add the game that begins at `start` to a graph, each state once; by default to a new one.

    `moves` gives the states that Left and that Right can move to, `leaf` the key of a state that is
    known already, or None. If `named`, nodes are named after their states.
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


Pair: TypeAlias = tuple[Key, "Key | None"]
"""Positions in both components; None in the second where it is gone."""

Rule: TypeAlias = Callable[
    [Pair, "tuple[Key, ...]", "tuple[Key, ...]"], Iterable[tuple[Key, "Key | None"]]
]
"""The moves of one player from a pair, given the moves in each component."""


def disjunctive(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in one component."""
    g, h = pair
    return chain(((a, h) for a in first), ((g, b) for b in second))


def conjunctive(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in both components; a player who cannot move in one of them cannot move."""
    return product(first, second)


def continued(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Return the moves in all games in which the player can move."""
    if not first or not second:
        return disjunctive(pair, first, second)
    return conjunctive(pair, first, second)


def selective(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in one component or in both."""
    return chain(disjunctive(pair, first, second), product(first, second))


def ordinal(pair: Pair, first: tuple[Key, ...], second: tuple[Key, ...]) -> Iterable[Pair]:
    """Move in the second component, or in the first, which ends the second."""
    g, _ = pair
    return chain(((a, None) for a in first), ((g, b) for b in second))


def combined(g: Graph, g_key: Key, h: Graph, h_key: Key, rule: Rule) -> tuple[Graph, Key]:
    """Return the form of a sum under `rule`."""

    def moves(pair: Pair) -> tuple[Iterable[Pair], Iterable[Pair]]:
        first = g.sides(pair[0])
        second = h.sides(pair[1]) if pair[1] is not None else ((), ())
        return rule(pair, first[0], second[0]), rule(pair, first[1], second[1])

    def leaf(pair: Pair) -> Key | None:
        # After a move in the base of an ordinal sum, the base stands alone.
        a, b = pair
        return a if b is None and not isinstance(a, int) else None

    start: Pair = (g_key, h_key)
    return explore(start, moves, leaf)


def conway_product(g: Graph, g_key: Key, h: Graph, h_key: Key) -> Handle:
    """Return the value of the Conway product of two forms, from those of their positions."""
    engine = state.engine
    known: dict[tuple[Key, Key], Handle] = {}
    stack = [(g_key, h_key)]
    while stack:
        pair = stack[-1]
        if pair in known:
            stack.pop()
            continue
        done = _known_product(*pair)
        if done is not None:
            known[pair] = done
            continue
        x, y = pair
        xs, ys = g.sides(x), h.sides(y)
        wanted = chain(
            ((a, y) for side in xs for a in side),
            ((x, b) for side in ys for b in side),
            ((a, b) for mine in xs for a in mine for other in ys for b in other),
        )
        missing = [p for p in wanted if p not in known]
        if missing:
            if len(known) + len(stack) + len(missing) > MAX_NODES:
                raise BudgetExceeded(f"expected a product of at most {MAX_NODES} pairs")
            stack.extend(missing)
            continue
        check_time()

        def term(a: Key, b: Key, pair: tuple[Key, Key] = pair) -> Handle:
            both = engine.add(known[a, pair[1]], known[pair[0], b])
            return engine.add(both, engine.negate(known[a, b]))

        known[pair] = engine.construct(
            [term(a, b) for i in (0, 1) for a in xs[i] for b in ys[i]],
            [term(a, b) for i in (0, 1) for a in xs[i] for b in ys[1 - i]],
        )
    return known[g_key, h_key]


def _known_product(x: Key, y: Key) -> Handle | None:
    """Return the product of two canonical numbers, or the nim product of two nimbers."""
    if isinstance(x, int) or isinstance(y, int):
        return None
    a, b = state.engine.as_compact(x[0]), state.engine.as_compact(y[0])
    if a is None or b is None or a[2] or b[2]:
        return None
    if not (a[0] or b[0]):
        from farstar.impartial.grundy import nim_product

        return state.engine.compact(0, 0, 0, nim_product(a[3], b[3]))
    if a[3] or b[3]:
        return None
    numerator, exponent = a[0] * b[0], a[1] + b[1]
    # Both factors are in lowest terms, so only an integer has factors of two to cancel.
    while exponent and numerator % 2 == 0:
        numerator, exponent = numerator // 2, exponent - 1
    return state.engine.compact(numerator, exponent if numerator else 0, 0, 0)


_WRITTEN_OUT = (Braces, PlusMinus, Negation, Tiny, Miny)


def read(text: str) -> tuple[Graph, Key]:
    """Return what `text` says literally.

    Braces, ``+-``, ``-``, ``Tiny`` and ``Miny`` are taken as they are written; anything else, as a
    sum, stands for the canonical form of its value.
    """
    graph = Graph()
    keys: list[Key] = []
    todo: list[tuple[Node, bool]] = [(parse(text), False)]
    while todo:
        node, ready = todo.pop()
        if not isinstance(node, _WRITTEN_OUT):
            keys.append((evaluate(node, text=text),))
            continue
        inside = children(node)
        if not ready:
            todo.append((node, True))
            todo.extend((child, False) for child in reversed(inside))
            continue
        inner = keys[len(keys) - len(inside) :]
        del keys[len(keys) - len(inside) :]
        keys.append(_combine(graph, node, inner))
    return graph, keys.pop()


def _combine(graph: Graph, node: Node, inner: list[Key]) -> Key:
    zero: Key = (state.engine.compact(0, 0, 0, 0),)
    match node:
        case Braces(left, _):
            return graph.add(inner[: len(left)], inner[len(left) :])
        case PlusMinus():
            return graph.add(inner, [graph.negative(key) for key in inner])
        case Tiny():
            return graph.add([zero], [graph.add([zero], [graph.negative(inner[0])])])
        case Miny():
            return graph.add([graph.add(inner, [zero])], [zero])
    return graph.negative(inner[0])


class Writer:
    """Writes the forms of one graph; the texts of leaves are kept."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._leaves: dict[Handle, str] = {}

    def text(self, key: Key) -> str:
        """Return the whole text, unless it is longer or nested deeper than the parser reads."""
        sizes: list[tuple[int, int]] = []
        for left, right in self._graph.nodes[: key + 1] if isinstance(key, int) else ():
            options = [
                sizes[k] if isinstance(k, int) else (len(self._leaf(k)), 1) for k in (*left, *right)
            ]
            length = 1 + max(len(left), 1) + max(len(right), 1) + sum(n for n, _ in options)
            depth = 1 + max((d for _, d in options), default=0)
            sizes.append((min(length, MAX_LENGTH + 1), min(depth, MAX_DEPTH + 1)))
        if isinstance(key, int) and (sizes[key][0] > MAX_LENGTH or sizes[key][1] > MAX_DEPTH):
            raise BudgetExceeded(
                f"expected a form whose text has at most {MAX_LENGTH} characters and is nested "
                f"at most {MAX_DEPTH} deep"
            )
        return self._joined(key, MAX_LENGTH, {})

    def brief(self, key: Key, longest: int = 60) -> str:
        """Return the text, with names, cut off with three dots where it is over `longest`."""
        return self._joined(key, longest, self._graph.names)

    def _joined(self, key: Key, longest: int, names: Mapping[int, object]) -> str:
        pieces: list[str] = []
        length = 0
        todo: list[str | Key] = [key]
        while todo:
            item = todo.pop()
            if isinstance(item, int):
                if item in names:
                    todo.append(str(names[item]))
                else:
                    todo.extend(reversed(self._expanded(item)))
                continue
            try:
                piece = item if isinstance(item, str) else self._leaf(item)
            except BudgetExceeded:
                piece = " " * longest + "..."
            pieces.append(piece)
            length += len(piece)
            if length > longest:
                return "".join(pieces)[: longest - 3] + "..."
        return "".join(pieces)

    def _expanded(self, place: int) -> list[str | Key]:
        left, right = self._graph.nodes[place]
        return ["{", *comma_separated(left), "|", *comma_separated(right), "}"]

    def _leaf(self, key: tuple[Handle]) -> str:
        (handle,) = key
        if handle not in self._leaves:
            self._leaves[handle] = ascii_text(handle)
        return self._leaves[handle]
