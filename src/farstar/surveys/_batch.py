"""Rows of many positions by one native call: for games with a native twin, and by values alone.

The rows are the same as those that `Row` makes one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from farstar import engine
from farstar.engine import Handle, rulesets
from farstar.errors import IllegalPositionError
from farstar.games.patterns import PatternRules
from farstar.invariants import INVARIANTS
from farstar.rules import Position, Ruleset
from farstar.surveys._points import Points
from farstar.surveys._positions import Boards
from farstar.surveys._rows import Row
from farstar.surveys._work import FAILURES, Computed, portable
from farstar.values import Value, wrap

_BATCH = 1 << 16
"""Boards in one native call."""

CHUNK = 250_000
"""Positions of a chunk."""


def native_rules(game: Any, points: Points, functions: Sequence[Any]) -> Ruleset | None:
    """Return the rules of a game whose values may be asked for together; None if they may not."""
    if isinstance(game, type) and issubclass(game, Position) and len(points.names) == 1:
        game = getattr(game, "_rules", None)
    if not isinstance(game, Ruleset) or len(points.names) != 1 or engine.active().name != "native":
        return None
    if type(game).native is Ruleset.native or game.may_loop:
        return None
    by_value = {id(i) for i in INVARIANTS.values() if i.by_value and Value in i.of}
    return game if all(id(function) in by_value for function in functions) else None


def computed(
    rules: Ruleset, points: Points, start: int, stop: int, row: Row, columns: Mapping[str, str]
) -> Computed:
    """Return the rows of some points."""
    ((_, positions),) = points.ranges.items()
    lists: list[list[Any]] = [[] for _ in columns]
    cells: dict[Any, Sequence[Any]] = {}
    illegal = 0
    for first in range(start, stop, _BATCH):
        given = positions[first : min(first + _BATCH, stop)]
        states, kept = _legal(rules, positions, given)
        illegal += len(given) - len(kept)
        values, numbers = _values(rules, states)
        for value, point in zip(values, _some_points(kept, numbers), strict=True):
            if value not in cells:
                known = value if isinstance(value, Value) else wrap(value)
                cells[value] = row.results(known, (point,))
        lists[0] += kept if row.takes_points_as_they_are(kept[:1]) else _written(row, kept)
        rows = [cells[value] for value in values]
        for place, cells_of_column in enumerate(lists[1:]):
            column = [results[place] for results in rows]
            cells_of_column += map(column.__getitem__, numbers)
    return Computed(dict(zip(columns, lists, strict=True)), illegal)


def _written(row: Row, points: Sequence[Any]) -> list[Any]:
    return [row.written((point,))[0] for point in points]


def _some_points(points: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Return a point for each number of a value."""
    by_number = dict(zip(numbers, points, strict=True))
    return [by_number[number] for number in range(len(by_number))]


def _values(
    rules: Ruleset, states: Sequence[Any]
) -> tuple[Sequence[Handle | Value], Sequence[int]]:
    """Return the different values, and which of them each state has.

    They are handles, or found by search where the native twin has none.
    """
    handles = rules.native(states)
    if isinstance(handles, rulesets.Numbered):
        known = [handle for handle in handles.different if handle is not None]
        if len(known) == len(handles.different):
            return known, handles.numbers
    different: dict[Handle | Value, int] = {}
    numbers = []
    for state, handle in zip(states, handles, strict=True):
        value: Handle | Value | None = handle
        if value is None:
            try:
                value = rules.wrap(state).value
            except FAILURES as error:
                raise portable(error, [str(state)]) from error
        numbers.append(different.setdefault(value, len(different)))
    return list(different), numbers


def _legal(
    rules: Ruleset, positions: Any, given: Sequence[Any]
) -> tuple[Sequence[Any], Sequence[Any]]:
    """Return the states of the points that are legal, and these points."""
    if (
        isinstance(rules, PatternRules)
        and isinstance(positions, Boards)
        and set(positions.marks) <= set(rules.alphabet)
        and (rules.written.board == "grid" or all(r == 1 for r, _ in positions.sizes))
    ):
        return given, given
    states, kept = [], []
    for point in given:
        try:
            states.append(rules._checked(point))
        except IllegalPositionError:
            continue
        kept.append(point)
    return states, kept
