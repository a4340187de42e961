"""Reading what was pasted from CGSuite: values, commands, and the answers it printed.

The notation of values is the same in both programs. Commands are read as far as they name values,
positions of games that Farstar has, and properties of them; everything else is refused with the
column. Where the pasted text contains CGSuite's answers they are compared with ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from farstar._arguments import clip
from farstar.errors import FarstarError, NotationError
from farstar.expressions import Expression, read
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Value

_MOST_STATEMENTS = 1_000
_LONGEST = 1_000_000

_ASSIGNMENT = re.compile(r"\s*([A-Za-z]\w*)\s*:=\s*(?=\S)")
_PROPERTY = re.compile(r"\.([A-Z][A-Za-z]*)(\(([^()]*)\))?\s*\Z")
_TINY = re.compile(r"([+-])_(?=[\d({])")
_PAIR = re.compile(r"(\b[A-Za-z][\w.]*)\(\(([\d\s,]+)\)\)")
_EMPTY = re.compile(r"Grid\.Empty\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_RULES = re.compile(r"(\b[\w.]*TakeAndBreak)\(\s*\"([\d.]+)\"\s*\)\(\s*([\d,\s]+)\)")


def _value(game: Any) -> Value:
    value: Value = game if isinstance(game, Value) else game.value
    return value


_PROPERTIES: Mapping[str, Callable[..., Any]] = {
    "AtomicWeight": lambda g: _value(g).atomic_weight(),
    "Birthday": lambda g: _value(g).birthday,
    "CanonicalForm": _value,
    "Companion": lambda g: _value(g).companion(),
    "Cool": lambda g, t: _value(g).cool(t),
    "FollowerCount": lambda g: _value(g).follower_count,
    "Freeze": lambda g: _value(g).freeze(),
    "GameValue": _value,
    "Heat": lambda g, t: _value(g).heat(t),
    "IsAllSmall": lambda g: _value(g).is_all_small,
    "IsInfinitesimal": lambda g: _value(g).is_infinitesimal,
    "IsNumber": lambda g: _value(g).is_number,
    "LeftStop": lambda g: _value(g).left_stop,
    "Mean": lambda g: g.mean,
    "NimValue": lambda g: g.grundy,
    "OutcomeClass": lambda g: g.outcome,
    "ReducedCanonicalForm": lambda g: _value(g).reduced(),
    "RightStop": lambda g: _value(g).right_stop,
    "StopCount": lambda g: _value(g).stop_count,
    "Temperature": lambda g: g.temperature,
}


@dataclass(frozen=True)
class CGSuiteResult:
    """One command, and what it gives."""

    command: str
    """The command as it was pasted."""

    result: Any
    """A value, a position, a sum, an outcome, a number or a truth value."""

    name: str | None = None
    """The name that it was given by ``:=``."""

    printed: str | None = None
    """What CGSuite printed below the command, if that was pasted too."""

    @property
    def agrees(self) -> bool | None:
        """Whether CGSuite printed the same; None if nothing was printed or it cannot be read."""
        if self.printed is None:
            return None
        printed, result = self.printed, self.result
        if isinstance(result, bool) or not isinstance(
            result, Value | Position | Sum | Fraction | int
        ):
            return str(result).lower() == printed.strip().lower()
        try:
            other = read(_translated(printed)).game
            return bool(
                _value(other)
                == (Value(result) if isinstance(result, Fraction | int) else _value(result))
            )
        except FarstarError:
            return None


def read_cgsuite(text: str) -> list[CGSuiteResult]:
    """Return what pasted commands of CGSuite give, one result for each.

    Commands are separated by semicolons or lines. If some lines begin with the prompt ``>``, the
    others are what CGSuite printed, and `CGSuiteResult.agrees` says whether ours is the same.
    Names given by ``:=`` can be used in later commands.

    Parameters
    ----------
    text : str
        Values such as ``^^*``, ``{2|1||0}`` or ``+_2``, positions such as
        ``game.grid.Domineering("..|..")``, sums of them, and properties such as ``.Mean``.

    Raises
    ------
    NotationError
        If a command cannot be read; the message names it.

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
    """
    if len(text) > _LONGEST:
        raise NotationError(f"expected at most {_LONGEST} characters, got {len(text)}")
    names: dict[str, Expression] = {}
    results = []
    for number, (command, printed) in enumerate(_statements(text), 1):
        if number > _MOST_STATEMENTS:
            raise NotationError(f"expected at most {_MOST_STATEMENTS} commands")
        try:
            results.append(_run(command, printed, names))
        except FarstarError as error:
            raise NotationError(f"command {number}, {clip(command)!r}: {error}") from None
    return results


def _statements(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield the commands, each with what was printed below it."""
    lines = [line.strip() for line in text.splitlines()]
    if not any(line.startswith(">") for line in lines):
        for line in lines:
            yield from ((part.strip(), None) for part in line.split(";") if part.strip())
        return
    command: str | None = None
    printed: list[str] = []
    for line in [*lines, ">"]:
        if not line.startswith(">"):
            printed.append(line)
            continue
        if command:
            *silent, last = [part.strip() for part in command.split(";")]
            yield from ((part, None) for part in silent if part)
            if last:
                yield last, "\n".join(printed).strip() or None
        command, printed = line[1:].strip(), []


def _run(command: str, printed: str | None, names: dict[str, Expression]) -> CGSuiteResult:
    assigned = _ASSIGNMENT.match(command)
    rest = command[assigned.end() :] if assigned else command
    base, properties = _split(_translated(rest))
    expression = read(base, names=names)
    game: Any = expression.game
    for name, argument in properties:
        game = _ask(game, name, argument)
    if assigned is not None:
        if not isinstance(game, Value | Position | Sum | Fraction | int):
            raise NotationError(f"expected a game for the name {assigned[1]}, got {game!r:.60}")
        names[assigned[1]] = read(str(game)) if properties else expression
    return CGSuiteResult(command, game, assigned[1] if assigned else None, printed)


def _split(text: str) -> tuple[str, list[tuple[str, str | None]]]:
    """Return an expression without the properties at its end, and those, in order."""
    properties: list[tuple[str, str | None]] = []
    while (match := _PROPERTY.search(text)) and match[1] in _PROPERTIES:
        properties.append((match[1], match[3] if match[2] else None))
        text = text[: match.start()]
    return text, properties[::-1]


def _ask(game: Any, name: str, argument: str | None) -> Any:
    if not isinstance(game, Value | Position | Sum):
        raise NotationError(f"expected a game before .{name}, got {game!r:.60}")
    needs_argument = name in ("Cool", "Heat")
    if needs_argument != bool(argument and argument.strip()):
        wanted = "a temperature in parentheses" if needs_argument else "nothing in parentheses"
        raise NotationError(f"expected {wanted} after .{name}")
    return _PROPERTIES[name](game, argument) if needs_argument else _PROPERTIES[name](game)


def _translated(text: str) -> str:
    """Return a command in the notation of Farstar, where the two differ."""
    text = _RULES.sub(r"\1(\2; \3)", text)
    text = _EMPTY.sub(r"\1x\2", text)
    text = _PAIR.sub(r"\1(\2)", text)
    return _tinies(text)


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
