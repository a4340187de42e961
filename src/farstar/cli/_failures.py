"""What a failure looks like: one line, an exit code, and with ``--json`` an object."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence

import click

from farstar.cli._common import COMMANDS, emit_json
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError, NotationError

BAD_INPUT = 2
OUT_OF_BUDGET = 3
INTERNAL_ERROR = 70
INTERRUPTED = 130
PIPE_CLOSED = 141
"""What a shell reports for a program that ended because nobody read on."""

_LONGEST = 500


def failure_code(error: BaseException, words: Sequence[str]) -> int:
    """Report `error`, raised by the command line `words`; return the exit code."""
    code = exit_code(error)
    if wants_json(words) and code != INTERRUPTED:
        emit_json({"schema": schema(words), "error": error_object(error)})
        sys.stdout.flush()
    complain(error, command_of(words))
    if code == INTERNAL_ERROR and os.environ.get("FARSTAR_TRACEBACK"):
        traceback.print_exception(error)
    return code


def exit_code(error: BaseException) -> int:
    """Return the exit code that stands for `error`."""
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return INTERRUPTED
    if isinstance(error, (BudgetExceeded, MemoryError)):
        return OUT_OF_BUDGET
    if isinstance(error, (FarstarError, click.ClickException)):
        return BAD_INPUT
    return INTERNAL_ERROR


def complain(error: BaseException, command: str, where: str = "") -> None:
    """Say on standard error what went wrong: one line, and a caret below a fault in text."""
    click.echo(f"farstar{command and ' ' + command}: {where}{message(error)}", err=True)
    if isinstance(error, NotationError | IllegalPositionError):
        picture = caret(error)
        if picture:
            click.echo(picture, err=True)


def message(error: BaseException) -> str:
    """Return the one line that describes `error`."""
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return "interrupted"
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, click.ClickException):
        text = error.format_message()
    elif isinstance(error, FarstarError):
        text = str(error)
    else:
        text = (
            f"internal error, please report it: {type(error).__name__}: {error} "
            "(FARSTAR_TRACEBACK=1 shows where)"
        )
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def kind_of(error: BaseException) -> str:
    """Return the name of the error in the documented tree: that of its nearest ancestor there."""
    known = (kind for kind in type(error).__mro__ if kind.__module__ == FarstarError.__module__)
    return next(known, type(error)).__name__


def error_object(error: BaseException) -> dict[str, object]:
    """Return the ``error`` object of the JSON output."""
    kind = kind_of(error)
    if isinstance(error, click.ClickException):
        kind = "UsageError"
    return {
        "kind": kind,
        "message": message(error),
        "column": error.column if isinstance(error, NotationError | IllegalPositionError) else None,
    }


def caret(error: NotationError | IllegalPositionError, width: int = 72) -> str:
    """Draw the text around the fault, with a caret below it; empty if the place is not known.

    Examples
    --------
    >>> print(caret(NotationError("expected a value", text="1 + ?", column=4)))
      1 + ?
          ^
    """
    if error.text is None or error.column is None:
        return ""
    start = max(0, min(error.column - width // 2, len(error.text) + 1 - width))
    before = "..." if start else ""
    after = "..." if start + width < len(error.text) else ""
    shown = "".join(c if c.isprintable() else " " for c in error.text[start : start + width])
    return f"  {before}{shown}{after}\n  {' ' * (len(before) + error.column - start)}^"


def command_of(words: Sequence[str]) -> str:
    """Return the name of the command in `words`, or an empty text."""
    return words[0] if words and words[0] in COMMANDS else ""


def wants_json(words: Sequence[str]) -> bool:
    """Tell whether the output was asked for as JSON."""
    options = words[: list(words).index("--")] if "--" in words else words
    return "--json" in options


def schema(words: Sequence[str]) -> str:
    """Return the name and version of the JSON that the command in `words` prints."""
    return f"farstar.{command_of(words) or 'error'}/1"


def hush_stdout() -> int:
    """Make the interpreter's last flush go nowhere; return the exit code of a closed pipe."""
    # A stream without a file has nothing left to flush.
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED
