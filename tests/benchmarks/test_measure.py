"""What the benchmark makes of its measurements: turns, growth, tables, a picture, JSON."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from benchmarks import __main__ as command
from benchmarks import measure, peers, report
from benchmarks.cases import CASES, Case
from benchmarks.measure import Run, WorkFailed
from benchmarks.peers import OURS, TWIN, Peer
from farstar.games import bulk

native = pytest.mark.skipif(
    fs.engine.active().name != "native", reason="the native engine is measured"
)
ENTRY = {"schema", "name", "work", "ours_s", "peer", "peer_s", "ratio", "target", "note"}


def silent(_: str) -> None:
    """Say nothing."""


def peers_of(case: Case, missing: str | None = None) -> dict[str, Peer]:
    return {name: Peer(name, "1.0", name, missing) for name in case.peers}


@pytest.fixture
def quadratic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every library take the square of the size, and the others three times as long."""

    def run(peer: Peer, size: int, case: Case) -> Run:
        slower = 1 if peer is OURS else 3
        return Run(slower * 1e-6 * size**2, 2**20, ("1",))

    monkeypatch.setattr(measure, "run_once", run)


def entries_of(*names: str) -> list[measure.Entry]:
    return [
        entry
        for name in names
        for entry in measure.measure(CASES[name], peers_of(CASES[name]), silent)
    ]


def test_short_work_is_done_in_turns_and_long_work_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, int]] = []

    def run(peer: Peer, size: int, case: Case) -> Run:
        calls.append((peer.name, size))
        seconds = {1: 0.1 * calls.count((peer.name, 1)), 2: 60.0}[size]
        return Run(seconds, None, ())

    monkeypatch.setattr(measure, "run_once", run)
    slow = Peer("slow", "1", "python")
    jobs = [(OURS, 1), (OURS, 2), (slow, 1)]
    runs = measure.take_turns(CASES["heating"], jobs)
    assert calls[:3] == [("farstar", 1), ("farstar", 2), ("slow", 1)]
    assert calls[3:] == [("farstar", 1), ("slow", 1)] * 4
    assert [run.seconds for run in runs.values() if isinstance(run, Run)] == pytest.approx(
        [0.3, 60.0, 0.3]
    )


@pytest.mark.usefixtures("quadratic")
def test_growth_is_fitted() -> None:
    entries = entries_of("euclid-outcomes")
    assert [entry["peer"] for entry in entries] == ["pycgt", "cgt-py", "ogdoad"]
    for entry in entries:
        assert [size for size, _ in entry["series"]] == [200, 400, 800]
        assert entry["exponent"] == entry["peer_exponent"] == 2.0
        assert entry["ratio"] == pytest.approx(3)
    assert any(
        "| pycgt | 100, 200, 400 |" in " ".join(line.split()) for line in report.markdown(entries)
    )


def test_growth_needs_two_sizes() -> None:
    assert measure.exponent([(5, 1.0)]) is None
    assert measure.exponent([(5, 0.0), (10, 1.0)]) is None
    assert measure.exponent([(1, 1.0), (2, 2.1), (4, 3.9)]) == pytest.approx(0.98, abs=0.02)


