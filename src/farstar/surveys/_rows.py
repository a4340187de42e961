"""Rows: what is noted of one position, and what becomes of it if that fails.

The types of columns come from what is declared, never from samples: a survey of a billion positions
must not fail, or change, because of what its first positions happen to give. The first of these
that says something decides:

1. the user's own declaration, ``types={"weight": int}``;
2. for a function, the annotation of what it returns;
3. for a named invariant, its entry in `farstar.invariants`;
4. for another attribute of positions, its annotation in the class of the positions.

Everything else is text. A number in a column about which nothing is declared is refused: as a text
SQL would compare it letter by letter. Rational numbers are computed as exact texts, and stored with
the nearest doubles beside them. The rows of games with a native twin are computed by one native
call for many positions; they are the same.
"""

from __future__ import annotations

import functools
import inspect
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from typing import Any, TypeAlias

from farstar import engine
from farstar._arguments import shown
from farstar.engine import Handle, rulesets
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError, SurveyError
from farstar.games.patterns import PatternRules
from farstar.invariants import INVARIANTS, Undefined, look_up
from farstar.rules import Position, Ruleset, meter
from farstar.surveys._libraries import need
from farstar.surveys._manifest import (
    COLUMN_TYPES,
    LONGEST_NAME,
    RATIONAL,
    exact_name,
    stored_columns,
)
from farstar.surveys._positions import Boards, Points, Positions
from farstar.surveys._work import (
    FAILURES,
    Computed,
    FailedPosition,
    PositionOverLimit,
    nearest_doubles,
    portable,
)
from farstar.tables import Invariant, nearest_double, plain, written
from farstar.values import Value, wrap

ERROR = "error"
"""The column in which failures are recorded, the last one."""

_LONGEST_ERROR = 500
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
TEXT = "String"
_PLAIN_TYPES = {TEXT: str, "Boolean": bool, "Float64": float}
"""Cells that need no look: every one of these fits its column."""

_HINTS = {"Int64": "int", "Float64": "float", RATIONAL: "fraction"}


def written_point(names: Iterable[str], point: Iterable[Any]) -> str:
    """Return a point as ``p=11, q=8``."""
    return ", ".join(f"{n}={written(v)}" for n, v in zip(names, point, strict=True))


class Row:
    """Computes the row of one point after the other.

    `make` returns the position at a point, `where` tells which points to take, and `functions` say
    what to note of each position. The `columns` with their types are those of the point, of what is
    noted, and ``error`` perhaps. In the `untyped` columns no numbers are expected.
    """

    def __init__(
        self,
        make: Callable[..., Any],
        where: Callable[..., Any] | None,
        functions: Sequence[Invariant],
        columns: Mapping[str, str],
        names: Sequence[str],
        *,
        untyped: Collection[str] = (),
        position_limit: int | None = None,
    ) -> None:
        self._make, self._where, self._functions = make, where, functions
        self._names, self._untyped, self._limit = names, untyped, position_limit
        kinds = list(columns.items())
        self._of_point = kinds[: len(names)]
        self._fits = not any(kind in (TEXT, RATIONAL) for _, kind in self._of_point)
        self._of_results = [
            (name, kind, _PLAIN_TYPES.get(kind))
            for name, kind in kinds[len(names) : len(names) + len(functions)]
        ]
        self._rest = [None] * (len(columns) - len(names) - len(functions))

    def cells(self, point: Sequence[Any]) -> Sequence[Any] | None:
        """Return the row of a point; None if the condition does not let it through.

        It raises `IllegalPositionError` where the rules know no position, and `FailedPosition`
        where the program fails.
        """
        with nullcontext() if self._limit is None else engine.budget(nodes=self._limit):
            try:
                if self._where is not None and not self._where(*point):
                    return None
                position = self._make(*point)
            except IllegalPositionError:
                raise
            except FAILURES as error:
                raise self._failed(error, point) from error
            results = self.results(position, point)
        return [*(point if self._fits else self.written(point)), *results, *self._rest]

    def results(self, game: Any, point: Sequence[Any]) -> list[Any]:
        """Return what is noted of a game at a point."""
        try:
            results = [look_up(function, game) for function in self._functions]
        except FAILURES as error:
            raise self._failed(error, point) from error
        return [
            cell if type(cell) is as_is else self._cell(name, kind, cell, point)
            for (name, kind, as_is), cell in zip(self._of_results, results, strict=True)
        ]

    def without_results(self, point: Sequence[Any]) -> list[Any]:
        """Return the row of a point at which the program failed, up to the error."""
        return [*self.written(point), *(None for _ in self._functions)]

    def takes_points_as_they_are(self, some: Sequence[Any]) -> bool:
        """Return whether the values of the only variable need not be written as text."""
        return self._fits or all(isinstance(value, str) for value in some)

    def written(self, point: Sequence[Any]) -> list[Any]:
        """Return the cells of a point."""
        cells = zip(self._of_point, point, strict=True)
        return [
            written(cell) if kind == TEXT else self._cell(name, kind, cell, point)
            for (name, kind), cell in cells
        ]

    def _cell(self, name: str, kind: str, cell: Any, point: Sequence[Any]) -> Any:
        if cell is None or isinstance(cell, Undefined):
            return None
        given = type_of_cell(cell)
        if kind == TEXT and (given not in _HINTS or name not in self._untyped):
            return plain(cell) if given == TEXT else written(cell)
        if given == kind == RATIONAL or (kind == RATIONAL and given == "Int64"):
            return written(cell)
        if given == kind or (kind == "UInt32" and given == "Int64" and 0 <= cell < 2**32):
            return cell
        if kind == "Float64" and given in ("Int64", RATIONAL):
            return nearest_double(cell)
        if kind == TEXT:
            raise FailedPosition(
                f"expected a type for the column {name!r}, got the number {written(cell)[:60]} at "
                f"{written_point(self._names, point)}: declare {_HINTS[given]} for it, or str to "
                "keep it as a text"
            )
        raise FailedPosition(
            f"expected {kind} in the column {name!r}, got {written(cell)[:60]!r} at "
            f"{written_point(self._names, point)}: declare another type for it, such as str"
        )

    def _failed(self, error: BaseException, point: Sequence[Any]) -> FarstarError:
        """Return the failure of one position, or that of the whole survey."""
        at, limit = written_point(self._names, point), self._limit
        if not isinstance(error, BudgetExceeded):
            return portable(error, at)
        _, nodes, memory = engine.bounds()
        if engine.is_out_of_time() or isinstance(error, FailedPosition):
            return error
        if limit is not None and nodes == limit and _is_used_up(limit):
            return PositionOverLimit(f"BudgetExceeded at {at}: more than {limit} nodes")
        if memory is not None or nodes != limit:
            return error
        # No budget is set, so the game itself has a bound that this position passes.
        return PositionOverLimit(f"BudgetExceeded at {at}: {error}")


