"""The checks of `make release`, and the version with its commit."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path
from typing import Any

import pytest

import farstar
from tests.running import run

ROOT = Path(__file__).parents[2]


def _script() -> Any:
    """Return the script as a module of its own name: "tools" is no package of ours."""
    path = ROOT / "tools" / "release.py"
    spec = importlib.util.spec_from_file_location("farstar_release", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


release = _script()


def test_the_version_has_the_commit_of_the_build() -> None:
    words = run("--version").stdout.split()
    assert words[:2] == ["farstar", farstar.__version__]
    assert not words[2:] or words[2] == "(commit"


def test_files_must_agree_on_the_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert release.version() == farstar.__version__
    for name in ("pyproject.toml", "CITATION.cff", "src/farstar/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((release.ROOT / name).read_text("utf-8"), "utf-8")
    (tmp_path / "CITATION.cff").write_text("\nversion: 0.0.7\n", "utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    with pytest.raises(release.ReleaseError, match=r"CITATION\.cff"):
        release.version()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Changelog\n\n## [Unreleased]\n", "got '## \\[Unreleased\\]'"),
        ("# Changelog\n\n## [1.0.0]\n", "1.0.0"),
        ("# Changelog\n", "sections"),
    ],
)
def test_the_changelog_must_be_dated(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(text, "utf-8")
    with pytest.raises(release.ReleaseError, match=message):
        release.check_changelog("1.0.0")
    (tmp_path / "CHANGELOG.md").write_text("## [1.0.0] - 2026-12-01\n", "utf-8")
    release.check_changelog("1.0.0")


def test_checksums(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    (tmp_path / "a.whl").write_bytes(b"abc")
    assert release.checksums().read_text("utf-8") == (
        f"{hashlib.sha256(b'abc').hexdigest()}  a.whl\n"
    )
