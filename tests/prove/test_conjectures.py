"""What was learned is handed to the prover."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar import learn
from farstar.errors import NotationError
from farstar.expressions import registered
from farstar.learn import Conjecture, Machine
from farstar.prove import NotProved, Theorem
from tests.running import run

LANTERNS = "game Lanterns\ncells o .\nboth oo. -> ..o\n"
ROW = "game Row\nboard strip\ncells . #\nboth . -> #  .. -> ##\n"


@pytest.fixture(autouse=True)
def _known_games() -> Iterator[None]:
    with registered(fs.rules(LANTERNS)), registered(fs.rules(ROW)):
        yield


@pytest.mark.parametrize("start", ["left", "right"])
@pytest.mark.parametrize("what", ["Lanterns({w})", "Lanterns(o{w}.)", "Lanterns({w}oo)"])
@pytest.mark.parametrize("oracle", ["grundy", "outcome", "misere outcome", "value"])
def test_true_conjectures_are_proved(what: str, start: Any, oracle: str) -> None:
    guess = learn.automaton(what, alphabet="o.", oracle=oracle, start=start, length=8, samples=100)
    theorem = fs.prove.conjecture(guess)
    assert isinstance(theorem, Theorem)
    assert str(theorem.value("oo.")) in {"1", "N", "P", "*"}


@pytest.mark.parametrize("start", ["left", "right"])
def test_every_changed_automaton_is_refused(start: Any) -> None:
    """The automaton is minimal, so that another answer or successor makes it wrong."""
    guess = learn.automaton(
        "Lanterns({w})", alphabet="o.", oracle="grundy", start=start, length=8, samples=200
    )
    machine = guess.machine
    wrong = []
    for state in range(1, len(machine)):
        answers = [*machine.answers]
        answers[state] = "1" if answers[state] == "0" else "0"
        wrong.append(Machine(machine.transitions, tuple(answers)))
        for letter in machine.letters:
            row = [*machine.transitions[letter]]
            row[state] = (row[state] + 1) % len(machine)
            wrong.append(Machine({**machine.transitions, letter: tuple(row)}, machine.answers))
    for changed in wrong:
        result = fs.prove.conjecture(Conjecture(guess.question, changed, guess.plan, ()))
        assert isinstance(result, NotProved)
        word = result.counterexample
        assert word is not None
        claimed = changed.answer(guess.question.alphabet.reading(word))
        assert claimed != str(fs.rules(LANTERNS)(word).search_grundy())


def test_parts_are_found() -> None:
    """Kayles on a strip: the theorem is about single parts, and the automaton about sums."""
    guess = learn.automaton("Row({w})", alphabet=".#", oracle="grundy", length=3, samples=0)
    result = fs.prove.conjecture(guess)
    assert isinstance(result, NotProved)
    assert "is wrong for" in result.reason


@pytest.mark.parametrize(
    ("what", "options", "message"),
    [
        ("E({w}e)", {"alphabet": "lr"}, "expected a game by patterns"),
        ("Row({w})", {"alphabet": ".#", "oracle": "mean"}, "expected a conjecture about outcome"),
        ("Row({w}) + *", {"alphabet": ".#"}, "expected a board such as"),
        ("Row({w})", {"alphabet": ".#", "beside": ["*"]}, "without sums"),
    ],
)
def test_other_questions_are_refused(what: str, options: dict[str, Any], message: str) -> None:
    guess = learn.automaton(what, length=2, samples=0, **options)
    with pytest.raises(NotationError, match=message):
        fs.prove.conjecture(guess)


def test_the_command(tmp_path: Path) -> None:
    rules, out = tmp_path / "lanterns.rules", tmp_path / "lanterns.json"
    rules.write_text(LANTERNS)
    question = ["learn", "Lanterns({w})", "--rules", str(rules), "--alphabet", "o.", "--prove"]
    done = run(*question, "--oracle", "grundy", "--out", str(out))
    assert done.exit_code == 0
    assert "\nproved: the Grundy value of every word" in done.stdout
    assert run("check", str(out)).exit_code == 0
    short = ["--length", "2", "--samples", "0"]
    false = run(*question, "--oracle", "grundy", *short, "--json")
    assert false.exit_code == 3
    assert json.loads(false.stdout)["proof"]["counterexample"] == "oo."
    assert "proved" not in run(*question, *short).stdout
    refused = run("learn", "Kayles(n)", "n=0..20", "--prove")
    assert refused.exit_code == 2
    assert "expected words with --prove" in refused.output
