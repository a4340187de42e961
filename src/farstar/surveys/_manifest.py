"""Manifests: what a survey folder says about itself, written and read in one place.

A folder may come from anybody, so nothing in it is believed. `read_manifest` takes a manifest only
if every field has the type, the range and the form that `write_manifest` gives it; a file name is
never taken from the text but worked out again. Whatever is wrong is told in one line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from farstar._arguments import shown
from farstar.surveys._identity import Identity
from farstar.surveys._plan import Chunk, Plan, Program

SCHEMA = "farstar.manifest/2"

COLUMN_TYPES = frozenset({"Boolean", "Float64", "Int64", "String", "UInt32"})
"""The Polars types that columns of surveys have."""

LONGEST_NAME = 200
"""Characters of the name of a column."""

_MOST_CHUNKS = 1_000_000
_MOST_COLUMNS = 1000
_MOST_PARTS = 1000
_MOST_FILES = 1000
_MOST_PROGRAMS = 1000
_MOST_ROWS = 10**12
_LARGEST = 2**62
_DEEPEST = 6
_LONGEST_TEXT = 4_000_000
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


def read_manifest(text: bytes) -> Manifest:
    """Return the manifest that a text holds.

    Raises
    ------
    MalformedError
        If it holds none; the message says what is wrong in a few words.
    """
    data = _json(text)
    schema = data.pop("schema", "none") if isinstance(data, dict) else "none"
    if schema != SCHEMA:
        raise OtherSchemaError(shown(schema))
    fields = _Fields(data, "the manifest")
    is_complete, digest = fields.truth("complete"), fields.text("digest")
    plan = _plan(fields.fields("plan"))
    earlier = tuple(
        _program(_Fields(item, "a program")) for item in fields.list("earlier", most=_MOST_PROGRAMS)
    )
    items = fields.list("chunks", most=_MOST_CHUNKS)
    fields.end()
    entries = [_entry(_Fields(i, "a chunk"), len(plan.chunks), len(earlier)) for i in items]
    numbers = range(len(plan.chunks)) if is_complete else range(0)
    if [entry.number for entry in entries] != list(numbers):
        raise MalformedError("the chunks are not those of the plan")
    manifest = Manifest(plan, earlier, {entry.number: entry for entry in entries}, is_complete)
    if _digest(_content(manifest)) != digest:
        raise MalformedError("it is not the one that was written")
    return manifest


def read_entry(line: bytes, manifest: Manifest) -> Entry | None:
    """Return the entry in a line of the journal; None for a line that was torn or changed.

    What has no entry is computed again, so nothing is lost by leaving a line out.
    """
    try:
        fields = _Fields(_json(line), "a line")
        digest = fields.text("digest", 64)
        entry = _entry(fields, len(manifest.plan.chunks), len(manifest.earlier))
        return entry if _digest(asdict(entry)) == digest else None
    except MalformedError:
        return None


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


class _Fields:
    """The members of a JSON object, each taken once and checked."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise MalformedError(f"expected {where} to be an object, got {_kind(data)}")
        self._data = dict(data)
        self._where = where

    def _take(self, name: str) -> Any:
        if name not in self._data:
            raise MalformedError(f"{self._where} has no {name}")
        return self._data.pop(name)

    def _wrong(self, name: str, expected: str, given: object) -> MalformedError:
        return MalformedError(
            f"expected {name} of {self._where} to be {expected}, got {_kind(given)}"
        )

    def text(self, name: str, longest: int = _LONGEST_TEXT) -> str:
        given = self._take(name)
        if not isinstance(given, str) or len(given) > longest:
            raise self._wrong(name, f"a text of at most {longest} characters", given)
        return given

    def truth(self, name: str) -> bool:
        given = self._take(name)
        if not isinstance(given, bool):
            raise self._wrong(name, "true or false", given)
        return given

    def integer(self, name: str, least: int, most: int) -> int:
        given = self._take(name)
        if type(given) is not int or not least <= given <= most:
            raise self._wrong(name, f"an integer from {least} to {most}", given)
        return given

    def optional_integer(self, name: str, least: int, most: int) -> int | None:
        if self._data.get(name, 0) is None:
            self._take(name)
            return None
        return self.integer(name, least, most)

    def list(self, name: str, most: int) -> list[Any]:
        given = self._take(name)
        if not isinstance(given, list) or len(given) > most:
            raise self._wrong(name, f"a list of at most {most}", given)
        return given

    def fields(self, name: str) -> _Fields:
        return _Fields(self._take(name), name)

    def mapping(
        self, name: str, most: int, is_good: Callable[[Any], bool], expected: str
    ) -> dict[str, Any]:
        given = self._take(name)
        if (
            not isinstance(given, dict)
            or len(given) > most
            or not all(map(is_good, given.values()))
        ):
            raise self._wrong(name, f"an object of at most {most}, each {expected}", given)
        return given

    def end(self) -> None:
        if self._data:
            raise MalformedError(f"{self._where} has an unknown field {shown(min(self._data))}")


