"""The package in Pyodide under node: the pure wheel's files, the API and the command line."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.web.test_web_static import NODE, PYODIDE, needs_pyodide

pytestmark = [
    needs_pyodide,
    pytest.mark.skipif(NODE is None, reason="needs node"),
    pytest.mark.long,
    pytest.mark.xdist_group("web"),
]

WIDGETS = (
    *("anywidget", "psygnal", "ipywidgets", "traitlets", "comm", "IPython", "typing_extensions"),
    *("matplotlib_inline", "stack_data", "executing", "asttokens", "pure_eval"),
    *("prompt_toolkit", "wcwidth", "jedi", "parso", "ipython_pygments_lexers"),
)
"""What JupyterLite installs with ``farstar[notebook]``, and IPython, which it brings."""

PACKAGES = ("farstar", "click", "rich", "pygments", "markdown_it", "mdurl")

NODE_SCRIPT = """
import { loadPyodide } from PYODIDE;
import { readFileSync } from "node:fs";
const python = await loadPyodide({ stdout: () => {}, stderr: () => {} });
python.mountNodeFS("/packages", PACKAGES);
const answer = await python.runPythonAsync(readFileSync(PROGRAM, "utf8"));
console.log(answer);
"""

PROGRAM = """
import contextlib, io, json, sys
sys.path.insert(0, "/packages")
import farstar as fs
from farstar.cli import cli

def run(*words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = cli.main(list(words), standalone_mode=False)
        except SystemExit as error:
            code = error.code
    return [code or 0, out.getvalue(), err.getvalue()]

board = fs.Domineering("2x3")
json.dumps({
    "platform": sys.platform,
    "value": str(fs.Value("{3||2|1}") - fs.Value("^")),
    "board": [str(board.value), str(board.outcome), str(board.temperature)],
    "sum": str(fs.parse("E(11,8) + A(3,2,1) - *2").outcome),
    "eval": run("eval", "--json", "--time-limit", "60", "{3||2|1}"),
    "moves": run("moves", "Nim(3,5,7)"),
    "wrong": run("eval", "{1|"),
    "cite": run("cite", "Nim(1,2)"),
})
"""

# The cells of the notebook; JupyterLite's installer is replaced by a note of what it is asked for.
NOTEBOOK = """
import json, sys, types
from pyodide.code import eval_code_async
sys.path.insert(0, "/packages")
installed = []
async def install(name):
    installed.append(name)
sys.modules["piplite"] = types.SimpleNamespace(install=install)
names = {}
for cell in json.loads(CELLS):
    await eval_code_async(cell, names)
fs, board = names["fs"], names["heaps"]
before = str(board.position)
board.receive({"do": "click", "cell": "1,4"})
json.dumps({
    "installed": installed,
    "python": sys.version_info[:2],
    "engine": fs.engine.active().name,
    "before": before,
    "after": [str(board.position), str(board.value)],
    "status": names["notebook"].Play(fs.Clobber("xox|oxo")).view["status"],
    "cooled": str(names["slider"].cooled),
    "explorer": str(names["explorer"].position),
})
"""


def in_pyodide(folder: Path, names: Sequence[str], program: str) -> Any:
    """Run a program in Pyodide, where these packages can be imported; return its JSON."""
    assert NODE is not None
    assert PYODIDE is not None
    packages = folder / "packages"
    packages.mkdir()
    # What pure wheels do not have: native code.
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for name in names:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        if origin.name == "__init__.py":
            shutil.copytree(origin.parent, packages / name, ignore=ignored)
            # Its version is read from there.
            for described in origin.parents[1].glob(f"{name}-*.dist-info"):
                shutil.copytree(described, packages / described.name)
        else:
            shutil.copy(origin, packages)
    (folder / "program.py").write_text(program, encoding="utf-8")
    script = NODE_SCRIPT
    for word, path in {
        "PYODIDE": (PYODIDE / "pyodide.mjs").resolve().as_uri(),
        "PACKAGES": str(packages),
        "PROGRAM": str(folder / "program.py"),
    }.items():
        script = script.replace(f"({word}", f"({json.dumps(path)}", 1)
        script = script.replace(f" {word}", f" {json.dumps(path)}", 1)
    (folder / "run.mjs").write_text(script, encoding="utf-8")
    done = subprocess.run(
        [NODE, str(folder / "run.mjs")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_api_and_command_line_in_pyodide(tmp_path: Path) -> None:
    answer = in_pyodide(tmp_path, PACKAGES, PROGRAM)
    assert answer["platform"] == "emscripten"
    assert answer["value"] == "{3v||2v|1v}"
    assert answer["board"] == ["{2|-1/2}", "N", "5/4"]
    assert answer["sum"] == "L"
    code, out, _ = answer["eval"]
    assert code == 0
    assert json.loads(out)["mean"] == "9/4"
    assert answer["moves"][0] == 0
    assert "(2,5,7)" in answer["moves"][1]
    code, _, err = answer["wrong"]
    assert code == 2
    assert "expected" in err
    assert "Bouton" in answer["cite"][1]


def test_the_notebook_of_boards_runs_in_pyodide(tmp_path: Path) -> None:
    notebook = json.loads(Path("examples/boards.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    answer = in_pyodide(
        tmp_path, (*PACKAGES, *WIDGETS), NOTEBOOK.replace("CELLS", repr(json.dumps(cells)))
    )
    assert answer["installed"] == ["farstar[notebook]"]
    assert answer["python"] == [3, 14]
    assert answer["engine"] == "reference"
    # A click in Python, as the page sends it, changes the board and its value.
    assert answer["before"] == "Nim(3,5,6)"
    assert answer["after"] == ["Nim(3,4,6)", "*"]
    assert answer["status"].startswith("Your turn")
    assert answer["cooled"] == "{5/2|2*}"
    assert answer["explorer"] == "E(8,3)"
