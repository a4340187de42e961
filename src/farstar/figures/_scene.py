"""Scenes: what a diagram looks like, as shapes that any renderer can draw.

Lengths are pixels of a browser, the origin is the upper left corner. The *role* of a shape is the
names of one or two CSS classes; `farstar.figures._roles` says how each looks elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

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
