"""What the commands share: limits, sizes, streams and arguments that begin with a minus sign."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from farstar.plugins import merged

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any] | click.Command)

_INCLUDED = {
    "atlas": "Find the smallest position of every value of a game.",
    "bench": "Time the engine on this machine.",
    "certify": "Prove who wins, or a relation, by a certificate.",
    "check": "Check a certificate.",
    "cite": "Say how to cite the program and a result.",
    "compare": "Compare two games: greater, less, equal or confused.",
    "doctor": "Check this installation.",
    "eval": "Evaluate a game: value, outcome, temperature and more.",
    "explain": "Explain step by step who wins, and why.",
    "learn": "Learn an automaton from words, or guess a formula for a sequence.",
    "misere": "Compute misère quotients and values, with certificates.",
    "moves": "List the winning moves.",
    "octal": "Compute long Grundy sequences, and prove their periods.",
    "play": "Play against the computer.",
    "plot": "Draw a thermograph, a tree, a board, or a table.",
    "prove": "Prove theorems about positions of every size.",
    "puzzle": "Find the only move that wins.",
    "query": "Query a survey with SQL.",
    "repl": "Type expressions at a prompt, with variables.",
    "rules": "Read rules written as patterns, and compare them with others.",
    "search": "Look for a counterexample to a claim, or for a position.",
    "simplify": "Bring a game to canonical form, step by step.",
    "solve": "Find who wins a large board, or its nimber; can be resumed.",
    "survey": "Compute invariants of many positions; can be resumed.",
    "worksheet": "Make exercises with pictures, and answers with reasons.",
    "serve": "Open the workbench in the browser.",
    "static": "Write a site that computes in the visitor's browser.",
    "table": "Tabulate any invariant over ranges of positions.",
}
"""The commands of the workbench, each in the module of its name, and what they do."""


class Entry(NamedTuple):
    """A command: its module, and what it does in a line."""

    module: str
    description: str


def find_command(name: str) -> Entry | None:
    """Return the command with a name; plugins are asked for only if the workbench has none."""
    if name in _INCLUDED:
        return Entry(f"farstar.cli.{name}", _INCLUDED[name])
    entry = merged("commands").get(name)
    return None if entry is None else Entry(*entry)


def commands() -> dict[str, Entry]:
    """Return all commands, those of plugins included."""
    plugged = {name: Entry(*entry) for name, entry in merged("commands").items()}
    return plugged | {name: Entry(f"farstar.cli.{name}", text) for name, text in _INCLUDED.items()}


_UNITS = {
    "": 1,
    "B": 1,
    **{
        prefix + ending: base**power
        for power, prefix in enumerate("KMGT", start=1)
        for ending, base in (("", 1000), ("B", 1000), ("IB", 1024))
    },
}
_SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([A-Za-z]*)\s*", re.ASCII)
_OPTION_LIKE = re.compile(r"--(?!v+(?:=|$))[a-z]{2}[a-z-]*(?:=.*)?", re.DOTALL)


def read_size(text: str) -> int:
    """Return the bytes that a size such as ``512MB`` or ``2GiB`` stands for."""
    match = _SIZE.fullmatch(text)
    unit = None if match is None else _UNITS.get(match[2].upper())
    if match is None or unit is None or len(text) > 40:
        raise ValueError(f"expected a size such as 512MB or 2GiB, got {text[:40]!r}")
    number = match[1]
    return int(number) * unit if number.isdigit() else int(float(number) * unit)


def read_seconds(text: str) -> float:
    """Return the seconds that a text stands for."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ValueError(f"expected a positive number of seconds, got {text[:40]!r}")
    return seconds


def reader(read: Callable[[str], T]) -> Callable[[object, object, str | None], T | None]:
    """Turn a function that reads a text into what Click calls for an option."""

    def convert(_: object, __: object, text: str | None) -> T | None:
        try:
            return None if text is None else read(text)
        except ValueError as error:
            raise click.UsageError(str(error)) from None

    return convert


def flag(*names_and_help: str) -> Callable[[F], F]:
    """Give a command an option without a value: its names, and what it does."""
    *names, words = names_and_help
    return click.option(*names, is_flag=True, help=words)


def setting(*names_and_help: str, **more: Any) -> Callable[[F], F]:
    """Give a command an option with a value: its names, that of the value, and what it does."""
    *names, value, words = names_and_help
    return click.option(*names, metavar=value, help=words, **more)


