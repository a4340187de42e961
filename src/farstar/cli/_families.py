"""Families of positions on the command line: ``--boards 3x4``, ``--strips 10``, ``--heaps 9x2``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from farstar.errors import NotationError

if TYPE_CHECKING:
    from farstar.surveys import Positions

NAME = "position"
"""The column of the positions."""

_OPTIONS = (
    ("--boards", "RxC", str, "All boards of up to R rows and C columns."),
    ("--strips", "N", int, "All strips, or words, of up to N cells."),
    ("--heaps", "N[xK]", str, "All choices of up to K heaps, 1 by default, of up to N counters."),
    ("--marks", "MARKS", str, "The marks of the cells; by default all that the game uses."),
    ("--sample", "N", int, "Only N of them, chosen at random; boards all have the largest size."),
    ("--seed", "S", int, "Seed for the sample."),
)
_SIZE = re.compile(r"([0-9]{1,4})(?:[x×]([0-9]{1,4}))?")


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of families to a command."""
    for name, metavar, kind, words in reversed(_OPTIONS):
        command = click.option(name, metavar=metavar, type=kind, help=words)(command)
    return command


def pop_options(given: dict[str, Any]) -> dict[str, Any]:
    """Remove the options of families from all options, and return those that are given."""
    named = {name[2:]: given.pop(name[2:]) for name, *_ in _OPTIONS}
    return {name: value for name, value in named.items() if value is not None}


def positions(given: dict[str, Any], game: Any) -> Positions:
    """Return the family that the options describe."""
    from farstar import surveys

    kinds = [kind for kind in ("boards", "strips", "heaps") if kind in given]
    if len(kinds) != 1:
        raise click.UsageError(
            "expected one of --boards, --strips and --heaps with --marks, --sample"
        )
    (kind,) = kinds
    is_sample = "sample" in given
    if kind == "heaps":
        largest, number = _size(given[kind], 1)
        family: Positions = surveys.heaps(largest, number)
    else:
        marks = given.get("marks") or _marks(game)
        rows, columns = (1, given[kind]) if kind == "strips" else _size(given[kind], None)
        make = surveys.board if is_sample else surveys.boards
        family = make(marks, rows, columns)
    return (
        surveys.sample(family, given["sample"], seed=given.get("seed", 0)) if is_sample else family
    )


def _size(text: str, default: int | None) -> tuple[int, int]:
    match = _SIZE.fullmatch(text.strip())
    if match is None or (match[2] is None and default is None):
        raise NotationError(f"expected a size such as 3x4, got {text[:40]!r}")
    return int(match[1]), int(match[2]) if match[2] else int(default or 0)


def _marks(game: Any) -> str:
    """Return the marks of the cells of a game that has a list of them."""
    written = getattr(game, "written", None)
    marks = written.marks if written is not None else getattr(game, "alphabet", None)
    letters = "".join(marks() if callable(marks) else marks or ())
    if not letters:
        raise click.UsageError("expected --marks, such as --marks xo., since the game lists none")
    return letters
