"""Patterns laid on a board or a graph: where they fit, and which parts are independent.

A placement is a pattern at one place: its cells have numbers, and it depends on no direction. The
plain way of doing things here is the second witness for what the core does with bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from farstar.errors import BudgetExceeded
from farstar.games.patterns._patterns import Offset, Pattern
from farstar.games.patterns._rows import EDGE, Rule, written_out

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


class _Place:
    """Finds the cells of a board whose text has bars between the rows."""

    def __init__(self, rows: int, columns: int, *, ring: bool) -> None:
        self.rows, self.columns, self.ring = rows, columns, ring

    def index(self, at: Offset) -> int | None:
        """Return the place of a cell in the text; None for one outside the board."""
        row, column = at
        if self.ring:
            column %= self.columns
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * (self.columns + 1) + column
        return None

    def placement(self, pattern: Pattern, row: int, column: int) -> Placement | None:
        """Return a pattern at a place; None if it does not fit whatever stands there."""
        needs: dict[int, frozenset[str]] = {}
        for (r, c), marks in pattern.needs:
            i = self.index((row + r, column + c))
            if i is None:
                if EDGE not in marks:
                    return None
                continue
            if i in needs:
                return None  # on a short ring a pattern would meet itself
            needs[i] = marks
        forbids: dict[int, frozenset[str]] = {}
        for (r, c), marks in pattern.forbids:
            i = self.index((row + r, column + c))
            if i is not None:
                forbids[i] = forbids.get(i, frozenset()) | marks
        writes = [(self.index((row + r, column + c)), mark) for (r, c), mark in pattern.writes]
        return Placement(
            tuple(needs.items()),
            tuple(forbids.items()),
            tuple((i, mark) for i, mark in writes if i is not None),
        )


def on_board(
    patterns: Iterable[Pattern], rows: int, columns: int, *, ring: bool
) -> Iterator[Placement]:
    """Yield the placements of patterns on a board."""
    board = _Place(rows, columns, ring=ring)
    for pattern in patterns:
        cells = [at for at, marks in pattern.needs if EDGE not in marks]
        top, bottom = min(r for r, _ in cells), max(r for r, _ in cells)
        first, last = min(c for _, c in cells), max(c for _, c in cells)
        for row in range(-top, rows - bottom):
            for column in range(columns) if ring else range(-first, columns - last):
                placement = board.placement(pattern, row, column)
                if placement is not None:
                    yield placement


def on_graph(rules: Iterable[Rule], neighbours: Sequence[Sequence[int]]) -> tuple[Placement, ...]:
    """Return the placements of rules on a graph, where patterns lie along paths."""
    placements: dict[Placement, None] = {}
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1
        if steps > 4 * MOST_PLACEMENTS or len(placements) > MOST_PLACEMENTS:
            raise BudgetExceeded(
                f"expected at most {MOST_PLACEMENTS} places for the patterns on a graph of "
                f"{len(neighbours)} vertices, got more"
            )

    for rule in rules:
        signs = rule.repeats
        (before,), (after,) = rule.before, rule.after
        for times in range(0 if signs == {"*"} else 1, len(neighbours) + 1 if signs else 2):
            atoms, results = written_out(before, times), written_out(after, times)
            if not atoms or len(atoms) > len(neighbours):
                continue
            for path in _paths(neighbours, len(atoms), count):
                for placement in _along(rule, path, atoms, results, neighbours):
                    count()
                    placements[placement] = None
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


def _along(
    rule: Rule,
    path: Sequence[int],
    atoms: Sequence[frozenset[str] | None],
    results: Sequence[frozenset[str] | None],
    neighbours: Sequence[Sequence[int]],
) -> Iterator[Placement]:
    needs = {v: marks for v, marks in zip(path, atoms, strict=True) if marks is not None}
    writes = {
        v: next(iter(result))
        for v, atom, result in zip(path, atoms, results, strict=True)
        if result is not None and result != atom
    }
    around = sorted({w for v in writes for w in neighbours[v]} - set(path))
    forbids: dict[int, frozenset[str]] = {}
    choices = [needs]
    for near in rule.conditions:
        if not near.wanted:
            forbids |= {w: forbids.get(w, frozenset()) | near.marks for w in around}
        else:
            choices = [
                {**chosen, w: chosen.get(w, near.marks) & near.marks}
                for chosen in choices
                for w in around
            ]
    for chosen in choices:
        if all(marks - forbids.get(v, frozenset()) for v, marks in chosen.items()):
            yield Placement(
                tuple(sorted(chosen.items())), tuple(sorted(forbids.items())), tuple(writes.items())
            )


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
    joined: list[tuple[set[int], set[int]]] = []
    for placement in possible:
        touched = {i for i, _ in placement.needs}
        touched |= {i for i, banned in placement.forbids if may[i] & banned}
        moving, scenery = touched & changing, touched - changing
        for part in [part for part in joined if part[0] & moving]:
            moving |= part[0]
            scenery |= part[1]
            joined.remove(part)
        joined.append((moving, scenery))
    return joined
