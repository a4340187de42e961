"""``farstar learn``, and its conjectures handed to ``search`` and ``verify``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import run

WORDS = ("learn", "E({w}e)", "--alphabet", "lr", "--from", "right")


def test_an_automaton_as_text() -> None:
    result = run(*WORDS, "--options", "left")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Conjecture: an automaton of 8 states")
    assert lines[1].startswith("Tested: all 4095 words of at most 11 letters")
    assert lines[-1].split() == ["7", "rlr", "L,", "L", "7", "7"]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("python", "NEXT = {"),
        ("latex", r"\begin{tabular}"),
        ("rules", "lll -> (empty)"),
        ("claim", "learn.Question("),
    ],
)
def test_other_formats(form: str, text: str) -> None:
    result = run(*WORDS, "--format", form)
    assert result.exit_code == 0
    assert text in result.stdout


def test_json() -> None:
    data = json.loads(run(*WORDS, "--json").stdout)
    assert data["schema"] == "farstar.learn/1"
    assert len(data["states"]) == 8
    assert data["states"][0]["next"] == {"l": 1, "r": 2}
    assert data["is_proved"] is False
    assert data["tested"]["length"] == 11


def test_the_conjecture_is_handed_to_search_and_verify(tmp_path: Path) -> None:
    file = tmp_path / "claim.py"
    assert run(*WORDS, "--options", "left", "--claim-file", str(file)).exit_code == 0
    searched = run("search", "--claim", str(file), "n=0..500")
    assert (searched.exit_code, searched.stdout[:29]) == (
        0,
        "no counterexample in 501 cases: "[:29],
    )
    verified = json.loads(run("verify", str(file), "--bound", "50", "--jobs", "1", "--json").stdout)
    (claim,) = verified["claims"]
    assert (claim["verdict"], claim["status"], claim["cases"]) == ("holds", "checked", 2047)


def test_a_wrong_conjecture_is_refuted_by_both(tmp_path: Path) -> None:
    file = tmp_path / "claim.py"
    options = ("--oracle", "integrality", "--length", "3", "--samples", "0")
    assert run(*WORDS, *options, "--claim-file", str(file)).exit_code == 0
    searched = run("search", "--claim", str(file), "n=0..500")
    assert searched.exit_code == 1
    # The shortest word with a weight that is no integer.
    assert "'lrrr': no, not yes" in searched.stdout
    assert run("verify", str(file), "--jobs", "1", "--bound", "400").exit_code == 1


def test_a_function_of_a_user(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def even(word):\n    return word.count('a') % 2 == 0\n")
    file = tmp_path / "claim.py"
    oracle = f"{tmp_path / 'mine.py'}:even"
    result = run("learn", "--alphabet", "ab", "--oracle", oracle, "--claim-file", str(file))
    assert result.exit_code == 0
    assert "an automaton of 2 states gives the even of the word" in result.stdout
    assert run("verify", str(file), "--jobs", "1", "--bound", "50").exit_code == 0


def test_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "automaton.svg"
    assert run(*WORDS, "--plot", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").startswith("<?xml")


def test_sequences() -> None:
    result = run("learn", "Kayles(n)", "n=0..200")
    assert "period: a(n+12) = a(n) for n >= 71" in result.stdout
    assert "not proved" in result.stdout
    assert "%S A000000 0,1,1,2,3,5" in run("learn", "0,1,1,2,3,5,8,13", "--format", "oeis").stdout
    assert run("learn", "1,2,4,8,16,32,64", "--format", "b-file").stdout.splitlines()[1] == "1 2"
    data = json.loads(run("learn", "1,2,4,8,16,32,64", "--json").stdout)
    assert data["schema"] == "farstar.sequence/1"
    assert data["guesses"]["recurrence"]["text"] == "a(n) = 2*a(n-1) for n >= 1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("learn", "E({w}e)"), "expected --alphabet LETTERS"),
        (("learn", "E({w}e)", "--digits", "1-3"), "expected digits such as 1..4"),
        (("learn", "E({w}e)", "F({w})", "--alphabet", "lr"), "expected one expression"),
        (("learn", "E({w}e)", "--alphabet", "lr", "--format", "oeis"), "format for an automaton"),
        (("learn", "Kayles(n)", "n=0..20", "--format", "python"), "format for a sequence"),
        (("learn", "1,2,3"), "6 to 100000 terms"),
        (("learn", "E({w}e)", "--alphabet", "lr", "--oracle", "no.py:f"), "existing Python file"),
    ],
)
def test_bad_input(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) <= 3


def test_too_many_states_are_out_of_budget() -> None:
    result = run("learn", "Clobber({w})", "--alphabet", "xo", "--length", "7", "--states", "10")
    assert result.exit_code == 3
    assert "more than 10 states" in result.stderr
