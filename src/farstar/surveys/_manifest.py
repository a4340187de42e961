"""Manifests: what a survey folder says about itself, written and read in one place.

A folder may come from anybody, so nothing in it is believed. `read_manifest` takes a manifest only
if every field has the type, the range and the form that `write_manifest` gives it; a file name is
never taken from the text but worked out again. Whatever is wrong is reported in one line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from farstar._arguments import shown
from farstar.surveys._identity import Identity
from farstar.surveys._plan import Chunk, Plan, Program

SCHEMA = "farstar.manifest/2"

COLUMN_TYPES = frozenset({"Boolean", "Float64", "Int64", "String", "UInt32"})
"""The Polars types that columns of surveys have."""

LONGEST_NAME = 200
"""Characters of the name of a column."""

_LARGEST = 2**62
_MOST_ROWS = 10**12
_MOST_KEYS = 4
_DEEPEST = 6
_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


class MalformedError(ValueError):
    """A manifest that was not written like this; the message says why."""


class OtherSchemaError(MalformedError):
    """A manifest of another form; the message names it."""


@dataclass(frozen=True)
class Entry:
    """What is known of a chunk that is done."""

    number: int
    rows: int
    illegal: int
    """Points at which the rules know no position."""

    failed: int
    """Points whose rows hold an error."""

    bytes: int
    sha256: str
    program: int
    """Which program computed it: its place in the history of the survey."""


@dataclass(frozen=True)
class Manifest:
    """A plan, what is done of it, and the programs that were used before the present one."""

    plan: Plan
    earlier: tuple[Program, ...] = ()
    """Programs whose chunks were kept when the program changed, with the user's consent."""

    entries: Mapping[int, Entry] = field(default_factory=dict)
    is_complete: bool = False


def write_manifest(manifest: Manifest) -> bytes:
    """Return a manifest as text; equal manifests give equal bytes."""
    content = _content(manifest)
    data = {"schema": SCHEMA, "digest": _digest(content), **content}
    return json.dumps(data, indent=1, allow_nan=False).encode() + b"\n"


def write_entry(entry: Entry) -> str:
    """Return an entry as a line of the journal, with a checksum of its own."""
    data = asdict(entry)
    return json.dumps({**data, "digest": _digest(data)})


def _content(manifest: Manifest) -> dict[str, Any]:
    entries = sorted(manifest.entries.items()) if manifest.is_complete else []
    return {
        "complete": manifest.is_complete,
        "plan": manifest.plan.to_json(),
        "earlier": [program.to_json() for program in manifest.earlier],
        "chunks": [asdict(entry) for _, entry in entries],
    }


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


class _Leaf(NamedTuple):
    """What a single member must be."""

    expected: str
    is_good: Callable[[Any], bool]


def _integer(least: int, most: int) -> _Leaf:
    return _Leaf(
        f"an integer from {least} to {most}",
        lambda data: type(data) is int and least <= data <= most,
    )


def _is_shallow(data: object, depth: int = _DEEPEST) -> bool:
    if isinstance(data, dict | list):
        parts = data.values() if isinstance(data, dict) else data
        return depth > 0 and all(_is_shallow(part, depth - 1) for part in parts)
    return True


_TEXT = _Leaf("a text", lambda data: isinstance(data, str))
_TRUTH = _Leaf("true or false", lambda data: isinstance(data, bool))
_COUNT = _integer(0, _LARGEST)
_CHECKSUM = _Leaf(
    "a checksum", lambda data: isinstance(data, str) and bool(_SHA256.fullmatch(data))
)
_SHALLOW = _Leaf("not nested deeply", _is_shallow)
_KIND = _Leaf("ready, family or search", lambda data: data in ("ready", "family", "search"))
_CUT = _Leaf("null or a number", lambda data: data is None or _integer(1, _LARGEST).is_good(data))
_DIGEST = _Leaf("a digest", lambda data: data == "" or _CHECKSUM.is_good(data))
_COLUMN_TYPE = _Leaf(
    "a type of column", lambda data: isinstance(data, str) and data in COLUMN_TYPES
)

# A dictionary stands for an object with these members and no others, or with any if its only key
# is `str`; a list stands for a list of any length.
_PROGRAM = {
    "versions": {str: _TEXT},
    "digest": _DIGEST,
    "parts": {str: _TEXT},
    "source": {str: _TEXT},
}
_CHUNK = {
    "number": _COUNT,
    "file": _TEXT,
    "keys": {str: _COUNT},
    "arguments": {str: _SHALLOW},
    "positions": _COUNT,
}
_PLAN = {
    "kind": _KIND,
    "name": _TEXT,
    "parameters": {str: _SHALLOW},
    "columns": {str: _COLUMN_TYPE},
    "cut": _CUT,
    "program": _PROGRAM,
    "chunks": [_CHUNK],
}
_ENTRY = {
    "number": _COUNT,
    "rows": _integer(0, _MOST_ROWS),
    "illegal": _COUNT,
    "failed": _integer(0, _MOST_ROWS),
    "bytes": _COUNT,
    "sha256": _CHECKSUM,
    "program": _COUNT,
}
_MANIFEST = {
    "complete": _TRUTH,
    "digest": _CHECKSUM,
    "plan": _PLAN,
    "earlier": [_PROGRAM],
    "chunks": [_ENTRY],
}


