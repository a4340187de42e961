"""What ``farstar eval`` prints for people."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

import click

import farstar as fs
from farstar.cli import _facts
from farstar.cli._common import out_of_time
from farstar.cli._facts import Facts
from farstar.cli._picture import picture
from farstar.cli._why import WHO_WINS, why

_LONGEST_TEXT = 2_000
_LONGEST_OPTION = 200
_LONGEST_MENTION = 48
_MOST_OPTIONS = 12
_WIDE = 1_000_000


def show(
    facts: Facts,
    *,
    unicode: bool,
    explain: bool,
    thermograph: bool,
    deadline: float | None = None,
) -> None:
    """Print a table of `facts`, then the picture and the reasons if they are wanted.

    Where `deadline`, on the monotonic clock, passes before the reasons are found, that is an
    error; where they take too long otherwise, they are left out.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    unicode = unicode and _writes_arrows()
    reasons = _reasons(facts, unicode=unicode, deadline=deadline) if explain else []
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
    if thermograph and facts.thermograph is not None:
        console.print("\nthermograph", style="dim")
        for line in picture(facts.thermograph, columns=max(20, width - 24)):
            console.print(line, overflow="ignore", no_wrap=True, crop=False)
    if reasons:
        console.print("\nwhy", style="dim")
        for sentence in reasons:
            wrapped = textwrap.fill(
                sentence,
                width,
                initial_indent="- ",
                subsequent_indent="  ",
                break_long_words=False,
                break_on_hyphens=False,
            )
            console.print(wrapped, overflow="ignore", no_wrap=True, crop=False)


def _reasons(facts: Facts, *, unicode: bool, deadline: float | None) -> list[str]:
    """Return the sentences that explain the outcome."""
    try:
        with fs.engine.budget(seconds=_facts.PATIENCE):
            return why(facts, lambda g: mention(g, unicode=unicode))
    except fs.BudgetExceeded as error:
        if out_of_time(deadline):
            raise
        return [f"Left out: {error}."]


def _writes_arrows() -> bool:
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
    """Yield the rows of the table, as names and texts.

    Examples
    --------
    >>> from farstar.cli._facts import find_facts
    >>> dict(rows(find_facts("{1|-1} + *", fs.Value("{1*|-1*}"))))["outcome"]
    'the first player wins (N)'
    """
    graph, omitted = facts.thermograph, facts.omitted
    yield "expression", clip(facts.expression)
    yield "value", _text(facts, unicode=unicode)
    yield "outcome", f"{WHO_WINS[facts.outcome]} ({facts.outcome})"
    if facts.grundy is not None:
        yield "Grundy value", _number(facts.grundy)
    yield "stops", f"Left {_number(facts.left_stop)}, Right {_number(facts.right_stop)}"
    if graph is not None:
        yield "mean", _number(graph.mean)
        yield "temperature", _number(graph.temperature)
    else:
        yield "mean, temperature", f"left out: {omitted['thermograph']}"
    if facts.atomic_weight is not None:
        yield "atomic weight", mention(facts.atomic_weight, unicode=unicode, longest=_LONGEST_TEXT)
    else:
        yield "atomic weight", f"none ({omitted['atomic_weight']})"
    sides = (("left_options", facts.left_options), ("right_options", facts.right_options))
    for name, options in sides:
        yield name.replace("_", " ").capitalize(), _list(options, omitted, name, unicode=unicode)
    for player, moves, name in (
        (fs.Left, facts.left_wins_by, "left_options"),
        (fs.Right, facts.right_wins_by, "right_options"),
    ):
        listed = _list(moves, omitted, name, unicode=unicode)
        first = facts.outcome.wins(player, first=True)
        how = listed if moves is None else f"by going to {listed}"
        yield f"{player.name.capitalize()} first", f"wins {how}" if first else "loses"
    yield "born on day", _fact(facts.birthday, omitted, "birthday")
    yield "followers", _fact(facts.followers, omitted, "followers")
    if facts.misere_outcome is not None:
        who = f"{WHO_WINS[facts.misere_outcome]} ({facts.misere_outcome})"
        yield "misere (form)", who


def mention(g: fs.Value, *, unicode: bool, longest: int = _LONGEST_MENTION) -> str:
    """Return the text of a value inside a sentence: never long."""
    text = _facts.spell(g, unicode=unicode)
    if text is not None and len(text) <= longest:
        return text
    return f"a value with {_number(g.follower_count)} followers"


def clip(text: str) -> str:
    """Shorten a text that no table should hold."""
    if len(text) <= _LONGEST_TEXT:
        return text
    return f"{text[:_LONGEST_TEXT]}... ({len(text):,} characters; --json gives all)"


def _text(facts: Facts, *, unicode: bool) -> str:
    text = _facts.spell(facts.value, unicode=True) if unicode else facts.text
    return f"left out: {facts.omitted['value']}" if text is None else clip(text)


def _number(x: int | Fraction) -> str:
    return clip(_facts.rational(Fraction(x)))


def _fact(n: int | None, omitted: dict[str, str], name: str) -> str:
    return f"left out: {omitted[name]}" if n is None else _number(n)


def _list(
    values: Sequence[fs.Value] | None, omitted: dict[str, str], name: str, *, unicode: bool
) -> str:
    if values is None:
        return f"left out: {omitted[name]}"
    if not values:
        return "none"
    shown = [mention(g, unicode=unicode, longest=_LONGEST_OPTION) for g in values[:_MOST_OPTIONS]]
    more = len(values) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")
