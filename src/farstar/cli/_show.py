"""What ``farstar eval`` prints for people."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import click

import farstar as fs
from farstar.cli._picture import picture
from farstar.expressions import Expression
from farstar.invariants import Place
from farstar.reports import (
    WHO_WINS,
    Clock,
    Facts,
    clip,
    drawing_moves,
    explanation,
    fact_rows,
    mention,
    rational,
    shorten,
    spell,
    why,
)

_LONGEST_TEXT = 2_000
_LONGEST_OPTION = 200
_MOST_OPTIONS = 12
_WIDE = 1_000_000
_MARK = re.compile(r" *(?:- |[0-9]+\. )")


def show(
    facts: Facts,
    expression: Expression,
    *,
    unicode: bool,
    explain: bool,
    thermograph: bool,
) -> None:
    """Print a table of `facts`, then the picture and the reasons if they are wanted.

    Where the reasons take longer than all the rest may take, they are left out.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    unicode = unicode and writes_arrows()
    asked = explain and facts.outcome is not None
    reasons = _reasons(facts, expression, unicode=unicode) if asked else []
    console = Console(highlight=False, emoji=False, markup=False, width=plain_width())
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for name, text in rows(facts, unicode=unicode):
        table.add_row(name, Text(text, style="bold" if name in ("value", "outcome") else ""))
    with console.capture() as printed:
        console.print(table)
    # Rich fills every line with blanks.
    for line in printed.get().splitlines():
        click.echo(line.rstrip())
    width = min(console.width, 80)
    if thermograph and not isinstance(facts.game, fs.Value | fs.Position | fs.Sum):
        console.print("\nthermograph  none: a loopy game has no thermograph here", style="dim")
    if thermograph and facts.thermograph is not None:
        console.print("\nthermograph", style="dim")
        for line in picture(facts.thermograph, columns=max(20, width - 24)):
            console.print(line, overflow="ignore", no_wrap=True, crop=False)
    if reasons:
        console.print("\nwhy", style="dim")
        for line in reasons:
            console.print(wrapped(line, width), overflow="ignore", no_wrap=True, crop=False)


def _reasons(facts: Facts, expression: Expression, *, unicode: bool) -> list[str]:
    """Return the lines that explain the outcome."""
    clock = Clock(facts.clock.deadline)
    if not (facts.summands or isinstance(facts.game, fs.Value)):
        return explanation(expression, clock, facts).text().splitlines()[1:]
    try:
        with clock.share():
            return [f"- {text}" for text in why(facts, lambda g: mention(g, unicode=unicode))]
    except fs.BudgetExceeded as error:
        if clock.is_over:
            raise
        return [f"- Left out: {error}."]


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


def rows(facts: Facts, *, unicode: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table, as names and texts."""
    yield "expression", clip(facts.expression)
    if facts.outcome is not None:
        yield "value", _text(facts, unicode=unicode)
    yield from _rows(facts, "who wins", unicode=unicode)
    for name, detail in facts.details.items():
        if detail is not None:
            yield heading(name), _detail(detail)
    yield from _rows(facts, "measures", unicode=unicode)
    yield from _rows(facts, "options", unicode=unicode)
    if facts.outcome is not None:
        yield "Left first", _first(facts, fs.Left, facts.outcome, unicode=unicode)
        yield "Right first", _first(facts, fs.Right, facts.outcome, unicode=unicode)
    yield from _rows(facts, "form", unicode=unicode)


def heading(name: str) -> str:
    """Return how a detail is called.

    Examples
    --------
    >>> heading("left_options"), heading("continued_fraction")
    ('Left options', 'continued fraction')
    """
    words = name.replace("_", " ")
    return words.capitalize() if words.startswith(("left ", "right ")) else words


def _rows(facts: Facts, place: Place, *, unicode: bool) -> Iterator[tuple[str, str]]:
    """Yield the rows in one place, as names and texts."""
    for row in fact_rows(facts, place):
        if row.cells:
            texts = (f"{part} {_cell(cell, unicode=unicode)}".lstrip() for part, cell in row.cells)
            yield row.label, ", ".join(texts)
        elif row.label == "outcome":
            yield row.label, row.reason
        else:
            yield row.label, f"left out: {row.reason}" if row.exists else f"none ({row.reason})"


def _cell(cell: object, *, unicode: bool) -> str:
    """Return an invariant for people."""
    if isinstance(cell, fs.Outcome | fs.LoopyOutcome):
        return f"{WHO_WINS[cell]} ({cell})"
    if isinstance(cell, fs.Value):
        return mention(cell, unicode=unicode, longest=_LONGEST_TEXT)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | Fraction):
        return _number(cell)
    return _list(cell, unicode=unicode) if isinstance(cell, tuple) else clip(str(cell))


def _first(facts: Facts, player: fs.Player, outcome: fs.Outcome, *, unicode: bool) -> str:
    """Say how `player` fares by moving first."""
    if not outcome.wins(player, first=True):
        if outcome.result(player, first=True) == "draw":
            texts = [shorten(move.text) for move in drawing_moves(facts, player)[:_MOST_OPTIONS]]
            return f"draws by {', '.join(texts)}" if texts else "draws"
        return "loses"
    winning = facts.wins_by(player)
    if winning is None:
        if "winning_moves" not in facts.omitted and "left_options" not in facts.omitted:
            return "wins"
        reason = facts.omitted.get("winning_moves") or facts.omitted["left_options"]
        return f"wins; moves left out: {reason}"
    if isinstance(facts.game, fs.Value):
        return f"wins by going to {_list(winning, unicode=unicode)}"
    if facts.summands:
        best, *others = facts.sum_moves[player]
        summand = next(summand for summand in facts.summands if summand.is_moved_in(best))
        goal = summand.after(best, partial(mention, unicode=unicode))
        more = f", or by {len(others):,} more" if others else ""
        return f"wins by moving {shorten(summand.expression)} to {shorten(goal)}{more}"
    phrases = [shorten(move.text) for move in winning[:_MOST_OPTIONS]]
    more = f" and {len(winning) - len(phrases):,} more" if len(winning) > len(phrases) else ""
    # A game without names for its moves says where they lead to.
    going = "going " if all(text.startswith("to ") for text in phrases) else ""
    return f"wins by {going}{', '.join(phrases)}{more}"


def _detail(detail: object) -> str:
    if isinstance(detail, list):
        numbers = ", ".join(_number(n) for n in detail[:_MOST_OPTIONS])
        more = len(detail) - _MOST_OPTIONS
        return f"{numbers} and {more:,} more" if more > 0 else numbers
    # The one text that may be empty is a word.
    return clip(_number(detail) if isinstance(detail, int) else str(detail) or "λ (empty)")


def _text(facts: Facts, *, unicode: bool) -> str:
    text = facts.text
    if unicode and facts.value is not None:
        text = spell(facts.value, unicode=True)
    return f"left out: {facts.omitted['value']}" if text is None else clip(text)


def _number(x: int | Fraction) -> str:
    return clip(rational(Fraction(x)))


def _list(values: Sequence[object], *, unicode: bool) -> str:
    if not values:
        return "none"
    texts = [
        mention(g, unicode=unicode, longest=_LONGEST_OPTION) if isinstance(g, fs.Value) else str(g)
        for g in values[:_MOST_OPTIONS]
    ]
    more = len(values) - len(texts)
    return ", ".join(texts) + (f" and {more:,} more" if more else "")
