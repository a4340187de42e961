"""The atlas: every value with its smallest position, against plain enumeration."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli
from farstar.surveys import Atlas, Progress, boards
from farstar.surveys._atlas import AtlasParts, regions, shape
from farstar.surveys._work import Computed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rules"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "smallest-positions.md"


@pytest.fixture(scope="module")
def domineering() -> Atlas:
    return Atlas.build("Domineering", 6)


def test_positions_have_their_values_and_sizes(domineering: Atlas) -> None:
    values = [row.value for row in domineering]
    assert len(set(values)) == len(values)
    for row in domineering:
        assert fs.Domineering(row.position).value == row.value, row
        assert row.position.count(".") == row.cells
    assert [row.cells for row in domineering] == sorted(row.cells for row in domineering)


def test_no_board_is_smaller(domineering: Atlas) -> None:
    """All boards that fit into some boxes, whatever their regions."""
    size = {row.value: row.cells for row in domineering}
    for rows, columns in ((1, 9), (2, 5), (3, 3)):
        for cells in product(".#", repeat=rows * columns):
            free = cells.count(".")
            if not 1 <= free <= 6:
                continue
            text = "".join(cells)
            board = "|".join(text[i : i + columns] for i in range(0, len(text), columns))
            assert size[fs.Domineering(board).value] <= free, board


def test_boards_of_other_games() -> None:
    atlas = Atlas.build(fs.Clobber, 6)
    smallest: dict[fs.Value, int] = {}
    for rows, columns in ((1, 6), (2, 3)):
        for board in boards("xo.", rows, columns):
            value, cells = fs.Clobber(board).value, len(board.replace("|", ""))
            smallest[value] = min(smallest.get(value, 99), cells)
    for row in atlas:
        assert fs.Clobber(row.position).value == row.value
    # Boards of one column, or of three rows, are images of these.
    assert {row.value: row.cells for row in atlas} == smallest


def test_looking(domineering: Atlas) -> None:
    row = domineering.look("value = {2|-1/2}")
    assert row is not None
    assert (row.cells, row.position) == (6, "...|...")
    assert domineering.look("value = *5") is None
    hot = list(domineering.all("temperature > 0"))
    assert [row.value.temperature > 0 for row in hot] == [True] * len(hot)
    assert domineering.hottest()[-1].value == fs.Value("{2|-1/2}")


def test_keeping(tmp_path: Path, domineering: Atlas) -> None:
    path = domineering.save(tmp_path)
    again = Atlas.load(tmp_path, fs.Domineering, 6)
    assert list(again) == list(domineering)
    path.write_bytes(b"no parquet")
    with pytest.raises(fs.SurveyError, match="expected an atlas"):
        Atlas.load(tmp_path, fs.Domineering, 6)
    with pytest.raises(fs.SurveyError, match="farstar atlas build"):
        Atlas.load(tmp_path, fs.Domineering, 7)


def in_parts(size: int, parts: int) -> list[str]:
    return sorted(board for part in range(parts) for board in regions(size, part, parts))


def test_regions_by_the_core_and_by_python() -> None:
    for size in range(1, 8):
        with fs.engine.use("reference"):
            expected = regions(size, 0, 1)
            assert in_parts(size, 3) == sorted(expected)
        assert in_parts(size, 3) == sorted(expected)
        assert regions(size, 0, 1) == expected == sorted(expected, key=shape)


def test_the_reference_engine_makes_the_same_atlas() -> None:
    native = [str(row) for row in Atlas.build("Domineering", 5)]
    with fs.engine.use("reference"):
        assert [str(row) for row in Atlas.build("Domineering", 5)] == native


def test_stopping_at_the_first_position_that_satisfies_a_condition(domineering: Atlas) -> None:
    atlas = Atlas.build("Domineering", 15, until="value = +-1")
    assert atlas.cells == 4
    assert list(atlas) == [row for row in domineering if row.cells <= 4]


@pytest.mark.parametrize("game", ["Domineering", "Clobber"])
def test_going_on_after_an_interruption(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.chunks == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Atlas.build(game, 6, out=tmp_path, progress=interrupt)
    (parts,) = tmp_path.iterdir()
    computed = []
    compute = AtlasParts.compute

    def noted(parts: AtlasParts, arguments: Mapping[str, Any]) -> Computed:
        computed.append(arguments)
        return compute(parts, arguments)

    monkeypatch.setattr(AtlasParts, "compute", noted)
    atlas = Atlas.build(game, 6, out=tmp_path)
    assert len(computed) == len(AtlasParts(atlas.rules, 6).chunks()) - 4
    assert not parts.exists()
    assert list(Atlas.load(tmp_path, game, 6)) == list(atlas) == list(Atlas.build(game, 6))


def test_parts_of_another_program_are_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.chunks == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Atlas.build("Domineering", 4, out=tmp_path, progress=interrupt)
    monkeypatch.setattr(
        "farstar.surveys._atlas._ONE_PART", 3
    )  # other parts than those that are there
    assert len(Atlas.build("Domineering", 4, out=tmp_path)) == 11
    assert [path.name for path in tmp_path.iterdir()] == ["Domineering-4.parquet"]


@pytest.mark.long
def test_on_a_pool(tmp_path: Path, domineering: Atlas) -> None:
    assert list(Atlas.build("Domineering", 6, jobs=2)) == list(domineering)


def test_sizes_that_are_too_large() -> None:
    with pytest.raises(fs.SurveyError, match="at most 15 cells"):
        Atlas.build("Domineering", 16)
    with pytest.raises(fs.SurveyError, match="too many"):
        Atlas.build("Clobber", 40)


@pytest.mark.parametrize("game", ["Nim", "NoSuchGame", "FoxAndGeese"])
def test_games_without_an_atlas(game: str) -> None:
    with pytest.raises(fs.SurveyError):
        Atlas.build(game, 3)


def test_on_the_command_line(tmp_path: Path) -> None:
    run, folder = CliRunner().invoke, str(tmp_path / "atlas")
    done = run(cli, ["atlas", "build", "Domineering", "--cells", "6", "--out", folder])
    assert done.exit_code == 0
    assert "33 values" in done.output
    look = ["atlas", "look", "value = +-1", "--in", "Domineering", "--cells", "6"]
    assert "Domineering(..|..), 4 cells: +-1" in run(cli, [*look, "--out", folder]).output
    done = run(cli, ["search", "value = +-1", "--in", "Domineering", "--cells", "5"])
    assert "Domineering(..|..), 4 cells" in done.output
    done = run(cli, ["search", "value = *7", "--in", "Domineering", "--cells", "4", "--json"])
    assert done.exit_code == 1
    assert '"rows": []' in done.output
    done = run(cli, ["search", "value = +-1", "--in", "Domineering", "--cells", "7", "--json"])
    assert '"cells": 7' in done.output
    rules = str(EXAMPLES / "clobber.rules")
    done = run(cli, ["atlas", "look", "value = ^", "--rules", rules, "--cells", "3"])
    assert done.exit_code == 0
    assert "Clobber(" in done.output
    assert run(cli, ["atlas", "look", "--in", "Domineering"]).exit_code == 2


def test_the_page_is_right() -> None:
    rows = re.findall(r"^(\d+) +(\S+) +([.#|]+)(?: +(\S+))?$", PAGE.read_text(), re.MULTILINE)
    assert len(rows) == 22 + 14
    for cells, value, board, temperature in rows:
        assert fs.Domineering(board).value == fs.Value(value), board
        assert board.count(".") == int(cells)
        if temperature:
            assert fs.Value(value).temperature == Fraction(temperature)
    day = [fs.Value(value) for _, value, _, temperature in rows if not temperature]
    assert set(day) == set(fs.born_by_day(2))


@pytest.mark.long
def test_the_page_has_the_smallest_positions() -> None:
    atlas = Atlas.build("Domineering", 12)
    size = {row.value: row.cells for row in atlas}
    for cells, value in re.findall(r"^(\d+) +(\S+) +[.#|]+", PAGE.read_text(), re.MULTILINE):
        if int(cells) <= 12:
            assert size[fs.Value(value)] == int(cells)
        else:
            assert fs.Value(value) not in size
    assert len(atlas) == 6742
