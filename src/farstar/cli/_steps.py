"""Explanations in steps, in the style that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from farstar import Explanation

_WIDTH = 80

style_option = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "markdown", "html"], case_sensitive=False),
    default="text",
    help="How to write the steps; text by default.",
)


def show_steps(explanation: Explanation, style: str) -> None:
    """Print the steps, as text broken at the width of the terminal."""
    from shutil import get_terminal_size

    from farstar.cli._show import wrapped

    if style != "text":
        click.echo(explanation.markdown() if style == "markdown" else explanation.html())
        return
    width = min(get_terminal_size((_WIDTH, 24)).columns, _WIDTH)
    for line in explanation.text().splitlines():
        click.echo(wrapped(line, width))
