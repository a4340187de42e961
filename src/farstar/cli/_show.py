"""Lays reports and explanations out for the terminal."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import click

import farstar as fs
from farstar.reports import Report, Row, is_clipped, rational
from farstar.values import lowest, outline

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
    texts = report.write(partial(Row.text, unicode=unicode and writes_arrows()))
    for row, text in texts:
        is_main = row.name in ("value", "outcome")
        table.add_row(row.label, Text(str(text), style="bold" if is_main else ""))
    with console.capture() as printed:
        console.print(table)
    # Rich fills every line with blanks.
    for line in printed.get().splitlines():
        click.echo(line.rstrip())
    width = min(console.width, 80)
    if thermograph and report.kind == "loopy":
        console.print("\nthermograph  none: a loopy game has no thermograph here", style="dim")
    elif thermograph and report.thermograph is not None:
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
    """Return whether the output can hold the characters of Unicode notation."""
    try:
        "↑⇑↓⇓∗±−".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def plain_width() -> int | None:
    """Return the width for output that no terminal shows: lines are not broken there."""
    return None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDE


# A thermograph in ASCII: Left to the left, temperature upward.


_STROKES = {0: "|", -1: "/", 1: "\\"}
"""A wall that loses value as it gets warmer leans to the right, towards Right's numbers."""

_ABOVE = 2
"""Rows of bare mast."""


def picture(graph: fs.Thermograph, *, rows: int = 12, columns: int = 56) -> list[str]:
    r"""Return the lines of the drawing, at most about `rows` by `columns` characters large.

    One character is as high, in temperature, as it is wide, in value, so that a slanted wall is
    a run of slashes. Hot games are drawn from temperature 0 up, others from -1 up.

    Examples
    --------
    >>> print(*picture(fs.Value("{2|-2}").thermograph(), rows=4, columns=20), sep="\n")
        |    |
        |    |
      2 |    |
        |   / \
        |  /   \
        | /     \
      0 |/       \
        +----------
         2   0   -2
    """
    bottom = lowest([graph])
    step = _step(graph, bottom, rows, columns)
    top = graph.temperature + _ABOVE * step
    temperatures = [bottom]
    while temperatures[-1] < top:
        temperatures.append(temperatures[-1] + step)
    largest = max(graph.left_wall(t) for t in temperatures)
    lines = [_row(graph, t, step, largest) for t in temperatures]
    labels = _temperature_labels(graph, temperatures, step)
    margin = max(map(len, labels))
    width = max(map(len, lines))
    drawn = [
        f"{label:>{margin}} |{line}".rstrip() for label, line in zip(labels, lines, strict=True)
    ]
    axis = " " * (margin + 1) + "+" + "-" * (width + 1)
    return [
        *reversed(drawn),
        axis,
        " " * (margin + 2) + _value_labels(graph, bottom, step, largest),
    ]


def _step(graph: fs.Thermograph, bottom: Fraction, rows: int, columns: int) -> Fraction:
    """Return the power of two that one character stands for."""
    lines = outline(graph, bottom)
    corners = [value for value, _ in (*lines.left, *lines.right)]
    needed = max(
        (graph.temperature - bottom) / rows, (max(corners) - min(corners)) / columns, Fraction(0)
    )
    if needed == 0:
        return Fraction(1, 2)
    step = Fraction(1)
    while step < needed:
        step *= 2
    while step / 2 >= needed:
        step /= 2
    # A mast between two characters would be drawn at another value than the mean: up to twice as
    # many rows and columns are allowed to draw it where it belongs.
    between = (max(corners) - graph.mean, graph.temperature - bottom)
    halved = step / 2
    fits = 2 * halved >= needed and (max(corners) - min(corners)) / halved <= columns
    if fits and any(x % step for x in between) and not any(x % halved for x in between):
        return halved
    return step


def _row(graph: fs.Thermograph, t: Fraction, step: Fraction, largest: Fraction) -> str:
    """Draw both walls at temperature `t`."""
    left = round((largest - graph.left_wall(t)) / step)
    right = round((largest - graph.right_wall(t)) / step)
    if left == right:
        return " " * left + "|"
    first, second = _stroke(graph.left_wall, t), _stroke(graph.right_wall, t)
    return " " * left + first + " " * (right - left - 1) + second


def _stroke(wall: fs.Wall, t: Fraction) -> str:
    """Return the stroke that leads from temperature `t` up."""
    slope = wall.slopes[0]
    for critical, below in zip(wall.critical_temperatures, wall.slopes[1:], strict=True):
        if t < critical:
            slope = below
    return _STROKES[slope]


def _temperature_labels(
    graph: fs.Thermograph, temperatures: list[Fraction], step: Fraction
) -> list[str]:
    """Label the lowest row and the one where the mast begins."""
    labels = [""] * len(temperatures)
    mast = round((graph.temperature - temperatures[0]) / step)
    for row, t in ((0, temperatures[0]), (mast, graph.temperature)):
        labels[row] = f"  {_label(t)}"
    return labels


def _value_labels(
    graph: fs.Thermograph, bottom: Fraction, step: Fraction, largest: Fraction
) -> str:
    """Label the feet of both walls, and the mast, where there is room."""
    line = ""
    for value in (graph.left_wall(bottom), graph.right_wall(bottom), graph.mean):
        column, text = round((largest - value) / step), _label(value)
        around = line[max(0, column - 1) : column + len(text) + 1]
        if not around.strip():
            line = line.ljust(column)[:column] + text + line[column + len(text) :]
    return line


def _label(x: Fraction, longest: int = 24) -> str:
    text = rational(x)
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
