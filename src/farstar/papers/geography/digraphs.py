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

import re
from collections.abc import Hashable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

from farstar._arguments import integer, integers, shown
from farstar._outcome import Outcome, Player
from farstar._walk import bits
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.formulas import MarkedText
from farstar.papers.geography import graph_search
from farstar.rules import (
    NUMBERS,
    Explanation,
    Field,
    ImpartialRuleset,
    Path,
    Position,
    Reason,
    Ruleset,
    Step,
    TextPart,
    literal_arguments,
)
from farstar.rules.diagrams import BLOCKED, EMPTY, TOKEN, Graph, Owner

__all__ = ["Geography", "ModularNim", "PartizanGeography"]


GraphState: TypeAlias = tuple[int, int]
"""The number of the token's vertex, and the set of the vertices not visited."""

_MOST_DRAWN, _LONGEST_LABEL = 60, 10
_OPEN, _VISITED = EMPTY._replace(words="open"), BLOCKED._replace(words="visited")
_SIZES = re.compile(r"[+−-]?[0-9]+(?:\s*,\s*[+−-]?[0-9]+)*")
_PRODUCT = re.compile(r"\s*([PCK]\d+)\s*x\s*([PCK]\d+)\s*")
_TOKEN = "A player moves the token along an arc to a vertex that has not been visited. "
_LOSES = "A player who cannot move loses."


def read_call(kind: Any, text: str, counts: tuple[int, ...]) -> Position:
    """Return the position that is written as a Python call with these arguments."""
    part = TextPart(text)
    given, named = literal_arguments(text, ("visited",))
    if len(given) not in counts:
        wanted = " or ".join(map(str, counts))
        raise part.fault(f"expected {wanted} arguments, got {len(given)}")
    try:
        return part.placed(lambda: cast("Position", kind(*given, **named)))
    except TypeError as error:
        raise NotationError(f"expected hashable vertices: {error}", text, part.start) from None


class GraphRules(Ruleset):
    """What the impartial and the partizan game have in common.

    The two searches, normal and misère, are stored with the rules, so that all positions of one
    game share the results.
    """

    graph: graph_search.Digraph
    _tables: tuple[graph_search.Table, ...]

    def left(self, position: GraphState) -> list[GraphState]:
        """Return the positions after Left's moves."""
        return _after(self._tables[0], position)

    def right(self, position: GraphState) -> list[GraphState]:
        """Return the positions after Right's moves."""
        return _after(self._tables[-1], position)

    def reach(self, position: GraphState) -> int:
        """Return the unvisited vertices that the token can still reach."""
        return graph_search.reachable(self._union(), *position)

    def key(self, position: GraphState) -> GraphState:
        """Return the position without the vertices that can no longer be reached."""
        return position[0], self.reach(position)

    def moves_with_paths(self, position: GraphState, player: Player) -> Iterator[Step]:
        """Return the moves, each with the vertex that the token moves to."""
        for after in self.left(position) if player is Player.LEFT else self.right(position):
            yield Step(after, ((after[0],),))

    def diagram(self, position: GraphState) -> Graph | None:
        """Return the graph, around a circle, with the arcs that the token may still take."""
        token, unvisited = position
        labels = tuple(map(str, self.graph.vertices))
        if len(labels) > _MOST_DRAWN or max(map(len, labels)) > _LONGEST_LABEL:
            return None
        looks = [_OPEN if unvisited >> i & 1 else _VISITED for i in range(len(labels))]
        looks[token] = TOKEN
        return Graph(labels, tuple(looks), arcs=tuple(self._open_arcs(position)), is_ring=True)

    def _open_arcs(self, position: GraphState) -> Iterator[tuple[int, int, Owner]]:
        """Yield the arcs between the token and the vertices that it can still reach."""
        token, open_vertices = position[0], self.reach(position)
        for tail in (token, *bits(open_vertices & ~(1 << token))):
            ends = [
                {after[0] for after in side((tail, open_vertices))}
                for side in (self.left, self.right)
            ]
            for head in sorted(ends[0] | ends[1]):
                owner: Owner = "left" if head not in ends[1] else "right"
                yield tail, head, "" if head in ends[0] & ends[1] else owner

    def label(self, player: Player, before: GraphState, after: GraphState, path: Path = ()) -> str:
        """Return a move as ``a -> b``, the vertices that the token leaves and enters."""
        names = (repr(self.graph.vertices[state[0]]) for state in (before, after))
        return MarkedText(" `->` ".join(names))

    def text(self, position: GraphState) -> str:
        """Return the token's vertex and the vertices that were visited."""
        token, unvisited = position
        closed = self.graph.everything & ~unvisited & ~(1 << token)
        visited = ", ".join(map(repr, self.graph.members(closed)))
        return f"token {self.graph.vertices[token]!r}, visited [{visited}]"

    def search(self, *, misere: bool) -> graph_search.BitSearch:
        """Return the search with its cache; it keeps to the budget of the caller."""
        searches: dict[bool, graph_search.BitSearch] = self.__dict__.setdefault("_searches", {})
        search = searches.get(misere)
        if search is None or search.is_full:
            search = searches[misere] = graph_search.BitSearch(self._tables, misere=misere)
        return search

    def _union(self) -> graph_search.Table:
        arcs: graph_search.Table | None = self.__dict__.get("_arcs")
        if arcs is None:
            arcs = self.__dict__["_arcs"] = graph_search.union(self._tables)
        return arcs

    def closed_outcome(self, position: GraphState) -> Outcome:
        """Return the outcome by the bit-set search."""
        return self._outcome(position, misere=False)

    def closed_misere_outcome(self, position: GraphState) -> Outcome:
        """Return the misère outcome by the bit-set search."""
        return self._outcome(position, misere=True)

    def _outcome(self, position: GraphState, *, misere: bool) -> Outcome:
        search = self.search(misere=misere)
        wins = [search.wins(player, *position) for player in range(len(self._tables))]
        return Outcome.of(left_wins_first=wins[0], right_wins_first=wins[-1])

    def __getstate__(self) -> dict[str, Any]:
        kept = super().__getstate__()
        kept.pop("_searches", None)
        return kept


