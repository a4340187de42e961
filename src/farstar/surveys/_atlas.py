"""An atlas of a game: the smallest position of every value up to a size.

For games on regions of free cells (Domineering, Cram, Col, Snort) the size is the number of free
cells, and a position may consist of several regions; all connected regions are listed, and their
values added up. For other games it is the number of cells of a rectangular board, and all boards
are listed. A row has the value, its smallest position and its invariants.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from warnings import warn

from farstar import engine
from farstar._arguments import integer
from farstar.engine import rulesets
from farstar.errors import SurveyError
from farstar.games import load
from farstar.games.grids import GridPosition, GridRules, least_image, stride
from farstar.games.patterns import PatternRules
from farstar.invariants import INVARIANTS, look_up
from farstar.rules import Position, Ruleset, meter
from farstar.surveys._drive import Progress, Report, choose, drive, planned
from farstar.surveys._identity import Identity, digest
from farstar.surveys._libraries import first_line, need
from farstar.surveys._make import quiet
from farstar.surveys._manifest import Chunk
from farstar.surveys._position_condition import PositionCondition
from farstar.surveys._positions import board as all_boards
from farstar.surveys._rows import values_of
from farstar.surveys._store import Store
from farstar.surveys._survey import Survey
from farstar.surveys._work import Computed
from farstar.tables import plain
from farstar.values import Value, wrap

if TYPE_CHECKING:
    import polars

_SHOWN = ("value", "outcome", "temperature", "mean", "birthday", "atomic weight")


class AtlasRow(NamedTuple):
    """A value, and the smallest position that has it."""

    cells: int
    position: str
    value: Value

    def __str__(self) -> str:
        return f"{self.position}: {self.value}"


class Atlas:
    """The smallest position of every value of a game, up to a size.

    Examples
    --------
    >>> from farstar.surveys import Atlas
    >>> atlas = Atlas.build("Domineering", 4)
    >>> [str(row) for row in atlas][:5]
    ['.: 0', '..: -1', '.|.: 1', '#.|..: *', '....: -2']
    >>> str(atlas.look("value = +-1")), atlas.look("temperature > 1") is None
    ('..|..: +-1', True)
    """

    def __init__(self, game: Any, cells: int, rows: Iterable[AtlasRow]) -> None:
        self.rules = _rules(game)
        self.cells = cells
        self._rows = tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[AtlasRow]:
        return iter(self._rows)

    @classmethod
    def build(
        cls,
        game: Any,
        cells: int,
        *,
        until: str | None = None,
        out: str | os.PathLike[str] | None = None,
        jobs: int = 1,
        progress: Report | None = None,
    ) -> Atlas:
        """Find the smallest positions, in order of size.

        Parameters
        ----------
        game : str, class of positions, or Ruleset
            A game on a board: an included one, or rules written as patterns.
        cells : int
            The largest size.
        until : str, optional
            A condition: stop at the size of the first position that satisfies it.
        out : path, optional
            A folder to save the atlas in. After an interruption the same call goes on with the
            parts that are done.
        jobs : int
            How many processes.
        progress : callable, optional
            Called with a `Progress` as parts are done.
        """
        parts = AtlasParts(_rules(game), integer(cells, 1, "the number of cells"))
        integer(jobs, 1, "the number of jobs")
        wanted = None if until is None else _condition(until)
        report = progress or quiet
        with TemporaryDirectory(prefix="farstar-atlas-") as temporary:
            path = _path(temporary if out is None else out, parts.rules, cells)
            folder = path.with_suffix(".parts")
            if out is None and jobs == 1:
                sizes = _computed_here(parts, report)
            else:
                sizes = _kept(parts, folder, jobs, report)
            rows: list[AtlasRow] = []
            for reached, new in _rows(parts, sizes):
                rows += new
                if wanted is not None and any(wanted(row.value, {}) for row in new):
                    return cls(parts.rules, reached, rows)
            atlas = cls(parts.rules, parts.cells, rows)
            if out is not None:
                atlas.save(out)
                shutil.rmtree(folder)
            return atlas

    def look(self, condition: str) -> AtlasRow | None:
        """Return the first row that satisfies a condition, such as ``value = {2|-1}``."""
        return next(self.all(condition), None)

    def all(self, condition: str) -> Iterator[AtlasRow]:
        """Yield the rows that satisfy a condition, the smallest positions first."""
        wanted = _condition(condition)
        for row in self._rows:
            if wanted(row.value, {}):
                yield row

    def hottest(self) -> list[AtlasRow]:
        """Return the smallest position of the highest temperature, for each size."""
        best: dict[int, AtlasRow] = {}
        for row in self._rows:
            if row.cells not in best or row.value.temperature > best[row.cells].value.temperature:
                best[row.cells] = row
        return list(best.values())

    def frame(self) -> polars.DataFrame:
        """Return `to_polars`, which is the name that tables use too.

        .. deprecated:: 1.0
        """
        warn("frame is deprecated: use to_polars", DeprecationWarning, stacklevel=2)
        return self.to_polars()

    def to_polars(self) -> polars.DataFrame:
        """Return the rows with invariants of the values, as a Polars data frame."""
        columns: dict[str, list[Any]] = {"cells": [], "position": []}
        columns |= {name.replace(" ", "_"): [] for name in _SHOWN}
        for row in self._rows:
            columns["cells"].append(row.cells)
            columns["position"].append(row.position)
            for name in _SHOWN:
                cell = plain(look_up(INVARIANTS[name], row.value))
                columns[name.replace(" ", "_")].append(None if cell is None else str(cell))
        library = need("polars")
        frame: polars.DataFrame = library.DataFrame(
            columns, schema_overrides={"cells": library.UInt32}
        )
        return frame

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the rows to a Parquet file in a folder, and return its path."""
        path = _path(folder, self.rules, self.cells)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.to_polars().write_parquet(path, compression="zstd")
        return path

    @classmethod
    def load(cls, folder: str | os.PathLike[str], game: Any, cells: int) -> Atlas:
        """Read the rows from a folder; the values are computed again from the positions."""
        rules = _rules(game)
        path = _path(folder, rules, cells)
        if not path.exists():
            raise SurveyError(
                f"expected an atlas of {rules.name} up to {cells} cells, got no file "
                f"{path.name!r} in {str(folder)!r}: farstar atlas build makes it"
            )
        polars = need("polars")
        try:
            frame = polars.read_parquet(path)
            listed = zip(frame["position"], frame["cells"], strict=True)
            sizes = {str(rules._checked(position)): int(size) for position, size in listed}
        except (OSError, polars.exceptions.PolarsError, ValueError) as error:
            reason = first_line(error)
            raise SurveyError(f"expected an atlas, got {str(path)!r}: {reason}") from None
        values = first_of_values(rules, list(sizes))
        return cls(rules, cells, (AtlasRow(sizes[p], p, v) for v, p in values.items()))


