"""``farstar doctor``, ``farstar bench``, and pictures of thermographs in the terminal."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.cli import doctor
from farstar.cli._show import picture
from tests.running import run


def test_doctor() -> None:
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "FAILED" not in result.stdout


def test_doctor_in_json() -> None:
    report = json.loads(run("doctor", "--json").stdout)
    assert report["schema"] == "farstar.doctor/1"
    assert report["ok"] is True
    assert report["engine"] == fs.engine.active().name
    assert len(report["checks"]) == 5 * len(report["engines"])


def test_doctor_finds_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(doctor._CHECKS, "arithmetic", (lambda fs: fs.Value(1) + 1, fs.Value(3)))
    monkeypatch.setitem(doctor._CHECKS, "notation", (lambda fs: fs.Value("{"), None))
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


def test_bench() -> None:
    result = run("bench", "--json")
    assert result.exit_code == 0, result.output
    entries = json.loads(result.stdout)
    assert len({entry["name"] for entry in entries}) == len(entries) > 3
    for entry in entries:
        assert set(entry) >= {"schema", "name", "work", "ours_s", "peer", "peer_s", "ratio"}
        assert entry["ours_s"] > 0
        assert entry["peer"] is entry["peer_s"] is entry["ratio"] is None
    lines = run("bench").stdout.splitlines()
    assert [line.partition(" ms  ")[2] for line in lines] == [entry["work"] for entry in entries]


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
