"""Plans: a survey cut into chunks, each of which can be done again without harm.

A plan depends on the question alone, never on the machine, so that two machines cut the same
survey in the same way and an interrupted one goes on wherever it is continued.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isqrt
from typing import Any

from farstar.surveys._identity import UNKNOWN, Identity

_SECONDS = 2.0
"""What a chunk should take, on a core of the slower kind."""

_MOST_CHUNKS = 10_000
"""Above this chunks get longer instead of more: a manifest stays a few megabytes."""

_TRIAL = 0.4
"""Seconds in which it is found out what a point costs."""

_MOST_SLICES = 100_000


@dataclass(frozen=True)
class Chunk:
    """A part of a survey: what to compute, and where its rows belong."""

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
class Program:
    """What computes rows: the versions of the libraries, and the user's own program."""

    versions: Mapping[str, str] = field(default_factory=dict)
    identity: Identity = UNKNOWN
    """The digest of the user's program; empty where the rows are not kept."""

    source: Mapping[str, str] = field(default_factory=dict)
    """The texts of the user's files, or of what can be had of the program, for people to read."""

    def to_json(self) -> dict[str, Any]:
        """Return the program as JSON knows it."""
        return {
            "versions": dict(self.versions),
            "digest": self.identity.digest,
            "parts": dict(self.identity.parts),
            "source": dict(self.source),
        }

    def difference(self, other: Program) -> str | None:
        """Return in a few words how another program differs from this one, None if it does not."""
        for name in [*self.versions, *other.versions]:
            ours, theirs = self.versions.get(name), other.versions.get(name)
            if ours != theirs:
                return f"versions {name} {_short(ours)} there, {name} {_short(theirs)} here"
        if self.identity.digest == other.identity.digest:
            return None
        files = [*self.source, *other.source]
        changed = [f for f in files if self.source.get(f) != other.source.get(f)]
        part = self.identity.difference(other.identity)
        if part is not None and not part.startswith("file"):
            return f"{part} has changed"
        return f"the file has changed ({changed[0]})" if changed else "the program has changed"


@dataclass(frozen=True)
class Plan:
    """A whole survey: what is asked, and the chunks that answer it.

    Examples
    --------
    >>> chunk = Chunk(0, {}, {"block": 0}, positions=4)
    >>> plan = Plan("ready", "example", {"bound": 4}, {"n": "Int64"}, (chunk,))
    >>> plan.positions, plan.keys, plan.to_json()["chunks"][0]["file"]
    (4, ['block'], 'data/block=0/chunk.parquet')
    """

    kind: str
    """``ready`` for a survey with a name, ``family`` for ranges of a game, or ``search``."""

    name: str
    """What is surveyed."""

    parameters: Mapping[str, Any]
    """How far, and whatever else is asked, as JSON knows it."""

    columns: Mapping[str, str]
    """The columns of the rows with their Polars types, partition keys left out."""

    chunks: tuple[Chunk, ...]

    cut: int | None = None
    """The number of chunks that was asked for, None if nobody asked."""

    program: Program = Program()
    """What computes the rows."""

    @property
    def positions(self) -> int:
        """How many positions the survey covers."""
        return sum(chunk.positions for chunk in self.chunks)

    @property
    def keys(self) -> list[str]:
        """The names of the partition keys."""
        return list(self.chunks[0].keys) if self.chunks else []

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON knows it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "parameters": dict(self.parameters),
            "columns": dict(self.columns),
            "cut": self.cut,
            "program": self.program.to_json(),
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


def _short(text: str | None) -> str:
    return "none" if text is None else text[:12]


def number_of_chunks(seconds: float, wanted: int | None = None, most: int = _MOST_CHUNKS) -> int:
    """Return how many chunks to cut work of so many seconds into."""
    if wanted is not None:
        return max(1, min(wanted, most))
    return max(1, min(int(seconds / _SECONDS), most))


def triangular_blocks(last: int, count: int, first: int = 1) -> list[tuple[int, int]]:
    """Cut first..last into ranges such that n units of work for each n are shared out evenly."""
    whole = last * (last + 1) // 2 - first * (first - 1) // 2
    ends = [first - 1]
    for i in range(1, count + 1):
        share = first * (first - 1) // 2 + whole * i // count
        ends.append(min(last, (isqrt(8 * share + 1) - 1) // 2))
    ends[-1] = last
    return [(a + 1, b) for a, b in pairwise(ends) if a < b]


def even_blocks(size: int, count: int) -> list[tuple[int, int]]:
    """Cut range(size) into slices of nearly equal length."""
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


def pair_count(first: int, last: int) -> int:
    """Return how many pairs 1 <= a < b have first <= b <= last."""
    return (last * (last - 1) - (first - 1) * (first - 2)) // 2


def pair_chunks(bound: int, seconds_a_pair: float, wanted: int | None) -> list[Chunk]:
    """Cut the pairs 1 <= a < b <= bound by rows b into chunks with about as many pairs each."""
    count = number_of_chunks(pair_count(2, bound) * seconds_a_pair, wanted)
    blocks = triangular_blocks(bound, count, first=2)
    return block_chunks(blocks, [pair_count(*block) for block in blocks], ("first", "last"))


def slices(size: int, wanted: int | None, try_point: Callable[[int], bool]) -> list[Chunk]:
    """Cut the points of a range into so many chunks, or such that each takes a second or two.

    `try_point` computes a point and tells whether more can be tried.
    """
    count = wanted if wanted is not None else -(-size // _fair_size(size, try_point))
    blocks = even_blocks(size, max(1, min(count, _MOST_SLICES, size)))
    return block_chunks(blocks, [b - a for a, b in blocks], ("start", "stop"))


def _fair_size(size: int, try_point: Callable[[int], bool]) -> int:
    """Return how many points take about two seconds, judged by some: a power of two."""
    # The first point is tried twice: only then everything is loaded.
    done, may_go_on = 0, not size or try_point(0)
    began = time.perf_counter()
    for number in range(0, size, max(1, size // 4096)):
        if not may_go_on or time.perf_counter() - began > _TRIAL:
            break
        may_go_on = try_point(number)
        done += may_go_on
    seconds = max(time.perf_counter() - began, 1e-6)
    return 1 << int(done * _SECONDS / seconds).bit_length()
