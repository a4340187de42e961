"""A syntax tree with loopy games in it to a `Loopy`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from farstar.engine import Handle
from farstar.errors import NotationError
from farstar.loopy import _graph
from farstar.loopy._graph import Graph, Row
from farstar.loopy._loopy import Loopy, of_graphs
from farstar.loopy._names import CONSTANTS
from farstar.values import Value, syntax, wrap
from farstar.values.evaluation import children, evaluate
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
    return evaluate_loopy(syntax.parse(text), text=text)


def evaluate_loopy(node: Node, *, named: ReadNamed | None = None, text: str | None = None) -> Loopy:
    """Return the loopy game of a syntax tree; `named` reads positions.

    A name that does not stand where it may is a `NotationError`, which shows the `text`.

    Examples
    --------
    >>> from farstar.values.syntax import parse
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
        """Tell whether a position is loopy."""
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
