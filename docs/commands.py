"""Print docs/commands.md: every command with its help, as the program itself gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from farstar.cli import cli
from farstar.cli.common import commands

HEAD = """\
# All commands

What `farstar COMMAND --help` prints, for every command. Data goes to standard output, notes and
errors to standard error; [errors and limits](limits.md) explains the exit codes, and
[JSON output](json.md) what `--json` prints. The [recipes](howto.md) begin with a task instead.

This page is written by `docs/commands.py`.
"""

EXPORT = """
## Export: LaTeX, PDF, CSV, JSON and other formats

These commands write or print the format, by an option of that name, by `--format` or by the suffix
of the file after `--out`. [Tables and figures](tables-and-figures.md) has examples, and
[other programs](interop.md) the formats that Python writes besides.

| format | commands |
| --- | --- |"""

PYTHON = {
    "atlas": "atlas",
    "bench": "",
    "certify": "certify",
    "check": "check_certificate",
    "cite": "cite",
    "compare": "compare",
    "doctor": "",
    "eval": "parse report",
    "explain": "explain",
    "learn": "learn.automaton learn.sequence",
    "misere": "misere_quotient MisereValue",
    "moves": "Position.winning_moves",
    "octal": "HeapRecord grundy_sequence",
    "paper": "new_paper",
    "play": "",
    "plot": "plot",
    "prove": "prove.invariant prove.heaps prove.family prove.bounds prove.outcomes",
    "puzzle": "puzzle",
    "query": "Survey.open Survey.sql",
    "repl": "",
    "reproduce": "reproduce",
    "rules": "rules",
    "search": "search",
    "serve": "",
    "simplify": "simplify",
    "solve": "solve",
    "static": "",
    "survey": "survey",
    "table": "table",
    "verify": "verify",
    "worksheet": "worksheet",
}
"""What does the same in Python, with ``fs.`` before it; nothing for what needs a terminal."""

FORMATS = {
    "LaTeX": r"latex|\.tex",
    **{kind: kind for kind in ("PDF", "SVG", "PNG", "HTML", "Markdown", "CSV", "Parquet")},
    "JSON": r"-json|in\s+json",
}
"""How the help of a command mentions that it writes a format; a file proof.json may be read."""


def helps() -> dict[str, str]:
    """Return the help of every command, laid out for a terminal of 80 columns."""
    top = click.Context(cli, info_name="farstar", terminal_width=78, **cli.context_settings)
    texts: dict[str, str] = {}
    for name in sorted(commands()):
        command = cli.get_command(top, name)
        assert command is not None
        context = click.Context(command, parent=top, info_name=name, **command.context_settings)
        texts[name] = "\n".join(map(str.rstrip, command.get_help(context).splitlines()))
    return texts


def link(name: str) -> str:
    """Return a link to the section of a command."""
    return f"[`{name}`](#farstar-{name})"


def in_python(name: str) -> str:
    """Return links to what does the same as a command; a dash if there is nothing."""
    names = PYTHON[name].split()
    return ", ".join(f"{{py:obj}}`fs.{part} <farstar.{part}>`" for part in names) or "-"


def lines() -> Iterator[str]:
    """Yield the lines of the page."""
    texts = helps()
    yield HEAD
    yield "| command | what it does | in Python |"
    yield "| --- | --- | --- |"
    for name in texts:
        yield f"| {link(name)} | {commands()[name].description} | {in_python(name)} |"
    yield EXPORT
    for kind, mention in FORMATS.items():
        word = re.compile(rf"(?:{mention})\b", re.IGNORECASE)
        able = (link(name) for name, text in texts.items() if word.search(text))
        yield f"| {kind} | {', '.join(able)} |"
    for name, text in texts.items():
        yield f"\n## farstar {name}\n\n```text\n{text}\n```"


if __name__ == "__main__":
    print("\n".join(lines()))
