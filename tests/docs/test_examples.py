"""The notebooks run, and show what they show in the repository."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NOTEBOOKS = sorted(path.name for path in EXAMPLES.glob("*.ipynb"))


def test_there_are_notebooks_with_text_code_and_pictures() -> None:
    assert len(NOTEBOOKS) >= 4
    for name in NOTEBOOKS:
        cells = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))["cells"]
        assert {cell["cell_type"] for cell in cells} == {"markdown", "code"}
        assert any("image/svg+xml" in output.get("data", ()) for output in outputs(cells))


def outputs(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all outputs of the cells."""
    return [output for cell in cells for output in cell.get("outputs", [])]


@pytest.mark.long
@pytest.mark.xdist_group("notebooks")  # one kernel at a time
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_notebook_shows_what_it_showed(name: str) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / "execute.py", "--check", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"run make notebooks\n{done.stdout}"
