"""``farstar doctor`` and ``farstar bench``, and the pieces that they are made of."""

from __future__ import annotations

import json
import subprocess
from math import gcd
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.cli import cli, doctor
from farstar.cli._bench import _measure, _peers, _race, _suite
from farstar.cli._bench._report import duration, footnotes
from farstar.cli._picture import picture

ENTRY = {"schema", "name", "work", "ours_s", "peer", "peer_s", "ratio", "target", "note"}


def run(*words: str) -> Result:
    """Run the command line inside this process."""
    return CliRunner().invoke(cli, list(words))


def test_doctor() -> None:
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "FAILED" not in result.stdout


def test_doctor_in_json() -> None:
    found = json.loads(run("doctor", "--json").stdout)
    assert found["schema"] == "farstar.doctor/1"
    assert found["ok"] is True
    assert found["engine"] == fs.engine.active().name
    assert len(found["checks"]) == 5 * len(found["engines"])


def test_doctor_finds_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(doctor._CHECKS, "arithmetic", lambda: (fs.Value(1) + 1, fs.Value(3)))
    monkeypatch.setitem(doctor._CHECKS, "notation", lambda: (fs.Value("{"), None))
    result = run("doctor")
    assert result.exit_code == 1
    assert "arithmetic (reference engine): expected 3, got 2" in result.stdout
    assert "NotationError" in result.stdout
    assert json.loads(run("doctor", "--json").stdout)["ok"] is False


def test_doctor_names_the_packages_behind_extras_that_refer_to_others() -> None:
    lines = [
        "click<9,>=8.1",
        "farstar[cluster,plot]; extra == 'all'",
        "farstar[survey,all]; extra == 'cluster'",
        'distributed>=2025.1; extra == "cluster"',
        "matplotlib<4,>=3.9; extra == 'plot'",
        "duckdb (>=1.2); extra == 'survey'",
    ]
    assert doctor.packages_of_extras(lines) == {
        "all": ["distributed", "duckdb", "matplotlib"],
        "cluster": ["distributed", "duckdb", "matplotlib"],
        "plot": ["matplotlib"],
        "survey": ["duckdb"],
    }


def test_doctor_leaves_the_engine_as_it_was() -> None:
    before = fs.engine.active().name
    run("doctor")
    assert fs.engine.active().name == before


def test_bench_without_peers() -> None:
    result = run("bench", "engine", "--quick", "--no-peers", "--only", "hot-sum", "--json")
    assert result.exit_code == 0, result.output
    (entry,) = json.loads(result.stdout)
    assert set(entry) >= ENTRY
    assert entry["ours_s"] > 0
    assert entry["peer"] is entry["ratio"] is None
    assert "hot-sum" in result.stderr


def test_bench_as_a_table() -> None:
    result = run("bench", "--quick", "--no-peers", "--only", "heating")
    assert result.exit_code == 0, result.output
    assert "*4 heated by 1" in result.stdout


def test_peers_that_cannot_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: list[str]) -> str:
        raise subprocess.CalledProcessError(1, command, stderr="ERROR: no such package")

    monkeypatch.setattr(_peers, "_run", fail)
    result = run("bench", "--quick", "--only", "hot-sum", "--json")
    assert result.exit_code == 0, result.output
    entries = json.loads(result.stdout)
    assert {entry["peer"] for entry in entries} == {"pycgt", "cgt-py", "ogdoad"}
    for entry in entries:
        assert entry["peer_s"] is entry["ratio"] is None
        assert entry["note"] == "not measured: ERROR: no such package"
    assert "pycgt is not measured: ERROR: no such package" in result.stderr


def test_the_temporary_environment_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[Path] = []

    def install(name: str, place: Path) -> _peers.Peer:
        place.mkdir()
        places.append(place)
        return _peers.Peer(name, "1", place / "python")

    monkeypatch.setattr(_peers, "_install", install)

    def interrupted() -> None:
        with _peers.installed_peers(("pycgt",), lambda _: None) as (peers, missing):
            assert (list(peers), missing) == (["pycgt"], {})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not places[0].parent.exists()


