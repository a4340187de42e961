"""Plans, and manifests: what a survey folder says about itself, written and read in one place.

A plan is a survey cut into chunks, each of which can be done again without harm. It depends on the
question alone, never on the machine, so that two machines cut the same survey in the same way and
an interrupted one goes on wherever it is continued.

A folder may come from anybody, so nothing in it is believed. `read_manifest` takes a manifest only
if every field has the type, the range and the form that `write_manifest` gives it; a file name is
never taken from the text but worked out again. Whatever is wrong is reported in one line.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from math import isqrt
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from farstar._arguments import shown
from farstar.surveys._identity import Identity

SCHEMA = "farstar.manifest/3"

RATIONAL = "Rational"
"""The type of a column of exact rational numbers, which is stored as two columns."""

COLUMN_TYPES = frozenset({"Boolean", "Float64", "Int64", RATIONAL, "String", "UInt32"})
"""The types that columns of surveys have, as Polars calls them, and rational numbers."""

LONGEST_NAME = 200
"""Characters of the name of a column."""

_LARGEST = 2**62
_MOST_ROWS = 10**12
_MOST_KEYS = 4
_DEEPEST = 6
_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


def exact_name(column: str) -> str:
    """Return the name of the column that has the exact texts of another."""
    return f"{column}_exact"


def stored_columns(columns: Mapping[str, str]) -> dict[str, str]:
    """Return the columns that files have, with their Polars types.

    A column of rational numbers becomes one of the nearest doubles, by which SQL compares and
    computes, and beside it one of exact texts.

    Examples
    --------
    >>> stored_columns({"n": "Int64", "mean": "Rational"})
    {'n': 'Int64', 'mean': 'Float64', 'mean_exact': 'String'}
    """
    stored = {}
    for name, kind in columns.items():
        stored[name] = "Float64" if kind == RATIONAL else kind
        if kind == RATIONAL:
            stored[exact_name(name)] = "String"
    return stored


class MalformedError(ValueError):
    """A manifest that was not written like this; the message says why."""


class OtherSchemaError(MalformedError):
    """A manifest of another form; the message names it."""


# The types of single members.


class _Leaf(NamedTuple):
    expected: str
    is_good: Callable[[Any], bool]


def _integer(most: int) -> _Leaf:
    return _Leaf(
        f"an integer from 0 to {most}", lambda data: type(data) is int and 0 <= data <= most
    )


def _is_shallow(data: object, depth: int = _DEEPEST) -> bool:
    if isinstance(data, dict | list):
        parts = data.values() if isinstance(data, dict) else data
        return depth > 0 and all(_is_shallow(part, depth - 1) for part in parts)
    return True


def _is_checksum(data: object) -> bool:
    return isinstance(data, str) and bool(_SHA256.fullmatch(data))


_KINDS = ("ready", "family", "search")
_Count = Annotated[int, _integer(_LARGEST)]
_RowCount = Annotated[int, _integer(_MOST_ROWS)]
_Cut = Annotated[
    int | None, _Leaf("null or a number", lambda cut: cut is None or (type(cut) is int and cut > 0))
]
_Truth = Annotated[bool, _Leaf("true or false", lambda data: isinstance(data, bool))]
_Text = Annotated[str, _Leaf("a text", lambda data: isinstance(data, str))]
_Kind = Annotated[str, _Leaf("ready, family or search", lambda data: data in _KINDS)]
_Checksum = Annotated[str, _Leaf("a checksum", _is_checksum)]
_Digest = Annotated[str, _Leaf("a digest", lambda data: data == "" or _is_checksum(data))]
_Shallow = Annotated[Any, _Leaf("not nested deeply", _is_shallow)]
_ColumnType = Annotated[
    str, _Leaf("a type of column", lambda data: isinstance(data, str) and data in COLUMN_TYPES)
]


@dataclass(frozen=True)
class Chunk:
    """A part of a survey: what to compute, and where its rows belong."""

    number: _Count
    """Its place in the plan, from 0."""

    arguments: Mapping[str, _Shallow]
    """What to compute, as JSON data."""

    keys: Mapping[str, _Count]
    """The Hive partition of its rows, different for each chunk."""

    positions: _Count
    """How many positions it covers: the measure of progress."""

    file: _Text = field(init=False)
    """Where its rows are, below the folder of the survey."""

    def __post_init__(self) -> None:
        folders = (f"{name}={place}" for name, place in self.keys.items())
        object.__setattr__(self, "file", "/".join(["data", *folders, "chunk.parquet"]))

    def __str__(self) -> str:
        return f"chunk {self.number}"


@dataclass(frozen=True)
class Program:
    """What computes rows: the versions of the libraries, and the user's own program."""

    versions: Mapping[str, _Text] = field(default_factory=dict)
    digest: _Digest = ""
    """The digest of the user's program; empty where the rows are not kept."""

    parts: Mapping[str, _Text] = field(default_factory=dict)
    """Digests of its named parts."""

    source: Mapping[str, _Text] = field(default_factory=dict)
    """The texts of the user's files, or of the functions whose source is known, for people."""

    @property
    def identity(self) -> Identity:
        """What the rows depend on besides the libraries."""
        return Identity(self.digest, self.parts)

    def difference(self, other: Program) -> str | None:
        """Return in a few words how another program differs from this one, None if it does not."""
        for name in [*self.versions, *other.versions]:
            ours, theirs = self.versions.get(name), other.versions.get(name)
            if ours != theirs:
                return f"versions {name} {_short(ours)} there, {name} {_short(theirs)} here"
        if self.digest == other.digest:
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

    kind: _Kind
    """``ready`` for a survey with a name, ``family`` for ranges of a game, or ``search``."""

    name: _Text
    """What is surveyed."""

    parameters: Mapping[str, _Shallow]
    """The bound and whatever else is asked, as JSON data."""

    columns: Mapping[str, _ColumnType]
    """The columns of the rows with their types, partition keys left out."""

    chunks: tuple[Chunk, ...]

    cut: _Cut = None
    """The number of chunks that was asked for, if the survey has a name; None if none was."""

    program: Program = Program()
    """What computes the rows."""

    @property
    def positions(self) -> int:
        """How many positions the survey covers."""
        return sum(chunk.positions for chunk in self.chunks)

    @property
    def cut_again(self) -> int | None:
        """Into how many chunks to cut the survey so that they are the same again."""
        # Those of a game depended on how long a position took then.
        return self.cut if self.kind == "ready" else len(self.chunks)

    @property
    def keys(self) -> list[str]:
        """The names of the partition keys."""
        return list(self.chunks[0].keys) if self.chunks else []

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON data."""
        members = {**vars(self), "program": vars(self.program)}
        # The long list comes last.
        members["chunks"] = [vars(chunk) for chunk in members.pop("chunks")]
        return members


@dataclass(frozen=True)
class Entry:
    """What is known of a chunk that is done."""

    number: _Count
    rows: _RowCount
    illegal: _Count
    """Points at which the rules know no position."""

    failed: _RowCount
    """Points whose rows hold an error."""

    bytes: _Count
    sha256: _Checksum
    program: _Count
    """Which program computed it: its place in the history of the survey."""


@dataclass(frozen=True)
class Manifest:
    """A plan, what is done of it, and the programs that were used before the present one."""

    plan: Plan
    earlier: tuple[Program, ...] = ()
    """Programs whose chunks were kept when the program changed, with the user's consent."""

    entries: Mapping[int, Entry] = field(default_factory=dict)
    is_complete: bool = False


