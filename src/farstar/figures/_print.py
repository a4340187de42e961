"""Scenes in print: the diagrams of some positions on one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from farstar.engine import budget
from farstar.errors import BudgetExceeded, LoopyError, NotationError, ValueOverflowError
from farstar.figures import style as look
from farstar.figures._figure import Plan
from farstar.figures._layout import layout
from farstar.figures._scene import INKS, PAINTS, Curve, Disc, Rect, Scene, Shape, Text
from farstar.loopy import Loopy
from farstar.rules import Position
from farstar.rules.diagrams import Heaps, Rectangle, Rows
from farstar.sums import Sum
from farstar.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas
    from matplotlib.patches import Patch

INCH = 0.46 / 52
"""The length of a pixel: a cell of a board is 0.46 inches wide."""

POINT = 72 * INCH
_MOST_PICTURES = 12
_WIDEST = 760.0
_GAP, _TITLE, _TITLE_LINE = 34.0, 26.0, 20.0
_LETTER, _TITLE_LETTERS = 9.0, 36
"""The width of a letter of a title, and how many stand in a line above a narrow picture."""

_VALUE_NODES, _VALUE_SECONDS = 1_000_000, 2.0


class _Picture(NamedTuple):
    title: str
    caption: str
    scene: Scene

    @property
    def lines(self) -> list[str]:
        """The title, wrapped so that it is not much wider than the picture."""
        return wrap(self.title, max(_TITLE_LETTERS, int(self.scene.width / _LETTER))) or [""]

    @property
    def width(self) -> float:
        """The width needed."""
        return max(self.scene.width, _LETTER * max(map(len, self.lines)))

    @property
    def title_height(self) -> float:
        """The height of the title."""
        return _TITLE + _TITLE_LINE * (len(self.lines) - 1)


def board(things: Sequence[Any]) -> Plan:
    """Plan the diagrams of positions, whatever their kind."""
    return _sheet(things, "positions with a picture, such as Domineering(3x4)")


def heaps(things: Sequence[Any]) -> Plan:
    """Plan heaps of counters and rows of pins."""
    return _sheet(things, "games on heaps, such as Nim(3,5)", Heaps, Rows)


def squares(things: Sequence[Any]) -> Plan:
    """Plan rectangles cut into squares: the quotients of the continued fraction."""
    return _sheet(things, "positions with two positive numbers, such as Euclid(9,2)", Rectangle)


def can_draw(thing: Any) -> bool:
    """Return whether a position has a diagram that is not too large."""
    diagram = thing.diagram() if isinstance(thing, Position) else None
    try:
        return diagram is not None and bool(layout(diagram))
    except NotationError:
        return False


def _summands(things: Sequence[Any]) -> list[tuple[int, Any]]:
    """Return what is drawn, with its sign: a sum is drawn term by term."""
    summands: list[tuple[int, Any]] = []
    for thing in things:
        terms = thing.terms if isinstance(thing, Sum) else ()
        summands += [(term.sign, term.component) for term in terms] or [(1, thing)]
    return summands


def _picture(sign: int, thing: Any, wanted: str, *kinds: type) -> _Picture:
    diagram = thing.diagram() if isinstance(thing, Position) else None
    if diagram is None or (kinds and not isinstance(diagram, kinds)):
        raise NotationError(f"expected {wanted}, got {thing}")
    scene, value = layout(diagram), value_if_cheap(thing)
    title, caption = thing.game.title, str(thing)
    if value is not None:
        title = f"{title}: {look.value_text(value, 40)}"
        caption = f"{caption} is {look.ascii_text(value)}"
    for note in thing.ruleset.notes(thing.state)[:1]:
        title, caption = note, f"{caption}: {note}"
    if sign < 0:
        title, caption = f"−  {title}", f"minus {caption}"
    return _Picture(title, caption, scene)


def value_if_cheap(game: Position | Sum) -> Value | Loopy | None:
    """Return the value if it can be computed in a moment."""
    with budget(nodes=_VALUE_NODES, seconds=_VALUE_SECONDS):
        try:
            return game.loopy_value if game.may_loop else game.value
        except (BudgetExceeded, LoopyError, ValueOverflowError):
            return None


def _sheet(things: Sequence[Any], wanted: str, *kinds: type) -> Plan:
    """Plan pictures from left to right, in as many rows as necessary."""
    summands = _summands(things)
    if not 1 <= len(summands) <= _MOST_PICTURES:
        raise NotationError(f"expected 1 to {_MOST_PICTURES} pictures, got {len(summands)}")
    pictures = [_picture(sign, thing, wanted, *kinds) for sign, thing in summands]
    lines: list[list[_Picture]] = []
    room = 0.0
    for picture in pictures:
        if room < picture.width:
            lines.append([])
            room = _WIDEST
        lines[-1].append(picture)
        room -= picture.width + _GAP
    placed: list[tuple[float, float, _Picture]] = []
    width = top = 0.0
    for line in lines:
        x = 0.0
        title = max(picture.title_height for picture in line)
        for picture in line:
            placed.append((x, top + title, picture))
            x += picture.width + _GAP
        width = max(width, x - _GAP)
        top += title + max(picture.scene.height for picture in line) + _GAP
    height = top - _GAP

    def draw(canvas: Canvas) -> None:
        axes = look.pixels(canvas, width, height)
        ink = INKS["title"]
        title = {"color": ink.colour, "fontsize": ink.size * POINT, "va": "baseline"}
        for x, y, picture in placed:
            for above, line in enumerate(reversed(picture.lines)):
                axes.text(x + 4, y - _TITLE_LINE * above - 8, line, title)
            for shape in picture.scene.shapes():
                draw_shape(axes, shape, x, y)

    caption = "; ".join(picture.caption for picture in pictures)
    return Plan(draw, (width * INCH, height * INCH), f"{caption}.")


def draw_shape(axes: Axes, shape: Shape, x: float, y: float, scale: float = 1.0) -> None:
    """Draw a shape of a scene whose upper left corner is at a point.

    The axes count pixels; `scale` is how much smaller a pixel is than on a sheet of boards.
    """
    if isinstance(shape, Text):
        ink = INKS[shape.role]
        axes.text(
            x + shape.x,
            y + shape.y,
            shape.text,
            color=ink.colour,
            fontsize=ink.size * POINT * scale,
            zorder=5,
            fontweight="bold" if ink.is_bold else "normal",
            ha="center",
            va="center_baseline",
        )
    elif shape.role in PAINTS:
        paint = PAINTS[shape.role]
        dashes = tuple(length / paint.width for length in paint.dashes)
        patch = _patch(shape, x, y)
        patch.set(
            facecolor=paint.fill,
            edgecolor=paint.stroke,
            linewidth=paint.width * POINT * scale if paint.stroke != "none" else 0.0,
            zorder=4,
            linestyle=(0, dashes) if dashes else "-",
            hatch="////" if paint.is_hatched else None,
            clip_on=False,
        )
        axes.add_patch(patch)


def _patch(shape: Rect | Disc | Curve, x: float, y: float) -> Patch:
    from matplotlib.patches import Circle, FancyBboxPatch, PathPatch, Rectangle
    from matplotlib.path import Path

    match shape:
        case Rect(_, left, top, width, height, 0.0):
            return Rectangle((x + left, y + top), width, height)
        case Rect(_, left, top, width, height, radius):
            round_corners = f"round,pad=0,rounding_size={radius}"
            return FancyBboxPatch((x + left, y + top), width, height, boxstyle=round_corners)
        case Disc(_, left, top, radius):
            return Circle((x + left, y + top), radius)
        case Curve(_, points):
            step = {2: Path.LINETO, 3: Path.CURVE3, 4: Path.CURVE4}[len(points)]
            codes = [Path.MOVETO, *[step] * (len(points) - 1)]
            return PathPatch(Path([(x + u, y + v) for u, v in points], codes))
