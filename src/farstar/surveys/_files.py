"""Files that are whole or not there: written beside their place, forced to the disk, renamed.

Nothing here follows a symbolic link: a folder that comes from somebody else must not lead a reader
or a writer out of itself.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from farstar.errors import SurveyError

TEMPORARY = ".new-"
"""How the names of unfinished files begin."""

_BLOCK = 1 << 20
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)

_SETTLED = 2 * 10**9
"""Nanoseconds after which a file that is written to again gets another time of change."""

_MOST_KNOWN = 1_000_000
_known: dict[tuple[int, int], tuple[tuple[int, ...], str]] = {}
"""Checksums of this process, by device and inode, each with the marks that a change would leave."""


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
        descriptor = os.open(path, flags | _NO_LINKS | _BINARY, 0o666)
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
    """Tell whether a folder below another is there, and reached without a link."""
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


def _marks(status: os.stat_result) -> tuple[int, ...]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that dies with its holder, however that ends; refuse if somebody else does."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINKS, 0o666)
    try:
        if not _take(descriptor):
            raise SurveyError(
                f"expected a survey that no other process works on, got {str(path.parent)!r}: "
                "another process is writing there"
            )
        yield
    finally:
        # Closing gives the lock back; the file stays, since others may be opening it.
        os.close(descriptor)


def _take(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
