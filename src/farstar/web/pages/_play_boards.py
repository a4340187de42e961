"""Boards of the page Play: the picture of a component, its places to be clicked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from farstar.errors import NotationError
from farstar.figures import Item, Mark, Scene, board_svg, layout
from farstar.rules.diagrams import from_data
from farstar.web.pages._play_clicks import Clicks, cell_name

_MOST_PIECES = 60
"""Counters of a heap and pins of a row that are drawn one by one."""

_MOST_ITEMS = 900
_PHONE = 300
"""Pixels that there are for a board in a narrow window."""

Board = dict[str, Any]


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
    editing: bool = False
    """Whether every cell can be clicked, to change it."""


def draw(board: Board, place: int, marks: Marks) -> str:
    """Return the HTML of a board: its notation and its picture.

    Parameters
    ----------
    board : dict
        What the task ``play.view`` says about a component.
    place : int
        The number of the board on the page.
    marks : Marks
        What is marked.

    Examples
    --------
    >>> board = {"head": "Euclid(3,2)", "changed": False, "laid": [], "last": [],
    ...          "diagram": {"kind": "rectangle", "large": 3, "small": 2, "remainders": False}}
    >>> html = draw(board, 0, Marks(Clicks(((0, ("1",)),)), ["(3,2) -> (1,2)"]))
    >>> html.count('role="button"'), "plays (3,2) to (1,2)" in html
    (1, True)
    """
    note = "Left and Right have changed sides here." if board["changed"] else ""
    scene = _scene(board)
    picture = "" if scene is None else _scrolled(scene, board_svg(scene, _marker(place, marks)))
    return (
        f'<figure class="part"><figcaption><code>{escape(board["head"])}</code>'
        f'<span class="soft">{note}</span></figcaption>'
        f"{picture}</figure>"
    )


def _scene(board: Board) -> Scene | None:
    """Return the picture of a board, None where there is none or it would be too large."""
    if board["diagram"] is None:
        return None
    diagram = from_data(board["diagram"])
    try:
        scene = layout(diagram, laid=board["laid"], last=board["last"], most=_MOST_PIECES)
    except NotationError:
        return None
    return scene if len(scene.items) <= _MOST_ITEMS else None


def _scrolled(scene: Scene, picture: str) -> str:
    """Return a picture that can be scrolled where the window is too narrow for it."""
    is_wide = scene.narrowest > _PHONE
    scrolls = ' tabindex="0" role="region" aria-label="The board"' if is_wide else ""
    return f'<div class="scroll"{scrolls}>{picture}</div>'


def _marker(place: int, marks: Marks) -> Callable[[Item], Mark]:
    """Return what is added to each item of a board."""
    clicks = marks.clicks
    following = clicks.cells() if marks.live else {}
    others = clicks.others() if marks.live else set()
    hinted = {cell for number, path in clicks.paths if number == marks.hint for cell in path}

    def mark(item: Item) -> Mark:
        name = cell_name(item.place or ())
        numbers = [] if marks.editing else following.get(name, [])
        classes = ["picked"] if name in clicks.picked else []
        address = {"data-place": str(place), "data-cell": name}
        if not (numbers or name in others or marks.editing):
            # Who clicks here may still mean a move, in another order of its places.
            return Mark(tuple(classes), address if marks.live else {})
        words, sign = item.words, ""
        if numbers:
            classes.append("can")
            if name in hinted:
                classes.append("hinted")
            if marks.winning is not None:
                wins = not marks.winning.isdisjoint(numbers)
                classes.append("wins" if wins else "loses")
                words, sign = f"{words}: {classes[-1]}", "✓" if wins else "✗"
            if len(numbers) == 1 and numbers[0] < len(marks.texts):
                words = f"{words}, plays {marks.texts[numbers[0]].replace(' -> ', ' to ')}"
        button = {"role": "button", "tabindex": "0", **address, "aria-label": words}
        return Mark(tuple(classes), button, words, sign)

    return mark
