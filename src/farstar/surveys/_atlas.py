"""An atlas of a game: the smallest position of every value up to a size.

For games on regions of free cells (Domineering, Cram, Col, Snort) the size is the number of free
cells, and a position may consist of several regions; all connected regions are listed, and their
values added up. For other games it is the number of cells of a rectangular board, and all boards
are listed. A row has the value, its smallest position and its invariants.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from farstar import engine
from farstar._arguments import integer
from farstar.engine import Handle
from farstar.errors import SurveyError
from farstar.games import load
from farstar.games.grids import GridPosition, GridRules, least_image, stride
from farstar.games.patterns import PatternRules
from farstar.invariants import INVARIANTS, look_up
from farstar.rules import Position, Ruleset, meter
from farstar.surveys._libraries import need
from farstar.surveys._position_condition import PositionCondition
from farstar.surveys._positions import board as all_boards
from farstar.tables import plain
from farstar.values import Value, wrap

if TYPE_CHECKING:
    import polars

REGIONS = ("Domineering", "Cram", "Col", "Snort")
"""The games on regions of free cells."""

_SHOWN = ("value", "outcome", "temperature", "mean", "birthday", "atomic weight")
_BATCH = 20_000
_SINGLE = re.compile(r"(?<![<>=!])=(?!=)")


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
    def build(cls, game: Any, cells: int) -> Atlas:
        """Find the smallest positions, in order of size.

        Parameters
        ----------
        game : str, class of positions, or Ruleset
            A game on a board: an included one, or rules written as patterns.
        cells : int
            The largest size.
        """
        rules, most = _rules(game), integer(cells, 1, "the number of cells")
        smallest: dict[Value, AtlasRow] = {}
        sizes = _of_regions(rules, most) if rules.name in REGIONS else _of_boards(rules, most)
        for size, positions in sizes:
            for value, position in positions.items():
                if value not in smallest:
                    smallest[value] = AtlasRow(size, position, value)
        return cls(rules, most, smallest.values())

    def look(self, condition: str) -> AtlasRow | None:
        """Return the first row that satisfies a condition, such as ``value = {2|-1}``."""
        return next(self.all(condition), None)

    def all(self, condition: str) -> Iterator[AtlasRow]:
        """Yield the rows that satisfy a condition, the smallest positions first."""
        wanted = PositionCondition(_SINGLE.sub("==", condition), (), {})
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
        """Return the rows with invariants of the values, as a Polars frame."""
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
        self.frame().write_parquet(path, compression="zstd")
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
            pairs = list(zip(frame["cells"], frame["position"], strict=True))
            positions = [rules._checked(position) for _, position in pairs]
        except (OSError, polars.exceptions.PolarsError, ValueError) as error:
            first = str(error).splitlines()[0]
            raise SurveyError(f"expected an atlas, got {str(path)!r}: {first}") from None
        values = [rules.wrap(position).value for position in positions]
        rows = [
            AtlasRow(size, position, value)
            for (size, position), value in zip(pairs, values, strict=True)
        ]
        return cls(rules, cells, rows)


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


def _path(folder: str | os.PathLike[str], rules: Ruleset, cells: int) -> Path:
    return Path(folder) / f"{rules.name}-{integer(cells, 1, 'the number of cells')}.parquet"


def _values(rules: Ruleset, states: list[str]) -> dict[Value, str]:
    """Return the values of positions, each with the first position that has it."""
    handles: Sequence[Handle | None] = [None] * len(states)
    if engine.active().name == "native":
        handles = rules.native(states)
    first: dict[Value, str] = {}
    known: dict[int, Value] = {}
    for handle, state in zip(handles, states, strict=True):
        if handle is None:
            value = rules.wrap(state).value
        else:
            # Equal values of one call are mostly the same object, which is quick to tell.
            value = known.get(id(handle)) or known.setdefault(id(handle), wrap(handle))
        first.setdefault(value, state)
    return first


def _of_boards(rules: GridRules, most: int) -> Iterator[tuple[int, dict[Value, str]]]:
    marks = "".join(rules.written.marks if isinstance(rules, PatternRules) else rules.alphabet)
    for size in range(1, most + 1):
        for rows in range(1, size + 1):
            if size % rows:
                continue
            family = all_boards(marks, rows, size // rows)
            for start in range(0, len(family), _BATCH):
                meter().charge(0)
                yield size, _values(rules, family[start : start + _BATCH])


def _of_regions(rules: GridRules, most: int) -> Iterator[tuple[int, dict[Value, str]]]:
    """Yield the values of all positions of regions, those of one size together."""
    zero = Value(0)
    connected: dict[int, dict[Value, str]] = {}
    every: dict[int, dict[Value, str]] = {0: {zero: ""}}
    seen = set[Value]()
    for size, regions in enumerate(_regions(most), start=1):
        values = _values(rules, sorted(regions, key=_shape))
        connected[size] = {value: board for value, board in values.items() if value != zero}
        for part in range(1, size):
            for first, one in every[size - part].items():
                for second, other in connected[part].items():
                    meter().charge(0)
                    total = first + second
                    if total not in values and total not in seen:
                        values[total] = beside(one, other)
        every[size] = {value: board for value, board in values.items() if value not in seen}
        seen |= every[size].keys()
        yield size, every[size]


def _shape(board: str) -> tuple[int, int, str]:
    """Order boards of one size: those in a small box first, and then the flat ones."""
    rows, columns = board.count("|") + 1, stride(board) - 1
    return rows * columns, rows, board


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


def _regions(most: int) -> Iterator[set[str]]:
    """Yield the connected regions of each size as boards, up to reflections and the half turn."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(most):
        yield {least_image(_drawn(shape), transpose=False) for shape in shapes}
        grown = set()
        for shape in shapes:
            meter().charge(0)
            for r, c in shape:
                for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                    if cell not in shape:
                        grown.add(_moved(shape | {cell}))
        shapes = grown


def _moved(shape: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    top, first = min(r for r, _ in shape), min(c for _, c in shape)
    return frozenset((r - top, c - first) for r, c in shape) if top or first else shape


def _drawn(shape: frozenset[tuple[int, int]]) -> str:
    rows, columns = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    return "|".join(
        "".join("." if (r, c) in shape else "#" for c in range(columns)) for r in range(rows)
    )
