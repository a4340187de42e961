"""The page of findings shows what its script makes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_growth_is_fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one study that takes a second; the others take minutes."""
    spec = importlib.util.spec_from_file_location("findings", DOCS / "findings.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(script, "IMAGES", tmp_path)
    (table,) = script.growth(tmp_path / "surveys")
    assert table in (DOCS / "findings.md").read_text(encoding="utf-8")
    picture = "growth.svg"
    fresh = (tmp_path / picture).read_text(encoding="utf-8")
    assert fresh == (DOCS / "images" / picture).read_text(encoding="utf-8")
