"""Other libraries, installed into an environment that is thrown away afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import farstar

PACKAGES = {
    "pycgt": ("pycgt>=0.2,<0.3",),
    # Its import needs anywidget, which it does not declare.
    "cgt-py": ("cgt-py>=0.11,<0.12", "anywidget"),
    "ogdoad": ("ogdoad>=2,<3",),
}
"""The peers, and what has to be installed for each."""


@dataclass(frozen=True)
class Peer:
    """A library that can be measured, or why it cannot."""

    name: str
    version: str | None
    python: str
    """The interpreter that can import it."""
    missing: str | None = None
    """Why it is not there."""
    environment: dict[str, str] | None = field(default=None, compare=False)
    """The variables of its processes; None for ours."""


OURS = Peer("farstar", farstar.__version__, sys.executable)
TWIN = Peer("native twin", farstar.__version__, sys.executable)
"""Farstar, where the rules of a game are in the core: nothing is to be installed."""


@contextmanager
def installed_peers(names: Iterable[str], note: Callable[[str], None]) -> Iterator[dict[str, Peer]]:
    """Install the peers; all is removed when the block ends, however it ends."""
    with tempfile.TemporaryDirectory(prefix="farstar-bench-", ignore_cleanup_errors=True) as place:
        peers = {}
        for name in names:
            if name != TWIN.name:
                note(f"installing {name} into a temporary environment")
            peers[name] = TWIN if name == TWIN.name else install(name, Path(place) / name)
            if peers[name].missing:
                note(f"{name} is not measured: {peers[name].missing}")
        yield peers


def install(name: str, place: Path) -> Peer:
    """Install one peer into an environment of its own."""
    # Nothing of ours may be imported instead.
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    environment = {key: text for key, text in os.environ.items() if key not in hidden}
    python = str(place / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    ask = f"from importlib.metadata import version; print(version({name!r}))"
    version = None
    for command in (
        [sys.executable, "-m", "venv", str(place)],
        [*pip, *PACKAGES[name]],
        [python, "-c", ask],
    ):
        done = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "error" in line.lower()]
            reason = (lines or ["the installation failed"])[-1].strip()[:200]
            return Peer(name, None, python, missing=reason)
        version = done.stdout.strip()
    return Peer(name, version, python, environment=environment)
