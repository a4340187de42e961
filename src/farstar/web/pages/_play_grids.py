"""Boards of the page Play that are made of rows and columns of cells."""

from __future__ import annotations

from typing import Any

from farstar.web.pages._play_svg import Canvas, disc, label, rect, svg

_MARGIN = 26.0
_SMALLEST = 24.0
"""Pixels of a cell in a narrow window."""

_TRACK = {".": "open", "#": "visited", "@": "the token"}

Board = dict[str, Any]


def _cell_size(columns: int) -> float:
    return max(26.0, min(52.0, 640 / columns))


def grid(board: Board, canvas: Canvas) -> str:
    """Draw a board of a game on a grid."""
    data = board["data"]
    rows, alphabet = data["rows"], data["alphabet"]
    size = _cell_size(len(rows[0]))
    parts = _numbers(len(rows), len(rows[0]), size)
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            words = f"row {r + 1}, column {c + 1}, {alphabet[mark]}"
            parts.append(_cell(canvas, r, c, size, _piece(mark, alphabet), words))
    words = f"{data['name']}, {len(rows)} rows and {len(rows[0])} columns"
    return _board(len(rows), len(rows[0]), size, parts, words)


def track(board: Board, canvas: Canvas) -> str:
    """Draw the two rows of Geography, with the token and the cells that were visited."""
    rows = board["data"]["rows"]
    size = _cell_size(len(rows[0]))
    parts = _numbers(2, len(rows[0]), size)
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            words = f"row {r + 1}, column {c + 1}, {_TRACK[mark]}"
            kind = {"@": "token", "#": "closed", ".": ""}[mark]
            parts.append(_cell(canvas, r, c, size, kind, words))
    words = f"two rows of {len(rows[0])} cells"
    return _board(2, len(rows[0]), size, parts, words)


def queen(board: Board, canvas: Canvas) -> str:
    """Draw Wythoff's game as a queen on her way to the corner."""
    a, b = board["data"]["place"]
    size = _cell_size(b + 1)
    parts = _numbers(a + 1, b + 1, size, first=0)
    for r in range(a + 1):
        for c in range(b + 1):
            kind = "token" if (r, c) == (a, b) else ""
            words = f"heaps of {r} and {c}"
            parts.append(_cell(canvas, r, c, size, kind, words))
    return _board(a + 1, b + 1, size, parts, f"a queen on row {a}, column {b}")


def _board(rows: int, columns: int, size: float, parts: list[str], words: str) -> str:
    width, height = _MARGIN + columns * size + 4, _MARGIN + rows * size + 4
    narrowest = min(width, _MARGIN + columns * _SMALLEST)
    return svg(width, height, parts, words, kind="grid", narrowest=narrowest)


def _numbers(rows: int, columns: int, size: float, first: int = 1) -> list[str]:
    """Return the numbers of the rows and columns."""
    across = [label(_MARGIN + (c + 0.5) * size, 12, str(c + first), "size") for c in range(columns)]
    down = [label(11, _MARGIN + (r + 0.5) * size, str(r + first), "size") for r in range(rows)]
    return [f'<g aria-hidden="true">{"".join(across + down)}</g>']


def _cell(canvas: Canvas, row: int, column: int, size: float, kind: str, words: str) -> str:
    x, y = _MARGIN + column * size, _MARGIN + row * size
    middle = (x + size / 2, y + size / 2)
    square = rect(x, y, size, size, f"square {'closed' if kind == 'closed' else ''}")
    shape = square + _drawn(kind, *middle, size)
    at = middle if not kind else (x + size * 0.82, y + size * 0.2)
    return canvas.cell(f"r{row}c{column}", shape, words, at)


def _piece(mark: str, alphabet: dict[str, str]) -> str:
    """Return what is drawn for a mark: by its meaning where that says whose it is."""
    meaning = alphabet[mark]
    if mark == ".":
        return ""
    if mark == "#":
        return "closed"
    if mark in "xT" or (mark == "l" and "domino" in meaning):
        return f"{'domino' if mark == 'l' else 'stone'} left {mark}"
    if mark in "oF" or (mark == "r" and "domino" in meaning):
        return f"{'domino' if mark == 'r' else 'stone'} right {mark}"
    return f"domino both {mark}" if mark == "e" else f"letter {mark}"


def _drawn(kind: str, x: float, y: float, size: float) -> str:
    """Return the piece on a cell."""
    if not kind or kind == "closed":
        return ""
    if kind == "token":
        return disc(x, y, size * 0.33, "token")
    shape, _, mark = kind.rpartition(" ")
    owner = shape.rpartition(" ")[2]
    if shape.startswith("stone"):
        return disc(x, y, size * 0.36, shape) + label(x, y, mark, f"on-{owner}")
    if shape.startswith("domino"):
        bar = rect(x - size * 0.18, y - size * 0.4, size * 0.36, size * 0.8, shape, rx=3)
        return bar + label(x, y, mark, f"on-{owner}")
    return label(x, y, mark, {"l": "for-left", "r": "for-right"}.get(mark, ""))
