"""What every game says about itself is there, and true."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import farstar as fs
from farstar.games import GAMES, load
from farstar.rules import Ruleset, diagrams
from tests.running import python


def rules_of(name: str) -> type[Ruleset]:
    kind = load(name)
    assert kind is not None
    return kind.rules


def positions(name: str) -> Iterator[fs.Position]:
    """Yield the components of the starts of a game, and what a move of either player leaves."""
    for text in rules_of(name).starts:
        game = fs.parse(text)
        parts = [t.component for t in game.terms] if isinstance(game, fs.Sum) else [game]
        for part in parts:
            if isinstance(part, fs.Position):
                yield part
                for player in (fs.Left, fs.Right):
                    yield from part.options(player)[:3]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_is(name: str) -> None:
    rules = rules_of(name)
    assert rules.title
    assert rules.form
    for text in (rules.how_to_play, rules.theory):
        assert text.endswith("."), (name, text)
    assert len(rules.starts) > 1 or name == "PartizanGeography"


@pytest.mark.parametrize("name", GAMES)
def test_starts_have_the_outcome_that_is_declared(name: str) -> None:
    starts = rules_of(name).starts
    assert {text: str(fs.parse(text).outcome) for text in starts} == dict(starts)
    # Somebody who plays Left and moves first can win the first one.
    assert next(iter(starts.values())) in ("L", "N")


@pytest.mark.parametrize("name", GAMES)
def test_fields_fill_the_template(name: str) -> None:
    rules = rules_of(name)
    text = rules.template
    for key, field in rules.fields.items():
        assert field.choices or re.fullmatch(field.pattern, field.value)
        blank = f"{{{key}}}"
        assert blank in text
        text = text.replace(blank, field.value)
    if rules.fields:
        fs.parse(text)


@pytest.mark.parametrize("name", GAMES)
def test_positions_read_back_what_they_write(name: str) -> None:
    for position in positions(name):
        again = fs.parse(str(position))
        assert type(again) is type(position)
        assert str(again) == str(position)
        assert again.outcome == position.outcome


@pytest.mark.parametrize("name", GAMES)
def test_paths_name_places_of_the_diagram(name: str) -> None:
    for position in positions(name):
        diagram = position.diagram()
        assert diagram is not None
        known = places(diagram)
        for player in (fs.Left, fs.Right):
            moves = position.moves(player)
            assert tuple(move.after for move in moves) == position.options(player)
            for move in moves:
                assert move.path
                assert known.issuperset(map(tuple, move.path)), (str(position), move)


def places(diagram: diagrams.Diagram) -> set[tuple[int, ...]]:
    """Return the names of all places in a diagram."""
    if isinstance(diagram, diagrams.Grid):
        return set(product(range(len(diagram.rows)), range(len(diagram.rows[0]))))
    if isinstance(diagram, diagrams.Heaps | diagrams.Rows):
        return {(i, n + 1) for i, size in enumerate(diagram.sizes) for n in range(size)}
    if isinstance(diagram, diagrams.Rectangle):
        squares = diagram.large // diagram.small
        return {(0,), (1,)} if diagram.remainders else {(k + 1,) for k in range(squares)}
    if isinstance(diagram, diagrams.Graph):
        return {(i,) for i in range(len(diagram.labels))}
    if isinstance(diagram, diagrams.Cakes):
        return {
            (i, way, line)
            for i, sides in enumerate(diagram.pieces)
            for way in (0, 1)
            for line in range(sides[1 - way])
        }
    return {(i,) for i in range(len(diagram.edges))}


@pytest.mark.parametrize(
    ("text", "move", "ways"),
    [
        ("Kayles(3)", "(3) -> (2)", {((0, 1), (0, 1)), ((0, 3), (0, 3))}),
        ("GrundysGame(4)", "(4) -> (1,3)", {((0, 1),), ((0, 3),)}),
        ("Nim(2,2)", "(2,2) -> (1,2)", {((0, 2),), ((1, 2),)}),
        ("Cutcake(1,4)", "1x4 into 1x1 and 1x3", {((0, 0, 1),), ((0, 0, 3),)}),
        ("Eatcake(1,3)", "1x3 into 1x2", {((0, 0, 0),), ((0, 0, 2),)}),
        ("A(1,2,0)", "A(1,2,0) -> A(1,1,1)", {((0, 2),)}),
    ],
)
def test_a_move_can_be_pointed_at_in_several_ways(
    text: str, move: str, ways: set[tuple[tuple[int, ...], ...]]
) -> None:
    position = fs.parse(text)
    assert isinstance(position, fs.Position)
    (wanted,) = (m.after.state for m in position.moves(fs.Left) if m.text == move)
    steps = position.ruleset.moves_with_paths(position.state, fs.Left)
    paths = {s.path for s in steps if isinstance(s, fs.Step) and s.after == wanted}
    assert paths == ways


DOCS = Path(__file__).resolve().parents[2] / "docs"

TOY = '''
"""Nibble: Left eats the first cell of a row, Right the last one."""

from collections.abc import Mapping
from typing import ClassVar

from farstar.games import GridPosition, GridRules
from farstar.rules import Step


class NibbleRules(GridRules):
    """The rules of Nibble."""

    name: ClassVar[str] = "Nibble"
    how_to_play: ClassVar[str] = "Left eats the first crumb of a row, Right the last one."
    starts: ClassVar[Mapping[str, str]] = {"Nibble(1x3)": "N"}
    theory: ClassVar[str] = "Rows of crumbs are worth 0 or *."

    def left(self, position):
        at = position.find(".")
        return [Step(position[:at] + "#" + position[at + 1 :], ((0, at),))] if at >= 0 else []

    def right(self, position):
        at = position.rfind(".")
        return [Step(position[:at] + "#" + position[at + 1 :], ((0, at),))] if at >= 0 else []


class Nibble(GridPosition, rules=NibbleRules):
    """A row of crumbs."""

    __slots__ = ()
'''

LINE = '    "Nim": ("nim",),\n'

TRIAL = """
import farstar as fs
from farstar.cli import cli
from click.testing import CliRunner
g = fs.parse("Nibble(1x3)")
assert type(g) is fs.Nibble and str(g.outcome) == "N", g
def run(*words, typed=""):
    result = CliRunner().invoke(cli, words, input=typed)
    assert result.exit_code == 0, (words, result.output)
    return result.output
