"""Lays reports and explanations out for the terminal."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from farstar.reports import Report, is_clipped

if TYPE_CHECKING:
    from farstar import Explanation

_WIDE = 1_000_000
_MARK = re.compile(r" *(?:- |[0-9]+\. )")


def show(
    report: Report, why: Explanation | None, *, unicode: bool = False, thermograph: bool = False
) -> None:
    """Print the rows of a report, then the picture and the reasons if they are wanted."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, emoji=False, markup=False, width=plain_width())
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    texts = [(row, str(row.text(unicode=unicode and writes_arrows()))) for row in report.rows]
    for row, text in texts:
        is_main = row.name in ("value", "outcome")
        table.add_row(row.label, Text(text, style="bold" if is_main else ""))
    with console.capture() as printed:
        console.print(table)
    # Rich fills every line with blanks.
    for line in printed.get().splitlines():
        click.echo(line.rstrip())
    width = min(console.width, 80)
    if thermograph and report.kind == "loopy":
        console.print("\nthermograph  none: a loopy game has no thermograph here", style="dim")
    elif thermograph and report.thermograph is not None:
        from farstar.cli._picture import picture

        console.print("\nthermograph", style="dim")
        for line in picture(report.thermograph, columns=max(20, width - 24)):
            console.print(line, overflow="ignore", no_wrap=True, crop=False)
    if why is not None and report.outcome is not None:
        console.print("\nwhy", style="dim")
        for line in why.text().splitlines()[1:]:
            console.print(wrapped(line, width), overflow="ignore", no_wrap=True, crop=False)
    give_hints(report, (text for _, text in texts))


def give_hints(report: Report, texts: Iterable[str] = ()) -> None:
    """Say on standard error what would show more."""
    if report.lacks_time:
        _hint(f"some of this is {report.clock.excuse}; --time-limit allows more")
    if any(map(is_clipped, texts)):
        _hint("--json gives the long texts in full")


def _hint(text: str) -> None:
    click.echo(f"farstar: {text}", err=True)


def wrapped(line: str, width: int) -> str:
    """Return a line of a list, broken so that it goes on under its own text.

    Examples
    --------
    >>> print(wrapped("   - one two three", 14))
       - one two
         three
    """
    mark = _MARK.match(line)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * (mark.end() if mark else 0),
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def writes_arrows() -> bool:
    """Tell whether the output can hold the characters of Unicode notation."""
    try:
        "↑⇑↓⇓∗±−".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def plain_width() -> int | None:
    """Return the width for output that no terminal shows: lines are not broken there."""
    return None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDE
