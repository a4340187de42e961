"""Boards of Geography on two rows, one under the other if there are several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farstar.errors import NotationError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.games import GeographyA, GeographyB, GeographyBoard

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST_COLUMNS = 60
_MOST_BOARDS = 12


def board(things: Sequence[Any]) -> Plan:
    """Plan boards: open cells are white, visited ones hatched, the token is a disc."""
    boards = [_board(thing) for thing in things]
    if not 1 <= len(boards) <= _MOST_BOARDS:
        raise NotationError(f"expected 1 to {_MOST_BOARDS} boards, got {len(boards)}")
    widest = max(b.columns for b in boards)
    if widest > _MOST_COLUMNS:
        raise NotationError(f"expected at most {_MOST_COLUMNS} columns, got {widest}")

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(len(boards), 1, squeeze=False)
        for position, (panel,) in zip(boards, panels, strict=True):
            look.bare(panel)
            _draw_board(panel, position, widest)

    size = (max(2.6, 0.46 * widest + 0.3), 1.55 * len(boards))
    names = "; ".join(f"{b} is {b.position}, {look.ascii_text(b.value)}" for b in boards)
    return Plan(draw, size, f"Partizan Geography on two rows: {names}.")


def _board(thing: Any) -> GeographyBoard:
    if isinstance(thing, GeographyA | GeographyB):
        return thing.board()
    if isinstance(thing, GeographyBoard):
        return thing
    raise NotationError(f"expected games on boards, such as Domineering(3x4), got {thing}")


def _draw_board(axes: Axes, position: GeographyBoard, widest: int) -> None:
    from matplotlib.patches import Circle, Rectangle

    for row, cells in enumerate(position.rows):
        for column, cell in enumerate(cells):
            corner = (column, 1 - row)
            visited = cell == "#"
            axes.add_patch(
                Rectangle(
                    corner,
                    1,
                    1,
                    facecolor="#efebe1" if visited else look.PAPER,
                    edgecolor="#b8b2a4" if visited else look.INK,
                    hatch="////" if visited else None,
                    linewidth=0.9,
                    zorder=1 if visited else 2,
                )
            )
            if cell == "@":
                middle = (column + 0.5, 1.5 - row)
                axes.add_patch(Circle(middle, 0.3, facecolor=look.INK, edgecolor="none", zorder=3))
    axes.set_xlim(-0.05, widest + 0.05)
    axes.set_ylim(-0.05, 2.05)
    value = look.value_text(position.value, 24)
    axes.set_title(f"{position.position} = {value}", fontsize=10, pad=4)
