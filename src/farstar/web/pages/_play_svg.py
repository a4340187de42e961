"""The pieces of drawn boards: cells that are buttons, and what is on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from farstar.web.pages._play_clicks import Clicks

_PHONE = 300
"""Pixels that there are for a board in a narrow window."""


@dataclass(frozen=True)
class Marks:
    """What is marked on a board, and how its cells are called."""

    clicks: Clicks
    texts: list[str] = field(default_factory=list)
    """The moves by number, as far as they are listed."""
    live: bool = True
    """Whether it is the user's turn."""
    winning: frozenset[int] | None = None
    """The moves that win, if they are to be shown."""
    hint: int | None = None
    last: frozenset[str] = frozenset()
    """The cells that the last move changed."""
    editing: bool = False
    """Whether every cell can be clicked, to change it."""


class Canvas:
    """Draws one board.

    Parameters
    ----------
    place : int
        The number of the board on the page.
    marks : Marks
        What is marked.
    """

    def __init__(self, place: int, marks: Marks) -> None:
        self._place = place
        self._marks = marks
        self._next = marks.clicks.cells() if marks.live else {}
        self._others = marks.clicks.others() if marks.live else set()
        self._hinted = {
            cell for number, path in marks.clicks.paths if number == marks.hint for cell in path
        }

    def numbers(self, cell: str) -> list[int]:
        """Return the moves that a click on a cell may lead to."""
        return self._next.get(cell, [])

    def cell(self, name: str, shape: str, words: str, middle: tuple[float, float]) -> str:
        """Return a cell with its shape; a button if it can be clicked.

        `words` say what it is, `middle` is the place of a mark.
        """
        marks = self._marks
        numbers = self.numbers(name)
        classes = ["cell", *(["last"] if name in marks.last else [])]
        if name in marks.clicks.picked:
            classes.append("picked")
        if not (numbers or name in self._others or marks.editing):
            return f'<g class="{" ".join(classes)}"><title>{escape(words)}</title>{shape}</g>'
        sign = ""
        if numbers and not marks.editing:
            classes.append("can")
            if name in self._hinted:
                classes.append("hinted")
            if marks.winning is not None:
                wins = any(number in marks.winning for number in numbers)
                classes.append("wins" if wins else "loses")
                words = f"{words}: {'wins' if wins else 'loses'}"
                sign = label(*middle, "✓" if wins else "✗", "sign")
            if len(numbers) == 1 and numbers[0] < len(marks.texts):
                words = f"{words}, plays {marks.texts[numbers[0]].replace(' -> ', ' to ')}"
        return (
            f'<g class="{" ".join(classes)}" role="button" tabindex="0" '
            f'data-place="{self._place}" data-cell="{name}" aria-label="{escape(words)}">'
            f"<title>{escape(words)}</title>{shape}{sign}</g>"
        )


def svg(
    width: float,
    height: float,
    parts: Iterable[str],
    words: str,
    *,
    kind: str,
    narrowest: float = 0,
) -> str:
    """Return a picture that keeps its size where there is room.

    In a narrow window it shrinks, but not below `narrowest`; then it can be scrolled.
    """
    scrolls = ' tabindex="0" role="region" aria-label="The board"' if narrowest > _PHONE else ""
    return (
        f'<div class="scroll"{scrolls}>'
        f'<svg class="board {kind}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="width:{width:.0f}px;min-width:{narrowest:.0f}px" role="group" '
        f'aria-label="{escape(words)}">{"".join(parts)}</svg></div>'
    )


def rect(x: float, y: float, width: float, height: float, name: str, **more: Any) -> str:
    """Return a rectangle."""
    rest = "".join(f' {key}="{value}"' for key, value in more.items())
    return (
        f'<rect class="{name}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}"{rest}/>'
    )


def disc(x: float, y: float, radius: float, name: str) -> str:
    """Return a circle."""
    return f'<circle class="{name}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def label(x: float, y: float, text: str, name: str = "") -> str:
    """Return a text around a point."""
    return f'<text class="{name}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
