"""Exhibits of R. J. Nowakowski and A. A. Siegel, Partizan Geography on K_n x K_2."""

from __future__ import annotations

from farstar.figures import plot
from farstar.papers.geography import GeographyA, GeographyBoard
from farstar.papers.geography.claims import CLAIMS
from farstar.sums import Sum
from farstar.tables import Table

_LARGEST = 7


def first_values() -> Table:
    """Return the values of the empty boards."""
    starts = [(n, GeographyBoard.start(n)) for n in range(1, _LARGEST + 1)]
    rows = tuple((n, g.value, g.mean, g.temperature) for n, g in starts)
    return Table(("n", "value", "mean", "temperature"), rows, stubs=1)


def _opening() -> list[GeographyA]:
    return [GeographyA(3, 2, 1), GeographyA(3, 1, 2), GeographyA(1, 1, 1)]


def opening_boards() -> tuple[GeographyBoard, ...]:
    """Return the boards of the opening example as printed, the token in the lower row."""
    rows = ("###...|...@.#", "###...|...@##", "#..|.@#")
    return tuple(map(GeographyBoard, rows))


def _opening_sum() -> Sum:
    first, second, third = opening_boards()
    return first - second - third


def second_sum() -> Sum:
    """Return the larger sum that the paper plays."""
    return GeographyA(3, 12, 4) + GeographyA(7, 12, 1) - GeographyA(9, 15, 6)


CLAIMS.exhibit(
    "First values",
    "Values, means and temperatures of the empty `2 x n` board, the token in a corner, for "
    f"`n = 1, ..., {_LARGEST}`.",
    note="The paper's table has no number and leaves mean and temperature of `n = 1` empty.",
    claims=("Introduction, table of values", "Introduction, mean and temperature"),
)(first_values)
CLAIMS.exhibit(
    "Opening boards",
    "The opening example, `A(3,2,1) - A(3,1,2) - A(1,1,1)`, which has the value "
    "`{1/2*|-1/2*}`. Visited cells are hatched; rows and columns are numbered from 0.",
    note="The printed picture has no number; its columns are put together again here.",
    claims=("Opening example, value", "Opening example, moves"),
)(lambda: plot(_opening_sum(), kind="board"))
CLAIMS.exhibit(
    "Opening thermograph",
    "Thermographs of the opening example `A(3,2,1) - A(3,1,2) - A(1,1,1)` and of its first term.",
    note="Not in the paper.",
    claims=("Opening example, value",),
)(lambda: plot(_opening()[0] - _opening()[1] - _opening()[2], _opening()[0]))
CLAIMS.exhibit(
    "First thermographs",
    f"Thermographs of the empty `2 x n` boards `A(0,n,0)` for `n = 2, ..., {_LARGEST}`.",
    note="Not in the paper.",
    claims=("Introduction, mean and temperature",),
)(lambda: plot(*(GeographyA(0, n, 0) for n in range(2, _LARGEST + 1)), bottom=-1))
CLAIMS.exhibit(
    "Second sum",
    "Thermograph of `A(3,12,4) + A(7,12,1) - A(9,15,6)`: mean `29/32`, temperature `15/16`.",
    note="Not in the paper, which gives the mean and the temperature.",
    claims=("Second sum, mean and temperature",),
)(lambda: plot(second_sum()))