def _check(data: Any, shape: Any, where: str) -> None:
    """Refuse what has not the shape that we write."""
    if isinstance(shape, _Leaf):
        if not shape.is_good(data):
            raise MalformedError(f"expected {where} to be {shape.expected}, got {shown(data)}")
    elif type(data) is not type(shape):
        kind = "an object" if isinstance(shape, dict) else "a list"
        raise MalformedError(f"expected {where} to be {kind}, got {shown(data)}")
    elif isinstance(shape, list):
        for part in data:
            _check(part, shape[0], f"one of {where}")
    elif str in shape:
        for name, part in data.items():
            _check(part, shape[str], f"{shown(name)} in {where}")
    elif data.keys() != shape.keys():
        name = min(data.keys() ^ shape.keys())
        raise MalformedError(f"{where} has {'no' if name in shape else 'a field'} {shown(name)}")
    else:
        for name, part in shape.items():
            _check(data[name], part, f"{name} of {where}")


def read_manifest(text: bytes) -> Manifest:
    """Return the manifest that a text holds; a `MalformedError` says in a few words why not."""
    data = _json(text)
    schema = data.pop("schema", "none") if isinstance(data, dict) else "none"
    if schema != SCHEMA:
        raise OtherSchemaError(shown(schema))
    _check(data, _MANIFEST, "the manifest")
    is_complete, plan = data["complete"], _plan(data["plan"])
    earlier = tuple(map(_program, data["earlier"]))
    entries = {item["number"]: Entry(**item) for item in data["chunks"]}
    if [item["number"] for item in data["chunks"]] != list(
        range(len(plan.chunks) if is_complete else 0)
    ) or any(entry.program > len(earlier) for entry in entries.values()):
        raise MalformedError("the chunks are not those of the plan")
    manifest = Manifest(plan, earlier, entries, is_complete)
    if _digest(_content(manifest)) != data["digest"]:
        raise MalformedError("it is not the one that was written")
    return manifest


def read_entry(line: bytes, manifest: Manifest) -> Entry | None:
    """Return the entry in a line of the journal; None for a line that was torn or changed.

    What has no entry is computed again, so nothing is lost by leaving a line out.
    """
    try:
        data = _json(line)
        _check(data, {**_ENTRY, "digest": _CHECKSUM}, "a line")
    except MalformedError:
        return None
    digest = data.pop("digest")
    entry = Entry(**data)
    is_ours = entry.number < len(manifest.plan.chunks) and entry.program <= len(manifest.earlier)
    return entry if is_ours and _digest(asdict(entry)) == digest else None


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


def _plan(data: dict[str, Any]) -> Plan:
    columns = data["columns"]
    for column in columns:
        if not column or len(column) > LONGEST_NAME or not column.isprintable():
            raise MalformedError(f"expected the name of a column, got {shown(column)}")
    if not columns or len({column.lower() for column in columns}) < len(columns):
        raise MalformedError("the columns do not all have different names")
    chunks = tuple(_chunk(item, i) for i, item in enumerate(data["chunks"]))
    keys = {tuple(chunk.keys) for chunk in chunks}
    if len(keys) > 1 or {name.lower() for name in columns} & {k for names in keys for k in names}:
        raise MalformedError("the chunks are not in folders of one form")
    if len({chunk.file for chunk in chunks}) < len(chunks):
        raise MalformedError("two chunks have the same file")
    return Plan(**{**data, "chunks": chunks, "program": _program(data["program"])})


def _chunk(data: dict[str, Any], number: int) -> Chunk:
    keys = data["keys"]
    if not 1 <= len(keys) <= _MOST_KEYS or not all(map(_KEY.fullmatch, keys)):
        raise MalformedError(f"expected the keys of chunk {number}, got {shown(list(keys))}")
    chunk = Chunk(number, data["arguments"], keys, data["positions"])
    if (data["number"], data["file"]) != (number, chunk.file):
        raise MalformedError(
            f"expected chunk {number} in {chunk.file!r}, got {shown(data['file'])}"
        )
    return chunk


def _program(data: dict[str, Any]) -> Program:
    return Program(data["versions"], Identity(data["digest"], data["parts"]), data["source"])
