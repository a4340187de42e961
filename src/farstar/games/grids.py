"""The common base of the games on small grids, and of games with a side for each player.

A board is written row by row from the top, with bars between the rows: ``..|.#`` has two rows and
two columns. That text is also the state of the position. A game adds its alphabet (the marks that a
cell may have, and what they mean), the moves and, optionally, components and symmetries. Moves are
steps whose path consists of cells.

For editors of boards there are `GridPosition.alphabet`, `MOST_CELLS`, `cells`, `from_cells` and
`with_cell`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from farstar._arguments import as_index, shown
from farstar._outcome import Player
from farstar.engine import Handle, rulesets
from farstar.errors import IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import MOST_CELLS, Board, Cell, least_image, stride
from farstar.rules import Field, Path, Position, Ruleset, TextPart
from farstar.rules.diagrams import BLOCKED, EMPTY, TOKEN, Grid, Look

__all__ = ["MOST_CELLS", "Cell", "GridPosition", "GridRules", "least_image", "stride"]


class SidedRules(Ruleset):
    """The rules of a game whose moves follow from what belongs to the player."""

    sides: ClassVar[tuple[Any, Any]] = ("x", "o")
    """What belongs to Left and what to Right, such as their marks."""

    def left(self, position: Any) -> Iterable[Hashable]:
        """Return Left's moves."""
        return self.moves_of(position, *self.sides)

    def right(self, position: Any) -> Iterable[Hashable]:
        """Return Right's moves."""
        return self.moves_of(position, *reversed(self.sides))

    def moves_of(self, position: Any, mine: Any, yours: Any) -> Iterable[Hashable]:
        """Return the moves of the player to whom `mine` belongs."""
        raise NotImplementedError(f"expected {type(self).__name__} to define moves_of")


BOARD = "rows separated by bars, or a size such as 3x4"


class MarkedRules(Ruleset):
    """The rules of a game whose cells or vertices have marks, each of one character."""

    alphabet: ClassVar[Mapping[str, str]] = {".": "empty", "#": "taken"}
    """The marks and their meanings; the first is that of a blank cell."""

    looks: ClassVar[Mapping[str, Look]] = {}
    """The looks of marks that do not follow from their letters."""

    start: ClassVar[str] = "."
    """What a board of a given size is filled with, as on a chequered board.

    Empty for a game whose pieces have no starting places; `example` then shows a board.
    """

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with these marks."""
        part = TextPart(text)
        return part.placed(lambda: cls()(part.text))

    def look(self, mark: str) -> Look:
        """Return how a mark looks."""
        known = self.looks.get(mark) or _LOOKS.get(mark, EMPTY)
        return known._replace(words=self.alphabet[mark])


class GridRules(MarkedRules):
    """The rules of a game on a grid; a state is the text of the board."""

    lays_dominoes: ClassVar[bool] = False
    """Whether a move covers its cells by a domino."""

    example: ClassVar[str] = "..|.#"
    """A board, as it is written."""

    form = BOARD

    patterns: ClassVar[str] = ""
    """The rules as a text of patterns, for certificates."""

    joint: ClassVar[str] = "-"
    """What stands between the cells of a move in its text."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "template" not in cls.__dict__:
            cls.template = f"{cls.name}({{rows}}x{{columns}})" if cls.start else ""
            sides = {"rows": Field("Rows", "4"), "columns": Field("Columns", "4")}
            cls.fields = sides if cls.start else {}
        elif "fields" not in cls.__dict__:
            cls.fields = {}  # not those of a template that is inherited

    def check(self, position: Any) -> Board:
        """Return the board in normal form; a size such as ``3x4`` means the starting board."""
        if isinstance(position, str) and (size := boards.size(position)) is not None:
            return self.starting(*size)
        if isinstance(position, tuple) and [type(side) for side in position] == [int, int]:
            return self.starting(*position)
        return boards.read(position, self.alphabet, self.most_cells)

    def most_cells(self, rows: int) -> int:
        """Return how many cells a board of so many rows may have."""
        return MOST_CELLS

    def starting(self, rows: int, columns: int) -> Board:
        """Return the starting board of a size.

        Raises
        ------
        IllegalPositionError
            If the text is not a size, or a size does not determine a starting board.
        """
        if not self.start:
            raise IllegalPositionError(
                f"expected a board such as {self.example}, got the size "
                f"{shown(rows)}x{shown(columns)}, which does not say where the pieces are"
            )
        return boards.filled(rows, columns, self.start, self.most_cells)

    def plain_rules(self, position: Board) -> Mapping[str, Any] | None:
        """Return the board with its patterns, if the game has some."""
        if not self.patterns:
            return None
        from farstar.games.patterns import plain_rules

        return plain_rules(self.patterns, position)

    def text(self, position: Board) -> str:
        """Return the rows with a bar between them."""
        return position

    def label(self, player: Player, before: Board, after: Board, path: Path = ()) -> str:
        """Return the cells that a move touches, as rows and columns counted from 1."""
        return self.joint.join(map(str, path)) or f"to {after}"

    def diagram(self, position: Board) -> Grid:
        """Return the board."""
        looks = {mark: self.look(mark) for mark in self.alphabet}
        return Grid(tuple(position.split("|")), looks, lays_dominoes=self.lays_dominoes)


