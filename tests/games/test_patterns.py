"""Rules as patterns against the hand-written rulesets, and against themselves in plain Python."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli
from farstar.games.patterns import PatternRules, pattern_rules

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rules"

TWINS: dict[str, tuple[Any, str, int, int]] = {
    "domineering": (fs.Domineering, ".#", 4, 4),
    "cram": (fs.Cram, ".#", 4, 4),
    "clobber": (fs.Clobber, "xo.", 3, 4),
    "konane": (fs.Konane, "xo.", 4, 4),
    "toads-and-frogs": (fs.ToadsAndFrogs, "TF.", 1, 9),
    "col": (fs.Col, ".", 3, 3),
    "snort": (fs.Snort, ".", 3, 3),
}
"""The ruleset written by hand, the marks of random boards, and the largest board."""


def example(name: str) -> PatternRules:
    return pattern_rules((EXAMPLES / f"{name}.rules").read_text())


def random_board(chance: random.Random, marks: str, rows: int, columns: int) -> str:
    height, width = chance.randint(1, rows), chance.randint(1, columns)
    return "|".join("".join(chance.choices(marks, k=width)) for _ in range(height))


class _Plain:
    """The rules alone: nothing is split, turned or left to the core."""

    def components(self, position: str) -> None:
        return None

    def key(self, position: str) -> str:
        return position


def plain(rules: PatternRules) -> PatternRules:
    kind = type(f"Plain{rules.name}", (_Plain, type(rules)), {})
    made: PatternRules = kind()
    return made


@pytest.mark.parametrize("name", TWINS)
def test_games_written_by_hand(name: str) -> None:
    twin, marks, rows, columns = TWINS[name]
    rules, chance = example(name), random.Random(name)
    for _ in range(40):
        board = random_board(chance, marks, rows, columns)
        mine, theirs = rules(board), twin(board)
        assert mine.value == theirs.value, board
        assert mine.outcome == theirs.outcome
        for player in (fs.Left, fs.Right):
            after = {move.after.state for move in mine.moves(player)}
            assert len(after) == len(list(mine.moves(player)))
            if name not in ("col", "snort"):
                assert after == {move.after.state for move in theirs.moves(player)}, board


SMALL = {
    "kings-clobber": ("xo.", 3, 3),
    "knights-clobber": ("xo", 3, 4),
    "cannibal-clobber": ("xo.", 2, 3),
    "fission": (".x", 3, 4),
    "toppling-dominoes": ("lre.", 1, 6),
    "turning-turtles": ("TH", 1, 6),
    "snail": ("xo..", 2, 3),
    "konane": ("xo.", 3, 3),
    "clobber": ("xo.", 3, 3),
    "col": ("xo...", 2, 3),
}


@pytest.mark.parametrize("name", SMALL)
def test_splitting_and_symmetry_change_nothing(name: str) -> None:
    rules, chance = example(name), random.Random(name)
    bare = plain(rules)
    for _ in range(12):
        board = random_board(chance, *SMALL[name])
        assert rules(board).value == rules(board).search_value() == bare(board).search_value(), (
            board
        )


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.rules")} == {*TWINS, *SMALL}


def test_toppling_dominoes_by_hand() -> None:
    rules = example("toppling-dominoes")
    for row in ("l", "lr", "lrl", "ler", "rrl", "lrelr", "elle"):
        assert rules(row).value == fs.TopplingDominoes(row).value, row


def test_turning_turtles_is_nim() -> None:
    rules = example("turning-turtles")
    assert rules.is_impartial
    assert rules("HTHHT").grundy == 1 ^ 3 ^ 4


def test_symmetries_are_found() -> None:
    assert len(example("clobber").symmetries) == 16
    toads = example("toads-and-frogs").symmetries
    assert [(s.turn, s.negative) for s in toads] == [(0, False), (1, True), (2, False), (3, True)]
    assert {s.negative for s in example("domineering").symmetries[4:]} == {True}


def test_parts_share_their_scenery() -> None:
    col = example("col")
    parts = col.components(".x.")
    assert parts == [".x", "x."]
    assert set(example("domineering").components("..#.|..#.") or []) == {".|.", "..|.."}


def test_rings() -> None:
    kayles = pattern_rules("game Ring\ncells . #\nboard ring\nboth . -> #  .. -> ##\n")
    for n in range(1, 9):
        # The first move opens the ring.
        rest = {fs.Kayles(n - k).grundy for k in (1, 2) if k <= n}
        mex = next(i for i in range(9) if i not in rest)
        assert kayles("." * n).grundy == (mex if n > 1 else 1)


def test_loops_are_refused() -> None:
    rules = pattern_rules("cells x .\nboth x. -> .x rows\n")
    assert not rules.is_finite
    with pytest.raises(fs.IllegalPositionError, match="loop"):
        _ = rules("x.").value


def test_rules_travel() -> None:
    rules = example("clobber")
    position = rules("xo|ox")
    assert pickle.loads(pickle.dumps(rules)) == rules
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.value == position.value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cells x .\nleft x. -> .y", "line 2, column 13: expected one of the marks x ., got 'y'"),
        ("cells x .\nleft x. -> .", "as many cells after the arrow"),
        ("cells x .\nleft x. -> .x sideways", "line 2, column 15: expected rows, columns"),
        ("cells x .\nleft x. ->", "expected what comes instead"),
        ("cells x .\nleft", "expected a rule"),
        ("cells x .", "expected a rule"),
        ("left x. -> .x", "expected one of the marks"),
        ("cells xy .\nleft x -> .", "expected a mark of one character, got 'xy'"),
        ("cells x .\njump x. -> .x", "line 2, column 1: expected game, cells, board"),
        ("cells x .\nleft ?x -> xx", "expected marks before the arrow"),
        ("cells x .\nleft x -> x", "changes something"),
        ("cells x .\nleft (x.)+ -> x.+", "as many cells"),
        ("cells x .\nleft (x. -> .x", "expected a group"),
        ("cells x .\nleft x. -> .x unless x", "expected unless near"),
        ("cells x .\nright = upside down", "expected right = left"),
        ("cells x .\nleft x|. -> .|x diagonals", "one row"),
        ("x" * 30_000, "at most 20000 characters"),
        ("cells x .\nleft " + "x. -> .x " * 201, "at most 200 rules"),
    ],
)
def test_mistakes_have_a_place(text: str, message: str) -> None:
    with pytest.raises(fs.NotationError) as error:
        pattern_rules(text)
    assert message in str(error.value)
    assert "\n" not in error.value.message


def test_the_name_of_the_module_reads_rules() -> None:
    assert fs.rules((EXAMPLES / "cram.rules").read_text()) == example("cram")  # type: ignore[operator]


def test_on_the_command_line(tmp_path: Path) -> None:
    file = str(EXAMPLES / "kings-clobber.rules")
    done = CliRunner().invoke(cli, ["eval", "KingsClobber(3x3)", "--rules", file])
    assert "value          ^" in done.output
    broken = tmp_path / "broken.rules"
    broken.write_text("cells x .\nleft x. -> .y\n")
    done = CliRunner().invoke(cli, ["eval", "Game(x.)", "--rules", str(broken)])
    assert done.exit_code == 2
    assert "line 2, column 13" in done.output
