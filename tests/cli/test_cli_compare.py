"""``farstar compare`` and ``farstar repl``; relations, ``--show`` and ``--quiet`` in ``eval``."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import Result

import farstar as fs
from farstar.cli import _batch
from farstar.cli import repl as repl_module
from farstar.cli.repl import Session, history_path
from tests import running


def run(*words: str, text: str = "") -> Result:
    _batch._notes_given.clear()
    return running.run(*words, text=text)


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        ("{1|0}", "||", "1/2"),
        ("^", ">", "0"),
        ("-1", "<", "^"),
        ("Domineering(2x2)", "=", "+-1"),
        ("+-1", "=", "Domineering(2x2)"),
        ("E(11,8) + ^", "<", "Nim(3) + 1"),
        ("on", ">", "Domineering(2x2)"),
        ("^", "<", "over"),
    ],
)
def test_two_games_compare(left: str, relation: str, right: str) -> None:
    done = run("compare", left, right)
    assert done.exit_code == 0
    assert f" {relation} " in done.output.splitlines()[0]
    how = "proved by strategies " if {left, right} & {"on", "over"} else "in the difference "
    assert done.output.splitlines()[1].startswith(how)
    printed = json.loads(run("compare", "--json", left, right).output)
    assert (printed["schema"], printed["relation"]) == ("farstar.compare/1", relation)
    assert (printed["asked"], printed["holds"]) == (None, None)


def test_two_games_are_needed() -> None:
    assert "expected two games, got 1" in run("compare", "1").output
    assert "expected a game, got a relation" in run("compare", "1 < 2", "3").output


_TRUE = {
    "{1|0}": "|| != <| |>",
    "1/4": "< <= != <|",
    "3/4": "> >= != |>",
    "1/2": "== <= >=",
}
"""Which relations hold between each game and 1/2."""


@pytest.mark.parametrize("game", _TRUE)
@pytest.mark.parametrize("sign", ["==", "!=", "<", "<=", ">", ">=", "||", "<|", "|>"])
def test_relations_are_true_or_false(game: str, sign: str) -> None:
    holds = sign in _TRUE[game].split()
    done = run("eval", "--quiet", f"{game} {sign} 1/2")
    assert done.output == ("true\n" if holds else "false\n")
    assert done.exit_code == (0 if holds else 1)


def test_a_relation_in_json_and_with_its_reason() -> None:
    printed = json.loads(run("eval", "--json", "^ >= 0").output)
    assert (printed["asked"], printed["holds"], printed["relation"]) == (">=", True, ">")
    done = run("eval", "^ = 0")
    assert done.output == "false\n^ > 0: in the difference Left wins, whoever starts (L)\n"


def test_a_comparison_that_takes_too_long_is_out_of_budget() -> None:
    with fs.engine.budget(nodes=10):
        done = run("compare", "A(0,30,2)", "A(2,40,1) - A(3,35,6)")
    assert done.exit_code == 3


def test_only_what_is_asked_for_is_shown() -> None:
    done = run("eval", "--show", "mean,temperature", "{3||2|1}")
    assert done.output == "mean         9/4\ntemperature  3/4\n"
    assert run("eval", "--show", "mean", "--quiet", "{3||2|1}").output == "9/4\n"
    assert run("eval", "--quiet", "Domineering(2x2)").output == "+-1\n"
    assert run("eval", "--quiet", "--unicode", "^ + *").output == "↑∗\n"
    assert run("eval", "--show", "atomic-weight", "1").output == "atomic weight  none\n"
    assert run("eval", "--show", "mean", "--json", "1").exit_code == 2


def test_a_product_that_is_a_sum_is_noted_once() -> None:
    done = run("eval", "--quiet", "-", text="2*3\n2*3 + 1\n3*(2)\n")
    assert done.stderr == "note: 2*3 is read as 2 + *3; a multiple is written 2*(3)\n"
    assert done.stdout.split() == ["2*3", "3*3", "6"]
    assert "note: 2*3" in run("moves", "2*3").stderr
    assert "note: 2*3" in run("explain", "2*3").stderr


# The prompt.


def answers(*lines: str) -> list[str]:
    said: list[str] = []
    session = Session(said.append)
    for line in lines:
        assert not session.answer(line)
    return said


def test_variables() -> None:
    assert answers("G := {2|-1}", "H := G - 1", "G + H")[:1] == ["0"]
    assert answers("G := Domineering(2x2)", "G - G", "_ + 1")[::2] == ["0", "1"]
    assert answers("G := 1", "G := G + 1", "names") == ["G := 1 + 1", "_ := 1 + 1"]


def test_relations_at_the_prompt() -> None:
    assert answers("G := ^", "G > 0", "G == *") == ["true: ^ > 0", "false: ^ || *"]


def test_commands_at_the_prompt() -> None:
    assert answers("moves *2 + 1") == ["Left: in *2: to 0, in *2: to *", "Right: no winning move"]
    assert answers("why ^")[0] == "^: Left wins, whoever starts"
    assert "value          ^" in answers("all ^")
    assert "G := {2|-1}" in answers("help")[0]
    assert answers("", "# a comment") == []
    assert Session(print).answer("quit")


def test_mistakes_at_the_prompt_are_answered() -> None:
    assert answers("1 +") == [
        "column 4: expected a value, found the end of the text",
        "  1 +\n     ^",
    ]
    assert "column 9" in answers("Clobber(?)")[0]
    assert answers("v := 1") == ["expected another name than 'v', which has a meaning"]
    assert answers("2*3")[0].startswith("note: 2*3 is read as 2 + *3")
    assert " ".join(answers("Game := 1", "Gane + 1")[0].split()) == (
        "column 1: expected a name that is defined, or that of a game, got 'Gane': "
        "did you mean Game?"
    )


def test_an_equation_for_a_new_name_defines_it() -> None:
    assert answers("G = {2|-1}", "G = 1", "names") == [
        "note: read as G := ...; G = ... now compares",
        "false: {2|-1} || 1",
        "G := {2|-1}",
        "_ := {2|-1}",
    ]
    assert answers("on = 1") == ["false: on > 1"]


def test_completion_at_the_prompt() -> None:
    session = Session(print)
    session.answer("Domino := 1")
    assert session.complete("dom") == ["Domino", "Domineering("]
    assert session.complete("") == []


def test_lines_from_a_pipe() -> None:
    done = run("repl", text="G := {2|-1}\nG > -2\nquit\n1\n")
    assert (done.exit_code, done.output) == (0, "true: {2|-1} > -2\n")


def test_ctrl_c_returns_to_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter([KeyboardInterrupt(), "1 + 1", None])

    def ask() -> str | None:
        line = next(lines)
        if isinstance(line, KeyboardInterrupt):
            raise line
        return line

    monkeypatch.setattr(repl_module, "_ask", ask)
    monkeypatch.setattr(repl_module, "_stop", lambda _: click.echo("interrupted"))
    assert run("repl").output.splitlines() == [
        "interrupted",
        "2",
        "  Left wins, whoever starts (L)",
    ]


def test_where_the_history_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FARSTAR_HISTORY", str(tmp_path / "lines"))
    assert history_path() == tmp_path / "lines"
    monkeypatch.delenv("FARSTAR_HISTORY")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert history_path() == tmp_path / "farstar" / "history"
