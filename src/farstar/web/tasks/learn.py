"""Tasks for learning: definitions of terms, from the glossary, and rules of one's own."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError
from farstar.web.tasks import task
from farstar.web.tasks._reading import LONGEST_RULES, read_expression
from farstar.web.tasks._templates import TEMPLATES
from farstar.web.tasks.boards import scene_of, svg

_SIZES = ("3x4", "1x4")
"""Boards that are tried where no first position is given."""

EXAMPLES = {
    "game": "Domineering(2x2)",
    "option": "{1,*|0}",
    "position": "Clobber(xo|ox)",
    "outcome": "Domineering(3x3)",
    "sum": "Nim(2) + Domineering(2x3)",
    "short": "{2|-1}",
    "equal": "{-1|1}",
    "value": "Domineering(2x3)",
    "canonical form": "{0,-1|1,2}",
    "number": "{0|1}",
    "birthday": "{0|1}",
    "follower": "{3||2|1}",
    "hot": "{3|1}",
    "stop": "{9|3||1|-2}",
    "mean": "{3|1}",
    "temperature": "{3|1}",
    "thermograph": "{3||2|1}",
    "infinitesimal": "^",
    "star": "*",
    "up": "^",
    "tiny": "Tiny(2)",
    "all-small": "^*",
    "atomic weight": "^3*",
    "far star": "^^ + *8",
    "impartial": "Nim(1,2)",
    "Grundy value": "Nim(3,5)",
    "genus": "Kayles(5)",
    "misère quotient": "Kayles(5)",
    "take-and-break game": "TakeAndBreak(0.77; 5)",
    "nimber": "*2 + *3",
    "loopy": "on",
    "stopper": "over",
    "onside": "on + off",
    "degree": "over",
    "continued fraction": "Euclid(11,8)",
    "pattern": "Clobber(xo|ox)",
    "certificate": "Nim(3,5,6)",
    "word": "E(11,8)",
}
"""An expression that shows what a term means."""


@cache
def _definitions() -> dict[str, str]:
    text = files("farstar.web").joinpath("glossary.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


@task
def terms() -> dict[str, Any]:
    """Return the terms of the glossary: their definitions as HTML, and an example of most.

    Examples
    --------
    >>> terms()["hot"]["example"]
    '{3|1}'
    """
    return {
        term: {"html": html, "example": EXAMPLES.get(term, "")}
        for term, html in _definitions().items()
    }


@task
def templates() -> list[dict[str, str]]:
    """Return rules to begin with.

    Examples
    --------
    >>> len(templates()), templates()[0]["position"]
    (10, 'MyClobber(3x4)')
    """
    return [template._asdict() for template in TEMPLATES]


@task
def check_rules(rules: str, position: str = "") -> dict[str, Any]:
    r"""Read rules while they are written: the name of the game, and a first position as a picture.

    A fault has its line and column in ``message`` and is drawn in ``caret``.

    Examples
    --------
    >>> check_rules("cells x/o .\nleft x. => .x")["caret"].splitlines()[0].strip()
    'left x. => .x'
    >>> check_rules(TEMPLATES[0].rules, TEMPLATES[0].position)["position"]
    'MyClobber(3x4)'
    """
    try:
        ruleset: Any = fs.rules(rules[:LONGEST_RULES])
    except NotationError as error:
        return {"message": error.message, "caret": reports.caret(error)}
    texts = [position, *ruleset.starts, *(f"{ruleset.name}({size})" for size in _SIZES)]
    for text in texts:
        if text.partition("(")[0] == ruleset.name:
            with suppress(FarstarError):
                game: Any = read_expression(text, rules).game
                scene = scene_of(game.diagram()) if isinstance(game, fs.Position) else None
                return {
                    "name": ruleset.name,
                    "position": text,
                    "svg": None if scene is None else svg(scene),
                    "moves": [len(game.moves(player)) for player in (fs.Left, fs.Right)],
                }
    return {"name": ruleset.name, "position": "", "svg": None, "moves": None}
