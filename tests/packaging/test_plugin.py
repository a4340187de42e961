"""The template of a plugin: installed, its game is in every door of the workbench."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from farstar.plugins import Plugin, PluginError, PluginInvariant
from farstar.web import puzzles
from tests.running import python

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
    table = run(
        "-m", "farstar", "table", "Stairs(n)", "n=0..5", "--show", "value,steps-left,residue"
    )
    assert table.splitlines()[-1].split() == ["5", "{1|0}", "5", "2"]
    assert "1 holds; 21 cases" in run("-m", "farstar", "verify", "stairs", "--bound", "20")
    summary = json.loads(run("-m", "farstar", "survey", "stairs-values", "--bound", "8", "--json"))
    assert summary["counts"] == [["0", 3], ["1", 3], ["{1|0}", 3]]
    assert run("-m", "farstar", "stairs", "8") == "Stairs(8): N\n"
    assert "Residue: 8 is 2 modulo 3" in run("-m", "farstar", "explain", "Steps(8)")
    assert "ms  values of Stairs(n), n < 1000\n" in run("-m", "farstar", "bench")
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
from farstar.games import bulk
position = fs.Stairs(8)
print("Stairs" in fs.__all__, pickle.loads(pickle.dumps(position)) == position)
print(fs.StairsRules()(7), fs.theory.stairs.residue(position), *bulk.stairs_values(3))
print("StairsRules" in dir(fs), "stairs" in dir(fs.theory), "stairs_values" in dir(bulk))
"""
    expected = ["True True", "Stairs(7) 2 0 1 {1|0} 0", "True True True"]
    assert run("-c", program).splitlines() == expected


def test_the_theorem_is_in_the_library(run: Run) -> None:
    program = """
import farstar as fs
from farstar.prove._library import index_of, proved_again
from farstar.prove.in_use import INDEX, file_of
*_, known = fs.prove.library()
found = proved_again("steps").certificate()
print(known.name, known.lines()[0], str(found) == str(known.certificate))
print(index_of("farstar_stairs") == file_of("farstar_stairs", INDEX).read_text())
heap = fs.PartizanSubtraction(3_000_002, left=[1], right=[2])
print(heap.value, heap.ruleset.theorem(heap.state).name)
"""
    assert run("-c", program).splitlines() == [
        "steps 3 claims for all parameters: S0(k) = 0; S1(k) = 1; S2(k) = {1 | 0} True",
        "True",
        "{1|0} steps",
    ]


def test_the_puzzles_are_there(run: Run) -> None:
    program = """
from farstar.web import puzzles
print("Stairs" in puzzles.puzzle("stairs-1").expression)
print(any("Stairs" in puzzles.puzzle(f"toads-{n}").expression for n in range(1, 16)))
"""
    assert run("-c", program).split() == ["True", "True"]


