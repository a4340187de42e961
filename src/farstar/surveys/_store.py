"""The folder of a survey: its manifest, its journal while it is made, and its chunks.

::

    manifest.json                    the plan, the program, and once all is done the checksums
    journal.jsonl                    one line for each chunk that is done; gone at the end
    data/block=0/chunk.parquet       the rows, Hive-partitioned
    .lock                            held by the process that writes

Only one process writes, whichever runner computes. A chunk counts as done when its file is in its
place *and* the journal has its checksum; whatever else is found is computed again. Nothing in the
folder tells when, where or by how many processes it was made: two runs of one survey give the
same bytes. Nothing here follows a symbolic link: a folder that comes from somebody else must not
lead a reader or a writer out of itself.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from farstar._files import NO_LINKS, locked
from farstar.errors import SurveyError
from farstar.surveys._libraries import need
from farstar.surveys._manifest import (
    SCHEMA,
    Chunk,
    Entry,
    MalformedError,
    Manifest,
    OtherSchemaError,
    Plan,
    read_entry,
    read_manifest,
    stored_columns,
    write_entry,
    write_manifest,
)
from farstar.surveys._rows import ERROR
from farstar.surveys._work import ChunkFile

_MANIFEST = "manifest.json"
_JOURNAL = "journal.jsonl"
_LOCK = ".lock"
_LARGEST = 1 << 29
"""Bytes of a manifest or a journal; ten thousand chunks take a few megabytes."""


class Store:
    """The folder of a survey, which need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def manifest(self) -> Path:
        """Where the manifest is."""
        return self.path / _MANIFEST

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the folder for writing; create it if necessary, and refuse one with other files."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise SurveyError(f"expected a folder, got the file {str(self.path)!r}") from None
        self._refuse_strangers()
        with locked(self.path / _LOCK, "survey"):
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
        """Return the entries whose files are complete, unchanged and as recorded."""
        return {
            number: entry
            for number, entry in entries.items()
            if self._is_sound(plan, plan.chunks[number], entry)
        }

    def _is_sound(self, plan: Plan, chunk: Chunk, entry: Entry) -> bool:
        try:
            return (
                self.is_whole(chunk, entry)
                and checksum(self.path / chunk.file) == entry.sha256
                and _is_as_recorded(self.path / chunk.file, plan, chunk, entry)
            )
        except OSError:
            return False

    def is_whole(self, chunk: Chunk, entry: Entry) -> bool:
        """Return whether the file of a chunk exists and has its size."""
        return size_within(self.path, self.path / chunk.file) == entry.bytes

    def put(self, chunk: Chunk, file: ChunkFile, program: int) -> Entry:
        """Write a chunk and record it."""
        path = self.path / chunk.file
        make_folder(self.path, path.parent)
        write_whole(path, file.data)
        entry = entry_of(chunk, file, program)
        append_line(self.path / _JOURNAL, write_entry(entry))
        return entry

    def finish(self, manifest: Manifest) -> None:
        """Record that all is done."""
        write_whole(self.manifest, write_manifest(replace(manifest, is_complete=True)))
        (self.path / _JOURNAL).unlink(missing_ok=True)


def entry_of(chunk: Chunk, file: ChunkFile, program: int) -> Entry:
    """Return the record of a chunk."""
    digest = hashlib.sha256(file.data).hexdigest()
    return Entry(
        chunk.number,
        file.rows,
        file.illegal,
        file.failed,
        len(file.data),
        digest,
        program,
    )


TEMPORARY = ".new-"
"""How the names of unfinished files begin."""

_BLOCK = 1 << 20
_BINARY = getattr(os, "O_BINARY", 0)

_SETTLED = 2 * 10**9
"""Nanoseconds after which a file that is written to again gets another time of change."""

_MOST_KNOWN = 1_000_000
_known: dict[tuple[int, int], tuple[tuple[int, ...], str]] = {}
"""Checksums of this process, by device and inode, each with the marks that a change would leave."""


