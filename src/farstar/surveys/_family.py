"""Surveys of any game: ranges of positions, and whatever is asked of each."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from farstar import invariants
from farstar.errors import IllegalPositionError, SurveyError
from farstar.invariants import look_up
from farstar.rules import Ruleset
from farstar.surveys._plan import Chunk, block_chunks, even_blocks
from farstar.surveys._points import Points
from farstar.surveys._source import Source
from farstar.surveys._work import FAILURES, Rows, portable
from farstar.tables._build import _argument_names, _game_text, _parameters
from farstar.tables._cells import plain, written
from farstar.tables._condition import Condition
from farstar.tables._invariants import Invariant, Show, read_show
from farstar.tables._template import Template

Where: TypeAlias = "Callable[..., bool] | str | None"

_SECONDS = 2.0
_TRIAL = 0.4
"""Seconds in which it is found out what a position costs."""

_SAMPLES = 64
_TRIES = 20_000
_MOST_CHUNKS = 100_000


@dataclass(frozen=True)
class Family:
    """A game, ranges and what is asked: what workers are sent.

    Parameters
    ----------
    game : object
        A class of positions, a ruleset, a function or an expression; with `source` the name of
        one of these in the file, or None for the game of the file.
    points : Points
        The ranges.
    show : str, callable, list or dict, optional
        What to note of each position; names may also be functions of the file. By default what
        the file says under this name, or else the value.
    where : callable or str, optional
        Which points to take; by default what the file says under this name.
    source : Source, optional
        The user's file.
    """

    game: Any
    points: Points
    show: Show | None = None
    where: Where = None
    source: Source | None = None
    columns: Mapping[str, str] = field(default_factory=dict)

    def named(self) -> str:
        """Return how the game is written."""
        thing = self.game if self.source is None else self.source.game(self.game)
        return _game_text(thing, list(self.points.names))

    def parameters(self) -> dict[str, Any]:
        """Return what is asked, as JSON knows it."""
        where = self._wanted_where()
        return {
            "ranges": self.points.to_json(),
            "show": list(self._shown()),
            "where": getattr(where, "__name__", where),
            "file": None if self.source is None else self.source.name,
        }

    def text(self) -> str | None:
        """Return the user's program, as far as it can be had."""
        if self.source is not None:
            return self.source.text
        things = [self.game, self.where, *_functions(self.show or "value")]
        texts = [_source_of(t) for t in things if t is not None and not isinstance(t, str)]
        return "\n".join(t for t in texts if t) or None

    def _shown(self) -> dict[str, Invariant]:
        names = {} if self.source is None else self.source.names()
        given = names.get("show", "value") if self.show is None else self.show
        asked = given.split(",") if isinstance(given, str) else given
        if isinstance(asked, Mapping):
            return read_show(asked)
        listed: Iterable[Any] = [asked] if callable(asked) else asked
        own = [
            names[what.strip()]
            if isinstance(what, str) and callable(names.get(what.strip()))
            else what
            for what in listed
        ]
        return read_show(own)

    def positions(self, start: int, stop: int) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """Yield points with their positions, without those that the rules do not know."""
        make, where = self._maker(), self._condition()
        for point in self.points.slice(start, stop):
            try:
                if where is not None and not where(*point):
                    continue
                position = make(*point)
            except IllegalPositionError:
                continue
            except FAILURES as error:
                raise portable(error, [self.at(point)]) from error
            yield point, position

    def takes(self, point: Sequence[Any]) -> bool:
        """Tell whether the condition lets a point through."""
        where = self._condition()
        try:
            return where is None or bool(where(*point))
        except FAILURES as error:
            raise portable(error, [self.at(point)]) from error

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
            found: Callable[..., Any] | None = where
            return found
        return Condition(str(where), list(self.points.names))

    def _maker(self) -> Callable[..., Any]:
        names = list(self.points.names)
        game = self.game if self.source is None else self.source.game(self.game)
        if isinstance(game, str):
            return Template(game, names)
        if not callable(game):
            raise SurveyError(f"expected a game, a ruleset or an expression, got {game!r}")
        made: Callable[..., Any] = game
        wanted = [] if isinstance(game, Ruleset) else _parameters(game)
        if set(names) <= set(wanted) and names != wanted[: len(names)]:
            return lambda *point: made(**dict(zip(names, point, strict=True)))
        return made

    def rows(self, arguments: Mapping[str, Any]) -> Rows:
        """Compute a chunk."""
        shown = self._shown()
        names = [*self.points.names, *shown]
        found: dict[str, list[Any]] = {name: [] for name in names}
        for point, position in self.positions(arguments["start"], arguments["stop"]):
            cells = [*point, *self._cells(shown, point, position)]
            for name, cell in zip(names, cells, strict=True):
                found[name].append(self._cell(name, cell, point))
        return {_column(name): cells for name, cells in found.items()}

    def _cells(
        self, shown: Mapping[str, Invariant], point: Sequence[Any], position: Any
    ) -> list[Any]:
        try:
            return [plain(look_up(what, position)) for what in shown.values()]
        except FAILURES as error:
            raise portable(error, [self.at(point)]) from error

    def _cell(self, name: str, cell: Any, point: Sequence[Any]) -> Any:
        kind = self.columns[_column(name)]
        if kind == "String":
            return None if cell is None else cell if isinstance(cell, str) else written(cell)
        if cell is None or _kind_of(cell) == kind:
            return cell
        raise SurveyError(
            f"expected the column {name!r} to hold {kind} as elsewhere, "
            f"got {written(cell)[:60]!r} at {self.at(point)}"
        )

    # What a plan needs to know.

    def with_columns(self) -> Family:
        """Return the family with the types of its columns, found by looking at a few positions."""
        shown = self._shown()
        columns = {
            name: _common({_kind_of(v) for v in _some(values)})
            for name, values in self.points.ranges.items()
        }
        named = {n: what for n, what in shown.items() if isinstance(what, invariants.Invariant)}
        samples = list(self._samples()) if len(named) < len(shown) else []
        for name, what in shown.items():
            if name in named:
                columns[_column(name)] = named[name].kind
                continue
            kinds = {
                _kind_of(cell)
                for point, position in samples
                for cell in self._cells({name: what}, point, position)
                if cell is not None
            }
            columns[_column(name)] = _common(kinds)
        return Family(self.game, self.points, self.show, self.where, self.source, columns)

    def _samples(self) -> Iterator[tuple[tuple[Any, ...], Any]]:
        size, found = len(self.points), 0
        for i in range(min(size, _TRIES)):
            number = i * size // min(size, _TRIES)
            for sample in self.positions(number, number + 1):
                yield sample
                found += 1
            if found >= _SAMPLES:
                return

    def chunks(self, wanted: int | None) -> list[Chunk]:
        """Cut the points into slices: so many, or such that each is worth a second or two."""
        size = len(self.points)
        count = wanted if wanted is not None else -(-size // self._fair_size())
        blocks = even_blocks(size, max(1, min(count, _MOST_CHUNKS, size)) if size else 1)
        return block_chunks(blocks, [b - a for a, b in blocks], ("start", "stop"))

    def _fair_size(self) -> int:
        """Return how many points take about two seconds: a power of two."""
        size, done, began = len(self.points), 0, time.perf_counter()
        stride = max(1, size // 4096)
        for start in range(0, size, stride):
            self.rows({"start": start, "stop": start + 1})
            done += 1
            if time.perf_counter() - began > _TRIAL:
                break
        seconds = max(time.perf_counter() - began, 1e-6)
        return 1 << max(0, int(done * _SECONDS / seconds).bit_length())


def family(
    game: Any,
    ranges: Sequence[Any],
    named: Mapping[str, Any],
    *,
    show: Show | None,
    where: Where,
    source: Source | None = None,
) -> Family:
    """Return the family that is meant by ranges with and without names."""
    thing = game if source is None else source.game(game)
    names = [] if isinstance(thing, str) else _argument_names(thing, len(ranges))
    if isinstance(thing, str) and ranges:
        raise SurveyError(f"expected ranges with names for {thing!r}, such as n=range(100)")
    given = {**dict(zip(names, ranges, strict=True)), **named}
    if len(given) != len(ranges) + len(named):
        raise SurveyError(f"expected a range for each argument, once, got {', '.join(given)!r}")
    return Family(game, Points(given), show, where, source).with_columns()


def written_point(names: Iterable[str], point: Iterable[Any]) -> str:
    """Return a point as ``p=11, q=8``."""
    return ", ".join(f"{n}={written(v)}" for n, v in zip(names, point, strict=True))


def _column(name: str) -> str:
    """Return the heading that SQL needs no quotes for."""
    return name.replace(" ", "_")


def _kind_of(cell: Any) -> str:
    if isinstance(cell, bool):
        return "Boolean"
    if isinstance(cell, int):
        return "Int64" if abs(cell) < 2**63 else "String"
    return "Float64" if isinstance(cell, float) else "String"


def _common(kinds: set[str]) -> str:
    return kinds.pop() if len(kinds) == 1 else "String"


def _some(values: Sequence[Any]) -> Sequence[Any]:
    return (values[0], values[-1]) if isinstance(values, range) and values else values


def _functions(show: Show) -> list[Any]:
    if isinstance(show, Mapping):
        return [what for what in show.values() if callable(what)]
    if isinstance(show, str):
        return []
    return [show] if callable(show) else [what for what in show if callable(what)]


def _source_of(thing: Any) -> str | None:
    try:
        return inspect.getsource(type(thing) if isinstance(thing, Ruleset) else thing)
    except (OSError, TypeError):
        return repr(thing) if isinstance(thing, Ruleset) else None
