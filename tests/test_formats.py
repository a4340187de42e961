"""Files that earlier versions wrote can be read; `docs/stability.md` promises it.

``tests/data/formats`` has one file of each format. A file is added when a format gets a new
version, and none is changed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import farstar as fs
from farstar.certificates import checker, theorem_checker
from tests.running import run

FORMATS = Path(__file__).parent / "data" / "formats"


def test_saved_values() -> None:
    assert fs.load(FORMATS / "value.json") == fs.Value("{3||2|1}")


@pytest.mark.parametrize("name", ["certificate.json", "loopy-certificate.json", "theorem.json"])
def test_certificates(name: str) -> None:
    done = run("check", FORMATS / name)
    assert done.exit_code == 0
    assert done.stdout.startswith("proved: ")


@pytest.mark.parametrize(
    ("program", "name"),
    [(checker, "certificate.json"), (theorem_checker, "theorem.json")],
)
def test_certificates_without_farstar(program: object, name: str) -> None:
    """The checkers are single files, which need nothing but Python."""
    file = program.__file__  # type: ignore[attr-defined]
    done = subprocess.run(
        [sys.executable, "-I", file, FORMATS / name], capture_output=True, text=True, check=True
    )
    assert "proved" in done.stdout


def test_surveys() -> None:
    pytest.importorskip("duckdb")
    done = run("query", FORMATS / "survey", "--json", "select sum(grundy) from survey")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == [[24]]


def test_json_output() -> None:
    """No field of a schema is removed."""
    recorded = json.loads((FORMATS / "eval.json").read_text("utf-8"))
    answer = json.loads(run("eval", "--json", "E(11,8) + *2").stdout)
    assert answer["schema"] == recorded["schema"]
    assert set(recorded) <= set(answer)
    for field in ("outcome", "value", "mean", "temperature", "atomic_weight", "left_stop"):
        assert answer[field] == recorded[field]
