"""The last move in games whose places change: a small picture of the position before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import farstar as fs
from farstar.errors import NotationError
from farstar.figures import Item, Mark, board_svg, layout
from farstar.rules.diagrams import Diagram, Heaps, Rows

_MOST_ITEMS = 400
_MOST_PIECES = 20


def before_svg(move: fs.Move) -> str | None:
    """Return the position before a move with what the move touches marked.

    None if places keep their meaning, so that the board itself can be marked, or if nothing can be
    drawn.
    """
    diagram = move.before.diagram() if isinstance(move.before, fs.Position) else None
    if diagram is None or diagram.keeps_places or not move.path:
        return None
    try:
        scene = layout(diagram, most=_MOST_PIECES)
    except NotationError:
        return None
    if len(scene.items) > _MOST_ITEMS:
        return None
    touches = _touched(diagram, [tuple(place) for place in move.path])

    def mark(item: Item) -> Mark:
        is_moved = item.place is not None and touches(tuple(item.place))
        return Mark(("moved",) if is_moved else ())

    return board_svg(scene, mark)


def _touched(
    diagram: Diagram, path: Sequence[tuple[int, ...]]
) -> Callable[[tuple[int, ...]], bool]:
    """Return which places a move along a path touches."""
    if isinstance(diagram, Heaps):
        # A counter goes with all that lie on it.
        return lambda place: any(place[0] == heap and place[1] >= low for heap, low in path)
    if isinstance(diagram, Rows):
        (row, first), (_, last) = path[0], path[-1]
        low, high = min(first, last), max(first, last)
        return lambda place: place[0] == row and low <= place[1] <= high
    return lambda place: place in path
