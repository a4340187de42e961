"""NoGo by the core, by the rules in Python, and by a witness that knows cells and groups only."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import farstar as fs
from farstar import engine
from farstar.errors import IllegalPositionError

IMPARTIAL = fs.rules.impartial(fs.NoGo)

Cells = frozenset[tuple[tuple[int, int], str]]


def cells_of(board: str) -> Cells:
    rows = enumerate(board.split("|"))
    return frozenset(((r, c), mark) for r, row in rows for c, mark in enumerate(row))


def is_legal(cells: Cells) -> bool:
    marks = dict(cells)
    grouped: set[tuple[int, int]] = set()
    for cell, colour in marks.items():
        if colour not in "xo" or cell in grouped:
            continue
        group, waiting, has_liberty = {cell}, [cell], False
        while waiting:
            r, c = waiting.pop()
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                has_liberty |= marks.get(near) == "."
                if marks.get(near) == colour and near not in group:
                    group.add(near)
                    waiting.append(near)
        if not has_liberty:
            return False
        grouped |= group
    return True


def moves(cells: Cells, colour: str) -> Iterator[Cells]:
    for cell, mark in cells:
        if mark == ".":
            after = cells - {(cell, mark)} | {(cell, colour)}
            if is_legal(after):
                yield after


@cache
def wins(cells: Cells, colour: str) -> bool:
    other = "o" if colour == "x" else "x"
    return any(not wins(after, other) for after in moves(cells, colour))


@cache
def nimber(cells: Cells) -> int:
    options = {nimber(after) for colour in "xo" for after in moves(cells, colour)}
    return next(n for n in range(len(options) + 1) if n not in options)


def random_boards(count: int) -> Iterator[str]:
    rng = random.Random(2)
    while count:
        rows, columns = rng.choice([(1, 7), (2, 4), (3, 3)])
        marks = rng.choice(["...xo#", "..xo"])
        board = "|".join("".join(rng.choices(marks, k=columns)) for _ in range(rows))
        if is_legal(cells_of(board)):
            count -= 1
            yield board


def test_the_core_and_the_rules_agree_with_the_witness() -> None:
    for number, board in enumerate(random_boards(120)):
        position, cells = fs.NoGo(board), cells_of(board)
        expected = fs.Outcome.of(
            left_wins_first=wins(cells, "x"), right_wins_first=wins(cells, "o")
        )
        assert position.outcome == expected, board
        assert IMPARTIAL(board).grundy == nimber(cells), board
        if number % 8 == 0:
            assert position.search_outcome() == expected, board
            assert position.search_value() == position.value, board
            assert IMPARTIAL(board).search_grundy() == nimber(cells), board
            after = {cells_of(move.after.state) for move in position.moves(fs.Left)}
            assert after == set(moves(cells, "x")), board


def test_empty_boards() -> None:
    for rows, columns in ((1, 8), (2, 4), (3, 2)):
        cells = cells_of("|".join(["." * columns] * rows))
        position = fs.NoGo(rows, columns)
        assert position.outcome.wins(fs.Left, first=True) == wins(cells, "x")
        assert IMPARTIAL(position.state).grundy == nimber(cells)


def test_long_rows() -> None:
    nimbers = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0]
    if "native" not in engine.available():
        nimbers = nimbers[:8]
    assert [IMPARTIAL(f"1x{n}").grundy for n in range(1, len(nimbers) + 1)] == nimbers


@pytest.mark.parametrize("board", ["x", "xo", "xo.|o..", ".o.|oxo|.o."])
def test_groups_without_liberties_are_refused(board: str) -> None:
    with pytest.raises(IllegalPositionError, match="expected groups with an empty neighbour"):
        fs.NoGo(board)
