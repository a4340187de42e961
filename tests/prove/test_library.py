"""The library of theorems: every certificate proves its theorem, and is found again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import farstar as fs
from farstar.prove import Theorem
from farstar.prove._library import proved_again
from tests.running import run

NAMES = [one.name for one in fs.prove.library()]
SLOW = ("clobber-xxo", "clobber-xxxo", "clobber-xxxoo")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.long) if n in SLOW else n for n in NAMES]
)
def test_a_theorem_is_found_again(name: str) -> None:
    theorem = proved_again(name)
    assert isinstance(theorem, Theorem)
    assert str(theorem.certificate()) == str(fs.prove.known(name).certificate)


def test_every_file_belongs_to_a_theorem() -> None:
    folder = Path(fs.prove.__file__).parent / "theorems"
    assert sorted(path.stem for path in folder.iterdir()) == sorted(NAMES)


def test_the_list_names_all_of_them() -> None:
    done = run("prove", "--list", "--json")
    rows = json.loads(done.stdout)["theorems"]
    assert [row["name"] for row in rows] == NAMES
    assert "floor((n+1)/2).up" in {row["name"]: row["statement"] for row in rows}["clobber-xxo"]


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(fs.NotationError, match="expected one of kayles"):
        fs.prove.known("chess")