def test_different_answers_are_no_race(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = _measure.Run(1.0, None, ("*2", "1"), "native")

    def their_run(command: list[str], environment: dict[str, str] | None = None) -> _measure.Run:
        answers = ("*2", "2") if "wrong" in command else ("{0,*|0,*}", "1")
        return _measure.Run(3.0, None, answers, None)

    monkeypatch.setattr(_measure, "_median", their_run)
    entries = []
    for name in ("right", "wrong"):
        peer = _peers.Peer(name, "1", Path("python"))
        entries.append(_measure._against(_suite.ENGINE[0], 9, ours, peer, 5, ours))
    right, wrong = entries
    assert (right["answers_agree"], right["ratio"]) == (True, 3.0)
    assert (wrong["answers_agree"], wrong["ratio"]) == (False, None)
    assert any("did less" in line for line in footnotes(entries))


def test_rows_have_names_of_their_own_and_known_work() -> None:
    rows = [row for suite in _suite.SUITES.values() for row in suite]
    names = [row.name for row in rows]
    assert len(set(names)) == len(names)
    for row in rows:
        assert row.work in _race.WORK
        assert set(row.peers) <= {*_peers.PACKAGES, _peers.OURSELVES} <= set(_race.LIBRARIES)
        assert "{}" not in row.says.format(row.size)


def euclid_value(p: int, q: int) -> fs.Value:
    """Return E(p, q) by its rules alone."""
    t = p % q
    return fs.Value.of([euclid_value(q, t)], [euclid_value(q, q - t)]) if t else fs.Value(0)


def test_positions_of_the_benchmark_are_partizan_euclid() -> None:
    table = _race.one_by_one(_race.Farstar(), 30)
    assert set(table) == {
        (p, q) for p in range(31) for q in range(2, p) if p < 2 * q and gcd(p, q) == 1
    }
    for (p, q), value in table.items():
        assert value == euclid_value(p, q)


@pytest.mark.skipif(fs.engine.active().name != "native", reason="the batch is native")
def test_the_batch_agrees_with_one_by_one() -> None:
    lib = _race.Farstar()
    table = lib.euclid(60)
    fresh = _race.one_by_one(lib, 60)
    assert len(table) == len(fresh)
    assert all(table[pair] == value._handle for pair, value in fresh.items())


@pytest.mark.parametrize("work", _race.WORK)
def test_every_piece_of_work_runs(work: str) -> None:
    rows = [row for suite in _suite.SUITES.values() for row in suite]
    row = next(row for row in rows if row.work == work)
    found = _race.run("farstar", work, row.quick)
    assert found["answers"]


def test_known_answers_of_the_benchmark() -> None:
    assert _race.run("farstar", "hot-sum", 5)["answers"] == ["43/4"]
    assert _race.run("farstar", "switches", 4)["answers"] == ["0", "+-{10|8||6|4|||4|2||0|-2}"]


def test_durations() -> None:
    assert duration(None) == "-"
    assert duration(1e-6) == "1 us"


WALL_ENDS = st.sampled_from(
    ["0", "7", "-3/8", "*", "^", "+-1", "{3||2|1}", "{5|2||-1}", "{100|-100}", "{1|0}", "Tiny(3)"]
)


@given(WALL_ENDS, WALL_ENDS)
def test_pictures_fit_and_show_a_mast(first: str, second: str) -> None:
    graph = (fs.Value(first) + fs.Value(second)).thermograph()
    lines = picture(graph, rows=12, columns=56)
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 20
    assert lines[0].count("|") == lines[1].count("|") == 2  # the axis and the mast
    assert lines[0].rindex("|") == lines[1].rindex("|")


def test_a_slanted_wall_is_a_run_of_slashes() -> None:
    lines = picture(fs.Value("{2|-2}").thermograph(), rows=4, columns=20)
    assert [line[5:] for line in lines[2:7]] == [
        "    |",
        "   / \\",
        "  /   \\",
        " /     \\",
        "/       \\",
    ]
