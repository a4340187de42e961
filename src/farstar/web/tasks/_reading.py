"""Reading what a page sends: expressions, which may use names and a visitor's own rules, and games.

Rules of a visitor are patterns, which are data, so that nothing of them is executed. A game that is
being played is its expression, who began, whether it is misère play, and the moves so far as short
text (`farstar.sums.notation`). The workers keep no state but a cache.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import farstar as fs
from farstar import reports
from farstar.errors import NotationError
from farstar.expressions import Expression, Statement, read, read_statement, registered
from farstar.sums.matches import Match
from farstar.sums.notation import parse_move
from farstar.web.settings import LONGEST_EXPRESSION

LONGEST_RULES = 4_000
"""Characters of rules that a visitor has written."""

MOST_PLAYED = 1_000
"""Moves of a game."""

_LONGEST_KEY = 4_000
_REMEMBERED = 64

_DEFINITION = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]{0,19})\s*:=(.*)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,19}")
_RESERVED = frozenset({"v", "vv", "tiny", "miny"})
_MOST_NAMES = 50

Result = TypeVar("Result")
Task = Callable[..., Result]


def check_length(text: str) -> None:
    """Refuse a text that is too long to be read."""
    if len(text) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected an expression of at most {LONGEST_EXPRESSION} characters, got {len(text)}"
        )


def check_moves(count: int) -> None:
    """Refuse a game that is too long."""
    if count > MOST_PLAYED:
        raise NotationError(f"expected at most {MOST_PLAYED} moves, got {count}")


# Expressions.


class Typed(NamedTuple):
    """What was typed."""

    statement: Statement
    name: str | None = None
    """The name that the game is given, as in ``G := {2|-1}``."""


def read_typed(text: str, names: dict[str, str] | None = None) -> Typed:
    """Read an expression, a relation such as ``G >= H``, or a definition such as ``G := {2|-1}``.

    The texts that names stand for are in `names`.
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


def _named(names: dict[str, str]) -> dict[str, Expression]:
    if len(names) > _MOST_NAMES or sum(map(len, names.values())) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected at most {_MOST_NAMES} names, for {LONGEST_EXPRESSION} characters in all"
        )
    for name in names:
        if not _NAME.fullmatch(name) or name in _RESERVED:
            raise NotationError(f"expected the name of a game, such as G, got {name[:40]!r}")
    return {name: read(text) for name, text in names.items()}


def read_expression(expression: str, rules: str = "") -> Expression:
    """Return an expression, in which a game of the visitor's own may occur."""
    check_length(expression)
    with _own_rules(rules):
        return read(expression)


@contextmanager
def _own_rules(rules: str) -> Iterator[None]:
    """Make the game of some rules available in expressions inside a ``with`` block."""
    if len(rules) > LONGEST_RULES:
        raise NotationError(
            f"expected rules of at most {LONGEST_RULES} characters, got {len(rules)}"
        )
    if not rules.strip():
        yield
        return
    try:
        ruleset: Any = fs.rules(rules)
    except NotationError as error:
        # Its column is one of the rules, not of the expression.
        raise NotationError(f"in the rules, {error.message}") from None
    with registered(ruleset):
        yield


# Games that are being played.

_lines: dict[tuple[object, ...], tuple[fs.Move, ...]] = {}
"""The moves of some games, so that a long game is not replayed for each move."""


def opened(
    expression: str,
    first: str = "left",
    misere: bool = False,
    moves: tuple[str, ...] = (),
    rules: str = "",
) -> Match:
    """Return a match after some moves, each of which must be legal."""
    if first not in reports.SIDES:
        raise NotationError(f"expected left or right to begin, got {first[:40]!r}")
    check_moves(len(moves))
    longest = max(map(len, moves), default=0)
    if longest > _LONGEST_KEY:
        raise NotationError(f"expected at most {_LONGEST_KEY} characters in a move, got {longest}")
    start = reports.unfolded(read_expression(expression, rules))
    match = Match(start, reports.SIDES[first], misere=misere)
    wanted = tuple(moves)
    name = (rules, expression, first, misere)
    count = next((n for n in range(len(wanted), 0, -1) if (*name, wanted[:n]) in _lines), 0)
    for move in _lines.get((*name, wanted[:count]), ()):
        match.append(move)
    for number, key in enumerate(wanted[count:], count + 1):
        if match.is_over:
            raise NotationError(f"expected at most {number - 1} moves, got {len(wanted)}")
        try:
            match.append(parse_move(key, match))
        except NotationError as error:
            raise NotationError(f"move {number}: {error.message}") from None
    while len(_lines) >= _REMEMBERED:
        del _lines[next(iter(_lines))]
    _lines[*name, wanted] = match.moves
    return match


# Arguments of tasks.


def takes_rules(function: Task[Result]) -> Task[Result]:
    """Give a task one more argument, `rules`: rules that its expressions may use."""

    @wraps(function)
    def with_rules(*arguments: Any, rules: str = "", **named: Any) -> Result:
        with _own_rules(rules):
            return function(*arguments, **named)

    own = inspect.Parameter("rules", inspect.Parameter.KEYWORD_ONLY, default="", annotation=str)
    return _declared(with_rules, [*_parameters(function), own])


def takes(make: Callable[..., Any]) -> Callable[[Task[Result]], Task[Result]]:
    """Let a task take the arguments of `make` in place of its first one, which `make` returns."""
    made_of = _parameters(make)

    def decorated(function: Task[Result]) -> Task[Result]:
        others = _parameters(function)[1:]
        parameters = sorted([*made_of, *others], key=lambda p: p.default is not p.empty)

        @wraps(function)
        def with_made(*arguments: Any, **named: Any) -> Result:
            given = inspect.signature(with_made).bind(*arguments, **named).arguments
            first = make(**{p.name: given.pop(p.name) for p in made_of if p.name in given})
            return function(first, **given)

        return _declared(with_made, parameters)

    return decorated


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function, eval_str=True).parameters.values())


def _declared(function: Task[Result], parameters: list[inspect.Parameter]) -> Task[Result]:
    """Return a function with these parameters, against which arguments from outside are checked."""
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {p.name: p.annotation for p in parameters}
    return function
