"""``farstar table``."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import farstar as fs
from tests import running

run = partial(running.run, "table")


def test_a_grid() -> None:
    result = run("Euclid(a,b)", "a=0..9", "b=0..9", "--show", "grundy")
    assert result.exit_code == 0
    expected = fs.table(fs.Euclid, range(10), range(10), show="grundy")
    assert result.stdout.splitlines()[1:] == expected.text().splitlines()[1:]


def test_ranges_in_pieces_and_json() -> None:
    result = run("{n|-n}", "n=1,4..9..2,-3", "--show", "mean,outcome", "--json")
    report = json.loads(result.stdout)
    assert [record["n"] for record in report["records"]] == [1, 4, 6, 8, -3]


@pytest.mark.parametrize("form", ["markdown", "latex", "csv", "html", "json", "text"])
def test_formats(form: str) -> None:
    result = run("A(0,n,0)", "n=1..4", "--show", "value", "--format", form, "--caption", "Values")
    table = fs.table("A(0,n,0)", n=range(1, 5), caption="Values")
    assert result.stdout.rstrip("\n") == table.write(form).rstrip("\n")


def test_lists_and_conditions() -> None:
    words = ("E(p,q)", "p=3..9", "q=2..8", "--where", "q < p < 2*q", "--show", "word", "--long")
    lines = run(*words).stdout.splitlines()
    assert lines[3].split() == ["3", "2", "e"]
    assert len(lines) == 3 + sum(q < p < 2 * q for p in range(3, 10) for q in range(2, 9))


def test_a_file(tmp_path: Path) -> None:
    target = tmp_path / "values.csv"
    result = run("A(0,n,0)", "n=1..4", "--out", str(target))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert target.read_text("utf-8").splitlines()[2] == "2,*"


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("E(p,q)",),
        ("p=1..3",),
        ("E(p,q)", "E(q,p)", "p=1", "q=2"),
        ("E(p,q)", "p=1..3"),
        ("E(p,q)", "p=3..1", "q=2"),
        ("E(p,q)", "p=1..9..0", "q=2"),
        ("E(p,q)", "p=1..", "q=2"),
        ("E(p,q)", "p=1", "p=2", "q=2"),
        ("E(p,q)", "p=1", "q=2", "show=3"),
        ("E(p,q)", "p=0", "q=2"),
        ("E(p,q)", "p=5", "q=2", "--show", "colour"),
        ("E(p,q)", "p=5", "q=2", "--where", "import os"),
        ("E(p,q)", "p=5", "q=2", "--format", "docx"),
        ("E(p,q)", "p=5", "q=2", "--label", "a}"),
        ("E(p,q)", "p=5", "q=2", "--out", "table.docx"),
        ("E(p,q)", "p=5", "q=2", "--out", "no/such/folder/table.csv"),
        ("{p|", "p=5"),
    ],
)
def test_bad_input(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("farstar table: ")
    assert "Traceback" not in result.stderr


def test_too_much() -> None:
    assert run("E(p,q)", "p=1..9999999999", "q=2").exit_code == 3
    assert run("E(p,q)", "p=1..10000", "q=1..10000").exit_code == 3


KAYLES = """
import farstar as fs

class Kayles(fs.ImpartialRuleset):
    def moves(self, rows):
        for i, n in enumerate(rows := rows if isinstance(rows, tuple) else (rows,)):
            for k in (1, 2):
                for a in range(n - k + 1):
                    yield *rows[:i], a, n - k - a, *rows[i + 1 :]

def twice(n):
    return Kayles()((n, n))

number = 3
"""


@pytest.fixture
def kayles(tmp_path: Path) -> str:
    path = tmp_path / "kayles.py"
    path.write_text(KAYLES)
    return str(path)


def test_a_ruleset_from_a_file(kayles: str) -> None:
    result = run("Kayles(n) + *", "n=1..5", "--show", "value", "--ruleset", f"{kayles}:Kayles")
    assert result.exit_code == 0, result.output
    assert [line.split()[1] for line in result.stdout.splitlines()[3:]] == [
        "0",
        "*3",
        "*2",
        "0",
        "*5",
    ]
    alone = run("n=0..7", "--show", "grundy", "--ruleset", kayles, "--format", "csv")
    assert alone.stdout.splitlines()[1:] == [
        f"{n},{g}" for n, g in enumerate([0, 1, 2, 3, 1, 4, 3, 2])
    ]
    function = run("twice(n)", "n=1..3", "--show", "outcome", "--ruleset", f"{kayles}:twice")
    assert function.stdout.count("P") == 3


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("{}:Nim", "expected a game in '{}' (Kayles), got 'Nim'"),
        ("{}:number", "expected a ruleset or a function, got 3"),
        ("{}x:Kayles", "expected a file with rules, got '{}x:Kayles': no such file"),
        ("no.py:Kayles", "expected an existing Python file, got 'no.py'"),
    ],
)
def test_files_without_that_ruleset(kayles: str, what: str, message: str) -> None:
    result = run("n=1..5", "--ruleset", what.replace("{}", kayles))
    assert result.exit_code == 2
    assert message.replace("{}", kayles)[:60] in result.stderr


def test_a_file_that_does_not_run(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("1 / 0")
    result = run("n=1..5", "--ruleset", f"{path}:X")
    assert result.exit_code == 2
    assert "ZeroDivisionError: division by zero" in result.stderr


@pytest.mark.parametrize(
    ("expression", "first", "second"),
    [
        ("E(k+1,k)", "E(3,2)", "E(4,3)"),
        ("E(2*k+1, k+1) + *k", "E(5,3) + *2", "E(7,4) + *3"),
        ("E((k+1)*2,k)", "E(6,2)", "E(8,3)"),
        ("Domineering(2 x k-1)", "Domineering(2x1)", "Domineering(2x2)"),
        ("Grossman(9,k*k; k=k%2+1)", "Grossman(9,4; k=1)", "Grossman(9,9; k=2)"),
        ("Tiny(k+1) + {k+1|-k}", "Tiny(3) + {3|-2}", "Tiny(4) + {4|-3}"),
    ],
)
def test_numbers_of_positions_are_worked_out(expression: str, first: str, second: str) -> None:
    records = json.loads(run(expression, "k=2..3", "--json").stdout)["records"]
    expected = [fs.parse(text) for text in (first, second)]
    values = [game if isinstance(game, fs.Value) else game.value for game in expected]
    assert [record["value"] for record in records] == [str(value) for value in values]


def test_division_by_zero_is_bad_input() -> None:
    result = run("Nim(k%0,1)", "k=1..2")
    assert result.exit_code == 2
    assert "got a division by zero in 'k%0'" in result.stderr
