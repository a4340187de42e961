"""Col and Snort on graphs: vertices on a circle, a path in a line, a star around its middle."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from farstar.errors import NotationError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.figures._grid import caption, title, value_if_cheap
from farstar.games import GraphCol, GraphSnort

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

GAMES = (GraphCol, GraphSnort)
"""The games on graphs that colour vertices."""

_MOST_VERTICES = 40
_RADIUS = 0.3

Place = tuple[float, float]


def graph(things: Sequence[Any]) -> Plan:
    """Plan a graph: Left's vertices are full, Right's rings, closed ones hatched."""
    if len(things) != 1 or not isinstance(things[0], GAMES):
        shown = things[0] if len(things) == 1 else f"{len(things)} of them"
        raise NotationError(f"expected one game on a graph, such as Col(cycle 5), got {shown}")
    game = things[0]
    if not fits(game):
        raise NotationError(
            f"expected at most {_MOST_VERTICES} vertices to draw, got {len(game.marks)}"
        )
    value = value_if_cheap(game)
    places = _places(len(game.marks), game.edges)
    xs, ys = [x for x, _ in places], [y for _, y in places]

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        look.bare(axes)
        for i, j in game.edges:
            (x0, y0), (x1, y1) = places[i], places[j]
            axes.plot([x0, x1], [y0, y1], color=look.SOFT, linewidth=1.2, zorder=1)
        for number, (place, mark) in enumerate(zip(places, game.marks, strict=True)):
            _draw_vertex(axes, place, mark, number)
        axes.set_xlim(min(xs) - 0.6, max(xs) + 0.6)
        axes.set_ylim(min(ys) - 0.6, max(ys) + 0.6)
        axes.set_title(title(game, value), fontsize=10, pad=4)

    size = (max(3.2, 0.5 * (max(xs) - min(xs)) + 1), 0.5 * (max(ys) - min(ys)) + 1.2)
    return Plan(draw, size, f"{caption(game, value)}.")


def fits(game: GraphCol | GraphSnort) -> bool:
    """Tell whether a graph is small enough to be drawn."""
    return len(game.marks) <= _MOST_VERTICES


def _places(count: int, edges: Sequence[tuple[int, int]]) -> list[Place]:
    """Return where the vertices stand, neighbours on a circle about one and a half apart."""
    near: list[list[int]] = [[] for _ in range(count)]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    walk = _path(near)
    if walk is not None:
        order = {vertex: place for place, vertex in enumerate(walk)}
        return [(1.4 * order[i], 0.0) for i in range(count)]
    hub = next((i for i in range(count) if len(near[i]) == count - 1 == len(edges)), None)
    rim = [i for i in range(count) if i != hub]
    radius = max(1.2, 1.4 / (2 * sin(pi / max(len(rim), 2))))
    places: dict[int, Place] = {} if hub is None else {hub: (0.0, 0.0)}
    for step, vertex in enumerate(rim):
        angle = pi / 2 - 2 * pi * step / len(rim)
        places[vertex] = (radius * cos(angle), radius * sin(angle))
    return [places[i] for i in range(count)]


def _path(near: Sequence[Sequence[int]]) -> list[int] | None:
    """Return the vertices in order if the graph is one path."""
    ends = [i for i, others in enumerate(near) if len(others) <= 1]
    if not ends or any(len(others) > 2 for others in near):
        return None
    walk, before = [ends[0]], -1
    while True:
        following = [j for j in near[walk[-1]] if j != before]
        if not following:
            return walk if len(walk) == len(near) else None
        before = walk[-1]
        walk.append(following[0])


def _draw_vertex(axes: Axes, place: Place, mark: str, number: int) -> None:
    from matplotlib.patches import Circle

    closed = mark == "#"
    colour = {"x": look.LEFT, "l": look.LEFT, "o": look.RIGHT, "r": look.RIGHT}.get(mark, look.INK)
    axes.add_patch(
        Circle(
            place,
            _RADIUS,
            facecolor=look.LEFT if mark == "x" else "#efebe1" if closed else look.PAPER,
            edgecolor="#b8b2a4" if closed else colour if mark in "xo" else look.INK,
            hatch="////" if closed else None,
            linewidth=2.4 if mark in "xo" else 1.1,
            zorder=3,
        )
    )
    x, y = place
    if mark in "lr":
        _write(axes, place, mark.upper(), colour, 9)
        _write(axes, (x + 0.42, y + 0.36), str(number), look.SOFT, 7)
    else:
        ink = {"x": look.PAPER, "o": look.RIGHT}.get(mark, look.SOFT)
        _write(axes, place, str(number), ink, 8)


def _write(axes: Axes, place: Place, text: str, colour: str, size: float) -> None:
    axes.text(
        *place, text, color=colour, fontsize=size, ha="center", va="center_baseline", zorder=4
    )
