"""The Stern-Brocot tree and the Calkin-Wilf tree, with the ways to fractions marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from farstar.errors import NotationError
from farstar.figures import _style as look
from farstar.figures._figure import Plan
from farstar.rules import Position
from farstar.theory import trees

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST_LEVELS = 6
_USUAL_LEVELS = 4

_SIDES: tuple[trees.Side, ...] = ("L", "R")

Way: TypeAlias = str
"""Steps down from the root, such as ``RLL``."""


def has_fraction_tree(thing: object) -> bool:
    """Return whether the trees of fractions can show the way to a position.

    Examples
    --------
    >>> has_fraction_tree(fs.Euclid(7, 5)), has_fraction_tree(fs.Euclid(100, 1))
    (True, False)
    """
    if not isinstance(thing, Position) or thing.ruleset.pair(thing.state) is None:
        return False
    return trees.stern_brocot_path(*_pair(thing)).depth <= _MOST_LEVELS


def stern_brocot(things: Sequence[Any], *, depth: int | None = None) -> Plan:
    """Plan the Stern-Brocot tree with the ways to some fractions marked."""
    return _plan(
        things, depth, "Stern-Brocot", trees.stern_brocot_fraction, trees.stern_brocot_path
    )


def calkin_wilf(things: Sequence[Any], *, depth: int | None = None) -> Plan:
    """Plan the Calkin-Wilf tree with the ways to some fractions marked."""
    return _plan(things, depth, "Calkin-Wilf", trees.calkin_wilf_fraction, trees.calkin_wilf_path)


def _plan(
    things: Sequence[Any],
    depth: int | None,
    name: str,
    fraction: Callable[[trees.Path], tuple[int, int]],
    path: Callable[[int, int], trees.Path],
) -> Plan:
    pairs = [_pair(thing) for thing in things]
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
        _draw(axes, levels, marked, fraction)

    fractions = ", ".join(f"{p}/{q}" for p, q in pairs if (p, q) != (1, 1))
    steps = ", ".join(str(way) for way in ways if way.depth)
    way_text = f"; the way to {fractions} is {steps}" if fractions else ""
    caption = (
        f"The {name} tree to depth {levels}{way_text}. L is a step to the left, R to the right."
    )
    return Plan(draw, (2.0 + 0.32 * 2**levels, 0.75 * levels + 1.0), caption)


def _pair(thing: Any) -> tuple[int, int]:
    """Return numerator and denominator of a fraction, or of b/a for a position (a, b)."""
    if isinstance(thing, Position) and (pair := thing.ruleset.pair(thing.state)) is not None:
        thing = Fraction(max(pair), min(pair))
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


def _draw(
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
