"""Short runs of the drill that makes values which nobody keeps."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import farstar as fs

DRILL = Path(__file__).with_name("constant_memory.py")


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize(("name", "count"), [("native", 16_000), ("reference", 800)])
def test_memory_does_not_grow_with_the_number_of_values(name: str, count: int) -> None:
    if name not in fs.engine.available():
        pytest.skip(f"there is no {name} engine here")
    options = ["--count", str(count), "--engine", name, "--garbage", "2"]
    done = subprocess.run(
        [sys.executable, str(DRILL), *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "the engine held at most" in done.stdout


@pytest.mark.skipif("native" not in fs.engine.available(), reason="needs the native engine")
def test_a_collection_on_its_own_keeps_what_is_held() -> None:
    from farstar import _core

    with fs.engine.use("native"):
        kept = [fs.Value.of([n + 5, "*"], [fs.Value.of([n], [-n, "^"])]) for n in range(50)]
        texts = [str(g) for g in kept]
        sums = [g + h for g, h in pairwise(kept)]
        fs.engine.collect()
        before = fs.engine.stats()["games"]
        _core.set_least_garbage(0)
        try:
            for n in range(20_000):
                assert fs.Value.of([n], [-n - 1]) > -n - 2
            # Much more was made than is there.
            assert fs.engine.stats()["games"] < 2 * before + 15_000
        finally:
            _core.set_least_garbage(64 << 20)
        assert [str(g) for g in kept] == texts
        assert [g + h for g, h in pairwise(kept)] == sums
        assert all(fs.Value(text) == g for text, g in zip(texts, kept, strict=True))
