"""Patterns on a board: where they fit, what they leave, and which parts are independent.

This is the plain way, for boards of every kind and size; the core does the same with bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from farstar.games import _boards as boards
from farstar.games._boards import Board, Cell
from farstar.games.patterns._patterns import Offset, Pattern
from farstar.games.patterns._text import EDGE
from farstar.rules import Step


class Field:
    """A board with its size, and the index of each cell in the text."""

    __slots__ = ("board", "columns", "ring", "rows")

    def __init__(self, board: Board, ring: bool) -> None:
        self.board = board
        self.columns = boards.stride(board) - 1
        self.rows = board.count("|") + 1
        self.ring = ring

    def index(self, row: int, column: int) -> int | None:
        """Return the place of a cell in the text; None for one outside the board."""
        if self.ring:
            column %= self.columns
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * (self.columns + 1) + column
        return None

    def places(self) -> Iterator[tuple[int, int]]:
        """Yield every row and column."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield row, column


def moves(board: Board, patterns: Iterable[Pattern], *, ring: bool) -> Iterator[Step]:
    """Yield the moves that some patterns allow, each result once."""
    field = Field(board, ring)
    seen = set()
    for pattern in patterns:
        for row, column in field.places():
            if not _fits(field, pattern, row, column):
                continue
            marks = [(field.index(row + r, column + c), m) for (r, c), m in pattern.writes]
            after = boards.changed(board, *[(i, m) for i, m in marks if i is not None])
            if after not in seen:
                seen.add(after)
                path = tuple(
                    Cell(row + r, (column + c) % field.columns) for (r, c), _ in pattern.writes
                )
                yield Step(after, path)


def _fits(field: Field, pattern: Pattern, row: int, column: int) -> bool:
    board = field.board
    used = set()
    for (r, c), marks in pattern.needs:
        i = field.index(row + r, column + c)
        if (EDGE if i is None else board[i]) not in marks:
            return False
        if i is not None and field.ring:
            if i in used:
                return False  # on a short ring a pattern would meet itself
            used.add(i)
    for (r, c), marks in pattern.forbids:
        i = field.index(row + r, column + c)
        if i is not None and board[i] in marks:
            return False
    return True


def components(
    board: Board, patterns: Sequence[Pattern], *, ring: bool, empty: str, has_edges: bool
) -> list[Board] | None:
    """Return the independent parts of a board; None if it does not split.

    For each cell the marks that it may ever hold are found, from above: a pattern counts as
    possible if each of its cells may hold what it needs. Cells that may change belong together
    if a possible pattern has both. Cells that never change are scenery, and may stand in several
    parts. What no possible pattern looks at is left out.
    """
    field = Field(board, ring)
    may: dict[int, set[str]] = {
        i: {board[i]} for i in (field.index(r, c) for r, c in field.places()) if i is not None
    }
    changing: set[int] = set()
    placements = [(pattern, row, column) for pattern in patterns for row, column in field.places()]
    possible: list[tuple[Pattern, int, int]] = []
    grown = True
    while grown:
        grown = False
        waiting = []
        for placement in placements:
            pattern, row, column = placement
            if not _may_fit(field, may, pattern, row, column):
                waiting.append(placement)
                continue
            possible.append(placement)
            grown = True
            for (r, c), mark in pattern.writes:
                i = field.index(row + r, column + c)
                assert i is not None
                may[i].add(mark)
                changing.add(i)
        placements = waiting
    parts: list[tuple[set[int], set[int]]] = []
    for pattern, row, column in possible:
        touched = _touched(field, may, pattern, row, column)
        moving, scenery = touched & changing, touched - changing
        joined = [part for part in parts if part[0] & moving]
        for part in joined:
            moving |= part[0]
            scenery |= part[1]
            parts.remove(part)
        parts.append((moving, scenery))
    if ring and len(parts) == 1:
        return None
    return [
        _cut(field, moving | scenery, empty, keep_size=has_edges or ring)
        for moving, scenery in parts
    ]


def _cut(field: Field, part: set[int], empty: str, *, keep_size: bool) -> Board:
    if not keep_size:
        return boards.cut_out(field.board, part, empty)
    cells = enumerate(field.board)
    return "".join(mark if mark == "|" or i in part else empty for i, mark in cells)


def _may_fit(field: Field, may: dict[int, set[str]], p: Pattern, row: int, column: int) -> bool:
    for (r, c), marks in p.needs:
        i = field.index(row + r, column + c)
        if EDGE not in marks if i is None else not may[i] & marks:
            return False
    return True


def _touched(field: Field, may: dict[int, set[str]], p: Pattern, row: int, column: int) -> set[int]:
    cells: list[Offset] = [at for at, _ in p.needs]
    touched = {field.index(row + r, column + c) for r, c in cells}
    for (r, c), marks in p.forbids:
        i = field.index(row + r, column + c)
        if i is not None and may[i] & marks:
            touched.add(i)
    return {i for i in touched if i is not None}
