"""The gallery shows every game, with pictures that are fresh and small."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import farstar as fs
from farstar.games import GAMES
from tests.running import module_at, run

from ..pictures import difference

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "gallery.md").read_text(encoding="utf-8")


SCRIPT = module_at(DOCS / "gallery.py")


def test_every_game_has_a_picture_and_every_picture_is_shown() -> None:
    pictures = re.findall(r"\]\(images/gallery/(\w+)\.svg\)", PAGE)
    files = [path.stem for path in SCRIPT.FOLDER.iterdir()]
    assert sorted(pictures) == sorted(files) == sorted(GAMES)


def test_the_pages_are_what_the_games_say() -> None:
    for path, text in ((SCRIPT.PAGE, SCRIPT.page()), (SCRIPT.REFERENCE, SCRIPT.reference())):
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run make gallery"


def test_every_game_has_a_page_and_every_page_is_fresh() -> None:
    assert {path.stem for path in SCRIPT.PAGES.iterdir()} == set(GAMES)
    for name in GAMES:
        text = (SCRIPT.PAGES / f"{name}.md").read_text(encoding="utf-8")
        assert text == SCRIPT.game_page(name), f"{name}.md is stale: run make gallery"


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_commands_on_the_page_of_a_game_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in SCRIPT.commands(name):
        _, *words = shlex.split(command)
        done = run(*words, text="quit\n")
        assert done.exit_code == 0, f"{command}: {done.output}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_references_and_an_example(name: str) -> None:
    kind = SCRIPT.game(name)
    assert SCRIPT.references(kind)
    assert ">>> " in SCRIPT.section(kind.__doc__, "Examples")


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in SCRIPT.FOLDER.iterdir()) < 640_000


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_is_what_the_script_draws(name: str) -> None:
    committed = (SCRIPT.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    changed = difference(SCRIPT.svg(name), committed)
    assert not changed, f"the picture of {name} is stale, run make gallery: {changed}"


def test_pictures_of_other_positions_are_others() -> None:
    for one, other in (
        ("Nim(3,5)", "Nim(3,4)"),
        ("Col(.x..)", "Col(..x.)"),
        ("Cram(3x3)", "Cram(2x3)"),
    ):
        pictures = [fs.plot(fs.parse(text)).with_caption("").svg() for text in (one, other)]
        assert difference(*pictures)
