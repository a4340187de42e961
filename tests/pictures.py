"""Whether two pictures show the same, whatever version of matplotlib drew them.

Versions differ in how they name, write and place letters, and so in how much room is left for the
rest. What stays is what is drawn, in which order and colours, and where in its axes.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
COLOUR = re.compile(r"(?:fill|stroke): (#[0-9a-f]{6})")

INSIDE, OUTSIDE = 0.01, 0.05
"""By how much places may differ, in widths and heights of the axes: those within the axes, and the
others, such as keys, which make room for their letters."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A line, an area, a marker or a bitmap."""

    axes: str
    colours: tuple[str, ...]
    points: tuple[Point, ...]

    @property
    def look(self) -> tuple[str, tuple[str, ...], int]:
        """All but the places."""
        return self.axes, self.colours, len(self.points)

    def is_at(self, other: Shape) -> bool:
        """Tell whether both are in the same place."""
        is_inside = all(-INSIDE <= x <= 1 + INSIDE for point in self.points for x in point)
        tolerance = INSIDE if is_inside else OUTSIDE
        return all(
            abs(x - y) <= tolerance * max(1, abs(x))
            for ours, theirs in zip(self.points, other.points, strict=True)
            for x, y in zip(ours, theirs, strict=True)
        )


def difference(one: str, other: str) -> str:
    """Return the first difference between what two SVG files show; nothing if there is none."""
    roots = ET.fromstring(one), ET.fromstring(other)
    titles = [root.findtext(f"{SVG}title") for root in roots]
    if titles[0] != titles[1]:
        return f"titles: {titles}"
    letters = [_letters(root) for root in roots]
    if len(letters[0]) != len(letters[1]) or not all(map(_is_close, *letters)):
        return f"numbers of letters in the texts: {letters}"
    shapes = [_places(list(_shapes(root, ""))) for root in roots]
    if len(shapes[0]) != len(shapes[1]):
        return f"numbers of shapes: {len(shapes[0])} and {len(shapes[1])}"
    for ours, theirs in zip(*shapes, strict=True):
        if ours.look != theirs.look or not ours.is_at(theirs):
            return f"{ours} and {theirs}"
    return ""


def _letters(root: ET.Element) -> list[int]:
    """Return how many letters each text has."""
    texts = [group for group in root.iter(f"{SVG}g") if group.get("id", "").startswith("text_")]
    return [len(list(text.iter(f"{SVG}use"))) for text in texts]


def _is_close(one: int, other: int) -> bool:
    """Tell whether two texts may be the same: some versions join letters, such as f and i."""
    return abs(one - other) <= one // 10


def _shapes(element: ET.Element, axes: str) -> Iterator[Shape]:
    """Yield all but the letters, in the order in which they are drawn."""
    for child in element:
        name = child.get("id", "")
        if child.tag == f"{SVG}defs" or name.startswith("text_"):
            continue
        inside = name if name.startswith("axes_") else axes
        colours = tuple(COLOUR.findall(child.get("style", "")))
        if child.tag == f"{SVG}path":
            numbers = [float(number) for number in NUMBER.findall(child.get("d", ""))]
            yield Shape(inside, colours, tuple(zip(numbers[::2], numbers[1::2], strict=True)))
        elif child.tag in (f"{SVG}use", f"{SVG}image"):
            yield Shape(inside, colours, ((float(child.get("x", 0)), float(child.get("y", 0))),))
        yield from _shapes(child, inside)


def _places(shapes: list[Shape]) -> list[Shape]:
    """Return the shapes with places relative to the background of their axes, their first shape."""
    backgrounds: dict[str, tuple[float, float, float, float]] = {}
    for shape in shapes:
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
        box = (min(xs), min(ys), (max(xs) - min(xs)) or 1.0, (max(ys) - min(ys)) or 1.0)
        backgrounds.setdefault(shape.axes, box)
    placed = []
    for shape in shapes:
        left, top, width, height = backgrounds[shape.axes]
        points = tuple(((x - left) / width, (y - top) / height) for x, y in shape.points)
        placed.append(Shape(shape.axes, shape.colours, points))
    return placed
