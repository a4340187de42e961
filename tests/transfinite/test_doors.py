"""Transfinite numbers through every door."""

from __future__ import annotations

import pytest

import farstar as fs
from farstar.expressions import read, read_statement
from farstar.reports import explanation, report
from tests.running import run


def test_a_report() -> None:
    known = report("omega/2 + 1")
    assert [(row.label, row.text(unicode=True)) for row in known.rows] == [
        ("expression", "omega/2+1"),
        ("value", "ω/2+1"),
        ("outcome", "Left wins, whoever starts (L)"),
        ("sign expansion", "+^omega -^omega +^1"),
        ("Left first", "wins"),
        ("Right first", "loses"),
        ("born on day", "2ω+1"),
    ]
    assert explanation(known).title == "omega/2+1: Left wins, whoever starts"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("omega > 5^", True),
        ("+-100 < w", True),
        ("1/3 || {1|0}", True),
        ("1/3 + 1/6 = 1/2", True),
        ("1/omega > ^^^", True),
        ("*omega < ^", True),
        ("*omega || *3", True),
        ("*omega = *omega + *2", False),
        ("omega <= omega - 1", False),
        ("Nim(3) || *omega", True),
    ],
)
def test_relations(text: str, answer: bool) -> None:
    done = run("eval", text)
    assert done.stdout.splitlines()[0] == ("true" if answer else "false")


@pytest.mark.parametrize("command", ["moves", "play", "certify", "plot", "simplify"])
def test_commands_about_games_say_what_they_need(command: str) -> None:
    done = run(command, "omega")
    assert done.exit_code == 2
    assert "got 'omega'" in done.stderr


def test_misere_play() -> None:
    done = run("eval", "--misere", "omega")
    assert done.exit_code == 2


def test_short_games_are_read_as_before() -> None:
    for text in ("2/4", "1/2", "3/8 + ^", "Clobber(xo/ox)", "Nim(3)"):
        assert read(text).number is None
    assert read_statement("1/2 > 1/4").left.number is None
    with pytest.raises(fs.NotationError, match="can be added to numbers only"):
        read("omega + v")
    w = read("{1|0}")
    assert read("w", names={"w": w}).number is None
