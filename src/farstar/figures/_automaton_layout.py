"""Where the states of an automaton are drawn, and how its arrows keep clear of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import TypeAlias

Place: TypeAlias = tuple[float, float]

RADIUS = 0.6
"""The radius of a state."""

_STEP = 2.7
"""The wanted distance of states that an arrow joins."""

_ROUNDS = 400
_CLEAR = RADIUS + 0.12
_BENDS = (0.0, 0.16, -0.16, 0.3, -0.3, 0.45, -0.45)


def spread(transitions: Mapping[str, Sequence[int]]) -> list[Place]:
    """Return places whose distances are near to those in the graph.

    Each state moves in turn to where its distances from all others fit best, beginning on a
    circle; this never makes the sum of the weighted squared errors larger.
    """
    distance = _distances(transitions)
    count = len(distance)
    if count == 1:
        return [(0.0, 0.0)]
    radius = max(1.6, count * 0.32)
    angles = [pi / 2 - 2 * pi * i / count for i in range(count)]
    places = [(radius * cos(a), radius * sin(a)) for a in angles]
    for _ in range(_ROUNDS):
        for i in range(count):
            places[i] = _pulled(i, places, distance[i])
    return [(round(x, 2), round(y, 2)) for x, y in places]


def _pulled(i: int, places: Sequence[Place], distance: Sequence[int]) -> Place:
    x = y = total = 0.0
    for j, (other_x, other_y) in enumerate(places):
        if i == j:
            continue
        wanted = _STEP * distance[j]
        weight = wanted**-2
        dx, dy = places[i][0] - other_x, places[i][1] - other_y
        scale = wanted / max(hypot(dx, dy), 1e-6)
        x += weight * (other_x + dx * scale)
        y += weight * (other_y + dy * scale)
        total += weight
    return x / total, y / total


def _distances(transitions: Mapping[str, Sequence[int]]) -> list[list[int]]:
    """Return how many arrows, in either direction, lead from each state to each other."""
    count = len(next(iter(transitions.values())))
    beside: list[set[int]] = [set() for _ in range(count)]
    for targets in transitions.values():
        for i, j in enumerate(targets):
            beside[i].add(j)
            beside[j].add(i)
    rows = []
    for start in range(count):
        row = {start: 0}
        for i in (queue := [start]):
            for j in sorted(beside[i] - row.keys()):
                row[j] = row[i] + 1
                queue.append(j)
        # All states are reached from the first one, so none is missing.
        rows.append([row[j] for j in range(count)])
    return rows


def bend(start: Place, end: Place, others: Iterable[Place], usual: float) -> float:
    """Return how far an arrow bends to keep clear of other states: as usual, if that will do."""
    obstacles = list(others)

    def clearance(bent: float) -> float:
        points = [_curve_point(start, end, bent, t / 8) for t in range(1, 8)]
        return min(
            (hypot(x - a, y - b) for x, y in points for a, b in obstacles), default=float("inf")
        )

    best = usual
    for bent in (usual, *_BENDS):
        if usual and bent == 0.0:
            # Straight arrows in both directions would cover each other.
            continue
        if clearance(bent) >= _CLEAR:
            return bent
        if clearance(bent) > clearance(best) + 1e-9:
            best = bent
    return best


def _curve_point(start: Place, end: Place, bent: float, t: float) -> Place:
    """Return a point of an arrow: of the parabola that matplotlib calls ``arc3``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = ((start[0] + end[0]) / 2 + bent * dy, (start[1] + end[1]) / 2 - bent * dx)
    u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t**2
    return (
        u * start[0] + v * middle[0] + w * end[0],
        u * start[1] + v * middle[1] + w * end[1],
    )
