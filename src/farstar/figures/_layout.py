"""The layout of diagrams: the same for the browser, notebooks and print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from farstar.errors import NotationError
from farstar.figures._layout_lines import edges, graph, rectangle, short
from farstar.figures._scene import Curve, Disc, Item, Rect, Scene, Shape, Text
from farstar.rules import Path, diagrams
from farstar.rules.diagrams import Cakes, Grid, Heaps, Owner, Rows

MOST_SIDE = 40
"""Rows and columns of a board or a cake, heaps, and rows of pins."""

_MARGIN = 26.0
_UNIT = 30.0
"""A square of cake, and the distance of pins."""

_WIDEST = 640.0
_ENDS = (4, 2)
"""Counters below and above the gap in a heap that is too tall."""


def layout(
    diagram: diagrams.Diagram,
    *,
    laid: Iterable[tuple[Owner, Path]] = (),
    last: Path = (),
    most: int = 20,
) -> Scene:
    """Return the scene of a diagram.

    Parameters
    ----------
    diagram : Diagram
        What to draw.
    laid : iterable of (owner, path)
        The moves so far, if they place dominoes.
    last : sequence of places
        The path of the last move, which is marked if places keep their meaning.
    most : int
        How many counters of a heap, or pins of a row, are drawn one by one.

    Raises
    ------
    NotationError
        If there is too much to draw.

    Examples
    --------
    >>> scene = layout(Heaps((2, 1)))
    >>> scene.words, [item.words for item in scene.items if item.place]
    ('heaps of 2 and 1', ['heap 1, counter 2 of 2', 'heap 1, counter 1 of 2', 'heap 2, counter ...
    """
    match diagram:
        case Grid():
            return _grid(diagram, list(laid), last)
        case diagrams.Graph():
            return graph(diagram, last)
        case Heaps():
            return _heaps(diagram, most)
        case Rows():
            return _rows(diagram, most)
        case Cakes():
            return _cakes(diagram)
        case diagrams.Edges():
            return edges(diagram)
        case diagrams.Rectangle():
            return rectangle(diagram)


def enumeration(words: Sequence[str]) -> str:
    """Return words with commas and "and" between them."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


# Boards.


def _grid(diagram: Grid, laid: list[tuple[Owner, Path]], last: Path) -> Scene:
    rows, columns = len(diagram.rows), len(diagram.rows[0])
    if max(rows, columns) > MOST_SIDE:
        raise NotationError(
            f"expected at most {MOST_SIDE} rows and columns to draw, got {rows} and {columns}"
        )
    size = max(26.0, min(52.0, _WIDEST / columns))
    # A single row needs no number.
    left = _MARGIN if rows > 1 else 4.0
    first = diagram.first
    dominoes = laid if diagram.lays_dominoes else []
    covered = {tuple(cell) for _, path in dominoes for cell in path}
    across = [Text("size", left + (c + 0.5) * size, 12, str(c + first)) for c in range(columns)]
    down = [
        Text("size", 11, _MARGIN + (r + 0.5) * size, str(r + first))
        for r in range(rows if rows > 1 else 0)
    ]
    items = [Item((*across, *down))]
    for r, marks in enumerate(diagram.rows):
        for c, mark in enumerate(marks):
            look = diagram.looks[mark]
            x, y = left + c * size, _MARGIN + r * size
            closed = look.shape == "blocked" and (r, c) not in covered
            dark = diagram.dark is not None and (r + c) % 2 == diagram.dark
            tone = " closed" if closed else " dark" if dark else ""
            square = Rect(f"square{tone}", x, y, size, size)
            piece = _piece(look, x + size / 2, y + size / 2, size)
            words = f"row {r + first}, column {c + first}, {look.words}"
            # Each cell draws its half of a line, below its own piece.
            centre = (x + size / 2, y + size / 2)
            ways = [
                Curve("line", (centre, (centre[0] + dc * size / 2, centre[1] + dr * size / 2)))
                for dr, dc in _directions(diagram, r, c)
            ]
            middle = (0.82, 0.2) if piece else (0.5, 0.5)
            at = (x + middle[0] * size, y + middle[1] * size)
            items.append(Item((square, *ways, *piece), words, (r, c), at))

    def box(role: str, path: Path, inset: float) -> Rect:
        (top, start), (bottom, end) = (
            tuple(map(pick, zip(*path, strict=True))) for pick in (min, max)
        )
        wide, high = (end - start + 1) * size, (bottom - top + 1) * size
        return Rect(
            role,
            left + start * size + inset,
            _MARGIN + top * size + inset,
            wide - 2 * inset,
            high - 2 * inset,
            1.5 * inset if role != "last" else 0.0,
        )

    for owner, path in dominoes:
        items.append(
            Item((box(f"domino {owner}", path, 0.12 * size),), f"a domino of {owner.title()}")
        )
    marked = [last] if dominoes and last else [(cell,) for cell in dict.fromkeys(last)]
    if marked:
        items.append(Item(tuple(box("last", cells, 1.5) for cells in marked)))
    return Scene(
        "grid",
        left + columns * size + 4,
        _MARGIN + rows * size + 4,
        f"a board of {rows} rows and {columns} columns",
        tuple(items),
        left + columns * 24.0,
    )


def _directions(diagram: Grid, row: int, column: int) -> list[tuple[int, int]]:
    """Return in which directions lines lead from a cell."""
    ends = [b if a == (row, column) else a for a, b in diagram.lines if (row, column) in (a, b)]
    return [(r - row, c - column) for r, c in ends]


def _piece(look: diagrams.Look, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """Return the shapes on a cell."""
    letter = Text(f"on-{look.owner}", x, y, look.letter)
    match look.shape:
        case "stone":
            return Disc(f"stone {look.owner}", x, y, 0.36 * size), letter
        case "domino":
            wide, high = 0.36 * size, 0.8 * size
            return Rect(f"domino {look.owner}", x - wide / 2, y - high / 2, wide, high, 3), letter
        case "token":
            return (Disc("token", x, y, 0.33 * size),)
        case "letter":
            return (Text(f"for-{look.owner}", x, y, look.letter.upper()),)
    return ()


# Heaps, rows of pins, cakes.


def _drawn(sizes: Sequence[int], most: int, what: str) -> list[list[int | None]]:
    """Return the numbers of the counters drawn in each heap from below, None for a gap."""
    if len(sizes) > MOST_SIDE:
        raise NotationError(f"expected at most {MOST_SIDE} {what} to draw, got {len(sizes)}")
    low, high = _ENDS
    return [
        [*range(1, size + 1)]
        if size <= most
        else [*range(1, low + 1), None, None, *range(size - high + 1, size + 1)]
        for size in sizes
    ]


def _heaps(diagram: Heaps, most: int) -> Scene:
    """Draw heaps of counters; a move takes a counter and all above it."""
    sizes = diagram.sizes
    heaps = _drawn(sizes, most, "heaps")
    tallest = max((1, *map(len, heaps)))
    step = max(11.0, min(26.0, 300 / tallest))
    floor, width = tallest * step + 10, 16.0 + 70 * max(len(sizes), 1)
    items = [Item((Curve("floor", ((4, floor), (width - 4, floor))),))]
    for heap, (size, numbers) in enumerate(zip(sizes, heaps, strict=True)):
        x, pile = 8.0 + 70 * heap, f"pile {heap}"
        role = "counter off" if diagram.only_first and heap else "counter"
        for level, number in reversed(list(enumerate(numbers, 1))):
            y = floor - level * step
            if number is None:
                items.append(Item((Disc("dot", x + 27, y + step / 2, 2),), group=pile))
                continue
            counter = Rect(role, x, y + 1, 54, step - 3, min(8.0, step / 2 - 1.5))
            words = f"heap {heap + 1}, counter {short(number)} of {short(size)}"
            items.append(Item((counter,), words, (heap, number), (x + 27, y + step / 2), pile))
        items.append(Item((Text("size", x + 27, floor + 13, short(size)),)))
    words = f"heaps of {enumeration(list(map(short, sizes)))}" if sizes else "no heaps"
    return Scene("heaps", width, floor + 26, words, tuple(items))


def _rows(diagram: Rows, most: int) -> Scene:
    """Draw rows of pins; a move touches the first and the last pin that go."""
    sizes = diagram.sizes
    rows = _drawn(sizes, most, "rows of pins")
    items = []
    for row, (size, numbers) in enumerate(zip(sizes, rows, strict=True)):
        y = 18.0 + 50 * row
        for column, number in enumerate(numbers):
            x = 18 + _UNIT * column
            if number is None:
                items.append(Item((Disc("dot", x, y, 2),)))
                continue
            label = (Text("count", x, y, str(number)),) if number < 1000 else ()
            words = f"row {row + 1}, pin {short(number)} of {short(size)}"
            pin = Disc("counter", x, y, 12)
            items.append(Item((pin, *label), words, (row, number), (x, y + 23)))
        if None in numbers:
            beside = 10 + _UNIT * len(numbers) + 4 * len(short(size))
            items.append(Item((Text("size", beside, y, short(size)),)))
    longest = max(map(len, rows), default=1)
    width = 36 + _UNIT * (longest - 1) + (60 if any(None in row for row in rows) else 0)
    words = f"rows of {enumeration(list(map(short, sizes)))} pins" if sizes else "no pins"
    height = 50.0 * max(len(sizes), 1) + 2
    return Scene("rows", width, height, words, tuple(items), min(width, 24.0 * longest))


def _cakes(diagram: Cakes) -> Scene:
    """Draw pieces of cake: Left cuts along vertical lines, Right along horizontal ones."""
    sides = [side for piece in diagram.pieces for side in piece]
    cells = sum(m * n for m, n in diagram.pieces)
    if max(sides, default=0) > MOST_SIDE or cells > MOST_SIDE**2:
        raise NotationError(
            f"expected at most {MOST_SIDE} rows and columns of cake to draw, and "
            f"{MOST_SIDE**2} squares, got {short(max(sides))} and {short(cells)}"
        )
    items: list[Item] = []
    x, y, lowest, width = 8.0, 8.0, 8.0, 60.0
    for number, (rows, columns) in enumerate(diagram.pieces):
        wide, high = columns * _UNIT, rows * _UNIT
        if x > 8 and x + wide > _WIDEST:
            x, y = 8.0, lowest + 18
        upright = [
            Curve("cut left", ((x + c * _UNIT, y), (x + c * _UNIT, y + high)))
            for c in range(1, columns)
        ]
        level = [
            Curve("cut right", ((x, y + r * _UNIT), (x + wide, y + r * _UNIT)))
            for r in range(1, rows)
        ]
        items.append(Item((Rect("cake", x, y, wide, high, 2), *upright, *level)))
        for way, (name, count) in enumerate((("column", columns), ("row", rows))):
            for line in range(0 if diagram.eats else 1, count):
                items.append(_knife(diagram, (number, way, line), name, (x, y, wide, high)))
        lowest = max(lowest, y + high)
        x += wide + 18
        width = max(width, x)
    pieces = enumeration([f"{m} by {n}" for m, n in diagram.pieces])
    words = f"cakes of {pieces}" if pieces else "no cake"
    return Scene("cakes", width - 10, lowest + 8, words, tuple(items))


def _knife(
    diagram: Cakes, place: tuple[int, int, int], name: str, piece: tuple[float, ...]
) -> Item:
    """Return where a piece is cut, or the column or row that is eaten."""
    number, way, line = place
    x, y, wide, high = piece
    thick, shift = (_UNIT - 12, 6.0) if diagram.eats else (12.0, -6.0)
    at = line * _UNIT + shift
    box = (x + at, y + 3, thick, high - 6) if way == 0 else (x + 3, y + at, wide - 6, thick)
    where = f"{name} {line + 1}" if diagram.eats else f"the line after {name} {line}"
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    return Item((Rect("knife", *box, 4),), f"cake {number + 1}, {where}", place, middle)
