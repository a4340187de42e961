"""``farstar repl``: expressions at a prompt, with variables."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import shlex
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from shutil import get_terminal_size
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
compare G, H     which relation holds, and why
mean G           any invariant of farstar table, also written G.mean
all G            everything that eval prints
moves G          the winning moves
why G            who wins, and why; also explain G
table G n=1..5   a table, as farstar table EXPR NAME=RANGE... --show NAMES
plot G FILE.svg  a picture; .svg, .pdf or .png
names            what is defined
quit             end (Ctrl-D); Ctrl-C stops a computation\
"""

_PROMPT = "> "
_ASSIGNMENT = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*:=(.*)", re.DOTALL)
_EQUATION = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=([^=].*)", re.DOTALL)
_WORD = re.compile(r"\s*([a-z]+)\s*(.*)", re.DOTALL)
_AFTER = re.compile(r"(.*[\w)}\]^*])\.([A-Za-z_]\w*)\s*", re.DOTALL)
"""A game, a point and the name of an invariant, as in Python."""
_SECONDS = 2.0
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
@click.option("--cgsuite", is_flag=True, help="Read commands in the language of CGSuite.")
@knows_rules
def command(cgsuite: bool = False) -> int:
    """Type expressions and get their values, with variables, history and completion.

    With --cgsuite, lines are commands of CGSuite, and 6*5 is 30.

    Each answer takes at most about two seconds. If the input is not a terminal, it is read line by
    line, and only the answers are printed.
    """
    session = CGSuitePrompt() if cgsuite else Session()
    with _line_editing(session):
        while True:
            try:
                line = _ask()
                if line is None:
                    session.finish()
                    return 0
                if session.answer(line):
                    return 0
            except KeyboardInterrupt as interrupt:
                session.cancel()
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

    def cancel(self) -> None:
        """Forget the lines of a command that is not finished."""

    def finish(self) -> None:
        """Say what is wrong with a command that the end of the input leaves unfinished."""

    def answer(self, line: str) -> bool:
        """Do what a line asks for; return whether the session is to end."""
        text = line.strip()
        if not text or text.startswith("#"):
            return False
        if text in ("quit", "exit"):
            return True
        self._try(lambda: self._answer(text))
        return False

    def _try(self, step: Callable[[], None]) -> None:
        """Do something, and say in one line what is wrong with it."""
        try:
            step()
        except FarstarError as error:
            from farstar import reports

            self._say_wrapped(reports.message(error), 2)
            if isinstance(error, NotationError | IllegalPositionError):
                picture = reports.caret(error)
                if picture:
                    self._say(picture)

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
        if word is not None and word[1] in _LINE_COMMANDS and word[2]:
            _LINE_COMMANDS[word[1]](self, word[2])
            return
        self._refuse_lone_command(text)
        if self._show_invariant(text):
            return
        self._evaluate(text)

    def _refuse_lone_command(self, text: str) -> None:
        """Say how a command or an invariant is written, if its name stands alone."""
        from farstar.invariants import INVARIANTS

        if text in self.names:
            return
        if text in _COMMANDS or text in _LINE_COMMANDS:
            starts = (line.partition("  ")[0] for line in _HELP.splitlines())
            usage = next((start for start in starts if start.startswith(f"{text} ")), f"{text} G")
        elif text.replace("_", " ") in {name.replace("_", " ") for name in INVARIANTS}:
            usage = f"{text} G"
        else:
            return
        raise NotationError(f"expected a game, as in {usage!r}, got none")

    def _show_invariant(self, text: str) -> bool:
        """Answer ``mean G`` or ``G.mean``; return whether the line is one of these."""
        from farstar.invariants import INVARIANTS

        names = {name.replace("_", " "): name for name in INVARIANTS}
        after = _AFTER.fullmatch(text)
        if after is not None and not after[2].isdigit():
            name, game = after[2].replace("_", " "), after[1]
        else:
            begun = [name for name in names if text.lower().startswith(f"{name} ")]
            if not begun or text.split()[0] in self.names:
                return False
            name = max(begun, key=len)
            game = text[len(name) :]
        import farstar as fs

        asked: Any = self._read(game).game
        with fs.engine.budget(seconds=_SECONDS):
            *_, (_, answer) = fs.table([asked], show=names.get(name, name)).texts()
        self._say(answer)
        return True

    def _compare(self, text: str) -> None:
        from farstar import reports

        parts = _top_level_parts(text)
        if len(parts) == 1 and len(text.split()) == 2:
            parts = text.split()
        if len(parts) != 2:
            raise NotationError(f"expected two games with a comma between them, got {text[:60]!r}")
        left, right = map(self._read, parts)
        comparison = reports.compare(left, right)
        self._say(reports.clip(str(comparison)))
        self._say(comparison.reason)

    def _table(self, text: str) -> None:
        from farstar.tables.ranges import split

        words = shlex.split(text)
        show = "value"
        if "--show" in words[:-1]:
            place = words.index("--show")
            show = words[place + 1]
            del words[place : place + 2]
        expressions, ranges = split(words)
        if not ranges:
            raise NotationError(f"expected ranges such as n=1..5, got {text[:60]!r}")
        import farstar as fs

        expression = " ".join(expressions)
        for name, defined in self.names.items():
            if name not in ranges:
                expression = re.sub(rf"\b{name}\b", f"({defined.normalised})", expression)
        with fs.engine.budget(seconds=_SECONDS):
            table = fs.table(expression, show=show, **ranges)
        self._say(table.text(width=get_terminal_size().columns))

    def _plot(self, text: str) -> None:
        import farstar as fs

        game, _, path = text.rpartition(" ")
        if not game or "." not in path:
            raise NotationError(
                f"expected a game and the name of a file, such as plot G picture.svg, got {text!r}"
            )
        figure = fs.plot(self._read(game).game)
        self._say(f"{figure.save(path)}: {figure.caption}")

    def _is_free(self, name: str) -> bool:
        """Return whether a name has no meaning yet."""
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

        rows = reports.report(expression).write(reports.Row.text)
        width = 2 + max(len(row.label) for row, _ in rows)
        for row, text in rows:
            self._say_wrapped(f"{row.label:<{width}}{text}", width)

    def show_moves(self, expression: Expression) -> None:
        """Print the winning moves of both players."""
        from farstar import reports

        clock = reports.Clock()
        with clock.share(subject="the winning moves are "):
            plays = reports.find_plays(expression)
        for name, side in plays.sides.items():
            moves = ", ".join(reports.shorten(move["text"]) for move in side["winning_moves"])
            self._say_wrapped(f"{name.capitalize()}: {moves or 'no winning move'}", 2)

    def explain(self, expression: Expression) -> None:
        """Print who wins, and why."""
        from farstar import reports
        from farstar.cli._show import wrapped

        for line in reports.explained(expression)[1].text().splitlines():
            self._say(wrapped(line, get_terminal_size().columns))

    def _say_wrapped(self, line: str, indent: int) -> None:
        """Print a line, broken between words at the width of the terminal if there is one."""
        from farstar.cli._show import plain_width

        width = plain_width() or get_terminal_size().columns
        if len(line) <= width:
            self._say(line)
            return
        self._say(
            textwrap.fill(
                line,
                width,
                subsequent_indent=" " * indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
        )

    def complete(self, begun: str) -> list[str]:
        """Return what a word may become: a name, a command or a game."""
        from farstar.games import names as games

        commands = [*_COMMANDS, *_LINE_COMMANDS, "help", "names", "quit"]
        words = [*self.names, *commands, *(f"{game}(" for game in games())]
        return [word for word in words if word.lower().startswith(begun.lower()) and begun]


class CGSuitePrompt(Session):
    """A prompt that reads commands of CGSuite; a class or a loop may have several lines.

    Examples
    --------
    >>> prompt = CGSuitePrompt(print)
    >>> for line in ("g := {2||1|0}", "g.Mean", "for n from 1 to 3 yield", "n^2", "end"):
    ...     _ = prompt.answer(line)
    {2||1|0}
    5/4
    [1,4,9]
    """

    def __init__(self, say: Callable[[str], Any] = click.echo) -> None:
        from farstar.interop import CGSuiteSession

        super().__init__(say)
        self._cgsuite = CGSuiteSession()
        self._open = ""

    def cancel(self) -> None:
        """Forget the lines of a command that is not finished."""
        self._open = ""

    def finish(self) -> None:
        """Say what is wrong with a command that the end of the input leaves unfinished."""
        if self._open:
            self._try(lambda: self._run(self._open))

    def _answer(self, text: str) -> None:
        program = f"{self._open}\n{text}" if self._open else text
        if self._cgsuite.is_unfinished(program):
            self._open = program
            return
        self._open = ""
        self._run(program)

    def _run(self, program: str) -> None:
        import farstar as fs
        from farstar import reports

        with fs.engine.budget(seconds=_SECONDS):
            results = self._cgsuite.run(program)
        for entry in results:
            for line in entry.output:
                self._say(reports.clip(line))
            if entry.result is not None:
                self._say(reports.clip(entry.text))


_COMMANDS: dict[str, Callable[[Session, Expression], None]] = {
    "all": Session.show_all,
    "explain": Session.explain,
    "moves": Session.show_moves,
    "why": Session.explain,
}


_LINE_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "compare": Session._compare,
    "plot": Session._plot,
    "table": Session._table,
}
"""Commands that read the rest of the line themselves."""


def _top_level_parts(text: str) -> list[str]:
    """Return the parts of a text between the commas outside all brackets.

    Examples
    --------
    >>> _top_level_parts("Nim(1,2), {1,2|3}")
    ['Nim(1,2)', '{1,2|3}']
    """
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def _is_reserved(name: str) -> bool:
    """Return whether a name is a word of the notation or a command."""
    from farstar.values.tree import LOOPY_WORDS

    return name.lower() in _RESERVED | LOOPY_WORDS or name in _COMMANDS or name in _LINE_COMMANDS


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
