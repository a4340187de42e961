"""How an atlas is computed: in parts, each of which keeps the smallest position of every value.

For games on regions of free cells a part has some of the connected regions of one size; for other
games it has some of the boards of one shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from farstar import engine
from farstar.engine import Handle, rulesets
from farstar.errors import SurveyError
from farstar.games.grids import GridRules, least_image, stride
from farstar.games.patterns import PatternRules
from farstar.rules import Ruleset, meter
from farstar.surveys._identity import Identity, digest
from farstar.surveys._libraries import versions
from farstar.surveys._manifest import Chunk, Plan, Program
from farstar.surveys._positions import board as all_boards
from farstar.surveys._work import Computed
from farstar.values import Value, wrap

REGIONS = ("Domineering", "Cram", "Col", "Snort")
"""The games on regions of free cells."""

_BATCH = 20_000
_BOARDS = 10 * _BATCH
_MOST_PARTS = 10_000
_ONE_PART = 11
"""Regions of so many cells are one part; each further cell makes four times as many parts."""


@dataclass(frozen=True)
class AtlasParts:
    """The positions of a game up to a size: what workers are sent."""

    rules: GridRules
    cells: int

    @property
    def columns(self) -> Mapping[str, str]:
        """The columns of a part, with their Polars types."""
        return {"cells": "UInt32", "position": "String"}

    @property
    def has_regions(self) -> bool:
        """Whether a size is a number of free cells."""
        return self.rules.name in REGIONS

    def identity(self) -> Identity:
        """Return the digest of the question."""
        return digest(game=self.rules, cells=self.cells)

    def plan(self) -> Plan:
        """Return the question with its parts."""
        program = Program(versions(), self.identity())
        parameters = {"cells": self.cells}
        chunks = tuple(self.chunks())
        return Plan(
            "family",
            f"atlas of {self.rules.name}",
            parameters,
            self.columns,
            chunks,
            program=program,
        )

    def chunks(self) -> list[Chunk]:
        """Return the parts, the small positions first."""
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
    handles: Sequence[Handle | None] = [None] * len(states)
    if engine.active().name == "native":
        handles = rules.native(states)
    first: dict[Value, str] = {}
    for handle, state in _first_states(handles, states):
        first.setdefault(rules.wrap(state).value if handle is None else wrap(handle), state)
    return first


def _first_states(
    handles: Sequence[Handle | None], states: Sequence[str]
) -> Iterator[tuple[Handle | None, str]]:
    """Yield each handle with the first state that has it, and all states without one."""
    if not isinstance(handles, rulesets.Numbered) or any(h is None for h in handles.different):
        yield from zip(handles, states, strict=True)
        return
    known = 0
    for number, state in zip(handles.numbers, states, strict=True):
        # Numbers are given in the order in which values are met.
        if number == known:
            known += 1
            yield handles.different[number], state


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
