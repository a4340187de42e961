"""How the roles of a scene look in notebooks and in print; the browser has a stylesheet.

Left is blue, filled and drawn with solid lines, Right orange, hollow and drawn with dashes, so that
the two differ without colours too.
"""

from __future__ import annotations

from typing import NamedTuple

from farstar.figures._style import FILL, GRID, INK, LEFT, PAPER, RIGHT, SOFT

_GREEN = "#2b8a6b"
_DARK = "#e6ebf1"
_CLOSED, _CLOSED_EDGE = "#e3ddd0", "#a9a292"


class Paint(NamedTuple):
    """The look of a shape; lengths are pixels."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.2
    dashes: tuple[float, ...] = ()
    is_hatched: bool = False


class Ink(NamedTuple):
    """The look of a text."""

    colour: str = INK
    size: float = 14.0
    is_bold: bool = False


PAINTS = {
    **{
        f"{role}{owner}{part}": Paint(stroke=colour, width=width, dashes=() if part else dashes)
        for role, width, plain in (("arc", 1.1, SOFT), ("way", 2.2, INK))
        for owner, colour, dashes in (
            ("", plain, ()),
            (" left", LEFT, ()),
            (" right", RIGHT, (5, 4)),
        )
        for part in ("", " barb")
    },
    "cake": Paint(FILL, INK, 1.6),
    "counter": Paint(FILL, INK),
    "counter off": Paint(PAPER, SOFT, 1.2, (3, 3)),
    "cut left": Paint(stroke=LEFT, width=1.4),
    "cut right": Paint(stroke=RIGHT, width=1.4, dashes=(5, 4)),
    "domino both": Paint(_GREEN, INK),
    "domino left": Paint(LEFT, INK),
    "domino right": Paint(PAPER, RIGHT, 4.0),
    "dot": Paint(SOFT),
    "edge": Paint(stroke=INK, width=5.0),
    "edge both": Paint(stroke=_GREEN, width=6.0, dashes=(6, 4)),
    "edge left": Paint(stroke=LEFT, width=5.0),
    "edge right": Paint(stroke=RIGHT, width=5.0, dashes=(14, 6)),
    "floor": Paint(stroke=SOFT, width=1.4),
    "ground": Paint(stroke=INK, width=5.0),
    "joint": Paint(INK),
    "last": Paint(stroke=INK, width=2.5),
    "line": Paint(stroke=SOFT, width=1.8),
    "outline": Paint(stroke=INK, width=2.2),
    "piece left": Paint("#dbe7f3", LEFT, 2.2),
    "piece right": Paint("#fdf3e9", RIGHT, 2.2, (7, 4)),
    "rest": Paint(PAPER, SOFT),
    "round": Paint(stroke=GRID, width=1.8),
    "spot": Paint(PAPER, INK),
    "spot closed": Paint(_CLOSED, _CLOSED_EDGE, is_hatched=True),
    "spot left": Paint(LEFT, LEFT, 2.0),
    "spot right": Paint(PAPER, RIGHT, 4.0),
    "spot token": Paint(INK),
    "square": Paint(PAPER, INK),
    "square dark": Paint(_DARK, INK),
    "square closed": Paint(_CLOSED, _CLOSED_EDGE, is_hatched=True),
    "stone left": Paint(LEFT, LEFT, 2.0),
    "stone right": Paint(PAPER, RIGHT, 4.0),
    "token": Paint(INK),
    **{
        f"rest shade{number}": Paint(shade, INK, 1.0)
        for number, shade in enumerate(("#e9f0f8", "#fbeedd", "#e3f1ec", "#f3e6f1", "#f4f0d8"))
    },
}
"""How shapes look; those whose role is not here are for the mouse only."""

INKS = {
    "count": Ink(),
    "for-left": Ink(LEFT, 14.0, True),
    "for-right": Ink(RIGHT, 14.0, True),
    "number": Ink(SOFT, 11.0),
    "on-both": Ink(PAPER, 14.0, True),
    "on-closed": Ink(SOFT),
    "on-left": Ink(PAPER, 14.0, True),
    "on-right": Ink("#a84f00", 14.0, True),
    "on-token": Ink(PAPER, 14.0, True),
    "size": Ink(SOFT, 13.0),
    "size left": Ink(LEFT, 13.0),
    "size right": Ink("#a84f00", 13.0),
    "title": Ink(INK, 16.0),
}
"""How texts look."""
