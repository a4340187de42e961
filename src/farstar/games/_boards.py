"""Boards as text, rows separated by bars: reading, symmetries, and splitting.

In such a text the cell below another is one row and one bar further on. A bar is not a cell, so a
step over the edge of the board ends on a bar or outside the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from farstar._arguments import as_index, shown
from farstar.errors import IllegalPositionError
from farstar.rules import Step

Board: TypeAlias = str
"""The rows of a board, from the top, with a bar between them."""

MOST_CELLS = 4096
"""The cells of the largest board."""

LONGEST_TEXT = 10_000_000
"""Characters of a board that is written with powers."""

_POWER = re.compile(r"(\([^()^|/\n]+\)|[^\s()^|/])\s*\^\s*([0-9]{1,8})")
_SIZE = re.compile(r"([0-9]{1,7})\s*[xX×,]\s*([0-9]{1,7})")


class Cell(NamedTuple):
    """A cell of a board; the upper left one is (0, 0)."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"({self.row + 1},{self.column + 1})"


def read(
    given: object, alphabet: Mapping[str, str], most: Callable[[int], int] | None = None
) -> Board:
    """Return the board in normal form, or raise an error that says what is wrong.

    Letters may be in either case if only one case is in the alphabet. Rows are separated by bars,
    slashes or line breaks. ``x^5`` means ``xxxxx``, and ``(xo)^3`` means ``xoxoxo``.

    Parameters
    ----------
    given : str or sequence of str
        The board.
    alphabet : mapping
        The marks and their meanings.
    most : callable, optional
        Returns how many cells a board of so many rows may have; `MOST_CELLS` by default.

    Examples
    --------
    >>> alphabet = {".": "empty", "x": "taken"}
    >>> read([".x", ".."], alphabet), read(" .X / .. ", alphabet), read(".^3(x.)^2", alphabet)
    ('.x|..', '.x|..', '...x.x.')
    """
    if isinstance(given, str):
        written = _powers_written_out(given, alphabet)
        rows = [row.strip() for row in _pieces(written, alphabet)]
        # A column of the written-out board is no column of the text with powers.
        given = given if written == given else None
    elif isinstance(given, Sequence) and all(isinstance(row, str) for row in given):
        rows = list(given)
    else:
        raise IllegalPositionError(f"expected a board such as ..|.#, got {shown(given)}")
    other_case = {mark.swapcase(): mark for mark in alphabet if mark.swapcase() not in alphabet}
    if other_case:
        letters = str.maketrans(other_case)
        rows = [row.translate(letters) for row in rows]
    width = len(rows[0]) if rows else 0
    cells = width * len(rows)
    for number, row in enumerate(rows, 1):
        strange = next((place for place, cell in enumerate(row) if cell not in alphabet), None)
        if strange is not None:
            marks = ", ".join(f"{mark} ({meaning})" for mark, meaning in alphabet.items())
            raise IllegalPositionError(
                f"expected rows made of {marks}, got {row[strange]!r}",
                *_place(given, alphabet, number, strange),
            )
        if len(row) != width:
            raise IllegalPositionError(
                f"expected rows of one length, got {width} cells in row 1 and {len(row)} "
                f"in row {number}",
                *_place(given, alphabet, number),
            )
    check_size(len(rows), cells, most)
    return "|".join(rows)


def check_size(rows: int, cells: int, most: Callable[[int], int] | None = None) -> None:
    """Refuse a board with too many cells, or with none."""
    limit = MOST_CELLS
    if cells > limit and most is not None:
        limit = most(rows)
    if not 1 <= cells <= limit:
        raise IllegalPositionError(f"expected a board of 1 to {limit} cells, got {shown(cells)}")


def _powers_written_out(given: str, alphabet: Mapping[str, str]) -> str:
    """Return a text in which marks and groups with a number of repetitions are repeated."""
    if "^" not in given or "^" in alphabet:
        return given
    pieces, at, size = [], 0, len(given)
    for match in _POWER.finditer(given):
        repeated, times = match[1].removeprefix("(").removesuffix(")"), int(match[2])
        if match[1] in alphabet:
            repeated = match[1]
        size += len(repeated) * times
        if size > LONGEST_TEXT:
            raise IllegalPositionError(
                f"expected a board of at most {LONGEST_TEXT} cells, got {shown(given)}"
            )
        pieces += [given[at : match.start()], repeated * times]
        at = match.end()
    return "".join([*pieces, given[at:]])


def _pieces(given: str, alphabet: Mapping[str, str]) -> list[str]:
    """Return the rows of a text, with the blanks around them."""
    return re.split(r"[|\n]" if "/" in alphabet else r"[|/\n]", given.strip())


