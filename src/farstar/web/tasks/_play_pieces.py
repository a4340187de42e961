"""Components that are played with pieces: counters, pins, cakes, and pictures of Hackenbush."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import farstar as fs
from farstar.reports import CanonicalForm

_MOST_COUNTERS = 120
_MOST_CAKE, _LONGEST_CAKE = 400, 30
_MOST_EDGES = 60

Path = tuple[str, ...]
Step = tuple[int, fs.Move]
"""The number of a move among all, and the move as one of the component."""

Board = dict[str, Any]
Paths = list[tuple[int, Path]]
Drawn = tuple[str, Board, Paths]
"""The kind of a board, what is drawn, and the paths of the moves."""

_TEXT: Drawn = ("text", {}, [])

_TAKEN_FROM = (fs.Nim, fs.Subtraction, fs.PartizanSubtraction)
_BROKEN = (fs.TakeAndBreak, fs.GrundysGame)
_CAKES = (fs.Cutcake, fs.MaundyCake, fs.Eatcake)


def pieces(component: Any, steps: list[Step]) -> Drawn:
    """Return the board of a component, which is mere text where nothing else fits.

    Examples
    --------
    >>> pieces(fs.Value("^"), [])
    ('text', {}, [])
    >>> pieces(fs.GrundysGame(3), list(enumerate(fs.GrundysGame(3).moves(fs.Left))))
    ('pins', {'heaps': [3]}, [(0, ('h0-1',)), (0, ('h0-2',))])
    """
    if isinstance(component, fs.Hackenbush):
        return _hackenbush(component, steps)
    if isinstance(component, _CAKES):
        return _cakes(component, steps)
    heaps = _heaps(component)
    if not heaps or sum(heaps) > _MOST_COUNTERS:
        return _TEXT
    if isinstance(component, _BROKEN):
        return _pins(component, heaps, steps)
    return _piles(component, heaps, steps)


def _heaps(component: Any) -> list[int] | None:
    """Return the sizes of heaps, None where a component is no game on heaps."""
    if isinstance(component, CanonicalForm):
        component = component.state
    if isinstance(component, fs.Value):
        height = int(component.birthday) if component.is_nimber else None
        return None if height is None else [height] if height else []
    if isinstance(component, (fs.SerialNim, *_TAKEN_FROM, *_BROKEN)):
        return [heap for heap in component.heaps if heap]
    return None


def _piles(component: Any, heaps: list[int], steps: list[Step]) -> Drawn:
    """Draw heaps: a click on a counter takes it and all above it."""
    only_first = isinstance(component, fs.SerialNim)
    numbers: dict[tuple[int, ...], int] = {}
    for number, move in steps:
        after = _heaps(move.after) or ()
        numbers.setdefault(tuple(after) if only_first else tuple(sorted(after)), number)
    paths: Paths = []
    for place, count in _counters(heaps[:1] if only_first else heaps):
        left = [count - 1 if i == place else heap for i, heap in enumerate(heaps)]
        rest = [heap for heap in left if heap]
        found = numbers.get(tuple(rest) if only_first else tuple(sorted(rest)))
        if found is not None:
            paths.append((found, (f"h{place}-{count}",)))
    return "heaps", {"heaps": heaps}, paths


def _counters(heaps: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the heap and the height of each counter, the topmost first."""
    for place, heap in enumerate(heaps):
        for height in range(heap, 0, -1):
            yield place, height


def _pins(component: Any, heaps: list[int], steps: list[Step]) -> Drawn:
    """Pins stand in rows: click on the first and the last one to go, or where a row is split."""
    numbers: dict[tuple[int, ...], int] = {}
    for number, move in steps:
        numbers.setdefault(tuple(sorted(_heaps(move.after) or ())), number)
    splits = isinstance(component, fs.GrundysGame)
    paths: Paths = []
    for row, length in enumerate(heaps):
        others = [*heaps[:row], *heaps[row + 1 :]]
        for first, last in _intervals(length, splits):
            rest = (*others, *(n for n in (first if splits else first - 1, length - last) if n))
            found = numbers.get(tuple(sorted(rest)))
            if found is not None and splits:
                paths.append((found, (f"h{row}-{first}",)))
            elif found is not None:
                ends = f"h{row}-{first}", f"h{row}-{last}"
                paths += [(found, path) for path in dict.fromkeys((ends, ends[::-1]))]
    return "pins", {"heaps": heaps}, paths


def _intervals(length: int, splits: bool) -> Iterator[tuple[int, int]]:
    """Yield the first and the last pin of each run, or twice the pin before a split."""
    for first in range(1, length + 1):
        for last in range(first, first + 1 if splits else length + 1):
            yield first, last


def _cakes(component: Any, steps: list[Step]) -> Drawn:
    """Cut along a line: upright lines are Left's, level ones Right's."""
    cakes = list(component.pieces)
    if sum(m * n for m, n in cakes) > _MOST_CAKE or max(map(max, cakes), default=0) > _LONGEST_CAKE:
        return _TEXT
    numbers: dict[tuple[fs.Player, tuple[Any, ...]], int] = {}
    for number, move in steps:
        numbers.setdefault((move.player, tuple(sorted(move.after.pieces))), number)
        numbers[move.player, move.after.pieces] = number
    paths: Paths = []
    for player in {move.player for _, move in steps}:
        for place, (m, n) in enumerate(cakes):
            for line, sides in _cuts(component, n if player is fs.Left else m):
                parts = [(m, side) if player is fs.Left else (side, n) for side in sides if side]
                after = (*cakes[:place], *parts, *cakes[place + 1 :])
                alike = numbers.get((player, tuple(sorted(after))))
                found = numbers.get((player, after), alike)
                if found is not None:
                    way = "v" if player is fs.Left else "h"
                    paths.append((found, (f"c{place}{way}{line}",)))
    data = {"cakes": cakes, "eaten": isinstance(component, fs.Eatcake)}
    return "cakes", data, paths


def _cuts(component: Any, length: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the lines across a side, and the sides that are left."""
    if isinstance(component, fs.Eatcake):
        yield from ((line, [line, length - line - 1]) for line in range(length))
    elif isinstance(component, fs.Cutcake):
        yield from ((line, [line, length - line]) for line in range(1, length))
    else:
        yield from (
            (line, [line] * (length // line)) for line in range(1, length) if length % line == 0
        )


def _hackenbush(component: fs.Hackenbush, steps: list[Step]) -> Drawn:
    """Draw a picture: a click on an edge cuts it."""
    edges = component.edges
    if not 0 < len(edges) <= _MOST_EDGES:
        return _TEXT
    numbers = {move.after: number for number, move in steps}
    owners = {colour for _, move in steps for colour in ("le" if move.player is fs.Left else "re")}
    paths: Paths = []
    for place, edge in enumerate(edges):
        if edge[2] in owners:
            after = fs.Hackenbush(_grounded([*edges[:place], *edges[place + 1 :]]))
            if after in numbers:
                paths.append((numbers[after], (f"e{place}",)))
    return "hackenbush", {"edges": list(edges)}, paths


def _grounded(edges: list[Any]) -> list[Any]:
    """Return the edges that still hang together with the ground."""
    reached, grew = {0}, True
    while grew:
        new = {end for u, v, _ in edges if u in reached or v in reached for end in (u, v)}
        grew = not new <= reached
        reached |= new
    return [edge for edge in edges if edge[0] in reached]