@dataclass(frozen=True)
class _File:
    """A manifest as it stands in its file, without the name of its form."""

    digest: _Checksum
    complete: _Truth
    plan: Plan
    earlier: tuple[Program, ...]
    chunks: tuple[Entry, ...]
    """None before all is done: until then the journal has them."""


def write_manifest(manifest: Manifest) -> bytes:
    """Return a manifest as text; equal manifests give equal bytes."""
    content = _content(manifest)
    data = {"schema": SCHEMA, "digest": _digest(content), **content}
    return json.dumps(data, indent=1, allow_nan=False).encode() + b"\n"


def write_entry(entry: Entry) -> str:
    """Return an entry as a line of the journal, with a checksum of its own."""
    return json.dumps({**vars(entry), "digest": _digest(vars(entry))})


def _content(manifest: Manifest) -> dict[str, Any]:
    entries = sorted(manifest.entries.items()) if manifest.is_complete else []
    return {
        "complete": manifest.is_complete,
        "plan": manifest.plan.to_json(),
        "earlier": [vars(program) for program in manifest.earlier],
        "chunks": [vars(entry) for _, entry in entries],
    }


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


_types = cache(get_type_hints)


def _read(kind: Any, data: Any, where: str) -> Any:
    """Return a value of a type from JSON, and refuse whatever we do not write.

    A member that is worked out from the others must be what it was.
    """
    if get_origin(kind) is Annotated:
        leaf: _Leaf = kind.__metadata__[0]
        if not leaf.is_good(data):
            raise MalformedError(f"expected {where} to be {leaf.expected}, got {shown(data)}")
        return data
    is_list = get_origin(kind) is tuple
    container: Any = list if is_list else dict
    if type(data) is not container:
        expected = "a list" if is_list else "an object"
        raise MalformedError(f"expected {where} to be {expected}, got {shown(data)}")
    if is_list:
        return tuple(_read(get_args(kind)[0], part, f"one of {where}") for part in data)
    if get_origin(kind) is Mapping:
        part_kind = get_args(kind)[1]
        return {n: _read(part_kind, part, f"{shown(n)} in {where}") for n, part in data.items()}
    types = _types(kind, include_extras=True)
    if data.keys() != types.keys():
        name = min(data.keys() ^ types.keys())
        raise MalformedError(f"{where} has {'no' if name in types else 'a field'} {shown(name)}")
    members = {n: _read(types[n], part, f"{n} of {where}") for n, part in data.items()}
    worked_out = {f.name: members.pop(f.name) for f in fields(kind) if not f.init}
    made: Any = kind(**members)
    for name, given in worked_out.items():
        if getattr(made, name) != given:
            expected = shown(getattr(made, name))
            raise MalformedError(f"expected {name} of {where} to be {expected}, got {shown(given)}")
    return made


