"""One look for all figures: calm, readable in print and by colour-blind readers.

Left is dark blue and drawn with solid lines, Right a lighter orange and drawn with dashes, so
that the two differ in brightness and in stroke as well as in colour.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from farstar._digits import to_text
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, LoopyError, MissingExtraError
from farstar.loopy import Loopy
from farstar.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas
    from matplotlib.lines import Line2D

LEFT = "#0b559f"
RIGHT = "#d9730d"
INK = "#1f2937"
SOFT = "#6b7280"
GRID = "#e7e3da"
FILL = "#f4ecd9"
PAPER = "#ffffff"
OUTCOMES = {
    Outcome.L: "#3a7fc1",
    Outcome.R: "#f5b26b",
    Outcome.N: "#fbfaf5",
    Outcome.P: "#1c1c1c",
}
"""Different in brightness, so that they can be distinguished in grey."""

PALETTE = {
    "left": LEFT,
    "right": RIGHT,
    "ink": INK,
    "soft": SOFT,
    "grid": GRID,
    "fill": FILL,
    "paper": PAPER,
    **{f"outcome_{outcome.value.lower()}": colour for outcome, colour in OUTCOMES.items()},
}
"""The colours by name, so that pages can replace them."""

OUTCOME_NAMES = {
    Outcome.L: "L: Left wins",
    Outcome.R: "R: Right wins",
    Outcome.N: "N: the next player wins",
    Outcome.P: "P: the previous player wins",
}
DASHES = (0, (4.5, 2.2))
"""The dashes of Right's lines."""

SIDES: dict[str, tuple[str, Any]] = {
    "left": (LEFT, "-"),
    "right": (RIGHT, DASHES),
    "both": (INK, "-"),
}
"""The colour and the stroke of each player's lines, and of those of both."""

SERIES = ("#0b559f", "#d9730d", "#2b8a6b", "#8e4585", "#7a6a00", "#444444")
STROKES: tuple[Any, ...] = (
    "-",
    DASHES,
    "-.",
    (0, (1.2, 1.4)),
    (0, (7, 2)),
    (0, (3, 1, 1, 1, 1, 1)),
)
"""Colours and strokes of several things in one picture."""

_SETTINGS: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": SOFT,
    "axes.formatter.use_mathtext": False,
    "axes.grid": False,
    "axes.labelcolor": INK,
    "axes.labelsize": 10,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.titlesize": 11,
    "figure.dpi": 100,
    "figure.facecolor": PAPER,
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "hatch.color": "#b8b2a4",
    "hatch.linewidth": 0.6,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "lines.linewidth": 2.0,
    "lines.solid_capstyle": "round",
    "path.simplify": False,
    "pdf.compression": 9,
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "path",
    "svg.hashsalt": "farstar",
    "text.color": INK,
    "xtick.color": SOFT,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 9,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 9,
}

_LOCK = threading.RLock()


@contextmanager
def style() -> Iterator[None]:
    """Draw and save inside this context, with settings independent of the user's."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtraError(
            "expected matplotlib to be installed: pip install 'farstar[plot]'"
        ) from None
    # Settings belong to the whole process, so one thread draws at a time.
    with _LOCK, matplotlib.rc_context():
        matplotlib.rcdefaults()
        # The type lists the names of all settings of one version.
        settings: Any = matplotlib.rcParams
        settings.update(_SETTINGS)
        yield


def number(x: int | Fraction) -> str:
    """Return a number as it is written in a figure.

    Examples
    --------
    >>> number(Fraction(-3, 2)), number(4)
    ('−3/2', '4')
    """
    exact = Fraction(x)
    text = to_text(abs(exact.numerator))
    if exact.denominator != 1:
        text += "/" + to_text(exact.denominator)
    return "−" + text if exact < 0 else text


def value_text(value: Value | Loopy, longest: int = 36) -> str:
    """Return a value as it is written in a figure, or its size if that is long."""
    described = _described(value, longest)
    return value.unicode().replace("-", "−") if described is None else described


def ascii_text(thing: object, longest: int = 60) -> str:
    """Return a value or position as it is written in a caption."""
    described = _described(thing, longest) if isinstance(thing, Value | Loopy) else None
    return str(thing) if described is None else described


def _described(value: Value | Loopy, longest: int) -> str | None:
    """Describe a value that is too long to print; return None for one that is not."""
    with suppress(BudgetExceeded):
        if len(str(value)) <= longest:
            return None
    try:
        return f"a value with {to_text(value.follower_count)} followers"
    except (BudgetExceeded, LoopyError):
        return "a long value"


def write(axes: Axes, x: float, y: float, text: str, size: float, **more: Any) -> None:
    """Write a text around a point."""
    axes.text(x, y, text, ha="center", va="center", fontsize=size, **more)


def draw_arrow(
    axes: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    look: tuple[str, Any],
    *,
    bend: float = 0.0,
    head: str = "-|>,head_length=5,head_width=2.6",
    width: float = 1.5,
    zorder: float = 2,
    **more: Any,
) -> None:
    """Draw an arrow with the colour and the stroke of a `look`."""
    from matplotlib.patches import FancyArrowPatch

    ends = {"shrinkA": 0, "shrinkB": 0, **more}
    patch = FancyArrowPatch(
        start,
        end,
        connectionstyle=f"arc3,rad={bend}",
        arrowstyle=head,
        color=look[0],
        linestyle=look[1],
        linewidth=width,
        zorder=zorder,
        **ends,
    )
    axes.add_patch(patch)


def legend_lines(**names: str) -> list[Line2D]:
    """Return the lines of a legend, by the names of `SIDES`."""
    from matplotlib.lines import Line2D

    looks = [(*SIDES[side], name) for side, name in names.items()]
    return [Line2D([], [], color=c, linewidth=1.5, linestyle=s, label=name) for c, s, name in looks]


def bare(axes: Axes) -> None:
    """Remove everything but the drawing."""
    axes.set_axis_off()
    axes.set_aspect("equal")


def pixels(canvas: Canvas, width: float, height: float) -> Axes:
    """Return bare axes that fill a canvas and count pixels from its upper left corner."""
    canvas.set_layout_engine("none")
    axes = canvas.add_axes((0.0, 0.0, 1.0, 1.0))
    bare(axes)
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    return axes
