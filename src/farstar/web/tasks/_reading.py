"""Reading what is typed on a page: an expression, a relation or a definition, with names."""

from __future__ import annotations

import re
from typing import NamedTuple

from farstar.errors import NotationError
from farstar.expressions import Expression, Statement, read, read_statement
from farstar.web.settings import LONGEST_EXPRESSION

_DEFINITION = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]{0,19})\s*:=(.*)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,19}")
_RESERVED = frozenset({"v", "vv", "tiny", "miny"})
_MOST_NAMES = 50


class Typed(NamedTuple):
    """What was typed."""

    statement: Statement
    name: str | None = None
    """The name that the game is given, as in ``G := {2|-1}``."""


def read_typed(text: str, names: dict[str, str] | None = None) -> Typed:
    """Read an expression, a relation such as ``G >= H``, or a definition such as ``G := {2|-1}``.

    Parameters
    ----------
    text : str
        What was typed.
    names : dict, optional
        The texts that names stand for.

    Raises
    ------
    NotationError
        If it is too long or cannot be read.
    """
    check_length(text)
    match = _DEFINITION.fullmatch(text)
    expressions = _named(names or {})
    if match is None:
        return Typed(read_statement(text, names=expressions))
    name = match[1]
    if name in _RESERVED:
        raise NotationError(f"expected a name that has no meaning yet, such as G, got {name!r}")
    # Blanks keep the places of mistakes as they are in what was typed.
    rest = " " * match.start(2) + match[2]
    return Typed(Statement(read(rest, names=expressions)), name)


def read_game(text: str, names: dict[str, str] | None = None) -> Expression:
    """Read an expression, which may have a name but no relation."""
    statement = read_typed(text, names).statement
    if statement.relation is not None:
        raise NotationError(f"expected a game, got a relation with {statement.relation}")
    return statement.left


def check_length(text: str) -> None:
    """Refuse a text that is too long to be read."""
    if len(text) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected an expression of at most {LONGEST_EXPRESSION} characters, got {len(text)}"
        )


def _named(names: dict[str, str]) -> dict[str, Expression]:
    if len(names) > _MOST_NAMES or sum(map(len, names.values())) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected at most {_MOST_NAMES} names, for {LONGEST_EXPRESSION} characters in all"
        )
    for name in names:
        if not _NAME.fullmatch(name) or name in _RESERVED:
            raise NotationError(f"expected the name of a game, such as G, got {name[:40]!r}")
    return {name: read(text) for name, text in names.items()}
