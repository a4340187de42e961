"""Partizan Geography on K_n x K_m: a token on a board of n columns and m rows.

Left moves the token to another cell of its row, Right to another cell of its column; any cell that
was not visited before will do. The cell on which the token starts is visited. A player who cannot
move loses.

In the text of a board ``@`` is the token, ``.`` an open cell and ``#`` a visited one; rows are
separated by bars. Rows may be exchanged, and columns; so few positions are different. The start of
K_n x K_3 is known for n >= 6, and K_n x K_2 is the game of Nowakowski and Siegel.

References
----------
.. [1] R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from farstar._arguments import integer, shown
from farstar._outcome import Player
from farstar.engine import Handle
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.papers.geography import kernels
from farstar.papers.geography.theory.products import Columns, start_of_three_rows
from farstar.rules import Field, Path, Position, Ruleset, Step, TextPart, clip
from farstar.rules.diagrams import BLOCKED, EMPTY, TOKEN, Grid, Look
from farstar.values import Value

__all__ = ["CompleteProduct"]


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
        return Grid(position, self.looks, first=0)


def _moved(rows: Rows, row: int, column: int) -> Step:
    lines = [line.replace("@", "#") for line in rows]
    lines[row] = lines[row][:column] + "@" + lines[row][column + 1 :]
    return Step(tuple(lines), ((row, column),))


_MOST_CELLS = 10_000
_MOST_ROWS = 7
"""With more rows there are too many ways to exchange them."""
_MOST_NATIVE_CELLS = 63
_SIZE = re.compile(r"\s*([0-9]+)\s*[x,]\s*([0-9]+)\s*")


class CompleteProductRules(TokenBoardRules):
    """The rules of Partizan Geography on K_n x K_m."""

    name = "CompleteProduct"
    title = "Geography on K_n x K_m"
    how_to_play = (
        "Left moves the token within its row, Right within its column, to any cell that has not "
        "been visited. A player who cannot move loses. Rows and columns are numbered from 0, as in "
        "the paper on two rows."
    )
    looks = {"@": TOKEN, ".": EMPTY, "#": BLOCKED}
    form = "columns,rows or a board such as @..|...|..."
    template = "CompleteProduct({columns},{rows})"
    fields = {"columns": Field("Columns", "5"), "rows": Field("Rows", "3")}
    starts = {"CompleteProduct(5,3)": "N", "CompleteProduct(4,4)": "N", "CompleteProduct(3,2)": "N"}
    theory = (
        "With three rows and six columns or more the start is {1 - 2^-(n-2)|0}; with four rows its "
        "mean tends to 1/3. Other boards are searched."
    )

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the start with so many columns and rows, or the board with these rows."""
        part = TextPart(text)
        size = _SIZE.fullmatch(part.text)
        if size:
            return part.placed(lambda: CompleteProduct(int(size[1]), int(size[2])))
        if set(part.text) - set("@.#|"):
            wanted = "columns,rows or a board such as @..|...|..."
            raise part.fault(f"expected {wanted}, got {clip(part.text, 40)!r}")
        return part.placed(lambda: CompleteProduct.board(part.text))

    def check(self, position: Any) -> Rows:
        """Return the rows if they are a board with one token."""
        rows = tuple(position) if isinstance(position, tuple | list) else ()
        text = "|".join(rows) if all(isinstance(row, str) for row in rows) else ""
        if not rows or not rows[0] or len({len(row) for row in rows}) != 1:
            raise IllegalPositionError(f"expected rows of one length, got {shown(position)}")
        if text.count("@") != 1 or set(text) - set("@.#|"):
            raise IllegalPositionError(
                f"expected cells . and # and one token @, got {shown(position)}"
            )
        if len(rows) > _MOST_ROWS or len(rows) * len(rows[0]) > _MOST_CELLS:
            raise BudgetExceeded(
                f"expected at most {_MOST_ROWS} rows and {_MOST_CELLS} cells, got {len(rows)} rows "
                f"of {len(rows[0])}"
            )
        return rows

    def key(self, position: Rows) -> Rows:
        """Return the same board with rows and columns exchanged in the way that comes first."""
        columns = up_to_symmetry(position)
        lines = []
        for row in range(columns.rows):
            own = "@" if row == 0 else ".#"[not columns.own >> row & 1]
            lines.append(own + "".join(".#"[not c >> row & 1] for c in columns.others))
        return tuple(lines)

    def closed_form(self, position: Rows) -> Value | None:
        """Return the value of the start with three rows and six columns or more."""
        if len(position) != 3 or len(position[0]) < 6 or "#" in "".join(position):
            return None
        left, right = start_of_three_rows(len(position[0]))
        return Value.of(left=[Value(left)], right=[Value(right)])

    def native(self, positions: Sequence[Rows]) -> Sequence[Handle | None]:
        """Return the values by a native search up to exchanges of rows and columns."""
        values: dict[int, Handle] = {}
        by_rows: dict[int, list[int]] = {}
        for i, board in enumerate(positions):
            if len(board) * len(board[0]) <= _MOST_NATIVE_CELLS:
                by_rows.setdefault(len(board), []).append(i)
        for rows, places in by_rows.items():
            columns = [up_to_symmetry(positions[i]) for i in places]
            handles = kernels.complete_products(rows, [(c.own, c.others) for c in columns])
            values.update(zip(places, handles, strict=True))
        return [values.get(i) for i in range(len(positions))]

    def text(self, position: Rows) -> str:
        """Return the size of a start in its corner, else the rows with bars between them."""
        if token(position) == (0, 0) and "#" not in "".join(position):
            return f"{len(position[0])},{len(position)}"
        return "|".join(position)

    def label(self, player: Player, before: Rows, after: Rows, path: Path = ()) -> str:
        """Return a move as ``(0,0) -> (0,2)``, row and column."""
        return " -> ".join(f"({r},{c})" for r, c in (token(before), token(after)))


