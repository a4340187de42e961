"""Scenes: what a diagram looks like, as shapes that any renderer can draw, and as SVG.

Lengths are pixels of a browser, the origin is the upper left corner. The *role* of a shape is the
names of one or two CSS classes for the browser. In notebooks and in print, `PAINTS` and `INKS` say
how it looks: Left is blue, filled and drawn with solid lines, Right orange, hollow and drawn with
dashes, so that the two differ without colours too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from typing import NamedTuple, TypeAlias

from farstar.figures.style import FILL, GRID, INK, LEFT, PAPER, RIGHT, SOFT
from farstar.rules import Place

Point: TypeAlias = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle, perhaps with round corners."""

    role: str
    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0


class Disc(NamedTuple):
    """A circle with its interior."""

    role: str
    x: float
    y: float
    radius: float


class Curve(NamedTuple):
    """A Bézier curve: a line has two points, a bend three, a loop four."""

    role: str
    points: tuple[Point, ...]


class Text(NamedTuple):
    """A text around a point."""

    role: str
    x: float
    y: float
    text: str


Shape: TypeAlias = Rect | Disc | Curve | Text


@dataclass(frozen=True)
class Item:
    """Shapes that belong together: a cell, a counter, an edge, or mere decoration."""

    shapes: tuple[Shape, ...]

    words: str = ""
    """What it is, for readers who cannot see it; empty for decoration."""

    place: Place | None = None
    """Its name in the paths of moves, if it has one."""

    middle: Point = (0.0, 0.0)
    """The place for a mark on it."""

    group: str = ""
    """Items of one group follow each other; a move touches all of them down to its place."""


@dataclass(frozen=True)
class Scene:
    """A picture of a position."""

    kind: str
    width: float
    height: float

    words: str
    """What is shown, for readers who cannot see it."""

    items: tuple[Item, ...]

    narrowest: float = 0.0
    """The width below which cells would be too small to click."""

    def shapes(self) -> Iterator[Shape]:
        """Yield all shapes, those below others first."""
        for item in self.items:
            yield from item.shapes


_GREEN = "#2b8a6b"
_RED = "#c0392b"
"""Edges of Right are red in all books."""

_DARK = "#e6ebf1"
_CLOSED, _CLOSED_EDGE = "#e3ddd0", "#a9a292"