def test_the_figures_and_the_paper_are_made(run: Run, tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
import farstar as fs
from farstar import papers
folder = Path({str(tmp_path)!r})
print(fs.plot("Stairs(7)", kind="staircase").caption, "staircase" in fs.figures.kinds())
print(fs.plot("stairs", kind="automaton").caption)
print(*(exhibit.made.caption for exhibit in papers.exhibits("stairs")))
written, = papers.manuscripts(Path({str(TEMPLATE)!r}), folder, "stairs")
text = written.read_text()
print("A. Nonymous" in text, "farstar verify stairs" in text, "AI systems" in text)
"""
    assert run("-c", program).splitlines() == [
        "The staircase of Stairs(7). True",
        "The values of Stairs: a letter for each step.",
        "Table 1. The first values of Stairs. Figure 1. The counter on step 7.",
        "True True False",
    ]


def test_the_page_is_in_the_browser(run: Run) -> None:
    program = """
from farstar.web import tasks
from farstar.web.application import build
from farstar.web.documents import PAGES
from farstar.web.settings import Settings
print(PAGES["stairs"], *tasks.run("stairs.values", {"bound": 3}, print))
routes = build(Settings()).routes
static, = (route.app for route in routes if route.path == "/static")
print(any(route.path == "/stairs" for route in routes))
print(*(bool(static.lookup_path(f"{name}")[1]) for name in ("pages/stairs.js", "css/stairs.css")))
"""
    assert run("-c", program).splitlines() == ["Stairs 0 1 {1|0} 0", "True", "True True"]


def test_without_it_the_game_is_unknown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "farstar", "eval", "Stairs(8)"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert "Stairs" in done.stderr


def test_the_workbench_keeps_its_names() -> None:
    program = """
import farstar.plugins as p
taken = p.Plugin(
    name="taken",
    games={"Nim": "nowhere"},
    aliases={"Dominoes": "Domineering"},
    names={"Value": "nowhere"},
    invariants=(p.PluginInvariant("value", "another one", "state"),),
    theorems={"kayles": p.PluginTheorem("another one", "nowhere")},
    pages={"play": p.PluginPage("Another one", "nowhere", "nowhere")},
)
known = (*p.plugins(), taken)
p.plugins = lambda: known
import farstar as fs
from farstar.invariants import INVARIANTS
from farstar.web import documents, tasks
print(fs.Nim(3).value, fs.parse("Nim(3)").value, fs.Value(1), fs.parse("Dominoes(2x2)").value)
print(INVARIANTS["value"].description, documents.PAGES["play"], sep=", ")
print(tasks.find("play.catalogue").__module__, fs.prove.known("kayles").about, sep=", ")
"""
    done = python("-c", program, check=True)
    assert done.stdout.splitlines() == [
        "*3 *3 1 +-1",
        "the canonical form, Play",
        "farstar.web.tasks.play, Grundy values of Kayles",
    ]


@pytest.mark.parametrize(
    ("plugin", "game", "expected"),
    [
        (
            "from farstar.plugins import Plugin\nPLUGIN = Plugin(games={'Broken': 'broken'})",
            "",
            "expected a Plugin at broken_plugin:PLUGIN, the plugin 'broken', got TypeError: "
            "Plugin.__init__() missing 1 required keyword-only argument: 'name'",
        ),
        (
            "PLUGIN = 3",
            "",
            "expected a Plugin at broken_plugin:PLUGIN, the plugin 'broken', got int",
        ),
        (
            "from farstar.plugins import Plugin\n"
            "PLUGIN = Plugin(name='broken', games={'Broken': 'broken_plugin.game'})",
            "1 / 0",
            "error in the plugin 'broken': ZeroDivisionError: division by zero "
            "(FARSTAR_TRACEBACK=1 shows where)",
        ),
        (
            "from farstar.plugins import Plugin\n"
            "PLUGIN = Plugin(name='broken', games={'Broken': 'broken_plugin.gaem'})",
            "",
            "error in the plugin 'broken': ModuleNotFoundError: No module named "
            "'broken_plugin.gaem' (FARSTAR_TRACEBACK=1 shows where)",
        ),
        (
            "from farstar.plugins import Plugin\n"
            "PLUGIN = Plugin(name='broken', games={'Broken': 'broken_plugin.game'})",
            "Borken = None",
            "error in the plugin 'broken': AttributeError: module 'broken_plugin.game' has no "
            "attribute 'Broken' (FARSTAR_TRACEBACK=1 shows where)",
        ),
        (
            "from farstar.plugins import Plugin\n"
            "PLUGIN = Plugin(name='broken', games={'Broken': 'broken_plugin.game'})",
            "import farstar as fs\nclass Rules(fs.Ruleset):\n def read(self, text):\n  return 1",
            "error in the plugin 'broken': TypeError: expected Rules.read to be a class method, "
            "got a method (FARSTAR_TRACEBACK=1 shows where)",
        ),
    ],
)
def test_errors_name_the_plugin(plugin: str, game: str, expected: str, tmp_path: Path) -> None:
    package, info = tmp_path / "broken_plugin", tmp_path / "broken-1.0.dist-info"
    package.mkdir()
    (package / "__init__.py").write_text(plugin)
    (package / "game.py").write_text(game)
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[farstar.plugins]\nbroken = broken_plugin:PLUGIN\n")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    words = ["-m", "farstar", "eval", "Broken(3)"]
    done = python(*words, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == f"farstar eval: {expected}"


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({"games": ["Nim"]}, "expected a mapping as games, got ['Nim']"),
        ({"games": {"Nim": 3}}, "expected the name of a module as 'Nim' in games, got 3"),
        (
            {"studies": {"a": "module"}},
            "expected a reference such as 'module:name' as 'a' in studies, got 'module'",
        ),
        (
            {"puzzles": {"hot": "module:name"}},
            "expected a tuple of references such as 'module:name' as 'hot' in puzzles, "
            "got 'module:name'",
        ),
        (
            {"invariants": (PluginInvariant("a", "b", "c", kind="Int32"),)},  # type: ignore[arg-type]
            "expected Int64 or Rational or String or Boolean as the kind of 'a', got 'Int32'",
        ),
    ],
)
def test_a_record_with_entries_of_the_wrong_kind(entries: dict[str, Any], expected: str) -> None:
    with pytest.raises(TypeError) as error:
        Plugin(name="broken", **entries)
    assert str(error.value) == expected


def test_puzzles_of_a_theme_that_nobody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = Plugin(name="broken", puzzles={"cold": ("module:name",)})
    monkeypatch.setattr(puzzles, "plugins", lambda: (plugin,))
    puzzles.themes.cache_clear()
    with pytest.raises(PluginError, match="expected the plugin 'broken' to name a theme"):
        puzzles.themes()
