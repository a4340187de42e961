"""A site with several versions of the pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import module_at

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "add_docs_version.py"
SWITCHER = ROOT / "docs" / "_static" / "version-switcher.js"


ADD = module_at(TOOL)


def pages(folder: Path, version: str, *names: str) -> Path:
    """Write pages like those of make docs, with the menu that the template makes."""
    (folder / "_static").mkdir(parents=True)
    (folder / "_static" / "versions.js").write_text("const VERSIONS = [];\n")
    (folder / "_static" / "version-switcher.js").write_bytes(SWITCHER.read_bytes())
    for name in ("index.html", *names):
        (folder / name).parent.mkdir(exist_ok=True)
        root = "../" * name.count("/") or "./"
        (folder / name).write_text(
            f'<!doctype html><title>{version} {name}</title><link rel="icon" href="data:,">'
            f'<script src="{root}_static/versions.js"></script>'
            f'<script src="{root}_static/version-switcher.js"></script>'
            f'<form hidden><label>Version <select id="version" data-root="{root}" '
            f'data-page="{name}" data-version="{version}"></select></label></form>'
        )
    return folder


def listed(site: Path, version: str) -> list[str]:
    text = (site / version / "_static" / "versions.js").read_text()
    names: list[str] = json.loads(text.removeprefix("const VERSIONS = ").removesuffix(";\n"))
    return names


def test_versions_are_sorted_and_every_one_lists_them_all(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for number, name in enumerate(("0.9.0", "dev", "0.10.0", "0.9.0")):
        ADD.add(pages(tmp_path / str(number), name), site, name)
    versions = ["0.10.0", "0.9.0", "dev"]
    assert all(listed(site, name) == versions for name in versions)
    assert "url=0.10.0/index.html" in (site / "index.html").read_text()


def test_a_version_that_is_added_again_is_replaced(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    ADD.add(pages(tmp_path / "old", "dev", "gone.html"), site, "dev")
    assert ADD.add(pages(tmp_path / "new", "dev"), site, "dev") == ["dev"]
    assert not (site / "dev" / "gone.html").exists()


@pytest.mark.parametrize(
    ("folder", "name", "message"),
    [("pages", "../up", "expected a version such as 0.2.0"), ("none", "0.1.0", "make docs builds")],
)
def test_bad_arguments_take_one_line(tmp_path: Path, folder: str, name: str, message: str) -> None:
    pages(tmp_path / "pages", "0.1.0")
    command = [sys.executable, str(TOOL), str(tmp_path / folder), str(tmp_path / "site"), name]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1
