"""``farstar rules``: reading rules, and comparing them with others."""

from __future__ import annotations

import json
from pathlib import Path

from tests import running

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rules"


def run(*words: object) -> tuple[int, str]:
    done = running.run("rules", *words)
    return done.exit_code, done.output


def test_facts() -> None:
    code, output = run(EXAMPLES / "cram.rules")
    assert code == 0
    assert "impartial      True" in output
    code, output = run(EXAMPLES / "clobber.rules", "--json")
    assert json.loads(output)["symmetries"] == 16


def test_agreement() -> None:
    words = ("--check", "Clobber", "--boards", "2x3", "--positions", "60")
    assert run(EXAMPLES / "clobber.rules", *words) == (
        0,
        "60 positions agree: values, outcomes and moves\n",
    )
    code, output = run(EXAMPLES / "kayles.rules", "--check", "Kayles", "--heaps", "6x2")
    assert code == 0
    assert output.startswith("27 positions agree")


def test_differences(tmp_path: Path) -> None:
    words = ("--check", "Clobber", "--boards", "2x2")
    code, output = run(EXAMPLES / "anti-clobber.rules", *words)
    assert code == 1
    assert "expected" in output
    twin = tmp_path / "twin.py"
    twin.write_text(
        "import farstar as fs\nclass Walk(fs.Ruleset):\n"
        "    def left(self, s):\n        return [s.replace('E.', '.E', 1)] if 'E.' in s else []\n"
        "    def right(self, s):\n        return []\n"
    )
    file = EXAMPLES / "elephants-and-rhinos.rules"
    code, output = run(file, "--check", f"{twin}:Walk", "--strips", "3")
    assert code == 1
    assert ".R: " in output


def test_mistakes(tmp_path: Path) -> None:
    assert run(EXAMPLES / "cram.rules", "--check", "Cram")[0] == 2
    assert run(tmp_path / "none.rules")[0] == 2
    broken = tmp_path / "broken.rules"
    broken.write_text("cells x .\nleft x. -> .y\n")
    code, output = run(broken)
    assert code == 2
    assert "line 2, column 13" in output


def test_games_that_are_included() -> None:
    assert run("Domineering")[1].splitlines()[1].split() == ["board", "grid"]
    code, output = run("Nim")
    assert code == 2
    assert "expected rules that are written as patterns, got Nim" in output
    assert run("Domineering", "--check", "Domineering", "--boards", "2x2")[0] == 0
