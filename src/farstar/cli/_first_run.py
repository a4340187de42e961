"""What the command line says once: that it is slow for want of a compiler."""

from __future__ import annotations

import hashlib
import os
import warnings
from contextlib import suppress
from pathlib import Path

import click

from farstar.fallback import MARK, NOTE, fell_back


def mention_slow_engine() -> None:
    """Say so on standard error at the first run of this installation, and never as a warning."""
    if not fell_back():
        return
    warnings.filterwarnings("ignore", message=NOTE.partition(",")[0])
    with suppress(OSError):
        remembered = _memory()
        if remembered.exists():
            return
        click.echo(f"farstar: {NOTE}", err=True)
        remembered.parent.mkdir(parents=True, exist_ok=True)
        remembered.touch()


def _memory() -> Path:
    """Return the file that says that this installation was heard already."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    built = f"{MARK} {os.stat(MARK).st_mtime_ns}"
    name = hashlib.sha256(built.encode()).hexdigest()[:16]
    return Path(caches) / "farstar" / f"mentioned-{name}"
