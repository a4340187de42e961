"""Expressions from the command line, with a note where something else may have been meant."""

from __future__ import annotations

import click

from farstar.errors import NotationError
from farstar.expressions import Expression, Statement, read_statement

_told: set[str] = set()


def statement_noted(text: str) -> Statement:
    """Read an expression or a relation, and say once on standard error what may be doubtful."""
    statement = read_statement(text)
    for note in statement.notes:
        if note not in _told:
            _told.add(note)
            click.echo(f"note: {note}", err=True)
    return statement


def read_noted(text: str) -> Expression:
    """Read an expression, which must not be a relation, with the same notes."""
    statement = statement_noted(text)
    if statement.relation is not None:
        raise NotationError(
            f"expected a game, got a relation with {statement.relation!r}; "
            "farstar eval answers whether it holds"
        )
    return statement.left
