"""Plain patterns: cells that must hold certain marks, cells that must not, and what is written.

A rule as it is written becomes plain patterns by laying it in every direction, by repeating what
may be repeated, by trying every neighbour of an ``if near``, and by joining the steps of a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from farstar.errors import NotationError
from farstar.games.patterns._rows import EDGE, Atom, Row, Rule, written_out
from farstar.games.patterns._text import Written

Offset: TypeAlias = tuple[int, int]
Turn: TypeAlias = Callable[[int, int], Offset]

MOST_PATTERNS = 10_000
_MOST_TRIED = 100_000

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
_ROWS = (SYMMETRIES[0], SYMMETRIES[1])
_COLUMNS = (SYMMETRIES[4], SYMMETRIES[6])
_WAYS: dict[str, tuple[Turn, ...]] = {
    "": SYMMETRIES[:1],
    "rows": _ROWS,
    "columns": _COLUMNS,
    "both": _ROWS + _COLUMNS,
    "diagonals": _DIAGONALS,
    "lines": _ROWS + _COLUMNS + _DIAGONALS,
    "all": SYMMETRIES,
}
_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class Pattern(NamedTuple):
    """A plain pattern; its offsets count from the first cell that changes."""

    needs: tuple[tuple[Offset, frozenset[str]], ...]
    """Cells, each with the marks that may stand there."""
    forbids: tuple[tuple[Offset, frozenset[str]], ...]
    """Cells, each with the marks that may not stand there."""
    writes: tuple[tuple[Offset, str], ...]
    """Cells that change, and their new marks."""


class _Placed(NamedTuple):
    """One step of a move, laid in one direction from the cell (0, 0)."""

    needs: dict[Offset, frozenset[str]]
    forbids: dict[Offset, frozenset[str]]
    writes: dict[Offset, str]
    end: Offset
    """The last cell of the pattern, where the next step begins."""


class _Work:
    """Counts what was tried, so that no text keeps the compiler busy for long."""

    def __init__(self) -> None:
        self.tried = 0

    def count(self, more: int = 1) -> None:
        self.tried += more
        if self.tried > _MOST_TRIED:
            raise _too_many()


def patterns(rules: Iterable[Rule], longest: int) -> tuple[Pattern, ...]:
    """Return the plain patterns of some rules on boards with lines of at most `longest` cells."""
    plain: dict[Pattern, None] = {}
    work = _Work()
    for rule in rules:
        for placed in _moves(rule, longest, work):
            if placed.writes:
                plain[_pattern(placed)] = None
            if len(plain) > MOST_PATTERNS:
                raise _too_many()
    return tuple(plain)


def _too_many() -> NotationError:
    return NotationError(f"expected rules that make at most {MOST_PATTERNS} patterns, got more")


def _moves(rule: Rule, longest: int, work: _Work) -> Iterator[_Placed]:
    """Yield all ways to make the move, its steps joined into one."""
    if rule.following is None:
        yield from _steps(rule, longest, work)
        return
    later = list(_moves(rule.following, longest, work))
    for first in _steps(rule, longest, work):
        work.count(len(later))
        for second in later:
            joined = _joined(first, second)
            if joined is not None:
                yield joined


def _steps(rule: Rule, longest: int, work: _Work) -> Iterator[_Placed]:
    signs = rule.repeats
    times = range(0 if signs == {"*"} else 1, longest + 1) if signs else range(1, 2)
    for n in times:
        before, after = _spread(rule.before, n), _spread(rule.after, n)
        if signs and max((max(r, c) for r, c in before), default=0) >= longest:
            break
        if not before:
            continue
        for turn in _WAYS[rule.way]:
            for placed in _placed(rule, before, after, turn):
                work.count()
                yield placed


def _joined(first: _Placed, second: _Placed) -> _Placed | None:
    """Return two steps as one, the second from where the first ends; None if they do not go."""
    needs, forbids, writes = dict(first.needs), dict(first.forbids), dict(first.writes)
    down, along = first.end
    for (r, c), marks in second.needs.items():
        at = r + down, c + along
        if at in first.writes:
            if first.writes[at] not in marks:
                return None
            continue
        needs[at] = (needs.get(at, marks) & marks) - forbids.pop(at, frozenset())
        if not needs[at]:
            return None
    for (r, c), marks in second.forbids.items():
        at = r + down, c + along
        if at in first.writes:
            if first.writes[at] in marks:
                return None
        elif at in needs:
            needs[at] -= marks
            if not needs[at]:
                return None
        else:
            forbids[at] = forbids.get(at, frozenset()) | marks
    writes |= {(r + down, c + along): mark for (r, c), mark in second.writes.items()}
    changed = {at: mark for at, mark in writes.items() if needs[at] != {mark}}
    end = second.end[0] + down, second.end[1] + along
    return _Placed(needs, forbids, changed, end)


def _spread(rows: tuple[Row, ...], times: int) -> dict[Offset, Atom]:
    """Return the cells of a pattern whose repeated parts are written out."""
    return {
        (r, c): atom for r, row in enumerate(rows) for c, atom in enumerate(written_out(row, times))
    }


def _placed(
    rule: Rule, before: dict[Offset, Atom], after: dict[Offset, Atom], turn: Turn
) -> Iterator[_Placed]:
    needs = {turn(*at): marks for at, marks in before.items() if marks is not None}
    writes: dict[Offset, str] = {}
    for at, marks in after.items():
        if marks is None:
            continue
        (mark,) = marks
        if before[at] is None or EDGE in (before[at] or ()):
            raise NotationError(
                f"expected marks before the arrow where {mark!r} is written, in {rule.text!r}"
            )
        if before[at] != marks:
            writes[turn(*at)] = mark
    if not writes:
        raise NotationError(f"expected a rule that changes something, got {rule.text!r}")
    end = turn(*max(before))
    forbids: dict[Offset, frozenset[str]] = {}
    for near in rule.conditions:
        if not near.wanted:
            for at in _around(writes, diagonal=near.diagonal) - set(needs):
                forbids[at] = forbids.get(at, frozenset()) | near.marks
    wanted = [near for near in rule.conditions if near.wanted]
    choices = [
        [(at, near.marks) for at in sorted(_around(writes, diagonal=near.diagonal) - set(needs))]
        for near in wanted
    ]
    if prod(map(len, choices)) > MOST_PATTERNS:
        raise _too_many()
    for chosen in product(*choices):
        more, less = dict(needs), dict(forbids)
        for at, marks in chosen:
            more[at] = (more.get(at, marks) & marks) - less.pop(at, frozenset())
        if all(more.values()):
            yield _Placed(more, less, writes, end)


def _around(cells: Iterable[Offset], *, diagonal: bool) -> set[Offset]:
    steps = _STEPS + _CORNERS if diagonal else _STEPS
    return {(r + dr, c + dc) for r, c in cells for dr, dc in steps}


def _pattern(placed: _Placed) -> Pattern:
    needs, forbids, writes, _ = placed
    return normal(Pattern(tuple(needs.items()), tuple(forbids.items()), tuple(writes.items())))


def normal(pattern: Pattern) -> Pattern:
    """Return a pattern with its cells in order, counted from the first one that changes."""
    top, first = min(at for at, _ in pattern.writes)

    def moved(entries: Iterable[tuple[Offset, frozenset[str]]]) -> tuple[object, ...]:
        return tuple(sorted((((r - top, c - first), m) for (r, c), m in entries), key=_by_offset))

    writes = tuple(sorted(((r - top, c - first), m) for (r, c), m in pattern.writes))
    return Pattern(moved(pattern.needs), moved(pattern.forbids), writes)  # type: ignore[arg-type]


def _by_offset(entry: tuple[Offset, frozenset[str]]) -> tuple[bool, Offset]:
    return entry[0] != (0, 0), entry[0]


def image(pattern: Pattern, turn: Turn, marks: dict[str, str]) -> Pattern:
    """Return a pattern turned, with its marks exchanged."""

    def changed(entries: Iterable[tuple[Offset, frozenset[str]]]) -> tuple[object, ...]:
        return tuple((turn(*at), frozenset(marks.get(m, m) for m in s)) for at, s in entries)

    writes = tuple((turn(*at), marks.get(mark, mark)) for at, mark in pattern.writes)
    return normal(Pattern(changed(pattern.needs), changed(pattern.forbids), writes))  # type: ignore[arg-type]


_DERIVED = {"mirror": SYMMETRIES[1], "turn": SYMMETRIES[4], "swap": SYMMETRIES[0]}


def of_players(written: Written, longest: int) -> tuple[tuple[Pattern, ...], tuple[Pattern, ...]]:
    """Return the plain patterns of Left and of Right."""
    left = patterns(written.left, longest)
    if not isinstance(written.right, str):
        right = patterns(written.right, longest)
    elif written.right == "same":
        right = left
    else:
        turn = _DERIVED[written.right]
        right = tuple(image(pattern, turn, written.pairs) for pattern in left)
    if written.variant == "impartial":
        left = right = tuple(dict.fromkeys((*left, *right)))
    return (right, left) if written.variant == "twisted" else (left, right)