def _is_used_up(limit: int) -> bool:
    return engine.active().nodes_left() == 0 or meter().spent > limit


def recorded(error: FailedPosition, at: str) -> str:
    """Return a failure as it is recorded: one line, the same in every run."""
    text = next(iter(str(error).splitlines()), "").replace(f" at {at}", "", 1)
    # Addresses in memory differ from run to run.
    return _ADDRESS.sub("0x...", text)[:_LONGEST_ERROR]


Types: TypeAlias = "Mapping[str, type | str]"
"""Types by headings: ``int``, ``float``, ``Fraction``, ``bool``, ``str`` or Polars names."""

_OF_CLASSES = {bool: "Boolean", int: "Int64", float: "Float64", Fraction: RATIONAL, str: TEXT}
_OF_NAMES = {kind.__name__.lower(): column for kind, column in _OF_CLASSES.items()}
_DECLARED = {**_OF_NAMES, **{kind: kind for kind in COLUMN_TYPES}}


def column(heading: str) -> str:
    """Return the name of a column that SQL needs no quotes for.

    Examples
    --------
    >>> column("mean atomic weight")
    'mean_atomic_weight'
    """
    return heading.replace(" ", "_")


def refuse_repetition(names: Sequence[str]) -> None:
    """Refuse names of columns that are too long, or that SQL cannot distinguish."""
    seen = set[str]()
    for name in names:
        if name.lower() in seen:
            raise SurveyError(
                f"expected columns with different names, got {name!r} twice: give what to show "
                "as a dictionary of new names, such as {'outcome of g': 'outcome'}"
            )
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise SurveyError(f"expected the name of a column, got {shown(name)}")
        seen.add(name.lower())


def read_types(given: Types) -> dict[str, str]:
    """Return declared types as Polars calls them, by the names of columns."""
    read = {}
    for name, kind in given.items():
        known = _DECLARED.get(kind) if isinstance(kind, str) else _OF_CLASSES.get(kind)
        if known is None:
            raise SurveyError(
                f"expected the type of {name!r} to be int, float, fraction, bool or str, "
                f"got {shown(kind)}"
            )
        read[column(str(name))] = known
    return read


def type_of_cell(cell: Any) -> str:
    """Return the type of a column in which a cell is itself, and not written as text."""
    if isinstance(cell, bool):
        return "Boolean"
    if isinstance(cell, int):
        return "Int64" if -(2**63) <= cell < 2**63 else RATIONAL
    if isinstance(cell, float):
        return "Float64"
    return RATIONAL if isinstance(cell, Fraction) else TEXT


def type_of_range(values: Sequence[Any]) -> str:
    """Return the type of the column of a variable, from all values of its range."""
    if isinstance(values, Positions):
        return TEXT
    ends = (values[0], values[-1]) if isinstance(values, range) and values else values
    kinds = {type_of_cell(value) for value in ends}
    if kinds == {"Int64", "Float64"} and all(float(value) == value for value in ends):
        return "Float64"
    if kinds == {"Int64", RATIONAL}:
        return RATIONAL
    return kinds.pop() if len(kinds) == 1 else TEXT


