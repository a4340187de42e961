"""``farstar verify``."""

from __future__ import annotations

import json

import pytest

from farstar import papers
from farstar.cli import cli
from farstar.papers.partizan_euclid.theory import observations


def run(*words: str) -> int:
    return int(cli.main(list(words), prog_name="farstar", standalone_mode=False))


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("partizan-euclid", "--claim", "Observation 5, values", "--claim", "Theorem 6")
    assert run("verify", *words, "--bound", "20", "--jobs", "1", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["schema"] == "farstar.verify/1"
    by_label = {claim["label"]: claim for claim in report["claims"]}
    assert list(by_label) == ["Theorem 6", "Observation 5, values"]
    theorem, observation = by_label.values()
    assert theorem["verdict"] == "holds"
    assert theorem["counterexample"] is None
    assert theorem["range"] == "q < p <= 20"
    assert observation["verdict"] == "corrected"
    assert observation["counterexample"] == "E(5,3): v, not ^"
    assert observation["status"] == "false as printed"
    assert report["counts"] == {
        "holds": 1,
        "corrected": 1,
        "disagrees": 0,
        "open": 0,
        "answered": 0,
    }
    assert report["corrections"] == {"false as printed": 1}


def test_claims_can_be_listed_and_are_not_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(papers, "verify", None)
    assert run("verify", "partizan-euclid", "--claim", "Table 2", "--list") == 0
    assert capsys.readouterr().out.startswith("partizan-euclid: Table 2 (false as printed; ")
    assert run("verify", "--list", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["schema"] == "farstar.claims/1"
    assert len(report["claims"]) == len(papers.select())
    assert {"label", "statement", "status", "range"} <= report["claims"][0].keys()


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", "partizan-euclid", "--claim", "Table 1", "--jobs", "1") == 0
    out = capsys.readouterr().out
    assert "+ partizan-euclid Table 1" in out
    assert "1 holds; 27 cases compared" in out


def test_a_disagreement_is_exit_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(observations, "fibonacci_value", lambda k: observations.UpStar(1, 0))
    words = ("verify", "partizan-euclid", "--claim", "Observation 5, values", "--jobs", "1")
    assert run(*words) == 1
    assert "! partizan-euclid" in capsys.readouterr().out
    assert run(*words, "--json") == 1
    assert json.loads(capsys.readouterr().out)["claims"][0]["verdict"] == "disagrees"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("hackenbush",), "expected a paper, one of partizan-euclid"),
        (("partizan-euclid", "beyond"), "expected one paper, got 2"),
        (("--claim", "Lemma 99"), "expected the label of a claim in the papers, got 'Lemma 99'"),
        (("--claim", " "), "expected the label of a claim in the papers, got ' '"),
        (("--bound", "0"), "expected a positive number after --bound, got 0"),
        (("--jobs", "0"), "expected a positive number after --jobs, got 0"),
        (("--bound", "x"), "'x'"),
    ],
)
def test_bad_input(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("verify", *words) == 2
    assert message in capsys.readouterr().err


def test_out_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("verify", "partizan-euclid", "--bound", "3000", "--jobs", "1", "--claim", "Figure 1")
    assert run(*words) == 0  # and once everything is loaded it takes no time
    assert run(*words, "--claim", "Algorithm 3.1", "--time-limit", "2") == 3
    output = capsys.readouterr()
    assert "out of time" in output.err
    # What was found before is shown all the same.
    assert output.out.count("Figure 1 holds") == 2
    assert output.out.count("1 holds;") == 2
