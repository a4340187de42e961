"""How a game is shown: on a terminal in colours, elsewhere as plain lines."""

from __future__ import annotations

import contextlib
import importlib
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

import farstar as fs
from farstar.figures import draw_text
from farstar.reports import as_position, component_text, is_finished, shorten
from farstar.rules.diagrams import Rectangle
from farstar.sums import SumMove, Term

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


# The components of a game, each with its picture.


_WIDTH = 80
_MARGIN = 4
_NARROWEST = 24
_ROWS = 10
_MOST_PICTURED, _MOST_NAMED = 6, 30
"""Components with more than their notation, and with that."""
_MOST_DRAWN = 3
"""Rectangles that are drawn; where there are more, there is no room for any."""


class _Room(NamedTuple):
    """What there is for a drawing."""

    width: int
    """Columns, without the indent."""
    rows: int
    """Rows for each rectangle, 0 for none."""
    unicode: bool
    """Whether there are characters for lines."""


def draw(game: fs.Position | fs.Sum, *, unicode: bool = False, width: int = _WIDTH) -> list[str]:
    r"""Return the lines that show a position or a sum, component by component.

    What does not fit the width of the screen is not drawn, or shortened.

    Examples
    --------
    >>> print(*draw(fs.parse("SerialNim(3,1,2) + Board(4)")), sep="\n")
    SerialNim(3,1,2)
      ooo o oo
    GeographyBoard(@...|....)
        0123
      0 @...
      1 ....
    >>> print(*draw(fs.Euclid(9, 0)), sep="\n")
    Euclid(9,0)
    """
    columns = max(width - _MARGIN, _NARROWEST)
    if isinstance(game, fs.Position):
        return _component(1, game, _Room(columns, _ROWS, unicode))
    if not game.terms:
        return ["0"]
    numbered = zip(game.terms, _numbers(game.terms), strict=True)
    unfinished = [(term, number) for term, number in numbered if not is_finished(term.component)]
    count = sum(isinstance(as_position(t.component).diagram(), Rectangle) for t, _ in unfinished)
    rows = _ROWS // max(count, 1) if count <= _MOST_DRAWN else 0
    if len(unfinished) > _MOST_PICTURED:
        heads = [
            _head(t.sign, t.component, columns) + number for t, number in unfinished[:_MOST_NAMED]
        ]
        more = len(unfinished) - _MOST_NAMED
        noun = "component" if more == 1 else "components"
        return [*heads, f"and {more:,} more {noun}"] if more > 0 else heads
    lines = []
    for term, number in unfinished:
        head, *below = _component(term.sign, term.component, _Room(columns, rows, unicode))
        lines += [head + number, *below]
    return lines or ["0"]


def move_text(move: fs.Move, longest: int) -> str:
    """Return how a move is shown: what it does matters more than where.

    Examples
    --------
    >>> move = (fs.SerialNim(*[1] * 40) + fs.SerialNim(2)).moves(fs.Left)[1]
    >>> move_text(move, 60), move_text(move, 26)
    ('in SerialNim(2): (2) -> (1)', 'in component 2: (2) -> (1)')
    >>> [move_text(move, 60) for move in (fs.Nim(1) + fs.Nim(1)).moves()]
    ['in Nim(1) no. 1: (1) -> ()', 'in Nim(1) no. 2: (1) -> ()']
    """
    if not isinstance(move, SumMove):
        return shorten(move.text, longest)
    terms = move.before.terms
    if len(move.text) > longest:
        earlier = terms[: move.component]
        place = 1 + sum(not is_finished(term.component) for term in earlier)
        return shorten(f"in component {place}: {move.move.text}", longest)
    number = _numbers(terms)[move.component]
    where, colon, what = move.text.rpartition(f": {move.move.text}")
    return shorten(f"{where}{number}{what}: {move.move.text}" if colon else move.text, longest)


def _numbers(terms: Sequence[Term]) -> list[str]:
    """Return the number of each term among those equal to it, empty where there is no other."""
    counts = Counter(terms)
    seen: Counter[Term] = Counter()
    numbers = []
    for term in terms:
        seen[term] += 1
        numbers.append(f" no. {seen[term]}" if counts[term] > 1 else "")
    return numbers


def _component(sign: int, component: fs.Position | fs.Value, room: _Room) -> list[str]:
    below = (f"  {line}" for line in _picture(as_position(component), room))
    return [_head(sign, component, room.width), *below]


def _head(sign: int, component: fs.Position | fs.Value, width: int) -> str:
    if sign > 0:
        return shorten(component_text(component), width)
    if component.is_nimber if isinstance(component, fs.Value) else component.is_impartial:
        return f"-{shorten(component_text(component), width - 1)}"
    return f"-{shorten(component_text(component), max(width - 20, _NARROWEST))}  (sides changed)"


def _picture(position: fs.Position, room: _Room) -> Iterator[str]:
    """Yield the lines below the notation, if there is more to see than that."""
    for note in position.ruleset.notes(position.state):
        yield shorten(note, room.width)
    diagram = position.diagram()
    if diagram is not None:
        yield from draw_text(diagram, width=room.width, rows=room.rows, unicode=room.unicode)
