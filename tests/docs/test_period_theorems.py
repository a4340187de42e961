"""The table of theorems by period: its page is up to date, and some rows are proved again."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.games.patterns import pattern_rules
from farstar.prove import Theorem

SCRIPT = Path(__file__).parents[2] / "docs" / "period_theorems.py"


def script() -> Any:
    spec = spec_from_file_location("period_theorems", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLE = script()


def test_the_page_is_made_from_the_table() -> None:
    rows = TABLE.read_rows()
    asked = [(game.name, family) for game in TABLE.GAMES for family in game.families()]
    assert [(row["game"], row["family"]) for row in rows] == asked
    assert TABLE.PAGE.read_text(encoding="utf-8") == TABLE.page(rows)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Clobber", "xxoo"),
        ("Clobber", "xo"),
        ("Cannibal Clobber", "xoox"),
        ("Left covers 1, Right 2", "."),
        ("Toads and Frogs, one blank", "(TF)^n."),
    ],
)
def test_a_row_is_proved_again(name: str, family: str) -> None:
    game = next(game for game in TABLE.GAMES if game.name == name)
    known = next(r for r in TABLE.read_rows() if (r["game"], r["family"]) == (name, family))
    row = TABLE.row_of(game, family)
    assert {**row, "seconds": ""} == {**known, "seconds": ""}


@pytest.mark.long
@pytest.mark.parametrize("name", ["Clobber", "Stay", "Turncoat", "Cannibal Clobber"])
def test_rows_are_true_of_short_words(name: str) -> None:
    """Every fifth row is proved again, and compared with exact values up to fourteen letters."""
    game = next(game for game in TABLE.GAMES if game.name == name)
    rules: Any = pattern_rules(game.rules)
    for family in list(game.families())[2:20:5]:
        result = game.prove(game.rules, family)
        if isinstance(result, Theorem):
            for n in range(1, 14 // len(family) + 1):
                meant, value = result.value(n), rules(family * n).value
                if isinstance(meant, tuple):
                    assert meant[0] is None or value >= meant[0], (family, n)
                    assert meant[1] is None or value <= meant[1], (family, n)
                else:
                    assert isinstance(meant, fs.Value)
                    assert value == meant, (family, n)
