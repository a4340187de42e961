"""The folder of a survey: its manifest, its journal while it is made, and its chunks.

::

    manifest.json                    the plan, the versions, and once all is done the checksums
    journal.jsonl                    one line for each chunk that is done; gone at the end
    data/block=0/chunk.parquet       the rows, Hive-partitioned
    .lock                            held by the process that writes

Only one process writes, whichever runner computes. A chunk counts as done when its file is in its
place *and* the journal has its checksum; whatever else is found is computed again. Nothing in the
folder tells when, where or by how many processes it was made: two runs of one survey give the
same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from farstar.errors import SurveyError
from farstar.surveys._files import TEMPORARY, append_line, checksum, locked, write_whole
from farstar.surveys._plan import Chunk, Plan

SCHEMA = "farstar.manifest/1"
_MANIFEST = "manifest.json"
_JOURNAL = "journal.jsonl"
_LOCK = ".lock"


@dataclass(frozen=True)
class Entry:
    """What is known of a chunk that is done."""

    number: int
    rows: int
    bytes: int
    sha256: str


class Store:
    """The folder of a survey.

    Parameters
    ----------
    path : str or path-like
        The folder; it need not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def manifest(self) -> Path:
        """Where the manifest is."""
        return self.path / _MANIFEST

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the folder for writing; make it if need be.

        Raises
        ------
        SurveyError
            If another process writes there, or the folder holds something else.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise SurveyError(f"expected a folder, got the file {str(self.path)!r}") from None
        self._refuse_strangers()
        with locked(self.path / _LOCK):
            yield

    def _refuse_strangers(self) -> None:
        ours = {_MANIFEST, _JOURNAL, _LOCK, "data"}
        names = {path.name for path in self.path.iterdir()}
        others = sorted(n for n in names - ours if not n.startswith(TEMPORARY))
        if others and _MANIFEST not in names:
            raise SurveyError(
                f"expected a new folder or one with a survey, got {str(self.path)!r} "
                f"with {others[0]!r} in it"
            )

    def load(self) -> tuple[Plan, dict[int, Entry], bool]:
        """Return the plan, what is recorded as done, and whether that is all.

        Raises
        ------
        SurveyError
            If there is no manifest, or none that can be read.
        """
        data = self._read_manifest()
        try:
            plan = Plan.from_json(data["plan"])
            if plan.digest != data["digest"]:
                raise self._damaged("the plan is not the one that was written")
            if not data["complete"]:
                return plan, self._journal(len(plan.chunks)), False
            entries = {entry["number"]: Entry(**entry) for entry in data["chunks"]}
        except (KeyError, TypeError, AttributeError) as error:
            raise self._damaged(f"{type(error).__name__}: {error}") from None
        if sorted(entries) != list(range(len(plan.chunks))):
            raise self._damaged("the chunks are not those of the plan")
        return plan, entries, True

    def _read_manifest(self) -> dict[str, Any]:
        try:
            data = json.loads(self.manifest.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            missing = "no manifest.json in it" if self.path.is_dir() else "no such folder"
            raise SurveyError(f"expected a survey, got {str(self.path)!r}: {missing}") from None
        except OSError as error:
            raise SurveyError(
                f"expected a manifest, got {str(self.manifest)!r}: {error.strerror}"
            ) from None
        except ValueError:
            raise self._damaged("no JSON") from None
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise SurveyError(f"expected a manifest of {SCHEMA}, got {str(self.manifest)!r}")
        return data

    def _damaged(self, reason: str) -> SurveyError:
        """Return what to say of a manifest that was not written like this."""
        return SurveyError(
            f"expected a whole manifest, got {str(self.manifest)!r}, which is damaged: {reason}; "
            "nothing can be resumed without it, so make the survey again in a new folder"
        )

    def _journal(self, count: int) -> dict[int, Entry]:
        """Return the entries of the journal; a torn last line is none."""
        try:
            lines = (self.path / _JOURNAL).read_bytes().split(b"\n")
        except FileNotFoundError:
            return {}
        found = {}
        for line in lines:
            entry = _read_entry(line)
            if entry is not None and 0 <= entry.number < count:
                found[entry.number] = entry
        return found

    def begin(self, plan: Plan) -> None:
        """Write the manifest of a survey of which nothing is done yet."""
        self._write_manifest(plan, {}, complete=False)

    def keep(self, plan: Plan, entries: Mapping[int, Entry]) -> None:
        """Continue a survey with these chunks done and no others."""
        self._sweep(plan)
        lines = "".join(f"{_line(entry)}\n" for _, entry in sorted(entries.items()))
        write_whole(self.path / _JOURNAL, lines.encode())
        self._write_manifest(plan, {}, complete=False)

    def _sweep(self, plan: Plan) -> None:
        """Remove what an interrupted run left unfinished."""
        for folder in {self.path, *((self.path / c.file).parent for c in plan.chunks)}:
            for path in folder.glob(f"{TEMPORARY}*"):
                path.unlink()

    def sound(self, plan: Plan, entries: Mapping[int, Entry]) -> dict[int, Entry]:
        """Return those entries whose files are there, whole and unchanged."""
        return {
            number: entry
            for number, entry in entries.items()
            if self._is_sound(plan.chunks[number], entry)
        }

    def _is_sound(self, chunk: Chunk, entry: Entry) -> bool:
        path = self.path / chunk.file
        try:
            return path.stat().st_size == entry.bytes and checksum(path) == entry.sha256
        except OSError:
            return False

    def put(self, chunk: Chunk, data: bytes, rows: int) -> Entry:
        """Write a chunk and record it."""
        path = self.path / chunk.file
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        entry = Entry(chunk.number, rows, len(data), hashlib.sha256(data).hexdigest())
        append_line(self.path / _JOURNAL, _line(entry))
        return entry

    def finish(self, plan: Plan, entries: Mapping[int, Entry]) -> None:
        """Record that all is done."""
        self._write_manifest(plan, entries, complete=True)
        (self.path / _JOURNAL).unlink(missing_ok=True)

    def _write_manifest(self, plan: Plan, entries: Mapping[int, Entry], *, complete: bool) -> None:
        data = {
            "schema": SCHEMA,
            "complete": complete,
            "digest": plan.digest,
            "plan": plan.to_json(),
            "chunks": [asdict(entry) for _, entry in sorted(entries.items())],
        }
        write_whole(self.manifest, json.dumps(data, indent=1).encode() + b"\n")


def _line(entry: Entry) -> str:
    return json.dumps(asdict(entry))


def _read_entry(line: bytes) -> Entry | None:
    try:
        data: Any = json.loads(line)
        return Entry(data["number"], data["rows"], data["bytes"], data["sha256"])
    except (ValueError, TypeError, KeyError):
        return None
