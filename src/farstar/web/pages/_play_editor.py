"""A board that is being set up on the page Play."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

_MOST_ROWS, _MOST_COLUMNS = 10, 16
_CELL = re.compile(r"r(\d{1,3})c(\d{1,3})")
_GEOGRAPHY = {".": "open", "#": "visited", "@": "the token"}


@dataclass(frozen=True)
class Editor:
    """A board and the mark that a click puts on it; each change makes a new one.

    Examples
    --------
    >>> editor = Editor("Domineering", ("..", ".."), {".": "empty", "#": "taken"}, "#")
    >>> editor.clicked("r0c1").clicked("r1c1").clicked("r1c1").grown(1, 0).text
    'Domineering(.#|..|..)'
    """

    name: str
    rows: tuple[str, ...]
    alphabet: dict[str, str]
    mark: str

    @classmethod
    def of(cls, board: dict[str, Any]) -> Editor | None:
        """Return the editor of a board that can be set up, else None."""
        data = board["data"]
        if not data.get("edit"):
            return None
        alphabet = data.get("alphabet", _GEOGRAPHY)
        mark = next(iter(m for m in alphabet if m != "."))
        return cls(data.get("name", "Board"), tuple(data["rows"]), alphabet, mark)

    @property
    def text(self) -> str:
        """The position, as an expression."""
        return f"{self.name}({'|'.join(self.rows)})"

    @property
    def has_token(self) -> bool:
        """Whether there is one token, which there must always be."""
        return "@" in self.alphabet

    def clicked(self, cell: str) -> Editor:
        """Return the board with the mark on a cell, or without it if it was there."""
        found = _CELL.fullmatch(cell)
        if found is None:
            return self
        row, column = int(found[1]), int(found[2])
        if row >= len(self.rows) or column >= len(self.rows[0]):
            return self
        rows = self.rows
        old = rows[row][column]
        if old == "@":
            return self
        if self.mark == "@":
            rows = tuple(line.replace("@", ".") for line in rows)
        new = "." if old == self.mark else self.mark
        line = f"{rows[row][:column]}{new}{rows[row][column + 1 :]}"
        return replace(self, rows=(*rows[:row], line, *rows[row + 1 :]))

    def grown(self, rows: int, columns: int) -> Editor:
        """Return the board with more or fewer rows and columns, at the lower right."""
        high, wide = len(self.rows) + rows, len(self.rows[0]) + columns
        if not (1 <= high <= _MOST_ROWS and 1 <= wide <= _MOST_COLUMNS):
            return self
        if self.has_token and high != 2:
            return self
        lines = [*self.rows, "." * wide][:high]
        grown = tuple(line[:wide].ljust(wide, ".") for line in lines)
        if self.has_token and not any("@" in line for line in grown):
            return self
        return replace(self, rows=grown)

    def board(self) -> dict[str, Any]:
        """Return what is drawn."""
        kind = "track" if self.has_token else "grid"
        data = {"name": self.name, "rows": list(self.rows), "alphabet": self.alphabet}
        return {"kind": kind, "head": self.text, "changed": False, "data": data, "paths": []}