@pytest.mark.parametrize("who", ["farstar", "pycgt"])
def test_a_failure_does_not_end_the_run(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(peer: Peer, size: int, case: Case) -> Run:
        if peer.name == who:
            raise WorkFailed("it took more than 900 seconds")
        return Run(1.0, None, ("1",))

    monkeypatch.setattr(measure, "run_once", run)
    entries = entries_of("heating")
    failed = [entry for entry in entries if "took more than" in (entry["note"] or "")]
    assert len(failed) == 1
    assert failed[0]["ours_s" if who == "farstar" else "peer_s"] is None
    assert any("took more than" in line for line in report.markdown(entries))


@pytest.mark.usefixtures("quadratic")
def test_quoted_figures_are_marked() -> None:
    ours, suite, other = entries_of("domineering-5x6")
    assert ours["measured"] is True
    for entry, seconds in ((suite, 53), (other, 149)):
        assert entry["measured"] is False
        assert entry["peer_s"] == seconds
        assert entry["ratio"] is None
    lines = report.markdown([ours, suite, other])
    head = lines.index(f"Not measured here, but taken from {measure.SOURCE}:")
    assert [
        [cell.strip() for cell in line.split("|")[3:5]] for line in lines[head + 4 : head + 6]
    ] == [*(["CGSuite", "53 s"], ["cgt", "149 s"])]
    assert not any("CGSuite" in line for line in lines[:head])


@pytest.mark.usefixtures("quadratic")
def test_tables_in_markdown() -> None:
    lines = report.markdown(entries_of("geography-values", "geography-board", "rules-toads"))
    assert [line for line in lines if line.startswith("#")] == [
        "## `python -m benchmarks geography`",
        "## `python -m benchmarks rules`",
    ]
    tables = [line for line in lines if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in tables} == {6, 10}
    assert any("N^2.00" in line for line in tables)


@pytest.mark.long
@pytest.mark.usefixtures("quadratic")
@pytest.mark.parametrize("ending", [".svg", ".pdf", ".png"])
def test_a_picture(ending: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from benchmarks import plot

    path = tmp_path / f"bench{ending}"
    plot.draw(entries_of("geography-values", "geography-board"), path)
    assert path.stat().st_size > 5_000


def test_different_answers_are_no_race(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"pycgt": ("{0,*|0,*}", "1"), "ogdoad": ("*2", "2")}

    def run(peer: Peer, size: int, case: Case) -> Run:
        return Run(3.0 if peer is not OURS else 1.0, None, answers.get(peer.name, ("*2", "1")))

    monkeypatch.setattr(measure, "run_once", run)
    right, wrong = entries_of("heating")
    assert (right["answers_agree"], right["ratio"]) == (True, 3.0)
    assert (wrong["answers_agree"], wrong["ratio"]) == (False, None)
    for line in report.markdown([right, wrong]):
        cells = [cell.strip() for cell in line.split("|")]
        if "pycgt" in line and "N^" not in line:
            # The line has the task of the peer, and our time for it.
            assert cells[2].startswith("\\*9 heated by 1")
            assert (cells[3], cells[6], cells[8]) == ("1 s", "3 s", "3 x")
    assert command.report_differences([right]) == 0
    assert command.report_differences([right, wrong]) == 1


@pytest.mark.usefixtures("quadratic")
def test_peers_that_cannot_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(words: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(words, 1, "", "ERROR: no such package\nnothing else")

    monkeypatch.setattr(subprocess, "run", fail)
    said: list[str] = []
    case = CASES["hot-sum"]
    with peers.installed_peers(case.peers, said.append) as installed:
        entries = measure.measure(case, installed, silent)
    assert [entry["peer"] for entry in entries] == ["pycgt", "cgt-py", "ogdoad"]
    for entry in entries:
        assert entry["peer_s"] is entry["ratio"] is None
        assert entry["note"] == "not measured: ERROR: no such package"
    assert "pycgt is not measured: ERROR: no such package" in said


def test_the_temporary_environment_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[Path] = []

    def install(name: str, place: Path) -> Peer:
        place.mkdir()
        places.append(place)
        return Peer(name, "1", "python")

    monkeypatch.setattr(peers, "install", install)

    def interrupted() -> None:
        with peers.installed_peers(["pycgt", TWIN.name], silent) as installed:
            assert list(installed) == ["pycgt", TWIN.name]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(places) == 1
    assert not places[0].parent.exists()


@native
@pytest.mark.long
def test_rules_in_python_and_in_the_core_agree() -> None:
    (entry,) = measure.measure(CASES["rules-domineering"], {TWIN.name: TWIN}, silent, quick=True)
    assert entry["answers_agree"] is True
    assert entry["ratio"] > 0


@pytest.mark.long
@native
def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["bulk", "--only", "census-1e4", "--quick", "--no-peers", "--json"]) == 0
    printed = capsys.readouterr()
    (entry,) = json.loads(printed.out)
    assert set(entry) >= ENTRY
    assert entry["ours_s"] > 0
    assert entry["peer"] is entry["ratio"] is None
    counts = bulk.partizan_euclid_census(CASES["census-1e4"].quick)
    assert entry["note"] == "; ".join(f"{outcome} {n:,}" for outcome, n in counts.items())
    assert "census-1e4" in printed.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nosuch"], "expected suites among engine, partizan-euclid, geography, sums,"),
        (["--only", "nosuch"], "got 'nosuch'"),
    ],
)
def test_bad_options(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command.main(words)
    assert stop.value.code == 2
    assert said in capsys.readouterr().err


def test_durations() -> None:
    assert report.duration(None) == ""
    assert report.duration(1e-6) == "1 us"
