"""What the shell may complete: games, papers, surveys, invariants and files.

Completion is switched on by one line in the shell's own file, which the page of recipes gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, TypeAlias

import click
from click.shell_completion import CompletionItem

Completion: TypeAlias = Callable[[Any, Any, str], list[str]]

_LAST_NAME = re.compile(r"[A-Za-z]*$")


def _beginning_with(begun: str, names: Iterable[Any]) -> list[str]:
    return [str(name) for name in names if str(name).lower().startswith(begun.lower())]


def among(module: str, find: Callable[[Any], Iterable[Any]]) -> Completion:
    """Complete to one of the names that are found in a module, which is loaded only then."""
    return lambda _, __, begun: _beginning_with(begun, find(import_module(module)))


game_names = among("farstar.games", lambda games: games.names())
formats = among("farstar.tables", lambda tables: (*tables.FORMATS, "parquet"))
kinds = among("farstar.figures", lambda figures: [k.replace(" ", "-") for k in figures.kinds()])
_ready_surveys = among("farstar.surveys", lambda surveys: surveys.studies())


def games(context: Any, parameter: Any, begun: str) -> list[str]:
    """Complete the last name in an expression to that of a game.

    Examples
    --------
    >>> games(None, None, "E(3,2) + Dom")
    ['E(3,2) + Domineering(']
    """
    match = _LAST_NAME.search(begun)
    assert match is not None
    before = begun[: match.start()]
    return [f"{before}{game}(" for game in game_names(context, parameter, match[0])]


def surveys(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Complete the name of a ready survey, or else an expression."""
    return _ready_surveys(context, parameter, begun) or games(context, parameter, begun)


def invariants(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Complete the last of several invariants with commas between them."""
    from farstar.invariants import INVARIANTS

    before, comma, name = begun.rpartition(",")
    known = (each.replace(" ", "-") for each in INVARIANTS)
    return [f"{before}{comma}{each}" for each in _beginning_with(name, known)]


def files(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Let the shell complete the name of a file."""
    return [CompletionItem(begun, type="file")]


def folders(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Let the shell complete the name of a folder."""
    return [CompletionItem(begun, type="dir")]