def atlas(
    game: Any,
    cells: int,
    *,
    until: str | None = None,
    out: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    progress: Report | None = None,
) -> Atlas:
    """Find the smallest position of every value of a game on a board, as ``farstar atlas`` does.

    Parameters
    ----------
    game : str, class of positions, or Ruleset
        A game on a board: an included one, or rules written as patterns.
    cells : int
        The largest size.
    until, out, jobs, progress
        As for `Atlas.build`.

    Examples
    --------
    >>> str(fs.atlas("Domineering", 4).look("value = +-1"))
    '..|..: +-1'
    """
    return Atlas.build(game, cells, until=until, out=out, jobs=jobs, progress=progress)


def _rules(game: Any) -> GridRules:
    if isinstance(game, str):
        known = load(game)
        if known is None:
            raise SurveyError(f"expected the name of a game, got {game[:60]!r}")
        game = known
    if isinstance(game, type) and issubclass(game, GridPosition):
        game = game._rules
    if not isinstance(game, GridRules) or game.may_loop:
        name = game.rules.name if isinstance(game, type) and issubclass(game, Position) else game
        raise SurveyError(f"expected a game on a board that always ends, got {name}")
    return game


def _condition(text: str) -> PositionCondition:
    return PositionCondition(text, (), {})


def _path(folder: str | os.PathLike[str], rules: Ruleset, cells: int) -> Path:
    return Path(folder) / f"{rules.name}-{integer(cells, 1, 'the number of cells')}.parquet"


