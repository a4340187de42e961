"""A rectangle cut into squares, as Euclid's algorithm cuts it, in characters."""

from __future__ import annotations

from farstar import Value

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_ASCII = {_UP | _DOWN: "|", _LEFT | _RIGHT: "-"}
_BOX = dict(
    zip(
        (3, 12, 10, 6, 9, 5, 11, 7, 14, 13, 15),
        "│─┌┐└┘├┤┬┴┼",
        strict=True,
    )
)
"""By the directions in which there is a line: up 1, down 2, left 4, right 8."""

_SHARPEST = 2
"""Rows that a side of length 1 may take."""


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


def squares(
    a: int, b: int, *, columns: int = 60, rows: int = 12, unicode: bool = False
) -> list[str]:
    r"""Draw the rectangle with sides `a` and `b`, cut into the largest squares again and again.

    Nothing is drawn where the rectangle is too thin for the space; squares that are too small to
    be seen are left out.

    Examples
    --------
    >>> print(*squares(5, 3, rows=6), sep="\n")
    +-----------+-------+
    |           |       |
    |           |   2   |
    |     3     |       |
    |           +---+---+
    |           | 1 | 1 |
    +-----------+---+---+
    """
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
    x = y = 0
    while x < wide and y < high:
        side = min(wide - x, high - y)
        left, top = corner(x, y)
        right, bottom = corner(x + side, y + side)
        if right - left < 2 or bottom - top < 1:
            break
        canvas.box(left, top, right, bottom)
        canvas.label(left, top, right, bottom, str(Value(side)))
        if wide - x >= high - y:
            x += side
        else:
            y += side
    return canvas.text(unicode=unicode)


def _size(wide: int, high: int, columns: int, rows: int) -> tuple[int, int] | None:
    """Return the columns and rows of a drawing; a row is as high as two columns are wide."""
    if not high:
        return None
    across = min(columns, 2 * rows * wide // high, 2 * _SHARPEST * wide)
    down = (across * high + wide) // (2 * wide)
    return (across, down) if down else None