def up_to_symmetry(rows: Rows) -> Columns:
    """Return what matters of a board.

    Examples
    --------
    >>> up_to_symmetry(("#.", "@."))
    Columns(rows=2, own=0, others=(3,))
    """
    row, column = token(rows)
    masks = [
        sum(1 << i for i, line in enumerate(rows) if line[at] == ".") for at in range(len(rows[0]))
    ]
    others = (*masks[:column], *masks[column + 1 :])
    return Columns.of(len(rows), row, masks[column], others)


class CompleteProduct(Position, rules=CompleteProductRules):
    """Partizan Geography on K_n x K_m: the start, with the token in a corner.

    Parameters
    ----------
    n : int
        The number of columns; Left moves within a row.
    m : int
        The number of rows; Right moves within a column.

    Raises
    ------
    IllegalPositionError
        If a number is not positive.

    Examples
    --------
    >>> fs.CompleteProduct(4, 2).value, fs.CompleteProduct(5, 3).value
    (Value('{1*|0}'), Value('{3/4*|0}'))
    >>> fs.CompleteProduct(100, 3).value.mean == (1 - fs.Value(1).mean / 2**98) / 2
    True
    """

    __slots__ = ()

    def __init__(self, n: int, m: int) -> None:
        width = integer(n, 1, "the number of columns")
        rows = integer(m, 1, "the number of rows")
        if width * rows > _MOST_CELLS:
            raise BudgetExceeded(f"expected at most {_MOST_CELLS} cells, got {shown(width * rows)}")
        full = "." * width
        super().__init__(_RULES, ("@" + full[1:], *[full] * (rows - 1)))

    @classmethod
    def board(cls, text: str) -> CompleteProduct:
        """Return the position on a board, its rows with bars between them.

        Examples
        --------
        >>> fs.CompleteProduct.board("@.|#.").value
        Value('0')
        """
        if not isinstance(text, str):
            raise IllegalPositionError(f"expected rows such as @..|..., got {shown(text)}")
        return cls._of(_RULES, _RULES.check(tuple(text.split("|"))))

    @property
    def columns(self) -> Columns:
        """The position up to exchanges of rows and columns."""
        return up_to_symmetry(self._state)

    def __repr__(self) -> str:
        text = _RULES.text(self._state)
        if "@" in text:
            return f"CompleteProduct.board({text!r})"
        return f"CompleteProduct({text.replace(',', ', ')})"


_RULES = CompleteProductRules()
