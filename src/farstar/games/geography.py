"""Geography on a graph: a token moves along arcs, and no vertex is visited twice.

*Geography*: the players in turn move the token along an arc of a digraph to a vertex that was not
visited before; the vertex on which the token starts is visited. *Partizan Geography*: the same
with two sets of arcs, one for Left and one for Right. *Modular Nim*, also called Kotzig's Nim: the
vertices are 0, 1, ..., n - 1 in a ring, the token starts at 0, and a move adds a number of a given
set modulo n. In all of them a player who cannot move loses, or wins in misère play.

Deciding who wins is PSPACE-complete in general, so this is a search: positions are bit sets, and
those that differ only in vertices that can no longer be reached are identified.

References
----------
.. [1] T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput.
   System Sci. 16 (1978) 185-225.
.. [2] R. J. Nowakowski, D. G. Poole, Geography played on products of directed cycles, Games of No
   Chance, MSRI Publ. 29 (1996) 329-337.
.. [3] R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Any

from farstar._arguments import integer, integers, shown
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games._digraph import Digraph, GraphLike, many
from farstar.games._graph_rules import (
    GeographyRules,
    GraphRules,
    GraphState,
    PartizanGeographyRules,
    read_call,
)
from farstar.rules import NUMBERS, Explanation, Field, Position, Reason, TextPart

__all__ = ["Geography", "ModularNim", "PartizanGeography"]

_MOST_VERTICES = 100_000


class GraphPosition(Position):
    """What all positions of Geography have in common."""

    __slots__ = ()
    _ruleset: GraphRules
    _state: GraphState

    @property
    def _graph(self) -> Digraph:
        return self._ruleset.graph

    @property
    def token(self) -> Hashable:
        """The vertex on which the token is."""
        return self._graph.vertices[self._state[0]]

    @property
    def vertices(self) -> tuple[Hashable, ...]:
        """All vertices of the graph."""
        return self._graph.vertices

    @property
    def unvisited(self) -> tuple[Hashable, ...]:
        """The vertices that were not visited yet."""
        return tuple(self._graph.members(self._state[1]))

    @property
    def visited(self) -> tuple[Hashable, ...]:
        """The visited vertices, including the token's own."""
        return tuple(self._graph.members(self._graph.everything & ~self._state[1]))

    def explain(self) -> Explanation:
        """Explain who wins, and why: what the token can reach, then the search, move by move."""
        within = self._reach_step()
        rest = super().explain()
        return Explanation(rest.title, (within, *rest.steps))

    def _reach_step(self) -> Reason:
        reach = self._ruleset.reach(self._state)
        text = (
            f"The token is on {self.token!r}. Of {len(self.vertices)} vertices "
            f"{self._state[1].bit_count()} are not visited, and it can still reach "
            f"{reach.bit_count()} of these; only those matter."
        )
        return Reason("Graph", text, (), {"reachable": reach.bit_count()})

    def _tail(self) -> str:
        """Return the token and the visited vertices as arguments of a call."""
        others = [repr(v) for v in self.visited if v != self.token]
        suffix = f", visited=[{', '.join(others)}]" if others else ""
        return f"{self.token!r}{suffix}"

    def __str__(self) -> str:
        return repr(self)


class Geography(GraphPosition, rules=GeographyRules):
    """Geography on a digraph, the same arcs for both players.

    Parameters
    ----------
    digraph : mapping, iterable of pairs, or networkx graph
        The arcs: a mapping from each vertex to its successors, pairs of vertices, or a networkx
        ``DiGraph`` (an undirected graph counts as arcs both ways).
    token : hashable
        The vertex on which the token is.
    visited : iterable, optional
        Other vertices that were visited before.

    Raises
    ------
    IllegalPositionError
        If the graph cannot be read, or a vertex named is not in it.

    Examples
    --------
    >>> g = fs.Geography({"a": ["b", "c"], "b": ["c"]}, "a")
    >>> g.grundy, str(g.outcome), [move.text for move in g.winning_moves()]
    (2, 'N', ["'a' -> 'c'"])
    >>> fs.Geography.cycle_product(3, 4).grundy
    1
    """

    __slots__ = ()

    def __init__(
        self, digraph: GraphLike, token: Hashable, *, visited: Iterable[Hashable] = ()
    ) -> None:
        graph = Digraph.read(digraph)
        super().__init__(GeographyRules(graph), _state(graph, token, visited))

    @classmethod
    def cycle_product(cls, *sizes: int, token: tuple[int, ...] | None = None) -> Geography:
        """Return Geography on a product of directed cycles.

        A vertex is a tuple with one place for each cycle, and an arc adds 1 to one place, modulo
        the size of its cycle.

        Parameters
        ----------
        *sizes : int
            The number of vertices of each cycle.
        token : tuple of int, optional
            Where the token starts; all places 0 by default.

        Examples
        --------
        >>> [str(fs.Geography.cycle_product(3, n).outcome) for n in range(2, 8)]
        ['N', 'P', 'N', 'P', 'N', 'P']
        """
        lengths = integers(sizes, 1, "each size")
        if not lengths:
            raise IllegalPositionError("expected at least one cycle, got none")
        _check_size(prod(lengths))
        arcs = {place: list(_steps(place, lengths)) for place in product(*map(range, lengths))}
        return cls(arcs, (0,) * len(lengths) if token is None else token)

    def __repr__(self) -> str:
        return f"Geography({self._graph.text()}, {self._tail()})"


