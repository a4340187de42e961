"""The workbench without a single plugin: it needs none of the papers."""

from __future__ import annotations

import json

import pytest

from tests.running import python

WITHOUT_PLUGINS = """
import farstar.plugins
farstar.plugins.plugins = tuple
import json, sys
import farstar as fs
from farstar.cli import main
from farstar.web import puzzles, tasks
"""


def run(program: str) -> str:
    """Run a program in a process in which no plugin is installed."""
    done = python("-c", WITHOUT_PLUGINS + program)
    assert done.returncode == 0, done.stderr
    return done.stdout


def command(*words: str) -> str:
    return run(f"sys.argv = ['farstar', *{words!r}]\nsys.exit(main())")


def test_games_of_papers_are_unknown() -> None:
    program = "print('Domineering' in fs.__all__, 'PartizanEuclid' in fs.__all__)"
    assert run(program) == "True False\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("eval", "Domineering(3x3) + *2"), "outcome"),
        (("moves", "Nim(3,4,5)"), "Nim"),
        (("explain", "Clobber(xo|ox)"), "wins"),
        (("table", "Nim(a,b)", "a=0..2", "b=0..2"), "*3"),
        (("bench", "--json"), "switches"),
        (("--help",), "eval"),
        (("survey", "--help"), "survey"),
        (("doctor",), "engine"),
    ],
)
def test_commands(words: tuple[str, ...], expected: str) -> None:
    assert expected in command(*words)


def test_the_theorems_of_the_papers_are_gone() -> None:
    names = run("print(*(one.name for one in fs.prove.library()))").split()
    assert "kayles" in names
    assert not any("geography" in name for name in names)


def test_the_commands_of_the_papers_are_gone() -> None:
    assert "reproduce" not in command("--help")


def test_every_game_can_be_played_in_the_browser() -> None:
    program = """
games = tasks.run("play.catalogue", {}, print)["games"]
for game in games:
    for start in game["starts"]:
        tasks.run("play.view", {"expression": start["e"]}, print)
names = [game["name"] for game in games]
print(json.dumps([names, [puzzles.puzzle(f"{theme}-1").name for theme in puzzles.themes()]]))
puzzles.puzzle("2026-11-16")
"""
    names, found = json.loads(run(program))
    assert {"Domineering", "Nim", "Sum"} <= set(names)
    assert "heaps-1" in found
