"""The package in Pyodide under node: the pure wheel's files, the API and the command line."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.web.test_web_static import NODE, PYODIDE, needs_pyodide

pytestmark = [
    needs_pyodide,
    pytest.mark.skipif(NODE is None, reason="needs node"),
    pytest.mark.long,
    pytest.mark.xdist_group("web"),
]

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


def test_api_and_command_line_in_pyodide(tmp_path: Path) -> None:
    assert NODE is not None
    assert PYODIDE is not None
    packages = tmp_path / "packages"
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        # What the pure wheel has not: the native core.
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(Path(spec.origin).parent, packages / name, ignore=ignored)
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    script = NODE_SCRIPT
    for word, path in {
        "PYODIDE": (PYODIDE / "pyodide.mjs").resolve().as_uri(),
        "PACKAGES": str(packages),
        "PROGRAM": str(tmp_path / "program.py"),
    }.items():
        script = script.replace(f"({word}", f"({json.dumps(path)}", 1)
        script = script.replace(f" {word}", f" {json.dumps(path)}", 1)
    (tmp_path / "run.mjs").write_text(script, encoding="utf-8")
    done = subprocess.run(
        [NODE, str(tmp_path / "run.mjs")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    answer = json.loads(done.stdout)
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


def test_the_notebook_installs_itself_in_jupyterlite() -> None:
    notebook = json.loads(Path("examples/boards.ipynb").read_text(encoding="utf-8"))
    first = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    source = "".join(first["source"])
    assert 'if sys.platform == "emscripten":' in source
    assert 'piplite.install("farstar[notebook]")' in source