class PartizanGeography(GraphPosition, rules=PartizanGeographyRules):
    """Geography on a graph with arcs for Left and arcs for Right.

    Parameters
    ----------
    left_arcs, right_arcs : mapping, iterable of pairs, or networkx graph
        The arcs of each player, written as for `Geography`.
    token : hashable
        The vertex on which the token is.
    visited : iterable, optional
        Other vertices that were visited before.

    Raises
    ------
    IllegalPositionError
        If a graph cannot be read, or a vertex named is in neither.

    Examples
    --------
    >>> g = fs.PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0)
    >>> g.value, str(g.outcome)
    (Value('+-1'), 'N')
    """

    __slots__ = ()
    _ruleset: PartizanGeographyRules

    def __init__(
        self,
        left_arcs: GraphLike,
        right_arcs: GraphLike,
        token: Hashable,
        *,
        visited: Iterable[Hashable] = (),
    ) -> None:
        left = Digraph.read(left_arcs)
        right = Digraph.read(right_arcs, left.vertices)
        left = left.on(right.vertices)
        super().__init__(PartizanGeographyRules(left, right), _state(left, token, visited))

    def __repr__(self) -> str:
        rules = self._ruleset
        arcs = f"{rules.left_graph.text()}, {rules.right_graph.text()}"
        return f"PartizanGeography({arcs}, {self._tail()})"


class ModularNimRules(GeographyRules):
    """The rules of Modular Nim: Geography on a ring of `n` places, where a move adds a step."""

    name = "ModularNim"
    title = "Modular Nim"
    how_to_play = (
        "A player moves the token around a ring of places by one of the given numbers of steps, to "
        "a place that has not been visited. A player who cannot move loses."
    )
    form = "places; steps"
    template = "ModularNim({places}; {steps})"
    fields = {"places": Field("Places", "11"), "steps": Field("Steps", "2,3", NUMBERS)}
    starts = {"ModularNim(9; 2,3)": "N", "ModularNim(11; 1,4)": "N"}
    theory = "Solved for some pairs of steps (Kotzig's Nim); open in general."

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with places and steps, or with the arguments of `ModularNim`."""
        size, rest = TextPart(text).before_semicolon("the moves, such as 2,3")
        if rest is None:
            return read_call(ModularNim, text, (2, 3))
        if rest.text.startswith("{") and rest.text.endswith("}"):
            rest = TextPart(text, rest.start + 1, rest.start + len(rest.text) - 1)
        n, moves = size.integer(), rest.integers()
        return rest.placed(lambda: ModularNim(n, moves))

    def __init__(self, n: int, steps: tuple[int, ...]) -> None:
        successors = tuple(sum(1 << (i + m) % n for m in steps) for i in range(n))
        super().__init__(Digraph(tuple(range(n)), successors))
        self.n = n
        self.steps = steps

    def key(self, position: GraphState) -> GraphState:
        """Return the position turned so that the token is at 0."""
        token, unvisited = super().key(position)
        low = unvisited & ((1 << token) - 1)
        return 0, unvisited >> token | low << (self.n - token)


class ModularNim(GraphPosition, rules=ModularNimRules):
    """Modular Nim, also called Kotzig's Nim: a token on a ring of n places.

    Parameters
    ----------
    n : int
        The number of places, at least 2.
    moves : iterable of int
        What a move may add: positive integers that are not multiples of `n`.
    token : int
        Where the token is; it starts at 0.
    visited : iterable of int
        Other places that were visited before.

    Raises
    ------
    IllegalPositionError
        If `n` is too small, there is no move, or a number is out of range.

    Examples
    --------
    >>> [str(fs.ModularNim(n, {2, 3}).outcome) for n in range(4, 10)]
    ['N', 'P', 'N', 'P', 'P', 'N']
    >>> [move.text for move in fs.ModularNim(9, {2, 3}).winning_moves()]
    ['0 -> 2']
    """

    __slots__ = ()
    _ruleset: ModularNimRules

    def __init__(
        self, n: int, moves: Iterable[int], token: int = 0, *, visited: Iterable[int] = ()
    ) -> None:
        size = integer(n, 2, "the number of places")
        _check_size(size)
        steps = tuple(sorted({m % size for m in integers(moves, 1, "each move")}))
        if not steps or not steps[0]:
            wanted = f"at least one move and no multiple of {size}"
            raise IllegalPositionError(f"expected {wanted}, got {shown(moves)}")
        rules = ModularNimRules(size, steps)
        super().__init__(rules, _state(rules.graph, token, visited))

    @property
    def n(self) -> int:
        """The number of places."""
        return self._ruleset.n

    @property
    def steps(self) -> tuple[int, ...]:
        """What a move may add, modulo n, in order."""
        return self._ruleset.steps

    def geography(self) -> Geography:
        """Return the same position as Geography on a digraph.

        Examples
        --------
        >>> fs.ModularNim(3, {1}).geography()
        Geography({0: [1], 1: [2], 2: [0]}, 0)
        """
        return Geography._of(GeographyRules(self._graph), self._state)

    def __repr__(self) -> str:
        steps = "{" + ", ".join(map(str, self.steps)) + "}"
        tail = self._tail()
        return f"ModularNim({self.n}, {steps}{'' if tail == '0' else ', ' + tail})"


def _steps(place: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, size in enumerate(sizes):
        yield (*place[:i], (place[i] + 1) % size, *place[i + 1 :])


def _check_size(vertices: int) -> None:
    if vertices > _MOST_VERTICES:
        raise BudgetExceeded(
            f"expected a graph of at most {_MOST_VERTICES} vertices, got {vertices.bit_length()} "
            "bits of them"
        )


def _state(graph: Digraph, token: object, visited: Any) -> GraphState:
    """Return the state with the token on a vertex and some vertices visited."""
    start = graph.number(token, "the token")
    closed = 1 << start
    for vertex in many(visited, "a list of visited vertices"):
        closed |= 1 << graph.number(vertex, "each visited vertex")
    return start, graph.everything & ~closed
