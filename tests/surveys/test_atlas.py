"""The atlas: every value with its smallest position, against plain enumeration."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli
from farstar.surveys import Atlas, boards

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
    rules = str(EXAMPLES / "clobber.rules")
    done = run(cli, ["atlas", "look", "value = ^", "--rules", rules, "--cells", "3"])
    assert done.exit_code == 0
    assert "Clobber(" in done.output
    assert run(cli, ["atlas", "look", "--in", "Domineering"]).exit_code == 2


def test_the_page_is_right() -> None:
    rows = re.findall(r"^(\d+) +(\S+) +([.#|]+)(?: +(\S+))?$", PAGE.read_text(), re.MULTILINE)
    assert len(rows) == 22 + 12
    for cells, value, board, temperature in rows:
        assert fs.Domineering(board).value == fs.Value(value), board
        assert board.count(".") == int(cells)
        if temperature:
            assert fs.Value(value).temperature == Fraction(temperature)
    day = [fs.Value(value) for _, value, _, temperature in rows if not temperature]
    assert set(day) == set(fs.born_by_day(2))


@pytest.mark.long
def test_the_page_has_the_smallest_positions() -> None:
    atlas = Atlas.build("Domineering", 9)
    size = {row.value: row.cells for row in atlas}
    for cells, value in re.findall(r"^(\d+) +(\S+) +[.#|]+", PAGE.read_text(), re.MULTILINE):
        if int(cells) <= 9:
            assert size[fs.Value(value)] == int(cells)
        else:
            assert fs.Value(value) not in size
    assert len(atlas) == 289
