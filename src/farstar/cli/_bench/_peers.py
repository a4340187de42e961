"""Other libraries, installed into an environment that is thrown away afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import farstar

PACKAGES = {
    "pycgt": ("pycgt>=0.2,<0.3",),
    # Its import needs anywidget, which it does not declare.
    "cgt-py": ("cgt-py>=0.11,<0.12", "anywidget"),
    "ogdoad": ("ogdoad>=2,<3",),
}
"""The peers, and what has to be installed for each."""

OURSELVES = "native twin"
"""Not installed: Farstar, where the rules of a game are in the core."""

_PATIENCE = 600


@dataclass(frozen=True)
class Peer:
    """A peer that can be measured."""

    name: str
    version: str
    python: Path
    """The interpreter that can import it."""
    is_ours: bool = False
    """Whether it is Farstar in another way."""


@contextmanager
def installed_peers(
    wanted: tuple[str, ...], note: Callable[[str], None]
) -> Iterator[tuple[dict[str, Peer], dict[str, str]]]:
    """Install the peers; yield those that work, and why the others do not.

    Everything is removed when the block ends, however it ends.
    """
    place = Path(tempfile.mkdtemp(prefix="farstar-bench-"))
    peers: dict[str, Peer] = {}
    missing: dict[str, str] = {}
    try:
        for name in wanted:
            if name == OURSELVES:
                peers[name] = Peer(name, farstar.__version__, Path(sys.executable), is_ours=True)
                continue
            note(f"installing {name} into a temporary environment")
            try:
                peers[name] = _install(name, place / name)
            except (OSError, subprocess.SubprocessError) as error:
                missing[name] = _reason(error)
                note(f"{name} is not measured: {missing[name]}")
        yield peers, missing
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _install(name: str, place: Path) -> Peer:
    _run([sys.executable, "-m", "venv", str(place)])
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    python = programs / ("python.exe" if os.name == "nt" else "python")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, *PACKAGES[name]])
    ask = f"from importlib.metadata import version; print(version({name!r}))"
    return Peer(name, _run([str(python), "-c", ask]).strip(), python)


def _run(command: list[str]) -> str:
    done = subprocess.run(
        command,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=_PATIENCE,
        check=True,
    )
    return done.stdout


def clean_environment() -> dict[str, str]:
    """Return the environment without what would make a peer import something else."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    return {name: text for name, text in os.environ.items() if name not in hidden}


def _reason(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        lines = [line for line in str(error.stderr).splitlines() if "error" in line.lower()]
        return (lines[-1].strip() if lines else "the installation failed")[:200]
    if isinstance(error, subprocess.TimeoutExpired):
        return f"the installation took more than {_PATIENCE} seconds"
    return str(error)[:200]
