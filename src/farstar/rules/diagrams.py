"""Pictures of positions as plain data, of a few kinds, that any renderer can draw.

`Position.diagram` returns one. Its places have names, tuples of small integers, and the path of a
move (`Move.path`) consists of such names. A diagram knows nothing about games: its `Look` says what
a place looks like. If a kind `keeps_places`, a place means the same after a move as before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple, TypeAlias

__all__ = [
    "BLOCKED",
    "EMPTY",
    "TOKEN",
    "Cakes",
    "Diagram",
    "Edges",
    "Graph",
    "Grid",
    "Heaps",
    "Look",
    "Owner",
    "Rectangle",
    "Rows",
]

Owner: TypeAlias = Literal["", "left", "right", "both"]


class Look(NamedTuple):
    """How a cell or a vertex looks."""

    shape: Literal["empty", "blocked", "stone", "domino", "token", "letter"]
    """What is there; a letter marks a cell that only one player may use."""

    words: str
    """What it is, for readers who cannot see it."""

    owner: Owner = ""
    """Whose it is."""

    letter: str = ""
    """What is written on it."""


EMPTY = Look("empty", "empty")
BLOCKED = Look("blocked", "taken")
TOKEN = Look("token", "the token")


@dataclass(frozen=True)
class Grid:
    """A board of rows and columns; the place of a cell is (row, column)."""

    kind: ClassVar[str] = "grid"

    rows: tuple[str, ...]
    """The marks, row by row from the top."""

    looks: Mapping[str, Look]
    """How each mark looks."""

    first: int = 1
    """The number of the first row and column, if they are numbered."""

    lays_dominoes: bool = False
    """Whether a move covers its path by a domino, which is then shown with its owner."""

    keeps_places: bool = True
    """Whether a cell has the same place after a move, so that the last move can be marked."""

    dark: int | None = None
    """On a chequered board, whether row plus column is even (0) or odd (1) on the dark squares."""

    lines: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    """The neighbouring cells between which pieces move, if lines join them."""


@dataclass(frozen=True)
class Heaps:
    """Heaps of counters; the place of a counter is (heap, height), the lowest at height 1."""

    kind: ClassVar[str] = "heaps"
    keeps_places: ClassVar[bool] = False

    sizes: tuple[int, ...]

    only_first: bool = False
    """Whether only the first heap may be touched."""


@dataclass(frozen=True)
class Rows:
    """Rows of pins; the place of a pin is (row, number), the first one numbered 1."""

    kind: ClassVar[str] = "rows"
    keeps_places: ClassVar[bool] = False

    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Rectangle:
    """A rectangle to cut squares off; the place of the k-th square is (k,).

    If `remainders` is true the places are (0,), the remainder, and (1,), what is missing.
    """

    kind: ClassVar[str] = "rectangle"
    keeps_places: ClassVar[bool] = False

    large: int
    small: int
    remainders: bool = False


@dataclass(frozen=True)
class Graph:
    """Vertices and lines between them; the place of a vertex is (number,)."""

    kind: ClassVar[str] = "graph"
    keeps_places: ClassVar[bool] = True

    labels: tuple[str, ...]
    looks: tuple[Look, ...]
    edges: tuple[tuple[int, int], ...] = ()

    arcs: tuple[tuple[int, int, Owner], ...] = ()
    """Arrows from one vertex to another, each with the player who may move the token along it."""

    owners: tuple[Owner, ...] = ()
    """Whose each edge is, if edges have owners."""

    is_ring: bool = False
    """Whether the vertices are placed around a circle, in order."""

    @property
    def token(self) -> int | None:
        """The vertex with the token, if there is one."""
        return next((i for i, look in enumerate(self.looks) if look.shape == "token"), None)


@dataclass(frozen=True)
class Cakes:
    """Pieces of cake, each of some rows and columns.

    The place of a cut is (piece, 0, column) for a vertical one and (piece, 1, row) for a horizontal
    one; cuts go through the line before that column or row, or eat it.
    """

    kind: ClassVar[str] = "cakes"
    keeps_places: ClassVar[bool] = False

    pieces: tuple[tuple[int, int], ...]

    eats: bool = False
    """Whether a move eats a column or row instead of cutting along a line."""


@dataclass(frozen=True)
class Edges:
    """A picture of edges that stands on the ground, which is vertex 0; an edge is (number,)."""

    kind: ClassVar[str] = "edges"
    keeps_places: ClassVar[bool] = False

    edges: tuple[tuple[int, int], ...]
    owners: tuple[Owner, ...] = field(default=())


Diagram: TypeAlias = Grid | Heaps | Rows | Rectangle | Graph | Cakes | Edges
