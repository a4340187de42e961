"""What collecting costs is measured in turns, and by instructions where valgrind is."""

from __future__ import annotations

import shutil

import pytest

import farstar as fs
from benchmarks import collection
from benchmarks.cases import CASES, Case
from benchmarks.measure import Run
from benchmarks.peers import OURS, Peer

native = pytest.mark.skipif(
    fs.engine.active().name != "native", reason="the native engine is measured"
)


def test_the_least_of_all_rounds_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    turns: list[str] = []

    def run(peer: Peer, size: int, case: Case) -> Run:
        turns.append(peer.name)
        return Run((3.0 if peer is OURS else 2.0) / len(turns), None, ())

    monkeypatch.setattr(collection, "run_once", run)
    assert collection.main(["heating", "--rounds", "2"]) == 0
    assert turns == ["farstar", "never collects"] * 2
    assert capsys.readouterr().out.splitlines()[-1] == "| heating | 1 | 0.5 | 2.000 |"


@native
def test_usual_cases_are_known() -> None:
    assert set(collection.USUAL) <= set(CASES)


@pytest.mark.long
@native
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind counts")
def test_instructions_do_not_depend_on_the_machine() -> None:
    ours, keeps = (
        collection.instructions(CASES["heating"], peer) for peer in (OURS, collection.KEEPS)
    )
    assert ours == pytest.approx(keeps, rel=0.02)
