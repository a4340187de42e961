"""Games on graphs whose vertices have marks; patterns lie along paths."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from farstar._outcome import Player
from farstar.engine import Handle, rulesets
from farstar.games._marked_graphs import Graph, MarkedGraphRules, graph_neighbours
from farstar.games.patterns._compiled import Solver, cell_solver, written_rules
from farstar.games.patterns._placements import Placement, on_graph, parts
from farstar.games.patterns._plain import anchored
from farstar.games.patterns._rules import WrittenRules
from farstar.rules import ImpartialRuleset, Path, Step


class GraphPatterns(WrittenRules, MarkedGraphRules):
    """Rules on graphs that were written as patterns; a state is the marks and the edges."""

    name = "GraphPatterns"

    def plain_rules(self, position: Graph) -> Mapping[str, Any]:
        """Return the marks with a pattern for each place on the graph."""
        marks, edges = position
        left, right = (
            list(dict.fromkeys(anchored(placement, len(marks)) for placement in side))
            for side in _placements(self.source, len(marks), edges)
        )
        return {"board": marks, "left": left, "right": right}

    def moves_of(self, position: Graph, mine: int, yours: int) -> Iterator[Step]:
        """Return the moves by a player's patterns."""
        (marks, edges), seen = position, set()
        for placement in _placements(self.source, len(marks), edges)[mine]:
            if placement.fits(marks):
                after = placement.after(marks)
                if after not in seen:
                    seen.add(after)
                    yield Step((after, edges), tuple((i,) for i, _ in placement.writes))

    def components(self, position: Graph) -> list[Graph] | None:
        """Return the parts of a graph that no pattern can ever join."""
        marks, edges = position
        laid = _placements(self.source, len(marks), edges)
        split = parts(marks, (*laid[0], *laid[1]))
        return [_induced(marks, edges, moving | scenery) for moving, scenery in split]

    def native(self, positions: Sequence[Graph]) -> Sequence[Handle | None]:
        """Return the values by the core, which reads the same placements."""
        values: list[Handle | None] = []
        for marks, edges in positions:
            solver = self._native_solver((marks, edges))
            if solver is None:
                values.append(None)
            else:
                values += solver.values([marks])
        return values

    def native_board(self, position: Graph) -> rulesets.NativeBoard | None:
        """Return the board for the native search of who wins."""
        solver = self._native_solver(position)
        return None if solver is None else solver.native_board(position[0])

    def _native_solver(self, position: Graph) -> Solver | None:
        marks, edges = position
        if self.may_loop or len(marks) > rulesets.MOST_CELLS:
            return None
        return _solver(self.source, len(marks), edges)

    def label(self, player: Player, before: Graph, after: Graph, path: Path = ()) -> str:
        """Return the vertices that change."""
        return "-".join(str(vertex) for (vertex,) in path)


class ImpartialGraphPatterns(GraphPatterns, ImpartialRuleset):
    """Patterns on graphs that are the same for both players."""

    def moves(self, position: Graph) -> Iterable[Hashable]:
        """Return the moves of either player."""
        return GraphPatterns.left(self, position)


@lru_cache(maxsize=256)
def _placements(
    source: str, vertices: int, edges: tuple[tuple[int, int], ...]
) -> tuple[tuple[Placement, ...], tuple[Placement, ...]]:
    neighbours = graph_neighbours("." * vertices, edges)
    written = written_rules(source)
    left, right = (on_graph(side, neighbours, frozenset(written.marks)) for side in written.sides)
    return left, right


@lru_cache(maxsize=64)
def _solver(source: str, vertices: int, edges: tuple[tuple[int, int], ...]) -> Solver | None:
    written, laid = written_rules(source), _placements(source, vertices, edges)
    asked = (marks for side in laid for p in side for _, marks in (*p.needs, *p.forbids))
    marks = sorted(frozenset().union(*asked))
    if not marks or len(marks) > rulesets.MOST_MARKS:
        return None
    return cell_solver(marks, written.marks, vertices, laid)


def _induced(marks: str, edges: Iterable[tuple[int, int]], part: set[int]) -> Graph:
    """Return the graph on some of the vertices."""
    place = {vertex: i for i, vertex in enumerate(sorted(part))}
    kept = sorted((place[i], place[j]) for i, j in edges if i in place and j in place)
    return "".join(marks[i] for i in sorted(part)), tuple(kept)
