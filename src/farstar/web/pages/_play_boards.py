"""Boards of the page Play, drawn as SVG: rectangles, rings, and what the other modules draw."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from math import cos, pi, sin
from typing import Any

from farstar.web.pages._play_grids import grid, queen, track
from farstar.web.pages._play_pieces import cakes, hackenbush, heaps, pins
from farstar.web.pages._play_svg import Canvas, Marks, disc, label, rect, svg

_WIDE, _HIGH = 520.0, 190.0
_SMALLEST = 24.0
"""Pixels of a square, so that it can be hit."""

_MOST_DIGITS = 9

Board = dict[str, Any]


def draw(board: Board, place: int, marks: Marks) -> str:
    """Return the HTML of a board: its notation and its picture.

    Examples
    --------
    >>> from farstar.web.pages._play_clicks import Clicks
    >>> paths = [(0, ("k1",))]
    >>> board = {"kind": "squares", "head": "Euclid(3,2)", "changed": False, "paths": paths,
    ...          "data": {"large": 3, "small": 2}}
    >>> html = draw(board, 0, Marks(Clicks.of(paths), ["(3,2) -> (1,2)"]))
    >>> html.count('role="button"'), "plays (3,2) to (1,2)" in html
    (1, True)
    """
    note = "Left and Right have changed sides here." if board["changed"] else ""
    painter = _PAINTERS.get(board["kind"])
    picture = "" if painter is None else painter(board, Canvas(place, marks))
    return (
        f'<figure class="part"><figcaption><code>{escape(board["head"])}</code>'
        f'<span class="soft">{note}</span></figcaption>'
        f"{picture}</figure>"
    )


def _unit(large: float, small: float) -> float:
    """Return how many pixels a length of 1 takes."""
    return max(min(_WIDE / large, _HIGH / small), _SMALLEST / small)


def _size(n: int) -> str:
    """Return a length, where it is short enough to be written."""
    return str(n) if n < 10**_MOST_DIGITS else ""


def _squares(board: Board, canvas: Canvas) -> str:
    """Draw the rectangle of Euclid: a click on a square takes it and those before it."""
    large, small = board["data"]["large"], board["data"]["small"]
    unit, top = _unit(large, small), 26.0
    side = small * unit
    count = large // small
    parts = [label(large * unit / 2 + 4, 12, _size(large), "size")]
    for k in range(1, count + 1):
        x = 4 + (k - 1) * side
        shape = rect(x, top, side, side, "square") + label(
            x + side / 2, top + side / 2, str(k), "count"
        )
        words = f"take 1 square of side {small}" if k == 1 else f"take {k} squares of side {small}"
        parts.append(canvas.cell(f"k{k}", shape, words, (x + side / 2, top + side * 0.8)))
    parts.append(_rest(4 + count * side, top, large - count * small, small, unit))
    parts.append(label(4 + large * unit + 14, top + side / 2, _size(small), "size"))
    words = f"a rectangle of {large} by {small}, {count} squares and the rest"
    return svg(large * unit + 44, side + top + 6, parts, words, kind="squares")


def _rest(x: float, y: float, wide: int, high: int, unit: float) -> str:
    """Draw a rectangle cut into squares, as Euclid's algorithm goes on."""
    parts: list[str] = []
    while wide > 0 and high > 0 and min(wide, high) * unit >= 3 and len(parts) < 60:
        side = min(wide, high)
        parts.append(rect(x, y, side * unit, side * unit, "rest"))
        if wide >= high:
            wide, x = wide - side, x + side * unit
        else:
            high, y = high - side, y + side * unit
    if wide > 0 and high > 0:
        parts.append(rect(x, y, wide * unit, high * unit, "rest"))
    return f'<g aria-hidden="true">{"".join(parts)}</g>'


def _partizan(board: Board, canvas: Canvas) -> str:
    """Draw Partizan Euclid: Left keeps what is over, Right what is missing."""
    p, q = board["data"]["large"], board["data"]["small"]
    count, over = divmod(p, q)
    unit, top = _unit((count + 1) * q, q), 26.0
    side = q * unit
    parts = [label(4 + p * unit / 2, 12, _size(p), "size")]
    for k in range(count):
        parts.append(rect(4 + k * side, top, side, side, "rest"))
        parts.append(label(4 + (k + 0.5) * side, top + side / 2, _size(q), "count"))
    x, cut = 4 + count * side, over * unit
    if over:
        bottom = top + side + 18
        for name, at, width, length, owner in (
            ("rest", x, cut, over, "Left"),
            ("missing", x + cut, side - cut, q - over, "Right"),
        ):
            # Thin pieces are hard to hit, so the label below belongs to them.
            shape = (
                rect(at, top, width, side, f"piece {owner.lower()}")
                + rect(at, bottom - 16, width, 26, "hit")
                + label(at + width / 2, bottom, _size(length), f"size {owner.lower()}")
            )
            words = f"{owner} leaves {q} and {length}"
            parts.append(canvas.cell(name, shape, words, (at + width / 2, top + side / 2)))
        parts.append(label(x + side + 14, top + side / 2, _size(q), "size"))
    words = f"{count} squares of side {q}, {over} over, {q - over if over else 0} missing"
    return svg(x + (side if over else 0) + 44, side + top + 44, parts, words, kind="squares")


_SPOTS = {
    "the token": "token",
    "visited": "visited",
    "closed": "visited",
    "of Left": "ours-left",
    "of Right": "ours-right",
    "open to Left": "for-left",
    "open to Right": "for-right",
}
"""How the states of a vertex look."""


def _ring(board: Board, canvas: Canvas) -> str:
    """Draw the vertices of a graph on a ring, with the ways that the token may go."""
    data = board["data"]
    labels, token = data["labels"], data["token"]
    n = len(labels)
    dot = max(16.0, 4.4 * max(map(len, labels)))
    radius = max(80.0, n * (2 * dot + 8) / (2 * pi))
    middle = radius + dot + 24

    def at(i: int, r: float = radius) -> tuple[float, float]:
        angle = 2 * pi * i / n - pi / 2
        return middle + r * cos(angle), middle + r * sin(angle)

    parts = [] if data["lines"] else [disc(middle, middle, radius, "round")]
    parts += [_line(at(i), at(j)) for i, j in data["lines"]]
    if token is not None:
        goals = [at(i) for i in range(n) if canvas.numbers(f"p{i}")]
        parts += [_way(at(token), goal, middle) for goal in goals]
    for i, (text, state) in enumerate(zip(labels, data["states"], strict=True)):
        u, v = at(i)
        look = _SPOTS.get(state, "open")
        shape = disc(u, v, dot, f"spot {look}") + label(u, v, text, f"at-{look}")
        parts.append(canvas.cell(f"p{i}", shape, f"{text}, {state}", at(i, radius + dot + 11)))
    return svg(2 * middle, 2 * middle, parts, f"a ring of {n} places", kind="ring")


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x, y), (u, v) = start, end
    return f'<path class="round" d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"/>'


def _way(start: tuple[float, float], end: tuple[float, float], middle: float) -> str:
    (x, y), (u, v) = start, end
    bend = f"{middle:.1f} {middle:.1f}"
    return f'<path class="way" d="M{x:.1f} {y:.1f}Q{bend} {u:.1f} {v:.1f}"/>'


_PAINTERS: dict[str, Callable[[Board, Canvas], str]] = {
    "squares": _squares,
    "partizan": _partizan,
    "ring": _ring,
    "heaps": heaps,
    "pins": pins,
    "cakes": cakes,
    "hackenbush": hackenbush,
    "grid": grid,
    "track": track,
    "queen": queen,
}
