"""The checks of `make release`, and the version with its commit."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import subprocess
import tarfile
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


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a folder with the files that name the version, which the script now looks at."""
    for name in (*release.PLACES, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((release.ROOT / name).read_text("utf-8"), "utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", [*release.PLACES, "CHANGELOG.md"])
def test_files_must_agree_on_the_version(name: str, copy: Path) -> None:
    assert release.version() == farstar.__version__
    path = copy / name
    text = path.read_text("utf-8").replace(farstar.__version__, "0.0.7")
    path.write_text(text.replace("## [Unreleased]", "## [0.0.7] - 2026-01-01"), "utf-8")
    with pytest.raises(release.ReleaseError, match=r"version|CHANGELOG"):
        release.version()


def test_the_version_is_set_everywhere_at_once(copy: Path) -> None:
    assert release.main(["--set-version", "7.8.9"]) == 0
    assert release.version() == "7.8.9"
    release.check_changelog("7.8.9")
    assert (copy / "CHANGELOG.md").read_text("utf-8").count("## [Unreleased]\n") == 1
    assert release.main(["--set-version", "seven"]) == 1
    assert release.main(["--set-version", "7.9.0"]) == 0
    citation = (copy / "CITATION.cff").read_text("utf-8")
    assert (
        len(re.findall(r"^version: 7\.9\.0\ndate-released: \d{4}-\d\d-\d\d$", citation, re.M)) == 1
    )
    assert citation.count("date-released") == 1


@pytest.mark.parametrize("number", sorted({farstar.__version__, "1.0.0", "1.1.0"}))
def test_no_other_file_names_the_version(number: str) -> None:
    """Not even the next ones: another version is set without changing any other file."""
    listed = subprocess.run(
        ["git", "grep", "-lE", rf"(version|__version__)\W+{re.escape(number)}\b"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    # Examples of other versions, and tests, may happen to have the same number.
    if listed.returncode == 0:
        found = {name for name in listed.stdout.split() if not name.startswith("tests/")}
        assert found <= {*release.PLACES, "src/farstar/reports/_cite.py", "CHANGELOG.md"}


def test_contents_are_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    names = [
        *("farstar-1.0.0.tar.gz", "farstar-1.0.0-py3-none-any.whl", "farstar-docs.tar.gz"),
        *("farstar-site.tar.gz", "farstar-proofs.tar.gz", "CITATION.cff"),
    ]
    for name in names:
        (tmp_path / name).write_text(name, "utf-8")
    release.checksums()
    release.check_contents()
    (tmp_path / names[0]).write_text("changed", "utf-8")
    with pytest.raises(release.ReleaseError, match="checksum of farstar-1"):
        release.check_contents()
    (tmp_path / names[3]).unlink()
    with pytest.raises(release.ReleaseError, match="expected the site in dist"):
        release.check_contents()


def test_pages_of_an_interrupted_build_are_refused(copy: Path) -> None:
    folder = copy / "build" / "docs"
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(f"<title>Farstar {farstar.__version__}</title>", "utf-8")
    with pytest.raises(release.ReleaseError, match="expected all pages in build/docs"):
        release.pages()


def test_archives_are_complete(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "page.html").write_text("text", "utf-8")
    monkeypatch.setattr(release, "DIST", tmp_path)
    release.pack(folder, "farstar-pages")
    with tarfile.open(tmp_path / "farstar-pages.tar.gz") as packed:
        assert "farstar-pages/deep/page.html" in packed.getnames()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Changelog\n\n## [Unreleased]\n\n### Added\n", "got '## \\[Unreleased\\]'"),
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