class Paint(NamedTuple):
    """The look of a shape; lengths are pixels."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.2
    dashes: tuple[float, ...] = ()
    is_hatched: bool = False


class Ink(NamedTuple):
    """The look of a text."""

    colour: str = INK
    size: float = 14.0
    is_bold: bool = False


PAINTS = {
    **{
        f"{role}{owner}{part}": Paint(stroke=colour, width=width, dashes=() if part else dashes)
        for role, width, plain in (("arc", 1.1, SOFT), ("way", 2.2, INK))
        for owner, colour, dashes in (
            ("", plain, ()),
            (" left", LEFT, ()),
            (" right", RIGHT, (5, 4)),
        )
        for part in ("", " barb")
    },
    "cake": Paint(FILL, INK, 1.6),
    "counter": Paint(FILL, INK),
    "counter off": Paint(PAPER, SOFT, 1.2, (3, 3)),
    "cut left": Paint(stroke=LEFT, width=1.4),
    "cut right": Paint(stroke=RIGHT, width=1.4, dashes=(5, 4)),
    "domino both": Paint(_GREEN, INK),
    "domino left": Paint(LEFT, INK),
    "domino right": Paint(PAPER, RIGHT, 4.0),
    "dot": Paint(SOFT),
    "edge": Paint(stroke=INK, width=5.0),
    "edge both": Paint(stroke=_GREEN, width=6.0, dashes=(6, 4)),
    "edge left": Paint(stroke=LEFT, width=5.0),
    "edge right": Paint(stroke=_RED, width=5.0, dashes=(14, 6)),
    "floor": Paint(stroke=SOFT, width=1.4),
    "ground": Paint(stroke=INK, width=5.0),
    "joint": Paint(INK),
    "last": Paint(stroke=INK, width=2.5),
    "line": Paint(stroke=SOFT, width=1.8),
    "outline": Paint(stroke=INK, width=2.2),
    "piece left": Paint("#dbe7f3", LEFT, 2.2),
    "piece right": Paint("#fdf3e9", RIGHT, 2.2, (7, 4)),
    "rest": Paint(PAPER, SOFT),
    "round": Paint(stroke=GRID, width=1.8),
    "spot": Paint(PAPER, INK),
    "spot closed": Paint(_CLOSED, _CLOSED_EDGE, is_hatched=True),
    "spot left": Paint(LEFT, LEFT, 2.0),
    "spot right": Paint(PAPER, RIGHT, 4.0),
    "spot token": Paint(INK),
    "square": Paint(PAPER, INK),
    "square dark": Paint(_DARK, INK),
    "square closed": Paint(_CLOSED, _CLOSED_EDGE, is_hatched=True),
    "stone both": Paint(_GREEN, INK),
    "stone left": Paint(LEFT, LEFT, 2.0),
    "stone right": Paint(PAPER, RIGHT, 4.0),
    "token": Paint(INK),
    **{
        f"rest shade{number}": Paint(shade, INK, 1.0)
        for number, shade in enumerate(("#e9f0f8", "#fbeedd", "#e3f1ec", "#f3e6f1", "#f4f0d8"))
    },
}
"""How shapes look; those whose role is not here are for the mouse only."""

INKS = {
    "count": Ink(),
    "for-both": Ink(INK, 14.0, True),
    "for-left": Ink(LEFT, 14.0, True),
    "for-right": Ink(RIGHT, 14.0, True),
    "number": Ink(SOFT, 11.0),
    "on-both": Ink(PAPER, 14.0, True),
    "on-closed": Ink(SOFT),
    "on-left": Ink(PAPER, 14.0, True),
    "on-right": Ink("#a84f00", 14.0, True),
    "on-token": Ink(PAPER, 14.0, True),
    "size": Ink(SOFT, 13.0),
    "size left": Ink(LEFT, 13.0),
    "size right": Ink("#a84f00", 13.0),
    "title": Ink(INK, 16.0),
}
"""How texts look."""


_COMMANDS = {2: "L", 3: "Q", 4: "C"}
_FONT = 'font-family="system-ui, sans-serif" text-anchor="middle" dominant-baseline="central"'


@dataclass(frozen=True)
class Mark:
    """What a page adds to an item: classes, attributes, a different text, and a sign."""

    classes: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    words: str | None = None
    sign: str = ""


def board_svg(scene: Scene, mark: Callable[[Item], Mark]) -> str:
    """Return a scene for a page with the stylesheet of the workbench.

    Parameters
    ----------
    scene : Scene
        What is drawn.
    mark : callable
        What to add to each item that has a place.

    Examples
    --------
    >>> from farstar.figures import layout
    >>> from farstar.rules.diagrams import Heaps
    >>> board_svg(layout(Heaps((1,))), lambda item: Mark(("can",)))[:35]
    '<svg class="board heaps" viewBox="0'
    """
    parts = []
    for group, items in groupby(scene.items, key=lambda item: item.group):
        inside = "".join(_marked(item, mark) for item in items)
        parts.append(f'<g class="pile">{inside}</g>' if group else inside)
    return (
        f'<svg class="board {scene.kind}" viewBox="0 0 {scene.width:.0f} {scene.height:.0f}" '
        f'style="width:{scene.width:.0f}px;min-width:{min(scene.narrowest, scene.width):.0f}px" '
        f'role="group" aria-label="{escape(scene.words)}">{"".join(parts)}</svg>'
    )


def _marked(item: Item, mark: Callable[[Item], Mark]) -> str:
    shapes = "".join(_element(shape, f'class="{shape.role}"') for shape in item.shapes)
    if item.place is None:
        words = f"<title>{escape(item.words)}</title>" if item.words else ""
        return f"<g>{words}{shapes}</g>" if words else f'<g aria-hidden="true">{shapes}</g>'
    added = mark(item)
    words = item.words if added.words is None else added.words
    attributes = "".join(f' {name}="{escape(text)}"' for name, text in added.attributes.items())
    if added.sign:
        shapes += _element(Text("sign", *item.middle, added.sign), 'class="sign"')
    return (
        f'<g class="{" ".join(("cell", *added.classes))}"{attributes}>'
        f"<title>{escape(words)}</title>{shapes}</g>"
    )


def stand_alone_svg(scene: Scene) -> str:
    """Return a scene as a picture that needs no stylesheet.

    Examples
    --------
    >>> from farstar.figures import layout
    >>> from farstar.rules.diagrams import Heaps
    >>> picture = stand_alone_svg(layout(Heaps((3, 5))))
    >>> picture.count("<rect"), "<title>heaps of 3 and 5</title>" in picture
    (9, True)
    """
    size = f"{scene.width:.0f}", f"{scene.height:.0f}"
    body = "".join(_painted(scene))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {size[0]} {size[1]}" '
        f'width="{size[0]}" height="{size[1]}" {_FONT}><title>{escape(scene.words)}</title>'
        f'<rect width="{size[0]}" height="{size[1]}" fill="{PAPER}"/>{body}</svg>'
    )


def _painted(scene: Scene) -> Iterator[str]:
    for shape in scene.shapes():
        if isinstance(shape, Text):
            ink = INKS[shape.role]
            weight = ' font-weight="bold"' if ink.is_bold else ""
            yield _element(shape, f'fill="{ink.colour}" font-size="{ink.size:g}"{weight}')
        elif shape.role in PAINTS:
            fill, stroke, width, lengths, _ = PAINTS[shape.role]
            dashes = f' stroke-dasharray="{" ".join(map(str, lengths))}"' if lengths else ""
            line = f' stroke="{stroke}" stroke-width="{width:g}"{dashes}'
            yield _element(shape, f'fill="{fill}"{line if stroke != "none" else ""}')


def _element(shape: Shape, attributes: str) -> str:
    """Return a shape as an element."""
    match shape:
        case Rect(_, x, y, width, height, radius):
            corner = f' rx="{radius:.1f}"' if radius else ""
            return (
                f'<rect {attributes} x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                f'height="{height:.1f}"{corner}/>'
            )
        case Disc(_, x, y, radius):
            return f'<circle {attributes} cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
        case Curve(_, points):
            first, *others = (f"{x:.1f} {y:.1f}" for x, y in points)
            return f'<path {attributes} d="M{first}{_COMMANDS[len(points)]}{" ".join(others)}"/>'
        case Text(_, x, y, text):
            return f'<text {attributes} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
