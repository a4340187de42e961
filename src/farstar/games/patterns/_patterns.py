"""Plain patterns: cells that must hold certain marks, cells that must not, and what is written.

A rule as it is written becomes plain patterns by laying it in every direction, by repeating what
may be repeated, by trying every neighbour of an ``if near``, and by joining the steps of a move.

A plain pattern lies in an endless plane, of which the board is a part. It has at least one cell
that must lie on the board, and writes on such cells only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from farstar.games.patterns._rows import EDGE, Atom, Row, Rule, steps_of, written_out
from farstar.games.patterns._steps import (
    MOST_PATTERNS,
    Placed,
    joined,
    placed_on,
    too_many_patterns,
)
from farstar.games.patterns._text import Written

Offset: TypeAlias = tuple[int, int]
Turn: TypeAlias = Callable[[int, int], Offset]

_MOST_TRIED = 100_000
_MOST_SEEN = 500_000
"""Cells that are looked at from the rim of a board."""

SYMMETRIES: tuple[Turn, ...] = (
    lambda r, c: (r, c),
    lambda r, c: (r, -c),
    lambda r, c: (-r, c),
    lambda r, c: (-r, -c),
    lambda r, c: (c, r),
    lambda r, c: (c, -r),
    lambda r, c: (-c, r),
    lambda r, c: (-c, -r),
)
"""The symmetries of the square; the last four exchange rows and columns."""

_DIAGONALS: tuple[Turn, ...] = (
    lambda r, c: (c, c),
    lambda r, c: (c, -c),
    lambda r, c: (-c, c),
    lambda r, c: (-c, -c),
)
_WAYS: dict[str, tuple[Turn, ...]] = {
    "": SYMMETRIES[:1],
    "rows": (SYMMETRIES[0], SYMMETRIES[1]),
    "columns": (SYMMETRIES[4], SYMMETRIES[6]),
    "both": SYMMETRIES,
    "all": SYMMETRIES,
    "diagonals": _DIAGONALS,
    "lines": SYMMETRIES + _DIAGONALS,
}
"""How a word lays a pattern; for a pattern of one row several of the images are the same."""

_DERIVED = {"": 0, "mirror": 1, "turn": 4, "swap": 0}
"""The symmetry by which Right's rule is laid if it is derived from one of Left's."""

_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class Pattern(NamedTuple):
    """A plain pattern; its offsets count from the first cell that changes, if there is one."""

    needs: tuple[tuple[Offset, frozenset[str]], ...]
    """Cells, each with the marks that may stand there, or the edge for the outside."""
    forbids: tuple[tuple[Offset, frozenset[str]], ...]
    """Cells, each with the marks that may not stand there."""
    writes: tuple[tuple[Offset, str], ...]
    """Cells that change, and their new marks; none if the move is a pass."""

    @property
    def on_board(self) -> list[Offset]:
        """The cells that must lie on the board."""
        return [at for at, marks in self.needs if EDGE not in marks]


class Laid(NamedTuple):
    """One step of a move whose repeated parts are written out, turned in one direction."""

    rule: Rule
    cells: tuple[tuple[Offset, Atom, Atom], ...]
    """Offsets, each with what must stand there and what comes instead."""
    end: Offset
    """The last cell of the pattern, where the next step begins."""


class _Work:
    """Counts what was tried, so that no text keeps the compiler busy for long."""

    def __init__(self) -> None:
        self.tried = 0

    def count(self, more: int = 1) -> None:
        self.tried += more
        if self.tried > _MOST_TRIED:
            raise too_many_patterns()


Paths: TypeAlias = dict[Pattern, tuple[Offset, ...]]
"""Patterns, each with the cells that change in the order in which the rule names them."""


def of_players(written: Written, longest: int) -> tuple[Paths, Paths]:
    """Return the plain patterns of Left and of Right on boards with lines up to `longest`."""
    every = frozenset(written.alphabet)
    left, right = written.sides
    mine = patterns(left, longest, every)
    return mine, mine if left == right else patterns(right, longest, every)


def patterns(rules: Iterable[Rule], longest: int, every: frozenset[str]) -> Paths:
    """Return the plain patterns of some rules; `every` has all marks of a cell."""
    plain: Paths = {}
    work = _Work()
    for rule in rules:
        for needs, forbids, writes, _ in _moves(rule, longest, every, work):
            entries = tuple(needs.items()), tuple(forbids.items()), tuple(writes.items())
            pattern = Pattern(*entries)
            top, first = _anchor(pattern)
            plain.setdefault(normal(pattern), tuple((r - top, c - first) for r, c in writes))
            if len(plain) > MOST_PATTERNS:
                raise too_many_patterns()
    return plain


def _moves(
    rule: Rule, longest: int, every: frozenset[str], work: _Work
) -> Iterator[Placed[Offset]]:
    """Yield all ways to make the move, its steps joined into one."""
    steps = list(steps_of([rule]))
    ways = [list(_ways(step, longest, most_times(rule, longest), every, work)) for step in steps]
    following = ways.pop()
    while ways:
        earlier = ways.pop()
        work.count(len(earlier) * len(following))
        both = (
            joined(first, _shifted(second, first.end)) for first in earlier for second in following
        )
        following = [move for move in both if move is not None]
    yield from following


def _shifted(step: Placed[Offset], by: Offset) -> Placed[Offset]:
    def moved(at: Offset) -> Offset:
        return at[0] + by[0], at[1] + by[1]

    return Placed(
        {moved(at): marks for at, marks in step.needs.items()},
        {moved(at): marks for at, marks in step.forbids.items()},
        {moved(at): mark for at, mark in step.writes.items()},
        moved(step.end),
    )


def most_times(rule: Rule, longest: int) -> int:
    """Return how often parts are repeated at most, on boards with lines of at most `longest` cells.

    A part that must lie on the board is not repeated more often than a line has cells. Any other
    only hangs over the edge if it is longer than the board and all cells of the rule together: one
    repetition less then does the same.
    """
    cells = sum(len(written_out(row, 1)) for step in steps_of([rule]) for row in step.before)
    return longest + cells


def laid(rule: Rule, longest: int, most: int) -> Iterator[Laid]:
    """Yield a step with its repeated parts written out at most so often, in all its directions."""
    signs = rule.repeats
    for times in range(0 if signs == {"*"} else 1, most + 1) if signs else range(1, 2):
        before, after = spread(rule.before, times), spread(rule.after, times)
        on_board = [at for at, marks in before.items() if marks is not None and EDGE not in marks]
        if signs and not _has_room(on_board, longest):
            if len(rule.before) == 1:
                break  # it only grows
            continue
        if not before:
            continue
        images: dict[tuple[Offset, ...], None] = {}
        for turn in turns_of(rule):
            offsets = tuple(turn(*at) for at in before)
            if offsets not in images:
                images[offsets] = None
                yield Laid(
                    rule,
                    tuple(zip(offsets, before.values(), after.values(), strict=True)),
                    turn(*max(before)),
                )


def turns_of(rule: Rule) -> list[Turn]:
    """Return the ways to lay a step; for a pattern of one row several of them are the same."""

    def derived(turn: Turn) -> Turn:
        return lambda r, c: last(*turn(r, c))

    last = SYMMETRIES[_DERIVED[rule.derived]]
    return [*map(derived, _WAYS[rule.way])] if rule.derived else list(_WAYS[rule.way])


def _has_room(cells: Sequence[Offset], longest: int) -> bool:
    return not cells or all(
        max(cell[i] for cell in cells) - min(cell[i] for cell in cells) < longest for i in (0, 1)
    )


def spread(rows: tuple[Row, ...], times: int) -> dict[Offset, Atom]:
    """Return the cells of a pattern whose repeated parts are written out."""
    return {
        (r, c): atom for r, row in enumerate(rows) for c, atom in enumerate(written_out(row, times))
    }


def _ways(
    rule: Rule, longest: int, most: int, every: frozenset[str], work: _Work
) -> Iterator[Placed[Offset]]:
    """Yield one step of a move from the cell (0, 0), in all ways."""
    for step in laid(rule, longest, most):
        for placed in placed_on(rule, step.cells, around, step.end):
            work.count()
            if any(EDGE not in marks for marks in placed.needs.values()):
                yield placed
                continue
            # Some cell must lie on the board: each of them in turn.
            for at, atom, _ in step.cells:
                marks = every if atom is None else atom - {EDGE}
                if marks:
                    work.count()
                    yield placed._replace(needs={**placed.needs, at: marks})


def around(cells: Iterable[Offset], diagonal: bool) -> set[Offset]:
    """Return the neighbours of some cells in the plane."""
    steps = _STEPS + _CORNERS if diagonal else _STEPS
    return {(r + dr, c + dc) for r, c in cells for dr, dc in steps}


def normal(pattern: Pattern) -> Pattern:
    """Return a pattern with its cells in order, counted from the first one that changes."""
    top, first = _anchor(pattern)

    def moved(entries: Iterable[tuple[Offset, frozenset[str]]]) -> tuple[object, ...]:
        return tuple(sorted((((r - top, c - first), m) for (r, c), m in entries), key=_by_offset))

    writes = tuple(sorted(((r - top, c - first), m) for (r, c), m in pattern.writes))
    return Pattern(moved(pattern.needs), moved(pattern.forbids), writes)  # type: ignore[arg-type]


def _anchor(pattern: Pattern) -> Offset:
    return min((at for at, _ in pattern.writes), default=None) or min(pattern.on_board)


def _by_offset(entry: tuple[Offset, frozenset[str]]) -> tuple[bool, Offset]:
    return entry[0] != (0, 0), entry[0]


def image(pattern: Pattern, turn: Turn, marks: dict[str, str]) -> Pattern:
    """Return a pattern turned, with its marks exchanged."""

    def changed(entries: Iterable[tuple[Offset, frozenset[str]]]) -> tuple[object, ...]:
        return tuple((turn(*at), frozenset(marks.get(m, m) for m in s)) for at, s in entries)

    writes = tuple((turn(*at), marks.get(mark, mark)) for at, mark in pattern.writes)
    return normal(Pattern(changed(pattern.needs), changed(pattern.forbids), writes))  # type: ignore[arg-type]


def with_rim(patterns: Iterable[Pattern]) -> tuple[Pattern, ...] | None:
    """Return patterns for a board with a rim, one cell wide, whose cells hold the edge as a mark.

    The first cell of a pattern lies on the board. From there the rim is seen up, down, to the left
    and to the right, and a cell is outside if and only if it lies at or beyond one of these four.
    Each of them is tried at every distance that matters. None if that takes too long.
    """
    plain: dict[Pattern, None] = {}
    tried = 0
    for pattern in patterns:
        if all(EDGE not in marks for _, marks in pattern.needs):
            plain[pattern] = None
            continue
        distances = [_distances_to_rim(pattern, by) for by in _STEPS]
        tried += prod(map(len, distances)) * len(pattern.needs)
        if tried > _MOST_SEEN:
            return None
        for chosen in product(*distances):
            needs = _needs_with_rim(pattern, list(zip(_STEPS, chosen, strict=True)))
            if needs is not None:
                plain[pattern._replace(needs=needs)] = None
    return tuple(plain)


def _distances_to_rim(pattern: Pattern, by: Offset) -> list[int]:
    """Return how far the rim may be from the first cell; 0 stands for farther than it matters."""
    on_board = max(_along(at, by) for at in pattern.on_board)
    outside = [(at, _along(at, by), marks) for at, marks in pattern.needs if EDGE in marks]
    straight = [
        n for at, n, marks in outside if n > 0 and at == (by[0] * n, by[1] * n) and marks == {EDGE}
    ]
    farthest = min(straight) if straight else max(n for _, n, _ in outside)
    return [0] * (not straight) + list(range(on_board + 1, farthest + 1))


def _needs_with_rim(
    pattern: Pattern, rim: Sequence[tuple[Offset, int]]
) -> tuple[tuple[Offset, frozenset[str]], ...] | None:
    """Return what a pattern needs if the rim is seen at these distances; None if it cannot fit."""
    needs = {(by[0] * n, by[1] * n): frozenset(EDGE) for by, n in rim if n}
    for at, marks in pattern.needs:
        is_outside = any(n and _along(at, by) >= n for by, n in rim)
        if not (EDGE in marks if is_outside else marks - {EDGE}):
            return None
        if not is_outside:
            needs[at] = marks - {EDGE}
    return tuple(sorted(needs.items(), key=_by_offset))


def _along(at: Offset, by: Offset) -> int:
    return at[0] * by[0] + at[1] * by[1]
