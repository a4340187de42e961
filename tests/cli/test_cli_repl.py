"""What can be asked at the prompt besides values."""

from __future__ import annotations

from pathlib import Path

import pytest

from farstar.cli import repl
from farstar.cli.repl import CGSuitePrompt, Session
from tests.running import run


def answers(*lines: str) -> list[str]:
    """Return what a session prints."""
    printed: list[str] = []
    session = Session(printed.append)
    for line in lines:
        assert not session.answer(line)
    return printed


def test_invariants_before_and_after_a_game() -> None:
    assert answers("G := {2|-1}", "mean G", "G.mean", "temperature G + 1") == ["1/2", "1/2", "3/2"]
    assert answers("Domineering(2x2).temperature", "atomic weight ^", "0.75") == [
        *("1", "1", "3/4", "  Left wins, whoever starts (L)")
    ]
    assert answers("mean := {4|0}", "mean") == ["{4|0}", "  the first player wins (N)"]
    (message,) = answers("*.meen")
    assert message.endswith("got 'meen': did you mean mean?")


@pytest.mark.parametrize(
    ("word", "usage"),
    [
        ("mean", "mean G"),
        ("atomic weight", "atomic weight G"),
        ("compare", "compare G, H"),
        ("plot", "plot G FILE.svg"),
        ("table", "table G n=1..5"),
        ("why", "why G"),
    ],
)
def test_a_command_alone_is_answered_with_its_use(word: str, usage: str) -> None:
    assert answers(word) == [f"expected a game, as in {usage!r}, got none"]


def test_comparisons() -> None:
    assert answers("H := {1|0}", "compare H, Nim(1,2)")[0] == "{1|0} > Nim(1,2)"
    assert answers("compare {1|0} 2") == answers("compare {1|0}, 2")
    assert answers("compare 1") == ["expected two games with a comma between them, got '1'"]


def test_tables_know_names() -> None:
    (text,) = answers("G := {2|0}", "table G + {n|-n} n=1..2 --show mean")
    assert text.splitlines()[-2:] == ["1     1", "2     1"]
    assert answers("table G") == ["expected ranges such as n=1..5, got 'G'"]


def test_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "g.svg"
    (said,) = answers(f"plot {{2|-1}} {file}")
    assert said == f"{file}: Thermograph of {{2|-1}}: mean 1/2, temperature 3/2."
    assert file.read_text().count("<title>") == 1
    assert answers("plot 1")[0].startswith("expected a game and the name of a file")


def test_lines_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    printed = "\n".join(answers("all E(11,8)", "why Domineering(3x3)", "moves Domineering(3x3)"))
    lines = printed.splitlines()
    assert max(map(len, lines)) <= 60
    assert any(line.startswith("   - Left's option {1/2|-2} is dominated by 1") for line in lines)


def test_messages_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    (message, _) = answers("Take + 1")
    whole = "column 1: expected the name of a game, got 'Take': did you mean TakeAway?"
    assert " ".join(message.split()) == whole
    assert max(map(len, message.splitlines())) <= 40


def test_commands_of_cgsuite_have_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    prompt = CGSuitePrompt(said.append)
    monkeypatch.setattr(repl, "_SECONDS", 0.0)
    assert not prompt.answer("for n from 1 do end")
    monkeypatch.undo()
    assert not prompt.answer("6*5")
    assert said == ["line 1: the program ran out of time", "30"]


def test_help_names_every_command() -> None:
    text = "\n".join(answers("help"))
    assert run("repl", text="help\nquit\n").stdout == text + "\n"
    for word in ("all", "moves", "why", "compare", "table", "plot", "mean"):
        assert f"\n{word} " in text


def test_commands_of_cgsuite_may_be_broken_between_any_words() -> None:
    program = """
        x := 1; for n in [1,2,3]
        where n > 1

        yield /* a remark
        of two lines */ n * x
        end
        {1|
        0}
        for n in [1,2]
    """
    fault = "line 1: expected 'do' or 'yield' after the loop"
    printed = run("repl", "--cgsuite", text=program).stdout
    assert printed.splitlines() == ["1", "[2,3]", "{1|0}", fault]