def _after(table: graph_search.Table, position: GraphState) -> list[GraphState]:
    token, unvisited = position
    return [(vertex, unvisited & ~(1 << vertex)) for vertex in bits(table[token] & unvisited)]


class GeographyRules(GraphRules, ImpartialRuleset):
    """The rules of Geography on a digraph."""

    name = "Geography"
    how_to_play = _TOKEN + _LOSES
    form = "arcs, token, visited=[...]; or sizes of directed cycles"
    starts = {
        "CycleProduct(3,4)": "N",
        "Geography({'a': ['b', 'c'], 'b': ['c', 'd'], 'c': ['d', 'e'], 'd': ['e']}, 'a')": "N",
    }
    theory = "Deciding who wins is PSPACE-complete in general."

    def __init__(self, graph: graph_search.Digraph) -> None:
        self.graph = graph
        self._tables = (graph.successors,)

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with arcs and a token, or on a product of directed cycles."""
        part = TextPart(text)
        kind: Any = cls.position_class
        if _SIZES.fullmatch(part.text):
            sizes = part.integers()
            return part.placed(lambda: cast("Position", kind.cycle_product(*sizes)))
        return read_call(kind, text, (2,))

    moves = GraphRules.left

    def closed_grundy(self, position: GraphState) -> int:
        """Return the Grundy value by the bit-set search."""
        return self.search(misere=False).grundy(*position)


class PartizanGeographyRules(GraphRules):
    """The rules of Partizan Geography; the arcs of both players have the same vertices."""

    name = "PartizanGeography"
    title = "Partizan Geography"
    how_to_play = f"{_TOKEN}Left and Right have different arcs. {_LOSES}"
    form = "left arcs, right arcs, token, visited=[...]; or a product such as K3 x P2"
    starts = {
        "PartizanGeography([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], "
        "[(0, 2), (1, 3), (2, 4), (3, 5), (5, 1)], 0)": "N"
    }
    theory = "Boards of two rows are solved; see Geography on a board."

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with the arcs of both players and a token, or on a product."""
        part = TextPart(text)
        kind: Any = cls.position_class
        if (found := _PRODUCT.fullmatch(part.text)) is not None:
            return part.placed(lambda: cast("Position", kind.graph_product(*found.groups())))
        return read_call(kind, text, (3,))

    def __init__(self, left_graph: graph_search.Digraph, right_graph: graph_search.Digraph) -> None:
        self.graph = left_graph
        self.left_graph = left_graph
        self.right_graph = right_graph
        self._tables = (left_graph.successors, right_graph.successors)