_counted: dict[tuple[object, ...], tuple[int, int]] = {}
"""Numbers of rows and errors of files with these checksums and columns."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a crash leaves either nothing or all of it under its name."""
    temporary = path.with_name(TEMPORARY + path.name)
    try:
        temporary.unlink(missing_ok=True)
        with _opened(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def append_line(path: Path, line: str) -> None:
    """Append a line and force it to the disk."""
    with _opened(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND) as file:
        file.write(line.encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read_all(path: Path, most: int) -> bytes:
    """Return the content of a file; one that is not ordinary or too large is an `OSError`."""
    with _opened(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(None, "it is not a regular file")
        if status.st_size > most:
            raise OSError(None, f"it has more than {most} bytes")
        return file.read(most)


def _opened(path: Path, flags: int) -> BinaryIO:
    try:
        descriptor = os.open(path, flags | NO_LINKS | _BINARY, 0o666)
    except ValueError:
        # A null character, or one that is not Unicode.
        raise OSError(None, "there is no such file") from None
    return os.fdopen(descriptor, "wb" if flags & os.O_WRONLY else "rb")


def sync_folder(path: Path) -> None:
    """Force the names in a folder to the disk, where the system can."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(root: Path, path: Path) -> None:
    """Make a folder below another, and those between; none of them may be a link or a file."""
    folder = root
    for part in path.relative_to(root).parts:
        folder /= part
        with suppress(FileExistsError):
            folder.mkdir()
        if not stat.S_ISDIR(folder.lstat().st_mode):
            raise SurveyError(
                f"expected a folder, got {str(folder)!r}, which is a link or a file: nothing is "
                "written outside the folder of a survey"
            )


def is_folder_within(root: Path, path: Path) -> bool:
    """Return whether a folder below another exists, and no part of its path is a link."""
    folder = root
    try:
        for part in path.relative_to(root).parts:
            folder /= part
            if not stat.S_ISDIR(folder.lstat().st_mode):
                return False
    except OSError:
        return False
    return True


def size_within(root: Path, path: Path) -> int | None:
    """Return the bytes of an ordinary file below a folder; None if there is none.

    A file that is reached by a link does not count.
    """
    try:
        status = path.lstat()
    except OSError:
        return None
    is_ours = stat.S_ISREG(status.st_mode) and is_folder_within(root, path.parent)
    return status.st_size if is_ours else None


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal.

    A process reads each file once: after that, size, inode and times say whether it is the same.
    Nothing about this is written anywhere.
    """
    status = path.stat()
    place, marks = (status.st_dev, status.st_ino), _marks(status)
    if place in _known and _known[place][0] == marks:
        return _known[place][1]
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
        after = os.fstat(file.fileno())
    # A file that has only just changed could change again without another time of change.
    if _marks(after) == marks and time.time_ns() - status.st_mtime_ns > _SETTLED:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[place] = marks, digest.hexdigest()
    return digest.hexdigest()


def _is_as_recorded(path: Path, plan: Plan, chunk: Chunk, entry: Entry) -> bool:
    """Return whether a file has the columns and as many rows and errors as is recorded.

    The checksum says only that the manifest means this file.
    """
    if plan.kind == "family" and "where" in plan.parameters:
        # Without a condition every point has a row or is illegal.
        left_out = chunk.positions - entry.rows - entry.illegal
        if left_out < 0 or (left_out and plan.parameters["where"] is None):
            return False
    columns = stored_columns(plan.columns)
    counts_errors = plan.parameters.get("on_error") == "record"
    question = (entry.sha256, tuple(columns.items()), counts_errors)
    if question not in _counted:
        if len(_counted) >= _MOST_KNOWN:
            _counted.clear()
        _counted[question] = _count(path, columns, counts_errors=counts_errors)
    return _counted[question] == (entry.rows, entry.failed)


def _count(path: Path, columns: Mapping[str, str], *, counts_errors: bool) -> tuple[int, int]:
    """Return how many rows and errors a file has; -1 if it has other columns."""
    pl = need("polars")
    rows = pl.scan_parquet(path, glob=False, hive_partitioning=False)
    try:
        kinds = {name: str(kind) for name, kind in rows.collect_schema().items()}
        if kinds != columns:
            return -1, -1
        # To count rows alone takes less than half the time.
        count = rows.select(pl.len()).collect().item()
        failed = rows.select(pl.col(ERROR).count()).collect().item() if counts_errors else 0
    except pl.exceptions.PolarsError:
        return -1, -1
    return int(count), int(failed)


def _marks(status: os.stat_result) -> tuple[int, ...]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns
