"""Reading what was pasted from CGSuite: values, commands, worksheets, and the answers it printed.

The notation of values is the same in both programs. Commands are programs of CGScript, CGSuite's
language, as far as they use what Farstar has; everything else is named with its line. Where the
pasted text contains CGSuite's answers they are compared with ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from farstar.errors import FarstarError, NotationError
from farstar.expressions import read
from farstar.interop._cgscript import Machine, Stop
from farstar.interop._cgscript_collections import written
from farstar.interop._cgscript_syntax import is_unfinished
from farstar.interop._cgscript_values import ScriptClass
from farstar.loopy import Loopy
from farstar.misere import MisereValue
from farstar.rules import Position
from farstar.sums import Sum
from farstar.transfinite import Surreal, SurrealFraction
from farstar.values import Value

_MOST_STATEMENTS = 1_000
_LONGEST = 1_000_000
_TINY = re.compile(r"([+-])_(?=[\d({])")
_ARROWS = str.maketrans({"↑": "^", "↓": "v", "∗": "*", "±": "+-", "ω": "omega"})


@dataclass(frozen=True)
class CGSuiteResult:
    """One command, and what it gives."""

    command: str
    """The command as it was pasted."""

    result: Any
    """A value, a position, a sum, a number, a truth value, a text, a list, a function, ..."""

    name: str | None = None
    """The name that it was given by ``:=``, ``def`` or ``class``."""

    printed: str | None = None
    """What CGSuite printed below the command, if that was pasted too."""

    output: tuple[str, ...] = ()
    """The lines that ``System.Print`` wrote meanwhile."""

    @property
    def text(self) -> str:
        """The result as CGSuite writes it."""
        return written(self.result)

    @property
    def agrees(self) -> bool | None:
        """Whether CGSuite printed the same; None if nothing was printed or it cannot be read."""
        if self.printed is None:
            return None
        printed, result = self.printed.strip(), self.result
        if isinstance(result, MisereValue | Surreal | SurrealFraction):
            if written(result) == printed:
                return True
            try:
                return bool(type(result)(printed) == result)
            except FarstarError:
                return None
        if isinstance(result, bool) or not isinstance(
            result, Value | Position | Sum | Fraction | int | Loopy
        ):
            return written(result).lower() == printed.lower()
        try:
            other: Any = read(_tinies(printed)).game
            if isinstance(result, Loopy) or isinstance(other, Loopy):
                ours = result if isinstance(result, Loopy) else Loopy(_value(result))
                return bool(Loopy(other) == ours)
            return bool(_value(other) == _value(result))
        except FarstarError:
            return None


def _value(game: Any) -> Value:
    if isinstance(game, Fraction | int):
        return Value(game)
    value: Value = game if isinstance(game, Value) else game.value
    return value


class CGSuiteSession:
    """Commands of CGSuite, one after another; names stay defined.

    Examples
    --------
    >>> session = CGSuiteSession()
    >>> session.run("g := {2||1|0}")[0].name
    'g'
    >>> [entry.result for entry in session.run("g.Mean; 6*5")]
    [Fraction(5, 4), 30]
    """

    def __init__(self) -> None:
        self._machine = Machine()

    def is_unfinished(self, text: str) -> bool:
        """Return whether a text breaks off inside a command, such as a loop without its end.

        Examples
        --------
        >>> CGSuiteSession().is_unfinished("for n from 1 to 3")
        True
        """
        return len(text) <= _LONGEST and is_unfinished(_readable(text))

    def run(self, text: str) -> list[CGSuiteResult]:
        """Return what the commands in a text give.

        Raises
        ------
        NotationError
            If a command cannot be read or is not supported; the message names the line.
        """
        if len(text) > _LONGEST:
            raise NotationError(f"expected at most {_LONGEST} characters, got {len(text)}")
        results = []
        self._machine.steps = self._machine.calls = 0
        self._machine.printed.clear()
        try:
            for node, command, result in self._machine.run(_readable(text)):
                name = node.parts[0] if node.kind in ("var", "def", "class") else None
                if node.kind == "assign":
                    name = node.parts[0].parts[0]
                output = tuple(self._machine.printed)
                self._machine.printed.clear()
                results.append(CGSuiteResult(command, result, name, output=output))
                if len(results) > _MOST_STATEMENTS:
                    raise NotationError(f"expected at most {_MOST_STATEMENTS} commands")
        except Stop as stop:
            raise NotationError(f"expected {stop.kind!r} only inside a function or loop") from None
        except RecursionError:
            raise NotationError("expected a program that is nested less deeply") from None
        except NotationError:
            # Values as both programs print them, such as 3v*, are no commands of CGSuite.
            if results or "\n" in text.strip():
                raise
            try:
                return [CGSuiteResult(text, read(_readable(text)).game)]
            except FarstarError:
                pass
            raise
        return results


def read_cgsuite(text: str) -> list[CGSuiteResult]:
    """Return what pasted commands of CGSuite give, one result for each.

    Commands are separated by semicolons or lines. If some lines begin with the prompt ``>``, the
    others are what CGSuite printed, and `CGSuiteResult.agrees` says whether ours is the same.
    Names given by ``:=``, ``def`` and ``class`` can be used in later commands. Without prompts the
    text is a worksheet: loops, conditions, functions and classes may have several lines.

    Parameters
    ----------
    text : str
        Values such as ``^^*``, ``{2|1||0}`` or ``+_2``, positions such as
        ``game.grid.Domineering("..|..")``, properties such as ``.Mean``, and programs.

    Raises
    ------
    NotationError
        If a command cannot be read or is not supported; the message names the line.
    BudgetExceeded
        If a program takes more than two million steps, or makes something too large to go on.

    Examples
    --------
    >>> results = read_cgsuite('''
    ... > g := game.grid.Domineering("..|..").CanonicalForm
    ... +-1
    ... > g.Temperature
    ... 1
    ... ''')
    >>> [(entry.name, str(entry.result), entry.agrees) for entry in results]
    [('g', '+-1', True), (None, '1', True)]
    >>> read_cgsuite("[n^2 for n from 1 to 5 where n % 2 == 1]")[0].result
    [1, 9, 25]
    """
    session = CGSuiteSession()
    lines = text.splitlines()
    if not any(line.lstrip().startswith(">") for line in lines):
        return session.run(text)
    results: list[CGSuiteResult] = []
    for number, command, printed in _prompted(lines):
        try:
            given = session.run(command)
        except NotationError as error:
            # The line of the paste, not of the command.
            message = re.sub(r"^line 1: ", "", error.message)
            raise NotationError(f"line {number}: {message}") from None
        if given and printed is not None:
            last = given.pop()
            given.append(replace(last, printed=printed))
        results += given
        if len(results) > _MOST_STATEMENTS:
            raise NotationError(f"expected at most {_MOST_STATEMENTS} commands")
    return results


def _prompted(lines: list[str]) -> Iterator[tuple[int, str, str | None]]:
    """Yield the commands after a prompt, each with its line and what was printed below it."""
    command, start = None, 0
    printed: list[str] = []
    for number, line in enumerate([*lines, ">"], 1):
        if not line.lstrip().startswith(">"):
            printed.append(line.strip())
            continue
        if command:
            yield start, command, "\n".join(printed).strip() or None
        command, start, printed = line.lstrip()[1:].strip(), number, []


def cgsuite_ruleset(text: str) -> ScriptClass:
    """Return the ruleset that a class of CGScript declares; call it to make a position.

    Parameters
    ----------
    text : str
        A program with a class that extends a game, such as ``GridRuleset`` or ``ImpartialGame``,
        and has a method ``Options``. The last such class is taken.

    Raises
    ------
    NotationError
        If there is none, or it uses what is not supported; the message names the line.

    Examples
    --------
    >>> nim = cgsuite_ruleset('''
    ... class Heap(n as Integer) extends ImpartialGame
    ...   override def Options := [Heap(k) for k from 0 to n - 1];
    ... end
    ... ''')
    >>> nim(5).grundy
    5
    """
    classes = [
        entry.result for entry in read_cgsuite(text) if isinstance(entry.result, ScriptClass)
    ]
    declared = [rules for rules in classes if rules.is_game]
    if not declared:
        raise NotationError("expected a class with a method Options that extends a game")
    return declared[-1]


def python_of_cgsuite(text: str) -> str:
    """Return a Python module with the ruleset that a class of CGScript declares.

    The module keeps the program, and runs it by `cgsuite_ruleset`; it can be saved and given to
    ``--rules``.

    Examples
    --------
    >>> print(python_of_cgsuite('''class Heap(n as Integer) extends ImpartialGame
    ...   override def Options := [Heap(k) for k from 0 to n - 1];
    ... end'''))
    '''Heap, a ruleset that was written for CGSuite.'''
    <BLANKLINE>
    from farstar.interop import cgsuite_ruleset
    <BLANKLINE>
    Heap = cgsuite_ruleset(
        r'''
    class Heap(n as Integer) extends ImpartialGame
      override def Options := [Heap(k) for k from 0 to n - 1];
    end
    '''
    )
    """
    name = cgsuite_ruleset(text).name
    if "'''" in text:
        raise NotationError("expected a program without three quotation marks in a row")
    return (
        f"'''{name}, a ruleset that was written for CGSuite.'''\n\n"
        "from farstar.interop import cgsuite_ruleset\n\n"
        f"{name} = cgsuite_ruleset(\n    r'''\n{text.strip()}\n'''\n)"
    )


def _readable(text: str) -> str:
    """Return a program in the characters and with the names that the reader knows."""
    return _tinies(text.translate(_ARROWS))


def _tinies(text: str) -> str:
    """Write ``+_2`` and ``-_{2|0}``, as books print tinies and minies, as functions."""
    while match := _TINY.search(text):
        name = "Tiny" if match[1] == "+" else "Miny"
        start = match.end()
        end = _closing(text, start)
        inner = text[start:end]
        # A single number in braces is how LaTeX writes a subscript.
        if inner[0] in "({" and "|" not in inner:
            inner = inner[1:-1]
        text = f"{text[: match.start()]}{name}({inner}){text[end:]}"
    return text


def _closing(text: str, start: int) -> int:
    """Return where a number or a group in brackets that begins here ends."""
    if text[start] not in "({":
        number = re.compile(r"\d+(/\d+)?").match(text, start)
        assert number is not None
        return number.end()
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "({") - (text[at] in ")}")
        if depth == 0:
            return at + 1
    raise NotationError(f"expected a bracket that closes the one in {text[start : start + 40]!r}")
