"""The library of theorems: every certificate proves its theorem, and is found again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import farstar as fs
from farstar.plugins import merged
from farstar.prove import Theorem, in_use
from farstar.prove._library import proved_again
from tests.running import run

NAMES = [one.name for one in fs.prove.library()]
SLOW = (
    "clobber-xxo",
    "clobber-xxxo",
    "clobber-xxxoo",
    "toads-two-blanks",
    "take-13-2",
    "take-12-3",
    "geography",
)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.long) if n in SLOW else n for n in NAMES]
)
def test_a_theorem_is_found_again(name: str) -> None:
    known = fs.prove.known(name)
    if known.method == "invariant":
        pytest.importorskip("pysat")
    theorem = proved_again(name)
    assert isinstance(theorem, Theorem)
    if known.method == "invariant":
        # Other versions of the solver may find another automaton.
        assert theorem.statement == known.lines()[0]
    else:
        assert str(theorem.certificate()) == str(known.certificate)


def test_every_file_belongs_to_a_theorem() -> None:
    brought = {name: one.package for name, one in merged("theorems").items()}
    for package in in_use.packages():
        names = [name for name in NAMES if brought.get(name, in_use.LIBRARY) == package]
        folder = in_use.file_of(package, "theorems")
        files = [*names, "index"] if in_use.file_of(package, in_use.INDEX).is_file() else names
        assert sorted(path.stem for path in folder.iterdir()) == sorted(files)


def test_the_list_names_all_of_them() -> None:
    done = run("prove", "--list", "--json")
    rows = json.loads(done.stdout)["theorems"]
    assert [row["name"] for row in rows] == NAMES
    statements = {row["name"]: row["statement"] for row in rows}
    assert "floor((n+1)/2).up" in statements["clobber-xxo"]
    # The index of theorems in use repeats what the checker has printed here.
    for entries in in_use.index().values():
        assert all(statements[one.name] == one.statement for one in entries)


def test_the_list_shows_the_beginning_of_statements_with_many_claims() -> None:
    lines = run("prove", "--list").stdout.splitlines()
    assert max(map(len, lines)) < 500
    assert sum("; ... (" in line and "; --json has all of them)" in line for line in lines) > 3


def test_the_page_has_a_row_for_each() -> None:
    """Written by docs/theorems.py; the times are those of the machine that wrote it."""
    page = (Path(__file__).parents[2] / "docs" / "theorems.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    sizes = {row[0]: row[-2] for row in rows[2:]}
    assert sizes == {one.name: str(one.size) for one in fs.prove.library()}


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(fs.NotationError, match="expected one of kayles"):
        fs.prove.known("chess")
