"""Surveys of any game: ranges of positions, and whatever is asked of each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, TypeAlias

from farstar import engine
from farstar.errors import IllegalPositionError, SurveyError
from farstar.invariants import Invariant as NamedInvariant
from farstar.rules import Ruleset, forget_everything, instance_of
from farstar.surveys._identity import Identity, digest
from farstar.surveys._indirect import is_users_own
from farstar.surveys._libraries import library_of
from farstar.surveys._manifest import Chunk, slices, stored_columns
from farstar.surveys._positions import Points
from farstar.surveys._rows import (
    CHUNK,
    ERROR,
    TEXT,
    Row,
    Types,
    column,
    computed,
    native_rules,
    read_types,
    recorded,
    refuse_repetition,
    type_of_range,
    type_of_shown,
)
from farstar.surveys._rows import written_point as written_point
from farstar.surveys._source import Source
from farstar.surveys._work import FAILURES, Computed, FailedPosition, portable
from farstar.tables import (
    Condition,
    Invariant,
    Show,
    argument_names,
    game_text,
    parameters,
    read_show,
)
from farstar.tables.batches import reader

Where: TypeAlias = "Callable[..., bool] | str | None"

_KEY = "block"
_CALL = re.compile(r"([A-Za-z_]\w*)\s*\(")

OnError: TypeAlias = Literal["stop", "record"]
"""What becomes of a survey when a position fails."""


@dataclass(frozen=True)
class Family:
    """A game, ranges and what is asked, as in `survey`: what workers are sent."""

    game: Any
    """The game; with `source` its name in the file, or None for the only one."""
    points: Points
    show: Show | None = None
    where: Where = None
    source: Source | None = None
    """The user's file, which may say what to show and where."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """The columns with their types, as `with_columns` finds them."""
    untyped: frozenset[str] = frozenset()
    """Those columns about which nothing is declared: texts, and no numbers."""
    on_error: OnError = "stop"
    position_limit: int | None = None

    kind: ClassVar[str] = "family"

    def named(self) -> str:
        """Return how the game is written."""
        return game_text(self._game(), list(self.points.names))

    def question(self) -> dict[str, Any]:
        """Return which points are meant, as JSON data."""
        where = self._wanted_where()
        return {
            "ranges": self.points.to_json(),
            "where": getattr(where, "__name__", where),
            "file": None if self.source is None else self.source.name,
        }

    def parameters(self) -> dict[str, Any]:
        return {
            **self.question(),
            "show": list(self._asked()),
            "on_error": self.on_error,
            "position_limit": self.position_limit,
        }

    def texts(self) -> dict[str, str]:
        if self.source is not None:
            return self.source.texts
        asked = self.show.values() if isinstance(self.show, Mapping) else self.show
        columns = asked if isinstance(asked, Iterable) and not isinstance(asked, str) else [asked]
        things = [self.game, self.where, *(what for what in columns if callable(what))]
        texts = [source_of(t) for t in things if t is not None and not isinstance(t, str)]
        whole = "\n".join(text for text in texts if text)
        return {"program": whole} if whole else {}

    def identity(self) -> Identity:
        file = {} if self.source is None else {"file": self.source.texts}
        return digest(
            **file,
            game=self.game,
            notations=notations(self.game),
            show=self.show,
            invariants=self._own_invariants(),
            where=self.where,
            ranges=self.points.comparable(),
            columns=dict(self.columns),
            on_error=self.on_error,
            position_limit=self.position_limit,
        )

    def _own_invariants(self) -> dict[str, Any]:
        """Return the invariants that are asked for by name and are not Farstar's own."""
        functions = {heading: function for heading, (_, function) in self._asked().items()}
        return {
            heading: function.get
            for heading, function in functions.items()
            if isinstance(function, NamedInvariant) and is_users_own(function.get)
        }

    def _game(self) -> Any:
        return self.game if self.source is None else self.source.game(self.game)

    def _asked(self) -> dict[str, tuple[str | Invariant, Invariant]]:
        """Return what is recorded, by headings: as it was asked for, and as a function."""
        names = {} if self.source is None else self.source.names()
        given = names.get("show", "value") if self.show is None else self.show
        asked = given.split(",") if isinstance(given, str) else given
        if isinstance(asked, Mapping):
            named = read_show(asked).items()
            return {heading: (asked[heading], function) for heading, function in named}
        wanted: Iterable[Any] = [asked] if callable(asked) else asked
        chosen = []
        for what in wanted:
            own = names.get(what.strip()) if isinstance(what, str) else None
            chosen.append(own if callable(own) else what)
        functions = [read_show([what]) for what in chosen]
        refuse_repetition([column(heading) for one in functions for heading in one])
        if not chosen:
            read_show(chosen)
        return {
            heading: (what, function)
            for what, one in zip(chosen, functions, strict=True)
            for heading, function in one.items()
        }

    def position(self, point: Sequence[Any], *, make: bool = True) -> tuple[bool, Any]:
        """Return whether a point satisfies the condition, and the position there.

        A point without a legal position does not. With `make` false no position is made.
        """
        where = self._condition()
        try:
            is_taken = where is None or bool(where(*point))
            return is_taken, self._maker()(*point) if is_taken and make else None
        except FAILURES as error:
            if make and isinstance(error, IllegalPositionError):
                return False, None
            raise portable(error, self.at(point)) from error

    def at(self, point: Sequence[Any]) -> str:
        """Return how a point is written."""
        return written_point(self.points.names, point)

    def _wanted_where(self) -> Any:
        if self.where is None and self.source is not None:
            return self.source.names().get("where")
        return self.where

    def _condition(self) -> Callable[..., Any] | None:
        where = self._wanted_where()
        if where is None or callable(where):
            condition: Callable[..., Any] | None = where
            return condition
        return Condition(str(where), list(self.points.names))

    def _maker(self) -> Callable[..., Any]:
        names = list(self.points.names)
        game = self._game()
        if isinstance(game, str):
            return reader(game, names)
        if not callable(game):
            raise SurveyError(f"expected a game, a ruleset or an expression, got {game!r}")
        make: Callable[..., Any] = game
        wanted = [] if isinstance(game, Ruleset) else parameters(game)
        if set(names) <= set(wanted) and names != wanted[: len(names)]:
            return lambda *point: make(**dict(zip(names, point, strict=True)))
        return make

    # Rows.

    def compute(self, arguments: Mapping[str, Any]) -> Computed:
        if self.position_limit is not None:
            # What a position costs depends on what is remembered: each chunk begins from nothing.
            forget_everything()
            engine.collect()
        return self._compute(arguments["start"], arguments["stop"])

    def _native_rules(self, functions: Sequence[Any]) -> Ruleset | None:
        """Return the rules, if a chunk can be computed by native calls."""
        if self.on_error != "stop" or self.position_limit is not None:
            return None
        if self._wanted_where() is not None:
            return None
        return native_rules(self._game(), self.points, functions)

    def _compute(self, start: int, stop: int) -> Computed:
        functions = [function for _, function in self._asked().values()]
        rules = self._native_rules(functions)
        row = Row(
            self._maker(),
            self._condition(),
            functions,
            self.columns,
            self.points.names,
            untyped=self.untyped,
            position_limit=self.position_limit,
        )
        if rules is not None:
            return computed(rules, self.points, start, stop, row, self.columns)
        columns: list[list[Any]] = [[] for _ in self.columns]
        illegal = failed = 0
        for point in self.points.slice(start, stop):
            try:
                cells = row.cells(point)
            except IllegalPositionError:
                illegal += 1
                continue
            except FailedPosition as error:
                if self.on_error == "stop":
                    raise
                failed += 1
                cells = [*row.without_results(point), recorded(error, self.at(point))]
            if cells is not None:
                for cell, column in zip(cells, columns, strict=True):
                    column.append(cell)
        return Computed(dict(zip(self.columns, columns, strict=True)), illegal, failed)

    # What a plan needs to know.

    def with_columns(self, types: Types) -> Family:
        """Return the family with the types of its columns, the declared ones among them."""
        declared = read_types(types)
        game = self._game()
        noted = {column(n): type_of_shown(what, game) for n, (what, _) in self._asked().items()}
        untyped = {name for name, kind in noted.items() if kind is None} - declared.keys()
        columns = [(n, type_of_range(values)) for n, values in self.points.ranges.items()]
        columns += [(name, declared.get(name) or kind or TEXT) for name, kind in noted.items()]
        if self.on_error == "record":
            columns.append((ERROR, TEXT))
        # A rational number has two columns.
        refuse_repetition([_KEY, *(n for one in columns for n in stored_columns(dict([one])))])
        for name in declared:
            if name not in noted:
                raise SurveyError(
                    f"expected types for what is shown, {', '.join(noted)}, got {name!r}"
                )
        return replace(self, columns=dict(columns), untyped=frozenset(untyped))

    def chunks(self, wanted: int | None) -> list[Chunk]:
        """Cut the points into slices: so many, or such that each is worth a second or two."""

        def try_point(number: int) -> bool:
            self._compute(number, number + 1)
            return True

        functions = [function for _, function in self._asked().values()]
        if wanted is None and self._native_rules(functions) is not None:
            wanted = max(1, -(-len(self.points) // CHUNK))
        return slices(len(self.points), wanted, try_point)


def notations(game: Any) -> dict[str, Any]:
    """Return how an expression reads games that are not Farstar's own, by their names."""
    if not isinstance(game, str):
        return {}
    from farstar.expressions import known

    used = set(_CALL.findall(game))
    return {
        notation.name: notation.read
        for notation in known()
        if not used.isdisjoint((notation.name, *notation.aliases))
        and library_of(str(getattr(notation.read, "__module__", ""))) != "farstar"
    }


def family(
    game: Any,
    ranges: Sequence[Any],
    named: Mapping[str, Any],
    *,
    show: Show | None,
    where: Where,
    source: Source | None = None,
    types: Types | None = None,
    on_error: OnError = "stop",
    position_limit: int | None = None,
) -> Family:
    """Return the family that is meant by ranges with and without names."""
    game = instance_of(game)
    thing = game if source is None else source.game(game)
    names = [] if isinstance(thing, str) else argument_names(thing, len(ranges))
    if isinstance(thing, str) and ranges:
        raise SurveyError(f"expected ranges with names for {thing!r}, such as n=range(100)")
    given = {**dict(zip(names, ranges, strict=True)), **named}
    if len(given) != len(ranges) + len(named):
        raise SurveyError(f"expected a range for each argument, once, got {', '.join(given)!r}")
    asked = Family(
        game,
        Points(given),
        show,
        where,
        source,
        on_error=on_error,
        position_limit=position_limit,
    )
    if types is None and source is not None:
        types = source.mapping("types")
    return asked.with_columns(types or {})


def source_of(thing: Any) -> str | None:
    """Return the source of a user's function or class, None if it is not known."""
    try:
        return inspect.getsource(type(thing) if isinstance(thing, Ruleset) else thing)
    except (OSError, TypeError):
        return repr(thing) if isinstance(thing, Ruleset) else None
