"""A board that is being set up on the page Play."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

_MOST_ROWS, _MOST_COLUMNS = 10, 16
_CELL = re.compile(r"(\d{1,3}),(\d{1,3})")


@dataclass(frozen=True)
class Editor:
    """A board and the mark that a click puts on it; each change makes a new one.

    Examples
    --------
    >>> looks = {".": ("empty", "empty", "", ""), "#": ("blocked", "taken", "", "")}
    >>> editor = Editor("Domineering", ("..", ".."), {"kind": "grid", "looks": looks}, "#")
    >>> editor.clicked("0,1").clicked("1,1").clicked("1,1").grown(1, 0).text
    'Domineering(.#|..|..)'
    """

    name: str
    rows: tuple[str, ...]
    diagram: dict[str, Any]
    """The diagram of the board at first, which says how the marks look."""
    mark: str

    @classmethod
    def of(cls, board: dict[str, Any]) -> Editor | None:
        """Return the editor of a board that can be set up, else None."""
        name, diagram = board["edit"], board["diagram"]
        if name is None:
            return None
        return cls(name, tuple(diagram["rows"]), diagram, [*diagram["looks"]][1])

    @property
    def text(self) -> str:
        """The position, as an expression."""
        return f"{self.name}({'|'.join(self.rows)})"

    @property
    def alphabet(self) -> dict[str, str]:
        """The marks that a cell may have, with their meanings; the blank one first."""
        return {mark: look[1] for mark, look in self.diagram["looks"].items()}

    @property
    def token(self) -> str | None:
        """The mark of the token, of which there must always be one, if there is a token."""
        looks = self.diagram["looks"].items()
        return next((mark for mark, look in looks if look[0] == "token"), None)

    def clicked(self, cell: str) -> Editor:
        """Return the board with the mark on a cell, or without it if it was there."""
        match = _CELL.fullmatch(cell)
        if match is None:
            return self
        row, column = int(match[1]), int(match[2])
        if row >= len(self.rows) or column >= len(self.rows[0]):
            return self
        rows, blank = self.rows, next(iter(self.alphabet))
        old = rows[row][column]
        if old == self.token:
            return self
        if self.mark == self.token:
            rows = tuple(line.replace(self.mark, blank) for line in rows)
        new = blank if old == self.mark else self.mark
        line = f"{rows[row][:column]}{new}{rows[row][column + 1 :]}"
        return replace(self, rows=(*rows[:row], line, *rows[row + 1 :]))

    def grown(self, rows: int, columns: int) -> Editor:
        """Return the board with more or fewer rows and columns, at the lower right.

        A board with a token keeps its rows, and never loses the token.
        """
        high, wide = len(self.rows) + rows, len(self.rows[0]) + columns
        if not (1 <= high <= _MOST_ROWS and 1 <= wide <= _MOST_COLUMNS):
            return self
        blank = next(iter(self.alphabet))
        lines = [*self.rows, blank * wide][:high]
        grown = tuple(line[:wide].ljust(wide, blank) for line in lines)
        if self.token and (rows or not any(self.token in line for line in grown)):
            return self
        return replace(self, rows=grown)

    def board(self) -> dict[str, Any]:
        """Return what is drawn."""
        diagram = {**self.diagram, "rows": self.rows}
        return {"head": self.text, "changed": False, "diagram": diagram, "laid": [], "last": []}