def _rows(
    parts: AtlasParts, sizes: Iterable[tuple[int, list[str]]]
) -> Iterator[tuple[int, list[AtlasRow]]]:
    """Yield for each size the values that are new there, given the positions of all parts."""
    seen = set[Value]()
    new: dict[int, dict[Value, str]] = {}
    connected: dict[int, dict[Value, str]] = {}
    for size, positions in sizes:
        if parts.has_regions:
            positions.sort(key=shape)
        values = first_of_values(parts.rules, positions)
        connected[size] = {v: board for v, board in values.items() if v not in seen}
        new[size] = dict(connected[size])
        if parts.has_regions:
            _add_sums(new, connected, size, seen)
        seen |= new[size].keys()
        yield size, [AtlasRow(size, board, value) for value, board in new[size].items()]


def _add_sums(
    new: dict[int, dict[Value, str]],
    connected: Mapping[int, Mapping[Value, str]],
    size: int,
    seen: Container[Value],
) -> None:
    """Add the values of positions of several regions.

    Only regions whose values are new at their sizes matter: if a value was known at a smaller
    size, so was the sum.
    """
    for part in range(1, size):
        for first, one in new[size - part].items():
            for second, other in connected[part].items():
                meter().charge(0)
                total = first + second
                if total not in new[size] and total not in seen:
                    new[size][total] = beside(one, other)


def _computed_here(parts: AtlasParts, report: Report) -> Iterator[tuple[int, list[str]]]:
    """Compute the parts in this process; yield the positions of each size."""
    chunks, done = parts.chunks(), 0
    every = sum(chunk.positions for chunk in chunks)
    for size, group in groupby(chunks, lambda chunk: int(chunk.arguments["cells"])):
        positions: list[str] = []
        for chunk in group:
            report(Progress(chunk.number, len(chunks), done, every))
            positions += parts.compute(chunk.arguments).rows["position"]
            done += chunk.positions
        yield size, positions


def _kept(
    parts: AtlasParts, folder: Path, jobs: int, report: Report
) -> Iterator[tuple[int, list[str]]]:
    """Compute the parts that a folder does not have yet; yield the positions of each size."""
    store = Store(folder)
    if store.manifest.exists() and store.load().plan.to_json() != planned(parts).to_json():
        shutil.rmtree(folder)  # Parts made by another version of the program.
    manifest = drive(parts, store, choose(jobs, None), resume=True, report=report)
    frame = Survey(folder, manifest).to_polars()
    for size in range(1, parts.cells + 1):
        yield size, frame.filter(need("polars").col("cells") == size)["position"].to_list()


def beside(first: str, second: str) -> str:
    """Return two boards as one, next to each other or one below the other, if that is narrower.

    Examples
    --------
    >>> beside("..", ".|."), beside("..", "..")
    ('..#.|###.', '..|##|..')
    """
    rows = [board.split("|") for board in (first, second)]
    if len(rows[0][0]) == len(rows[1][0]):
        return "|".join([*rows[0], "#" * len(rows[0][0]), *rows[1]])
    height = max(map(len, rows))
    wide = [side + ["#" * len(side[0])] * (height - len(side)) for side in rows]
    return "|".join(f"{a}#{b}" for a, b in zip(*wide, strict=True))


# How it is computed: in parts.

REGIONS = ("Domineering", "Cram", "Col", "Snort")
"""The games on regions of free cells."""

_BATCH = 20_000
_BOARDS = 10 * _BATCH
_MOST_PARTS = 10_000
_ONE_PART = 11
"""Regions of this many cells are one part; each further cell makes four times as many parts."""


