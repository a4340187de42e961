"""The template of a plugin: installed, its game is in every door of the workbench."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TEMPLATE = Path(__file__).resolve().parents[2] / "examples" / "plugin"

Run = Callable[..., str]

pytestmark = pytest.mark.xdist_group("packaging")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Install the template into a folder of its own; return what runs Python with it."""
    place = tmp_path_factory.mktemp("plugin")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--target", str(place)]
    subprocess.run([*pip, *options, str(TEMPLATE)], check=True, capture_output=True)
    path = os.pathsep.join(filter(None, [str(place), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=environment,
            cwd=place,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_the_game_is_in_every_command(run: Run) -> None:
    facts = json.loads(run("-m", "farstar", "eval", "--json", "Stairs(8) + *2"))
    assert facts["outcome"] == "L"
    assert "all 3 moves lose" in run("-m", "farstar", "moves", "Stairs(8) + *2")
    table = run("-m", "farstar", "table", "Stairs(n)", "n=0..5", "--show", "value,steps-left")
    assert table.splitlines()[-1].split() == ["5", "{1|0}", "5"]
    assert "1 holds; 21 cases" in run("-m", "farstar", "verify", "stairs", "--bound", "20")
    summary = json.loads(run("-m", "farstar", "survey", "stairs-values", "--bound", "8", "--json"))
    assert summary["counts"] == [["0", 3], ["1", 3], ["{1|0}", 3]]
    assert run("-m", "farstar", "stairs", "8") == "Stairs(8): N\n"
    assert "Say who wins Stairs" in run("-m", "farstar", "--help")


def test_the_game_can_be_played_in_the_browser(run: Run) -> None:
    program = """
from farstar.web import tasks
games = tasks.run("play.catalogue", {}, print)
print(any(game["name"] == "Stairs" for game in games["games"]))
"""
    assert run("-c", program) == "True\n"


def test_the_paper_is_on_the_page(run: Run) -> None:
    program = """
from farstar.web import tasks
page = tasks.run("papers.claims", {"paper": "stairs"}, print)
claim, = page["claims"]
print(page["short"], page["year"], claim["live"], claim["relation"], sep="; ")
"""
    assert run("-c", program) == "Stairs; 2026; Stairs(8); an example of what it speaks of\n"


def test_the_names_are_in_farstar(run: Run) -> None:
    program = """
import farstar as fs, pickle
position = fs.Stairs(8)
print("Stairs" in fs.__all__, pickle.loads(pickle.dumps(position)) == position)
"""
    assert run("-c", program) == "True True\n"


def test_without_it_the_game_is_unknown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "farstar", "eval", "Stairs(8)"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert "Stairs" in done.stderr