def _plan(fields: _Fields) -> Plan:
    kind = fields.text("kind")
    if kind not in ("ready", "family", "search"):
        raise MalformedError(f"expected the kind ready, family or search, got {shown(kind)}")
    name = fields.text("name")
    parameters = fields.mapping("parameters", 100, _is_shallow, "not nested deeply")
    columns = fields.mapping("columns", _MOST_COLUMNS, _is_column_type, "a type of column")
    for column in columns:
        if not column or len(column) > LONGEST_NAME or not column.isprintable():
            raise MalformedError(f"expected the name of a column, got {shown(column)}")
    if not columns or len({column.lower() for column in columns}) < len(columns):
        raise MalformedError("the columns have no different names")
    cut = fields.optional_integer("cut", 1, _LARGEST)
    program = _program(fields.fields("program"))
    items = fields.list("chunks", most=_MOST_CHUNKS)
    fields.end()
    chunks = tuple(_chunk(_Fields(item, "a chunk"), i) for i, item in enumerate(items))
    keys = {tuple(chunk.keys) for chunk in chunks}
    if len(keys) > 1 or {name.lower() for name in columns} & {k for names in keys for k in names}:
        raise MalformedError("the chunks are not in folders of one form")
    if len({chunk.file for chunk in chunks}) < len(chunks):
        raise MalformedError("two chunks have the same file")
    return Plan(kind, name, parameters, columns, chunks, cut, program)


def _chunk(fields: _Fields, number: int) -> Chunk:
    if fields.integer("number", 0, _MOST_CHUNKS) != number:
        raise MalformedError(f"expected chunk {number} in its place, got another")
    file = fields.text("file", 1000)
    keys = fields.mapping("keys", 4, _is_key_value, "a number from 0")
    if not keys or not all(map(_KEY.fullmatch, keys)):
        raise MalformedError(f"expected the keys of chunk {number}, got {shown(list(keys))}")
    arguments = fields.mapping("arguments", 100, _is_shallow, "not nested deeply")
    chunk = Chunk(number, arguments, keys, fields.integer("positions", 0, _LARGEST))
    fields.end()
    if file != chunk.file:
        raise MalformedError(f"expected the file {chunk.file!r}, got {shown(file)}")
    return chunk


def _program(fields: _Fields) -> Program:
    versions = fields.mapping("versions", 100, _is_text, "a text")
    digest = fields.text("digest", 64)
    if digest and not _SHA256.fullmatch(digest):
        raise MalformedError(f"expected a digest, got {shown(digest)}")
    parts = fields.mapping("parts", _MOST_PARTS, _is_text, "a text")
    source = fields.mapping("source", _MOST_FILES, _is_text, "a text")
    fields.end()
    return Program(versions, Identity(digest, parts), source)


def _entry(fields: _Fields, chunks: int, programs: int) -> Entry:
    entry = Entry(
        number=fields.integer("number", 0, chunks - 1),
        rows=fields.integer("rows", 0, _MOST_ROWS),
        illegal=fields.integer("illegal", 0, _LARGEST),
        failed=fields.integer("failed", 0, _MOST_ROWS),
        bytes=fields.integer("bytes", 0, _LARGEST),
        sha256=fields.text("sha256", 64),
        program=fields.integer("program", 0, programs),
    )
    fields.end()
    if not _SHA256.fullmatch(entry.sha256):
        raise MalformedError(f"expected a checksum, got {shown(entry.sha256)}")
    return entry


def _kind(data: object) -> str:
    names: dict[type, Literal["an object", "a list", "a text", "nothing"]] = {
        dict: "an object",
        list: "a list",
        str: "a text",
        type(None): "nothing",
    }
    return names.get(type(data), "") or shown(data)


def _is_text(data: object) -> bool:
    return isinstance(data, str) and len(data) <= _LONGEST_TEXT


def _is_column_type(data: object) -> bool:
    return isinstance(data, str) and data in COLUMN_TYPES


def _is_key_value(data: object) -> bool:
    return type(data) is int and 0 <= data <= _LARGEST


def _is_shallow(data: object, depth: int = _DEEPEST) -> bool:
    if isinstance(data, dict | list):
        parts = data.values() if isinstance(data, dict) else data
        return depth > 0 and all(_is_shallow(part, depth - 1) for part in parts)
    return True
