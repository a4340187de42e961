"""The program that `make proofs` builds."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

FCHECK = Path(__file__).parents[2] / "build" / "proofs" / "fcheck"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def fcheck() -> Run:
    """Return a function that runs fcheck; skip if it was not built."""
    if not FCHECK.exists():
        if os.environ.get("FARSTAR_REQUIRE_FCHECK"):
            pytest.fail("fcheck was not built")
        pytest.skip("make proofs builds fcheck, with coq and ocaml")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [FCHECK, *words], capture_output=True, text=True, timeout=600, check=False
        )

    return run


@pytest.fixture
def verdicts(fcheck: Run, tmp_path: Path) -> Callable[[Sequence[str]], list[str]]:
    """Return a function that lets one process check many files, and returns a line for each."""

    def check(texts: Sequence[str]) -> list[str]:
        paths = []
        for number, text in enumerate(texts):
            path = tmp_path / f"{number}.json"
            path.write_text(text + "\n", encoding="utf-8")
            paths.append(str(path))
        lines = fcheck(*paths, os.devnull).stdout.splitlines()[:-1]
        assert len(lines) == len(paths)
        return [line.removeprefix(f"{path}: ") for line, path in zip(lines, paths, strict=True)]

    return check
