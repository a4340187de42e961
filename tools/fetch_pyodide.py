"""Fetch Pyodide, the Python of the site that needs no server, into ``build/node_modules/pyodide``.

It is the package of npm, in one version and with a known checksum. With ``--if-possible``, a
machine without npm or without a network gets a note instead of an error.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
TARGET = Path(__file__).parents[1] / "build" / "node_modules" / "pyodide"


class NotFetchedError(Exception):
    """Why there is no Pyodide."""


def is_there() -> bool:
    """Return whether this version lies in its place."""
    description = TARGET / "package.json"
    return description.is_file() and json.loads(description.read_text())["version"] == VERSION


def fetch() -> None:
    """Fetch the package, check it, and put it into its place, completely or not at all."""
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetchedError("npm is not installed")
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TARGET.parent) as folder:
        command = [npm, "pack", "--silent", "--pack-destination", folder, f"pyodide@{VERSION}"]
        packed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        archives = list(Path(folder).glob("*.tgz"))
        if packed.returncode or len(archives) != 1:
            lines = packed.stderr.strip().splitlines() or ["no reason given"]
            raise NotFetchedError(f"npm pack failed: {lines[-1]}")
        digest = base64.b64encode(hashlib.sha512(archives[0].read_bytes()).digest()).decode()
        if digest != SHA512:
            raise SystemExit(f"expected pyodide {VERSION} with SHA-512 {SHA512}, got {digest}")
        with tarfile.open(archives[0]) as archive:
            archive.extractall(folder, filter="data")
        shutil.rmtree(TARGET, ignore_errors=True)
        (Path(folder) / "package").rename(TARGET)


def main() -> int:
    """Fetch Pyodide unless it is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--if-possible", action="store_true", help="do not fail without npm")
    options = parser.parse_args()
    if is_there():
        return 0
    try:
        fetch()
    except NotFetchedError as reason:
        print(f"Pyodide {VERSION} could not be fetched: {reason}", file=sys.stderr)
        return 0 if options.if_possible else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
