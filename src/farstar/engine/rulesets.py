"""Native twins of rulesets: values of many boards in one call.

A board is text: rows from the top, separated by bars, with ``#`` for a cell that is taken. The
value of a board of more than 64 cells is None: the rules in Python may split it. Games whose rules
are patterns take 128 cells, if the patterns ask for few marks. The cache of a game counts as memory
of the engine, and is cleared by `farstar.engine.collect`.

>>> from farstar import engine
>>> from farstar.engine import rulesets
>>> if rulesets.available():
...     values = rulesets.values("konane", ["xo.", "." * 65])
...     assert engine.active().as_compact(values[0]) == (1, 0, 0, 0) and values[1] is None
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias, overload

from farstar.engine._active import Handle, active

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core
    from farstar._core import NativeBoard, sums_searched

__all__ = [
    "MOST_CELLS",
    "MOST_MARKS",
    "MOST_REGION_CELLS",
    "MOST_WIDE_CELLS",
    "MOST_WIDE_MARKS",
    "BoardSolver",
    "HeapRuleData",
    "LinearData",
    "NativeBoard",
    "Numbered",
    "available",
    "heap_grundy_values",
    "heap_values",
    "native_board",
    "pattern_solver",
    "placement_solver",
    "regions",
    "sums_searched",
    "values",
    "wins",
]

MOST_CELLS = 64
"""How many cells, rows times columns, a board may have."""

MOST_WIDE_CELLS = 128
"""How many cells it may have if the rules are patterns that ask for few marks."""

MOST_WIDE_MARKS = 4
"""How many marks these are at most."""

MOST_REGION_CELLS = 15
"""How many cells a connected region may have, so that its box has at most 64."""

MOST_MARKS = 8
"""How many marks the patterns of a game may ask for."""

Cells: TypeAlias = Sequence[tuple[int, int, int]]
"""Row and column, counted from the first cell of a pattern, and marks as bits or one mark."""

PatternCells: TypeAlias = tuple[Cells, Cells, Cells]
"""What a pattern needs, what it forbids, and what it writes."""

PlacementCells: TypeAlias = tuple[
    Sequence[tuple[int, int]], Sequence[tuple[int, int]], Sequence[tuple[int, int]]
]
"""The same for a placement: marks as bits, or one mark, with cells as bits."""

LinearData: TypeAlias = tuple[int, Sequence[int]]
"""A number, and the factors of at most four letters."""

HeapRuleData: TypeAlias = tuple[
    LinearData, Sequence[LinearData], Sequence[tuple[LinearData, int]], Sequence[LinearData], bool
]
"""A rule on heaps: what a heap consists of, the heaps after a move, conditions (how a form compares
with 0, by the number of the sign among < <= > >= = !=), what must be 0, and whether the only new
heap may be any smaller one."""


class Numbered(Sequence[Handle | None]):
    """Values of many boards, most of which occur more than once.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     values = rulesets.values("konane", ["xo.", "xox", "##.|xo."])
    ...     assert len(values.different) == 2 and list(values.numbers) == [0, 1, 0]
    """

    def __init__(self, different: Sequence[Handle | None], numbers: Sequence[int]) -> None:
        self.different, self.numbers = different, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Handle | None: ...
    @overload
    def __getitem__(self, place: slice) -> list[Handle | None]: ...
    def __getitem__(self, place: int | slice) -> Handle | list[Handle | None] | None:
        """Return the value of one board, or of several."""
        if isinstance(place, slice):
            return [self.different[number] for number in self.numbers[place]]
        return self.different[self.numbers[place]]

    def __iter__(self) -> Iterator[Handle | None]:
        return map(self.different.__getitem__, self.numbers)


def _numbered(table: tuple[Sequence[Any], bytes]) -> Numbered:
    different, numbers = table
    return Numbered(different, memoryview(numbers).cast("I"))


class BoardSolver(NamedTuple):
    """What the core offers for a game whose rules are data."""

    values: Callable[[Sequence[str]], Numbered]
    """Returns the values of boards; equal values are the same handle."""
    board: Callable[[str], NativeBoard]
    """Returns a board for `wins`."""
    most_cells: int
    """How many cells a board may have."""


def available() -> bool:
    """Return whether the active engine has native rulesets."""
    return active().name == "native"


def values(game: str, boards: Sequence[str]) -> Numbered:
    """Return the values of boards of a game with a native twin, such as ``"konane"``.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     handles = rulesets.values("konane", ["xo.", "x.o"])
    ...     assert [active().as_compact(g) for g in handles] == [(1, 0, 0, 0), (0, 0, 0, 0)]
    """
    return _numbered(getattr(_core, f"{game}_values")(boards))


def native_board(game: str, board: str) -> NativeBoard | None:
    """Return a board of a game with a native twin for `wins`; None if it is too large.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     board = rulesets.native_board("konane", "ox.")
    ...     assert not rulesets.wins([(1, board)], left_moves=True)
    """
    board_of: Callable[[str], NativeBoard | None] = getattr(_core, f"{game}_board")
    return board_of(board)


def regions(cells: int, part: int = 0, parts: int = 1) -> list[str]:
    """Return the connected regions of a number of cells, up to reflections and half a turn.

    They can be had in several parts of about the same size; in each, those in small boxes come
    first. A region has at most `MOST_REGION_CELLS` cells.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     assert rulesets.regions(3) == ["...", ".|.|.", "#.|.."]
    """
    return _core.regions(cells, part, parts)


def wins(summands: Sequence[tuple[int, Any]], *, left_moves: bool) -> bool:
    """Return whether a player wins a sum by moving first, without values of large boards.

    Parameters
    ----------
    summands : sequence of (sign, board or handle)
        The sign is 1 or -1; a board is what `native_board` returns, and a handle is a value
        of the native engine.
    left_moves : bool
        Whether it is Left who moves first.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     board = rulesets.native_board("amazons", "x...|...o")
    ...     assert rulesets.wins([(1, board)], left_moves=True)
    ...     assert not rulesets.wins([(1, board), (-1, board)], left_moves=True)
    """
    return _core.wins(summands, left_moves)


def pattern_solver(
    marks: str,
    left: Sequence[PatternCells],
    right: Sequence[PatternCells],
    symmetries: Sequence[tuple[int, Sequence[int], bool]],
) -> BoardSolver:
    """Return what gives values and boards for `wins` of a game whose rules are patterns.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     capture = ([(0, 0, 1), (0, 1, 2)], [], [(0, 0, -1), (0, 1, 0)])
    ...     solver = rulesets.pattern_solver("xo", [capture], [], [])
    ...     values = solver.values(["xo", "o", "xo|xo"])
    ...     assert [active().as_compact(g)[0] for g in values] == [1, 0, 2]
    ...     assert not rulesets.wins([(1, solver.board("xo"))], left_moves=False)
    """
    core = _core.PatternSolver(marks, list(left), list(right), list(symmetries))
    return _board_solver(core, MOST_WIDE_CELLS if len(marks) <= MOST_WIDE_MARKS else MOST_CELLS)


def placement_solver(
    marks: str,
    cells: int,
    left: Sequence[PlacementCells],
    right: Sequence[PlacementCells],
    symmetries: Sequence[tuple[Sequence[int], Sequence[int], bool]],
) -> BoardSolver:
    """Return the solver of a game on numbered cells without geometry.

    A placement has the marks that it needs, those that it forbids and those that it writes, each
    with its cells as bits. A symmetry is a permutation of the cells and one of the marks.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     capture = ([(1, 0b01), (2, 0b10)], [], [(-1, 0b01), (0, 0b10)])
    ...     values = rulesets.placement_solver("xo", 2, [capture], [], []).values(["xo", "ox"])
    ...     assert [active().as_compact(g)[0] for g in values] == [1, 0]
    """
    return _board_solver(
        _core.PatternSolver(marks, cells, list(left), list(right), list(symmetries)), MOST_CELLS
    )


def heap_grundy_values(rules: Sequence[HeapRuleData], last: int, known: bytes = b"") -> bytes:
    """Return the Grundy values of heaps up to `last`, as unsigned 32-bit numbers.

    They go on from the `known` ones. If a move leaves a heap that is not smaller, they end before
    the heap that has it.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     rule = ((0, [0, 1]), [(0, [1, 0])], [], [], True)  # n -> a, any smaller heap
    ...     values = rulesets.heap_grundy_values([rule], 5)
    ...     assert list(memoryview(values).cast("I")) == [0, 1, 2, 3, 4, 5]
    """
    return _core.heap_grundy_values(rules, last, known)


def heap_values(
    left: Sequence[HeapRuleData], right: Sequence[HeapRuleData], last: int, known: Sequence[Handle]
) -> Sequence[Handle]:
    """Return the values of the heaps after the `known` ones up to `last`, of a partizan game.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     rule = ((0, [1]), [(-1, [1])], [], [], False)  # n -> n-1
    ...     values = rulesets.heap_values([rule], [], 3, [])
    ...     assert [active().as_compact(g)[0] for g in values] == [0, 1, 2, 3]
    """
    return _core.heap_values(left, right, last, known)


def _board_solver(solver: _core.PatternSolver, most_cells: int) -> BoardSolver:
    def values(boards: Sequence[str]) -> Numbered:
        return _numbered(solver.values(boards))

    return BoardSolver(values, solver.board, most_cells)
