"""A finished figure, which is always saved as the same bytes."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from farstar.errors import NotationError
from farstar.figures.style import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

FORMATS = ("svg", "pdf", "png")
"""The formats, which are also the suffixes of the files."""

_PADDING = 0.08


@dataclass(frozen=True)
class Plan:
    """The plan of a figure, made without matplotlib, so that errors are found first."""

    draw: Callable[[Canvas], None]
    """Draws on an empty canvas."""

    size: tuple[float, float]
    """Width and height, in inches."""

    caption: str
    """What is shown, with its parameters, in one or two sentences."""


class Figure:
    """A figure: save it, show it in a notebook, or change its matplotlib figure.

    `fs.plot` returns figures.

    Examples
    --------
    >>> figure = fs.plot(fs.Value("+-1"))
    >>> figure.svg()[:5], figure.bytes("png")[1:4], figure.bytes("pdf")[:4]
    ('<?xml', b'PNG', b'%PDF')
    >>> figure.svg() == fs.plot(fs.Value("+-1")).svg()
    True
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        with style():
            from matplotlib.backends.backend_agg import FigureCanvasAgg
            from matplotlib.figure import Figure as Canvas

            self._canvas = Canvas(figsize=plan.size, layout="constrained")
            FigureCanvasAgg(self._canvas)
            plan.draw(self._canvas)
            # A new layout before each saving would move things slightly.
            self._canvas.draw_without_rendering()
            self._canvas.set_layout_engine("none")

    @property
    def caption(self) -> str:
        """What the figure shows, with its parameters."""
        return self._plan.caption

    def with_caption(self, caption: str) -> Figure:
        """Return the same figure under another caption.

        Examples
        --------
        >>> fs.plot(fs.Value("+-1")).with_caption("A switch.").caption
        'A switch.'
        """
        renamed = copy(self)
        renamed._plan = replace(self._plan, caption=caption)
        return renamed

    @property
    def matplotlib(self) -> Canvas:
        """The matplotlib figure, for changes."""
        return self._canvas

    def bytes(self, format: str = "svg") -> bytes:  # noqa: A002 - the word for it
        """Return the file that `save` would write.

        Raises
        ------
        NotationError
            If the format is not one of `FORMATS`.
        """
        if format not in FORMATS:
            raise NotationError(f"expected a format, one of {', '.join(FORMATS)}, got {format!r}")
        out = io.BytesIO()
        with style():
            self._canvas.savefig(
                out,
                format=format,
                metadata=_metadata(format, self.caption),
                bbox_inches="tight",
                pad_inches=_PADDING,
            )
        written = out.getvalue()
        return _accessible(written, self.caption) if format == "svg" else written

    def svg(self) -> str:
        """Return the figure as SVG text with a title for screen readers."""
        return self.bytes("svg").decode("utf-8")

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the figure to a file, in the format given by its suffix.

        Raises
        ------
        NotationError
            If the suffix is not one of `FORMATS`.
        """
        target = Path(path)
        suffix = target.suffix.removeprefix(".").lower()
        if suffix not in FORMATS:
            known = ", ".join(f".{name}" for name in FORMATS)
            raise NotationError(f"expected a file name that ends in {known}, got {str(path)!r}")
        target.write_bytes(self.bytes(suffix))
        return target

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Figure: {self.caption}>"


def _metadata(format: str, caption: str) -> dict[str, Any]:  # noqa: A002 - the word for it
    """Return the metadata of the file: no date and no version, so that the bytes are the same."""
    if format == "svg":
        # The title for screen readers is written by _accessible.
        return {"Creator": "Farstar", "Date": None}
    if format == "pdf":
        names = dict.fromkeys(("Creator", "Producer"), "Farstar")
        return {"Title": caption, **names, "CreationDate": None}
    return {"Title": caption, "Software": "Farstar"}


def _accessible(svg: bytes, caption: str) -> bytes:
    """Give the picture a role and a title."""
    head, _, rest = svg.partition(b"<svg ")
    opening, _, inside = rest.partition(b">")
    words = escape(caption).encode("utf-8")
    return b"".join(
        [head, b'<svg role="img" ', opening, b">\n <title>", words, b"</title>", inside]
    )
