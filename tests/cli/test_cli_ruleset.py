"""``--ruleset FILE.py:NAME``: a game from a file, in every command that reads expressions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import Result

from tests import running

Run: TypeAlias = Callable[..., Result]

GAME = '''
import farstar as fs

class Ladder(fs.Ruleset):
    """Left climbs one rung down, Right two."""

    def left(self, n):
        return [n - 1] if n >= 1 else []

    def right(self, n):
        return [n - 2] if n >= 2 else []
'''

OWN_NOTATION = """
    @classmethod
    def read(cls, text):
        return cls()(len(text))
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def invoke(*words: str, source: str = GAME, typed: str = "") -> Result:
        Path("ladder.py").write_text(source, encoding="utf-8")
        return running.run(*words, "--ruleset", "ladder.py:Ladder", text=typed)

    return invoke


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("eval", "Ladder(2) + 1"), "value            {2|1}"),
        (("moves", "Ladder(2)"), "Left, moving first, wins: the only move wins"),
        (("explain", "Ladder(2)"), "Ladder(2)"),
        (("simplify", "Ladder(2)"), "{1|0}"),
        (("table", "Ladder(n)", "n=1..2"), "{1|0}"),
        (("play", "Ladder(1)"), "Right cannot move: you win."),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_a_game_from_a_file(run: Run, words: tuple[str, ...], expected: str) -> None:
    result = run(*words, typed="1\n")
    assert result.exit_code == 0, result.output
    assert expected in result.output


def test_a_saved_game_is_replayed_with_its_rules(run: Run) -> None:
    assert run("play", "Ladder(1)", "--save", "game.json", typed="1\n").exit_code == 0
    assert "Left plays to 0" in run("play", "--replay", "game.json").output


def test_a_file_may_say_how_its_positions_are_written(run: Run) -> None:
    result = run("moves", "Ladder(==)", source=GAME + OWN_NOTATION)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Ladder(2)")


def test_an_error_in_the_rules_of_the_user_is_theirs(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "import farstar as fs\n\n\nclass Broken(fs.ImpartialRuleset):\n"
        "    def moves(self, n):\n        return [n / 0]\n"
    )
    for words in (["eval", "Broken(3)"], ["table", "Broken(n)", "n=1..3"], ["moves", "Broken(3)"]):
        result = running.run(*words, "--rules", file)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
        assert f"error in {str(file)!r}, line 6: ZeroDivisionError: division by zero" in (
            result.stderr
        )
