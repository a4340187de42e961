"""Native twins of rulesets: values of many boards in one call.

A board is text: rows from the top, separated by bars, with ``#`` for a cell that is taken. The
value of a board of more than 64 cells is None: the rules in Python may split it. The cache of a
game counts as memory of the engine, and is cleared by `farstar.engine.collect`.

>>> from farstar import engine
>>> from farstar.engine import rulesets
>>> if rulesets.available():
...     values = rulesets.values("domineering", ["..|.#", "." * 65])
...     assert engine.active().as_compact(values[0]) == (0, 0, 0, 1) and values[1] is None
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, NewType, TypeAlias, cast

from farstar.engine._active import active
from farstar.engine._interface import Handle

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core

__all__ = [
    "MOST_CELLS",
    "MOST_MARKS",
    "BoardSolver",
    "NativeBoard",
    "available",
    "native_board",
    "pattern_solver",
    "placement_solver",
    "sums_searched",
    "values",
    "wins",
]

MOST_CELLS = 64
"""How many cells, rows times columns, a board may have."""

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

NativeBoard = NewType("NativeBoard", object)
"""A board for `wins`; opaque, and bound to its game."""


class BoardSolver(NamedTuple):
    """What the core offers for a game whose rules are data."""

    values: Callable[[Sequence[str]], Sequence[Handle]]
    """Returns the values of boards; equal values are the same handle."""
    board: Callable[[str], NativeBoard]
    """Returns a board for `wins`."""


def available() -> bool:
    """Return whether the active engine has native rulesets."""
    return active().name == "native"


def values(game: str, boards: Sequence[str]) -> Sequence[Handle | None]:
    """Return the values of boards of a game with a native twin, such as ``"clobber"``.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     handles = rulesets.values("clobber", ["xo", "x.o"])
    ...     assert [active().as_compact(g) for g in handles] == [(0, 0, 0, 1), (0, 0, 0, 0)]
    """
    return cast("Sequence[Handle | None]", getattr(_core, f"{game}_values")(boards))


def native_board(game: str, board: str) -> NativeBoard | None:
    """Return a board of a game with a native twin for `wins`; None if it is too large.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     board = rulesets.native_board("domineering", "....")
    ...     assert not rulesets.wins([(1, board)], left_moves=True)
    """
    return cast("NativeBoard | None", getattr(_core, f"{game}_board")(board))


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
    ...     board = rulesets.native_board("domineering", "|".join(["......"] * 6))
    ...     assert rulesets.wins([(1, board)], left_moves=True)
    ...     assert not rulesets.wins([(1, board), (-1, board)], left_moves=True)
    """
    return _core.wins(summands, left_moves)


def sums_searched() -> int:
    """Return how many sums `wins` has searched so far in this process."""
    return _core.sums_searched()


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
    return _board_solver(_core.PatternSolver(marks, list(left), list(right), list(symmetries)))


def placement_solver(
    marks: str,
    cells: int,
    left: Sequence[PlacementCells],
    right: Sequence[PlacementCells],
    symmetries: Sequence[tuple[Sequence[int], Sequence[int], bool]],
) -> BoardSolver:
    """Return what gives values and boards of a game on so many cells without geometry.

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
        _core.PatternSolver(marks, cells, list(left), list(right), list(symmetries))
    )


def _board_solver(solver: _core.PatternSolver) -> BoardSolver:
    def values(boards: Sequence[str]) -> Sequence[Handle]:
        different, numbers = solver.values(boards)
        handles = cast("Sequence[Handle]", different)
        return [handles[n] for n in memoryview(numbers).cast("I")]

    return BoardSolver(values, cast("Callable[[str], NativeBoard]", solver.board))
