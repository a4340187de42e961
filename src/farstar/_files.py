"""Files that appear whole or not at all."""

from __future__ import annotations

import os


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file in ASCII that appears whole or not at all."""
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
