"""``farstar table``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import farstar as fs
from farstar.cli import cli


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["table", *words])


def test_a_grid() -> None:
    result = run("Euclid(a,b)", "a=0..9", "b=0..9", "--show", "grundy")
    assert result.exit_code == 0
    expected = fs.table(fs.Euclid, range(10), range(10), show="grundy")
    assert result.stdout.splitlines()[1:] == expected.text().splitlines()[1:]


def test_ranges_in_pieces_and_json() -> None:
    result = run("{n|-n}", "n=1,4..9..2,-3", "--show", "mean,outcome", "--json")
    found = json.loads(result.stdout)
    assert [record["n"] for record in found["records"]] == [1, 4, 6, 8, -3]


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
