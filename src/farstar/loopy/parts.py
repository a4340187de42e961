"""Large graphs part by part: what is strongly connected is solved together, followers first.

A follower in a finished part enters as its value. Short parts stay short, and the graphs that are
compared with each other stay small.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from farstar.loopy import _graph
from farstar.loopy._graph import Graph, Row
from farstar.loopy._loopy import Loopy, of_sides
from farstar.loopy._sides import canonical, offsides, onsides
from farstar.values import Value


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
