"""A picture of a table for printing, in the colours and words of the page."""

from __future__ import annotations

import io
import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from farstar.errors import MissingExtraError, NotationError
from farstar.tables import Table
from farstar.web.tasks._cells import label, scale_number

Colour = tuple[int, int, int]

_MOST_CLASSES = 12
_MOST_LEVELS = 20_000
_LONGEST_LABEL = 30
_FITTING_LABEL = 6
"""Characters of a text that fits into a cell."""

_MOST_TEXTS = 1_600
"""Cells that are large enough for text."""


@dataclass(frozen=True)
class Colours:
    """What the colours of a table stand for, as the page has chosen them."""

    classes: dict[str, Colour]
    """The colours of texts; empty where numbers are coloured."""
    others: Colour
    ramp: tuple[Colour, ...] = ()
    """Colours from the smallest number to the largest."""
    scale: str = "linear"
    """``linear``, ``log`` or ``rank``."""
    limits: tuple[float, float] = (0.0, 1.0)
    levels: tuple[tuple[float, float], ...] = ()
    """For ranks, numbers in order, each with its place on the scale."""

    @classmethod
    def read(cls, data: dict[str, Any]) -> Colours:
        """Check and read what a page has sent."""
        try:
            classes = {str(key)[:200]: _colour(value) for key, value in data["classes"].items()}
            levels = tuple(sorted((float(n), float(at)) for n, at in data.get("levels", ())))
            low, high = map(float, data.get("limits", (0, 1)))
            colours = cls(
                classes,
                _colour(data["others"]),
                tuple(map(_colour, data.get("ramp", ()))),
                str(data.get("scale", "linear")),
                (low, high),
                levels,
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise NotationError("expected the colours of a table, as its page sends them") from None
        if len(classes) > _MOST_CLASSES or len(levels) > _MOST_LEVELS or len(colours.ramp) > 64:
            raise NotationError("expected fewer colours")
        if not all(map(math.isfinite, (low, high, *(x for pair in levels for x in pair)))):
            raise NotationError("expected finite numbers")
        return colours

    def of(self, cell: object) -> Colour:
        """Return the colour of a cell."""
        if not self.ramp:
            return self.classes.get(label(cell), self.others)
        number = scale_number(cell)
        return self.others if number is None else self.shade(self.share(number))

    def share(self, number: float) -> float:
        """Return where a number is on the scale, between 0 and 1."""
        if self.scale == "rank":
            place = bisect_left(self.levels, (number, -1.0))
            at = self.levels[min(place, len(self.levels) - 1)][1] if self.levels else 0.0
            return min(1.0, max(0.0, at))
        low, high = (_grown(x) if self.scale == "log" else x for x in self.limits)
        at = _grown(number) if self.scale == "log" else number
        return min(1.0, max(0.0, (at - low) / (high - low))) if high > low else 0.0

    def shade(self, share: float) -> Colour:
        """Return the colour at a place of the ramp."""
        at = share * (len(self.ramp) - 1)
        i = min(int(at), max(0, len(self.ramp) - 2))
        low, high = self.ramp[i], self.ramp[min(i + 1, len(self.ramp) - 1)]
        mixed = [round(a + (at - i) * (b - a)) for a, b in zip(low, high, strict=True)]
        return mixed[0], mixed[1], mixed[2]


def _grown(number: float) -> float:
    """Return the logarithm of a number and one more, with the sign of the number."""
    return math.copysign(math.log1p(abs(number)), number)


def _colour(value: Any) -> Colour:
    red, green, blue = (int(part) for part in value)
    if not all(0 <= part <= 255 for part in (red, green, blue)):
        raise ValueError(value)
    return red, green, blue


def draw_table(table: Table, caption: str, colours: Colours, form: str) -> bytes:
    """Return the bytes of a picture: ``svg``, ``pdf`` or ``png``."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "expected matplotlib to be installed: pip install 'farstar[plot]'"
        raise MissingExtraError(message) from error
    if table.axes is None:
        raise NotationError("expected a table with two ranges")
    rows = [row[1:] for row in table.rows]
    downs: list[Any] = [row[0] for row in table.rows]
    acrosses: list[Any] = list(table.headings[1:])
    blank = (255, 255, 255)
    pixels = [[blank if cell is None else colours.of(cell) for cell in row] for row in rows]
    side = min(0.3, max(0.012, 6.4 / max(len(rows), len(acrosses))))
    width, height = max(3.2, side * len(acrosses)), max(0.6, side * len(rows))
    # Text stays text in vector formats, and the same table gives the same bytes.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "farstar"}):
        figure = Figure(figsize=(width + 1.4, height + 1.8), dpi=150, layout="constrained")
        axes = figure.add_subplot()
        first, last = downs[0], downs[-1]
        extent = (acrosses[0] - 0.5, acrosses[-1] + 0.5, last + 0.5, first - 0.5)
        axes.imshow(pixels, extent=extent, interpolation="none", aspect="equal")
        axes.set_xlabel(table.axes.column)
        axes.set_ylabel(table.axes.row, rotation=0, labelpad=12)
        axes.xaxis.set_label_position("top")
        axes.xaxis.tick_top()
        axes.locator_params(integer=True)
        _write_cells(axes, rows, downs, acrosses, pixels)
        _add_legend(figure, axes, colours)
        figure.suptitle(_wrapped(caption.replace("$", r"\$"), width), fontsize=10)
        stream = io.BytesIO()
        metadata = (
            {"Date": None} if form == "svg" else {"CreationDate": None} if form == "pdf" else None
        )
        figure.savefig(stream, format=form, metadata=metadata)
    return stream.getvalue()


def _wrapped(caption: str, width: float) -> str:
    """Return a caption in lines as wide as the picture, broken before its ranges."""
    return caption if len(caption) < 14 * width else caption.replace(" for ", "\nfor ", 1)


def _write_cells(axes: Any, rows: Any, downs: Any, acrosses: Any, pixels: Any) -> None:
    if len(downs) * len(acrosses) > _MOST_TEXTS or max(len(downs), len(acrosses)) > 40:
        return
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            text = "" if cell is None else label(cell)
            if 0 < len(text) <= _FITTING_LABEL:
                red, green, blue = pixels[r][c]
                ink = "black" if 3 * red + 6 * green + blue > 1280 else "white"
                axes.text(acrosses[c], downs[r], text, ha="center", va="center", color=ink, size=6)


def _add_legend(figure: Any, axes: Any, colours: Colours) -> None:
    from matplotlib.patches import Patch

    def shown(colour: Colour) -> tuple[float, float, float]:
        red, green, blue = colour
        return red / 255, green / 255, blue / 255

    if colours.ramp:
        steps = 64
        strip = figure.add_axes([0.2, 0.035, 0.6, 0.018])
        strip.set_in_layout(False)
        strip.imshow([[colours.shade(i / (steps - 1)) for i in range(steps)]], aspect="auto")
        low, high = colours.limits
        strip.set_xticks([0, steps - 1], [f"{low:g}", f"{high:g} ({colours.scale} scale)"], size=7)
        strip.set_yticks([])
        return
    names = {
        "L": "Left wins",
        "R": "Right wins",
        "N": "first player wins",
        "P": "second player wins",
    }
    patches = [
        Patch(
            facecolor=shown(colour),
            edgecolor="grey",
            label=f"{text[:_LONGEST_LABEL]}: {names[text]}"
            if text in names
            else text[:_LONGEST_LABEL],
        )
        for text, colour in colours.classes.items()
    ]
    if patches:
        figure.legend(handles=patches, loc="outside lower center", ncols=4, fontsize=7)
