"""The folder of a survey: its manifest, its journal while it is made, and its chunks.

::

    manifest.json                    the plan, the program, and once all is done the checksums
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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from farstar.errors import SurveyError
from farstar.surveys._files import (
    TEMPORARY,
    append_line,
    checksum,
    is_folder_within,
    locked,
    make_folder,
    read_all,
    size_within,
    write_whole,
)
from farstar.surveys._manifest import (
    SCHEMA,
    Entry,
    MalformedError,
    Manifest,
    OtherSchemaError,
    read_entry,
    read_manifest,
    write_entry,
    write_manifest,
)
from farstar.surveys._plan import Chunk, Plan
from farstar.surveys._work import Answer

_MANIFEST = "manifest.json"
_JOURNAL = "journal.jsonl"
_LOCK = ".lock"
_LARGEST = 1 << 29
"""Bytes of a manifest or a journal; ten thousand chunks take a few megabytes."""


class Store:
    """The folder of a survey; it need not be there yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def manifest(self) -> Path:
        """Where the manifest is."""
        return self.path / _MANIFEST

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the folder for writing; make it if need be, and refuse one with other things."""
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

    def load(self) -> Manifest:
        """Return the manifest, with the entries of the journal if not all is done."""
        try:
            manifest = read_manifest(read_all(self.manifest, _LARGEST))
        except (FileNotFoundError, NotADirectoryError):
            missing = "no manifest.json in it" if self.path.is_dir() else "no such folder"
            raise SurveyError(f"expected a survey, got {str(self.path)!r}: {missing}") from None
        except OSError as error:
            raise SurveyError(
                f"expected a manifest, got {str(self.manifest)!r}: {error.strerror}"
            ) from None
        except OtherSchemaError as error:
            raise SurveyError(
                f"expected a manifest of {SCHEMA}, got {str(self.manifest)!r} of {error}: it was "
                "made by another version of Farstar, so run the survey again in a new folder"
            ) from None
        except MalformedError as error:
            raise SurveyError(
                f"expected a whole manifest, got {str(self.manifest)!r}, which is damaged: "
                f"{error}; nothing can be resumed without it, so run the survey again in a new "
                "folder"
            ) from None
        except ValueError:
            # Some names no file can have, such as one with a null character.
            raise SurveyError(
                f"expected a survey, got {str(self.path)!r}: there is no such folder"
            ) from None
        if manifest.is_complete:
            return manifest
        return replace(manifest, entries=self._journal(manifest))

    def _journal(self, manifest: Manifest) -> dict[int, Entry]:
        """Return the entries of the journal; a torn line is ignored."""
        try:
            lines = read_all(self.path / _JOURNAL, _LARGEST).split(b"\n")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise SurveyError(
                f"expected a journal, got {str(self.path / _JOURNAL)!r}: {error.strerror}"
            ) from None
        entries = [read_entry(line, manifest) for line in lines]
        return {entry.number: entry for entry in entries if entry is not None}

    def begin(self, manifest: Manifest) -> None:
        """Begin or continue a survey with these chunks recorded and no others."""
        self._sweep(manifest.plan)
        lines = "".join(f"{write_entry(e)}\n" for _, e in sorted(manifest.entries.items()))
        if lines or (self.path / _JOURNAL).exists():
            write_whole(self.path / _JOURNAL, lines.encode())
        write_whole(self.manifest, write_manifest(replace(manifest, is_complete=False)))

    def _sweep(self, plan: Plan) -> None:
        """Remove what an interrupted run left unfinished."""
        for folder in {self.path, *((self.path / c.file).parent for c in plan.chunks)}:
            if is_folder_within(self.path, folder):
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
        try:
            return self.is_whole(chunk, entry) and (
                checksum(self.path / chunk.file) == entry.sha256
            )
        except OSError:
            return False

    def is_whole(self, chunk: Chunk, entry: Entry) -> bool:
        """Tell whether the file of a chunk is there and has its size."""
        return size_within(self.path, self.path / chunk.file) == entry.bytes

    def put(self, chunk: Chunk, answer: Answer, program: int) -> Entry:
        """Write a chunk and record it."""
        path = self.path / chunk.file
        make_folder(self.path, path.parent)
        write_whole(path, answer.data)
        entry = entry_of(chunk, answer, program)
        append_line(self.path / _JOURNAL, write_entry(entry))
        return entry

    def finish(self, manifest: Manifest) -> None:
        """Record that all is done."""
        write_whole(self.manifest, write_manifest(replace(manifest, is_complete=True)))
        (self.path / _JOURNAL).unlink(missing_ok=True)


def entry_of(chunk: Chunk, answer: Answer, program: int) -> Entry:
    """Return the record of a chunk."""
    digest = hashlib.sha256(answer.data).hexdigest()
    return Entry(
        chunk.number,
        answer.rows,
        answer.illegal,
        answer.failed,
        len(answer.data),
        digest,
        program,
    )