@dataclass(frozen=True)
class AtlasParts:
    """The positions of a game up to a size: the `Question` that workers are sent.

    A part has some of the connected regions of one size, or some of the boards of one shape, and
    keeps the smallest position of every value.
    """

    rules: GridRules
    cells: int

    kind: ClassVar[str] = "family"
    columns: ClassVar[Mapping[str, str]] = {"cells": "UInt32", "position": "String"}

    def named(self) -> str:
        return f"atlas of {self.rules.name}"

    def parameters(self) -> dict[str, Any]:
        return {"cells": self.cells}

    def texts(self) -> dict[str, str]:
        return {}  # The rules are part of the digest.

    @property
    def has_regions(self) -> bool:
        """Whether a size is a number of free cells."""
        return self.rules.name in REGIONS

    def identity(self) -> Identity:
        return digest(game=self.rules, cells=self.cells)

    def chunks(self, wanted: int | None = None) -> list[Chunk]:
        """Return the parts, the small positions first; how many does not depend on wishes."""
        chunks = []
        listed = self._of_regions() if self.has_regions else self._of_boards()
        for number, (arguments, positions) in enumerate(listed):
            if number == _MOST_PARTS:
                raise SurveyError(
                    f"expected an atlas of at most {_MOST_PARTS * _BOARDS:,} positions, got more: "
                    f"{self.cells} cells are too many"
                )
            chunks.append(Chunk(number, arguments, {"part": number}, positions))
        return chunks

    def _of_regions(self) -> Iterator[tuple[dict[str, int], int]]:
        if self.cells > rulesets.MOST_REGION_CELLS:
            raise SurveyError(
                f"expected at most {rulesets.MOST_REGION_CELLS} cells for an atlas of "
                f"{self.rules.name}, got {self.cells}"
            )
        for size in range(1, self.cells + 1):
            parts = 4 ** max(0, size - _ONE_PART)
            for part in range(parts):
                # About as many regions as there are: 476,849 of 13 cells, for example.
                positions = max(1, 4**size // (140 * parts))
                yield {"cells": size, "part": part, "parts": parts}, positions

    def _of_boards(self) -> Iterator[tuple[dict[str, int], int]]:
        for size in range(1, self.cells + 1):
            for rows in range(1, size + 1):
                if size % rows:
                    continue
                number = len(self._boards(rows, size // rows))
                for start in range(0, number, _BOARDS):
                    stop = min(start + _BOARDS, number)
                    shape = {"cells": size, "rows": rows, "start": start, "stop": stop}
                    yield shape, stop - start

    def _boards(self, rows: int, columns: int) -> Sequence[str]:
        rules = self.rules
        marks = rules.written.marks if isinstance(rules, PatternRules) else rules.alphabet
        return all_boards("".join(marks), rows, columns)

    def compute(self, arguments: Mapping[str, Any]) -> Computed:
        """Return the smallest position of each value in a part."""
        smallest: dict[Value, str] = {}
        for states in self._batches(arguments):
            meter().charge(0)
            for value, state in first_of_values(self.rules, states).items():
                smallest.setdefault(value, state)
        positions = list(smallest.values())
        return Computed({"cells": [arguments["cells"]] * len(positions), "position": positions})

    def _batches(self, arguments: Mapping[str, Any]) -> Iterator[Sequence[str]]:
        size = arguments["cells"]
        if self.has_regions:
            yield regions(size, arguments["part"], arguments["parts"])
            return
        boards = self._boards(arguments["rows"], size // arguments["rows"])
        for start in range(arguments["start"], arguments["stop"], _BATCH):
            yield boards[start : min(start + _BATCH, arguments["stop"])]


def first_of_values(rules: Ruleset, states: Sequence[str]) -> dict[Value, str]:
    """Return the values of positions, each with the first position that has it."""
    values, numbers = values_of(rules, states)
    # Of several positions with one number the last stays, so the first one comes last.
    first = dict(zip(reversed(numbers), reversed(states), strict=True))
    known: dict[Value, str] = {}
    for number, value in enumerate(values):
        known.setdefault(value if isinstance(value, Value) else wrap(value), first[number])
    return known


def shape(board: str) -> tuple[int, int, str]:
    """Order boards of one size: those in a small box first, and then the flat ones."""
    rows, columns = board.count("|") + 1, stride(board) - 1
    return rows * columns, rows, board


def regions(size: int, part: int, parts: int) -> list[str]:
    """Return a part of the connected regions of a size, up to reflections and the half turn."""
    if engine.active().name == "native":
        return rulesets.regions(size, part, parts)
    shapes = {frozenset({(0, 0)})}
    for _ in range(1, size):
        meter().charge(0)
        shapes = {_moved(region | {cell}) for region in shapes for cell in _around(region)}
    return sorted({least_image(_drawn(s), transpose=False) for s in shapes}, key=shape)[part::parts]


def _around(region: frozenset[tuple[int, int]]) -> set[tuple[int, int]]:
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(r + down, c + right) for r, c in region for down, right in steps} - region


def _moved(shape: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    top, first = min(r for r, _ in shape), min(c for _, c in shape)
    return frozenset((r - top, c - first) for r, c in shape) if top or first else shape


def _drawn(shape: frozenset[tuple[int, int]]) -> str:
    rows, columns = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    return "|".join(
        "".join("." if (r, c) in shape else "#" for c in range(columns)) for r in range(rows)
    )