def _place(
    given: object, alphabet: Mapping[str, str], number: int, cell: int = 0
) -> tuple[str | None, int | None]:
    """Return the text of a board and the column of a cell of one of its rows, counted from 1."""
    if not isinstance(given, str):
        return None, None
    # No row of the board begins with a blank.
    pieces = _pieces(given, alphabet)
    before = (
        len(given) - len(given.lstrip()) + sum(len(piece) + 1 for piece in pieces[: number - 1])
    )
    row = pieces[number - 1]
    return given, before + len(row) - len(row.lstrip()) + cell


def size(text: object) -> tuple[int, int] | None:
    """Return rows and columns if `text` is a size such as ``3x4`` or ``3,4``."""
    match = _SIZE.fullmatch(text.strip()) if isinstance(text, str) else None
    return None if match is None else (int(match[1]), int(match[2]))


def filled(
    rows: object, columns: object, pattern: str = ".", most: Callable[[int], int] | None = None
) -> Board:
    """Return a board in which the marks of `pattern` alternate.

    Examples
    --------
    >>> filled(2, 3), filled(2, 3, "xo")
    ('...|...', 'xox|oxo')
    """
    height, width = (None if isinstance(n, bool) else as_index(n) for n in (rows, columns))
    if height is None or width is None or height < 1 or width < 1:
        raise IllegalPositionError(
            f"expected positive numbers of rows and columns, got {shown(rows)} and {shown(columns)}"
        )
    check_size(height, height * width, most)
    return "|".join(
        "".join(pattern[(r + c) % len(pattern)] for c in range(width)) for r in range(height)
    )


def stride(board: Board) -> int:
    """Return the distance from a cell to the one below it in the text."""
    return (board.find("|") + 1) or (len(board) + 1)


def cells(board: Board) -> tuple[Cell, ...]:
    """Return the cell at each index of the text; those at bars mean nothing.

    Examples
    --------
    >>> cells("..|..")[4]
    Cell(row=1, column=1)
    """
    return _cells(stride(board), len(board))


@lru_cache(maxsize=256)
def _cells(width: int, size: int) -> tuple[Cell, ...]:
    return tuple(Cell(*divmod(index, width)) for index in range(size))


def changed(board: Board, *marks: tuple[int, str]) -> Board:
    """Return the board with other marks at some indices of the text."""
    cells = list(board)
    for index, mark in marks:
        cells[index] = mark
    return "".join(cells)


def moved(board: Board, start: int, to: int) -> Step:
    """Return the move of what stands at one index of the text to another."""
    places, (low, high) = cells(board), sorted((start, to))
    first, second = (board[start], ".") if to == low else (".", board[start])
    after = board[:low] + first + board[low + 1 : high] + second + board[high + 1 :]
    return Step(after, (places[start], places[to]))


def mirrored(board: Board) -> Board:
    """Return the board with left and right exchanged."""
    return board if "|" not in board else "|".join([row[::-1] for row in board.split("|")])


def transposed(board: Board) -> Board:
    """Return the board with rows and columns exchanged."""
    return "|".join(map("".join, zip(*board.split("|"), strict=True)))


def least_image(board: Board, *, transpose: bool) -> Board:
    """Return the least of the boards that turn into each other by symmetry.

    Without `transpose` these are the reflections and the half turn, else all eight symmetries.
    """
    images = [board, board[::-1]]
    flipped = mirrored(board)
    images += [flipped, flipped[::-1]]
    if transpose:
        images += map(transposed, list(images))
    return min(images)


def regions(board: Board, live: str, fill: str, *, diagonal: bool = False) -> Iterator[Board]:
    """Yield the connected parts of a board, each as a board of its own.

    The cells of a part have `live` marks, and those around it are filled. With `diagonal` cells
    also touch at corners.
    """
    width = stride(board)
    steps = [1, -1, width, -width]
    if diagonal:
        steps += [width + 1, width - 1, -width - 1, 1 - width]
    marks = set(live)
    waiting = {i for i, mark in enumerate(board) if mark in marks}
    while waiting:
        first = min(waiting)
        waiting.discard(first)
        part, queue = {first}, [first]
        while queue:
            index = queue.pop()
            for step in steps:
                if index + step in waiting:
                    waiting.discard(index + step)
                    part.add(index + step)
                    queue.append(index + step)
        yield cut_out(board, part, fill)


def cut_out(board: Board, part: set[int], fill: str) -> Board:
    """Return the smallest board around some indices of the text, all other cells filled."""
    width = stride(board)
    rows = range(min(part) // width, max(part) // width + 1)
    columns = [index % width for index in part]
    first, last = min(columns), max(columns)
    return "|".join(
        "".join(
            board[i] if i in part else fill for i in range(r * width + first, r * width + last + 1)
        )
        for r in rows
    )