assert "(N)" in run("eval", "Nibble(1x3) + *2 - *2")
assert "you win" in run("play", "Nibble(1x1)", typed="1\\n")
assert "N" in run("table", "Nibble(1 x n)", "n=1..3", "--show", "outcome")
assert "Nibble" in fs.plot(g).caption
from farstar.web.tasks.play import catalogue
starts = {game["name"]: game["starts"] for game in catalogue()["games"]}
assert starts["Nibble"][0]["e"] == "Nibble(1x3)"
from farstar.web.tasks.play import view
assert "<svg" in view("Nibble(1x3)")["boards"][0]["svg"]
import gallery
assert "Left eats the first crumb" in gallery.page() and ".nibble" in gallery.reference()
assert gallery.svg("Nibble").startswith("<svg")
"""


def test_a_game_is_one_file_and_one_line(tmp_path: Path) -> None:
    package = tmp_path / "farstar"
    shutil.copytree(Path(fs.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "games" / "nibble.py").write_text(TOY)
    listing = package / "games" / "__init__.py"
    text = listing.read_text()
    assert LINE in text
    listing.write_text(text.replace(LINE, f'{LINE}    "Nibble": ("nibble",),\n'))
    done = python("-c", TRIAL, env={"PYTHONPATH": f"{tmp_path}:{DOCS}", "PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stderr
