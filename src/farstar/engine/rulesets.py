"""Native twins of rulesets: values of many boards in one call.

A board is text: rows from the top with bars between them, ``#`` for a cell that is taken. A board
of more than 64 cells gets None: it is for the rules in Python, which may split it. What is
remembered of a game counts as memory of the engine, and is forgotten by `farstar.engine.collect`.

>>> from farstar import engine
>>> from farstar.engine import rulesets
>>> if rulesets.available():
...     found = rulesets.domineering(["..|.#", "." * 65])
...     assert engine.active().as_compact(found[0]) == (0, 0, 0, 1) and found[1] is None
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from farstar.engine._active import active
from farstar.engine._interface import Handle

# Without a native engine this module can be imported, and none of its functions is called.
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
]

MOST_CELLS = 64
"""How many cells, rows times columns, a board may have."""

MOST_MARKS = 8
"""How many marks the patterns of a game may ask for."""

Cells: TypeAlias = Sequence[tuple[int, int, int]]
"""Row and column, counted from the first cell of a pattern, and marks as bits or one mark."""

PatternCells: TypeAlias = tuple[Cells, Cells, Cells]
"""What a pattern needs, what it forbids, and what it writes."""


def available() -> bool:
    """Tell whether the active engine has native rulesets."""
    return active().name == "native"


def domineering(boards: Sequence[str]) -> Sequence[Handle | None]:
    """Return the values of Domineering boards: ``.`` free; Left plays upright dominoes.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     found = rulesets.domineering(["...|...", "..|..|.."])
    ...     assert found[0] == active().negate(found[1])
    """
    return _core.domineering_values(boards)


def clobber(boards: Sequence[str]) -> Sequence[Handle | None]:
    """Return the values of Clobber boards: ``x`` Left's stones, ``o`` Right's, ``.`` empty.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     found = rulesets.clobber(["xo", "x.o"])
    ...     assert [active().as_compact(g) for g in found] == [(0, 0, 0, 1), (0, 0, 0, 0)]
    """
    return _core.clobber_values(boards)


def amazons(boards: Sequence[str]) -> Sequence[Handle | None]:
    """Return the values of Amazons boards: ``x`` Left's amazons, ``o`` Right's, ``.`` empty.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     found = rulesets.amazons(["x..", "..o"])
    ...     assert [active().as_compact(g) for g in found] == [(2, 0, 0, 0), (-2, 0, 0, 0)]
    """
    return _core.amazons_values(boards)


def pattern_solver(
    marks: str,
    left: Sequence[PatternCells],
    right: Sequence[PatternCells],
    symmetries: Sequence[tuple[int, Sequence[int], bool]],
) -> Callable[[str], Handle]:
    """Return what gives the values of the boards of a game whose rules are patterns.

    Examples
    --------
    >>> from farstar.engine import rulesets
    >>> if rulesets.available():
    ...     capture = ([(0, 0, 1), (0, 1, 2)], [], [(0, 0, -1), (0, 1, 0)])
    ...     value = rulesets.pattern_solver("xo", [capture], [], [])
    ...     assert active().as_compact(value("xo")) == (1, 0, 0, 0)
    """
    return _core.PatternSolver(marks, list(left), list(right), list(symmetries)).value
