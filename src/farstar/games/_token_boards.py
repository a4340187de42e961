"""Boards on which Left moves a token within its row and Right within its column.

A board is a tuple of rows of one length: ``.`` is an open cell, ``#`` a visited one and ``@`` the
cell of the token. No cell is visited twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

from farstar.rules import Ruleset, Step
from farstar.rules.diagrams import Grid, Look

Rows: TypeAlias = tuple[str, ...]


def token(rows: Rows) -> tuple[int, int]:
    """Return the row and the column of the token, counted from 0."""
    return next((i, row.index("@")) for i, row in enumerate(rows) if "@" in row)


class TokenBoardRules(Ruleset):
    """The moves of the token; a state is the rows."""

    looks: ClassVar[Mapping[str, Look]]

    def left(self, position: Rows) -> list[Step]:
        """Return Left's moves within the row of the token."""
        row, _ = token(position)
        cells = enumerate(position[row])
        return [_moved(position, row, to) for to, cell in cells if cell == "."]

    def right(self, position: Rows) -> list[Step]:
        """Return Right's moves within its column."""
        _, column = token(position)
        rows = enumerate(position)
        return [_moved(position, to, column) for to, cells in rows if cells[column] == "."]

    def diagram(self, position: Rows) -> Grid:
        """Return the board."""
        return Grid(position, self.looks)


def _moved(rows: Rows, row: int, column: int) -> Step:
    lines = [line.replace("@", "#") for line in rows]
    lines[row] = lines[row][:column] + "@" + lines[row][column + 1 :]
    return Step(tuple(lines), ((row, column),))