def read_manifest(text: bytes) -> Manifest:
    """Return the manifest that a text holds; a `MalformedError` says in a few words why not."""
    data = _json(text)
    schema = data.pop("schema", "none") if isinstance(data, dict) else "none"
    if schema != SCHEMA:
        raise OtherSchemaError(shown(schema))
    file: _File = _read(_File, data, "the manifest")
    _check_plan(file.plan)
    expected = list(range(len(file.plan.chunks) if file.complete else 0))
    if [entry.number for entry in file.chunks] != expected or any(
        entry.program > len(file.earlier) for entry in file.chunks
    ):
        raise MalformedError("the chunks are not those of the plan")
    entries = {entry.number: entry for entry in file.chunks}
    manifest = Manifest(file.plan, file.earlier, entries, file.complete)
    if _digest(_content(manifest)) != file.digest:
        raise MalformedError("it is not the one that was written")
    return manifest


def read_entry(line: bytes, manifest: Manifest) -> Entry | None:
    """Return the entry in a line of the journal; None for a line that was torn or changed.

    What has no entry is computed again, so nothing is lost by leaving a line out.
    """
    try:
        data = _json(line)
        digest = data.pop("digest", None) if isinstance(data, dict) else None
        entry: Entry = _read(Entry, data, "a line")
    except MalformedError:
        return None
    is_ours = entry.number < len(manifest.plan.chunks) and entry.program <= len(manifest.earlier)
    return entry if is_ours and _digest(vars(entry)) == digest else None


def _json(text: bytes) -> Any:
    try:
        return json.loads(
            text.decode(), parse_constant=_no_constant, object_pairs_hook=_no_repetition
        )
    except RecursionError:
        raise MalformedError("nested too deeply") from None
    except MalformedError:
        raise
    except ValueError:
        raise MalformedError("no JSON") from None


def _no_constant(name: str) -> None:
    raise MalformedError(f"expected numbers, got {name}")


def _no_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise MalformedError("a name is given twice")
    return members


def _check_plan(plan: Plan) -> None:
    """Refuse names and numbers that a plan cannot have."""
    columns, chunks = plan.columns, plan.chunks
    for column in columns:
        if not column or len(column) > LONGEST_NAME or not column.isprintable():
            raise MalformedError(f"expected the name of a column, got {shown(column)}")
    stored = [name.lower() for name in stored_columns(columns)]
    doubled = sum(kind == RATIONAL for kind in columns.values())
    if not columns or len(set(stored)) < len(columns) + doubled:
        raise MalformedError("the columns do not all have different names")
    for number, chunk in enumerate(chunks):
        keys = list(chunk.keys)
        if not 1 <= len(keys) <= _MOST_KEYS or not all(map(_KEY.fullmatch, keys)):
            raise MalformedError(f"expected the keys of chunk {number}, got {shown(keys)}")
        if chunk.number != number:
            raise MalformedError(f"expected chunk {number}, got {shown(chunk.number)}")
    names = {tuple(chunk.keys) for chunk in chunks}
    if len(names) > 1 or set(stored) & {k for keys in names for k in keys}:
        raise MalformedError("the chunks are not in folders of one form")
    if len({chunk.file for chunk in chunks}) < len(chunks):
        raise MalformedError("two chunks have the same file")


_SECONDS = 2.0
"""What a chunk should take, on a core of the slower kind."""

_MOST_CHUNKS = 10_000
"""Above this chunks get longer instead of more: a manifest stays a few megabytes."""

_TRIAL = 0.4
"""Seconds in which it is found out what a point costs."""

_MOST_SLICES = 100_000


def _short(text: str | None) -> str:
    return "none" if text is None else text[:12]


def number_of_chunks(seconds: float, wanted: int | None = None, most: int = _MOST_CHUNKS) -> int:
    """Return the number of chunks for work that takes this many seconds."""
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
    """Cut the points of a range into a number of chunks, by default of a second or two each.

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
