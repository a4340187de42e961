"""A game from a file of the user's: ``--ruleset FILE.py:Kayles``, ``--rules FILE``."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from farstar.errors import NotationError
from farstar.plugins import run_file

if TYPE_CHECKING:
    from farstar.rules import Ruleset

OPTION_HELP = (
    "A game of your own: a ruleset, a class of positions or a function in a Python file, or a file "
    "with rules written as patterns. Expressions can then use it by name."
)
_THEOREM_HELP = (
    "A theorem about the game, a certificate by farstar prove: it is checked, and then answers for "
    "boards of any size."
)
_FORM = "FILE.py:NAME"
_METAVAR = "FILE[.py:NAME]"


def load(text: str | None) -> str | None:
    """Let expressions know a game from a file, and return its name."""
    from farstar.expressions import register

    if text is None:
        return None
    if os.path.isfile(text) and not text.endswith(".py"):
        rules = _patterns(text)
        register(rules)
        return rules.name
    name, thing = _in_python(text)
    register(thing, name)
    return name


def _in_python(text: str) -> tuple[str, Any]:
    """Return the game that ``FILE.py:NAME`` means, or the only ruleset in the file, by its name."""
    file, _, name = text.rpartition(":") if not text.endswith(".py") else (text, "", "")
    if not file.endswith(".py"):
        if not os.path.exists(text):
            raise NotationError(f"expected a file with rules, got {text[:80]!r}: no such file")
        raise NotationError(f"expected a game in a file, {_FORM}, got {text[:80]!r}")
    names = run_file(file, NotationError)
    name = name or _only(names, file)
    if name not in names:
        known = ", ".join(_games(names)) or "no ruleset"
        raise NotationError(f"expected a game in {file!r} ({known}), got {name[:80]!r}")
    return name, names[name]


def _patterns(file: str) -> Ruleset:
    """Return the ruleset in a file with patterns; an error names the file."""
    import farstar as fs

    return fs.rules(path=file)


def game(text: str) -> Any:
    """Return a game for a survey: one that is included, or one from a file of the user's.

    A Python file stays a text, since workers are sent the file and not what it makes here.
    """
    from farstar import games

    if os.path.isfile(text) and not text.endswith(".py"):
        return _patterns(text)
    if text.partition(":")[0].endswith(".py"):
        return text
    known = games.load(text)
    if known is None:
        raise NotationError(f"expected the name of a game or a file with rules, got {text[:80]!r}")
    return known


def loaded(thing: Any) -> Any:
    """Return a game as an object, also one in a Python file."""
    return _in_python(thing)[1] if isinstance(thing, str) else thing


def rules_of(thing: Any) -> Ruleset:
    """Return the ruleset that a game, a class of rulesets or a ruleset means."""
    rules: Any = getattr(thing, "rules", thing)
    ruleset: Ruleset = rules() if isinstance(rules, type) else rules
    return ruleset


def _games(names: dict[str, Any]) -> list[str]:
    """Return the names of the rulesets that a file defines itself."""
    import farstar as fs

    return [
        name
        for name, thing in names.items()
        if isinstance(thing, type)
        and issubclass(thing, fs.Ruleset)
        and thing.__module__ == names["__name__"]
    ]


def _only(names: dict[str, Any], file: str) -> str:
    games = _games(names)
    if len(games) != 1:
        known = ", ".join(games) or "none"
        raise NotationError(f"expected {_FORM}, since {file!r} has not one ruleset: {known}")
    return games[0]


def option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--rules`` to a command."""
    names = ("--rules", "--ruleset", "ruleset")
    return click.option(*names, metavar=_METAVAR, help=OPTION_HELP)(command)


def knows_rules(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--rules``, whose game is loaded before the command runs, and ``--theorem``."""

    @wraps(command)
    def with_rules(
        *arguments: Any, ruleset: str | None, theorem: tuple[str, ...], **named: Any
    ) -> Any:
        load(ruleset)
        _use(theorem)
        return command(*arguments, **named)

    theorems = click.option("--theorem", multiple=True, metavar="FILE", help=_THEOREM_HELP)
    return option(theorems(with_rules))


def _use(files: tuple[str, ...]) -> None:
    """Let rulesets answer by theorems in files, once they are checked."""
    if files:
        from farstar import prove

        for file in files:
            prove.use(file)
