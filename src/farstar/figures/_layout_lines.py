"""The layouts of graphs, pictures of edges, and rectangles cut into squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from farstar._digits import to_text
from farstar.errors import NotationError
from farstar.figures._scene import Curve, Disc, Item, Point, Rect, Scene, Shape, Text
from farstar.rules import Path
from farstar.rules.diagrams import Edges, Graph, Rectangle

_MOST_VERTICES = 60
_MOST_IN_A_LINE = 14
_MOST_ARCS = 60
_MOST_EDGES = 200
_MOST_SQUARES = 40
"""Squares of the largest size."""

_MOST_SMALLER_SQUARES = 400
_WIDE, _HIGH = 520.0, 190.0
_TOP = 26.0
_SMALLEST = 24.0
"""The size of the largest squares, so that they can be clicked."""

_THINNEST = 1.5
_SHADES = 5
_LONGEST_LABEL = 9
_OWNERS = {"left": "Left's", "right": "Right's", "both": "either player's", "": "nobody's"}


# Graphs.


def graph(diagram: Graph, last: Path) -> Scene:
    """Draw vertices: a path in a line, a star around its middle, all others on a circle."""
    count = len(diagram.labels)
    if count > _MOST_VERTICES:
        raise NotationError(f"expected at most {_MOST_VERTICES} vertices to draw, got {count}")
    dot = max(16.0, 4.4 * max(map(len, diagram.labels), default=1))
    places, middle = _vertices(diagram, dot)
    edge = dot + 22
    left, top = min(x for x, _ in places) - edge, min(y for _, y in places) - edge
    places = [(x - left, y - top) for x, y in places]
    width, height = (max(p[i] for p in places) + edge for i in (0, 1))
    centre = (-left, -top)
    roles = [f"edge {owner}" for owner in diagram.owners] or ["line"] * len(diagram.edges)
    lines: list[Shape] = [
        Curve(role, (places[i], places[j]))
        for role, (i, j) in zip(roles, diagram.edges, strict=True)
    ]
    if not diagram.edges and not diagram.arcs:
        lines.append(Disc("round", *centre, middle))
    # If a graph has too many arcs to distinguish, only those that the token may take are shown.
    few = len(diagram.arcs) <= _MOST_ARCS
    pairs = {arc[:2] for arc in diagram.arcs}
    for tail, head, owner in sorted(diagram.arcs, key=lambda arc: arc[0] == diagram.token):
        role = "way" if tail == diagram.token else "arc"
        if few or role == "way":
            bend = 14.0 if (head, tail) in pairs else 0.0
            lines += _arrow(f"{role} {owner}".strip(), places[tail], places[head], dot, bend)
    items = [Item(tuple(lines))]
    for number, (label, look) in enumerate(zip(diagram.labels, diagram.looks, strict=True)):
        x, y = places[number]
        state = {"stone": look.owner, "token": "token", "blocked": "closed"}.get(look.shape, "")
        shapes: list[Shape] = [Disc(f"spot {state}".strip(), x, y, dot)]
        if look.shape == "letter":
            shapes.append(Text("number", x, y - 7, label))
            shapes.append(Text(f"for-{look.owner}", x, y + 6, look.letter.upper()))
        else:
            shapes.append(Text(f"on-{state}" if state else "count", x, y, label))
        if (number,) in last:
            shapes.append(Disc("last", x, y, dot + 3))
        outward = _outward((x, y), centre, dot + 13)
        items.append(Item(tuple(shapes), f"{label}, {look.words}", (number,), outward))
    noun = "vertex" if count == 1 else "vertices"
    return Scene("graph", width, height, f"a graph of {count} {noun}", tuple(items))


def _arrow(role: str, tail: Point, head: Point, dot: float, bend: float) -> list[Shape]:
    """Return an arrow between the rims of two vertices, bent to its left by some pixels."""
    x, y = _direction(tail, head)
    middle = (tail[0] + head[0]) / 2 + 2 * bend * y, (tail[1] + head[1]) / 2 - 2 * bend * x
    start, end = _direction(tail, middle), _direction(middle, head)
    tip = head[0] - end[0] * (dot + 1.5), head[1] - end[1] * (dot + 1.5)
    back = tip[0] - 8 * end[0], tip[1] - 8 * end[1]
    first = tail[0] + start[0] * dot, tail[1] + start[1] * dot
    barbs = [
        Curve(f"{role} barb", (tip, (back[0] + turn * end[1], back[1] - turn * end[0])))
        for turn in (-4, 4)
    ]
    return [Curve(role, (first, middle, tip) if bend else (first, tip)), *barbs]


def _direction(tail: Point, head: Point) -> Point:
    """Return the vector of length 1 from one point towards another."""
    x, y = head[0] - tail[0], head[1] - tail[1]
    length = (x * x + y * y) ** 0.5 or 1.0
    return x / length, y / length


def _outward(place: Point, centre: Point, length: float) -> Point:
    """Return the point beside a vertex, away from the middle."""
    x, y = place[0] - centre[0], place[1] - centre[1]
    far = (x * x + y * y) ** 0.5
    if far < 1 or abs(y) < 1:
        return place[0], place[1] + length
    return place[0] + x / far * length, place[1] + y / far * length


def _vertices(diagram: Graph, dot: float) -> tuple[list[Point], float]:
    """Return the places of the vertices around the origin, and the radius of the circle."""
    count = len(diagram.labels)
    in_line = [(i, i + 1) for i in range(count - 1)]
    if not diagram.is_ring and count <= _MOST_IN_A_LINE and sorted(diagram.edges) == in_line:
        return [((2 * dot + 26) * i, 0.0) for i in range(count)], 0.0
    degrees = Counter(vertex for edge in diagram.edges for vertex in edge)
    hub = next((i for i in range(count) if degrees[i] == count - 1 == len(diagram.edges)), None)
    rim = [i for i in range(count) if i != hub]
    gap = 26 if diagram.arcs else 8  # room for an arrow
    radius = max(70.0, len(rim) * (2 * dot + gap) / (2 * pi))
    places = {hub: (0.0, 0.0)}
    for step, vertex in enumerate(rim):
        angle = 2 * pi * step / len(rim) - pi / 2
        places[vertex] = radius * cos(angle), radius * sin(angle)
    return [places[i] for i in range(count)], radius


# Edges on the ground.


def edges(diagram: Edges) -> Scene:
    """Draw edges above the ground; the height of a vertex is its distance from the ground."""
    count = len(diagram.edges)
    if count > _MOST_EDGES:
        raise NotationError(f"expected at most {_MOST_EDGES} edges to draw, got {count}")
    places = vertex_places(diagram.edges)
    wide, high = (max(place[i] for place in places.values()) for i in (0, 1))
    across = max(34.0, min(62.0, _WIDE / max(wide, 1)))
    up = max(30.0, min(62.0, 460 / max(high, 1)))
    ground = 24 + high * up

    def at(place: Point) -> Point:
        return 44 + place[0] * across, ground - place[1] * up

    width = 88 + wide * across
    items = [Item((Curve("ground", ((12, ground), (width - 12, ground))),))]
    drawn: dict[tuple[Point, Point], int] = {}
    for number, (u, v) in enumerate(diagram.edges):
        owner = diagram.owners[number] if diagram.owners else ""
        ends = _ends(places, u, v)
        beside = drawn.get(ends, 0)
        drawn[ends] = beside + 1
        points, middle = _bent(at(ends[0]), at(ends[1]), beside)
        shapes = (
            # A straight line has no width, and could not be clicked.
            Rect("hit", middle[0] - 14, middle[1] - 14, 28, 28),
            Curve("hit-edge", points),
            Curve(f"edge {owner}".strip(), points),
        )
        items.append(Item(shapes, f"edge {number + 1}, {_OWNERS[owner]}", (number,), middle))
    joints = [Disc("joint", *at(place), 5) for vertex, place in places.items() if vertex]
    items.append(Item(tuple(joints)))
    noun = "edge" if count == 1 else "edges"
    return Scene("edges", width, ground + 14, f"{count} {noun} on the ground", tuple(items))


def _ends(places: dict[int, Point], u: int, v: int) -> tuple[Point, Point]:
    """Return the ends of an edge; the ground is right below what stands on it."""
    if u == v == 0:
        return (0.0, 0.0), (1.0, 0.0)
    if 0 in (u, v):
        x, y = places[u or v]
        return (x, 0.0), (x, y)
    return places[u], places[v]


def _bent(start: Point, end: Point, beside: int) -> tuple[tuple[Point, ...], Point]:
    """Return the points of an edge and its middle; edges beside each other are bent apart."""
    (a, b), (c, d) = start, end
    if start == end:
        size = 40.0 + 16 * beside
        return (start, (a - size, b - size), (a + size, b - size), end), (a, b - 0.75 * size)
    bend = 26.0 * ((beside + 1) // 2) * (-1 if beside % 2 else 1)
    if not bend and b != d:
        return (start, end), ((a + c) / 2, (b + d) / 2)
    # A level edge could pass through other vertices.
    bend = bend or 26.0
    length = ((c - a) ** 2 + (d - b) ** 2) ** 0.5
    x = (a + c) / 2 + bend * 2 * (d - b) / length
    y = (b + d) / 2 - bend * 2 * (c - a) / length
    return (start, (x, y), end), ((a + c) / 4 + x / 2, (b + d) / 4 + y / 2)


def vertex_places(edges: Sequence[tuple[int, int]]) -> dict[int, Point]:
    """Return the places of the vertices: heights are distances from the ground."""
    near: dict[int, list[int]] = {0: []}
    for u, v in edges:
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
    column: dict[int, float] = {}
    for leaf, vertex in enumerate(v for v in _depth_first(above) if v not in above):
        column[vertex] = float(leaf)
    # From the leaves down: a vertex is placed in the middle of those above it.
    for vertex in reversed(order):
        if vertex in above:
            column[vertex] = sum(column[v] for v in above[vertex]) / len(above[vertex])
    return {vertex: (column[vertex], float(height[vertex])) for vertex in order}


def _depth_first(above: dict[int, list[int]]) -> Iterator[int]:
    waiting = [0]
    while waiting:
        vertex = waiting.pop()
        yield vertex
        waiting += reversed(above.get(vertex, []))


# Rectangles.


class Square(NamedTuple):
    """A square cut off a rectangle, by which quotient, and where its first corner lies."""

    x: int
    y: int
    side: int
    quotient: int


def cut_squares(width: int, height: int) -> Iterator[Square]:
    """Yield the largest squares that can be cut off a rectangle, one after the other."""
    x = y = quotient = 0
    wide = width >= height
    while width and height:
        side = min(width, height)
        if (width >= height) != wide and width != height:
            wide, quotient = not wide, quotient + 1
        yield Square(x, y, side, quotient)
        if wide:
            x, width = x + side, width - side
        else:
            y, height = y + side, height - side


def rectangle(diagram: Rectangle) -> Scene:
    """Draw a rectangle with squares cut off."""
    large, small = diagram.large, diagram.small
    if large > _MOST_SQUARES * small or small > _MOST_SQUARES * large:
        raise NotationError(
            f"expected a rectangle at most {_MOST_SQUARES} times as long as wide to draw, "
            f"got {_label(large)} by {_label(small)}"
        )
    return _remainders(large, small) if diagram.remainders else _squares(large, small)


def short(n: int, longest: int = 7) -> str:
    """Return a number, shortened in the middle if it is long."""
    text, ends = to_text(n), (longest - 3) // 2
    return text if len(text) <= longest else f"{text[:ends]}…{text[-ends:]}"


def _label(n: int) -> str:
    return short(n, _LONGEST_LABEL)


def _inside(n: int, x: float, y: float, side: float) -> tuple[Text, ...]:
    """Return the length of a side in the middle of a square, if there is room."""
    text = _label(n)
    roomy = side >= max(20, 9 * len(text) + 6)
    return (Text("count", x + side / 2, y + side / 2, text),) if roomy else ()


def _side(columns: float) -> float:
    """Return the side of the largest squares."""
    return max(min(_WIDE / columns, _HIGH), _SMALLEST)


def _squares(large: int, small: int) -> Scene:
    """Draw all squares; a move takes one of the largest and those before it."""
    side = _side(large / small)
    wide, count = large / small * side, large // small
    items, number, x = [Item((Text("size", 4 + wide / 2, 12, _label(large)),))], 0, 4.0
    smaller: list[Shape] = []
    for square in cut_squares(large, small):
        length = square.side / small * side
        x, y = 4 + square.x / small * side, _TOP + square.y / small * side
        label = _inside(square.side, x, y, length)
        if square.quotient == 0:
            number += 1
            words = f"square {number} of {count}, side {_label(small)}"
            shape = Rect("square", x, y, length, length)
            at = (x + length / 2, y + 0.8 * length)
            items.append(Item((shape, *label), words, (number,), at))
        elif length < _THINNEST or len(smaller) > _MOST_SMALLER_SQUARES:
            break
        else:
            role = f"rest shade{(square.quotient - 1) % _SHADES}"
            smaller += [Rect(role, x, y, length, length), *label]
    outline = Rect("outline", 4, _TOP, wide, side)
    end = Text("size", wide + 10 + 4 * len(_label(small)), _TOP + side / 2, _label(small))
    items.append(Item((*smaller, outline, end)))
    words = f"a rectangle of {_label(large)} by {_label(small)}, {count} squares and the rest"
    width = wide + 16 + 8 * len(_label(small))
    return Scene("rectangle", width, side + _TOP + 6, words, tuple(items))


def _remainders(p: int, q: int) -> Scene:
    """Draw the squares, the remainder, and what is missing from the next square."""
    count, over = divmod(p, q)
    side = _side(count + bool(over))
    squares: list[Shape] = [Text("size", 4 + p / q * side / 2, 12, _label(p))]
    for k in range(count):
        squares.append(Rect("rest", 4 + k * side, _TOP, side, side))
        squares += _inside(q, 4 + k * side, _TOP, side)
    x, end = 4 + count * side, 4 + (count + bool(over)) * side
    squares.append(Text("size", end + 6 + 4 * len(_label(q)), _TOP + side / 2, _label(q)))
    items = [Item(tuple(squares))]
    cut, below = over / q * side, _TOP + side + 18
    for number, (at, wide, length, owner, what) in enumerate(
        (
            (x, cut, over, "left", "over, Left's"),
            (x + cut, side - cut, q - over, "right", "missing, Right's"),
        )
        if over
        else ()
    ):
        # Thin pieces are hard to click, so the label below them can be clicked too.
        shapes = (
            Rect(f"piece {owner}", at + 1, _TOP, wide - 2, side),
            Rect("hit", at, below - 16, wide, 26),
            Text(f"size {owner}", at + wide / 2, below, _label(length)),
        )
        words = f"{_label(length)} {what}"
        items.append(Item(shapes, words, (number,), (at + wide / 2, _TOP + side / 2)))
    missing = q - over if over else 0
    words = f"{count} squares of side {_label(q)}, {_label(over)} over, {_label(missing)} missing"
    height = side + _TOP + (36 if over else 6)
    return Scene("rectangle", end + 12 + 8 * len(_label(q)), height, words, tuple(items))
