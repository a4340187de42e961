"""Where a game is shown: a terminal in colours, or plain lines for anything else."""

from __future__ import annotations

import contextlib
import importlib
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

_WIDEST = 80

STYLES = {"Left": "bold blue", "Right": "bold red"}
"""The usual colours of the players."""


class Screen:
    """Lines to the output, and lines from the input."""

    def __init__(self) -> None:
        self._console: Console | None = None
        if sys.stdout.isatty():
            from rich.console import Console

            self._console = Console(highlight=False)
        self.asks = sys.stdin.isatty()
        """Whether somebody types the input."""
        if self.asks and self._console is not None:
            # Gives the prompt its line editing and history; there is none on some systems.
            with contextlib.suppress(ImportError):
                importlib.import_module("readline")

    @property
    def unicode(self) -> bool:
        """Whether boxes can be drawn with lines."""
        if self._console is None:
            return False
        return "utf" in (sys.stdout.encoding or "").lower()

    @property
    def width(self) -> int:
        """How wide a line may be."""
        return min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST)

    def line(self, text: str = "", style: str | None = None) -> None:
        """Show a line."""
        if self._console is None:
            click.echo(text)
        else:
            self._console.print(text, style=style, markup=False, soft_wrap=True)

    def rule(self, title: str, style: str | None = None) -> None:
        """Show a title with space around it."""
        self.line()
        if self._console is None or len(title) > self.width - 2:
            self.say(title, style)
        else:
            from rich.text import Text

            head = Text(title, style=style or "")
            self._console.rule(head, align="left", style="dim", characters="-")

    def say(self, text: str, style: str | None = None, *, indent: int = 0) -> None:
        """Show a sentence; a terminal breaks it between words, anything else gets one line."""
        if self._console is not None and len(text) > self.width:
            text = textwrap.fill(
                text,
                self.width,
                subsequent_indent=" " * indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
        self.line(text, style)

    def paragraph(self, text: str) -> None:
        """Show lines of text, broken at the width of the terminal."""
        from farstar.cli._show import wrapped

        for line in text.splitlines():
            self.line(wrapped(line, self.width))

    def busy(self, text: str) -> contextlib.AbstractContextManager[object]:
        """Show that something goes on, while it goes on."""
        if self._console is None:
            return contextlib.nullcontext()
        return self._console.status(text)

    def ask(self, prompt: str) -> str | None:
        """Return a line from the input, or None at its end."""
        if self.asks:
            try:
                return input(prompt).strip()
            except EOFError:
                click.echo()
                return None
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        # Nobody typed it here, so it is shown.
        self.line(f"{prompt}{line.strip()}")
        return line.strip()
