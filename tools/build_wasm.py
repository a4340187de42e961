"""Compile the C++ core to WebAssembly, for the site that needs no server.

The result is ``build/wasm/_core.abi3.so``, the extension module as Pyodide loads it. It takes
Emscripten, CMake and Ninja, as Debian packages them, and the headers of any Python from 3.12 on,
since the module uses Python's stable ABI only. With ``--if-possible``, a machine without these gets
a note instead of an error, and the site computes with the reference engine.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tools.smoke_wheels import interpreters

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "wasm"
OLDEST = (3, 12)


class NotBuiltError(Exception):
    """Why the core cannot be compiled to WebAssembly here."""


def headers() -> Path:
    """Return the folder of the headers of a Python whose stable ABI nanobind knows."""
    for version, python in interpreters(()):
        if version >= OLDEST:
            code = "import sysconfig; print(sysconfig.get_path('include'))"
            asked = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
            folder = Path(asked.stdout.strip())
            if (folder / "Python.h").is_file():
                return folder
    raise NotBuiltError("there are no headers of Python 3.12 or later")


def build() -> Path:
    """Compile what has changed, and return the module."""
    missing = [name for name in ("emcmake", "cmake", "ninja") if shutil.which(name) is None]
    if missing:
        raise NotBuiltError(f"{missing[0]} is not installed")
    nanobind = Path(sysconfig.get_path("purelib")) / "nanobind"
    configure: list[str | Path] = [
        *("emcmake", "cmake", "-G", "Ninja", "-S", ROOT, "-B", FOLDER),
        *("-DFARSTAR_PYODIDE=ON", f"-DFARSTAR_NANOBIND={nanobind}"),
        f"-DFARSTAR_PYTHON_HEADERS={headers()}",
    ]
    compile_: list[str | Path] = ["cmake", "--build", FOLDER]
    for command in (configure, compile_):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{done.stdout}{done.stderr}\n{command[0]} failed")
    return FOLDER / "_core.abi3.so"


def main() -> int:
    """Build the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--if-possible", action="store_true", help="do not fail without the tools")
    options = parser.parse_args()
    try:
        module = build()
    except NotBuiltError as reason:
        print(f"the core was not compiled to WebAssembly: {reason}", file=sys.stderr)
        return 0 if options.if_possible else 1
    print(f"{module.relative_to(ROOT)}, {module.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