_MOST_VERTICES = 100_000


class GraphPosition(Position):
    """What all positions of Geography have in common."""

    __slots__ = ()
    _ruleset: GraphRules
    _state: GraphState

    @property
    def _graph(self) -> graph_search.Digraph:
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
        self, digraph: graph_search.GraphLike, token: Hashable, *, visited: Iterable[Hashable] = ()
    ) -> None:
        graph = graph_search.Digraph.read(digraph)
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
        left_arcs: graph_search.GraphLike,
        right_arcs: graph_search.GraphLike,
        token: Hashable,
        *,
        visited: Iterable[Hashable] = (),
    ) -> None:
        left = graph_search.Digraph.read(left_arcs)
        right = graph_search.Digraph.read(right_arcs, left.vertices)
        left = left.on(right.vertices)
        super().__init__(PartizanGeographyRules(left, right), _state(left, token, visited))

    @classmethod
    def graph_product(
        cls, rows: str, columns: str, *, token: tuple[int, int] = (0, 0)
    ) -> PartizanGeography:
        """Return Partizan Geography on a product of two paths, cycles or complete graphs.

        A vertex is a pair (row, column). Left moves within the row, along the edges of the first
        graph; Right moves within the column, along those of the second one.

        Parameters
        ----------
        rows, columns : str
            A path, a cycle or a complete graph with its number of vertices, such as ``"P4"``,
            ``"C5"`` or ``"K3"``.
        token : tuple of int
            The row and the column in which the token starts.

        Raises
        ------
        NotationError
            If a graph is written in another way.

        Examples
        --------
        >>> g = fs.PartizanGeography.graph_product("K3", "P2")
        >>> g.value == fs.GeographyBoard.start(3).value
        True
        >>> [str(fs.PartizanGeography.graph_product("C4", f"P{n}").value) for n in (2, 3, 4)]
        ['{1*|0}', '{3/4|Miny(1/2)}', '{1/4|0,{1/4|0}}']
        """
        across, down = _edges(rows), _edges(columns)
        _check_size(len(across) * len(down))
        places = list(product(range(len(down)), range(len(across))))
        left = {(i, j): [(i, other) for other in across[j]] for i, j in places}
        right = {(i, j): [(other, j) for other in down[i]] for i, j in places}
        return cls(left, right, token)

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
        super().__init__(graph_search.Digraph(tuple(range(n)), successors))
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


_GRAPH = re.compile(r"([PCK])(\d+)")


def _edges(text: str) -> list[list[int]]:
    """Return the neighbours of each vertex of a path, a cycle or a complete graph."""
    found = _GRAPH.fullmatch(text)
    if found is None or not int(found[2]):
        raise NotationError(
            f"expected a path, a cycle or a complete graph such as P4, C5 or K3, got {text!r}"
        )
    kind, n = found[1], int(found[2])
    _check_size(n * n if kind == "K" else n)
    if kind == "K":
        return [[j for j in range(n) if j != i] for i in range(n)]
    ends = range(n) if kind == "C" else range(n - 1)
    neighbours: list[set[int]] = [set() for _ in range(n)]
    for i in ends:
        if i != (i + 1) % n:
            neighbours[i].add((i + 1) % n)
            neighbours[(i + 1) % n].add(i)
    return [sorted(one) for one in neighbours]


def _check_size(vertices: int) -> None:
    if vertices > _MOST_VERTICES:
        raise BudgetExceeded(
            f"expected a graph of at most {_MOST_VERTICES} vertices, got {vertices.bit_length()} "
            "bits of them"
        )


def _state(graph: graph_search.Digraph, token: object, visited: Any) -> GraphState:
    """Return the state with the token on a vertex and some vertices visited."""
    start = graph.number(token, "the token")
    closed = 1 << start
    for vertex in graph_search.each_of(visited, "a list of visited vertices"):
        closed |= 1 << graph.number(vertex, "each visited vertex")
    return start, graph.everything & ~closed
