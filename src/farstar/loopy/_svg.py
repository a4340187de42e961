"""A stopper as a picture: its positions, with the moves of Left and of Right between them."""

from __future__ import annotations

from html import escape
from math import hypot

from farstar._walk import reached
from farstar.loopy._graph import Graph, short_values
from farstar.loopy._text import text_of

# Left and Right have the colours of all figures.
_LEFT, _RIGHT, _INK = "#0b559f", "#d9730d", "#444444"
_ACROSS, _DOWN, _MARGIN = 96.0, 72.0, 44.0
_RADIUS = 13.0
_CHARACTER = 7.2
_LONGEST_LABEL = 14


def svg_of(graph: Graph, title: str) -> str:
    """Return the picture of a graph: short positions are boxes with their values.

    Left's moves are blue and full, Right's orange and dashed; the start has a thick ring.
    """
    values = short_values(graph)
    drawn = _reached(graph, set(values))
    places = _placed(graph, drawn, set(values))
    width = max(x for x, _ in places.values()) + _MARGIN + 12
    height = max(y for _, y in places.values()) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" font-family="sans-serif" '
        f'font-size="12"><title>{escape(title)}</title>',
        "<defs>",
        *(_arrow_head(name, colour) for name, colour in (("l", _LEFT), ("r", _RIGHT))),
        "</defs>",
    ]
    for v in drawn:
        if v not in values:
            for side in (0, 1):
                parts += [_edge(places[v], places[w], side, w in values) for w in graph[v][side]]
    for v in drawn:
        parts.append(_box(places[v], str(values[v])) if v in values else _ring(places[v], v == 0))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _reached(graph: Graph, short: set[int]) -> list[int]:
    """Return the vertices that are drawn: what follows a short position is not."""
    return reached([0], lambda v: () if v in short else graph[v][0] + graph[v][1])


def _placed(graph: Graph, drawn: list[int], short: set[int]) -> dict[int, tuple[float, float]]:
    """Return where vertices stand: as many steps down as it takes to reach them."""
    depth = {0: 0}
    for v in drawn:
        if v not in short:
            for w in graph[v][0] + graph[v][1]:
                depth.setdefault(w, depth[v] + 1)
    rows: dict[int, list[int]] = {}
    for v in drawn:
        rows.setdefault(depth[v], []).append(v)
    widest = max(map(len, rows.values()))
    return {
        v: (
            _MARGIN + ((widest - len(row)) / 2 + i) * _ACROSS,
            _MARGIN + level * _DOWN,
        )
        for level, row in rows.items()
        for i, v in enumerate(row)
    }


def _arrow_head(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
    )


def _edge(start: tuple[float, float], end: tuple[float, float], side: int, to_box: bool) -> str:
    """Return an arrow, bent to its player's side; a pass is a loop."""
    colour, name = ((_LEFT, "l"), (_RIGHT, "r"))[side]
    dashes = ' stroke-dasharray="5 3"' if side else ""
    (x, y), (u, v) = start, end
    if start == end:
        turn = 1 if side else -1
        path = (
            f"M{x + turn * 9:.1f} {y - 10:.1f}C{x + turn * 34:.1f} {y - 40:.1f} "
            f"{x + turn * 44:.1f} {y + 6:.1f} {x + turn * 14:.1f} {y + 3:.1f}"
        )
    else:
        length = hypot(u - x, v - y)
        bend = 14.0 if side else -14.0
        across, along = (-(v - y) / length, (u - x) / length), ((u - x) / length, (v - y) / length)
        middle = ((x + u) / 2 - bend * across[0], (y + v) / 2 - bend * across[1])
        gap = _RADIUS + (2 if to_box else 1)
        path = (
            f"M{x + along[0] * _RADIUS:.1f} {y + along[1] * _RADIUS:.1f}"
            f"Q{middle[0]:.1f} {middle[1]:.1f} {u - along[0] * gap:.1f} {v - along[1] * gap:.1f}"
        )
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dashes} '
        f'marker-end="url(#{name})"/>'
    )


def _ring(place: tuple[float, float], is_start: bool) -> str:
    x, y = place
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS - 3:g}" fill="#ffffff" stroke="{_INK}" '
        f'stroke-width="{3 if is_start else 1.4}"/>'
    )


def _box(place: tuple[float, float], text: str) -> str:
    x, y = place
    label = text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 3] + "..."
    half = max(10.0, len(label) * _CHARACTER / 2 + 4)
    return (
        f'<rect x="{x - half:.1f}" y="{y - 11:.1f}" width="{2 * half:.1f}" height="22" rx="4" '
        f'fill="#f2f2f2" stroke="{_INK}"/><text x="{x:.1f}" y="{y + 4:.1f}" '
        f'text-anchor="middle" fill="#111111">{escape(label)}</text>'
    )


def picture(graph: Graph) -> str:
    """Return the picture of a canonical stopper, titled by its text."""
    return svg_of(graph, f"the graph of {text_of(graph)}")
