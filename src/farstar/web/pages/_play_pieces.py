"""Boards of the page Play with pieces: counters, pins, cakes, and pictures of Hackenbush."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from farstar.web.pages._play_svg import Canvas, disc, label, rect, svg

_UNIT = 30.0
"""Pixels of a square of cake."""

_WIDEST = 640.0
_OWNERS = {"l": "left", "r": "right", "e": "both"}
_COLOURS = {"l": "blue, Left's", "r": "red, Right's", "e": "green, either player's"}

Board = dict[str, Any]
Place = tuple[float, float]


def heaps(board: Board, canvas: Canvas) -> str:
    """Draw heaps: a click on a counter takes it and all above it."""
    sizes = board["data"]["heaps"]
    tallest = max(sizes)
    step = max(11.0, min(26.0, 300 / tallest))
    height = tallest * step + 12
    parts = []
    for place, heap in enumerate(sizes):
        x = 8 + place * 70
        pile = []
        for counter in range(heap, 0, -1):
            y = height - counter * step
            shape = rect(x, y, 54, step - 3, "counter", rx=min(8.0, step / 2 - 1.5))
            words = f"heap {place + 1}: take {heap - counter + 1} of {heap}"
            middle = (x + 27, y + step / 2 - 1)
            pile.append(canvas.cell(f"h{place}-{counter}", shape, words, middle))
        parts.append(f'<g class="pile">{"".join(pile)}</g>')
        parts.append(label(x + 27, height + 14, str(heap), "size"))
    words = f"heaps of {', '.join(map(str, sizes))}"
    return svg(16 + 70 * len(sizes), height + 28, parts, words, kind="heaps")


def pins(board: Board, canvas: Canvas) -> str:
    """Draw pins in rows: click on the first and the last one to go."""
    rows = board["data"]["heaps"]
    parts = []
    for row, length in enumerate(rows):
        for pin in range(1, length + 1):
            x, y = 30 * pin - 10, 18 + 50 * row
            shape = disc(x, y, 12, "counter") + label(x, y, str(pin), "count")
            words = f"row {row + 1}, pin {pin} of {length}"
            parts.append(canvas.cell(f"h{row}-{pin}", shape, words, (x, y + 23)))
    words = f"rows of {', '.join(map(str, rows))} pins"
    width = 30 * max(rows) + 20
    narrowest = min(width, 24 * max(rows))
    return svg(width, 50 * len(rows) + 2, parts, words, kind="pins", narrowest=narrowest)


def cakes(board: Board, canvas: Canvas) -> str:
    """Draw cakes, and the lines along which they can be cut."""
    data = board["data"]
    parts = []
    x, y, lowest, width = 8.0, 8.0, 8.0, 0.0
    for place, (rows, columns) in enumerate(data["cakes"]):
        if x > 8 and x + columns * _UNIT > _WIDEST:
            x, y = 8.0, lowest + 18
        for r in range(rows):
            for c in range(columns):
                parts.append(rect(x + c * _UNIT, y + r * _UNIT, _UNIT, _UNIT, "crumb"))
        lines = _lines(place, (rows, columns), (x, y), data["eaten"])
        for name, words, (left, top, wide, high) in lines:
            if canvas.numbers(name):
                shape = rect(left, top, wide, high, "knife", rx=4)
                parts.append(canvas.cell(name, shape, words, (left + wide / 2, top + high / 2)))
        lowest = max(lowest, y + rows * _UNIT)
        x += columns * _UNIT + 18
        width = max(width, x)
    words = f"cakes of {', '.join(f'{m} by {n}' for m, n in data['cakes'])}"
    return svg(width, lowest + 8, parts, words, kind="cakes")


def _lines(
    place: int, size: tuple[int, int], corner: Place, eaten: bool
) -> Iterator[tuple[str, str, tuple[float, float, float, float]]]:
    """Yield the lines of a cake: name, words, and where to click."""
    (rows, columns), (x, y) = size, corner
    thick = _UNIT - 12 if eaten else 12
    shift = 6 if eaten else -6
    verb = "eat" if eaten else "cut after"
    number = 1 if eaten else 0
    for c in range(columns):
        words = f"cake {place + 1}: {verb} column {c + number}"
        yield f"c{place}v{c}", words, (x + c * _UNIT + shift, y + 3, thick, rows * _UNIT - 6)
    for r in range(rows):
        words = f"cake {place + 1}: {verb} row {r + number}"
        yield f"c{place}h{r}", words, (x + 3, y + r * _UNIT + shift, columns * _UNIT - 6, thick)


def hackenbush(board: Board, canvas: Canvas) -> str:
    """Draw a picture of Hackenbush: the ground below, each edge a button."""
    edges = board["data"]["edges"]
    places = _layout(edges)
    wide = max(x for x, _ in places.values())
    high = max(y for _, y in places.values())

    def at(place: Place) -> Place:
        return 40 + place[0] * 62, 24 + (high - place[1]) * 62

    ground = at((0, 0))[1]
    parts = [
        f'<path class="ground" d="M12 {ground:.1f}H{68 + wide * 62:.1f}"/>',
    ]
    drawn: dict[tuple[Place, Place], int] = {}
    for number, (u, v, colour) in enumerate(edges):
        ends = _ends(places, u, v)
        count = drawn.get(ends, 0)
        drawn[ends] = count + 1
        way, middle = _way(at(ends[0]), at(ends[1]), count)
        shape = (
            # A straight line has no width, and nothing could be hit.
            rect(middle[0] - 14, middle[1] - 14, 28, 28, "hit")
            + f'<path class="hit-edge" d="{way}"/><path class="edge {_OWNERS[colour]}" d="{way}"/>'
        )
        words = f"edge {number + 1}, {_COLOURS[colour]}"
        parts.append(canvas.cell(f"e{number}", shape, words, middle))
    parts += [disc(*at(place), 5, "joint") for vertex, place in places.items() if vertex]
    words = f"a picture of {len(edges)} edges on the ground"
    return svg(80 + wide * 62, ground + 14, parts, words, kind="hackenbush")


def _ends(places: dict[int, Place], u: int, v: int) -> tuple[Place, Place]:
    """Return the ends of an edge; the ground is right below what stands on it."""
    if u == v == 0:
        return (0.0, 0.0), (1.0, 0.0)
    if 0 in (u, v):
        x, y = places[u or v]
        return (x, 0.0), (x, y)
    return places[u], places[v]


def _way(start: Place, end: Place, count: int) -> tuple[str, Place]:
    """Return the path of an edge and its middle; edges beside each other are bent apart."""
    bend = 26.0 * ((count + 1) // 2) * (-1 if count % 2 else 1)
    if start == end:
        bend = 40.0 + 16 * count
        x, y = start
        return f"M{x:.1f} {y:.1f}c-{bend} -{bend} {bend} -{bend} 0 0", (x, y - bend * 0.75)
    if start[1] == end[1] and not bend:
        bend = 26.0
    (a, b), (c, d) = start, end
    length = max(1.0, ((c - a) ** 2 + (d - b) ** 2) ** 0.5)
    x = (a + c) / 2 + bend * 2 * (d - b) / length
    y = (b + d) / 2 - bend * 2 * (c - a) / length
    middle = ((a + c) / 4 + x / 2, (b + d) / 4 + y / 2)
    return f"M{a:.1f} {b:.1f}Q{x:.1f} {y:.1f} {c:.1f} {d:.1f}", middle


def _layout(edges: list[Any]) -> dict[int, Place]:
    """Return where the vertices are: as high as they are far from the ground, leaves apart."""
    near: dict[int, list[int]] = {0: []}
    for u, v, _ in edges:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    height, order = {0: 0}, [0]
    above: dict[int, list[int]] = {}
    for vertex in order:
        for other in near[vertex]:
            if other not in height:
                height[other] = height[vertex] + 1
                above.setdefault(vertex, []).append(other)
                order.append(other)
    # From the leaves down: a vertex stands in the middle of those above it.
    column: dict[int, float] = {}
    for leaf, vertex in enumerate(v for v in _depth_first(above) if v not in above):
        column[vertex] = float(leaf)
    for vertex in reversed(order):
        if vertex in above:
            column[vertex] = sum(column[v] for v in above[vertex]) / len(above[vertex])
    return {vertex: (column[vertex], float(height[vertex])) for vertex in order}


def _depth_first(above: dict[int, list[int]]) -> Iterator[int]:
    todo = [0]
    while todo:
        vertex = todo.pop()
        yield vertex
        todo += reversed(above.get(vertex, []))
