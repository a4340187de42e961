"""Hackenbush pictures: the ground below, each vertex as high as it is far from the ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farstar.errors import NotationError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.figures._grid import caption, title, value_if_cheap
from farstar.games import Hackenbush

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST_EDGES = 200
_MOST_PICTURES = 6
_LOOKS: dict[str, tuple[str, Any]] = {
    "l": (look.LEFT, "-"),
    "r": (look.RIGHT, look.DASHES),
    "e": ("#2b8a6b", (0, (1.2, 1.4))),
}
"""Colour and stroke of an edge."""

_BEND = 0.28

Place = tuple[float, float]


def hackenbush(things: Sequence[Any]) -> Plan:
    """Plan pictures side by side: Left's edges blue, Right's dashed, green ones dotted."""
    pictures = [_picture(thing) for thing in things]
    if not 1 <= len(pictures) <= _MOST_PICTURES:
        raise NotationError(f"expected 1 to {_MOST_PICTURES} pictures, got {len(pictures)}")
    values = [value_if_cheap(picture) for picture in pictures]
    layouts = [_layout(picture) for picture in pictures]
    widths = [max(x for x, _ in places.values()) + 2.5 for places in layouts]
    height = max(y for places in layouts for _, y in places.values()) + 1

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(1, len(pictures), squeeze=False, width_ratios=widths)[0]
        for panel, picture, value, places in zip(panels, pictures, values, layouts, strict=True):
            look.bare(panel)
            _draw(panel, picture, places)
            panel.set_ylim(-0.3, height - 0.6)
            panel.set_title(title(picture, value), fontsize=10, pad=6)

    size = (max(2.4 * len(pictures), 0.7 * sum(widths)), 0.8 + 0.7 * height)
    return Plan(draw, size, f"{'; '.join(map(caption, pictures, values))}.")


def _picture(thing: Any) -> Hackenbush:
    if not isinstance(thing, Hackenbush):
        raise NotationError(f"expected a picture of Hackenbush, got {thing}")
    if len(thing.edges) > _MOST_EDGES:
        raise NotationError(f"expected at most {_MOST_EDGES} edges to draw, got {len(thing.edges)}")
    return thing


def _layout(position: Hackenbush) -> dict[int, Place]:
    """Return where the vertices are: a column for each leaf of a tree of shortest paths."""
    height, parent, order = _heights(position)
    children: dict[int, list[int]] = {}
    for vertex in order[1:]:
        children.setdefault(parent[vertex], []).append(vertex)
    column: dict[int, float] = {}
    next_free = 0
    todo = [0]
    while todo:
        vertex = todo[-1]
        waiting = [child for child in children.get(vertex, ()) if child not in column]
        if waiting:
            todo.append(waiting[0])
            continue
        below = [column[child] for child in children.get(vertex, ())]
        column[vertex] = sum(below) / len(below) if below else next_free
        next_free += not below
        todo.pop()
    return {vertex: (column[vertex], height[vertex]) for vertex in order}


def _heights(position: Hackenbush) -> tuple[dict[int, int], dict[int, int], list[int]]:
    near: dict[int, list[int]] = {0: []}
    for u, v, _ in position.edges:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    height, parent, order = {0: 0}, {0: 0}, [0]
    for vertex in order:
        for other in near[vertex]:
            if other not in height:
                height[other], parent[other] = height[vertex] + 1, vertex
                order.append(other)
    return height, parent, order


def _draw(axes: Axes, position: Hackenbush, places: dict[int, Place]) -> None:
    columns = [x for x, _ in places.values()]
    left, right = min(columns) - 0.5, max(columns) + 0.5
    axes.plot([left, right], [0, 0], color=look.INK, linewidth=2.4, zorder=1)
    axes.fill_between([left, right], -0.18, 0, color=look.FILL, zorder=0)
    drawn: dict[tuple[Place, Place], int] = {}
    for u, v, colour in position.edges:
        start, end = _ends(places, u, v)
        number = drawn.get((start, end), 0)
        drawn[start, end] = number + 1
        _edge(axes, start, end, colour, number)
    for vertex, (x, y) in places.items():
        if vertex:
            axes.plot([x], [y], "o", color=look.INK, markersize=5, zorder=4)
    axes.set_xlim(left - 0.1, right + 0.1)


def _ends(places: dict[int, Place], u: int, v: int) -> tuple[Place, Place]:
    """Return the ends of an edge; the ground is right below what stands on it."""
    end = places[v]
    return ((end[0], 0.0) if u == 0 and v else places[u]), end


def _edge(axes: Axes, start: Place, end: Place, colour: str, number: int) -> None:
    """Draw an edge; those between the same vertices are bent apart, loops are circles."""
    from matplotlib.patches import Circle, FancyArrowPatch

    ink, stroke = _LOOKS[colour]
    if start == end:
        radius = 0.18 + 0.08 * number
        axes.add_patch(
            Circle(
                (start[0], start[1] + radius),
                radius,
                fill=False,
                edgecolor=ink,
                linestyle=stroke,
                linewidth=3,
                zorder=2,
            )
        )
        return
    side = (number + 1) // 2 * (1 if number % 2 else -1)
    axes.add_patch(
        FancyArrowPatch(
            start,
            end,
            arrowstyle="-",
            connectionstyle=f"arc3,rad={_BEND * side}",
            color=ink,
            linestyle=stroke,
            linewidth=3,
            shrinkA=0,
            shrinkB=0,
            zorder=2,
        )
    )
