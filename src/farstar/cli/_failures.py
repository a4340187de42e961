"""How a command ends early: failures in one line with an exit code, and interrupts.

Python drops an exception that is raised while it cleans up (in a finaliser or the callback of a
weak reference), and with it the one `KeyboardInterrupt` that the user asked for. So once Ctrl-C
was pressed it is raised again, every tenth of a second of computing, until the program stops.
While the program stops, which may take some computing too, it is left in peace.

SIGTERM, which ``kill`` and batch systems send, and SIGHUP, which a closed terminal sends, would end
Python at once and leave temporary folders behind; so they are raised as exceptions as well.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any, TypeGuard

import click

from farstar.cli.common import emit_json, find_command
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError, NotationError
from farstar.plugins import line_at_fault

_AGAIN = 0.1


class Terminated(KeyboardInterrupt):
    """A signal asked the program to end; everything is cleaned up as after Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


@contextmanager
def insistent_interrupts() -> Iterator[None]:
    """Raise `KeyboardInterrupt` again and again inside the block, once it was asked for."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGINT)
    with ExitStack() as before:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # A program that was started by nohup goes on.
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                _handle(number, lambda number, _: _ask(Terminated(number)), before)
        if hasattr(signal, "setitimer"):
            _handle(signal.SIGVTALRM, _raise_again, before)
            before.callback(signal.setitimer, signal.ITIMER_VIRTUAL, 0)
        if handler is signal.default_int_handler:
            _handle(signal.SIGINT, lambda *_: _ask(KeyboardInterrupt()), before)
        yield


def _handle(number: int, handler: Any, before: ExitStack) -> None:
    before.callback(signal.signal, number, signal.signal(number, handler))


_asked: KeyboardInterrupt = KeyboardInterrupt()
"""What was raised last."""


def _ask(to_end: KeyboardInterrupt) -> None:
    global _asked
    _asked = to_end
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, _AGAIN, _AGAIN)
    raise to_end


def go_on() -> None:
    """Stop raising an interrupt that was heard, because the program goes on after it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _raise_again(_: int, __: FrameType | None) -> None:
    if not isinstance(sys.exc_info()[1], KeyboardInterrupt):
        raise _asked


# Failures.


BAD_INPUT = 2
OUT_OF_BUDGET = 3
INTERNAL_ERROR = 70
INTERRUPTED = 130
_KILLED = 128
"""What a shell adds to the number of the signal that ended a program."""
PIPE_CLOSED = 141
"""What a shell reports for a program whose output nobody reads any more."""


def failure_code(error: BaseException, words: Sequence[str]) -> int:
    """Report `error`, raised by the command line `words`; return the exit code."""
    code = exit_code(error)
    try:
        if wants_json(words) and not _is_interrupt(error):
            emit_json({"schema": schema(words), "error": error_object(error)})
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        # What was to be printed cannot be written: the disk is full.
        hush_stdout()
    complain(error, command_of(words))
    foreseen = (FarstarError, click.ClickException, click.Abort, KeyboardInterrupt, MemoryError)
    if not isinstance(error, foreseen) and os.environ.get("FARSTAR_TRACEBACK"):
        traceback.print_exception(error)
    return code


def exit_code(error: BaseException) -> int:
    """Return the exit code that stands for `error`."""
    if _is_interrupt(error):
        signal = _terminated(error)
        return INTERRUPTED if signal is None else _KILLED + signal.number
    if isinstance(error, (BudgetExceeded, MemoryError)):
        return OUT_OF_BUDGET
    if isinstance(error, (FarstarError, click.ClickException)) or _is_about_files(error):
        return BAD_INPUT
    if line_at_fault(error) is not None:
        return BAD_INPUT
    return INTERNAL_ERROR


def _is_interrupt(error: BaseException) -> bool:
    return isinstance(error, (KeyboardInterrupt, click.Abort))


def _is_about_files(error: BaseException) -> TypeGuard[OSError]:
    """Return whether the system refused to read or write: a full disk, a folder that is missing."""
    return isinstance(error, OSError) and bool(error.strerror)


def _terminated(error: BaseException) -> Terminated | None:
    """Return the signal that ended the program, if it was not Ctrl-C."""
    # Click makes an Abort of what interrupts it.
    cause = error.__cause__ if isinstance(error, click.Abort) else error
    return cause if isinstance(cause, Terminated) else None


def complain(error: BaseException, command: str, where: str = "") -> None:
    """Say on standard error what went wrong: one line, and a caret below a fault in text."""
    click.echo(f"farstar{command and ' ' + command}: {where}{message(error)}", err=True)
    if isinstance(error, NotationError | IllegalPositionError):
        from farstar import reports

        picture = reports.caret(error)
        if picture:
            click.echo(picture, err=True)


def message(error: BaseException) -> str:
    """Return the one line that describes `error`."""
    if _is_interrupt(error):
        signal = _terminated(error)
        return "interrupted" if signal is None else f"ended by {signal}"
    from farstar import reports

    if isinstance(error, click.ClickException):
        return reports.one_line(error.format_message())
    if _is_about_files(error):
        if error.filename is None:
            return f"expected output that can be written, got: {error.strerror}"
        name = str(error.filename)[:200]
        return reports.one_line(
            f"expected a file that can be read or written, got {name!r}: {error.strerror}"
        )
    hint = "; --time-limit allows more"
    is_helped = isinstance(error, reports.OutOfTime) and error.is_usual_time
    return reports.message(error) + (hint if is_helped else "")


def error_object(error: BaseException) -> dict[str, object]:
    """Return the ``error`` object of the JSON output."""
    if isinstance(error, click.ClickException):
        return {"kind": "UsageError", "message": message(error), "column": None}
    from farstar import reports

    return {**reports.error_report(error), "message": message(error)}


def command_of(words: Sequence[str]) -> str:
    """Return the name of the command in `words`, or an empty text."""
    return words[0] if words and find_command(words[0]) else ""


def wants_json(words: Sequence[str]) -> bool:
    """Return whether the output was asked for as JSON."""
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
