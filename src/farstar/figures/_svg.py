"""Scenes as SVG: with the classes of a stylesheet for the browser, or complete for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from farstar.figures._roles import INKS, PAINTS
from farstar.figures._scene import Curve, Disc, Item, Rect, Scene, Shape, Text
from farstar.figures._style import PAPER

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
