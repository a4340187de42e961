"""``farstar repl``: expressions at a prompt, with variables."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from farstar.cli._rulesets import knows_rules
from farstar.cli.common import command_with_examples
from farstar.errors import FarstarError, IllegalPositionError, NotationError

if TYPE_CHECKING:
    from farstar.expressions import Expression

_HELP = """\
{2|-1} + *       the value of an expression, and who wins
G := {2|-1}      give it a name; _ is the last expression
G >= H           whether a relation holds: < <= > >= == != ||
all G            everything that eval prints
moves G          the winning moves
why G            who wins, and why
names            what is defined
quit             end (Ctrl-D); Ctrl-C stops a computation\
"""

_PROMPT = "> "
_ASSIGNMENT = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*:=(.*)", re.DOTALL)
_EQUATION = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=([^=].*)", re.DOTALL)
_WORD = re.compile(r"\s*([a-z]+)\s*(.*)", re.DOTALL)
_RESERVED = frozenset({"v", "vv", "tiny", "miny"})
_NEWEST = 2_000
"""Lines of history that are kept."""


@command_with_examples("""\b
Example:
  > G := {2|-1}
  > G + *
  > G >= 0
  > moves G + Domineering(2x3)
""")
@knows_rules
def command() -> int:
    """Type expressions and get their values, with variables, history and completion.

    Each answer takes at most about two seconds. If the input is not a terminal, it is read line by
    line, and only the answers are printed.
    """
    session = Session()
    with _line_editing(session):
        while True:
            try:
                line = _ask()
                if line is None:
                    return 0
                if session.answer(line):
                    return 0
            except KeyboardInterrupt as interrupt:
                _stop(interrupt)


class Session:
    """What has been defined so far, and what a line makes of it.

    `say` prints a line.

    Examples
    --------
    >>> session = Session(print)
    >>> for line in ("G := {2|-1}", "G + G", "G > 0", "names"):
    ...     _ = session.answer(line)
    1
      Left wins, whoever starts (L)
    false: {2|-1} || 0
    G := {2|-1}
    _ := {2|-1} + {2|-1}
    """

    def __init__(self, say: Callable[[str], Any] = click.echo) -> None:
        self.names: dict[str, Expression] = {}
        self._say = say

    def answer(self, line: str) -> bool:
        """Do what a line asks for; return whether the session is to end."""
        text = line.strip()
        if not text or text.startswith("#"):
            return False
        if text in ("quit", "exit"):
            return True
        try:
            self._answer(text)
        except FarstarError as error:
            from farstar import reports

            self._say(reports.message(error))
            if isinstance(error, NotationError | IllegalPositionError):
                picture = reports.caret(error)
                if picture:
                    self._say(picture)
        return False

    def _answer(self, text: str) -> None:
        if text in ("help", "?"):
            self._say(_HELP)
            return
        if text == "names":
            for name, expression in sorted(self.names.items()):
                self._say(f"{name} := {expression.normalised}")
            return
        assignment = _ASSIGNMENT.fullmatch(text)
        if assignment is not None:
            self._define(assignment[1], assignment[2])
            return
        equation = _EQUATION.fullmatch(text)
        if equation is not None and self._is_free(equation[1]):
            self._define(equation[1], equation[2])
            self._say(f"note: read as {equation[1]} := ...; {equation[1]} = ... now compares")
            return
        word = _WORD.fullmatch(text)
        if word is not None and word[1] in _COMMANDS and word[2] and word[1] not in self.names:
            _COMMANDS[word[1]](self, self._read(word[2]))
            return
        self._evaluate(text)

    def _is_free(self, name: str) -> bool:
        """Tell whether a name has no meaning yet."""
        return name not in self.names and not _is_reserved(name)

    def _define(self, name: str, text: str) -> None:
        if _is_reserved(name):
            raise NotationError(f"expected another name than {name!r}, which has a meaning")
        self.names[name] = self._read(text)

    def _read(self, text: str) -> Expression:
        from farstar.expressions import read

        self.names["_"] = read(text, names=self.names)
        return self.names["_"]

    def _evaluate(self, text: str) -> None:
        from farstar import reports
        from farstar.expressions import read_statement

        statement = read_statement(text, names=self.names)
        for note in statement.notes:
            self._say(f"note: {note}")
        if statement.right is not None:
            comparison = reports.compare(statement.left, statement.right, asked=statement.relation)
            self._say(f"{'true' if comparison.holds else 'false'}: {reports.clip(str(comparison))}")
            return
        self.names["_"] = statement.left
        known = reports.report(statement.left)
        value = known.row("value")
        if value is not None:
            self._say(f"{'' if value.cells else 'value '}{value.text()}")
        who = known.row("outcome")
        if who is not None:
            self._say(f"  {'' if who.cells else 'who wins is '}{who.text()}")

    def show_all(self, expression: Expression) -> None:
        """Print everything that ``eval`` prints."""
        from farstar import reports

        for line in str(reports.report(expression)).splitlines():
            self._say(line)

    def show_moves(self, expression: Expression) -> None:
        """Print the winning moves of both players."""
        from farstar import reports

        clock = reports.Clock()
        with clock.share(subject="the winning moves are "):
            plays = reports.find_plays(expression)
        for name, side in plays.sides.items():
            moves = ", ".join(reports.shorten(move["text"]) for move in side["winning_moves"])
            self._say(f"{name.capitalize()}: {moves or 'no winning move'}")

    def explain(self, expression: Expression) -> None:
        """Print who wins, and why."""
        from farstar import reports

        self._say(reports.explained(expression)[1].text())

    def complete(self, begun: str) -> list[str]:
        """Return what a word may become: a name, a command or a game."""
        from farstar.games import names as games

        words = [*self.names, *_COMMANDS, "help", "names", "quit", *(f"{g}(" for g in games())]
        return [word for word in words if word.lower().startswith(begun.lower()) and begun]


_COMMANDS: dict[str, Callable[[Session, Expression], None]] = {
    "all": Session.show_all,
    "moves": Session.show_moves,
    "why": Session.explain,
}


def _is_reserved(name: str) -> bool:
    """Tell whether a name is a word of the notation or a command."""
    from farstar.values.tree import LOOPY_WORDS

    return name.lower() in _RESERVED | LOOPY_WORDS or name in _COMMANDS


def _ask() -> str | None:
    """Return the next line, or None at the end of the input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline() or None
    try:
        return input(_PROMPT)
    except EOFError:
        click.echo()
        return None


def _stop(interrupt: KeyboardInterrupt) -> None:
    """Go on after Ctrl-C; a request to end the program is passed on."""
    from farstar.cli._failures import Terminated, go_on

    if isinstance(interrupt, Terminated) or not sys.stdin.isatty():
        raise interrupt
    go_on()
    click.echo("interrupted; quit or Ctrl-D ends")


@contextlib.contextmanager
def _line_editing(session: Session) -> Any:
    """Give the prompt history and completion, where the system has them."""
    try:
        readline: Any = importlib.import_module("readline") if sys.stdin.isatty() else None
    except ImportError:
        readline = None
    if readline is None:
        yield
        return
    path = history_path()
    with contextlib.suppress(OSError):
        readline.read_history_file(path)
    readline.set_completer_delims(" \t\n+-*,;:|{}()[]=<>!")
    readline.set_completer(lambda begun, n: [*session.complete(begun), None][n])
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.set_history_length(_NEWEST)
            readline.write_history_file(path)


def history_path() -> Path:
    """Return the file that keeps the lines of earlier sessions.

    ``FARSTAR_HISTORY`` names another one.
    """
    given = os.environ.get("FARSTAR_HISTORY")
    if given:
        return Path(given)
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "farstar" / "history"
