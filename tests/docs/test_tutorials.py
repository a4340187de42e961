"""The pictures of the tutorials are what their commands draw."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path

import farstar as fs
from farstar.papers.partizan_euclid.theory import automata

from ..pictures import difference

DOCS = Path(__file__).resolve().parents[2] / "docs"


def committed(name: str) -> str:
    """Return a picture of the documentation."""
    return (DOCS / "images" / name).read_text(encoding="utf-8")


def test_the_automaton() -> None:
    drawn = fs.plot(automata.paired_outcome_automaton()).svg()
    assert not difference(drawn, committed("automaton.svg"))


def test_the_stern_brocot_tree() -> None:
    drawn = fs.plot(Fraction(7, 5), kind="stern-brocot").svg()
    assert not difference(drawn, committed("stern-brocot.svg"))


def test_the_tree_of_paint(tmp_path: Path) -> None:
    page = (DOCS / "tutorials" / "own-game.md").read_text(encoding="utf-8")
    source = page.partition(":caption: paint.py\n\n")[2].partition("\n```")[0]
    (tmp_path / "paint.py").write_text(source, encoding="utf-8")
    paint = runpy.run_path(str(tmp_path / "paint.py"))["Paint"]()
    drawn = fs.plot(paint("..."), kind="tree").svg()
    assert not difference(drawn, committed("paint.svg"))