def choice(*names_and_help: str, **more: Any) -> Callable[[F], F]:
    """Give a command an option with one of some words: its names, the words, what it does."""
    *names, among, words = names_and_help
    kind = click.Choice(among.split(), case_sensitive=False)
    return click.option(*names, type=kind, help=words, **more)


class PathType(click.Path):
    """A path, which may be any text that somebody types."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; what the system cannot even look for is bad input."""
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail(f"expected a path, got {str(value)[:80]!r}", param, ctx)


class Command(click.Command):
    """A command with ``--time-limit`` and ``--memory-limit``.

    What begins with a minus sign and is not an option of the command, such as ``-3/8``, is an
    argument.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [
            click.Option(
                ["--time-limit"],
                callback=reader(read_seconds),
                metavar="SECONDS",
                help="Stop after this many seconds.",
            ),
            click.Option(
                ["--memory-limit"],
                callback=reader(read_size),
                metavar="SIZE",
                help="Stop if the games need more memory than this, e.g. 512MB.",
            ),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options, and then the words, which may begin with a minus sign."""
        options, words = self._split(ctx, args)
        return super().parse_args(ctx, [*options, "--", *words])

    def _split(self, ctx: click.Context, args: list[str]) -> tuple[list[str], list[str]]:
        known = {
            name: not param.is_flag and not param.count
            for param in self.get_params(ctx)
            if isinstance(param, click.Option)
            for name in (*param.opts, *param.secondary_opts)
        }
        options: list[str] = []
        words: list[str] = []
        rest = iter(args)
        for word in rest:
            name, equals, _ = word.partition("=")
            if word == "--":
                words += rest
            elif name in known:
                if not known[name] or equals:
                    options.append(word)
                    continue
                value = _value_after(word, rest, ctx)
                options += [word, value] if value is not None else []
            elif _OPTION_LIKE.fullmatch(word):
                options.append(word)
            else:
                words.append(word)
        return options, words

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command within its limits of time and memory."""
        seconds = ctx.params.pop("time_limit")
        memory = ctx.params.pop("memory_limit")
        if seconds is not None:
            ctx.meta["farstar.deadline"] = time.monotonic() + seconds
        ctx.meta["farstar.memory"] = memory
        if seconds is None and memory is None:
            return super().invoke(ctx)
        from farstar.reports import limits

        with limits(seconds, memory):
            return super().invoke(ctx)


def command_with_examples(examples: str) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command, whose help ends with examples."""
    return click.command(cls=Command, epilog=examples)


def _value_after(word: str, rest: Iterator[str], ctx: click.Context) -> str | None:
    value = next(rest, None)
    # A shell that completes the value has none yet.
    if value is None and not ctx.resilient_parsing:
        raise click.UsageError(f"expected a value after {word}, got none")
    return value


def prepare_streams() -> None:
    """Let every text be printed, in whatever encoding, and any bytes be read."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The program was started with this stream closed.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def say(text: str, indent: int = 0) -> None:
    """Print lines; a terminal breaks them between words, and they go on below column `indent`."""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(_broken(line, width, indent) for line in text.split("\n"))
    click.echo(text)


def _broken(line: str, width: int, indent: int) -> str:
    """Break a line between words.

    Examples
    --------
    >>> print(_broken("name  one two three", 14, 6))
    name  one two
          three
    """
    if len(line) <= width:
        return line
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


@contextmanager
def writing(path: str, what: str = "file that can be written") -> Iterator[None]:
    """Turn a failure to write to a file into one line."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"expected a {what}, got {path!r}: {error.strerror}") from None


def save(thing: Any, path: str) -> None:
    """Save a table or a figure, and say what it shows."""
    with writing(path):
        thing.save(path)
    click.echo(f"{path}: {thing.caption}", err=True)


def save_text(text: str, path: str, caption: str) -> None:
    """Write a text that shows something to a file, and say what it shows."""
    with writing(path):
        Path(path).write_text(f"{text}\n", encoding="utf-8")
    click.echo(f"{path}: {caption}", err=True)


def emit_json(data: object) -> None:
    """Print `data` as one line of JSON on standard output.

    Integers of more than about 4,000 digits and floats that are not finite become text, because
    not every reader takes them.
    """
    from farstar.reports import plain

    click.echo(json.dumps(plain(data), allow_nan=False))
