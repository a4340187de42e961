"""The gallery shows every game, with pictures that are fresh and small."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from farstar.games import GAMES, load

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "gallery.md").read_text(encoding="utf-8")


def gallery() -> ModuleType:
    """Return the script that draws the pictures."""
    spec = importlib.util.spec_from_file_location("gallery", DOCS / "gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = gallery()


def test_every_game_has_a_picture_and_every_picture_is_shown() -> None:
    shown = re.findall(r"\]\(images/gallery/(\w+)\.svg\)", PAGE)
    files = [path.stem for path in SCRIPT.FOLDER.iterdir()]
    assert sorted(shown) == sorted(files) == sorted(SCRIPT.PICTURES)
    for name, (_, *aliases) in GAMES.items():
        kind = load(name)
        assert kind is not None
        assert not {name, kind.rules.name, *aliases}.isdisjoint(shown), name


def test_every_game_of_the_gallery_has_an_example() -> None:
    entries = re.split(r"^#{3} ", PAGE, flags=re.MULTILINE)[1:]
    assert entries
    assert all("\n>>> " in entry for entry in entries)


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in SCRIPT.FOLDER.iterdir()) < 600_000


def drawn(svg: str) -> str:
    """Return a picture without embedded bitmaps: how they are compressed is no matter of ours."""
    return re.sub(r'base64,[^"]*', "", svg)


@pytest.mark.parametrize("name", sorted(SCRIPT.PICTURES))
def test_the_picture_is_what_the_script_draws(name: str) -> None:
    committed = (SCRIPT.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    fresh = drawn(SCRIPT.svg(name)) == drawn(committed)
    assert fresh, f"the picture of {name} is stale: run make gallery"
