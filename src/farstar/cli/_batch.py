"""Answers to one expression from the command line, or to many from standard input."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TypeAlias

import click

from farstar.cli import _failures
from farstar.cli.common import choice, emit_json
from farstar.errors import BudgetExceeded, FarstarError, NotationError

if TYPE_CHECKING:
    from farstar import Explanation
    from farstar.expressions import Expression, Statement

_WIDTH = 80
_SILENCE = 4.0
"""Seconds after which a user who set no limit is told that the work goes on."""


OUT_OF_BUDGET = 3
"""The exit code of an answer that does not say who wins."""

Answer: TypeAlias = Callable[[str], int | None]
"""Answers an expression, and returns the exit code if it is not 0."""


def answer_all(ctx: click.Context, given: tuple[str, ...], answer: Answer, *, as_json: bool) -> int:
    """Answer the one expression given, or with ``-`` every line of standard input.

    Return the exit code; a line that cannot be read is reported and passed over.
    """
    if len(given) != 1:
        raise click.UsageError(_wanted_one(given))
    deadline = ctx.meta.get("farstar.deadline")
    if deadline is None:
        answer = _telling(answer)
    if given[0] != "-":
        return answer(given[0]) or 0
    name = str(ctx.info_name)
    code = 0
    for count, (line, text) in enumerate(_lines()):
        if count and not as_json:
            click.echo()
        try:
            code = max(code, answer(text) or 0)
        except FarstarError as error:
            late = deadline is not None and time.monotonic() >= deadline
            if isinstance(error, BudgetExceeded) and late:
                raise
            code = max(code, _report(name, line, error, as_json=as_json))
        sys.stdout.flush()
    return code


def _telling(answer: Answer) -> Answer:
    """Return `answer`, which says once on standard error, if it takes long, that it need not."""
    has_told = threading.Event()

    def tell() -> None:
        if not has_told.is_set():
            has_told.set()
            click.echo("farstar: still working; --time-limit SECONDS sets a limit", err=True)

    def answer_and_tell(text: str) -> int | None:
        note = threading.Timer(_SILENCE, tell)
        note.daemon = True
        with suppress(RuntimeError):  # a system without threads stays silent
            note.start()
        try:
            return answer(text)
        finally:
            note.cancel()

    return answer_and_tell


def _lines() -> Iterator[tuple[int, str]]:
    """Yield the expressions on standard input, with the numbers of their lines."""
    for number, line in enumerate(sys.stdin, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _report(name: str, line: int, error: FarstarError, *, as_json: bool) -> int:
    """Report an expression that has no answer; return the exit code that stands for it."""
    if as_json:
        failure = {"line": line, **_failures.error_object(error)}
        emit_json({"schema": _failures.schema([name]), "error": failure})
    _failures.complain(error, name, f"line {line}: ")
    return _failures.exit_code(error)


def _wanted_one(given: tuple[str, ...]) -> str:
    if not given:
        return "expected an expression such as '{1|-1} + *', got none"
    return f"expected one expression, in quotes, got {len(given)}: {' '.join(given)[:80]!r}"


# Explanations in steps.

_STYLES = ("--format", "style", "text markdown html")
style_option = choice(*_STYLES, "How to write the steps; text by default.", default="text")


def show_steps(explanation: Explanation, style: str) -> None:
    """Print the steps, as text broken at the width of the terminal."""
    from farstar.cli._show import wrapped

    if style != "text":
        click.echo(explanation.markdown() if style == "markdown" else explanation.html())
        return
    width = min(get_terminal_size((_WIDTH, 24)).columns, _WIDTH)
    for line in explanation.text().splitlines():
        click.echo(wrapped(line, width))


# Expressions, with a note where something else may have been meant.

_notes_given: set[str] = set()


def statement_noted(text: str) -> Statement:
    """Read an expression or a relation, and say once on standard error what may be doubtful."""
    from farstar.expressions import read_statement

    statement = read_statement(text)
    for note in statement.notes:
        if note not in _notes_given:
            _notes_given.add(note)
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
