"""Heaps of counters side by side, one row of heaps under the other if there are several games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farstar._digits import to_text
from farstar.errors import NotationError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.figures._grid import caption, title, value_if_cheap
from farstar.games import (
    GrundysGame,
    Nim,
    PartizanSubtraction,
    SerialNim,
    Subtraction,
    TakeAndBreak,
    Wythoff,
)
from farstar.rules import Position
from farstar.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

GAMES = (GrundysGame, Nim, PartizanSubtraction, SerialNim, Subtraction, TakeAndBreak, Wythoff)
"""The games on heaps."""

_MOST_HEAPS = 40
_MOST_GAMES = 12
_TALLEST = 16
"""Counters that are drawn one by one; of a larger heap the ends are."""
_ENDS = (4, 2)
"""Counters below and above the gap in a heap that is too tall."""
_UNIT = 0.3
_LONGEST = 7


def heaps(things: Sequence[Any]) -> Plan:
    """Plan heaps of counters with their sizes below; in Serial Nim the first heap is marked."""
    games = [_on_heaps(thing) for thing in things]
    if not 1 <= len(games) <= _MOST_GAMES:
        raise NotationError(f"expected 1 to {_MOST_GAMES} games on heaps, got {len(games)}")
    widest = max(len(_sizes(game)) for game in games)
    if widest > _MOST_HEAPS:
        raise NotationError(f"expected at most {_MOST_HEAPS} heaps to draw, got {widest}")
    values = [value_if_cheap(game) for game in games]
    tallest = [max([len(_counters(n)) for n in _sizes(game)], default=1) for game in games]

    def draw(canvas: Canvas) -> None:
        ratios = [height + 2.2 for height in tallest]
        panels = canvas.subplots(len(games), 1, squeeze=False, height_ratios=ratios)
        for game, value, height, (panel,) in zip(games, values, tallest, panels, strict=True):
            look.bare(panel)
            _draw(panel, game, widest, height)
            panel.set_title(title(game, value), fontsize=10, pad=4)

    size = (max(3.2, _UNIT * 2 * widest + 0.6), sum(_UNIT * h + 1.1 for h in tallest))
    return Plan(draw, size, _caption(games, values))


def _on_heaps(thing: Any) -> Position:
    if isinstance(thing, GAMES):
        return thing
    raise NotationError(f"expected games on heaps, such as Nim(3,5), got {thing}")


def _sizes(game: Any) -> tuple[int, ...]:
    sizes: tuple[int, ...] = game.heaps
    return sizes


def _caption(games: Sequence[Position], values: Sequence[Value | None]) -> str:
    return f"{'; '.join(map(caption, games, values))}."


def _counters(heap: int) -> list[bool]:
    """Return from below what is drawn of a heap: counters, and gaps in one that is too tall."""
    if heap <= _TALLEST:
        return [True] * heap
    return [True] * _ENDS[0] + [False] * 2 + [True] * _ENDS[1]


def _draw(axes: Axes, game: Position, widest: int, height: int) -> None:
    from matplotlib.patches import Circle

    for place, heap in enumerate(_sizes(game)):
        # Only the first heap of Serial Nim may be touched.
        open_to_play = place == 0 or not isinstance(game, SerialNim)
        middle = 2 * place + 1
        counters = _counters(heap)
        for level, is_drawn in enumerate(counters):
            radius = 0.4 if is_drawn else 0.07
            shade = look.FILL if is_drawn else look.SOFT
            axes.add_patch(
                Circle(
                    (middle, level + 0.5),
                    radius,
                    facecolor=shade if open_to_play or not is_drawn else look.PAPER,
                    edgecolor=look.INK if is_drawn and open_to_play else look.SOFT,
                    linewidth=1.1 if is_drawn else 0.0,
                    zorder=2,
                )
            )
        text = to_text(heap)
        shown = text if len(text) <= _LONGEST else f"{text[:2]}…{text[-2:]}"
        axes.text(middle, -0.25, shown, fontsize=8, ha="center", va="top", color=look.INK)
    axes.plot([0, 2 * max(widest, 1)], [0, 0], color=look.SOFT, linewidth=0.9, zorder=1)
    axes.set_xlim(-0.1, 2 * max(widest, 1) + 0.1)
    axes.set_ylim(-1.2, height + 0.2)
