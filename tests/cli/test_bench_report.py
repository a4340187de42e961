"""What the benchmark makes of its measurements: growth, tables, a picture, quoted figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import farstar as fs
from farstar.cli import cli
from farstar.cli._bench import _measure, _pieces, _plot, _race, _report, _suite
from farstar.cli._bench._peers import OURSELVES, Peer, installed_peers

native = pytest.mark.skipif(
    fs.engine.active().name != "native", reason="the native engine is measured"
)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["bench", *words])


def measured(monkeypatch: pytest.MonkeyPatch, row: _suite.Row) -> list[dict[str, Any]]:
    """Return the entries of a row where every library takes the square of the size."""

    def quadratic(command: list[str], environment: dict[str, str] | None = None) -> _measure.Run:
        size = int(command[-1])
        slower = 1 if "farstar" in command else 3
        return _measure.Run(slower * 1e-6 * size**2, 2**20, ("1",), "native")

    monkeypatch.setattr(_measure, "_median", quadratic)
    peers = {name: Peer(name, "1.0", Path("python")) for name in row.peers}
    return _measure.run_row(
        row, quick=False, peers=peers, missing={}, memory=None, note=lambda _: None
    )


def test_growth_is_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = (row for row in _suite.EUCLID if row.name == "euclid-outcomes")
    entries = measured(monkeypatch, row)
    assert [entry["peer"] for entry in entries] == ["pycgt", "cgt-py", "ogdoad"]
    for entry in entries:
        assert [size for size, _ in entry["series"]] == [200, 400, 800]
        assert entry["exponent"] == entry["peer_exponent"] == 2.0
        assert entry["ratio"] == pytest.approx(3)
    assert any("pycgt: N = 100, 200, 400" in line for line in _report.growth(entries))


def test_a_row_that_fails_does_not_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: list[str], environment: dict[str, str] | None = None) -> _measure.Run:
        raise _measure.WorkFailed("it took more than 900 seconds")

    monkeypatch.setattr(_measure, "_median", fail)
    (entry,) = _measure.run_row(
        _suite.ENGINE[0], quick=True, peers={}, missing={}, memory=None, note=lambda _: None
    )
    assert entry["ours_s"] is None
    assert "took more than" in entry["note"]
    assert any("took more than" in line for line in _report.markdown([entry]))


def test_growth_needs_two_sizes() -> None:
    assert _measure.exponent([(5, 1.0)]) is None
    assert _measure.exponent([(5, 0.0), (10, 1.0)]) is None
    assert _measure.exponent([(1, 1.0), (2, 2.1), (4, 3.9)]) == pytest.approx(0.98, abs=0.02)


def test_quoted_figures_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = (row for row in _suite.BOARDS if row.name == "domineering-5x6")
    ours, suite, other = measured(monkeypatch, row)
    assert ours["measured"] is True
    for entry, seconds in ((suite, 53), (other, 149)):
        assert entry["measured"] is False
        assert entry["peer_s"] == seconds
        assert entry["ratio"] is None
        assert "not measured in this run" in entry["note"]
    lines = _report.markdown([ours, suite, other])
    assert any("(53 s, quoted)" in line for line in lines)
    assert any("CGSuite: 53 s is not measured in this run" in line for line in lines)


def test_tables_in_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [e for row in (*_suite.GEOGRAPHY, *_suite.RULES) for e in measured(monkeypatch, row)]
    lines = _report.markdown(entries)
    assert [line for line in lines if line.startswith("#")] == [
        "## `farstar bench geography`",
        "## `farstar bench rules`",
    ]
    tables = [line for line in lines if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in tables} == {6, 9}
    assert any("N^2.00" in line for line in tables)


@pytest.mark.parametrize("ending", _plot.ENDINGS)
def test_a_picture(ending: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    entries = [e for row in _suite.GEOGRAPHY for e in measured(monkeypatch, row)]
    path = tmp_path / f"bench{ending}"
    _plot.draw(entries, str(path))
    assert path.stat().st_size > 5_000


@native
@pytest.mark.long
def test_rules_in_python_and_in_the_core_agree(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (row,) = (row for row in _suite.RULES if OURSELVES in row.peers)
    with installed_peers((OURSELVES,), lambda _: None) as (peers, missing):
        entries = _measure.run_row(
            row, quick=True, peers=peers, missing=missing, memory=None, note=lambda _: None
        )
    (entry,) = entries
    assert entry["answers_agree"] is True
    assert entry["ratio"] > 0


@pytest.mark.long
def test_start_up_is_measured() -> None:
    result = run("start-up", "--quick", "--no-peers", "--json")
    assert result.exit_code == 0, result.output
    found = {entry["name"]: entry["ours_s"] for entry in json.loads(result.stdout)}
    assert found["import"] > 0
    assert found["help"] > 0


def test_all_is_every_piece_of_work_once() -> None:
    rows = _suite.all_rows()
    work = [(row.work, row.size) for row in rows]
    assert len(set(work)) == len(work)
    assert {row.work for row in rows} == set(_race.WORK)
    assert set(_pieces.WORK) <= set(_race.WORK)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--json", "--markdown"], "got both"),
        (["rules", "--plot", "x.gif"], "got 'x.gif'"),
        (["rules", "--plot", "no/such/folder/x.svg"], "got 'no/such/folder/x.svg'"),
    ],
)
def test_bad_options(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_moves_of_the_pieces_are_those_of_the_games() -> None:
    for x in range(4):
        for y in range(4):
            for z in range(4):
                for game, kind in ((fs.GeographyA, "A"), (fs.GeographyB, "B")):
                    if (y if kind == "A" else x) == 0:
                        continue
                    g = game(x, y, z)
                    state = (kind, x, y, z)
                    for moves, player in (
                        (_pieces.left_on_two_rows, fs.Left),
                        (_pieces.right_on_two_rows, fs.Right),
                    ):
                        ours = {h.state for h in g.options(player)}
                        assert {tuple(h) for h in moves(state)} == ours
