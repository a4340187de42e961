"""The short games inside a graph: those positions from which every play ends."""

from __future__ import annotations

from farstar.engine import Handle, state
from farstar.loopy._graph import Graph, components
from farstar.values import Value, wrap


def short_values(graph: Graph) -> dict[int, Value]:
    """Return the values of all vertices from which no loop can be reached."""
    edges = [left + right for left, right in graph]
    part = components(edges)
    handles: dict[int, Handle] = {}
    engine = state.engine
    for v in sorted(range(len(graph)), key=part.__getitem__):
        if v not in edges[v] and all(w in handles for w in edges[v]):
            left, right = graph[v]
            handles[v] = engine.construct([handles[w] for w in left], [handles[w] for w in right])
    return {v: wrap(handle) for v, handle in handles.items()}
