"""Transfinite numbers through every door."""

from __future__ import annotations

import json

import pytest

import farstar as fs
from farstar.expressions import read, read_statement
from farstar.interop import read_cgsuite
from farstar.reports import explanation, report
from farstar.web.tasks import evaluate
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


QUOTIENT = [
    ("expression", "2omega/(omega-3)"),
    ("value", "2ω/(ω-3)"),
    ("outcome", "Left wins, whoever starts (L)"),
    ("first terms", "2+6omega^(-1)+18omega^(-2)+54omega^(-3), and more"),
    ("Left first", "wins"),
    ("Right first", "loses"),
    ("born on day", "left out: not computed for quotients"),
]


def test_a_report_on_a_quotient() -> None:
    known = report("2w/(ω - 3)")
    assert [(row.label, row.text(unicode=True)) for row in known.rows] == QUOTIENT
    assert explanation(known).title == "2omega/(omega-3): Left wins, whoever starts"
    assert report("omega/(omega-3) - 3/(omega-3)").value == 1


def test_a_quotient_through_every_door() -> None:
    done = run("eval", "2w/(omega-3)")
    lines = [line.split("  ", 1) for line in done.stdout.splitlines()]
    texts = [(label, text.replace("ω", "omega")) for label, text in QUOTIENT]
    assert [(label, text.strip()) for label, text in lines] == texts
    data = json.loads(run("eval", "--json", "2w/(omega-3)").stdout)
    assert (data["value"], data["outcome"], data["birthday"]) == ("2omega/(omega-3)", "L", None)
    assert data["omitted"] == {"birthday": "not computed for quotients"}
    assert evaluate.check("2w/(omega-3)")["normalised"] == "2omega/(omega-3)"
    card = evaluate.answer("2w/(omega-3)")["card"]
    assert [(row["label"].lower(), row["text"]) for row in card["rows"]] == [
        (label.lower(), text) for label, text in texts
    ]
    assert (card["unicode"], card["latex"]) == ("2ω/(ω-3)", r"\frac{2\omega}{\omega-3}")
    (entry,) = read_cgsuite("2*omega/(omega-3)")
    assert entry.result == fs.SurrealFraction("2w/(omega-3)") == read("2w/(omega-3)").number
    (entry,) = read_cgsuite("> 1/(omega+1) - 1/omega\n-1/(omega^2+omega)")
    assert (entry.text, entry.agrees) == ("-1/(ω^2+ω)", True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/(omega-w)", "column 3: expected a divisor other than 0, got 0"),
        ("omega^(1/(omega+1))", "column 7: expected an exponent with finitely many terms"),
        ("*(1/(omega+1))", "column 2: expected an ordinal after '*'"),
        ("*2+1/(omega+1)", "column 4: expected only numbers or only nimbers in a sum"),
        ("(1/(omega+1))^(1/2)", "column 15: expected an integer as exponent of 1/(omega+1)"),
    ],
)
def test_errors_in_quotients(text: str, message: str) -> None:
    done = run("eval", text)
    assert done.exit_code == 2
    assert message in done.stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1/(omega+1) < 1/omega", True),
        ("1/(omega+1) > ^^ + *", True),
        ("*omega < 1/(w+1)", True),
        ("-1/(w+1) > *omega", False),
        ("{1|-1} || 1/(w+1)", True),
        ("omega > (omega^2-2)/(omega+1)", True),
        ("(omega+1)^-2 = 1/(omega^2+2omega+1)", True),
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


def test_single_invariants_of_a_number() -> None:
    assert run("eval", "--quiet", "1/3 + 1/3").stdout == "2/3\n"
    assert run("eval", "--quiet", "--unicode", "*omega").stdout == "*ω\n"
    shown = run("eval", "--show", "outcome,value,birthday", "omega/2").stdout
    assert [line.split() for line in shown.splitlines()] == [
        ["outcome", "L"],
        ["value", "omega/2"],
        ["birthday", "2omega"],
    ]
    refused = run("eval", "--show", "mean", "omega")
    assert refused.exit_code == 2
    assert "expected an invariant of a transfinite number, got 'mean'" in refused.stderr
