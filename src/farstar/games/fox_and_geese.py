"""Fox and Geese: geese go up the board, a fox goes anywhere, and wants to get past them.

The pieces stand on squares of one colour of a chequered board and move diagonally. Left owns the
geese ``G``: a move takes a goose one square towards the first row. Right owns the fox ``F``, which
moves one square in any diagonal direction; in Ceylonese Fox and Geese it may go two squares in one
direction, if both are empty. Nothing is captured. A player who cannot move loses, so Left wins if
the geese enclose the fox. A fox that has got past all geese has moves for ever: the position is
worth *off*.

The geese never go back, so play returns to an earlier position only by moves of the fox alone:
alternating play always ends, and every value is a stopper.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, vol. 3,
   2nd ed., A K Peters (2003), chapter 20.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, ClassVar, TypeAlias

from farstar._arguments import integer, shown
from farstar.engine import kernels
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games import _boards as boards
from farstar.games._boards import Board
from farstar.games.grids import GridPosition, GridRules, pieces
from farstar.loopy import Loopy
from farstar.rules import Step
from farstar.rules.diagrams import Grid

__all__ = ["CeyloneseFoxAndGeese", "FoxAndGeese", "FoxAndGeeseValues", "fox_and_geese_values"]


class FoxAndGeeseRules(GridRules):
    """The rules of Fox and Geese."""

    name = "FoxAndGeese"
    title = "Fox and Geese"
    how_to_play = (
        "Left moves a goose one square diagonally up, Right the fox one square in any diagonal "
        "direction. A player who cannot move loses; the fox has moves for ever once it is past "
        "the geese."
    )
    form = "rows separated by bars, one fox F, geese G"
    patterns = "cells G/F .\nleft ?.|G? -> =G|.=  .?|?G -> G=|=.\nright F. -> .F diagonals"
    starts = {
        "FoxAndGeese(...F....|........|........|G.G.G.G.)": "L",
        "FoxAndGeese(......|.F....|......|.G.G..|......)": "R",
        "FoxAndGeese(.F..|....|....|G.G.)": "L",
    }
    theory = (
        "On the 8 by 8 board the starting position is worth 2 plus over; Winning Ways explains why."
    )
    looks = pieces("G", "F")
    joint = " to "
    alphabet = {".": "empty", "G": "a goose", "F": "the fox"}
    start = ""
    example = "F...|....|G.G.|...."
    may_loop = True

    fox_range: ClassVar[int] = 1
    """How far the fox goes in one move."""

    def check(self, position: Any) -> Board:
        """Return the board; it has one fox, and all pieces stand on squares of its colour."""
        board = super().check(position)
        if board.count("F") != 1:
            raise IllegalPositionError(f"expected one fox F, got {board.count('F')}")
        width = boards.stride(board)
        colours = {sum(divmod(i, width)) % 2 for i, mark in enumerate(board) if mark in "FG"}
        if len(colours) != 1:
            raise IllegalPositionError("expected all pieces on squares of one colour")
        return board

    def diagram(self, position: Board) -> Grid:
        """Return the chequered board; the pieces are on its dark squares."""
        colour = sum(divmod(position.index("F"), boards.stride(position))) % 2
        return replace(super().diagram(position), dark=colour)

    def left(self, position: Board) -> Iterator[Step]:
        """Return the moves of a goose."""
        width = boards.stride(position)
        for i, mark in enumerate(position):
            if mark == "G":
                for to in (i - width - 1, i - width + 1):
                    if to >= 0 and position[to] == ".":
                        yield boards.moved(position, i, to)

    def right(self, position: Board) -> Iterator[Step]:
        """Return the moves of the fox."""
        width = boards.stride(position)
        fox = position.index("F")
        for step in (-width - 1, -width + 1, width - 1, width + 1):
            to = fox
            for _ in range(self.fox_range):
                to += step
                if not 0 <= to < len(position) or position[to] != ".":
                    break
                yield boards.moved(position, fox, to)

    def closed_loopy(self, position: Board) -> Loopy | None:
        """Return off where the fox is past all geese, and can go on below them."""
        rows = position.split("|")
        fox = next(i for i, row in enumerate(rows) if "F" in row)
        last = max((i for i, row in enumerate(rows) if "G" in row), default=-1)
        return Loopy("off") if last < fox < len(rows) - 1 and len(rows[0]) > 1 else None

    def key(self, position: Board) -> Board:
        """Return the lesser of the board and its mirror image."""
        return min(position, boards.mirrored(position))


class FoxAndGeese(GridPosition, rules=FoxAndGeeseRules):
    """A position of Fox and Geese: geese ``G`` go up the board, the fox ``F`` anywhere.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top with bars between them. The geese go towards the first row.

    Examples
    --------
    >>> fs.FoxAndGeese("........|...F....|G.G.G.G.|........").value
    Value('2')
    >>> fs.FoxAndGeese("........|.F......|G.G.G.G.|........").loopy_value
    Loopy('2over')
    """

    __slots__ = ()


class CeyloneseRules(FoxAndGeeseRules):
    """The rules of Ceylonese Fox and Geese."""

    name = "CeyloneseFoxAndGeese"
    title = "Ceylonese Fox and Geese"
    how_to_play = (
        "Left moves a goose one square diagonally up, Right the fox one or two squares in any "
        "diagonal direction. A player who cannot move loses; the fox has moves for ever once it "
        "is past the geese."
    )
    patterns = (
        "cells G/F .\n"
        "left ?.|G? -> =G|.=  .?|?G -> G=|=.\n"
        "right F. -> .F diagonals  F.. -> ..F diagonals"
    )
    starts = {
        "CeyloneseFoxAndGeese(...F..|......|......|G.G.G.)": "L",
        "CeyloneseFoxAndGeese(.F..|....|....|G.G.)": "L",
    }
    theory = "No formula is known; single boards were solved by computer."
    fox_range = 2


class CeyloneseFoxAndGeese(GridPosition, rules=CeyloneseRules):
    """A position of Ceylonese Fox and Geese, whose fox may go two squares.

    Parameters
    ----------
    board : str or sequence of str
        The rows from the top with bars between them. The geese go towards the first row.

    Examples
    --------
    >>> fs.CeyloneseFoxAndGeese("F...|....|G.G.|....").moves(fs.Right)[-1].text
    '(1,1) to (2,2)'
    """

    __slots__ = ()


Square: TypeAlias = tuple[int, int]
"""Row and column, counted from 1."""

Placing: TypeAlias = tuple[tuple[Square, ...], Square]
"""The squares of the geese, row by row, and that of the fox."""

_NO_FOX = 2**32 - 1
_MOST_SQUARES = 128
_MOST_POSITIONS = 2**28


def fox_and_geese_values(
    rows: int = 8, columns: int = 8, *, geese: int | None = None, ceylonese: bool = False
) -> FoxAndGeeseValues:
    """Return the values of all positions of Fox and Geese on a board.

    Parameters
    ----------
    rows, columns : int
        The size of the board. The pieces stand on the squares of the colour of (1,1).
    geese : int, optional
        How many geese there are, half the number of columns by default.
    ceylonese : bool
        Whether the fox may go two squares.

    Examples
    --------
    >>> from farstar.games import bulk
    >>> values = bulk.fox_and_geese_values(6, 4)
    >>> len(values), values[((6, 2), (6, 4)), (1, 1)]
    (660, Loopy('over'))
    >>> values[((3, 1), (3, 3)), (1, 3)]
    Loopy('{over|0}')
    """
    rows, columns = integer(rows, 2, "rows"), integer(columns, 2, "columns")
    count = columns // 2 if geese is None else integer(geese, 0, "geese")
    squares = (rows * columns + 1) // 2
    if squares > _MOST_SQUARES or squares * comb(squares, count) > _MOST_POSITIONS or count > 8:
        raise BudgetExceeded(
            f"expected at most {_MOST_SQUARES} squares, 8 geese and {_MOST_POSITIONS} positions, "
            f"got a board of {shown(rows)} by {shown(columns)} with {shown(count)} geese"
        )
    return FoxAndGeeseValues(rows, columns, count, 2 if ceylonese else 1)


class FoxAndGeeseValues(Mapping[Placing, Loopy]):
    """The value of each position on a board, by the squares of the geese and of the fox.

    On the native engine all sets of geese up to the one that is asked for are solved together;
    sets that only lead to earlier ones have larger numbers. On the reference engine each position
    is solved by its rules.
    """

    def __init__(self, rows: int, columns: int, geese: int, reach: int) -> None:
        self.rows, self.columns, self.geese = rows, columns, geese
        self._position = CeyloneseFoxAndGeese if reach == 2 else FoxAndGeese
        self._squares = [
            (r, c) for r in range(1, rows + 1) for c in range(2 - r % 2, columns + 1, 2)
        ]
        self._place = {square: i for i, square in enumerate(self._squares)}
        self._table = (
            kernels.fox_and_geese(rows, columns, geese, reach) if kernels.available() else None
        )
        self._values: dict[int, Loopy] = {}

    @cached_property
    def _sets(self) -> list[tuple[Square, ...]]:
        """All sets of geese in colexicographic order, as the native table numbers them."""
        chosen = combinations(range(len(self._squares)), self.geese)
        ordered = sorted(chosen, key=lambda places: places[::-1])
        return [tuple(self._squares[i] for i in places) for places in ordered]

    @property
    def sets(self) -> int:
        """How many sets of geese there are."""
        return comb(len(self._squares), self.geese)

    def __len__(self) -> int:
        return self.sets * (len(self._squares) - self.geese)

    def __iter__(self) -> Iterator[Placing]:
        for geese in self._sets:
            yield from ((geese, fox) for fox in self._squares if fox not in geese)

    def __contains__(self, placing: object) -> bool:
        match placing:
            case (tuple(geese), fox):
                standing = [self._place.get(square, -1) for square in (*geese, fox)]
            case _:
                return False
        return (
            len(geese) == self.geese
            and min(standing) >= 0
            and len(set(standing)) == len(standing)
            and standing[:-1] == sorted(standing[:-1])
        )

    def __getitem__(self, placing: Placing) -> Loopy:
        if placing not in self:
            raise KeyError(
                f"expected {self.geese} squares of geese row by row, and one of the fox, "
                f"got {placing!r}"
            )
        geese, fox = placing
        if self._table is None:
            return self.position(geese, fox).loopy_value
        number = self._table.set_of([self._place[square] for square in geese])
        cells = self._cells(number, number + 1)
        return self._value(cells[self._place[fox]])

    def position(self, geese: Sequence[Square], fox: Square) -> FoxAndGeese | CeyloneseFoxAndGeese:
        """Return a position with its board.

        Examples
        --------
        >>> from farstar.games import bulk
        >>> print(bulk.fox_and_geese_values(3, 4).position([(3, 1), (3, 3)], (1, 1)).state)
        F...|....|G.G.
        """
        board = [["."] * self.columns for _ in range(self.rows)]
        for r, c in geese:
            board[r - 1][c - 1] = "G"
        board[fox[0] - 1][fox[1] - 1] = "F"
        return self._position(["".join(row) for row in board])

    def _cells(self, first: int, end: int) -> array[int]:
        assert self._table is not None
        return array("I", self._table.values(first, end))

    def _value(self, number: int) -> Loopy:
        """Return a value by its number in the native table."""
        if number not in self._values:
            assert self._table is not None
            graph = dict(enumerate(self._table.graph(number)))
            self._values[number] = Loopy.from_graph(graph, 0)
        return self._values[number]

    def block(self, first: int, end: int) -> Iterator[tuple[Placing, Loopy]]:
        """Yield the positions and values of some sets of geese, by their numbers.

        Examples
        --------
        >>> from farstar.games import bulk
        >>> next(bulk.fox_and_geese_values(3, 4).block(14, 15))
        ((((3, 1), (3, 3)), (1, 1)), Loopy('{2|over}'))
        """
        if self._table is None:
            for geese in self._sets[first:end]:
                for fox in self._squares:
                    if fox not in geese:
                        yield (geese, fox), self[geese, fox]
            return
        cells, size = self._cells(first, end), len(self._squares)
        for number in range(first, end):
            geese = tuple(self._squares[i] for i in self._table.squares_of(number))
            row = cells[(number - first) * size : (number - first + 1) * size]
            for fox, value in zip(self._squares, row, strict=True):
                if value != _NO_FOX:
                    yield (geese, fox), self._value(value)

    def counts(self) -> dict[Loopy, int]:
        """Return how many positions have each value, the most frequent first.

        Examples
        --------
        >>> from farstar.games import bulk
        >>> counts = bulk.fox_and_geese_values(4, 4).counts()
        >>> len(counts), next(iter(counts.items()))
        (18, (Loopy('off'), 103))
        """
        tally: Counter[Any] = Counter()
        if self._table is None:
            tally.update(value for _, value in self.block(0, self.sets))
            return dict(tally.most_common())
        for first in range(0, self.sets, 4096):
            tally.update(self._cells(first, min(first + 4096, self.sets)))
        del tally[_NO_FOX]
        return {self._value(number): count for number, count in tally.most_common()}
