"""Pictures of Euclid's games: the cone of lost positions, and the trees of fractions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, TypeAlias

from farstar._outcome import Left
from farstar.errors import NotationError
from farstar.expressions import parse
from farstar.figures import Plan
from farstar.figures import style as look
from farstar.papers.euclid._family import EuclidFamily
from farstar.papers.euclid.euclid import Grossman
from farstar.papers.euclid.theory import cone as cones
from farstar.papers.euclid.theory import trees

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas


_PHI = (1 + 5**0.5) / 2


# The cone.


def cone(things: Sequence[Any], *, bound: int | None = None, play: bool = True) -> Plan:
    """Plan the cone of lost positions with best play from positions of Grossman's game.

    With ``play=False`` every legal move from them is shown instead.
    """
    starts = [_pair(thing) for thing in things]
    reach = bound or max([n for pair in starts for n in pair], default=10)
    if not 2 <= reach <= 60 or not 1 <= len(starts) <= 3:
        raise NotationError(
            f"expected 1 to 3 positions with numbers from 2 to 60 for the cone, got {things!r}"
        )
    lines = [list(cones.line_of_play(*pair)) for pair in starts]
    panels = len(starts) if play else 1

    def draw(canvas: Canvas) -> None:
        (panel_axes,) = canvas.subplots(1, panels, squeeze=False)
        for panel in panel_axes:
            _draw_cone(panel, reach)
        if play:
            for panel, line in zip(panel_axes, lines, strict=True):
                _draw_line(panel, line)
        else:
            for pair in starts:
                _draw_legal(panel_axes[0], pair)
        handles, labels = panel_axes[0].get_legend_handles_labels()
        canvas.legend(handles, labels, loc="outside lower center", ncols=3, columnspacing=1.4)

    if play:
        games = ", ".join(
            f"({a}, {b}) in {len(line) - 1} moves"
            for (a, b), line in zip(starts, lines, strict=True)
        )
        what = f"best play from {games}"
    else:
        what = "every legal move from " + ", ".join(f"({a}, {b})" for a, b in starts)
    caption = f"The open cone 1/phi < b/a < phi of positions lost in Grossman's game; {what}."
    return Plan(draw, (4.1 * panels + (0.9 if panels == 1 else 0.3), 4.9), caption)


def _pair(thing: Any) -> tuple[int, int]:
    position = parse(thing) if isinstance(thing, str) else thing
    if isinstance(position, EuclidFamily) and min(position.state):
        first, second = position.state
        return first, second
    raise NotationError(f"expected positions of Grossman's game for the cone, got {thing}")


def _draw_cone(axes: Axes, reach: int) -> None:
    edge = reach + 0.8
    axes.fill(
        [0, edge, edge, edge / _PHI, 0],
        [0, edge / _PHI, edge, edge, 0],
        facecolor=look.FILL,
        edgecolor="none",
        label="cone 1/φ < b/a < φ",
        zorder=0,
    )
    for slope in (_PHI, 1 / _PHI):
        tip = min(edge, edge / slope)
        axes.plot([0, tip], [0, tip * slope], color=look.SOFT, linewidth=1.0)
    axes.plot([0, edge], [0, edge], color=look.SOFT, linewidth=0.9, linestyle=(0, (1, 2)))
    points = [(x, y) for x in range(1, reach + 1) for y in range(1, reach + 1)]
    for inside, marker, name in ((True, "o", "lost"), (False, ".", "won")):
        chosen = [p for p in points if cones.contains(*p) == inside]
        if chosen:
            axes.plot(
                *zip(*chosen, strict=True),
                marker,
                color=look.INK if inside else "#a8a293",
                ms=3.6 if inside else 2.6,
                label=f"{name} by the player to move",
                zorder=2,
            )
    axes.set_xlim(0, edge)
    axes.set_ylim(0, edge)
    axes.set_aspect("equal")
    axes.set_xlabel("a")
    axes.set_ylabel("b")


def _draw_line(axes: Axes, line: Sequence[tuple[int, int]]) -> None:
    for move, (start, end) in enumerate(pairwise(line)):
        winner = (len(line) - 1 - move) % 2 == 1
        arrow = {**_arrow(winner), "shrinkA": 2, "shrinkB": 2.5}
        axes.annotate("", xy=end, xytext=start, arrowprops=arrow, zorder=3)
    a, b = line[0]
    axes.plot([a], [b], "o", color=look.INK, ms=7, zorder=4)
    axes.plot([], [], color=look.LEFT, label="moves of the winner")
    axes.plot([], [], color=look.RIGHT, linestyle=look.DASHES, label="moves of the loser")
    axes.set_title(f"({a}, {b}): Player {1 if len(line) % 2 == 0 else 2} wins in {len(line) - 1}")


def _draw_legal(axes: Axes, pair: tuple[int, int]) -> None:
    options = Grossman(*pair).options(Left)
    lanes = (len(options) + 1) // 2
    for number, after in enumerate(reversed(options)):
        # Each move has a lane of its own beside the points it passes over, long moves outside.
        lane = (0.42 - 0.26 * (number // 2) / lanes) * (-1) ** number
        _draw_lane(axes, pair, after.state, lane, winner=cones.contains(*after.state))
    axes.plot([pair[0]], [pair[1]], "o", color=look.INK, ms=7, zorder=4)
    if "to a point in the cone" not in axes.get_legend_handles_labels()[1]:
        axes.plot([], [], color=look.LEFT, label="to a point in the cone")
        axes.plot([], [], color=look.RIGHT, linestyle=look.DASHES, label="to a point outside")


def _draw_lane(
    axes: Axes, start: tuple[int, int], end: tuple[int, int], lane: float, *, winner: bool
) -> None:
    """Draw a move beside the points that it passes over."""
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    goes_down = start[0] == end[0]
    top, bottom = (start[1], end[1]) if goes_down else (start[0], end[0])
    # Away from the points on the line of the move: how far along, and how far beside.
    way = [
        (top - 0.05, 0.0),
        (top - 0.25, lane),
        (top - 0.6, lane),
        (bottom + 0.8, lane),
        (bottom + 0.5, lane),
        (bottom + 0.12, lane / 4),
    ]
    points = [(start[0] + side, at) if goes_down else (at, start[1] + side) for at, side in way]
    codes = [Path.MOVETO, Path.CURVE3, Path.CURVE3, Path.LINETO, Path.CURVE3, Path.CURVE3]
    arrow = _arrow(winner)
    axes.add_patch(FancyArrowPatch(path=Path(points, codes), mutation_scale=10, zorder=3, **arrow))


def _arrow(winner: bool) -> dict[str, Any]:
    return {
        "arrowstyle": "-|>,head_length=0.5,head_width=0.24",
        "color": look.LEFT if winner else look.RIGHT,
        "linestyle": "-" if winner else look.DASHES,
        "linewidth": 1.9,
    }


# Trees of fractions.

_MOST_LEVELS = 6
_USUAL_LEVELS = 4

_FRACTION = re.compile(r"0*([1-9][0-9]{0,8})(?:/0*([1-9][0-9]{0,8}))?", re.ASCII)

_SIDES: tuple[trees.Side, ...] = ("L", "R")

Way: TypeAlias = str
"""Steps down from the root, such as ``RLL``."""


def fits_the_trees(a: int, b: int) -> bool:
    """Return whether the trees of fractions are deep enough for the quotient of two numbers.

    Examples
    --------
    >>> fits_the_trees(7, 5), fits_the_trees(100, 1)
    (True, False)
    """
    return (
        trees.stern_brocot_path(*_fraction_of(Fraction(max(a, b), min(a, b)))).depth <= _MOST_LEVELS
    )


def stern_brocot(things: Sequence[Any], *, depth: int | None = None) -> Plan:
    """Plan the Stern-Brocot tree with the ways to some fractions marked."""
    return _tree_plan(
        things, depth, "Stern-Brocot", trees.stern_brocot_fraction, trees.stern_brocot_path
    )


def calkin_wilf(things: Sequence[Any], *, depth: int | None = None) -> Plan:
    """Plan the Calkin-Wilf tree with the ways to some fractions marked."""
    return _tree_plan(
        things, depth, "Calkin-Wilf", trees.calkin_wilf_fraction, trees.calkin_wilf_path
    )


def _tree_plan(
    things: Sequence[Any],
    depth: int | None,
    name: str,
    fraction: Callable[[trees.Path], tuple[int, int]],
    path: Callable[[int, int], trees.Path],
) -> Plan:
    pairs = [_fraction_of(thing) for thing in things]
    ways = [path(*pair) for pair in pairs]
    needed = max(way.depth for way in ways)
    levels = max(needed, _USUAL_LEVELS) if depth is None else depth
    if not needed <= levels <= _MOST_LEVELS or levels < 1:
        raise NotationError(
            f"expected fractions at most {_MOST_LEVELS if depth is None else depth} steps below "
            f"the root of the tree, and a depth from 1 to {_MOST_LEVELS}, got {needed} steps"
        )
    marked = ["".join(way.letters()) for way in ways]

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        look.bare(axes)
        _draw_tree(axes, levels, marked, fraction)

    fractions = ", ".join(f"{p}/{q}" for p, q in pairs if (p, q) != (1, 1))
    steps = ", ".join(str(way) for way in ways if way.depth)
    way_text = f"; the way to {fractions} is {steps}" if fractions else ""
    caption = (
        f"The {name} tree to depth {levels}{way_text}. L is a step to the left, R to the right."
    )
    return Plan(draw, (2.0 + 0.32 * 2**levels, 0.75 * levels + 1.0), caption)


def _fraction_of(thing: Any) -> tuple[int, int]:
    """Return numerator and denominator of a fraction, or of b/a for a position (a, b)."""
    if isinstance(thing, str):
        match = _FRACTION.fullmatch(thing)
        thing = parse(thing) if match is None else Fraction(int(match[1]), int(match[2] or 1))
    if isinstance(thing, EuclidFamily) and min(thing.state):
        thing = Fraction(max(thing.state), min(thing.state))
    if isinstance(thing, int | Fraction) and not isinstance(thing, bool) and thing > 0:
        return Fraction(thing).numerator, Fraction(thing).denominator
    raise NotationError(f"expected a positive fraction, such as 7/5, got {thing!r}")


def _place(way: Way, levels: int) -> tuple[float, float]:
    """Return where a node stands, the root in the middle of the top."""
    x, width = 0.0, 2.0**levels / 4
    for step in way:
        x += width if step == "R" else -width
        width /= 2
    return x, float(-len(way))


def _draw_tree(
    axes: Axes,
    levels: int,
    marked: Sequence[Way],
    fraction: Callable[[trees.Path], tuple[int, int]],
) -> None:
    on_the_way = {way[:i] for way in marked for i in range(len(way) + 1)}
    for level in range(levels + 1):
        for steps in product(_SIDES, repeat=level):
            way = "".join(steps)
            here = _place(way, levels)
            is_marked = way in on_the_way and any(marked)
            if way:
                above = _place(way[:-1], levels)
                axes.plot(
                    *zip(above, here, strict=True),
                    color=(look.LEFT if way[-1] == "L" else look.RIGHT) if is_marked else look.INK,
                    linewidth=2.4 if is_marked else 0.6,
                    zorder=1,
                )
            p, q = fraction(trees.Path.of((step, 1) for step in steps))
            size = 8.0 if levels <= 4 else 6.2 if levels == 5 else 5.0
            box = {"boxstyle": "round,pad=0.15", "facecolor": look.PAPER, "edgecolor": "none"}
            weight = "bold" if is_marked else "normal"
            look.write(axes, *here, f"{p}/{q}", size, fontweight=weight, zorder=2, bbox=box)
    axes.set_xlim(-(2.0**levels) / 2, 2.0**levels / 2)
    axes.set_ylim(-levels - 0.5, 0.5)