class StoneRules(SidedRules, GridRules):
    """The rules of a game with stones of two colours on a board."""

    alphabet = {".": "empty", "x": "a stone of Left", "o": "a stone of Right"}
    start = "xo"

    def key(self, position: Board) -> Board:
        """Return the least of the eight symmetric boards."""
        return least_image(position, transpose=True)


def pieces(left: str, right: str) -> dict[str, Look]:
    """Return the looks of the pieces of Left and of Right, by their letters."""
    return {left: Look("stone", "", "left", left), right: Look("stone", "", "right", right)}


class TwinnedRules(Ruleset):
    """The rules of a game on boards that has a native twin, called by its name."""

    def native(self, positions: Sequence[Board]) -> Sequence[Handle | None]:
        """Return the values by the native twin."""
        return rulesets.values(self.name.lower(), positions)

    def native_board(self, position: Board) -> rulesets.NativeBoard | None:
        """Return the board for the native search of who wins."""
        return rulesets.native_board(self.name.lower(), position)


_LOOKS = {
    ".": EMPTY,
    "#": BLOCKED,
    "@": TOKEN,
    **pieces("x", "o"),
    "l": Look("letter", "", "left", "l"),
    "r": Look("letter", "", "right", "r"),
}


class GridPosition(Position):
    """A position on a board of rows and columns.

    Parameters
    ----------
    board : str, sequence of str or int
        The rows from the top, with a bar between them or as a list; or a size such as ``"3x4"``
        for the starting board of that size, which may also be given as two numbers.
    *columns : int
        The number of columns, where `board` is the number of rows.

    Raises
    ------
    IllegalPositionError
        If the rows differ in length, are too many, or contain a mark that is not in the alphabet.
    """

    __slots__ = ()
    rules: ClassVar[type[GridRules]]
    _rules: ClassVar[GridRules]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._rules = cls.rules()

    def __init__(self, board: str | Sequence[str] | int, *columns: int) -> None:
        given: Any = board
        if columns or as_index(board) is not None:
            if len(columns) != 1:
                size = ", ".join(map(shown, (board, *columns)))
                raise IllegalPositionError(
                    f"expected a board such as {self.rules.example!r}, or its rows and columns, "
                    f"got {size}"
                )
            given = self._rules.starting(given, *columns)
        super().__init__(self._rules, given)

    @classmethod
    def start(cls, rows: int, columns: int) -> Self:
        """Return the board of a size on which the game begins.

        Examples
        --------
        >>> fs.Domineering.start(2, 3)
        Domineering('...|...')
        """
        return cls._of(cls._rules, cls._rules.starting(rows, columns))

    @classmethod
    def alphabet(cls) -> dict[str, str]:
        """Return the marks that a cell may have, with their meanings; the blank one first.

        Examples
        --------
        >>> fs.Domineering.alphabet()
        {'.': 'empty', '#': 'taken'}
        """
        return dict(cls.rules.alphabet)

    @classmethod
    def from_cells(cls, cells: Iterable[Iterable[str]]) -> Self:
        """Return the position with these marks, row by row.

        Examples
        --------
        >>> fs.Domineering.from_cells([[".", "#"], [".", "."]])
        Domineering('.#|..')
        """
        return cls(["".join(row) for row in cells])

    @property
    def board(self) -> str:
        """The rows with a bar between them."""
        return str(self._state)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows, from the top."""
        return tuple(self.board.split("|"))

    @property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The marks, row by row, as `from_cells` takes them.

        Examples
        --------
        >>> fs.Domineering(".#|..").cells
        (('.', '#'), ('.', '.'))
        """
        return tuple(map(tuple, self.rows))

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.board.count("|") + 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return stride(self.board) - 1

    def with_cell(self, row: int, column: int, mark: str) -> Self:
        """Return the board with another mark in one cell, counted from 0.

        Examples
        --------
        >>> fs.Domineering("..|..").with_cell(1, 0, "#")
        Domineering('..|#.')
        """
        if row not in range(self.height) or column not in range(self.width):
            raise IllegalPositionError(
                f"expected a cell of a board of {self.height} rows and {self.width} columns, "
                f"got {shown((row, column))}"
            )
        cells = [list(line) for line in self.rows]
        cells[row][column] = mark
        return type(self)(["".join(line) for line in cells])
