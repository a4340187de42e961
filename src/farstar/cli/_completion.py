"""What the shell may complete: games, papers, surveys, invariants and files.

Completion is switched on by one line in the shell's own file, which the page of recipes gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

_LAST_NAME = re.compile(r"[A-Za-z]*$")


def games(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Complete the last name in an expression to that of a game.

    Examples
    --------
    >>> games(None, None, "E(3,2) + Dom")
    ['E(3,2) + Domineering(']
    """
    from farstar.games import names

    match = _LAST_NAME.search(begun)
    assert match is not None
    before, name = begun[: match.start()], match[0]
    return [f"{before}{game}(" for game in _beginning_with(name, names())]


def game_names(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Complete the name of a game that stands alone.

    Examples
    --------
    >>> game_names(None, None, "dom")
    ['Domineering']
    """
    from farstar.games import names

    return _beginning_with(begun, names())


def papers(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Complete the name of a paper."""
    from farstar.papers import PAPERS

    return _beginning_with(begun, PAPERS)


def surveys(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Complete the name of a ready survey, or else an expression."""
    from farstar.surveys import studies

    return _beginning_with(begun, studies()) or games(context, parameter, begun)


def invariants(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Complete the last of several invariants with commas between them."""
    from farstar.invariants import INVARIANTS

    before, comma, name = begun.rpartition(",")
    known = (each.replace(" ", "-") for each in INVARIANTS)
    return [f"{before}{comma}{each}" for each in _beginning_with(name, known)]


def formats(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Complete the format of a table."""
    from farstar.tables import FORMATS

    return _beginning_with(begun, (*FORMATS, "parquet"))


def kinds(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Complete the kind of a figure."""
    from farstar.figures import KINDS

    return _beginning_with(begun, (kind.replace(" ", "-") for kind in KINDS))


def files(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Let the shell complete the name of a file."""
    return [CompletionItem(begun, type="file")]


def folders(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Let the shell complete the name of a folder."""
    return [CompletionItem(begun, type="dir")]


def _beginning_with(begun: str, names: Iterable[Any]) -> list[str]:
    return [str(name) for name in names if str(name).lower().startswith(begun.lower())]
