"""Diagrams in characters, for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from farstar._digits import to_text
from farstar.figures._layout_lines import cut_squares, vertex_places
from farstar.rules.diagrams import Cakes, Diagram, Edges, Graph, Grid, Heaps, Rectangle, Rows

_TALLEST = 24
"""Rows of a board or a cake."""

_WIDEST_RECTANGLE = 60
_MOST_SQUARES = 400
_SHARPEST = 2
"""Rows that a side of length 1 may take."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_ASCII = {0: " ", _UP | _DOWN: "|", _LEFT | _RIGHT: "-"}
_BOX = dict(zip((0, 3, 12, 10, 6, 9, 5, 11, 7, 14, 13, 15), " │─┌┐└┘├┤┬┴┼", strict=True))
"""By the directions in which there is a line: up 1, down 2, left 4, right 8."""


def draw_text(
    diagram: Diagram, *, width: int = 76, rows: int = 12, unicode: bool = False
) -> list[str]:
    r"""Return the lines of a diagram; none if it does not fit or its kind is unknown.

    Parameters
    ----------
    diagram : Diagram
        What to draw.
    width : int
        The number of columns available.
    rows : int
        The rows that a rectangle may take.
    unicode : bool
        Whether line-drawing characters are available.

    Examples
    --------
    >>> print(*draw_text(Cakes(((1, 2), (2, 3)))), sep="\n")
    oo ooo
       ooo
    >>> print(*draw_text(Rectangle(5, 3), rows=6), sep="\n")
    +-----------+-------+
    |           |       |
    |           |   2   |
    |     3     |       |
    |           +---+---+
    |           | 1 | 1 |
    +-----------+---+---+
    """
    match diagram:
        case Grid():
            return _grid(diagram, width)
        case Heaps(sizes) | Rows(sizes):
            fits = sizes and sum(sizes) + len(sizes) <= width
            return [" ".join("o" * size for size in sizes)] if fits else []
        case Cakes(pieces):
            return _cakes(pieces, width)
        case Graph():
            return _graph(diagram, width)
        case Rectangle(large, small):
            columns = min(width - 1, _WIDEST_RECTANGLE)
            return _squares(large, small, columns, rows, unicode=unicode)
        case Edges():
            return _edges(diagram, width)


def _grid(diagram: Grid, width: int) -> list[str]:
    """Draw a board with the numbers of its columns, and of its rows if there are several."""
    rows, columns = len(diagram.rows), len(diagram.rows[0])
    last = diagram.first + columns
    margin = len(str(rows)) + 1 if rows > 1 else 0
    if columns + margin > width or rows > _TALLEST:
        return []
    numbers = range(diagram.first, last)
    lines = [" " * margin + "".join(str(n % 10) for n in numbers)]
    if last > 10:
        tens = "".join(str(n // 10 % 10) if n % 10 == 0 and n else " " for n in numbers)
        lines.insert(0, " " * margin + tens)
    for number, row in enumerate(diagram.rows, diagram.first):
        lines.append(f"{number:{margin - 1}} {row}" if margin else row)
    return lines


def _cakes(pieces: Sequence[tuple[int, int]], width: int) -> list[str]:
    """Draw pieces side by side, a letter for each square."""
    tallest = max((rows for rows, _ in pieces), default=0)
    if sum(columns + 1 for _, columns in pieces) > width or tallest > _TALLEST:
        return []
    return [
        " ".join(("o" if row < rows else " ") * columns for rows, columns in pieces).rstrip()
        for row in range(tallest)
    ]


def _graph(diagram: Graph, width: int) -> list[str]:
    """Draw the vertices in a row, with the state of each below it."""
    signs = {"token": "@", "blocked": "#"}
    column = max(map(len, diagram.labels), default=1)
    space = " " if column > 1 else ""
    if (column + len(space)) * len(diagram.labels) > width:
        return []
    marks = (look.letter or signs.get(look.shape, ".") for look in diagram.looks)
    return [
        space.join(text.ljust(column) for text in texts).rstrip()
        for texts in (diagram.labels, marks)
    ]


def _edges(diagram: Edges, width: int) -> list[str]:
    """Draw the edge below each vertex as its colour and number, and list the other edges."""
    if not diagram.edges:
        return []
    letters = {"left": "l", "right": "r", "both": "e", "": "-"}
    owners = diagram.owners or ("",) * len(diagram.edges)
    names = [f"{letters[owner]}{number}" for number, owner in enumerate(owners, 1)]
    places = vertex_places(diagram.edges)
    column = max(map(len, names)) + 2
    across = round(max(x for x, _ in places.values()) * column) + column
    tallest = round(max(y for _, y in places.values()))
    if across > width or tallest > _TALLEST:
        return []
    below: dict[int, str] = {0: "the ground"}
    rows: defaultdict[int, str] = defaultdict(str)
    others = []
    # A lower vertex has its name before those above it.
    by_height = sorted(
        zip(diagram.edges, names, strict=True),
        key=lambda edge: (max(places[v][1] for v in edge[0]), max(places[v][0] for v in edge[0])),
    )
    for (u, v), name in by_height:
        lower, upper = sorted((u, v), key=lambda vertex: places[vertex][1])
        x, y = places[upper]
        if upper in below or places[lower][1] == y:
            others.append((lower, upper, name))
            continue
        below[upper] = name
        rows[round(y)] = rows[round(y)].ljust(round(x * column)) + name
    lines = [rows[y] for y in range(tallest, 0, -1)]
    ends = ((name, *(_top(below[v]) for v in (u, v))) for u, v, name in others)
    notes = [
        f"{name} joins {a} and {b}" if a != b else f"{name} is a loop at {a}" for name, a, b in ends
    ]
    return [*lines, "=" * across, *(note for note in notes if len(note) <= width)]


def _top(name: str) -> str:
    return name if name.startswith("the") else f"the top of {name}"


def _squares(a: int, b: int, columns: int, rows: int, *, unicode: bool) -> list[str]:
    """Draw a rectangle cut into squares, except those that are too small to be seen."""
    wide, high = max(a, b), min(a, b)
    # A row is as high as two columns are wide.
    across = min(columns, 2 * rows * wide // high, 2 * _SHARPEST * wide)
    down = (across * high + wide) // (2 * wide)
    if not down:
        return []
    lines: defaultdict[tuple[int, int], int] = defaultdict(int)
    letters: dict[tuple[int, int], str] = {}
    for x, y, side, _ in [(0, 0, 0, 0), *islice(cut_squares(wide, high), _MOST_SQUARES)]:
        # The first one is the rectangle itself.
        ends = (x + side, y + side) if side else (wide, high)
        left, right = ((2 * n * across + wide) // (2 * wide) for n in (x, ends[0]))
        top, bottom = ((2 * n * down + high) // (2 * high) for n in (y, ends[1]))
        if right - left < 2 or bottom - top < 1:
            break
        for column in range(left, right):
            for row in (top, bottom):
                lines[column, row] |= _RIGHT
                lines[column + 1, row] |= _LEFT
        for row in range(top, bottom):
            for column in (left, right):
                lines[column, row] |= _DOWN
                lines[column, row + 1] |= _UP
        label = to_text(side) if side else ""
        if right - left > len(label) and bottom - top > 1:
            first = (left + right + 1 - len(label)) // 2
            row = (top + bottom) // 2
            letters |= {(first + place, row): letter for place, letter in enumerate(label)}
    signs = _BOX if unicode else _ASCII
    return [
        "".join(letters.get((c, r)) or signs.get(lines[c, r], "+") for c in range(across + 1))
        for r in range(down + 1)
    ]
