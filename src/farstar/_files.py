"""Files that appear whole or not at all, and folders that one process writes to."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from farstar.errors import SurveyError

NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file in ASCII that appears whole or not at all; a pipe or a device is written to."""
    if is_special(path):
        with open(path, "w", encoding="ascii") as device:
            device.write(text)
        return
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    scratch = os.path.join(folder, f".{name}.{os.getpid()}.{os.urandom(4).hex()}.tmp")
    try:
        with open(scratch, "x", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, target)
    except BaseException as error:
        if os.path.exists(scratch):
            os.unlink(scratch)
        if isinstance(error, OSError) and error.errno is not None:
            # The user knows the file by this name, not by that of the scratch file.
            raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        raise


def is_special(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is that of a pipe or a device, which no file may take the place of."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def locked(path: Path, what: str) -> Iterator[None]:
    """Hold a lock that ends with this process, however it ends; refuse if another one has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | NO_LINKS, 0o666)
    try:
        if not _take(descriptor):
            raise SurveyError(
                f"expected a {what} that no other process works on, got {str(path.parent)!r}: "
                "another process is writing there"
            )
        yield
    finally:
        # Closing releases the lock; the file stays, since others may be opening it.
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
