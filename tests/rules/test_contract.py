"""The page Rulesets lists all that a ruleset may define."""

from __future__ import annotations

import re
from pathlib import Path

import farstar as fs
from farstar.rules import Ruleset

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rulesets.md"
FOR_USERS = {"forced", "forget", "is_impartial"}
"""What every ruleset offers, and none defines."""

SET_BY_ITSELF = {"name", "position_class"}
MOVES = {"left", "right", "moves"}


def test_everything_that_a_ruleset_may_define_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    part = text[text.index("## Optional methods") : text.index("A game with a diagram is drawn")]
    cells = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    listed = {name for cell in cells for name in re.findall(r"`(\w+)", cell)}
    members = {*vars(Ruleset), *vars(fs.ImpartialRuleset), *Ruleset.__annotations__}
    public = {name for name in members if not name.startswith("_")}
    assert listed == public - FOR_USERS - SET_BY_ITSELF - MOVES
