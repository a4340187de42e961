"""Plans: a survey cut into chunks, each of which can be done again without harm.

A plan depends on the question alone, never on the machine, so that two machines cut the same
survey in the same way and an interrupted one goes on wherever it is continued.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isqrt
from typing import Any

_SECONDS = 2.0
"""What a chunk should take, on a core of the slower kind."""

_MOST_CHUNKS = 10_000
"""Above this chunks get longer instead of more: a manifest stays a few megabytes."""


@dataclass(frozen=True)
class Chunk:
    """A part of a survey: what to compute, and where its rows belong.

    Examples
    --------
    >>> Chunk(7, {"first": 10, "last": 20}, {"k": 3, "block": 1}, positions=11).file
    'data/k=3/block=1/chunk.parquet'
    """

    number: int
    """Its place in the plan, from 0."""

    arguments: Mapping[str, Any]
    """What to compute, as JSON knows it."""

    keys: Mapping[str, int]
    """The Hive partition of its rows, different for each chunk."""

    positions: int
    """How many positions it covers: the measure of progress."""

    @property
    def file(self) -> str:
        """Where its rows are, below the folder of the survey."""
        return "/".join(["data", *(f"{k}={v}" for k, v in self.keys.items()), "chunk.parquet"])


@dataclass(frozen=True)
class Plan:
    """A whole survey: what is asked, and the chunks that answer it.

    Examples
    --------
    >>> chunk = Chunk(0, {}, {"block": 0}, positions=4)
    >>> plan = Plan("ready", "example", {"bound": 4}, {"n": "Int64"}, (chunk,))
    >>> plan.positions, Plan.from_json(plan.to_json()) == plan, len(plan.digest)
    (4, True, 64)
    """

    kind: str
    """``ready`` for a survey with a name, ``family`` for ranges of a game."""

    name: str
    """What is surveyed."""

    parameters: Mapping[str, Any]
    """How far, and whatever else is asked, as JSON knows it."""

    columns: Mapping[str, str]
    """The columns of the rows with their Polars types, partition keys left out."""

    chunks: tuple[Chunk, ...]

    source: str | None = None
    """The text of the user's file, if there is one."""

    versions: Mapping[str, str] = field(default_factory=dict)
    """The programs that the rows come from."""

    @property
    def positions(self) -> int:
        """How many positions the survey covers."""
        return sum(chunk.positions for chunk in self.chunks)

    @property
    def keys(self) -> list[str]:
        """The names of the partition keys."""
        return list(self.chunks[0].keys) if self.chunks else []

    @property
    def digest(self) -> str:
        """A checksum of the question and how it is cut: equal plans give equal rows."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON knows it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "parameters": dict(self.parameters),
            "columns": dict(self.columns),
            "source": self.source,
            "versions": dict(self.versions),
            "chunks": [
                {
                    "number": chunk.number,
                    "file": chunk.file,
                    "keys": dict(chunk.keys),
                    "arguments": dict(chunk.arguments),
                    "positions": chunk.positions,
                }
                for chunk in self.chunks
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plan:
        """Return the plan that `to_json` gave."""
        chunks = tuple(
            Chunk(c["number"], c["arguments"], c["keys"], c["positions"]) for c in data["chunks"]
        )
        return cls(
            data["kind"],
            data["name"],
            data["parameters"],
            data["columns"],
            chunks,
            data["source"],
            data["versions"],
        )


def number_of_chunks(seconds: float, wanted: int | None = None, most: int = _MOST_CHUNKS) -> int:
    """Return how many chunks to cut work of so many seconds into.

    Examples
    --------
    >>> number_of_chunks(0.1), number_of_chunks(60), number_of_chunks(60, 4)
    (1, 30, 4)
    """
    if wanted is not None:
        return max(1, min(wanted, most))
    return max(1, min(int(seconds / _SECONDS), most))


def triangular_blocks(last: int, count: int, first: int = 1) -> list[tuple[int, int]]:
    """Cut first..last into ranges such that n units of work for each n are shared out evenly.

    Examples
    --------
    >>> triangular_blocks(100, 4), triangular_blocks(3, 10)
    ([(1, 49), (50, 70), (71, 86), (87, 100)], [(1, 1), (2, 2), (3, 3)])
    """
    whole = last * (last + 1) // 2 - first * (first - 1) // 2
    ends = [first - 1]
    for i in range(1, count + 1):
        share = first * (first - 1) // 2 + whole * i // count
        ends.append(min(last, (isqrt(8 * share + 1) - 1) // 2))
    ends[-1] = last
    return [(a + 1, b) for a, b in pairwise(ends) if a < b]


def even_blocks(size: int, count: int) -> list[tuple[int, int]]:
    """Cut range(size) into slices of nearly equal length.

    Examples
    --------
    >>> even_blocks(10, 3)
    [(0, 3), (3, 6), (6, 10)]
    """
    ends = [size * i // count for i in range(count + 1)]
    return [(a, b) for a, b in pairwise(ends) if a < b]


def block_chunks(
    blocks: Sequence[tuple[int, int]], positions: Iterable[int], names: tuple[str, str]
) -> list[Chunk]:
    """Return a chunk for each block, with its ends as arguments called `names`."""
    return [
        Chunk(i, dict(zip(names, block, strict=True)), {"block": i}, count)
        for i, (block, count) in enumerate(zip(blocks, positions, strict=True))
    ]
