"""Patterns laid on a board or a graph: where they fit, and which parts are independent.

A placement is a pattern at one place: its cells have numbers, and it depends on no direction. The
plain way of doing things here is the second witness for what the core does with bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from farstar.errors import BudgetExceeded
from farstar.games.patterns._patterns import Laid, Offset, Pattern, around, laid, most_times
from farstar.games.patterns._rows import EDGE, Atom, Rule, steps_of, written_out
from farstar.games.patterns._steps import Placed, joined, placed_on

MOST_PLACEMENTS = 50_000


class Placement(NamedTuple):
    """A pattern at one place."""

    needs: tuple[tuple[int, frozenset[str]], ...]
    """Cells, each with the marks that may stand there."""
    forbids: tuple[tuple[int, frozenset[str]], ...]
    """Cells, each with the marks that may not stand there."""
    writes: tuple[tuple[int, str], ...]
    """Cells that change, and their new marks."""

    def fits(self, marks: str) -> bool:
        """Return whether the move is possible."""
        return all(marks[i] in wanted for i, wanted in self.needs) and not any(
            marks[i] in banned for i, banned in self.forbids
        )

    def after(self, marks: str) -> str:
        """Return the marks after the move."""
        cells = list(marks)
        for i, mark in self.writes:
            cells[i] = mark
        return "".join(cells)


def on_board(patterns: Iterable[Pattern], rows: int, columns: int) -> Iterator[Placement]:
    """Yield the placements of patterns on a board, whose text has bars between the rows."""
    for pattern in patterns:
        cells = pattern.on_board
        top, bottom = min(r for r, _ in cells), max(r for r, _ in cells)
        first, last = min(c for _, c in cells), max(c for _, c in cells)
        for row in range(-top, rows - bottom):
            for column in range(-first, columns - last):
                placement = _at(pattern, row, column, rows, columns)
                if placement is not None:
                    yield placement


def _at(pattern: Pattern, row: int, column: int, rows: int, columns: int) -> Placement | None:
    """Return a pattern at a place; None if it does not fit whatever stands there."""

    def index(at: Offset) -> int | None:
        r, c = row + at[0], column + at[1]
        return r * (columns + 1) + c if 0 <= r < rows and 0 <= c < columns else None

    needs: list[tuple[int, frozenset[str]]] = []
    for at, marks in pattern.needs:
        i = index(at)
        if i is None:
            if EDGE not in marks:
                return None
        elif marks == {EDGE}:
            return None
        else:
            needs.append((i, marks - {EDGE}))
    forbids = ((index(at), marks) for at, marks in pattern.forbids)
    writes = ((index(at), mark) for at, mark in pattern.writes)
    return Placement(
        tuple(needs),
        tuple((i, marks) for i, marks in forbids if i is not None),
        tuple((i, mark) for i, mark in writes if i is not None),
    )


def on_ring(rules: Iterable[Rule], columns: int) -> tuple[Placement, ...]:
    """Return the placements of rules on a ring, a row whose columns are counted round it."""
    placements: dict[Placement, None] = {}
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1
        if steps > 4 * MOST_PLACEMENTS or len(placements) > MOST_PLACEMENTS:
            raise _too_many_places(f"a ring of {columns} cells")

    for rule in rules:
        most = most_times(rule, columns)
        ways = [list(laid(step, columns, most)) for step in steps_of([rule])]
        # The first row of the pattern may lie beside the ring.
        rows = {-r for step in ways[0] for (r, _), _, _ in step.cells}
        moves = [move for r in sorted(rows) for move in _round(ways[0], (r, 0), columns, count)]
        for later in ways[1:]:
            moves = [
                both
                for move in moves
                for step in _round(later, move.end, columns, count)
                if (both := joined(move, step)) is not None
            ]
        for move in dict.fromkeys(map(_entries, moves)):
            for shift in range(columns):
                count()
                placements[_turned(move, shift, columns)] = None
    return tuple(placements)


def _round(
    ways: Iterable[Laid], corner: Offset, columns: int, count: Callable[[], None]
) -> Iterator[Placed[Offset]]:
    """Yield a step that begins in a cell; the ring is the row 0, and the rest is outside."""

    def wrapped(at: Offset) -> Offset:
        return at[0], at[1] % columns

    def near(cells: Iterable[Offset], diagonal: bool) -> set[Offset]:
        return {wrapped(at) for at in around(cells, diagonal) if at[0] == 0}

    for step in ways:
        count()
        end = wrapped((corner[0] + step.end[0], corner[1] + step.end[1]))
        cells: dict[Offset, tuple[Atom, Atom]] = {}
        for (r, c), atom, result in step.cells:
            at = wrapped((corner[0] + r, corner[1] + c))
            if at[0] != 0:
                if atom is not None and EDGE not in atom:
                    break
            elif at in cells:
                break  # a pattern never has the same cell twice
            else:
                cells[at] = (atom if atom is None else atom - {EDGE}), result
                if cells[at][0] == frozenset():
                    break
        else:
            if cells:
                entries = ((at, atom, result) for at, (atom, result) in cells.items())
                yield from placed_on(step.rule, entries, near, end)


_Entries = tuple[
    tuple[tuple[Offset, frozenset[str]], ...],
    tuple[tuple[Offset, frozenset[str]], ...],
    tuple[tuple[Offset, str], ...],
]


def _entries(move: Placed[Offset]) -> _Entries:
    return (
        tuple(sorted(move.needs.items(), key=lambda entry: entry[0])),
        tuple(sorted(move.forbids.items(), key=lambda entry: entry[0])),
        tuple(sorted(move.writes.items())),
    )


def _turned(move: _Entries, shift: int, columns: int) -> Placement:
    needs, forbids, writes = move
    return Placement(
        tuple(sorted((((c + shift) % columns, m) for (_, c), m in needs), key=_cell)),
        tuple(sorted((((c + shift) % columns, m) for (_, c), m in forbids), key=_cell)),
        tuple(sorted(((c + shift) % columns, m) for (_, c), m in writes)),
    )


def _cell(entry: tuple[int, frozenset[str]]) -> int:
    return entry[0]


def _too_many_places(board: str) -> BudgetExceeded:
    return BudgetExceeded(
        f"expected at most {MOST_PLACEMENTS} places for the patterns on {board}, got more"
    )


def on_graph(
    rules: Iterable[Rule], neighbours: Sequence[Sequence[int]], every: frozenset[str]
) -> tuple[Placement, ...]:
    """Return the placements of rules on a graph, where patterns lie along paths.

    A vertex of ``?`` may hold `every` mark. It is listed all the same, since the path needs it.
    """
    placements: dict[Placement, None] = {}
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1
        if steps > 4 * MOST_PLACEMENTS or len(placements) > MOST_PLACEMENTS:
            raise _too_many_places(f"a graph of {len(neighbours)} vertices")

    def near(vertices: Iterable[int], diagonal: bool) -> set[int]:
        return {w for v in vertices for w in neighbours[v]}

    for rule in rules:
        signs = rule.repeats
        (before,), (after,) = rule.before, rule.after
        for times in range(0 if signs == {"*"} else 1, len(neighbours) + 1 if signs else 2):
            atoms, results = written_out(before, times), written_out(after, times)
            if not atoms or len(atoms) > len(neighbours):
                continue
            for path in _paths(neighbours, len(atoms), count):
                cells = zip(path, atoms, results, strict=True)
                for placed in placed_on(rule, cells, near, path[-1]):
                    count()
                    needs = dict.fromkeys(path, every) | placed.needs
                    placements[
                        Placement(
                            tuple(sorted(needs.items(), key=_cell)),
                            tuple(sorted(placed.forbids.items(), key=_cell)),
                            tuple(sorted(placed.writes.items())),
                        )
                    ] = None
    return tuple(placements)


def _paths(
    neighbours: Sequence[Sequence[int]], length: int, count: Callable[[], None]
) -> Iterator[list[int]]:
    """Yield the paths with so many vertices, none of them twice."""
    waiting = [[vertex] for vertex in reversed(range(len(neighbours)))]
    while waiting:
        count()
        path = waiting.pop()
        if len(path) == length:
            yield path
            continue
        waiting += [[*path, vertex] for vertex in neighbours[path[-1]] if vertex not in path]


def parts(marks: str, placements: Iterable[Placement]) -> list[tuple[set[int], set[int]]]:
    """Return the independent parts: cells that may change, with the scenery that they need.

    For each cell the marks that it may ever hold are found, from above: a placement counts as
    possible if each of its cells may hold what it needs. Cells that may change belong together
    if a possible placement has both. Cells that never change are scenery, and may stand in several
    parts. What no possible placement looks at is left out.
    """
    may = [{mark} for mark in marks]
    changing: set[int] = set()
    waiting = list(placements)
    possible: list[Placement] = []
    grown = True
    while grown:
        grown = False
        later = []
        for placement in waiting:
            if any(may[i].isdisjoint(wanted) for i, wanted in placement.needs):
                later.append(placement)
                continue
            possible.append(placement)
            grown = True
            for i, mark in placement.writes:
                may[i].add(mark)
                changing.add(i)
        waiting = later
    split: list[tuple[set[int], set[int]]] = []
    for placement in possible:
        touched = {i for i, _ in placement.needs}
        touched |= {i for i, banned in placement.forbids if may[i] & banned}
        moving, scenery = touched & changing, touched - changing
        if not moving:
            # A pass that is always possible belongs to no part, and to all of them.
            every = {i for i, mark in enumerate(marks) if mark != "|"}
            return [(changing, every - changing)]
        for part in [part for part in split if part[0] & moving]:
            moving |= part[0]
            scenery |= part[1]
            split.remove(part)
        split.append((moving, scenery))
    return split
