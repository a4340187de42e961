"""The site that needs no server: ``farstar static DIR``.

It has the entrance and the pages Play, Learn, Evaluate, Explore and Worksheets of the workbench;
Python itself, as Pyodide, runs in a worker of the browser and computes with Farstar: with the C++
core if it was compiled to WebAssembly, and with the reference engine otherwise. Everything is in
the folder.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import farstar
from farstar.errors import NotationError
from farstar.web.documents import Site, page_document, path_of

PAGES = ("home", "play", "learn", "evaluate", "explore", "worksheet")
"""The pages that work without a server; tables and the pages of plugins need a server."""

PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""What the npm package ``pyodide`` has to contain."""

_WASM = b"\0asm"

_EPOCH = (1980, 1, 1, 0, 0, 0)
_HERE = Path(__file__).parent
_STATIC = _HERE / "static"
_LEFT_OUT = ("map.js", "palette.js", "pages/small-surveys.js", "pages/tables.js")

_ROOMS_LEFT_OUT = ("cli", "surveys")
"""Parts of the package that no page in a browser can use."""


def write_site(
    directory: Path,
    pyodide: Path,
    docs: str = "",
    *,
    node: str | None = None,
    core: Path | None = None,
) -> list[Path]:
    """Write the site into a folder, which is made if necessary, and return its files.

    `pyodide` is the folder of the npm package, `docs` the address of the documentation, relative to
    the first page. The program `node` is Node.js, which compiles Python's sources for the site: the
    first answer then comes in less than half the time. The file `core` is the extension module that
    ``tools/build_wasm.py`` makes for this version of Pyodide.
    """
    missing = [name for name in PYODIDE_FILES if not (pyodide / name).is_file()]
    if missing:
        raise NotationError(
            f"expected the npm package pyodide in {str(pyodide)!r}, which lacks {missing[0]}: "
            "`npm install pyodide` puts it into node_modules/pyodide"
        )
    if core is not None and not (core.is_file() and core.read_bytes().startswith(_WASM)):
        raise NotationError(
            f"expected a module of WebAssembly, as tools/build_wasm.py makes it, got {str(core)!r}"
        )
    directory.mkdir(parents=True, exist_ok=True)
    _copy_static(directory / "static")
    (directory / "pyodide").mkdir(exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, directory / "pyodide" / name)
    wheel = directory / "farstar.whl"
    _write_wheel(wheel, core)
    if node is not None:
        _compile(node, pyodide, wheel, directory / "pyodide" / "python_stdlib.zip")
    for page in PAGES:
        folder = directory / path_of(page)
        folder.mkdir(exist_ok=True)
        root = "../" if path_of(page) else ""
        document = page_document(page, Site(root, PAGES, is_static=True, docs=docs))
        (folder / "index.html").write_text(document, encoding="utf-8")
    return _write_service_worker(directory)


def _copy_static(target: Path) -> None:
    shutil.copytree(_STATIC, target, dirs_exist_ok=True)
    for name in (*_LEFT_OUT, "service-worker.js"):
        (target / name).unlink(missing_ok=True)


def _write_wheel(path: Path, core: Path | None) -> None:
    """Write the package without the parts of this machine; the same sources give the same bytes."""
    package = Path(farstar.__file__).parent
    files = {
        f"farstar/{file.relative_to(package).as_posix()}": file.read_bytes()
        for file in sorted(package.rglob("*"))
        if file.is_file() and _is_packed(file.relative_to(package))
    }
    if core is not None:
        files["farstar/_core.abi3.so"] = core.read_bytes()
    info = f"farstar-{farstar.__version__}.dist-info"
    metadata = distribution("farstar").read_text("METADATA") or ""
    files[f"{info}/METADATA"] = metadata.encode()
    entry_points = distribution("farstar").read_text("entry_points.txt") or ""
    files[f"{info}/entry_points.txt"] = entry_points.encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{name},,\n" for name in (*files, f"{info}/RECORD"))
    files[f"{info}/RECORD"] = record.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)


def _is_packed(file: Path) -> bool:
    if "static" in file.parts or "__pycache__" in file.parts:
        return False
    if file.parts[0] in _ROOMS_LEFT_OUT:
        return False
    return file.suffix not in (".so", ".pyd", ".dylib", ".pyi", ".pyc", ".js", ".mjs")


def _compile(node: str, pyodide: Path, *archives: Path) -> None:
    """Replace sources in archives by bytecode of the site's own Python."""
    files = (_HERE / "compile.mjs", pyodide, _HERE / "bytecode.py", *archives)
    program = [node, *map(str, files)]
    try:
        subprocess.run(program, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        reason = next((line for line in said.splitlines() if "Error" in line), str(error))
        raise NotationError(f"expected Node.js to compile the site, got {reason[:200]!r}") from None


def _write_service_worker(directory: Path) -> list[Path]:
    """Write the service worker, which keeps all files for use off-line."""
    target = directory / "service-worker.js"
    target.unlink(missing_ok=True)
    files = sorted(file for file in directory.rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    names = [file.relative_to(directory).as_posix() for file in files]
    # A folder is asked for by its own name.
    names = [name.removesuffix("index.html") or "./" for name in names]
    template = (_STATIC / "service-worker.js").read_text(encoding="utf-8")
    script = template.replace('"VERSION"', json.dumps(digest.hexdigest()[:16]))
    script = script.replace('["FILES"]', json.dumps(names))
    target.write_text(script, encoding="utf-8")
    return [*files, target]
