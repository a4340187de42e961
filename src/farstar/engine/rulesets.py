"""Native twins of rulesets: values of many boards in one call.

A board is text: rows from the top, separated by bars, with ``#`` for a cell that is taken. The
value of a board of more than 64 cells is None: the rules in Python may split it. The cache of a
game counts as memory of the engine, and is cleared by `farstar.engine.collect`.

>>> from farstar import engine
>>> from farstar.engine import rulesets
>>> if rulesets.available():
...     values = rulesets.domineering(["..|.#", "." * 65])
...     assert engine.active().as_compact(values[0]) == (0, 0, 0, 1) and values[1] is None
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias, cast

from farstar.engine._active import active
from farstar.engine._interface import Handle

# Without a native engine this module can be imported, but its functions are not called.
with suppress(ImportError):
    from farstar import _core

__all__ = [
    "MOST_CELLS",
    "MOST_MARKS",
    "amazons",
    "available",
    "clobber",
    "domineering",
    "pattern_solver",
    "placement_solver",
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

BoardValues: TypeAlias = Callable[[Sequence[str]], Sequence[Handle]]
"""Returns the values of boards; equal values are the same handle."""


def available() -> bool:
    """Return whether the active engine has native rulesets."""
    return active().name == "native"


def domineering(boards: Sequence[str]) -> Sequence[Handle | None]:
    """Return the values of Domineering boards: ``.`` free; Left plays vertical dominoes.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     values = rulesets.domineering(["...|...", "..|..|.."])
    ...     assert values[0] == active().negate(values[1])
    """
    return cast("Sequence[Handle | None]", _core.domineering_values(boards))


def clobber(boards: Sequence[str]) -> Sequence[Handle | None]:
    """Return the values of Clobber boards: ``x`` Left's stones, ``o`` Right's, ``.`` empty.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     values = rulesets.clobber(["xo", "x.o"])
    ...     assert [active().as_compact(g) for g in values] == [(0, 0, 0, 1), (0, 0, 0, 0)]
    """
    return cast("Sequence[Handle | None]", _core.clobber_values(boards))


def amazons(boards: Sequence[str]) -> Sequence[Handle | None]:
    """Return the values of Amazons boards: ``x`` Left's amazons, ``o`` Right's, ``.`` empty.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     values = rulesets.amazons(["x..", "..o"])
    ...     assert [active().as_compact(g) for g in values] == [(2, 0, 0, 0), (-2, 0, 0, 0)]
    """
    return cast("Sequence[Handle | None]", _core.amazons_values(boards))


def pattern_solver(
    marks: str,
    left: Sequence[PatternCells],
    right: Sequence[PatternCells],
    symmetries: Sequence[tuple[int, Sequence[int], bool]],
) -> BoardValues:
    """Return what gives the values of the boards of a game whose rules are patterns.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     capture = ([(0, 0, 1), (0, 1, 2)], [], [(0, 0, -1), (0, 1, 0)])
    ...     values = rulesets.pattern_solver("xo", [capture], [], [])
    ...     assert [active().as_compact(g)[0] for g in values(["xo", "o", "xo|xo"])] == [1, 0, 2]
    """
    return _board_values(_core.PatternSolver(marks, list(left), list(right), list(symmetries)))


def placement_solver(
    marks: str,
    cells: int,
    left: Sequence[PlacementCells],
    right: Sequence[PlacementCells],
    symmetries: Sequence[tuple[Sequence[int], Sequence[int], bool]],
) -> BoardValues:
    """Return what gives the values of a game on so many cells without geometry.

    A placement has the marks that it needs, those that it forbids and those that it writes, each
    with its cells as bits. A symmetry is a permutation of the cells and one of the marks.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     capture = ([(1, 0b01), (2, 0b10)], [], [(-1, 0b01), (0, 0b10)])
    ...     values = rulesets.placement_solver("xo", 2, [capture], [], [])
    ...     assert [active().as_compact(g)[0] for g in values(["xo", "ox"])] == [1, 0]
    """
    return _board_values(
        _core.PatternSolver(marks, cells, list(left), list(right), list(symmetries))
    )


def _board_values(solver: _core.PatternSolver) -> BoardValues:
    def values(boards: Sequence[str]) -> Sequence[Handle]:
        different, numbers = solver.values(boards)
        handles = cast("Sequence[Handle]", different)
        return [handles[n] for n in memoryview(numbers).cast("I")]

    return values
