"""Games on graphs whose vertices have marks; patterns lie along paths."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from farstar._outcome import Player
from farstar.engine import Handle, rulesets
from farstar.games._marked_graphs import Graph, MarkedGraphRules, graph_neighbours
from farstar.games.patterns._analysis import changes_of, falls_always
from farstar.games.patterns._compiled import Solver, cell_solver, written_rules
from farstar.games.patterns._patterns import Pattern
from farstar.games.patterns._placements import Placement, on_graph, parts
from farstar.games.patterns._plain import anchored
from farstar.games.patterns._rows import Rule, marks_asked_for, written_out
from farstar.games.patterns._rules import WrittenRules
from farstar.games.patterns._text import Written
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
                values += solver.of([marks])
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


def rules_of(written: Written) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Return the rules of Left and of Right; without directions there is nothing to mirror."""
    every = frozenset(written.marks)
    left = tuple(_with_marks(rule, every) for rule in written.left)
    if written.right == "same":
        right = left
    elif isinstance(written.right, str):
        right = tuple(_swapped(rule, written.pairs) for rule in left)
    else:
        right = tuple(_with_marks(rule, every) for rule in written.right)
    if written.variant == "impartial":
        return (*left, *right), (*left, *right)
    return (right, left) if written.variant == "twisted" else (left, right)


def _with_marks(rule: Rule, every: frozenset[str]) -> Rule:
    """Return a rule in which ``?`` lists all marks: on a graph there is no outside."""
    (row,) = rule.before
    items = [
        item._replace(atoms=tuple(every if a is None else a for a in item.atoms)) for item in row
    ]
    return rule._replace(before=(tuple(items),))


def _swapped(rule: Rule, pairs: Mapping[str, str]) -> Rule:
    def exchanged(marks: frozenset[str]) -> frozenset[str]:
        return frozenset(pairs.get(mark, mark) for mark in marks)

    def rows(given: Any) -> Any:
        return tuple(
            tuple(
                item._replace(atoms=tuple(a if a is None else exchanged(a) for a in item.atoms))
                for item in row
            )
            for row in given
        )

    conditions = tuple(near._replace(marks=exchanged(near.marks)) for near in rule.conditions)
    return rule._replace(before=rows(rule.before), after=rows(rule.after), conditions=conditions)


def is_finite(rules: Iterable[Rule]) -> bool:
    """Tell whether the number of some marks falls with every move, once or twice repeated."""
    changes = []
    for rule in rules:
        # A further repetition adds the same change again and must not make up for the rest.
        changes += _changes(rule, 1, 1) + [more for more in _changes(rule, 0, 1) if more]
        if "*" in rule.repeats:
            changes += _changes(rule, 1, 0)
    return falls_always(changes)


def _changes(rule: Rule, once: int, repeated: int) -> list[dict[tuple[str, int], int]]:
    """Return the changes of a rule whose parts, plain and repeated ones, stand so many times."""
    (before,), (after,) = rule.before, rule.after
    atoms, results = (written_out(row, repeated, once) for row in (before, after))
    needs = [((0, i), atom or frozenset()) for i, atom in enumerate(atoms)]
    writes = [
        ((0, i), min(result))
        for i, (atom, result) in enumerate(zip(atoms, results, strict=True))
        if result is not None and result != atom
    ]
    return changes_of(Pattern(tuple(needs), (), tuple(writes)), has_directions=False)


@lru_cache(maxsize=256)
def _placements(
    source: str, vertices: int, edges: tuple[tuple[int, int], ...]
) -> tuple[tuple[Placement, ...], tuple[Placement, ...]]:
    neighbours = graph_neighbours("." * vertices, edges)
    left, right = rules_of(written_rules(source))
    return on_graph(left, neighbours), on_graph(right, neighbours)


@lru_cache(maxsize=64)
def _solver(source: str, vertices: int, edges: tuple[tuple[int, int], ...]) -> Solver | None:
    written = written_rules(source)
    left, right = rules_of(written)
    marks = sorted(marks_asked_for((*left, *right)))
    if len(marks) > rulesets.MOST_MARKS:
        return None
    return cell_solver(marks, written.marks, vertices, _placements(source, vertices, edges))


def _induced(marks: str, edges: Iterable[tuple[int, int]], part: set[int]) -> Graph:
    """Return the graph on some of the vertices."""
    place = {vertex: i for i, vertex in enumerate(sorted(part))}
    kept = sorted((place[i], place[j]) for i, j in edges if i in place and j in place)
    return "".join(marks[i] for i in sorted(part)), tuple(kept)
