"""Plain patterns: cells that must hold certain marks, cells that must not, and what is written.

A rule as it is written becomes plain patterns by laying it in every direction, by repeating what
may be repeated, and by trying every neighbour of an ``if near``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from farstar.errors import NotationError
from farstar.games.patterns._text import EDGE, Atom, Row, Rule, Written

Offset: TypeAlias = tuple[int, int]
Turn: TypeAlias = Callable[[int, int], Offset]

MOST_PATTERNS = 5000

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


class Pattern(NamedTuple):
    """A plain pattern; its offsets count from the first cell that changes."""

    needs: tuple[tuple[Offset, frozenset[str]], ...]
    """Cells, each with the marks that may stand there."""
    forbids: tuple[tuple[Offset, frozenset[str]], ...]
    """Cells, each with the marks that may not stand there."""
    writes: tuple[tuple[Offset, str], ...]
    """Cells that change, and their new marks."""


def patterns(rules: Iterable[Rule], longest: int) -> tuple[Pattern, ...]:
    """Return the plain patterns of some rules on boards with lines of at most `longest` cells."""
    plain: dict[Pattern, None] = {}
    for rule in rules:
        for times in range(1, longest + 1 if rule.has_repeats else 2):
            before, after = _spread(rule.before, times), _spread(rule.after, times)
            extent = max((max(r, c) for r, c in before), default=0)
            if rule.has_repeats and extent >= longest:
                break
            for turn in _WAYS[rule.way]:
                for pattern in _plain(rule, before, after, turn):
                    plain[pattern] = None
            if len(plain) > MOST_PATTERNS:
                raise NotationError(
                    f"expected rules that make at most {MOST_PATTERNS} patterns, got more"
                )
    return tuple(plain)


def _spread(rows: tuple[Row, ...], times: int) -> dict[Offset, Atom]:
    """Return the cells of a pattern whose repeated parts are written out."""
    cells: dict[Offset, Atom] = {}
    for r, row in enumerate(rows):
        c = 0
        for item in row:
            for atom in item.atoms * (times if item.repeated else 1):
                cells[r, c] = atom
                c += 1
    return cells


def _plain(
    rule: Rule, before: dict[Offset, Atom], after: dict[Offset, Atom], turn: Turn
) -> Iterator[Pattern]:
    needs = {turn(*at): marks for at, marks in before.items() if marks is not None}
    writes: dict[Offset, str] = {}
    for at, marks in after.items():
        if marks is None:
            continue
        (mark,) = marks
        if before[at] is None or before[at] == frozenset(EDGE):
            raise NotationError(
                f"expected marks before the arrow where {mark!r} is written, in {rule.text!r}"
            )
        if before[at] != marks:
            writes[turn(*at)] = mark
    if not writes:
        raise NotationError(f"expected a rule that changes something, got {rule.text!r}")
    around = sorted({(r + dr, c + dc) for r, c in writes for dr, dc in _STEPS} - set(needs))
    forbids = {
        at: frozenset().union(*(near.marks for near in rule.conditions if not near.wanted))
        for at in around
    }
    forbids = {at: marks for at, marks in forbids.items() if marks}
    wanted = [near.marks for near in rule.conditions if near.wanted]
    if not wanted:
        yield normal(Pattern(tuple(needs.items()), tuple(forbids.items()), tuple(writes.items())))
        return
    for at in around:
        marks = frozenset.intersection(*wanted) - forbids.get(at, frozenset())
        if marks:
            more = {**needs, at: marks}
            less = {place: f for place, f in forbids.items() if place != at}
            yield normal(Pattern(tuple(more.items()), tuple(less.items()), tuple(writes.items())))


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
        return left, patterns(written.right, longest)
    if written.right == "same":
        return left, left
    turn = _DERIVED[written.right]
    return left, tuple(image(pattern, turn, written.pairs) for pattern in left)
