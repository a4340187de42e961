"""Families of positions, and chunks that are computed by native calls."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli
from farstar.invariants import INVARIANTS
from farstar.surveys import Positions, board, boards, heaps, sample, words

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rules"
SHOW = [i.name for i in INVARIANTS.values() if i.by_value and fs.Value in i.applies_to]


def example(name: str) -> Any:
    return fs.rules(path=EXAMPLES / f"{name}.rules")


@pytest.mark.parametrize(
    "positions",
    [
        boards("xo.", 2, 2),
        board("ab", 3, 3),
        words("lr", 9),
        heaps(4, 3),
        sample(words("ab", 9), 20),
    ],
    ids=repr,
)
def test_slices_are_what_numbers_say(positions: Positions) -> None:
    members = [positions.at(i) for i in range(len(positions))]
    assert list(positions) == members == positions[:]
    for start, stop in ((0, 3), (5, 19), (len(members) - 4, len(members)), (7, 7)):
        assert positions[start:stop] == members[start:stop]
    assert positions[-1] == members[-1]


def test_boards_are_all_there_once() -> None:
    members = list(boards("xo", 2, 2))
    assert len(set(members)) == len(members) == 2 + 4 + 4 + 16
    expected = {f"{a}{b}|{c}{d}" for a, b, c, d in product("xo", repeat=4)}
    assert expected <= set(members)


@pytest.mark.parametrize(
    ("name", "positions"),
    [
        ("clobber", boards("xo.", 2, 2)),
        ("toppling-dominoes", words("lre", 4)),
        ("ring-kayles", words(".#", 6)),
        ("Domineering", boards(".#", 2, 3)),
        pytest.param("amazons", sample(board("xo.#", 2, 3), 30, seed=4), marks=pytest.mark.long),
    ],
    ids=["clobber", "toppling", "ring", "domineering", "amazons"],
)
def test_native_chunks_have_the_rows_of_single_positions(name: str, positions: Positions) -> None:
    game = fs.Domineering if name == "Domineering" else example(name)
    show = [name for name in SHOW if name not in ("followers", "thermograph")]
    fast = fs.survey(game, position=positions, show=show, chunks=3)
    # A survey that records failures asks one position after the other.
    slow = fs.survey(game, position=positions, show=show, on_error="record")
    columns = ", ".join(name.replace(" ", "_") for name in ["position", *show])
    question = f"select {columns} from survey order by position, 2"
    assert fast.sql(question).rows == slow.sql(question).rows
    assert len(fast) == len(positions)


def test_illegal_positions_are_counted() -> None:
    rows = fs.survey(example("ring-kayles"), position=boards(".#", 2, 2), show="grundy")
    assert len(rows) == 6
    assert rows.illegal == 20


def test_resuming_gives_the_same_rows(tmp_path: Path) -> None:
    options: Any = {"position": words("xo.", 5), "show": "value", "chunks": 4}
    first = fs.survey(example("clobber"), out=tmp_path / "a", **options)
    manifest = (tmp_path / "a" / "manifest.json").read_text()
    again = fs.survey(example("clobber"), out=tmp_path / "a", resume=True, **options)
    assert len(first) == len(again) == 363
    assert (tmp_path / "a" / "manifest.json").read_text() == manifest
    with pytest.raises(fs.SurveyError):
        fs.survey(example("anti-clobber"), out=tmp_path / "a", resume=True, **options)


def test_on_the_command_line(tmp_path: Path) -> None:
    rules = str(EXAMPLES / "clobber.rules")
    run = CliRunner().invoke
    done = run(cli, ["survey", "--rules", rules, "--strips", "3", "--show", "outcome"])
    assert done.exit_code == 0
    assert "39" in done.output
    own = tmp_path / "own.py"
    own.write_text(
        "import farstar as fs\nclass Walk(fs.ImpartialRuleset):\n"
        "    def moves(self, heaps):\n        return [(h - 1,) for h in heaps if h]\n"
    )
    done = run(cli, ["survey", "--rules", f"{own}:Walk", "--heaps", "5", "--show", "grundy"])
    assert done.exit_code == 0, done.output
    assert "5" in done.output
    done = run(cli, ["survey", "--rules", f"{own}:Walk", "--strips", "5"])
    assert done.exit_code == 2
    assert "--marks" in done.output
    done = run(cli, ["survey", "--rules", rules, "--boards", "3"])
    assert done.exit_code == 2
    assert "3x4" in done.output


@pytest.mark.parametrize(
    ("make", "arguments"),
    [
        (boards, ("", 2, 2)),
        (boards, ("xx", 2, 2)),
        (boards, ("xo", 100, 100)),
        (words, ("ab", 80)),
        (heaps, (1000, 9)),
        (sample, (words("ab", 3), 0)),
    ],
)
def test_mistakes(make: Any, arguments: Any) -> None:
    with pytest.raises((fs.FarstarError, ValueError), match="expected"):
        make(*arguments)