def type_of_shown(asked: str | Invariant, game: Any) -> str | None:
    """Return the type of the column of an invariant, a function or an attribute of a game.

    It is None where nothing is declared.
    """
    if not isinstance(asked, str):
        return _type_of_function(asked)
    name = " ".join(asked.replace("_", " ").replace("-", " ").split())
    if name in INVARIANTS:
        return INVARIANTS[name].kind
    attribute = name.replace(" ", "_")
    kinds = {_type_of_attribute(kind, attribute) for kind in _classes(game)} - {None}
    return kinds.pop() if len(kinds) == 1 else None


def _classes(game: Any) -> tuple[type, ...]:
    """Return the classes of the positions that a game may have."""
    if isinstance(game, type):
        return (game,)
    if isinstance(game, Ruleset):
        return (Position,)
    from farstar.sums import Sum

    return (Value, Position, Sum)


def _type_of_attribute(kind: type, name: str) -> str | None:
    member = inspect.getattr_static(kind, name, None)
    if isinstance(member, property):
        member = member.fget
    return None if member is None else _type_of_function(member)


def _type_of_function(function: Any) -> str | None:
    while isinstance(function, functools.partial | functools.cached_property):
        function = function.func
    if not isinstance(function, types.FunctionType | types.MethodType):
        function = inspect.getattr_static(type(function), "__call__", function)
    try:
        kind = typing.get_type_hints(function).get("return")
    except Exception:  # Evaluating an annotation may run any program.
        kind = getattr(function, "__annotations__", {}).get("return")
    return _type_of_annotation(kind)


def _type_of_annotation(kind: Any) -> str | None:
    """Return the type of a column of such things; None if they may be numbers or not."""
    if isinstance(kind, str):
        return _OF_NAMES.get(kind.lower())
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        parts = {_type_of_annotation(k) for k in typing.get_args(kind) if k is not type(None)}
        if parts == {"Int64", RATIONAL}:
            return RATIONAL
        return parts.pop() if len(parts) == 1 else None
    kind = typing.get_origin(kind) or kind
    if not isinstance(kind, type) or kind is object:
        return None
    return _OF_CLASSES.get(kind, TEXT)


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
    by_value = {id(i) for i in INVARIANTS.values() if i.by_value and Value in i.applies_to}
    return game if all(id(function) in by_value for function in functions) else None


def computed(
    rules: Ruleset, points: Points, start: int, stop: int, row: Row, columns: Mapping[str, str]
) -> Computed:
    """Return the rows of some points."""
    pl = need("polars")
    ((variable, positions),) = points.ranges.items()
    stored = stored_columns(columns)
    noted = [(name, kind) for name, kind in columns.items() if name != variable]
    batches: dict[str, list[Any]] = {name: [] for name in stored if name != variable}
    all_points: list[Any] = []
    cells: dict[Any, Sequence[Any]] = {}
    illegal = 0
    for first in range(start, stop, _BATCH):
        given = positions[first : min(first + _BATCH, stop)]
        states, kept = _legal(rules, positions, given)
        illegal += len(given) - len(kept)
        values, numbers = values_of(rules, states)
        for value, point in zip(values, _some_points(kept, numbers), strict=True):
            if value not in cells:
                known = value if isinstance(value, Value) else wrap(value)
                cells[value] = row.results(known, (point,))
        all_points += kept if row.takes_points_as_they_are(kept[:1]) else _written(row, kept)
        rows = [cells[value] for value in values]
        places = pl.Series("places", numbers, dtype=pl.UInt32)
        for place, (name, kind) in enumerate(noted):
            dtype = getattr(pl, TEXT if kind == RATIONAL else kind)
            different = pl.Series(name, [results[place] for results in rows], dtype=dtype)
            if kind == RATIONAL:
                batches[exact_name(name)].append(different.gather(places))
                different = nearest_doubles(different)
            batches[name].append(different.gather(places))
    results_by_name = {
        name: pl.concat(parts) if parts else pl.Series(name, [], getattr(pl, stored[name]))
        for name, parts in batches.items()
    }
    return Computed({variable: all_points, **results_by_name}, illegal)


def _written(row: Row, points: Sequence[Any]) -> list[Any]:
    return [row.written((point,))[0] for point in points]


def _some_points(points: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Return a point for each number of a value."""
    by_number = dict(zip(numbers, points, strict=True))
    return [by_number[number] for number in range(len(by_number))]


def values_of(
    rules: Ruleset, states: Sequence[Any]
) -> tuple[Sequence[Handle | Value], Sequence[int]]:
    """Return the different values in the order in which they are met, and which each state has.

    They are handles, or found by search where the native twin has none.
    """
    handles: Sequence[Handle | None] = [None] * len(states)
    if engine.active().name == "native":
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
                raise portable(error, str(state)) from error
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
