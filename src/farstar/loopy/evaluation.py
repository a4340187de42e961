"""Loopy games from syntax trees and from graphs of positions, and who wins sums of them.

A large graph is solved by its strongly connected components, followers first. A follower in a
finished component enters as its value. So short components stay short, and the graphs that are
compared with each other stay small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import TypeAlias

from farstar._outcome import Outcome
from farstar.engine import Handle
from farstar.errors import NotationError
from farstar.loopy import _graph
from farstar.loopy._graph import Graph, Row
from farstar.loopy._loopy import Loopy, of_graphs, of_sides
from farstar.loopy._rendering import CONSTANTS, OFF, ON
from farstar.loopy._sides import canonical, offsides, onsides
from farstar.loopy.order import outcome
from farstar.loopy.outcomes import LoopyOutcome
from farstar.values import Value, notation, wrap
from farstar.values.notation import children, evaluate
from farstar.values.tree import (
    Braces,
    Labelled,
    Miny,
    Multiple,
    Named,
    Negation,
    Node,
    OrdinalSum,
    PlusMinus,
    Sides,
    Sum,
    Symbol,
    Tiny,
    fault,
)

ReadNamed: TypeAlias = Callable[[Named], Value | Loopy]
"""Gives the value of a position ``Name(raw)``."""

MAX_OPERATIONS = 50
"""How deep sums, negatives and the like are nested inside braces."""

_Scope: TypeAlias = tuple[str, int, "_Scope"] | None
"""The names of the games around a place, with their vertices, the innermost first."""


def read(text: str) -> Loopy:
    """Return the loopy game that a text stands for."""
    return evaluate_loopy(notation.parse(text), text=text)


def evaluate_loopy(node: Node, *, named: ReadNamed | None = None, text: str | None = None) -> Loopy:
    """Return the loopy game of a syntax tree; `named` reads positions.

    A name that does not stand where it may is a `NotationError`, which shows the `text`.

    Examples
    --------
    >>> from farstar.values.notation import parse
    >>> evaluate_loopy(parse("a{0|a} + *"))
    Loopy('over')
    """
    return _Evaluation(node, named, text).value(node)


class _Evaluation:
    """One tree; what is short in it is left to the evaluation of values."""

    def __init__(self, tree: Node, named: ReadNamed | None, text: str | None) -> None:
        self.named = named
        self.text = text
        self.loopy = _loopy_nodes(tree, self._position)
        self.depth = 0

    def _position(self, named: Named) -> bool:
        """Return whether a position is loopy."""
        return self.named is not None and type(self.named(named)) is Loopy

    def value(self, node: Node) -> Loopy:
        """Return the game of a node that refers to nothing around it."""
        if id(node) not in self.loopy:
            return Loopy(wrap(evaluate(node, named=self._handle_reader(), text=self.text)))
        self.depth += 1
        if self.depth > MAX_OPERATIONS:
            raise NotationError(
                f"expected at most {MAX_OPERATIONS} nested operations on loopy games"
            )
        result = self._combined(node)
        self.depth -= 1
        return result

    def _handle_reader(self) -> Callable[[Named], Handle] | None:
        if self.named is None:
            return None
        reader = self.named
        return lambda named: Loopy(reader(named)).value._handle

    def _combined(self, node: Node) -> Loopy:
        match node:
            case Symbol(name, column):
                if name not in CONSTANTS:
                    raise fault(
                        f"expected {name!r} only as an option, inside the braces of its game",
                        self.text,
                        column,
                    )
                return constant(name)
            case Named():
                assert self.named is not None
                return Loopy(self.named(node))
            case Braces() | Labelled():
                return self._structure(node)
            case Sides(on, off):
                return Loopy.from_sides(self.value(on), self.value(off))
            case Tiny(argument):
                return self.value(argument).tiny()
            case Miny(argument):
                return self.value(argument).miny()
            case Negation(argument):
                return -self.value(argument)
            case Multiple(factor, argument):
                return factor * self.value(argument)
            case PlusMinus(options):
                games = list(map(self.value, options))
                return Loopy.of(games, [-g for g in games])
            case OrdinalSum(parts):
                total, *tops = map(self.value, parts)
                for top in tops:
                    total = total.ordinal_sum(top)
                return total
            case Sum(terms):
                # Short terms first: their sum is one value.
                total = Loopy(0)
                for sign, term in sorted(terms, key=lambda item: id(item[1]) in self.loopy):
                    game = self.value(term)
                    total = total + (game if sign > 0 else -game)
                return total
        raise AssertionError(f"not a loopy node: {node!r}")

    def _structure(self, root: Node) -> Loopy:
        """Return the game of nested braces, whose options may be games around them."""
        rows: tuple[list[Row], list[Row]] = ([((), ())], [((), ())])
        todo: list[tuple[int, Node, _Scope]] = [(0, root, None)]
        closed: dict[int, tuple[int, int]] = {}
        place: list[tuple[int, int]] = [(0, 0)]

        def vertex(option: Node, own: int, scope: _Scope) -> int:
            """Return the number of an option in `place`; it may have to be built yet."""
            if isinstance(option, Symbol):
                known = own if option.name == "pass" else _looked_up(option.name, scope)
                if known is not None:
                    return known
            place.append((-1, -1))
            if isinstance(option, Braces | Labelled) and id(option) in self.loopy:
                place[-1] = (len(rows[0]), len(rows[1]))
                for side in rows:
                    side.append(((), ()))
                todo.append((len(place) - 1, option, scope))
            else:
                if id(option) not in closed:
                    sides = self.value(option)._sides()
                    closed[id(option)] = (
                        _graph.append(rows[0], sides[0]),
                        _graph.append(rows[1], sides[1]),
                    )
                place[-1] = closed[id(option)]
            return len(place) - 1

        edges: dict[int, tuple[list[int], list[int]]] = {}
        while todo:
            own, node, scope = todo.pop()
            if isinstance(node, Labelled):
                scope, node = (node.name, own, scope), node.game
            assert isinstance(node, Braces)
            edges[own] = (
                [vertex(option, own, scope) for option in node.left],
                [vertex(option, own, scope) for option in node.right],
            )
        graphs: list[Graph] = []
        for side, built in enumerate(rows):
            for own, (left, right) in edges.items():
                built[place[own][side]] = (
                    tuple(place[v][side] for v in left),
                    tuple(place[v][side] for v in right),
                )
            graphs.append(_graph.trimmed(built))
        return of_graphs(*graphs)


def constant(name: str) -> Loopy:
    """Return a loopy game by its name, such as ``on`` or ``tis``."""
    graph = _graph.trimmed(CONSTANTS[name])
    return of_graphs(graph, graph)


def _looked_up(name: str, scope: _Scope) -> int | None:
    while scope is not None:
        if scope[0] == name:
            return scope[1]
        scope = scope[2]
    return None


def _loopy_nodes(tree: Node, is_loopy_position: Callable[[Named], bool]) -> set[int]:
    """Return the nodes with a loopy game anywhere inside, by `id`."""
    met: list[Node] = []
    todo = [tree]
    while todo:
        node = todo.pop()
        met.append(node)
        todo.extend(children(node))
    loopy: set[int] = set()
    for node in reversed(met):
        if (
            isinstance(node, Symbol | Sides)
            or (isinstance(node, Named) and is_loopy_position(node))
            or any(id(child) in loopy for child in children(node))
        ):
            loopy.add(id(node))
    return loopy


def solve(
    graph: Graph, wanted: Iterable[int], known: Mapping[int, Loopy] | None = None
) -> dict[int, Loopy]:
    """Return the values of some positions of a graph, and of those that they depend on.

    The rows of vertices whose values are `known` already are not looked at.

    Examples
    --------
    >>> solve((((1,), (0,)), ((), ())), [0])[0]
    Loopy('over')
    """
    values = dict(known or {})
    edges = [() if v in values else left + right for v, (left, right) in enumerate(graph)]
    part = _graph.components(edges)
    members: dict[int, list[int]] = {}
    for v, number in enumerate(part):
        members.setdefault(number, []).append(v)
    entered = {w for v, targets in enumerate(edges) for w in targets if part[v] != part[w]}
    entered.update(wanted)
    for number in sorted(members):
        needed = [v for v in members[number] if v in entered and v not in values]
        if needed:
            values.update(
                zip(needed, _solve_part(graph, members[number], needed, values), strict=True)
            )
    return values


def _solve_part(
    graph: Graph, part: list[int], needed: list[int], values: Mapping[int, Loopy]
) -> list[Loopy]:
    """Return the values of the positions of one part that are needed."""
    own = set(part)
    followers = {w: values[w] for v in part for side in graph[v] for w in side if w not in own}
    is_loop = len(part) > 1 or part[0] in graph[part[0]][0] + graph[part[0]][1]
    if not is_loop and all(follower.is_short for follower in followers.values()):
        left, right = ([followers[w].value for w in side] for side in graph[part[0]])
        return [Loopy(Value.of(left, right))]
    on, where = _joined(graph, part, {w: g._sides()[0] for w, g in followers.items()})
    starts = [where[v] for v in needed]
    if all(follower.is_stopper for follower in followers.values()):
        if _graph.is_stopper(on):
            return [of_sides(form, form) for form in canonical(on, starts)]
        off = on
    else:
        off, where = _joined(graph, part, {w: g._sides()[1] for w, g in followers.items()})
    off_starts = [where[v] for v in needed]
    return list(map(of_sides, onsides(on, starts), offsides(off, off_starts)))


def _joined(
    graph: Graph, part: list[int], followers: Mapping[int, Graph]
) -> tuple[Graph, dict[int, int]]:
    """Return the graph of a part with the graphs of its followers, and the places in it."""
    where = {v: i for i, v in enumerate(part)}
    rows: list[Row] = [((), ())] * len(part)
    starts: dict[Graph, int] = {}
    for w, follower in followers.items():
        if follower not in starts:
            starts[follower] = _graph.append(rows, follower)
        where[w] = starts[follower]
    for v in part:
        left, right = (tuple(dict.fromkeys(where[w] for w in side)) for side in graph[v])
        rows[where[v]] = (left, right)
    return tuple(rows), where


MOST_STATES = 20_000
"""States of a sum that are searched as they are; of larger sums two parts are simplified first."""


def is_drawn_with_anything(games: Iterable[Loopy]) -> bool:
    """Return whether both players can move for ever: then every sum with these games is a draw.

    If the onside of a game is ``on``, Left never has to lose a sum with it, and if an offside is
    ``off``, Right never has to.

    Examples
    --------
    >>> is_drawn_with_anything([fs.Loopy("on"), fs.Loopy("off")])
    True
    """
    sides = [game._sides() for game in games if not game.is_short]
    return any(on == ON for on, _ in sides) and any(off == OFF for _, off in sides)


def outcome_of_total(games: Sequence[Loopy]) -> LoopyOutcome:
    """Return the outcome of a sum.

    Examples
    --------
    >>> str(outcome_of_total([fs.Loopy("upon"), -fs.Loopy("upon"), fs.Loopy(1)]))
    'L'
    """
    if is_drawn_with_anything(games):
        return LoopyOutcome.D
    onsides, offsides = zip(*(game._sides() for game in games), strict=True)
    return LoopyOutcome.of_sides(_side_outcome(onsides, "on"), _side_outcome(offsides, "off"))


def _side_outcome(sides: Sequence[Graph], reading: str) -> Outcome:
    """Return who wins a sum if infinite play is a win of Left (``on``) or of Right (``off``)."""
    if reading == "on" and ON in sides:
        return Outcome.L
    if reading == "off" and OFF in sides:
        return Outcome.R
    parts = sorted(sides, key=len)
    while len(parts) > 1 and prod(map(len, parts)) > MOST_STATES:
        graph = _graph.total(parts[0], parts[1])
        simplified = of_graphs(graph, graph)._sides()[0 if reading == "on" else 1]
        parts = sorted([simplified, *parts[2:]], key=len)
        if len(parts) == 1:
            break
    whole = parts[0]
    for part in parts[1:]:
        whole = _graph.total(whole, part)
    return outcome(whole, reading)
