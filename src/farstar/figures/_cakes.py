"""Cakes of rows and columns, their pieces side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farstar.errors import NotationError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.figures._grid import caption, title, value_if_cheap
from farstar.games import Cutcake, Eatcake, MaundyCake
from farstar.rules import Position

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

GAMES = (Cutcake, Eatcake, MaundyCake)
"""The games with cakes."""

_MOST_CAKES = 12
_MOST_SIDE = 40
_UNIT = 0.3
_GAP = 1


def cakes(things: Sequence[Any]) -> Plan:
    """Plan cakes: Left cuts between columns, along full lines, Right between rows, along dashes."""
    games = [_cake(thing) for thing in things]
    if not 1 <= len(games) <= _MOST_CAKES:
        raise NotationError(f"expected 1 to {_MOST_CAKES} cakes, got {len(games)}")
    widths, heights = [width(game) for game in games], [height(game) for game in games]
    if not all(fits(game) for game in games):
        raise NotationError(
            f"expected at most {_MOST_SIDE} rows and columns, got {max(heights)} and {max(widths)}"
        )
    values = [value_if_cheap(game) for game in games]
    widest = max(widths)

    def draw(canvas: Canvas) -> None:
        ratios = [top + 1 for top in heights]
        panels = canvas.subplots(len(games), 1, squeeze=False, height_ratios=ratios)
        for game, value, top, (panel,) in zip(games, values, heights, panels, strict=True):
            look.bare(panel)
            _draw(panel, game, top)
            panel.set_xlim(-0.1, widest + 0.1)
            panel.set_ylim(-0.1, top + 0.1)
            panel.set_title(title(game, value), fontsize=10, pad=4)

    size = (max(3.2, _UNIT * widest + 0.4), sum(_UNIT * top + 0.6 for top in heights))
    return Plan(draw, size, f"{'; '.join(map(caption, games, values))}.")


def _cake(thing: Any) -> Position:
    if isinstance(thing, GAMES):
        return thing
    raise NotationError(f"expected cakes, such as Cutcake(3,4), got {thing}")


def width(game: Position) -> int:
    """Return the columns of all pieces, and the gaps between them."""
    return max(1, sum(columns + _GAP for _, columns in _pieces(game)) - _GAP)


def height(game: Position) -> int:
    """Return the rows of the tallest piece."""
    return max([rows for rows, _ in _pieces(game)], default=1)


def fits(game: Position) -> bool:
    """Tell whether a cake is small enough to be drawn."""
    return width(game) <= _MOST_SIDE and height(game) <= _MOST_SIDE


def _pieces(game: Any) -> tuple[tuple[int, int], ...]:
    pieces: tuple[tuple[int, int], ...] = game.pieces
    return pieces


def _draw(axes: Axes, game: Position, top: int) -> None:
    from matplotlib.patches import Rectangle

    start = 0
    for rows, columns in _pieces(game):
        bottom = top - rows
        axes.add_patch(
            Rectangle(
                (start, bottom),
                columns,
                rows,
                facecolor=look.FILL,
                edgecolor=look.INK,
                linewidth=1.6,
                zorder=1,
            )
        )
        for column in range(1, columns):
            x = start + column
            axes.plot([x, x], [bottom, top], color=look.LEFT, linewidth=0.9, zorder=2)
        for row in range(1, rows):
            y = bottom + row
            ends = [start, start + columns]
            axes.plot(
                ends, [y, y], color=look.RIGHT, linestyle=look.DASHES, linewidth=0.9, zorder=2
            )
        start += columns + _GAP
