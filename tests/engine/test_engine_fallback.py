"""Whoever runs Farstar without its native core, for want of a compiler, is told once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import farstar
from tests.running import python

PYTHON = "import farstar as fs; print(fs.Value(1) + 1, fs.Value(2) + 1)"
# With a time limit the command does not mention on a busy machine that there may be one.
COMMAND = (
    "import sys; from farstar.cli import main; "
    "sys.argv[1:] = ['eval', '--time-limit', '600', '1 + 1']; main()"
)


@pytest.fixture(scope="module")
def pure_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as a build without a compiler leaves it."""
    folder = tmp_path_factory.mktemp("pure")
    source = Path(farstar.__file__).parent
    hidden = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static")
    shutil.copytree(source, folder / "farstar", ignore=hidden)
    (folder / "farstar" / "built_without_a_compiler.txt").touch()
    return folder


def said(folder: Path, program: str, home: Path, **environment: str) -> str:
    """Run a program with the package of a folder; return what it says on standard error."""
    inherited = {k: v for k, v in os.environ.items() if k not in ("FARSTAR_ENGINE", "PYTHONPATH")}
    done = python(
        "-c",
        program,
        cwd=home,
        env={**inherited, "XDG_CACHE_HOME": str(home), "PYTHONPATH": str(folder), **environment},
    )
    assert done.returncode == 0, done.stderr
    assert "2" in done.stdout
    # On a busy machine a command also says that it is still working.
    lines = done.stderr.splitlines(keepends=True)
    return "".join(line for line in lines if "still working" not in line)


def test_the_command_line_says_it_at_the_first_run(pure_folder: Path, tmp_path: Path) -> None:
    first = said(pure_folder, COMMAND, tmp_path)
    assert len(first.splitlines()) == 1
    assert "built without its native core" in first
    assert said(pure_folder, COMMAND, tmp_path) == ""


def test_python_warns_once(pure_folder: Path, tmp_path: Path) -> None:
    text = said(pure_folder, PYTHON, tmp_path)
    assert text.count("RuntimeWarning: Farstar was built without its native core") == 1


@pytest.mark.parametrize("program", [PYTHON, COMMAND])
def test_who_chose_the_reference_engine_hears_nothing(
    pure_folder: Path, tmp_path: Path, program: str
) -> None:
    assert said(pure_folder, program, tmp_path, FARSTAR_ENGINE="reference") == ""


def test_a_wheel_that_is_meant_to_be_pure_says_nothing(pure_folder: Path, tmp_path: Path) -> None:
    mark = pure_folder / "farstar" / "built_without_a_compiler.txt"
    mark.unlink()
    try:
        assert said(pure_folder, COMMAND, tmp_path) == ""
    finally:
        mark.touch()
