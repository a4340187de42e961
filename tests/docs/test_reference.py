"""Every public name has a place in the reference, and an example."""

from __future__ import annotations

import importlib
import inspect
import re
from operator import attrgetter
from pathlib import Path

import pytest

import farstar as fs
from farstar.cli.common import commands
from farstar.games import GAMES
from tests.running import module_at

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md")}
TEXT = "\n".join(PAGES.values())
SESSIONS = "\n".join(re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL))


def described() -> set[str]:
    """Return the public names that some page describes, alone or with a module."""
    documented = set(re.findall(r"^\.\. auto\w+:: farstar\.(\w+)$", TEXT, flags=re.MULTILINE))
    for module in re.findall(r"^   (farstar\.[\w.]+)$", TEXT, flags=re.MULTILINE):
        documented |= set(dir(importlib.import_module(module)))
    return documented


@pytest.mark.parametrize("name", fs.__all__)
def test_every_public_name_is_described_listed_and_shown(name: str) -> None:
    assert name in described(), f"docs/reference describes no farstar.{name}"
    is_listed = name in GAMES or f"`fs.{name} <" in PAGES["names.md"]
    assert is_listed, f"docs/reference/names.md lists no fs.{name}"
    has_example = ">>>" in (inspect.getdoc(getattr(fs, name)) or "") or f"fs.{name}" in SESSIONS
    assert has_example, f"fs.{name} has no example, in its docstring or in docs/reference"


def test_every_command_is_shown_with_what_does_the_same_in_python() -> None:
    script = module_at(REFERENCE.parent / "commands.py")
    assert script.PYTHON.keys() == commands().keys()
    for names in script.PYTHON.values():
        for name in names.split():
            assert callable(attrgetter(name)(fs)), name


def test_the_pages_of_the_reference_are_listed() -> None:
    pages = re.findall(r"^(\w+)$", PAGES["index.md"], flags=re.MULTILINE)
    assert {f"{name}.md" for name in pages} == PAGES.keys() - {"index.md"}
