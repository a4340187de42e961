"""The task *Prove for all sizes*: a theorem about all boards of rules written as patterns."""

from __future__ import annotations

import re
from typing import Any

import farstar as fs
from farstar import prove
from farstar.errors import NotationError
from farstar.expressions import known as known_games
from farstar.web.tasks import task
from farstar.web.tasks._reading import LONGEST_RULES

WHATS = {"outcome": "outcome", "misere outcome": "misere", "grundy": "grundy", "value": "value"}
"""What can be proved, by the names of invariants."""

_FILE = "theorem.json"
_NAME = re.compile(r"\s*([A-Za-z]\w*)\s*\(")


def patterns_of(text: str) -> str | None:
    """Return the rules of the game of an expression, if they are patterns for boards.

    Examples
    --------
    >>> patterns_of("Cram(m x n)")[:9], patterns_of("E(p,q)")
    ('cells . #', None)
    """
    name = _NAME.match(text)
    known = next((one for one in known_games() if name and one.name == name[1]), None)
    source = getattr(known.rules, "source", None) if known is not None else None
    return source if isinstance(source, str) and source else None


@task
def theorem(text: str = "", rules: str = "", what: str = "outcome") -> dict[str, Any]:
    r"""Prove an automaton for all boards of one row, or say why there is no proof.

    The game is that of the rules, or without rules that of the expression `text`.

    Examples
    --------
    >>> answer = theorem(rules="cells o .\nboth oo. -> ..o", what="grundy")
    >>> answer["proved"]
    'the Grundy value of every word over {., o} is the label that an automaton with 12 states
    gives it'
    >>> theorem(rules="cells o .\nboth o. -> .o  .o -> o.")["reason"]
    'no weight of letters or pairs was found that falls with every move'
    """
    if len(rules) > LONGEST_RULES:
        raise NotationError(f"expected rules of at most {LONGEST_RULES} characters")
    if what not in WHATS:
        raise NotationError(f"expected one of {', '.join(WHATS)} to prove, got {what[:40]!r}")
    source = rules or patterns_of(text)
    if not source:
        raise NotationError("expected a game whose rules are patterns for boards")
    result = _proved(source, WHATS[what])
    if not isinstance(result, prove.Theorem):
        return {"proved": "", "reason": result.reason, "counterexample": result.counterexample}
    return {
        "proved": result.statement,
        "report": "\n".join(result.lines[1:]),
        "digest": result.certificate().data["digest"],
        "json": str(result.certificate()),
        "file": _FILE,
        "command": f"farstar check {_FILE}",
    }


def _proved(source: str, what: Any) -> prove.Theorem | prove.NotProved:
    """Prove it by parts, if some mark separates them."""
    if what in ("grundy", "value"):
        rules: Any = fs.rules(source)
        for mark in rules.written.marks:
            try:
                return prove.outcomes(source, what=what, parts=mark)
            except NotationError:
                continue
    return prove.outcomes(source, what=what)
