"""Pictures of all moves between small positions of Euclid and of Grossman's game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any, TypeAlias

from farstar._outcome import Left
from farstar.errors import NotationError
from farstar.figures import Plan
from farstar.figures import style as look
from farstar.papers.euclid.euclid import Euclid, Grossman

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_GAMES = {"Euclid": Euclid, "Grossman": Grossman}

Pair: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]

_WIDE = 1.6
"""Columns are further apart than rows; a unit of the picture is about an inch."""
_BOX: Point = (0.24, 0.2)
"""Half the width and half the height of a box."""
_GAP = 0.06
"""The distance between an arrow and any box."""
_LANE = (0.42, 0.6)
"""Where arrows pass between a row and the next."""
_ABOVE = 0.33
"""Where arrows along a row pass above it, apart from those others."""
_STEPS = 30
"""Points of a curve on a unit, so many that it cannot cross a box between two of them."""


def moves(things: Sequence[Any], *, bound: int = 5) -> Plan:
    """Plan the moves between the positions ``a <= b <= bound`` of a game of pairs.

    An arrow subtracts the smaller number once. Larger multiples follow several arrows, so one
    arrow from each position shows all moves.
    """
    things = [_GAMES.get(thing, thing) if isinstance(thing, str) else thing for thing in things]
    if len(things) != 1 or things[0] not in (Euclid, Grossman):
        raise NotationError(
            f"expected the game Euclid or Grossman for a diagram of all moves, got {things!r:.60}"
        )
    if not 1 <= bound <= 9:
        raise NotationError(f"expected a bound from 1 to 9 for a diagram of moves, got {bound!r}")
    game: type[Euclid | Grossman] = things[0]
    least = 0 if game is Euclid else 1
    pairs = [(a, b) for b in range(1, bound + 1) for a in range(least, b + 1)]
    positions = {pair: game(*pair) for pair in pairs}
    arrows = [
        (pair, (min(after.state), max(after.state)))
        for pair, position in positions.items()
        for after in list(position.options(Left))[:1]
    ]
    ways = [clear_way(start, end, pairs) for start, end in arrows]
    top = max([bound + _BOX[1], *(y for way in ways for _, y in way)]) + _GAP
    right = _WIDE * bound + _BOX[0] + _GAP
    corners = (_WIDE * least - _BOX[0] - _GAP, 1 - _BOX[1] - _GAP), (right, top)

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        look.bare(axes)
        for (start, end), way in zip(arrows, ways, strict=True):
            _draw_way(axes, way, turns=start[0] != end[0])
        for pair, position in positions.items():
            _draw_pair(axes, pair, int(position.grundy))
        axes.set_xlim(corners[0][0], corners[1][0])
        axes.set_ylim(corners[0][1], corners[1][1])
        _draw_legend(canvas)

    name = "Euclid" if game is Euclid else "Grossman's game"
    caption = (
        f"The moves of {name} for a <= b <= {bound}: (a, b) stands in column a and row b, below "
        "it its Grundy value; lost positions are dark. An arrow subtracts the smaller number "
        "once; a move follows arrows down a column, and at its end perhaps a dashed one, which "
        "turns the pair round."
    )
    width, height = (high - low for low, high in zip(*corners, strict=True))
    return Plan(draw, (max(width + 0.2, 5.2), height + 0.9), caption)


def clear_way(start: Pair, end: Pair, pairs: Collection[Pair]) -> list[Point]:
    """Return the points of an arrow between two boxes that keeps clear of all others."""
    others = [_place(pair) for pair in pairs if pair not in (start, end)]
    way = _along([_place(start), _place(end)])
    if any(_is_near(point, box) for point in way for box in others):
        way = _beside_column(start, end) if start[0] == end[0] else _along(_knots(start, end))
    joined = (_place(start), _place(end))
    return [point for point in way if not any(_is_near(point, box) for box in joined)]


def _place(pair: Pair) -> Point:
    return _WIDE * pair[0], float(pair[1])


def _knots(start: Pair, end: Pair) -> list[Point]:
    """Return points of an arrow to the left, one between two boxes of each column."""
    (a, b), (c, d) = start, end
    low, high = _LANE if b > d else (_ABOVE, _ABOVE)
    knots = [_place(start)]
    for column in range(a - 1, c, -1):
        straight = b + (d - b) * (a - column) / (a - c)
        row = floor(straight)
        knots.append((_WIDE * column, row + min(max(straight - row, low), high)))
    return [*knots, _place(end)]


def _along(knots: Sequence[Point]) -> list[Point]:
    """Return points of a curve through some points that does not overshoot.

    Between two of them it is a cubic. It is level where it turns, and elsewhere rather level, as it
    passes between two boxes there: its slope is a quarter of the harmonic mean of both sides.
    """
    spans = list(pairwise(knots))
    changes = [v - y for (_, y), (_, v) in spans]
    inner = [f * g / (f + g) / 2 if f * g > 0 else 0.0 for f, g in pairwise(changes)]
    slopes = list(pairwise([changes[0], *inner, changes[-1]]))
    points = [knots[0]]
    for ((x, y), (u, v)), (first, last) in zip(spans, slopes, strict=True):
        steps = round(_STEPS * max(abs(u - x), abs(v - y)))
        for t in (i / steps for i in range(1, steps + 1)):
            bent = t * (1 - t) * ((1 - t) * (first - (v - y)) - t * (last - (v - y)))
            points.append((x + t * (u - x), y + t * (v - y) + bent))
    return points


def _beside_column(start: Pair, end: Pair) -> list[Point]:
    """Return points of an arc down a column, on the side of its parity.

    So arrows that begin in neighbouring rows, and overlap, are on different sides.
    """
    (x, y), far = _place(start), start[1] - end[1]
    side = 1 if start[1] % 2 == 0 else -1
    nearest = (1 - _BOX[1] - _GAP) / far
    height = (_BOX[0] + 1.5 * _GAP) / (nearest * (1 - nearest))
    times = [i / (far * _STEPS) for i in range(far * _STEPS + 1)]
    return [(x + side * height * t * (1 - t), y - far * t) for t in times]


def _is_near(point: Point, box: Point) -> bool:
    """Return whether a point is in a box, or closer to it than the gap."""
    return all(abs(a - b) < half + _GAP for a, b, half in zip(point, box, _BOX, strict=True))


def _draw_way(axes: Axes, way: Sequence[Point], *, turns: bool) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    colour, stroke = look.SIDES["right" if turns else "left"]
    axes.add_patch(
        FancyArrowPatch(
            path=Path(list(way)),
            arrowstyle="-|>,head_length=4.5,head_width=2.2",
            color=colour,
            linestyle=stroke,
            linewidth=1.1,
            zorder=1,
        )
    )


def _draw_pair(axes: Axes, pair: Pair, grundy: int) -> None:
    from matplotlib.patches import FancyBboxPatch

    (x, y), (across, up), lost = _place(pair), _BOX, grundy == 0
    axes.add_patch(
        FancyBboxPatch(
            (x - across, y - up),
            2 * across,
            2 * up,
            boxstyle="round,pad=0,rounding_size=0.04",
            zorder=2,
            **_box_look(lost=lost),
        )
    )
    colour = look.PAPER if lost else look.INK
    text = f"({pair[0]}, {pair[1]})\n{grundy}"
    look.write(axes, x, y, text, 8, linespacing=1.3, color=colour, zorder=3)


def _box_look(*, lost: bool) -> dict[str, Any]:
    face = look.INK if lost else look.PAPER
    return {"facecolor": face, "edgecolor": look.INK, "linewidth": 0.9}


def _draw_legend(canvas: Canvas) -> None:
    from matplotlib.patches import Patch

    lines = look.legend_lines(left="(a, b) → (a, b − a)", right="(a, b) → (b − a, a)")
    boxes = [
        Patch(label=f"{word} by the player to move", **_box_look(lost=word == "lost"))
        for word in ("won", "lost")
    ]
    canvas.legend(handles=[*lines, *boxes], loc="outside lower center", ncols=2, columnspacing=1.8)
