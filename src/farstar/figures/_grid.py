"""Boards of the games on grids, one under the other if there are several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from farstar.engine import budget
from farstar.errors import BudgetExceeded, NotationError, ValueOverflowError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.games import GridPosition, TopplingDominoes
from farstar.rules import Position
from farstar.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST_SIDE = 40
_MOST_BOARDS = 12
_VALUE_NODES, _VALUE_SECONDS = 1_000_000, 2.0
_GREEN = "#2b8a6b"
_COLOURS = {"x": look.LEFT, "l": look.LEFT, "T": look.LEFT, "e": _GREEN}
"""The colours of marks; all others that are not blank are Right's."""


def grid(things: Sequence[Any]) -> Plan:
    """Plan boards: empty cells are white, taken ones hatched; Left is blue, Right orange."""
    boards = [_board(thing) for thing in things]
    if not 1 <= len(boards) <= _MOST_BOARDS:
        raise NotationError(f"expected 1 to {_MOST_BOARDS} boards, got {len(boards)}")
    widest, tallest = max(b.width for b in boards), max(b.height for b in boards)
    if max(widest, tallest) > _MOST_SIDE:
        raise NotationError(
            f"expected at most {_MOST_SIDE} rows and columns, got {tallest} and {widest}"
        )
    values = [value_if_cheap(board) for board in boards]

    def draw(canvas: Canvas) -> None:
        heights = [board.height + 0.8 for board in boards]
        panels = canvas.subplots(len(boards), 1, squeeze=False, height_ratios=heights)
        for board, value, (panel,) in zip(boards, values, panels, strict=True):
            look.bare(panel)
            _draw_board(panel, board, widest)
            panel.set_title(title(board, value), fontsize=10, pad=4)

    height = sum(0.46 * board.height + 0.5 for board in boards)
    size = (max(3.2, 0.46 * widest + 0.4), height)
    return Plan(draw, size, f"{'; '.join(map(caption, boards, values))}.")


def value_if_cheap(position: Position) -> Value | None:
    """Return the value if it can be had in a moment."""
    with budget(nodes=_VALUE_NODES, seconds=_VALUE_SECONDS):
        try:
            return position.value
        except (BudgetExceeded, ValueOverflowError):
            return None


def title(position: Position, value: Value | None) -> str:
    """Return the name of the game and the value, if it is known."""
    name = position.ruleset.name
    return name if value is None else f"{name}: {look.value_text(value, 40)}"


def caption(position: Position, value: Value | None) -> str:
    """Return the position and its value, if it is known."""
    return str(position) if value is None else f"{position} is {look.ascii_text(value)}"


def _board(thing: Any) -> GridPosition:
    if isinstance(thing, GridPosition):
        return thing
    raise NotationError(f"expected a board of a game on a grid, got {thing}")


def _draw_board(axes: Axes, position: GridPosition, widest: int) -> None:
    from matplotlib.patches import Rectangle

    height = position.height
    piece = _domino if isinstance(position, TopplingDominoes) else _stone
    for row, marks in enumerate(position.cells):
        for column, mark in enumerate(marks):
            corner = (column, height - 1 - row)
            taken = mark == "#"
            axes.add_patch(
                Rectangle(
                    corner,
                    1,
                    1,
                    facecolor="#efebe1" if taken else look.PAPER,
                    edgecolor="#b8b2a4" if taken else look.INK,
                    hatch="////" if taken else None,
                    linewidth=0.9,
                    zorder=1 if taken else 2,
                )
            )
            if mark not in ".#":
                _drawn(mark, piece)(axes, corner, mark)
    axes.set_xlim(-0.05, widest + 0.05)
    axes.set_ylim(-0.05, height + 0.05)


def _drawn(
    mark: str, piece: Callable[[Axes, tuple[int, int], str], None]
) -> Callable[[Axes, tuple[int, int], str], None]:
    return _letter if mark in "lr" and piece is _stone else piece


def _colour(mark: str) -> str:
    return _COLOURS.get(mark, look.RIGHT)


def _stone(axes: Axes, corner: tuple[int, int], mark: str) -> None:
    """Draw a stone: Left's full, Right's a ring, so that they differ without colours."""
    from matplotlib.patches import Circle

    middle = (corner[0] + 0.5, corner[1] + 0.5)
    is_left = _colour(mark) == look.LEFT
    axes.add_patch(
        Circle(
            middle,
            0.3,
            facecolor=look.LEFT if is_left else look.PAPER,
            edgecolor=_colour(mark),
            linewidth=2.4,
            zorder=3,
        )
    )
    if mark in "TF":
        ink = look.PAPER if is_left else look.RIGHT
        _write(axes, middle, mark, ink, 9)


def _letter(axes: Axes, corner: tuple[int, int], mark: str) -> None:
    """Draw a small letter: the cell is open to one player only."""
    _write(axes, (corner[0] + 0.5, corner[1] + 0.5), mark.upper(), _colour(mark), 9)


def _domino(axes: Axes, corner: tuple[int, int], mark: str) -> None:
    """Draw a domino on edge, with its letter on it."""
    from matplotlib.patches import Rectangle

    axes.add_patch(
        Rectangle(
            (corner[0] + 0.32, corner[1] + 0.1),
            0.36,
            0.8,
            facecolor=_colour(mark),
            edgecolor=look.INK,
            linewidth=0.8,
            zorder=3,
        )
    )
    _write(axes, (corner[0] + 0.5, corner[1] + 0.5), mark, look.PAPER, 9)


def _write(axes: Axes, place: tuple[float, float], text: str, colour: str, size: float) -> None:
    axes.text(
        *place, text, color=colour, fontsize=size, ha="center", va="center_baseline", zorder=4
    )
