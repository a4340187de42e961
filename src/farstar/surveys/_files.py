"""Files that are whole or not there: written beside their place, forced to the disk, renamed."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from farstar.errors import SurveyError

TEMPORARY = ".new-"
"""How the names of unfinished files begin."""

_BLOCK = 1 << 20


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a crash leaves either nothing or all of it under its name."""
    temporary = path.with_name(TEMPORARY + path.name)
    try:
        with open(temporary, "wb") as file:
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
    with open(path, "ab") as file:
        file.write(line.encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Force the names in a folder to the disk, where the system can."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that dies with its holder, however that ends.

    Raises
    ------
    SurveyError
        If somebody else holds it.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _take(descriptor):
            raise SurveyError(
                f"expected a survey that nobody else works on, got {str(path.parent)!r}: "
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
