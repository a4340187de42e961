"""What ``farstar eval`` prints for people."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

import click

import farstar as fs
from farstar.cli._picture import picture
from farstar.reports import (
    PATIENCE,
    WHO_WINS,
    Facts,
    clip,
    mention,
    out_of_time,
    rational,
    shorten,
    spell,
    why,
)

_LONGEST_TEXT = 2_000
_LONGEST_OPTION = 200
_MOST_OPTIONS = 12
_WIDE = 1_000_000
_NO_WEIGHT = ("not atomic", "not infinitesimal")
"""The reasons for which there is no atomic weight; any other says that it was not found."""

_MARK = re.compile(r" *(?:- |[0-9]+\. )")


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
        for line in reasons:
            console.print(wrapped(line, width), overflow="ignore", no_wrap=True, crop=False)


def _reasons(facts: Facts, *, unicode: bool, deadline: float | None) -> list[str]:
    """Return the lines that explain the outcome."""
    try:
        with fs.engine.budget(seconds=PATIENCE):
            if facts.summands or isinstance(facts.game, fs.Value):
                sentences = why(facts, lambda g: mention(g, unicode=unicode))
                return [f"- {sentence}" for sentence in sentences]
            return facts.game.explain().text().splitlines()[1:]
    except fs.BudgetExceeded as error:
        if out_of_time(deadline):
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
    >>> from farstar.reports import find_facts
    >>> from farstar.expressions import read
    >>> dict(rows(find_facts(read("{1|-1} + *"))))["outcome"]
    'the first player wins (N)'
    """
    yield "expression", clip(facts.expression)
    yield "value", _text(facts, unicode=unicode)
    yield "outcome", f"{WHO_WINS[facts.outcome]} ({facts.outcome})"
    if facts.grundy is not None:
        yield "Grundy value", _number(facts.grundy)
    for name, detail in facts.details.items():
        if detail is not None:
            yield name.replace("_", " "), _detail(detail)
    yield from _measures(facts, unicode=unicode)
    if isinstance(facts.game, fs.Value):
        yield "Left options", _list(facts, "left_options", unicode=unicode)
        yield "Right options", _list(facts, "right_options", unicode=unicode)
    yield "Left first", _first(facts, fs.Left, unicode=unicode)
    yield "Right first", _first(facts, fs.Right, unicode=unicode)
    if facts.value is not None:
        yield "born on day", _fact(facts, "birthday")
        yield "followers", _fact(facts, "followers")
    if facts.misere_outcome is not None:
        who = f"{WHO_WINS[facts.misere_outcome]} ({facts.misere_outcome})"
        yield "misere (form)" if isinstance(facts.game, fs.Value) else "misere", who


def _measures(facts: Facts, *, unicode: bool) -> Iterator[tuple[str, str]]:
    """Yield the stops, the mean, the temperature and the atomic weight."""
    omitted = facts.omitted
    if facts.left_stop is not None and facts.right_stop is not None:
        yield "stops", f"Left {_number(facts.left_stop)}, Right {_number(facts.right_stop)}"
    else:
        yield "stops", f"left out: {omitted['left_stop']}"
    if facts.mean is not None and facts.temperature is not None:
        yield "mean", _number(facts.mean)
        yield "temperature", _number(facts.temperature)
    else:
        reason = omitted.get("temperature") or omitted["thermograph"]
        yield "mean, temperature", f"left out: {reason}"
    if facts.atomic_weight is not None:
        yield "atomic weight", mention(facts.atomic_weight, unicode=unicode, longest=_LONGEST_TEXT)
    else:
        reason = omitted["atomic_weight"]
        yield "atomic weight", f"none ({reason})" if reason in _NO_WEIGHT else f"left out: {reason}"


def _first(facts: Facts, player: fs.Player, *, unicode: bool) -> str:
    """Say how `player` fares by moving first."""
    if not facts.outcome.wins(player, first=True):
        return "loses"
    if facts.summands and not isinstance(facts.game, fs.Value):
        best, *others = facts.sum_moves[player]
        option = best.option
        where = shorten(facts.summands[best.place].expression)
        goal = shorten(option.expression) or mention(option.value, unicode=unicode)
        more = f", or by {len(others):,} more" if others else ""
        return f"wins by moving {where} to {goal}{more}"
    name = "left_wins_by" if player is fs.Left else "right_wins_by"
    if isinstance(facts.game, fs.Value):
        listed = _list(facts, name, unicode=unicode)
        return f"wins {listed}" if getattr(facts, name) is None else f"wins by going to {listed}"
    found = getattr(facts, name)
    if found is None:
        return f"wins; moves left out: {facts.omitted['winning_moves']}"
    shown = [shorten(move.text) for move in found[:_MOST_OPTIONS]]
    more = f" and {len(found) - len(shown):,} more" if len(found) > len(shown) else ""
    # A game without names for its moves says where they lead to.
    going = "going " if all(text.startswith("to ") for text in shown) else ""
    return f"wins by {going}{', '.join(shown)}{more}"


def _detail(detail: object) -> str:
    if isinstance(detail, list):
        shown = ", ".join(_number(n) for n in detail[:_MOST_OPTIONS])
        more = len(detail) - _MOST_OPTIONS
        return f"{shown} and {more:,} more" if more > 0 else shown
    # The one text that may be empty is a word.
    return clip(_number(detail) if isinstance(detail, int) else str(detail) or "λ (empty)")


def _text(facts: Facts, *, unicode: bool) -> str:
    text = facts.text
    if unicode and facts.value is not None:
        text = spell(facts.value, unicode=True)
    return f"left out: {facts.omitted['value']}" if text is None else clip(text)


def _number(x: int | Fraction) -> str:
    return clip(rational(Fraction(x)))


def _fact(facts: Facts, name: str) -> str:
    n: int | None = getattr(facts, name)
    return f"left out: {facts.omitted[name]}" if n is None else _number(n)


def _list(facts: Facts, name: str, *, unicode: bool) -> str:
    values: Sequence[fs.Value] | None = getattr(facts, name)
    if values is None:
        return f"left out: {facts.omitted[name.replace('wins_by', 'options')]}"
    if not values:
        return "none"
    shown = [mention(g, unicode=unicode, longest=_LONGEST_OPTION) for g in values[:_MOST_OPTIONS]]
    more = len(values) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")
