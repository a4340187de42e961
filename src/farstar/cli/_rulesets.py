"""A game from a file of the user's: ``--ruleset FILE.py:Kayles``."""

from __future__ import annotations

import ast
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from farstar.errors import IllegalPositionError, NotationError

OPTION_HELP = (
    "A game of your own: a ruleset, a class of positions, or a function that returns a position. "
    "Expressions then know it by its name."
)
_FORM = "FILE.py:NAME"


def load(text: str | None) -> str | None:
    """Let expressions know a game from a file, and return its name.

    Raises
    ------
    NotationError
        If there is no such file, it does not run, or there is no such game in it.
    """
    if text is None:
        return None
    file, _, name = text.rpartition(":") if not text.endswith(".py") else (text, "", "")
    if not file.endswith(".py"):
        raise NotationError(f"expected a game in a file, {_FORM}, got {text[:80]!r}")
    before = _notations()
    found = _run(file)
    name = name or _only(found, file)
    if name not in found:
        known = ", ".join(_games(found)) or "no ruleset"
        raise NotationError(f"expected a game in {file!r} ({known}), got {name[:80]!r}")
    # A file may say itself how its positions are written.
    if _notations().get(name) is before.get(name):
        _register(name, found[name])
    return name


def _notations() -> dict[str, Any]:
    from farstar.expressions import known

    return {notation.name: notation for notation in known()}


def _run(file: str) -> dict[str, Any]:
    if not Path(file).is_file():
        raise NotationError(f"expected a Python file that is there, got {file!r}")
    try:
        return runpy.run_path(file, run_name=Path(file).stem)
    except Exception as error:  # whatever the file does wrong, in one line
        raise NotationError(
            f"expected a Python file that runs, got {file!r}: {type(error).__name__}: {error}"
        ) from error


def _games(found: dict[str, Any]) -> list[str]:
    """Return the names of the rulesets that a file defines itself."""
    import farstar as fs

    return [
        name
        for name, thing in found.items()
        if isinstance(thing, type)
        and issubclass(thing, fs.Ruleset)
        and thing.__module__ == found["__name__"]
    ]


def _only(found: dict[str, Any], file: str) -> str:
    names = _games(found)
    if len(names) != 1:
        known = ", ".join(names) or "none"
        raise NotationError(f"expected {_FORM}, since {file!r} has not one ruleset: {known}")
    return names[0]


def _register(name: str, thing: Any) -> None:
    from farstar.expressions import Notation, register

    make = _maker(name, thing)

    def read(raw: str) -> Any:
        return make(_arguments(raw, name))

    register(Notation(name, read, "its arguments", "a game from a file"))


def _maker(name: str, thing: Any) -> Callable[[tuple[Any, ...]], Any]:
    """Return what makes a position of arguments."""
    import farstar as fs

    rules = thing
    if isinstance(thing, type) and issubclass(thing, fs.Ruleset):
        try:
            rules = thing()
        except TypeError as error:
            raise NotationError(
                f"expected a ruleset that needs no arguments, got {name}: {error}"
            ) from None
    if isinstance(rules, fs.Ruleset):
        return lambda given: rules(given[0] if len(given) == 1 else given)
    if not callable(thing):
        raise NotationError(f"expected a ruleset or a function, got {name} = {thing!r}")
    return lambda given: thing(*given)


def _arguments(raw: str, name: str) -> tuple[Any, ...]:
    """Return the numbers, texts, tuples and lists that stand between the parentheses."""
    if not raw.strip():
        raise IllegalPositionError(f"expected a position in {name}(), got nothing")
    try:
        found: tuple[Any, ...] = ast.literal_eval(f"({raw},)")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise NotationError(
            f"expected numbers, texts in quotes, tuples or lists in {name}(...), got {raw[:80]!r}"
        ) from None
    return found


def option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--ruleset`` to a command."""
    return click.option("--ruleset", metavar=_FORM, help=OPTION_HELP)(command)
