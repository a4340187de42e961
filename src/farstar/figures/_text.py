"""Diagrams in characters, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from farstar._digits import to_text
from farstar.figures._layout_lines import cut_squares
from farstar.rules.diagrams import Cakes, Diagram, Edges, Graph, Grid, Heaps, Rectangle, Rows

_TALLEST = 24
"""Rows of a board or a cake."""

_WIDEST_RECTANGLE = 60
_SHARPEST = 2
"""Rows that a side of length 1 may take."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_ASCII = {_UP | _DOWN: "|", _LEFT | _RIGHT: "-"}
_BOX = dict(zip((3, 12, 10, 6, 9, 5, 11, 7, 14, 13, 15), "│─┌┐└┘├┤┬┴┼", strict=True))
"""By the directions in which there is a line: up 1, down 2, left 4, right 8."""


def draw_text(
    diagram: Diagram, *, width: int = 76, rows: int = 12, unicode: bool = False
) -> list[str]:
    r"""Return the lines of a diagram; there are none where it does not fit or is not known.

    Parameters
    ----------
    diagram : Diagram
        What to draw.
    width : int
        The columns that there are.
    rows : int
        The rows that a rectangle may take.
    unicode : bool
        Whether there are characters for lines.

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
            return []


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
    """Draw the vertices in a row, and below each what it is."""
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


# Rectangles.


class _Canvas:
    """Lines and labels on a grid of characters."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._lines: dict[tuple[int, int], int] = {}
        self._letters: dict[tuple[int, int], str] = {}

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw the outline of a rectangle."""
        for row in (top, bottom):
            for column in range(left, right):
                self._join(column, row, _RIGHT)
                self._join(column + 1, row, _LEFT)
        for column in (left, right):
            for row in range(top, bottom):
                self._join(column, row, _DOWN)
                self._join(column, row + 1, _UP)

    def _join(self, column: int, row: int, direction: int) -> None:
        self._lines[column, row] = self._lines.get((column, row), 0) | direction

    def label(self, left: int, top: int, right: int, bottom: int, text: str) -> None:
        """Write a text into the middle of a rectangle if there is room."""
        if right - left <= len(text) or bottom - top < 2:
            return
        column, row = (left + right + 1 - len(text)) // 2, (top + bottom) // 2
        for place, letter in enumerate(text):
            self._letters[column + place, row] = letter

    def text(self, *, unicode: bool) -> list[str]:
        """Return the lines of the drawing."""
        return [
            "".join(self._cell(column, row, unicode=unicode) for column in range(self.columns + 1))
            for row in range(self.rows + 1)
        ]

    def _cell(self, column: int, row: int, *, unicode: bool) -> str:
        if (column, row) in self._letters:
            return self._letters[column, row]
        lines = self._lines.get((column, row), 0)
        if not lines:
            return " "
        return _BOX[lines] if unicode else _ASCII.get(lines, "+")


def _squares(a: int, b: int, columns: int, rows: int, *, unicode: bool) -> list[str]:
    """Draw a rectangle cut into squares; those that are too small to be seen are left out."""
    wide, high = max(a, b), min(a, b)
    size = _size(wide, high, columns, rows)
    if size is None:
        return []
    canvas = _Canvas(*size)

    def corner(x: int, y: int) -> tuple[int, int]:
        return (
            (2 * x * canvas.columns + wide) // (2 * wide),
            (2 * y * canvas.rows + high) // (2 * high),
        )

    canvas.box(0, 0, *size)
    for x, y, side, _ in cut_squares(wide, high):
        left, top = corner(x, y)
        right, bottom = corner(x + side, y + side)
        if right - left < 2 or bottom - top < 1:
            break
        canvas.box(left, top, right, bottom)
        canvas.label(left, top, right, bottom, to_text(side))
    return canvas.text(unicode=unicode)


def _size(wide: int, high: int, columns: int, rows: int) -> tuple[int, int] | None:
    """Return the columns and rows of a drawing; a row is as high as two columns are wide."""
    if not high or not rows:
        return None
    across = min(columns, 2 * rows * wide // high, 2 * _SHARPEST * wide)
    down = (across * high + wide) // (2 * wide)
    return (across, down) if down else None
