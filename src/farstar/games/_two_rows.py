"""The board of two rows as text, and its translation to ``A(x, y, z)`` or ``B(x, y, z)``.

A row is a string with one character for each column: ``.`` is an open cell, ``#`` a visited one
and ``@`` the cell of the token, which occurs once in the two rows together.
"""

from __future__ import annotations

from farstar._arguments import integer, shown
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games._token_boards import Rows, token
from farstar.theory import geography

_WIDEST = 100_000


def read(top: object, bottom: object) -> Rows:
    """Return the two rows if they are a position, else say what is wrong with them.

    Examples
    --------
    >>> read("@.#", "..#")
    ('@.#', '..#')
    """
    for row in (top, bottom):
        if not isinstance(row, str) or not set(row) <= {".", "#", "@"}:
            raise IllegalPositionError(
                f"expected rows made of . (open), # (visited) and @ (token), got {shown(row)}"
            )
    rows = (str(top), str(bottom))
    if len(rows[0]) != len(rows[1]):
        raise IllegalPositionError(
            f"expected two rows of one length, got {len(rows[0])} and {len(rows[1])} cells"
        )
    tokens = sum(row.count("@") for row in rows)
    if tokens != 1:
        raise IllegalPositionError(f"expected one token @ on the board, got {tokens}")
    return rows


def empty(n: int) -> Rows:
    """Return the board of `n` columns where the token stands in the upper left corner."""
    columns = _width(integer(n, 1, "the number of columns"))
    return "@" + "." * (columns - 1), "." * columns


def to_position(rows: Rows) -> geography.Position:
    """Return which A or B the board is."""
    row, column = token(rows)
    own = [cell != "#" for cell in rows[row]]
    other = [cell != "#" for cell in rows[1 - row]]
    return geography.from_board(own, other, column)


def from_position(position: geography.Position) -> Rows:
    """Return a board that is this A or B: the token in the upper row, no column all visited."""
    kind, x, y, z = position
    _width(x + y + z)
    own = "." * (x + y) + "#" * z
    other = "#" * x + "." * (y + z)
    column = 0 if kind == "B" else x
    return own[:column] + "@" + own[column + 1 :], other


def misere_outcome(position: geography.Position) -> Outcome:
    """Return who wins in misère play, where the player who cannot move wins.

    In ``B`` Right has no move and wins moving first, so a move of Left to a ``B`` never wins. What
    is left is a line of moves in which ``x`` and ``z`` change places: Left, moving first, wins
    ``B(x, y, z)`` exactly if Left has no move or wins ``B(z+1, y-1, x-1)``. Hence only the parity
    of ``y`` matters, and whether ``x`` or ``z`` is as small as it can be.
    """
    kind, x, y, z = position
    odd = y % 2 == 1
    if kind == "B":
        return Outcome.N if (z == 0 if odd else x == 1) else Outcome.R
    return Outcome.of(left_wins_first=odd and x == 0, right_wins_first=(z if odd else x) > 0)


def _width(columns: int) -> int:
    if columns > _WIDEST:
        raise BudgetExceeded(
            f"expected a board of at most {_WIDEST} columns to write down, got {shown(columns)}"
        )
    return columns
