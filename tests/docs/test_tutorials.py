"""The pictures of the tutorials are what their commands draw."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import farstar as fs
from farstar.theory import automata

DOCS = Path(__file__).resolve().parents[2] / "docs"


def titles(svg: str) -> list[str]:
    """Return the titles in a picture; the rest may differ from one matplotlib to the next."""
    return re.findall(r"<title>(.*?)</title>", svg, flags=re.DOTALL)


def committed(name: str) -> str:
    """Return a picture of the documentation."""
    return (DOCS / "images" / name).read_text(encoding="utf-8")


def test_the_automaton() -> None:
    drawn = fs.plot(automata.paired_outcome_automaton()).svg()
    assert titles(drawn) == titles(committed("automaton.svg")) != []


def test_the_tree_of_paint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (DOCS / "tutorials" / "own-game.md").read_text(encoding="utf-8")
    source = page.partition(":caption: paint.py\n\n")[2].partition("\n```")[0]
    (tmp_path / "paint.py").write_text(source, encoding="utf-8")
    paint = runpy.run_path(str(tmp_path / "paint.py"))["Paint"]()
    drawn = fs.plot(paint("..."), kind="tree").svg()
    assert titles(drawn) == titles(committed("paint.svg")) != []
