"""The rules of Geography on a graph, and the storage of their searches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias, cast

from farstar._outcome import Outcome, Player
from farstar._walk import bits
from farstar.errors import NotationError
from farstar.formulas import MarkedText
from farstar.games._bit_search import BitSearch, Table, reachable, union
from farstar.games._digraph import Digraph
from farstar.rules import (
    ImpartialRuleset,
    Path,
    Position,
    Ruleset,
    Step,
    TextPart,
    literal_arguments,
)
from farstar.rules.diagrams import BLOCKED, EMPTY, TOKEN, Graph, Owner

GraphState: TypeAlias = tuple[int, int]
"""The number of the token's vertex, and the set of the vertices not visited."""

_MOST_DRAWN, _LONGEST_LABEL = 60, 10
_OPEN, _VISITED = EMPTY._replace(words="open"), BLOCKED._replace(words="visited")
_SIZES = re.compile(r"[+−-]?[0-9]+(?:\s*,\s*[+−-]?[0-9]+)*")
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

    graph: Digraph
    _tables: tuple[Table, ...]

    def left(self, position: GraphState) -> list[GraphState]:
        """Return the positions after Left's moves."""
        return _after(self._tables[0], position)

    def right(self, position: GraphState) -> list[GraphState]:
        """Return the positions after Right's moves."""
        return _after(self._tables[-1], position)

    def reach(self, position: GraphState) -> int:
        """Return the unvisited vertices that the token can still reach."""
        return reachable(self._union(), *position)

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

    def search(self, *, misere: bool) -> BitSearch:
        """Return the search with its cache; it keeps to the budget of the caller."""
        searches: dict[bool, BitSearch] = self.__dict__.setdefault("_searches", {})
        search = searches.get(misere)
        if search is None or search.is_full:
            search = searches[misere] = BitSearch(self._tables, misere=misere)
        return search

    def _union(self) -> Table:
        arcs: Table | None = self.__dict__.get("_arcs")
        if arcs is None:
            arcs = self.__dict__["_arcs"] = union(self._tables)
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


def _after(table: Table, position: GraphState) -> list[GraphState]:
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

    def __init__(self, graph: Digraph) -> None:
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
    form = "left arcs, right arcs, token, visited=[...]"
    starts = {"PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0)": "N"}
    theory = "Boards of two rows are solved; see Geography on a board."

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with the arcs of both players and a token."""
        return read_call(cls.position_class, text, (3,))

    def __init__(self, left_graph: Digraph, right_graph: Digraph) -> None:
        self.graph = left_graph
        self.left_graph = left_graph
        self.right_graph = right_graph
        self._tables = (left_graph.successors, right_graph.successors)
